"""Players' pages: the fact sheet, phone settings, player links."""

import datetime
from dataclasses import fields
from typing import Annotated, Any, Literal

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from domain.limits import (
    DESCRIPTION_LENGTH,
    EVENT_NAME_LENGTH,
    NOTE_LENGTH,
    SCHEDULE_LENGTH,
    SHORT_ADDRESS_LENGTH,
    SHORT_LENGTH,
)
from events.api.answer_values import Value
from events.api.declared import EVENT, PLAYER, Body, Call, PlainCall, call, version_of
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import columns_of, stage_formats
from events.core.eligibility.actions import change_fact_sheet
from events.core.eligibility.queries import fact_sheet_of
from events.core.phones.actions import PHONES, PhoneData, change_phones
from events.core.players.private_address import token_of
from events.core.refusals import RefusedError
from events.models import Event, TokenScope
from events.web.access import Action

SCOPE = TokenScope.EVENT
Long = Annotated[str, Meta(max_length=DESCRIPTION_LENGTH)]
Note = Annotated[str, Meta(max_length=NOTE_LENGTH)]
Line = Annotated[str, Meta(max_length=EVENT_NAME_LENGTH)]
Moment = Annotated[datetime.datetime, Meta(tz=True)] | None
Tier = Literal["", "regular", "premier"]
Decklists = Literal["", "closed", "open"]
PhoneReports = Literal["off", "desk", "count"]


class FactSheetBody(Body, frozen=True, kw_only=True):
    """Facts of an event; omitted ones are unchanged."""

    tier: Tier | UnsetType = UNSET
    sanctioning_number: Annotated[str, Meta(max_length=SHORT_LENGTH)] | UnsetType = UNSET
    description_en: Long | UnsetType = UNSET
    description_ja: Long | UnsetType = UNSET
    channel: Line | UnsetType = UNSET
    prizes: Long | UnsetType = UNSET
    deck_rules: Long | UnsetType = UNSET
    decklists: Decklists | UnsetType = UNSET
    deck_deadline: Moment | UnsetType = UNSET
    by_invitation: bool | UnsetType = UNSET
    least_age: Annotated[int, Meta(ge=0, le=120)] | UnsetType = UNSET
    address: Note | UnsetType = UNSET
    map_link: Note | UnsetType = UNSET
    contact: Line | UnsetType = UNSET
    schedule: Annotated[str, Meta(max_length=SCHEDULE_LENGTH)] | UnsetType = UNSET
    prizes_handed_out: Line | UnsetType = UNSET
    organizer_word: Long | UnsetType = UNSET
    short_address: Annotated[str, Meta(max_length=SHORT_ADDRESS_LENGTH)] | UnsetType = UNSET


class FactSheetAnswer(Value, frozen=True, kw_only=True):
    """The fact sheet of an event, and the version that If-Match takes."""

    tier: Tier
    sanctioning_number: str
    description_en: str
    description_ja: str
    channel: str
    prizes: str
    deck_rules: str
    decklists: Decklists
    deck_deadline: datetime.datetime | None
    by_invitation: bool
    least_age: int
    address: str
    map_link: str
    contact: str
    schedule: str
    prizes_handed_out: str
    organizer_word: str
    short_address: str
    version: str


class PhonesBody(Body, frozen=True, kw_only=True):
    """Settings for players' phones; omitted ones are unchanged."""

    show_recorded: bool | UnsetType = UNSET
    private_pages: bool | UnsetType = UNSET
    slip_codes: bool | UnsetType = UNSET
    phone_reports: PhoneReports | UnsetType = UNSET
    phone_games: bool | UnsetType = UNSET
    phone_check_in: bool | UnsetType = UNSET
    check_in_from: Moment | UnsetType = UNSET
    check_in_until: Moment | UnsetType = UNSET
    phone_decks: bool | UnsetType = UNSET
    opponent_decks: bool | UnsetType = UNSET
    phone_drops: bool | UnsetType = UNSET
    judge_calls: bool | UnsetType = UNSET


class PhonesAnswer(Value, frozen=True, kw_only=True):
    """The settings for players' phones, and the version that If-Match takes."""

    show_recorded: bool
    private_pages: bool
    slip_codes: bool
    phone_reports: PhoneReports
    phone_games: bool
    phone_check_in: bool
    check_in_from: datetime.datetime | None
    check_in_until: datetime.datetime | None
    phone_decks: bool
    opponent_decks: bool
    phone_drops: bool
    judge_calls: bool
    version: str


class LinkAnswer(Value, frozen=True, kw_only=True):
    """The address of a player's own page on this server: whoever has it acts as the player."""

    player: int
    path: str


FACTS = tuple(FactSheetBody.__struct_fields__)


def _sent(body: Body) -> dict[str, Any]:
    """Return only the values of a body that were sent."""
    values = {name: getattr(body, name) for name in body.__struct_fields__}
    return {name: value for name, value in values.items() if value is not UNSET}


@call("fact-sheet", f"GET {EVENT}/fact-sheet", SCOPE, Action.SEE, _("Read the fact sheet"))
def read_facts(call: PlainCall) -> FactSheetAnswer:
    """Read the facts shown to players before they enroll, with their version."""
    return _facts(call.event)


def _facts(event: Event) -> FactSheetAnswer:
    values = columns_of(fact_sheet_of(event), FACTS)
    return FactSheetAnswer(**values, version=version_of(values | stage_formats(event)))


@call(
    "change-fact-sheet",
    f"PATCH {EVENT}/fact-sheet",
    SCOPE,
    Action.EDIT_EVENT,
    _("Change the fact sheet"),
    sample={"prizes": "A booster for each win", "contact": "shop@example.com"},
    needs_version=True,
)
def change_facts(call: Call[FactSheetBody]) -> FactSheetAnswer:
    """Change facts of the event; its pages show the change immediately."""
    values = columns_of(fact_sheet_of(call.event), FACTS) | _sent(call.body)
    change_fact_sheet(**call.who, values=values, formats={}, token=call.token)
    return _facts(call.event)


@call("phones", f"GET {EVENT}/phones", SCOPE, Action.SEE, _("Read the phone settings"))
def read_phones(call: PlainCall) -> PhonesAnswer:
    """Read the settings for players' phones, with the version."""
    return _phones(call.event)


def _phones(event: Event) -> PhonesAnswer:
    values = columns_of(event, PHONES)
    return PhonesAnswer(**values, version=version_of(values))


@call(
    "change-phones",
    f"PATCH {EVENT}/phones",
    SCOPE,
    Action.EDIT_EVENT,
    _("Change the phone settings"),
    sample={"private_pages": True, "phone_reports": "desk"},
    needs_version=True,
)
def change(call: Call[PhonesBody]) -> PhonesAnswer:
    """Change the settings for players' phones; all but the first need `private_pages`."""
    values = columns_of(call.event, [item.name for item in fields(PhoneData)]) | _sent(call.body)
    changed = change_phones(**call.who, data=PhoneData(**values), token=call.token)
    return _phones(changed)


@call(
    "player-link",
    f"GET {PLAYER}/link",
    TokenScope.ROSTER,
    Action.EDIT_ROSTER,
    _("Read the address of a player's own page"),
)
def read_link(call: PlainCall) -> LinkAnswer:
    """Read a player's link, to be given to that player only."""
    player = find_player(call.event, call.numbers["player"])
    if not call.event.private_pages:
        raise RefusedError(_("This requires player links. Turn them on in the phone settings."))
    path = reverse("me:open", args=[token_of(player.pk, player.address_nonce)])
    return LinkAnswer(player=player.number, path=path)
