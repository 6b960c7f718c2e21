"""Make announcements for a limited time, and end them early."""

import datetime

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import ANNOUNCEMENT_LENGTH
from events.core.event_write import Write, event_write
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.models import Announcement, Verb

LONGEST = datetime.timedelta(hours=24)


def announce(
    *, event_id: int, actor: User, until: datetime.datetime, text_en: str = "", text_ja: str = ""
) -> Announcement:
    """Show a text on every phone, projector and desk until a moment within a day.

    In a finished event too, for the prize ceremony. RefusedError without a text, for a moment that
    is over, and for a text that is already shown.
    """
    english, japanese = _lines(text_en, "text_en"), _lines(text_ja, "text_ja")
    with event_write(event_id, actor, finished=True) as write:
        now = timezone.now()
        if not english and not japanese:
            raise RefusedError(_("Enter the announcement text."), "text_en")
        if not now < until <= now + LONGEST:
            raise RefusedError(_("The end time must be within the next 24 hours."), "until")
        shown = write.event.announcements.filter(ended_at=None, until__gt=now)
        if shown.filter(text_en=english, text_ja=japanese).exists():
            raise RefusedError(_("This announcement is already shown."))
        made = Announcement.objects.create(
            event=write.event, text_en=english, text_ja=japanese, until=until, made_by=actor
        )
        _note_the_last(write)
        write.journal(
            Verb.ANNOUNCED, text=str(made), en=english, ja=japanese, until=until.isoformat()
        )
    return made


def take_down(*, event_id: int, actor: User, announcement_id: int) -> Announcement:
    """End an announcement early. RefusedError if it is no longer shown."""
    with event_write(event_id, actor, finished=True) as write:
        now = timezone.now()
        announcement = write.event.announcements.filter(
            pk=announcement_id, ended_at=None, until__gt=now
        ).first()
        if announcement is None:
            raise RefusedError(_("This announcement is no longer shown."))
        announcement.ended_at = now
        announcement.save(update_fields=["ended_at"])
        _note_the_last(write)
        write.journal(Verb.ANNOUNCEMENT_ENDED, text=str(announcement))
    return announcement


def _note_the_last(write: Write) -> None:
    """Store with the event the end of its last announcement."""
    shown = write.event.announcements.filter(ended_at=None)
    write.event.announced_until = shown.aggregate(last=Max("until"))["last"]
    write.event.save(update_fields=["announced_until"])


def _lines(text: str, field: str) -> str:
    """Return a text without empty lines and outer spaces; RefusedError if it is too long."""
    lines = (line.strip() for line in text.splitlines())
    return checked_text("\n".join(filter(None, lines)), ANNOUNCEMENT_LENGTH, field)
