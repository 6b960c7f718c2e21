"""The sizes of the tables for a number of players."""

from enum import StrEnum

from pairings.tables_of_four.seatings import LARGEST, SMALLEST, USUAL
from pairings.types import PairingError

WITHOUT_FIVES = {6, 7, 11}
"""Numbers of players that tables of four and five cannot seat; 1 to 3 aside."""


class OddPolicy(StrEnum):
    """How to seat a number of players that four does not divide.

    threes: as few tables of three as possible. fives: tables of five, and threes for 6, 7 and 11.
    byes: one to three players get a bye. mixed: one or two over get byes, three over a table.
    """

    THREES = "threes"
    FIVES = "fives"
    BYES = "byes"
    MIXED = "mixed"


def sizes_for(players: int, policy: OddPolicy) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the tables, fours first, and the number of byes.

    Raises PairingError for fewer than three players, who cannot form a table.
    """
    if players < SMALLEST:
        raise PairingError(f"a table needs at least {SMALLEST} players, not {players}")
    fours, over = divmod(players, USUAL)
    if players > SMALLEST and (
        policy is OddPolicy.BYES or (policy is OddPolicy.MIXED and over < SMALLEST)
    ):
        return (USUAL,) * fours, over
    if policy is OddPolicy.FIVES and players > LARGEST and players not in WITHOUT_FIVES:
        return (USUAL,) * (fours - over) + (LARGEST,) * over, 0
    if players == LARGEST:
        return (LARGEST,), 0
    threes = -players % USUAL
    return (USUAL,) * ((players - SMALLEST * threes) // USUAL) + (SMALLEST,) * threes, 0
