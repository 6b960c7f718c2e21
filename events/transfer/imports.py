"""Making an event of an archive (docs/archive-format.md)."""

from events.transfer.event_import import Progress, Step, import_archive

__all__ = ["Progress", "Step", "import_archive"]
