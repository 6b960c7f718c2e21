"""The fact sheet, and the marks of players who may not play or are invited."""

from archive.records import ArchivedFacts, ArchivedMark
from archive.values import Archive
from events.core.eligibility.queries import fact_sheet_of
from events.models import EligibilityMark, Event, FactSheet
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
    "deck_deadline",
    "by_invitation",
    "least_age",
)
MARK = SharedFields(ArchivedMark, "kind", "name", "note", apart=("email",))


def archived_facts(event: Event) -> ArchivedFacts | None:
    """Return the fact sheet; None of an event that has none."""
    facts = FACTS.value_of(fact_sheet_of(event))
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
        FactSheet.objects.create(event=event, **FACTS.columns_of(archive.facts))
    EligibilityMark.objects.bulk_create(
        [
            EligibilityMark(event=event, email=mark.email, **MARK.columns_of(mark))
            for mark in archive.eligibility
        ],
        ignore_conflicts=True,
    )
