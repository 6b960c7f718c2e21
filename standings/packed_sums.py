"""A player's totals packed into one whole number, so that a match costs one addition per side."""

from enum import IntEnum

# Every field is far too wide to overflow into the next: at most 2,000 points (60,000 parts at a
# table of four) or 2,997 games a round.
WIDTH = 28
FIELD = (1 << WIDTH) - 1
PAIR = (1 << 2 * WIDTH) - 1


class Sum(IntEnum):
    """The bit offsets of the sums; points and rounds, game points and games are adjacent."""

    POINTS = 0
    ROUNDS = WIDTH
    GAME_POINTS = 2 * WIDTH
    GAMES = 3 * WIDTH
    WINS = 4 * WIDTH
    LOSSES = 5 * WIDTH
    DRAWS = 6 * WIDTH
    BYES = 7 * WIDTH
    BYE_POINTS = 8 * WIDTH
    PHANTOMS = 9 * WIDTH
    BEATEN = 10 * WIDTH
    TABLES = 11 * WIDTH
    FACED = 12 * WIDTH


def pack(**sums: int) -> int:
    """Pack sums into one total, for example `pack(points=3, rounds=1)`."""
    return sum(value << Sum[name.upper()] for name, value in sums.items())


def unpack(total: int, field: Sum) -> int:
    """Read one sum from a packed total."""
    return total >> field & FIELD
