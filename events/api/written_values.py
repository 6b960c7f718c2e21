"""Values that programs write and read back: no names, so that a stored answer has none."""

import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kinds import Source
from domain.limits import EMAIL_LENGTH, MOST_AWARDED_BYES, NAME_LENGTH, NOTE_LENGTH
from events.api.answer_values import Games, Value

Count = Annotated[int, Meta(ge=0, le=99)]
Text = Annotated[str, Meta(max_length=NOTE_LENGTH)]
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
WhichSide = Literal["first", "second"]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body of a request; an unknown key is refused."""


class Nothing(Body, frozen=True, kw_only=True):
    """A body without a key; it may be left out."""


class ResultBody(Body, frozen=True, kw_only=True):
    """A result: games of the first, the second, drawn; who drops after the match.

    A correction of a complete round needs a `reason`.
    """

    games: tuple[Count, Count, Count]
    double_loss: bool = False
    drops: Annotated[tuple[WhichSide, ...], Meta(max_length=2)] = ()
    reason: Text = ""


class PlayerBody(Body, frozen=True, kw_only=True):
    """A player to enroll; `another_person`: not the player of that name who dropped."""

    name: Name
    email: Annotated[str, Meta(max_length=EMAIL_LENGTH)] = ""
    phonetic_name: Name = ""
    platform_id: Name = ""
    awarded_byes: Annotated[int, Meta(ge=0, le=MOST_AWARDED_BYES)] = 0
    members: Annotated[tuple[Name, ...], Meta(max_length=3)] = ()
    another_person: bool = False


class DropBody(Body, frozen=True, kw_only=True):
    """Why a player drops or comes back."""

    reason: Text = ""


class AnnouncementBody(Body, frozen=True, kw_only=True):
    """An announcement in one language or both, until a moment within 24 hours."""

    until: Annotated[datetime.datetime, Meta(tz=True)]
    en: Annotated[str, Meta(max_length=2000)] = ""
    ja: Annotated[str, Meta(max_length=2000)] = ""


class PublishBody(Body, frozen=True, kw_only=True):
    """Why standings are published again."""

    reason: Text = ""


class NoLongerFollows(Value, frozen=True, kw_only=True):
    """Something confirmed that no longer follows from the standings it was made from.

    `what` and `number`: a cut, seeds or pods by their stage, all others by their round.
    `can_be_undone`: nothing of it is played; the desk has the button.
    """

    what: str
    number: int
    text: str
    can_be_undone: bool


class TableAnswer(Value, frozen=True, kw_only=True):
    """A table: players by number, result, and the version that If-Match takes.

    `source`: how the result came in, null without one. `kept`: staff decided for its report.
    `no_longer_follows`: after a correction, what was confirmed from the old result.
    """

    round: int
    table: int
    players: tuple[int, ...]
    games: Games | None
    double_loss: bool
    source: Source | None
    kept: bool
    version: str
    no_longer_follows: tuple[NoLongerFollows, ...] = ()


class PlayerAnswer(Value, frozen=True, kw_only=True):
    """A player by number."""

    number: int
    state: Literal["active", "dropped", "disqualified"]
    checked_in: bool


class AnnouncementAnswer(Value, frozen=True, kw_only=True):
    """The announcement that was posted."""

    id: int
    until: datetime.datetime


class RoundAnswer(Value, frozen=True, kw_only=True):
    """How far a round is."""

    number: int
    state: Literal["unposted", "posted", "complete"]


class PublishedAnswer(Value, frozen=True, kw_only=True):
    """The standings that were published."""

    round: int
    revision: int
