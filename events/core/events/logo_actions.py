"""Upload and remove the logo of an event."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Manager
from django.utils.translation import gettext as _

from domain.limits import MOST_LOGO_BYTES
from domain.pictures import name_of, picture_of
from events.core.eligibility.queries import fact_sheet_of
from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.models import Event, Logo, Organisation, OrganisationLogo, Verb


def change_logo(*, event_id: int, actor: User, content: bytes) -> str:
    """Store a PNG or JPEG picture as the logo, or remove it without one; return its name.

    Raises RefusedError for any other file: its bytes decide, never its name.
    """
    check_logo(content)
    with event_write(event_id, actor) as write:
        sheet = fact_sheet_of(write.event)
        before = sheet.logo_name
        sheet.logo_name = save_logo(write.event, content)
        if sheet.logo_name != before:
            sheet.save()
            write.journal(Verb.FACTS_CHANGED, fields=["logo"])
    return sheet.logo_name


def check_logo(content: bytes) -> None:
    """Raise RefusedError for anything but a PNG or JPEG picture of a usual size, or nothing."""
    if len(content) > MOST_LOGO_BYTES:
        words = _("The logo can have at most %(most)d KB.")
        raise RefusedError(words % {"most": MOST_LOGO_BYTES // 1024}, "logo")
    if content and picture_of(content) is None:
        raise RefusedError(_("Choose a PNG or JPEG with sides of at most 4,000 pixels."), "logo")


def save_logo(owner: Event | Organisation, content: bytes) -> str:
    """Write the row of the logo as a part of a write; return its name, "" without a picture."""
    of_event = isinstance(owner, Event)
    rows: Manager[Any] = Logo.objects if of_event else OrganisationLogo.objects
    whose: dict[str, Any] = {"event" if of_event else "organisation": owner}
    picture = picture_of(content)
    if picture is None:
        rows.filter(**whose).delete()
        return ""
    rows.update_or_create(**whose, defaults={**picture._asdict(), "content": content})
    return name_of(content, picture.kind)
