"""Cuts at tables of four: the players of each round, advancing players, final places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domain.table_marks import USUAL_TABLE, WAITING_IN_CUT, drawing_seats, winning_seat

CUT_SIZES = tuple(WAITING_IN_CUT)

UNKNOWN = -1
"""A seat of a later round whose player is not known yet."""

Advanced = Mapping[str, int]
"""Players who went on from a table, by the name of its slot."""


@dataclass(frozen=True, slots=True)
class CutTable:
    """One table of a cut; `players` by seat, the better seed earlier. `slot` is unique: "C2-1"."""

    slot: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CutRound:
    """The tables of a round of a cut, and the players who wait for the next one, by slot."""

    tables: tuple[CutTable, ...]
    waiting: tuple[tuple[str, int], ...]


def left_by_round(entrants: int) -> tuple[int, ...]:
    """Return the number of players at the start of each round of a cut: 40, 16, 4 for 40."""
    left = [entrants]
    while left[-1] > USUAL_TABLE:
        waiting = WAITING_IN_CUT[left[-1]]
        left.append(waiting + (left[-1] - waiting) // USUAL_TABLE)
    return tuple(left)


def cut_rounds(entrants: int) -> int:
    """Return the number of rounds of a cut of so many players: 4 one, 7 to 16 two, 40 three."""
    return len(left_by_round(entrants))


def cut_round(players: Sequence[int], number: int) -> CutRound:
    """Return round `number` of a cut, from 1, for the remaining players by seed.

    The best wait; the others are dealt to the tables to and fro: 3-6-7-10 and 4-5-8-9.
    """
    wait = WAITING_IN_CUT[len(players)]
    playing = players[wait:]
    tables = len(playing) // USUAL_TABLE
    rows = [playing[at : at + tables] for at in range(0, len(playing), tables)]
    dealt = [row if place % 2 == 0 else row[::-1] for place, row in enumerate(rows)]
    seated = zip(*dealt, strict=True)
    return CutRound(
        tables=tuple(CutTable(f"C{number}-{at}", table) for at, table in enumerate(seated, 1)),
        waiting=tuple((f"C{number}-w{at}", player) for at, player in enumerate(players[:wait], 1)),
    )


def goes_on(players: Sequence[int], marks: str, seeds: Mapping[int, int]) -> int | None:
    """Return the player who advances from a table: the winner, or after a draw the best seed.

    `players` and `marks` by seat. None if everyone lost.
    """
    winner = winning_seat(marks)
    if winner is not None:
        return players[winner - 1]
    drew = [players[seat - 1] for seat in drawing_seats(marks)]
    return min(drew, key=lambda player: seeds[player], default=None)


def players_left(entrants: Sequence[int], advanced: Advanced, number: int) -> list[int]:
    """Return the players who play or wait in round `number`, by seed, from the seeds in order.

    Raises KeyError while a table of an earlier round is not decided.
    """
    left = list(entrants)
    for earlier in range(1, number):
        played = cut_round(left, earlier)
        on = {player for _slot, player in played.waiting}
        on |= {advanced[table.slot] for table in played.tables}
        left = [player for player in left if player in on]
    return left


def players_expected(entrants: Sequence[int], advanced: Advanced, number: int) -> list[int]:
    """Return the players of round `number` as players_left does, UNKNOWN for undecided ones.

    While an earlier table is undecided, only players who waited are known: they are the best seeds.
    """
    left = list(entrants)
    for earlier in range(1, number):
        played = cut_round(left, earlier)
        known = [player for _slot, player in played.waiting]
        on = [advanced.get(table.slot, UNKNOWN) for table in played.tables]
        if UNKNOWN in on:
            on = [UNKNOWN] * len(on)
        going = {*known, *on}
        left = (
            [player for player in left if player in going]
            if UNKNOWN not in going
            else [*known, *on]
        )
    return left


def is_cut_over(entrants: Sequence[int], advanced: Advanced) -> bool:
    """Return whether the final is decided."""
    return f"C{cut_rounds(len(entrants))}-1" in advanced


def cut_placing(entrants: Sequence[int], advanced: Advanced) -> list[int]:
    """Return the entrants by the round they reached, then by seed; remaining players are first."""
    rounds = cut_rounds(len(entrants))
    out: dict[int, int] = {}
    for number in range(1, rounds + 1):
        tables = cut_round(players_left(entrants, advanced, number), number).tables
        for table in tables:
            if table.slot in advanced:
                beaten = set(table.players) - {advanced[table.slot]}
                out |= dict.fromkeys(beaten, number)
        if any(table.slot not in advanced for table in tables):
            break
    return sorted(entrants, key=lambda player: -out.get(player, rounds + 1))
