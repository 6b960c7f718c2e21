"""An event's settings for players' phones, and the clock of a draft or of deck construction."""

from typing import Annotated

from msgspec import Meta

from archive.field_types import Moment, Part, Whole
from domain.kinds import PhoneReports, Preparation
from domain.limits import MOST_ADDED_SECONDS, MOST_SMALL, MOST_TOLD_GAMES
from domain.results import Side, Winner


class ArchivedPhones(Part, frozen=True, kw_only=True):
    """Rules for the phones of players; without a key as in a new event."""

    show_recorded: bool = True
    private_pages: bool = False
    slip_codes: bool = False
    phone_reports: PhoneReports = PhoneReports.OFF
    phone_games: bool = False
    phone_check_in: bool = False
    check_in_open: bool = False
    check_in_from: Moment | None = None
    check_in_until: Moment | None = None
    phone_decks: bool = False
    opponent_decks: bool = False
    phone_drops: bool = False
    judge_calls: bool = False


class ArchivedPreparation(Part, frozen=True, kw_only=True):
    """The clock of a draft or of deck construction, set or running."""

    kind: Preparation
    minutes: Annotated[int, Meta(ge=0, le=MOST_SMALL)] = 0
    started_at: Moment | None = None
    paused_at: Moment | None = None
    added_seconds: Annotated[int, Meta(ge=-MOST_ADDED_SECONDS, le=MOST_ADDED_SECONDS)] = 0


class ArchivedGameReport(Part, frozen=True, kw_only=True):
    """One game as a player of the match reported it by phone; `undone_at`: when it was undone."""

    player: Whole
    number: Annotated[int, Meta(ge=1, le=MOST_TOLD_GAMES)]
    winner: Winner
    at: Moment
    play_first: Side | None = None
    undone_at: Moment | None = None
