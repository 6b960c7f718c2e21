"""Badges to wear: the name, and the code of the player's page of the day."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from events.models import Event, Organisation
from events.paper.document import Document, breakable, organisation_document
from events.paper.slips import qr_code


@dataclass(frozen=True, slots=True)
class BadgeCard:
    """A badge: how its player is called, the private address, the event of a namesake's number."""

    name: str
    address: str
    event: str = ""


def badges(
    organisation: Organisation, cards: Iterable[BadgeCard], size: Event.PaperSize
) -> Document:
    """Return the badges of these players, eight on a sheet to cut.

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
        cards=[
            {"name": breakable(card.name), "code": qr_code(card.address), "event": card.event}
            for card in cards
        ],
    )
