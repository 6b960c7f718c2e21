"""Announcements to all players, and changes of announced values."""

from archive.records import ArchivedAnnouncement, ArchivedChange
from archive.values import Archive
from events.models import AnnouncedChange, Announcement, Event
from events.transfer.shared_fields import SharedFields

ANNOUNCEMENT = SharedFields(
    ArchivedAnnouncement,
    "until",
    "ended_at",
    at="made_at",
    en="text_en",
    ja="text_ja",
    apart=("by",),
)
CHANGE = SharedFields(ArchivedChange, "what", "at", "stage", "before", "after", "reason")


def archived_announcements(event: Event, *, names: bool) -> tuple[ArchivedAnnouncement, ...]:
    """Return every announcement, the oldest first; without `names` not who made it. One query."""
    return tuple(
        ANNOUNCEMENT.value_of(made, by=made.who if names else "")
        for made in event.announcements.select_related("made_by")
    )


def create_announcements(event: Event, archive: Archive) -> None:
    """Write the archived announcements; unexpired ones are shown here, too."""
    Announcement.objects.bulk_create(
        Announcement(event=event, made_by_name=source.by, **ANNOUNCEMENT.columns_of(source))
        for source in archive.announcements
    )
    shown = [source.until for source in archive.announcements if source.ended_at is None]
    if shown:
        event.announced_until = max(shown)
        event.save(update_fields=["announced_until"])


def archived_changes(event: Event) -> tuple[ArchivedChange, ...]:
    """Return the changes of announced values, the oldest first."""
    return tuple(CHANGE.value_of(change) for change in event.announced_changes.all())


def create_changes(event: Event, archive: Archive) -> None:
    """Write the changes of announced values; the person who made them is not known."""
    AnnouncedChange.objects.bulk_create(
        AnnouncedChange(event=event, **CHANGE.columns_of(change))
        for change in archive.announced_changes
    )
