"""Badges to wear: the name, and the code of the player's page of the day."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from events.models import Event, Organisation
from events.paper.document import Document, breakable, organisation_document
from events.paper.slips import qr_code


def badges(
    organisation: Organisation, cards: Iterable[tuple[str, str]], size: Event.PaperSize
) -> Document:
    """Return a badge for each name and private address, eight on a sheet to cut.

    The address is on it as a code alone: letters of it would only be copied wrongly.
    """
    return organisation_document(
        organisation,
        size,
        "badges",
        "badges",
        _("Badges"),
        lead=_("All your events of the day"),
        warning=_("Private: the code opens your own pages."),
        cards=[{"name": breakable(name), "code": qr_code(address)} for name, address in cards],
    )
