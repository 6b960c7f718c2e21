"""Announcements of an event."""

import datetime
from http import HTTPStatus
from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from events.api.answer_values import Value
from events.api.declared import EVENT, Body, Call, PlainCall, call
from events.core.events.announcement_actions import announce, take_down
from events.models import TokenScope
from events.web.access import Action


class AnnouncementBody(Body, frozen=True, kw_only=True):
    """An announcement in one language or both, until a moment within 24 hours."""

    until: Annotated[datetime.datetime, Meta(tz=True)]
    en: Annotated[str, Meta(max_length=2000)] = ""
    ja: Annotated[str, Meta(max_length=2000)] = ""


class AnnouncementAnswer(Value, frozen=True, kw_only=True):
    """An announcement by its key, and until when it is shown."""

    id: int
    until: datetime.datetime


@call(
    "announce",
    f"POST {EVENT}/announcements",
    TokenScope.ANNOUNCEMENTS,
    Action.ANNOUNCE,
    _("Post an announcement"),
    sample={"en": "Lunch until 13:00", "ja": "13:00 まで昼休みです", "until": "$UNTIL"},
    status=HTTPStatus.CREATED,
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
    """Take an announcement down before its end."""
    key = call.numbers["announcement"]
    ended = take_down(**call.who, announcement_id=key)
    return AnnouncementAnswer(id=ended.pk, until=ended.ended_at or ended.until)
