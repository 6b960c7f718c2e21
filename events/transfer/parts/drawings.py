"""The drawings of rounds."""

from archive.seed_drawings import ArchivedDrawing
from archive.values import Archive
from events.models import Drawing, Event
from events.transfer.shared_fields import SharedFields

BATCH = 1000

DRAWING = SharedFields(
    ArchivedDrawing, "seed", "origin", "announced", "given_up", "at", round="number"
)


def archived_drawings(event: Event) -> tuple[ArchivedDrawing, ...]:
    """Return every drawing of every round, by rounds, the oldest first."""
    return tuple(DRAWING.value_of(drawing) for drawing in event.drawings.all())


def create_drawings(event: Event, archive: Archive) -> None:
    """Write every drawing of every round, also those that the file could leave out."""
    Drawing.objects.bulk_create(
        [Drawing(event=event, **DRAWING.columns_of(drawing)) for drawing in archive.drawings],
        batch_size=BATCH,
    )
