"""Announcements of an event, and changes to values announced with round 1."""

import datetime
from http import HTTPStatus
from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from domain.limits import MOST_MINUTES, MOST_ROUNDS, MOST_STAGES
from events.api.answer_values import Value
from events.api.declared import EVENT, Body, Call, PlainCall, call, version_of
from events.api.value_types import Text
from events.core.events.announced_value_actions import change_announced
from events.core.events.announced_value_queries import (
    announced_changes,
    announced_stages,
    announced_values,
)
from events.core.events.announcement_actions import announce, take_down
from events.models import AnnouncedChange, Event, TokenScope
from events.web.access import Action


class AnnouncementBody(Body, frozen=True, kw_only=True):
    """An announcement in one language or both, until a moment within 24 hours."""

    until: Annotated[datetime.datetime, Meta(tz=True)]
    en: Annotated[str, Meta(max_length=2000)] = ""
    ja: Annotated[str, Meta(max_length=2000)] = ""


class AnnouncementAnswer(Value, frozen=True, kw_only=True):
    """An announcement by its key, with the moment at which it ends."""

    id: int
    until: datetime.datetime


class AnnouncedStageBody(Body, frozen=True, kw_only=True):
    """New values of a stage; null: unchanged."""

    number: Annotated[int, Meta(ge=1, le=MOST_STAGES)]
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    round_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] | None = None


class AnnouncedBody(Body, frozen=True, kw_only=True):
    """Announced values that the head judge changes; the reason is public.

    `round_minutes`: time limit of the event, 0 for none; null: unchanged.
    """

    reason: Text
    round_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] | None = None
    stages: Annotated[tuple[AnnouncedStageBody, ...], Meta(max_length=MOST_STAGES)] = ()


class AnnouncedStageValue(Value, frozen=True, kw_only=True):
    """Announced values of a stage; null: no value of its own."""

    number: int
    rounds: int | None
    round_minutes: int | None
    least_rounds: int


class AnnouncedChangeValue(Value, frozen=True, kw_only=True):
    """A change to an announced value; `stage` null: it concerns the whole event."""

    what: str
    stage: int | None
    before: int | None
    after: int | None
    reason: str
    at: datetime.datetime


class AnnouncedAnswer(Value, frozen=True, kw_only=True):
    """Announced values that can still change, their changes, and the version for If-Match."""

    round_minutes: int
    stages: tuple[AnnouncedStageValue, ...]
    changes: tuple[AnnouncedChangeValue, ...]
    version: str


@call(
    "announce",
    f"POST {EVENT}/announcements",
    TokenScope.ANNOUNCEMENTS,
    Action.ANNOUNCE,
    _("Post an announcement"),
    sample={"en": "Lunch until 13:00", "ja": "13:00 まで昼休みです", "until": "$UNTIL"},
    status=HTTPStatus.CREATED,
    makes={"announcement": "id"},
)
def post_announcement(call: Call[AnnouncementBody]) -> AnnouncementAnswer:
    """Show an announcement."""
    body = call.body
    made = announce(**call.who, until=body.until, text_en=body.en, text_ja=body.ja)
    return AnnouncementAnswer(id=made.pk, until=made.until)


@call(
    "take-down",
    f"DELETE {EVENT}/announcements/{{announcement}}",
    TokenScope.ANNOUNCEMENTS,
    Action.ANNOUNCE,
    _("Take an announcement down"),
)
def remove_announcement(call: PlainCall) -> AnnouncementAnswer:
    """Remove an announcement before its end."""
    key = call.numbers["announcement"]
    ended = take_down(**call.who, announcement_id=key)
    return AnnouncementAnswer(id=ended.pk, until=ended.ended_at or ended.until)


@call(
    "announced",
    f"GET {EVENT}/announced",
    TokenScope.EVENT,
    Action.SEE,
    _("Read what was announced with round 1"),
)
def read_announced(call: PlainCall) -> AnnouncedAnswer:
    """Read the announced time limits and numbers of rounds, with their changes."""
    return _announced(call.event)


@call(
    "change-announced",
    f"PUT {EVENT}/announced",
    TokenScope.EVENT,
    Action.CHANGE_ANNOUNCED,
    _("Change what was announced with round 1"),
    sample={"round_minutes": 60, "reason": "the hall opened late"},
    needs_version=True,
    fields={"minutes": "round_minutes"},
)
def change(call: Call[AnnouncedBody]) -> AnnouncedAnswer:
    """Change announced values after round 1 is posted; the head judge decides, with a reason."""
    body, minutes = call.body, call.body.round_minutes
    change_announced(
        **call.who,
        minutes=call.event.round_minutes if minutes is None else minutes,
        rounds={each.number: each.rounds for each in body.stages if each.rounds is not None},
        stage_minutes={
            each.number: each.round_minutes
            for each in body.stages
            if each.round_minutes is not None
        },
        reason=body.reason,
        token=call.token,
    )
    return _announced(Event.objects.get(pk=call.event.pk))


def _announced(event: Event) -> AnnouncedAnswer:
    stages = announced_stages(event)
    return AnnouncedAnswer(
        round_minutes=event.round_minutes,
        stages=tuple(
            AnnouncedStageValue(
                number=announced.stage.number,
                rounds=announced.rounds,
                round_minutes=announced.minutes,
                least_rounds=announced.least,
            )
            for announced in stages
        ),
        changes=tuple(_change_value(made) for made in announced_changes(event)),
        version=version_of(announced_values(event, stages)),
    )


def _change_value(made: AnnouncedChange) -> AnnouncedChangeValue:
    return AnnouncedChangeValue(
        what=made.what,
        stage=made.stage,
        before=made.before,
        after=made.after,
        reason=made.reason,
        at=made.at,
    )
