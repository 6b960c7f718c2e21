"""Players of an event: read, enroll, change, check in, drop, reinstate, merge."""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any, Literal, cast

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from domain.limits import EMAIL_LENGTH, MOST_AWARDED_BYES
from events.api.answer_values import Value
from events.api.declared import (
    EVENT,
    PLAYER,
    Asked,
    Body,
    Call,
    PlainCall,
    Query,
    Sent,
    call,
    version_of,
)
from events.api.value_types import MOST_PLAYER_NUMBER, Name, PlayerNumber, TableNumber, Text
from events.core.drops.drop_parts import find_player
from events.core.players.actions import change_enrollment, remove
from events.core.players.enrollment_actions import enroll_player as enroll_one
from events.core.players.enrollment_questions import LEFT_PLAYER, NAMESAKE
from events.core.players.player_entries import NewEnrollment, enrollment_data, enrollment_values
from events.core.players.teams import members_of
from events.core.progress.presence import DueRound, Presence, due_round
from events.models import Enrollment, TokenScope
from events.roster.merging_actions import merge_players
from events.web.access import Action, may

ROSTER = TokenScope.ROSTER
Names = Annotated[tuple[Name, ...], Meta(max_length=3)]
Email = Annotated[str, Meta(max_length=EMAIL_LENGTH)]
Byes = Annotated[int, Meta(ge=0, le=MOST_AWARDED_BYES)]
PlayerState = Literal["active", "dropped", "disqualified"]


class PlayerBody(Asked, frozen=True, kw_only=True):
    """A player to enroll; `another_person`: not the known player of that name.

    `another_person` answers the questions `namesake` and `left-player` with `enroll`. `late`:
    whether the rounds that a late player missed are losses; null: as set in the event.
    `eligible_because`: why a player who is not eligible plays.
    """

    name: Name
    email: Email = ""
    phonetic_name: Name = ""
    sort_name: Name = ""
    platform_id: Name = ""
    awarded_byes: Byes = 0
    members: Names = ()
    eligible_because: Text = ""
    late: Literal["losses", "nothing"] | None = None
    another_person: bool = False


class ChangedPlayerBody(Body, frozen=True, kw_only=True):
    """Data of a player; omitted values are unchanged. `fixed_table` null: none."""

    name: Name | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    phonetic_name: Name | UnsetType = UNSET
    sort_name: Name | UnsetType = UNSET
    platform_id: Name | UnsetType = UNSET
    awarded_byes: Byes | UnsetType = UNSET
    fixed_table: TableNumber | UnsetType | None = UNSET
    members: Names | UnsetType = UNSET


class MergeBody(Body, frozen=True, kw_only=True):
    """The other enrollment of the same person, to be removed."""

    other: PlayerNumber


class PlayerAnswer(Value, frozen=True, kw_only=True):
    """A player by number, and the version that If-Match takes."""

    number: int
    state: PlayerState
    checked_in: bool
    version: str


class PlayerValue(Value, frozen=True, kw_only=True):
    """A player as staff see them.

    `presence`: the player's state for the current or next round. `email`: null if the person may
    not change the roster.
    """

    number: int
    name: str
    email: str | None
    phonetic_name: str
    sort_name: str
    platform_id: str
    members: tuple[str, ...]
    state: PlayerState
    presence: Presence
    checked_in: bool
    awarded_byes: int
    byes_series: str
    byes_place: int
    fixed_table: int | None
    dropped_after: int | None


class OnePlayer(PlayerValue, frozen=True, kw_only=True):
    """A player as staff see them, and the version that If-Match takes."""

    version: str


class Roster(Value, frozen=True, kw_only=True):
    """Players of an event, including dropped ones, by number; `next`: `after` of the next page."""

    event: str
    players: tuple[PlayerValue, ...]
    next: int | None


class RemovedAnswer(Value, frozen=True, kw_only=True):
    """The number of the removed player; it is not used again."""

    number: int


LIMIT = Query(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": 1000},
    _("Players per page; all of them without it"),
)
AFTER = Query(
    "after",
    {"type": "integer", "minimum": 1, "maximum": MOST_PLAYER_NUMBER},
    _("The next page: the value of “next”"),
)


@call(
    "players",
    f"GET {EVENT}/players",
    ROSTER,
    Action.SEE,
    _("Read the roster"),
    queries=(LIMIT, AFTER),
)
def read_roster(call: PlainCall) -> Roster:
    """Read the players with all data that staff see, in a fixed number of queries."""
    due = due_round(call.event)
    rows = call.event.enrollments.select_related("player").prefetch_related("members")
    chosen = rows.filter(number__gt=call.queries.get("after", 0)).order_by("number")
    limit = call.queries.get("limit")
    page = list(chosen if limit is None else chosen[: limit + 1])
    has_more = limit is not None and len(page) > limit
    page = page[:limit]
    players = tuple(
        PlayerValue(**_values(call, row, due, [member.name for member in row.members.all()]))
        for row in page
    )
    return Roster(
        event=call.event.slug, players=players, next=page[-1].number if has_more else None
    )


@call("player", f"GET {PLAYER}", ROSTER, Action.SEE, _("Read a player"))
def read_player(call: PlainCall) -> OnePlayer:
    """Read a player with the version that a change needs."""
    row = _found(call)
    values = _values(call, row, due_round(call.event), members_of(row))
    return OnePlayer(**values, version=_version(call, row))


def _sees_email(call: Call[Sent]) -> bool:
    """Whether the person may see email addresses: the right to change the roster includes it."""
    return may(call.desk.roles, Action.EDIT_ROSTER)


def _version(call: Call[Sent], enrollment: Enrollment) -> str:
    """Return the version of a player; it depends only on data that the person may see."""
    values = enrollment_values(enrollment)
    if not _sees_email(call):
        del values["email"]
    return version_of(values)


def _values(
    call: Call[Sent], row: Enrollment, due: DueRound, members: Sequence[str]
) -> dict[str, Any]:
    return {
        "number": row.number,
        "name": row.name,
        "email": row.player.email if _sees_email(call) else None,
        "phonetic_name": row.reading,
        "sort_name": row.sort_name,
        "platform_id": row.platform_id,
        "members": tuple(members),
        "state": row.state,
        "presence": due.presence_of(row),
        "checked_in": row.checked_in,
        "awarded_byes": row.awarded_byes,
        "byes_series": row.byes_series,
        "byes_place": row.byes_place,
        "fixed_table": row.fixed_table,
        "dropped_after": row.dropped_after,
    }


def _found(call: Call[Sent]) -> Enrollment:
    row = find_player(call.event, call.numbers["player"])
    row.event = call.event
    return row


@call(
    "enroll",
    f"POST {EVENT}/players",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Enroll a player"),
    sample={"name": "Zoe New"},
    status=HTTPStatus.CREATED,
    makes={"player": "number"},
)
def enroll_player(call: Call[PlayerBody]) -> PlayerAnswer:
    """Enroll a player, after a question if a player of the same name is known."""
    body = call.body
    entry = NewEnrollment(
        name=body.name,
        email=body.email,
        reading=body.phonetic_name,
        sort_name=body.sort_name,
        platform_id=body.platform_id,
        awarded_byes=body.awarded_byes,
        members=body.members,
        eligible_because=body.eligible_because,
        late=body.late,
    )
    given = call.given
    if body.another_person:
        known = dict.fromkeys((NAMESAKE, LEFT_PLAYER), "enroll")
        given = replace(given, answers={**known, **given.answers})
    return player_answer(call, enroll_one(**call.who, entry=entry, given=given))


def player_answer(call: Call[Sent], enrollment: Enrollment) -> PlayerAnswer:
    """Return a player by number with the version, as calls answer."""
    return PlayerAnswer(
        number=enrollment.number,
        state=cast(Any, enrollment.state),
        checked_in=enrollment.checked_in,
        version=_version(call, enrollment),
    )


@call(
    "change-player",
    f"PATCH {PLAYER}",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Change a player"),
    sample={"name": "Zoë New", "fixed_table": 7},
    needs_version=True,
)
def change_player(call: Call[ChangedPlayerBody]) -> PlayerAnswer:
    """Change a player's name, email, byes, table or other data."""
    row = _found(call)
    sent = {
        _COLUMNS.get(name, name): getattr(call.body, name)
        for name in ChangedPlayerBody.__struct_fields__
    }
    changes = {name: value for name, value in sent.items() if value is not UNSET}
    data = replace(enrollment_data(row), **changes)
    return player_answer(call, change_enrollment(**call.player, data=data, token=call.token))


_COLUMNS = {"phonetic_name": "reading"}


@call(
    "remove-player",
    f"DELETE {PLAYER}",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Remove a player from the roster"),
)
def remove_player(call: PlainCall) -> RemovedAnswer:
    """Remove a never-paired player from the roster; others can only be dropped."""
    remove(**call.player)
    return RemovedAnswer(number=call.numbers["player"])


@call(
    "merge-players",
    f"POST {PLAYER}/merge",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Merge two players"),
    sample={"other": 5},
    fields={"number": "other"},
)
def merge(call: Call[MergeBody]) -> PlayerAnswer:
    """Merge another enrollment of the same person into this one."""
    return player_answer(call, merge_players(**call.player, other=call.body.other))
