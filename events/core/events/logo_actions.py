"""Upload and remove the logo of an event."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.limits import MOST_LOGO_BYTES
from domain.pictures import name_of, picture_of
from events.core.eligibility.queries import fact_sheet_of
from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.models import Event, Logo, Verb


def change_logo(*, event_id: int, actor: User, content: bytes) -> str:
    """Store a PNG or JPEG picture as the logo, or remove it without one; return its name.

    Raises RefusedError for anything else: the bytes decide, never the name of the file.
    """
    if len(content) > MOST_LOGO_BYTES:
        words = _("The logo can have at most %(most)d KB.")
        raise RefusedError(words % {"most": MOST_LOGO_BYTES // 1024}, "logo")
    if content and picture_of(content) is None:
        raise RefusedError(
            _("This is not a PNG or JPEG picture of at most 4,000 dots a side."), "logo"
        )
    with event_write(event_id, actor) as write:
        sheet = fact_sheet_of(write.event)
        before = sheet.logo_name
        sheet.logo_name = save_logo(write.event, content)
        if sheet.logo_name != before:
            sheet.save()
            write.journal(Verb.FACTS_CHANGED, fields=["logo"])
    return sheet.logo_name


def save_logo(event: Event, content: bytes) -> str:
    """Write the row of the logo as a part of a write; return its name, "" without a picture."""
    picture = picture_of(content)
    if picture is None:
        Logo.objects.filter(event=event).delete()
        return ""
    Logo.objects.update_or_create(
        event=event,
        defaults={
            "kind": picture.kind,
            "width": picture.width,
            "height": picture.height,
            "content": content,
        },
    )
    return name_of(content, picture.kind)
