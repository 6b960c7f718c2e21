"""Create an event, read and change its settings, finish and reopen it."""

import datetime
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any, Literal, cast

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import UNSET, Meta, UnsetType

from domain.limits import (
    EVENT_NAME_LENGTH,
    MOST_FEATURE_DELAY,
    MOST_FIRST_TABLE,
    MOST_MINUTES,
    MOST_ROUNDS,
    RESTRICTIONS_LENGTH,
    SHORT_LENGTH,
)
from domain.time_zones import known_time_zones
from events.api.answer_values import State, Value
from events.api.declared import (
    EVENT,
    ORGANISATION,
    Asked,
    Body,
    Call,
    Nothing,
    OrganisationCall,
    PlainCall,
    Reason,
    call,
    version_of,
)
from events.api.value_types import one_of
from events.core.events.actions import change_settings, create_event
from events.core.events.declared_settings import SETTINGS, EventData, event_values, stored_data
from events.core.events.finishing_actions import reopen_event
from events.core.events.kinds import KINDS, USUAL, format_named_in, kind_of
from events.core.events.queries import recent_events_of
from events.core.refusals import RefusedError
from events.core.stages.plans import StagePlan, plan_of
from events.core.stages.templates import EVERY_TEMPLATE, template_of
from events.core.steps.actions import finish
from events.models import Event, TokenScope
from events.web.access import Action
from standings.profile import Profile
from standings.rule_values import ProfileError
from standings.tables.table_profiles import ALL_PROFILES

SCOPE = TokenScope.EVENT
# A value of `like`: the actor's newest event in the organisation.
LAST = "last"
Short = Annotated[str, Meta(max_length=SHORT_LENGTH)]
Long = Annotated[str, Meta(max_length=EVENT_NAME_LENGTH)]
Named = Annotated[str, Meta(min_length=1, max_length=EVENT_NAME_LENGTH, pattern=r"\S")]
Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]
Rounds = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
FirstTable = Annotated[int, Meta(ge=1, le=MOST_FIRST_TABLE)]
Level = Literal["", "regular", "competitive", "professional"]
TemplateCode = Annotated[str, one_of(("", *(made.code for made in EVERY_TEMPLATE)))]
KindCode = Literal["friday", "playoff", "draft", "tables", "teams"]


class SettingsBody(Body, frozen=True, kw_only=True):
    """Settings of an event; omitted ones are unchanged.

    `rounds` null: the recommended number. `rules`: the name of a rule profile, or all its values.
    """

    name: Named | UnsetType = UNSET
    date: datetime.date | UnsetType = UNSET
    time_zone: Short | UnsetType = UNSET
    venue: Long | UnsetType = UNSET
    game_format: Short | UnsetType = UNSET
    team_size: Literal[1, 2, 3] | UnsetType = UNSET
    games_to_win: Literal[1, 2, 3] | UnsetType = UNSET
    draws_allowed: bool | UnsetType = UNSET
    rules: str | dict[str, Any] | UnsetType = UNSET
    rounds: Rounds | UnsetType | None = UNSET
    round_minutes: Minutes | UnsetType = UNSET
    platform: Short | UnsetType = UNSET
    platform_setup: Long | UnsetType = UNSET
    late_policy: Literal["losses", "nothing"] | UnsetType = UNSET
    re_entry: Literal["cut", "pairing"] | UnsetType = UNSET
    first_table: FirstTable | UnsetType = UNSET
    paper_size: Literal["a4", "letter"] | UnsetType = UNSET
    enforcement_level: Level | UnsetType = UNSET
    restrictions: Annotated[str, Meta(max_length=RESTRICTIONS_LENGTH)] | UnsetType = UNSET
    staff_may_play: bool | UnsetType = UNSET
    show_chances: bool | UnsetType = UNSET
    show_forecast: bool | UnsetType = UNSET
    feature_delay: Annotated[int, Meta(ge=0, le=MOST_FEATURE_DELAY)] | UnsetType = UNSET


class NewEventBody(SettingsBody, frozen=True, kw_only=True):
    """An event to create: a name, a date and settings.

    `kind`: a usual kind, which sets its values and stages. `like`: the slug of an event of the
    organisation whose settings and stages are copied, or `last` for the newest one that the person
    set up; it overrides `kind`. `template`: the stages by the code of their template. Settings that
    are sent override all of these.
    """

    name: Named
    date: datetime.date
    kind: KindCode = "friday"
    like: Short = ""
    template: TemplateCode = ""


class SettingsAnswer(Value, frozen=True, kw_only=True):
    """The settings of an event, and the version that If-Match takes."""

    slug: str
    url: str
    state: State
    name: str
    date: datetime.date
    time_zone: str
    venue: str
    game_format: str
    team_size: int
    games_to_win: int
    draws_allowed: bool
    rules: dict[str, Any]
    rounds: int | None
    round_minutes: int
    platform: str
    platform_setup: str
    late_policy: str
    re_entry: str
    first_table: int
    paper_size: str
    enforcement_level: str
    restrictions: str
    staff_may_play: bool
    show_chances: bool
    show_forecast: bool
    feature_delay: int
    version: str


class StateAnswer(Value, frozen=True, kw_only=True):
    """The state of an event."""

    slug: str
    state: State


class KindValue(Value, frozen=True, kw_only=True):
    """A kind of event, or a template of stages, by its code."""

    code: str
    name: str
    hint: str


class KindsAnswer(Value, frozen=True, kw_only=True):
    """The kinds, templates and rule profiles from which an event can be created."""

    kinds: tuple[KindValue, ...]
    templates: tuple[KindValue, ...]
    rules: tuple[str, ...]


@call(
    "kinds",
    f"GET {ORGANISATION}/kinds",
    SCOPE,
    None,
    gettext_lazy("List the kinds of events"),
)
def read_kinds(call: OrganisationCall[Nothing]) -> KindsAnswer:  # noqa: ARG001
    """List the kinds, stage templates and rule profiles from which an event can be created."""
    return KindsAnswer(
        kinds=tuple(
            KindValue(code=kind.code, name=str(kind.name), hint=str(kind.hint)) for kind in KINDS
        ),
        templates=tuple(
            KindValue(code=made.code, name=str(made.name), hint=str(made.note))
            for made in EVERY_TEMPLATE
        ),
        rules=tuple(ALL_PROFILES),
    )


@call(
    "create-event",
    f"POST {ORGANISATION}/events",
    SCOPE,
    None,
    gettext_lazy("Create an event"),
    sample={"name": "Friday Night Magic", "date": "2026-11-27", "kind": "friday"},
    status=HTTPStatus.CREATED,
    fields={"profile": "rules", "organisation": ""},
    makes={"event": "slug"},
)
def create(call: OrganisationCall[NewEventBody]) -> SettingsAnswer:
    """Create an event of the organisation; the maker of the token runs it."""
    body = call.body
    like = _like(call) if body.like else None
    values, plans = _of_kind(body) if like is None else _of_event(like)
    if template := template_of(body.template):
        plans = [*template.plans]
    if isinstance(body.rounds, int) and not plans[0].has_set_rounds:
        words = _("The number of rounds of this kind follows from the players. Leave it out.")
        raise RefusedError(words, "rounds")
    event = create_event(
        actor=call.actor,
        data=replace(EventData(name=body.name, date=body.date), **values | _changes(body)),
        plans=plans,
        like=like,
        organisation=call.organisation.slug,
    )
    return settings_of(event.pk)


def _like(call: OrganisationCall[NewEventBody]) -> Event:
    """Return the event to copy: one of the organisation's with this person on its staff."""
    recent = recent_events_of(call.actor)
    own = [event for event in recent if event.organisation_id == call.organisation.pk]
    wanted = [event for event in own if call.body.like in (LAST, event.slug)]
    if not wanted:
        raise RefusedError(_("You have no recent event like this in the organisation."), "like")
    return wanted[0]


def _of_kind(body: NewEventBody) -> tuple[dict[str, Any], list[StagePlan]]:
    kind = kind_of(body.kind)
    values: dict[str, Any] = {**USUAL, **(kind.values if kind else {})}
    values["profile"] = ALL_PROFILES[str(values["profile"])]
    if not values["game_format"]:
        values["game_format"] = format_named_in(body.name)
    if not values["re_entry"]:
        digital = body.platform is not UNSET and bool(body.platform)
        values["re_entry"] = Event.ReEntry.PAIRING if digital else Event.ReEntry.CUT
    return values, [*kind.plans] if kind else [StagePlan()]


def _of_event(like: Event) -> tuple[dict[str, Any], list[StagePlan]]:
    stages = sorted(like.stages.all(), key=lambda stage: stage.number)
    rounds = None if not stages or stages[0].rounds_proposed else stages[0].rounds
    data = stored_data(like, rounds)
    values = {name: getattr(data, name) for name in SETTINGS if name not in ("name", "date")}
    return values, [plan_of(stage) for stage in stages]


def _changes(body: SettingsBody) -> dict[str, Any]:
    """Return the sent settings by field name of EventData."""
    sent = {name: getattr(body, name) for name in SETTINGS if name != "profile"}
    changes = {name: value for name, value in sent.items() if value is not UNSET}
    if "name" in changes:
        changes["name"] = changes["name"].strip()
    if "time_zone" in changes and changes["time_zone"] not in known_time_zones():
        raise RefusedError(_("This time zone does not exist."), "time_zone")
    if not isinstance(body.rules, UnsetType):
        changes["profile"] = _profile(body.rules)
    return changes


def _profile(rules: str | dict[str, Any]) -> Profile:
    if isinstance(rules, str):
        if rules not in ALL_PROFILES:
            words = _("This rule profile does not exist. Send one of %(names)s.")
            raise RefusedError(words % {"names": ", ".join(ALL_PROFILES)}, "rules")
        return ALL_PROFILES[rules]
    try:
        return Profile.from_dict(rules)
    except (ProfileError, TypeError) as error:
        raise RefusedError(_("These values are not a rule profile."), "rules") from error


def settings_of(event_id: int) -> SettingsAnswer:
    """Return the settings of an event as stored; their version is derived from them."""
    event = Event.objects.get(pk=event_id)
    first = event.stages.order_by("number").first()
    names = set(SettingsAnswer.__struct_fields__) - {"slug", "url", "state", "rules", "rounds"}
    return SettingsAnswer(
        slug=event.slug,
        url=reverse("public:api-event", args=[event.slug]),
        state=cast(State, event.state),
        rules=event.profile,
        rounds=first.rounds if first else None,
        version=version_of(event_values(event)),
        **{name: getattr(event, name) for name in names - {"version"}},
    )


@call(
    "settings",
    f"GET {EVENT}/settings",
    SCOPE,
    Action.EDIT_EVENT,
    gettext_lazy("Read the settings of an event"),
)
def read_settings(call: PlainCall) -> SettingsAnswer:
    """Read the settings of an event with their version."""
    return settings_of(call.event.pk)


@call(
    "change-settings",
    f"PATCH {EVENT}/settings",
    SCOPE,
    Action.EDIT_EVENT,
    gettext_lazy("Change the settings of an event"),
    sample={"round_minutes": 45},
    needs_version=True,
    fields={"profile": "rules"},
)
def change(call: Call[SettingsBody]) -> SettingsAnswer:
    """Change some settings; a refusal names the setting that pairing round 1 has fixed."""
    changes = _changes(call.body)
    change_settings(**call.who, changes=changes, token=call.token)
    return settings_of(call.event.pk)


@call(
    "finish",
    f"POST {EVENT}/finish",
    SCOPE,
    Action.FINISH,
    gettext_lazy("Finish an event"),
)
def finish_evening(call: Call[Asked]) -> StateAnswer:
    """Finish the event and publish its final standings, after its questions.

    Only the head judge may finish before the announced rounds are played, with a public `reason`.
    """
    return _state(finish(**call.who, given=call.given))


@call(
    "reopen-event",
    f"POST {EVENT}/reopen",
    SCOPE,
    Action.FINISH,
    gettext_lazy("Reopen an event"),
    sample={"reason": "wrong winner"},
)
def reopen(call: Call[Reason]) -> StateAnswer:
    """Reopen a finished event to correct something."""
    return _state(reopen_event(**call.who, reason=call.body.reason))


def _state(event: Event) -> StateAnswer:
    return StateAnswer(slug=event.slug, state=cast(State, event.state))
