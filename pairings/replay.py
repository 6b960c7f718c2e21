"""Make every pairing of an exported event again from its seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from archive.kinds import StageKind
from archive.values import Archive
from pairings.archive import SwissRound, read_archives, swiss_rounds
from pairings.by_standings import pair_by_standings
from pairings.engine import pair
from pairings.follow import bracket_differences, draw_differs, table_differences
from pairings.lots import seed_hash
from pairings.pods import across

_SAME, _CHANGED, _UNSEEDED, _FOLLOWS = "as drawn", "changed by hand", "without a seed", "follow"
# A result that was corrected before its round was posted leaves no trace in an archive.
_UNMARKED = "the archive does not say so: results before it may have been corrected meanwhile"


def replay(path: Path) -> Iterator[str]:
    """Yield a line for each round, saying whether it is what its seed draws, then a tally.

    Rounds in which nothing is drawn follow from the table of a round robin or from a bracket; that
    is looked at too. Raises UnreadableError like read_archives.
    """
    tally: Counter[str] = Counter()
    for where, archive in read_archives(path):
        drawn = {one.number: one for one in swiss_rounds(archive)}
        followed = _followed(archive)
        yield from (f"{where} {line}" for line in _seats(archive))
        for number in sorted([*drawn, *followed]):
            if number in drawn:
                outcome, words = _drawn_again(drawn[number])
            else:
                outcome, words = followed[number]
            tally[outcome] += 1
            yield f"{where} round {number}{words}"
    line = ", ".join(f"{tally[outcome]} {outcome}" for outcome in (_SAME, _CHANGED, _UNSEEDED))
    if tally[_FOLLOWS]:
        line += f", {tally[_FOLLOWS]} that follow from a table or a bracket"
    yield f"{tally.total()} rounds: {line}"


def differences(one: SwissRound, seed: int) -> list[str]:
    """Return what was played otherwise than the seed draws, with the archive's player ids.

    Who is named first, and at which table a pair sits, is not compared.
    """
    if one.pods:
        pairs, byes = _in_pods(one, seed)
    else:
        if one.order is None:
            made = pair(one.state, seed)
        else:
            made = pair_by_standings(one.state, one.order, seed)
        pairs = {frozenset({one.ids[a], one.ids[b]}) for a, b in made.pairs}
        byes = set() if made.bye is None else {one.ids[made.bye]}
    found = [
        f"{one.ids[a]} against {one.ids[b]} was not drawn"
        for a, b in one.pairs
        if frozenset({one.ids[a], one.ids[b]}) not in pairs
    ]
    held = set(one.byes) if one.pods else set() if one.bye is None else {one.ids[one.bye]}
    if held != byes:
        found.append(f"the bye went to {_names(held)}, drawn was {_names(byes)}")
    return found


def _drawn_again(one: SwissRound) -> tuple[str, str]:
    """Return how a Swiss round comes out, and the words for it."""
    if one.seed is None:
        return _UNSEEDED, ": no seed, not replayed"
    head = f" (seed {one.seed}, hash {seed_hash(one.seed)})"
    if one.by_standings and one.order is None:
        return _UNSEEDED, f"{head}: paired by standings that are not known, not replayed"
    differing = differences(one, one.seed)
    if not differing:
        return _SAME, f"{head}: as drawn"
    note = "" if one.changed_by_hand else f" ({_UNMARKED})"
    return _CHANGED, f"{head}: {_CHANGED}: {'; '.join(differing)}{note}"


def _in_pods(one: SwissRound, seed: int) -> tuple[set[frozenset[int]], set[int]]:
    """Pair each pod for itself, the first round across the table (MTR 7.6)."""
    pairs: set[frozenset[int]] = set()
    byes: set[int] = set()
    for pod in one.pods:
        if one.place == 1:
            crossing, bye = across(pod.seats, seed ^ pod.number)
            pairs |= {frozenset(two) for two in crossing}
            byes |= set() if bye is None else {bye}
            continue
        ids = sorted(pod.seats)
        made = pair(pod.state, seed ^ pod.number)
        pairs |= {frozenset({ids[a], ids[b]}) for a, b in made.pairs}
        byes |= set() if made.bye is None else {ids[made.bye]}
    return pairs, byes


def _followed(archive: Archive) -> dict[int, tuple[str, str]]:
    """Return by number the rounds in which nothing is drawn: how they come out, and words."""
    found: dict[int, tuple[str, str]] = {}
    for stage, own in enumerate(archive.stages, 1):
        numbers = [one.number for one in archive.rounds if one.stage == stage]
        if own.kind is StageKind.ROUND_ROBIN:
            for number, differing in zip(numbers, table_differences(archive, stage), strict=True):
                found[number] = _outcome(differing, "follows from the table of the round robin")
        elif own.kind is not StageKind.SWISS:
            for number, changes in zip(numbers, bracket_differences(archive, stage), strict=True):
                found[number] = _outcome(changes, "follows from the seeds and the results")
    return found


def _outcome(differing: list[str] | None, words: str) -> tuple[str, str]:
    if differing is None:
        return _UNSEEDED, ": a playoff without its bracket, not replayed"
    if differing:
        return _CHANGED, f": changed by hand: {'; '.join(differing)}"
    return _FOLLOWS, f": {words}"


def _seats(archive: Archive) -> Iterator[str]:
    for stage, own in enumerate(archive.stages, 1):
        differs = draw_differs(archive, stage)
        if differs is not None and own.seed is not None:
            head = f"seats of stage {stage} (seed {own.seed}, hash {seed_hash(own.seed)})"
            yield f"{head}: {_CHANGED if differs else _SAME}"


def _names(players: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(players))) or "nobody"
