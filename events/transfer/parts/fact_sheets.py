"""The fact sheet, and the marks of players who may not play or are invited."""

import base64

from archive.desk_checks import picture_bytes
from archive.records import ArchivedFacts, ArchivedMark
from archive.values import Archive
from events.core.eligibility.queries import fact_sheet_of
from events.core.events.logo_actions import save_logo
from events.models import EligibilityMark, Event, FactSheet, Logo
from events.transfer.shared_fields import SharedFields

FACTS = SharedFields(
    ArchivedFacts,
    "tier",
    "sanctioning_number",
    "description_en",
    "description_ja",
    "channel",
    "prizes",
    "deck_rules",
    "decklists",
    "lists_during",
    "lists_after",
    "deck_deadline",
    "by_invitation",
    "least_age",
    "address",
    "map_link",
    "contact",
    "schedule",
    "ends_at",
    "desk_closes",
    "prizes_handed_out",
    "organizer_word",
    "short_address",
    apart=("logo",),
)
MARK = SharedFields(ArchivedMark, "kind", "name", "note", apart=("email",))


def archived_facts(event: Event) -> ArchivedFacts | None:
    """Return the fact sheet; None of an event that has none."""
    sheet = fact_sheet_of(event)
    logo = Logo.objects.filter(event=event).first() if sheet.logo_name else None
    packed = "" if logo is None else base64.b64encode(logo.content).decode("ascii")
    facts = FACTS.value_of(sheet, logo=packed)
    return None if facts == ArchivedFacts() else facts


def archived_marks(event: Event, *, emails: bool) -> tuple[ArchivedMark, ...]:
    """Return the marks that were given in the event."""
    return tuple(
        MARK.value_of(mark, email=mark.email if emails else "")
        for mark in event.eligibility_marks.all()
    )


def create_facts(event: Event, archive: Archive) -> None:
    """Write the fact sheet and the marks."""
    if archive.facts is not None:
        columns = FACTS.columns_of(archive.facts)
        # The archive's original event may still use the short address.
        if FactSheet.objects.filter(short_address=columns["short_address"]).exists():
            columns["short_address"] = ""
        content = picture_bytes(archive.facts.logo)
        FactSheet.objects.create(event=event, **columns, logo_name=save_logo(event, content))
    EligibilityMark.objects.bulk_create(
        [
            EligibilityMark(event=event, email=mark.email, **MARK.columns_of(mark))
            for mark in archive.eligibility
        ],
        ignore_conflicts=True,
    )
