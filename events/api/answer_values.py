"""Answers to programs about an event; the schema is generated from these types."""

import datetime
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

Moment = datetime.datetime
Games = tuple[int, int, int]
ResultWord = Literal["first", "second", "draw", "double-loss", "bye", "unpaired"]
State = Literal["setup", "running", "finished"]
StageKind = Literal[
    "swiss", "round-robin", "single-elimination", "double-elimination", "tables", "tables-cut"
]


class Value(Struct, frozen=True, kw_only=True):
    """Base class of the values in answers."""


class Person(Value, frozen=True, kw_only=True):
    """A player or a team as named on public pages."""

    number: int
    name: str
    members: tuple[str, ...] | UnsetType = UNSET
    platform_id: str | UnsetType = UNSET


class Side(Person, frozen=True, kw_only=True):
    """A player of a match, with points and record before the round."""

    points: float
    record: str


class MatchValue(Value, frozen=True, kw_only=True):
    """A match as posted. Result and games (first, second, drawn) are null until published.

    A table of three to five has `seats`, its players in playing order, the first of them also as
    `first`, and once it is published `marks`, one per seat: w won, d drew, l lost. It has no second
    player, result or games.
    """

    table: int | None
    kind: Literal["played", "table", "bye", "unpaired"]
    first: Side
    second: Side | None
    result: ResultWord | None
    games: Games | None
    seats: tuple[Side, ...] | UnsetType = UNSET
    marks: str | UnsetType = UNSET


class RoundValue(Value, frozen=True, kw_only=True):
    """A posted round; `results`: whether its results are public."""

    number: int
    stage: int
    state: Literal["posted", "complete"]
    results: bool
    games_to_win: int
    minutes: int
    posted_at: Moment | None
    matches: tuple[MatchValue, ...]


class Rounds(Value, frozen=True, kw_only=True):
    """The posted rounds of an event."""

    event: str
    rounds: tuple[RoundValue, ...]


class OneRound(RoundValue, frozen=True, kw_only=True):
    """A posted round by itself."""

    event: str


class Figure(Value, frozen=True, kw_only=True):
    """A tiebreaker: as an exact fraction of 1, and as displayed."""

    exact: str | None
    shown: str


class StandingsRow(Person, frozen=True, kw_only=True):
    """One line of published standings. `drawn`: a random draw broke a tie for the place."""

    place: int | None
    points: float
    wins: int
    losses: int
    draws: int
    byes: int
    state: Literal["active", "dropped", "disqualified"]
    drawn: bool
    tiebreakers: dict[str, Figure]


class Published(Value, frozen=True, kw_only=True):
    """One publication of standings: its round, revision and time."""

    round: int
    revision: int
    published_at: Moment


class Standings(Published, frozen=True, kw_only=True):
    """Published standings; `published` lists those of every round."""

    event: str
    tiebreakers: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    published: tuple[Published, ...]


class EventLine(Value, frozen=True, kw_only=True):
    """An event in the list."""

    slug: str
    name: str
    date: datetime.date
    time_zone: str
    venue: str
    game_format: str
    state: State
    team_size: int
    url: str


class Events(Value, frozen=True, kw_only=True):
    """A page of the list of events, newest first; `next` is the address of the next page."""

    events: tuple[EventLine, ...]
    next: str | None


class StageValue(Value, frozen=True, kw_only=True):
    """A stage. `advancing`: players who advanced, once a round of a later stage is posted."""

    number: int
    kind: StageKind
    rounds: int | None
    first_round: int | None
    last_round: int | None
    advancing: tuple[int, ...] | None


class EventValue(EventLine, frozen=True, kw_only=True):
    """An event. `rules`: its rule profile, with percentages as exact fractions."""

    players: int
    platform: str
    games_to_win: int
    round_minutes: int
    planned_rounds: int | None
    round: int | None
    results_through: int | None
    finished_at: Moment | None
    rules: dict[str, Any]
    stages: tuple[StageValue, ...]
    links: dict[str, str]


class BracketSide(Value, frozen=True, kw_only=True):
    """One side of a bracket match; all but `won` are null until a player is known."""

    number: int | None
    name: str | None
    seed: int | None
    games: int | None
    won: bool


class BracketMatch(Value, frozen=True, kw_only=True):
    """A match of a bracket; `round` and `table` are null until it is posted.

    A table of four has one side per seat; a player who waits for the next round is alone.
    """

    slot: str
    part: Literal["main", "unbeaten", "once-beaten", "final", "reset", "third"]
    column: int
    round: int | None
    table: int | None
    decided: bool
    sides: tuple[BracketSide, ...]


class Bracket(Value, frozen=True, kw_only=True):
    """The newest bracket with a posted round."""

    event: str
    stage: int
    entrants: int
    winner: Person | None
    matches: tuple[BracketMatch, ...]


class Seat(Person, frozen=True, kw_only=True):
    """A seat of a draft."""

    pod: int
    seat: int


class Pods(Value, frozen=True, kw_only=True):
    """The seats of the newest draft whose pods are posted."""

    event: str
    stage: int
    seats: tuple[Seat, ...]


class Decklist(Person, frozen=True, kw_only=True):
    """An open decklist: its text, and how many cards it has."""

    text: str
    main: int
    sideboard: int


class Decklists(Value, frozen=True, kw_only=True):
    """The public decklists; empty while none is open."""

    event: str
    decklists: tuple[Decklist, ...]


class Announcement(Value, frozen=True, kw_only=True):
    """An announcement; if one language is empty, its readers get the other text."""

    en: str
    ja: str
    made_at: Moment
    until: Moment


class Announcements(Value, frozen=True, kw_only=True):
    """Current announcements."""

    event: str
    announcements: tuple[Announcement, ...]


class News(Value, frozen=True, kw_only=True):
    """News of an event in a stream. `etags`: by name of the address, null without an answer."""

    event: str
    state: State
    round: int | None
    results_through: int | None
    etags: dict[str, str | None]


class Timer(Value, frozen=True, kw_only=True):
    """A clock. `ends_at` is null while it is paused, has not started, or has no limit."""

    minutes: int
    started_at: Moment | None
    paused_at: Moment | None
    added_seconds: int
    ends_at: Moment | None


class Preparation(Timer, frozen=True, kw_only=True):
    """The clock of a draft or of deck construction."""

    kind: Literal["draft", "construction"]


class Clock(Value, frozen=True, kw_only=True):
    """The clock of the newest posted round, and of what comes before the next one."""

    event: str
    round: int | None
    clock: Timer | None
    next_at: Moment | None
    preparation: Preparation | None


class Report(Value, frozen=True, kw_only=True):
    """The final report: the winner, the final standings, every round, the bracket."""

    event: EventValue
    winner: Person | None
    standings: Standings
    rounds: tuple[RoundValue, ...]
    bracket: Bracket | None


class ArchiveValue(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The public edition of the event archive (docs/reference/archive-format.md)."""

    format: str
    version: int
    event: dict[str, Any]
    players: list[dict[str, Any]]
    stages: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    drops: list[dict[str, Any]]
    standings: list[int] | None = None
    written_by: str = ""


class Problem(Value, frozen=True, kw_only=True, omit_defaults=True):
    """An error (RFC 9457). `field`: the value of the request that caused it.

    `code` identifies the kind of error, `detail` says in English what is wrong and what to do,
    `title` names the kind in the language of the request. `type` is the address that describes the
    kind.
    """

    type: str
    code: str
    title: str
    status: int
    detail: str
    field: str = ""
