"""Rounds of an archive and the matches in them."""

from dataclasses import replace
from typing import Annotated

from msgspec import Meta, field

from archive.field_types import (
    CLEAN,
    SAID,
    Count,
    Ids,
    Moment,
    Number,
    Part,
    Seed,
    SharedPoints,
    Whole,
    since,
)
from archive.phone_parts import ArchivedGameReport
from domain.kinds import Check, ExtensionReason, MatchKind, RoundState, Seat, Source
from domain.limits import (
    MOST_ADDED_SECONDS,
    MOST_EXTENSION,
    MOST_REPORTS,
    MOST_TOLD_GAMES,
    NOTE_LENGTH,
)
from domain.results import Ending, Game, Result, Side, Winner, result_of
from domain.table_marks import LARGEST_TABLE, SMALLEST_TABLE

Marks = Annotated[str, Meta(max_length=LARGEST_TABLE, pattern=SAID)]
SeatNumbers = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=LARGEST_TABLE)], ...], Meta(max_length=LARGEST_TABLE)
]


class ArchivedGame(Part, frozen=True, kw_only=True):
    """One game as reported; see results.Game."""

    winner: Winner
    ending: Ending = Ending.PLAYED
    number: Annotated[int, Meta(ge=1, le=MOST_TOLD_GAMES)] | None = None
    play_first: Side | None = None
    seat: Seat | None = None

    @property
    def value(self) -> Game:
        """The game as a value."""
        return Game(self.winner, self.ending, self.number, self.play_first, self.seat or "")


def archived_game(game: Game) -> ArchivedGame:
    """Return a game as an archive has it."""
    return ArchivedGame(
        winner=game.winner,
        ending=game.ending,
        number=game.number,
        play_first=game.play_first,
        seat=Seat(game.seat) if game.seat else None,
    )


class ArchivedReport(Part, frozen=True, kw_only=True):
    """Report of one source about a match.

    - `kept`: for the source `kept`, the source of the report that staff chose.
    - `stands`: this is the official report; its result is that of the match.
    - `games`, `double_loss`, `seats`, `marks`: its result, as in a match; absent in the official
      report.
    - `told`: its games one by one, if the source reported more than their number.
    - `by`: the reporting account, by its name at that time; `player`: the reporting player.
    - `drops`, `stays`: the sides it drops, and those whose earlier drop it undoes; at a table of
      three to five `seat_drops`, `seat_stays`: their seats, from 1.
    - `tardiness`: a no-show, with a match loss for tardiness while this is the official report.
    - `replaces`: the index of the report of this match that it replaced, from 0.
    - `received_at`: when the server received it, if `at` follows the clock of a phone.
    - `undone_at`, `undone_by`: when it was undone, and by whom.
    """

    source: Source = Source.SLIP
    kept: Annotated[Source | None, since(4)] = None
    at: Moment | None = None
    received_at: Annotated[Moment | None, since(5)] = None
    by: Annotated[str, Meta(max_length=150, pattern=SAID)] = ""
    player: Whole | None = None
    stands: bool = False
    games: tuple[Count, Count, Count] | None = None
    double_loss: bool = False
    seats: Annotated[str, Meta(max_length=3, pattern=SAID)] = ""
    marks: Annotated[Marks, since(5)] = ""
    told: Annotated[tuple[ArchivedGame, ...], Meta(max_length=MOST_TOLD_GAMES)] = ()
    seat_drops: Annotated[SeatNumbers, since(5)] = ()
    seat_stays: Annotated[SeatNumbers, since(5)] = ()
    drops: Annotated[tuple[Side, ...], Meta(max_length=2)] = ()
    stays: Annotated[tuple[Side, ...], Meta(max_length=2)] = ()
    reason: Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN)] = ""
    tardiness: bool = False
    replaces: Whole | None = None
    undone_at: Moment | None = None
    undone_by: Annotated[str, Meta(max_length=150, pattern=SAID)] = ""

    @property
    def own_result(self) -> Result | None:
        """The result stored in this report; None if it is that of the match."""
        if self.games is None:
            return None
        return result_of(*self.games, self.double_loss, self.seats, self.marks)


class ArchivedMatch(Part, frozen=True, kw_only=True):
    """One match; `games` None means that its result is outstanding.

    Three to five `players` sit at a table, in the order of their seats. Its `games` are 0, 0, 0
    once its result is in, and `marks` is the result: one a seat, w won, d drew, l lost.
    """

    table: Number | None = None
    players: Annotated[Ids, Meta(min_length=1, max_length=LARGEST_TABLE)]
    games: tuple[Count, Count, Count] | None = None
    bye: bool = False
    unpaired: bool = False
    double_loss: bool = False
    extension_minutes: Annotated[int, Meta(ge=0, le=MOST_EXTENSION)] = 0
    extension_reason: Annotated[ExtensionReason | None, since(3)] = None
    check_mark: Annotated[Check | None, since(3)] = None
    turns_at: Annotated[Moment | None, since(3)] = None
    slot: Annotated[str, Meta(max_length=8, pattern=SAID), since(2)] = ""
    play_first: Annotated[Side | None, since(2)] = None
    seats: Annotated[str, Meta(max_length=3, pattern=SAID), since(2)] = ""
    marks: Annotated[Marks, since(5)] = ""
    reports: Annotated[tuple[ArchivedReport, ...], Meta(max_length=MOST_REPORTS), since(3)] = ()
    game_reports: Annotated[
        tuple[ArchivedGameReport, ...], Meta(max_length=MOST_REPORTS), since(4)
    ] = ()

    @property
    def kind(self) -> MatchKind:
        """The kind of the match: two players, a table, a bye, or an assigned loss."""
        if self.bye:
            return MatchKind.BYE
        if len(self.players) >= SMALLEST_TABLE:
            return MatchKind.TABLE
        return MatchKind.UNPAIRED if self.unpaired else MatchKind.PLAYED

    @property
    def first(self) -> int:
        """The id of the first-named player."""
        return self.players[0]

    @property
    def second(self) -> int | None:
        """The id of the second-named player; None without an opponent."""
        return self.players[1] if len(self.players) == 2 else None

    @property
    def result(self) -> Result | None:
        """The result; None while it is outstanding."""
        if self.games is None:
            return None
        return result_of(*self.games, self.double_loss, self.seats, self.marks)

    def result_of_report(self, report: ArchivedReport) -> Result | None:
        """Return the result of one of the reports, with its games as reported."""
        own = self.result if report.games is None else report.own_result
        if own is None or not report.told:
            return own
        return replace(own, reported_games=tuple(game.value for game in report.told))


class ArchivedBefore(Part, frozen=True, kw_only=True):
    """A player's match points and record ("2-0-1") before a round, as of when it was posted."""

    player: Whole
    points: SharedPoints
    record: Annotated[str, Meta(max_length=20, pattern=SAID)]


class ArchivedRound(Part, frozen=True, kw_only=True):
    """One round with its matches in the order of the file.

    `order`: the standings it was paired by, if any; `again`: how often it was paired again;
    `before`: players whose points changed after posting, because a result was corrected;
    `paused_at`: when the clock was paused; `added_seconds`: time added to its limit;
    `seated_before`: tables of the previous round, if the event moved within its venue.
    """

    number: Whole
    stage: Number
    matches: Annotated[tuple[ArchivedMatch, ...], Meta(min_length=1)]
    said_state: RoundState | None = field(default=None, name="state")
    before: Annotated[tuple[ArchivedBefore, ...], since(2)] = ()
    seed: Seed | None = None
    changed_by_hand: bool = False
    paired_at: Moment | None = None
    posted_at: Moment | None = None
    started_at: Moment | None = None
    paused_at: Annotated[Moment | None, since(3)] = None
    added_seconds: Annotated[int, Meta(ge=-MOST_ADDED_SECONDS, le=MOST_ADDED_SECONDS), since(3)] = 0
    completed_at: Moment | None = None
    next_at: Annotated[Moment | None, since(3)] = None
    seated_before: Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN), since(4)] = ""
    order: Annotated[Ids, since(2)] = ()
    again: Annotated[Whole, since(2)] = 0

    @property
    def implied_state(self) -> RoundState:
        """The state that a file implies: complete if every result is in, else being played."""
        done = all(match.games is not None for match in self.matches)
        return RoundState.COMPLETE if done else RoundState.POSTED

    @property
    def state(self) -> RoundState:
        """The state of the round, as the file says or implies."""
        return self.said_state or self.implied_state
