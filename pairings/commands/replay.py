"""Draw every pairing of an exported event again from its seed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from archive.values import Archive
from domain.kinds import StageKind
from pairings.archive import SwissRound, read_archives, swiss_rounds
from pairings.by_standings import pair_by_standings
from pairings.engine import pair
from pairings.formats.pods import across
from pairings.random_draws import seed_hash
from pairings.replayed_tables import TablesRound, tables_rounds
from pairings.undrawn_rounds import bracket_differences, draw_differs, table_differences

_SAME, _CHANGED, _UNSEEDED, _FOLLOWS = "as drawn", "changed by hand", "without a seed", "follow"
# An archive does not show a result corrected before its round was posted. Versions before 0.2.0
# weighed all rematches equally and drew differently where one was forced.
_BEFORE_MEETINGS = "as versions before 0.2.0 drew it: they took all rematches as equal"
_UNMARKED = "the archive does not say so: results before it may have been corrected meanwhile"


def replay(path: Path) -> Iterator[str]:
    """Yield a line for each round that compares it with the draw of its seed, then a tally.

    Rounds without a draw follow from the table of a round robin or from a bracket, and are compared
    with that. Raises UnreadableError like read_archives.
    """
    tally: Counter[str] = Counter()
    for where, archive in read_archives(path):
        drawn = {round.number: round for round in swiss_rounds(archive)}
        seated = {round.number: round for round in tables_rounds(archive)}
        followed = _followed(archive)
        yield from (f"{where} {line}" for line in _seats(archive))
        for number in sorted([*drawn, *seated, *followed]):
            if number in drawn:
                outcome, words = _drawn_again(drawn[number])
            elif number in seated:
                outcome, words = _seated_again(seated[number])
            else:
                outcome, words = followed[number]
            tally[outcome] += 1
            yield f"{where} round {number}{words}"
    line = ", ".join(f"{tally[outcome]} {outcome}" for outcome in (_SAME, _CHANGED, _UNSEEDED))
    if tally[_FOLLOWS]:
        line += f", {tally[_FOLLOWS]} that follow from a table or a bracket"
    yield f"{tally.total()} rounds: {line}"


def differences(round: SwissRound, seed: int) -> list[str]:
    """Return the differences of the played round from the seed's draw, with the archive's ids.

    The order of names within a pair, and the table of a pair, are not compared.
    """
    if round.pods:
        pairs, byes = _in_pods(round, seed)
    else:
        if round.order is None:
            made = pair(round.state, seed)
        else:
            made = pair_by_standings(round.state, round.order, seed)
        pairs = {frozenset({round.ids[a], round.ids[b]}) for a, b in made.pairs}
        byes = set() if made.bye is None else {round.ids[made.bye]}
    differing = [
        f"{round.ids[a]} against {round.ids[b]} was not drawn"
        for a, b in round.pairs
        if frozenset({round.ids[a], round.ids[b]}) not in pairs
    ]
    held = set(round.byes) if round.pods else set() if round.bye is None else {round.ids[round.bye]}
    if held != byes:
        differing.append(f"the bye went to {_names(held)}, drawn was {_names(byes)}")
    return differing


def _drawn_again(round: SwissRound) -> tuple[str, str]:
    """Return the outcome of replaying a Swiss round, and its description."""
    if round.seed is None:
        return _UNSEEDED, ": no seed, not replayed"
    head = f" (seed {round.seed}, hash {seed_hash(round.seed)})"
    differing = differences(round, round.seed)
    if not differing:
        return _SAME, f"{head}: {_SAME}"
    if not differences(round.without_meetings(), round.seed):
        return _SAME, f"{head}: {_SAME}, {_BEFORE_MEETINGS}"
    if round.by_standings and round.order is None:
        # Paired by standings only if it was the last round at that time, which the file does not
        # record.
        return _UNSEEDED, f"{head}: paired by standings that are not known, not replayed"
    note = "" if round.changed_by_hand else f" ({_UNMARKED})"
    return _CHANGED, f"{head}: {_CHANGED}: {'; '.join(differing)}{note}"


def _seated_again(round: TablesRound) -> tuple[str, str]:
    """Return the outcome of replaying a round at tables of four, and its description."""
    if round.seed is None:
        return _UNSEEDED, ": no seed, not replayed"
    head = f" (seed {round.seed}, hash {seed_hash(round.seed)})"
    if round.state is None:
        return _UNSEEDED, f"{head}: places decide the points, not replayed"
    differing = round.differences(round.seed, round.state)
    if not differing:
        return _SAME, f"{head}: {_SAME}"
    note = "" if round.changed_by_hand else f" ({_UNMARKED})"
    return _CHANGED, f"{head}: {_CHANGED}: {'; '.join(differing)}{note}"


def _in_pods(round: SwissRound, seed: int) -> tuple[set[frozenset[int]], set[int]]:
    """Pair each pod separately; in the first round across the table (MTR 7.6)."""
    pairs: set[frozenset[int]] = set()
    byes: set[int] = set()
    for pod in round.pods:
        if round.place == 1:
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
    """Return outcome and description, by number, of the rounds that follow without a draw."""
    outcomes: dict[int, tuple[str, str]] = {}
    for stage, own in enumerate(archive.stages, 1):
        numbers = [round.number for round in archive.rounds if round.stage == stage]
        if own.kind is StageKind.ROUND_ROBIN:
            for number, differing in zip(numbers, table_differences(archive, stage), strict=True):
                outcomes[number] = _outcome(differing, "follows from the table of the round robin")
        elif not own.kind.counts:
            for number, changes in zip(numbers, bracket_differences(archive, stage), strict=True):
                outcomes[number] = _outcome(changes, "follows from the seeds and the results")
    return outcomes


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
