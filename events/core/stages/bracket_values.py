"""Values of a drawn bracket: its columns, matches and places."""

from dataclasses import dataclass

from events.models import Enrollment, Round, Stage


@dataclass(frozen=True, slots=True)
class Side:
    """One of the places of a match or a table.

    `player` is None while the player is not known, and for good if `nobody` is true; `games` are
    those won, None without a result; `plays_first`: recorded for game 1. `either`: the two players
    of the match whose winner gets this place, until it is decided.
    """

    player: Enrollment | None
    seed: int | None
    nobody: bool
    games: int | None
    won: bool
    chooses: bool
    plays_first: bool
    either: tuple[Enrollment, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """One match or table of the picture; `round_number` is None until its round exists.

    `timed`: the round whose clock counts for it, with `extension` minutes more. `game`: the number
    of the one being played, from 1, where players report their games. `waits`: a player of a cut at
    tables of four who waits for the next round. `drawn`: a table that drew, from which the best
    seed advances.
    """

    slot: str
    round_number: int | None
    table: int | None
    sides: tuple[Side, ...]
    decided: bool
    waits: bool = False
    drawn: bool = False
    timed: Round | None = None
    extension: int = 0
    game: int | None = None

    @property
    def clock(self) -> Round | None:
        """The round whose clock is running for this match; None without a time limit."""
        running = self.open and self.timed is not None and self.timed.started_at is not None
        return self.timed if running and self.timed and self.timed.minutes else None

    @property
    def open(self) -> bool:
        """Whether the match is being played."""
        return self.table is not None and not self.decided

    @property
    def is_bye(self) -> bool:
        """True for a place from which one player advances without a match."""
        return self.decided and any(side.nobody for side in self.sides)

    @property
    def winner(self) -> Side | None:
        """The winning side; None without a result."""
        return next((side for side in self.sides if side.won), None)

    @property
    def loser(self) -> Side | None:
        """The losing side; None without a result."""
        return next((side for side in self.sides if self.decided and not side.won), None)

    @property
    def walkover(self) -> bool:
        """True for a match that a drop decided."""
        both = all(side.player is not None for side in self.sides)
        return self.decided and both and self.table is None and not self.waits

    @property
    def dropped(self) -> Enrollment | None:
        """Player who dropped and so lost a walkover; None if that is not known."""
        losers = [side.player for side in self.sides if not side.won and side.player]
        gone = [loser for loser in losers if not loser.is_active]
        return gone[0] if self.walkover and gone else None


@dataclass(frozen=True, slots=True)
class Column:
    """Matches of one round of one part.

    `part` is "main", "unbeaten", "once-beaten", "final", "reset" or "third"; `matches` counts the
    places of the round in a full bracket, `number` the round in its part, from 1. `is_joined`: each
    match of the next column follows from the two matches at its left. `players`: of a cut at tables
    of four, as Round.bracket_players has it; a table takes the height of two matches.
    """

    part: str
    number: int
    matches: int
    boxes: tuple[Box, ...]
    is_joined: bool = False
    players: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole bracket: rows of columns that belong together, best part first.

    `winner` is None until the bracket is decided, `is_over` then, and if the winner was
    disqualified; `third` is the match for the third place.
    """

    stage: Stage
    rows: tuple[tuple[Column, ...], ...]
    third: Column | None
    winner: Enrollment | None
    entrants: int
    is_over: bool = False

    @property
    def drawn_rows(self) -> tuple[tuple[Column, ...], ...]:
        """All rows, with the match for the third place in a row of its own at the end."""
        return self.rows if self.third is None else (*self.rows, (self.third,))

    @property
    def final(self) -> Box | None:
        """The match that decided the bracket; None before that."""
        decided = [column.boxes[-1] for column in self.rows[0] if column.boxes[-1].decided]
        return decided[-1] if decided and self.winner else None

    @property
    def full(self) -> int:
        """Number of matches in the largest column: 16 for a bracket of 32."""
        return max(column.matches for row in self.rows for column in row)
