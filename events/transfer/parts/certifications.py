"""Certifications of rounds."""

from collections.abc import Mapping

from archive.records import ArchivedCertification
from archive.values import Archive
from events.models import Certification, Event, Round
from events.transfer.shared_fields import SharedFields

CERTIFICATION = SharedFields(
    ArchivedCertification,
    "at",
    "agreed",
    "total",
    "reason",
    "withdrawn_at",
    "withdrawn_table",
    apart=("round", "by", "withdrawn_by"),
)


def archived_certifications(event: Event, *, names: bool) -> tuple[ArchivedCertification, ...]:
    """Return the certifications, the oldest first; without `names` not whose. One query."""
    made = Certification.objects.filter(round__event=event).order_by("pk")
    return tuple(
        CERTIFICATION.value_of(
            certification,
            round=certification.round.number,
            by=certification.who if names else "",
            withdrawn_by=certification.who_withdrew if names else "",
        )
        for certification in made.select_related("round", "account", "withdrawn_by")
    )


def create_certifications(archive: Archive, rounds: Mapping[int, Round]) -> None:
    """Write the certifications; the people are stored as names, not linked to accounts."""
    Certification.objects.bulk_create(
        Certification(
            round=rounds[source.round],
            account_name=source.by,
            withdrawn_by_name=source.withdrawn_by,
            **CERTIFICATION.columns_of(source),
        )
        for source in archive.certifications
    )
