"""Branding that an event takes from its organisation: logo, colour and contact."""

from dataclasses import dataclass

from events.core.eligibility.queries import fact_sheet_of
from events.core.event_write import Write
from events.core.events.logo_actions import save_logo
from events.models import Organisation, OrganisationLogo, Verb


@dataclass(frozen=True, slots=True)
class Branding:
    """The branding that an organisation passes on; `content` is its logo, empty without one."""

    colour: str = ""
    contact: str = ""
    logo_name: str = ""
    content: bytes = b""


def branding_of(organisation: Organisation) -> Branding:
    """Return the branding of an organisation. One query if it has a logo."""
    row = None
    if organisation.logo_name:
        row = OrganisationLogo.objects.filter(organisation=organisation).first()
    return Branding(
        organisation.colour,
        organisation.contact,
        organisation.logo_name if row else "",
        bytes(row.content) if row else b"",
    )


def apply_branding(write: Write, branding: Branding, before: Branding | None = None) -> None:
    """Give an event the branding of its organisation, as a part of a write.

    The colour is always replaced. Contact and logo are replaced if the event has none, or has those
    of `before`; its own stay.
    """
    before = before or Branding()
    sheet = fact_sheet_of(write.event)
    changed = []
    if sheet.colour != branding.colour:
        sheet.colour = branding.colour
        changed.append("colour")
    if sheet.contact in ("", before.contact) and sheet.contact != branding.contact:
        sheet.contact = branding.contact
        changed.append("contact")
    if sheet.logo_name in ("", before.logo_name) and sheet.logo_name != branding.logo_name:
        sheet.logo_name = save_logo(write.event, branding.content)
        changed.append("logo")
    if changed:
        sheet.save()
        write.journal(Verb.FACTS_CHANGED, fields=changed)
