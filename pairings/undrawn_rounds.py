"""Rounds of an archive without a draw (brackets, round robins), and drawn seats."""

from collections.abc import Iterator, Mapping

from archive.rounds_and_matches import ArchivedRound
from archive.values import Archive, ArchivedStage
from domain.kinds import Leaver, Seating, StageKind
from pairings.formats.brackets import (
    Bracket,
    contests,
    double_elimination,
    results_by_slot,
    single_elimination,
)
from pairings.formats.pods import Wish, draw_pods
from pairings.formats.round_robin import round_robin
from pairings.formats.table_cuts import cut_round, goes_on, players_left
from pairings.random_draws import Lots

Pairs = set[frozenset[int]]
"""Pairs of opponents; a player with a bye is alone."""


def table_differences(archive: Archive, stage: int) -> Iterator[list[str]]:
    """Yield for each round of a round robin (stage from 1) its differences from the table.

    The opponent of a dropped player has a bye.
    """
    rounds = [_pairs(round) for round in _rounds(archive, stage)]
    if not rounds:
        return
    members = frozenset[int]().union(*rounds[0])
    order = [player.number for player in archive.players if player.number in members]
    for there, (drawn, bye) in zip(rounds, round_robin(order), strict=False):
        here = frozenset[int]().union(*there)
        due = {frozenset(pair) & here for pair in drawn}
        if bye is not None:
            due.add(frozenset({bye}) & here)
        yield _differing(there, due - {frozenset()}, "the table")


def bracket_differences(archive: Archive, stage: int) -> Iterator[list[str] | None]:
    """Yield for each round of a playoff (stage from 1) its differences from the bracket.

    None if the archive does not have the seats. If the highest seed gets the bye of a dropped
    player (rules of 2025), the players of a round may have changed places.
    """
    own = archive.stages[stage - 1]
    rounds = _rounds(archive, stage)
    if not own.bracket:
        yield from [None] * len(rounds)
        return
    if own.kind.at_tables:
        yield from _cut_differences(own, rounds)
        return
    bracket = bracket_of(own)
    left = {drop.player for drop in archive.drops}
    results: dict[str, tuple[int, int | None]] = {}
    for place, round in enumerate(rounds, 1):
        due: Pairs = {
            frozenset(
                {contest.first} if contest.second is None else {contest.first, contest.second}
            )
            for contest in contests(bracket, own.bracket_seats, results, place)
        }
        there = _pairs(round)
        everybody = frozenset[int]().union(*there)
        same_people = everybody == frozenset[int]().union(*due)
        if own.leaver is Leaver.HIGHEST and left & everybody and same_people:
            yield []
        else:
            yield _differing(there, due, "the bracket")
        results |= decided(round)


def _cut_differences(own: ArchivedStage, rounds: list[ArchivedRound]) -> Iterator[list[str]]:
    """Yield, for each round of a cut at tables of four, how it departs from seeds and results."""
    advanced: dict[str, int] = {}
    for place, round in enumerate(rounds, 1):
        due = {frozenset(players) for players in cut_seats(own, advanced, place).values()}
        yield _differing(_pairs(round), due, "the cut")
        advanced |= advanced_in(own, round)


def cut_seats(own: ArchivedStage, advanced: Mapping[str, int], place: int) -> dict[str, set[int]]:
    """Return the players of each table of a round of a cut, and the waiting ones, by slot."""
    played = cut_round(players_left(own.bracket, advanced, place), place)
    tables = {table.slot: set(table.players) for table in played.tables}
    return tables | {slot: {player} for slot, player in played.waiting}


def advanced_in(own: ArchivedStage, round: ArchivedRound) -> dict[str, int]:
    """Return the player who advanced from each decided table of a round of a cut, by slot."""
    seeds = {player: seed for seed, player in enumerate(own.bracket, 1)}
    advanced = {}
    for match in round.matches:
        winner = goes_on(match.players, match.marks, seeds) if match.marks else None
        if winner is not None:
            advanced[match.slot] = winner
    return advanced


def draw_differs(archive: Archive, stage: int) -> bool | None:
    """Return whether the pods or the bracket of a stage (from 1) differ from its seed's draw.

    None if nothing was drawn, or if pods were made from standings.
    """
    own = archive.stages[stage - 1]
    if own.seed is None:
        return None
    if own.pods and stage == 1:
        seated = sorted(player for pod in own.pods for player in pod)
        wishes = {
            wish.player: Wish(wish.pod - 1, None if wish.seat is None else wish.seat - 1)
            for wish in own.wishes
            if wish.player in seated
        }
        sizes = [len(pod) for pod in own.pods]
        return draw_pods(seated, own.seed, wishes, sizes) != [list(pod) for pod in own.pods]
    if own.bracket and (stage == 1 or own.seating is Seating.DRAFT):
        return _seats_differ(own, own.seed, seeds_drawn=stage == 1)
    return None


def _seats_differ(own: ArchivedStage, seed: int, *, seeds_drawn: bool) -> bool:
    lots = Lots(seed, "bracket")
    order = list(own.bracket)
    if seeds_drawn:
        order.sort()
        lots.shuffle(order)
    seats = list(range(len(order)))
    if own.seating is Seating.DRAFT:
        lots.shuffle(seats)
    seated = tuple(player for _seat, player in sorted(zip(seats, order, strict=True)))
    return tuple(order) != own.bracket or seated != own.bracket_seats


def _rounds(archive: Archive, stage: int) -> list[ArchivedRound]:
    return [round for round in archive.rounds if round.stage == stage]


def _pairs(round: ArchivedRound) -> Pairs:
    return {frozenset(match.players) for match in round.matches if not match.unpaired}


def bracket_of(own: ArchivedStage) -> Bracket:
    """Return the bracket of a stage whose entrants are known."""
    by_draft_seat = own.seating is Seating.DRAFT
    entrants = len(own.bracket)
    if own.kind is StageKind.DOUBLE_ELIMINATION:
        return double_elimination(entrants, by_draft_seat=by_draft_seat)
    return single_elimination(entrants, by_draft_seat=by_draft_seat, third_place=own.third_place)


def decided(round: ArchivedRound) -> dict[str, tuple[int, int | None]]:
    """Return winner and loser of each match of a playoff round with a result, by slot."""
    return results_by_slot((m.slot, m.result, m.first, m.second) for m in round.matches)


def _differing(there: Pairs, due: Pairs, source: str) -> list[str]:
    return [f"{_words(pair)} is not in {source}" for pair in sorted(there - due, key=sorted)] + [
        f"{_words(pair)} of {source} is missing" for pair in sorted(due - there, key=sorted)
    ]


def _words(pair: frozenset[int]) -> str:
    player, *others = sorted(pair)
    if len(others) > 1:
        return f"the table of {', '.join(map(str, sorted(pair)))}"
    return f"{player} against {others[0]}" if others else f"a bye of {player}"
