"""Event archives: one JSON file that holds a whole event (docs/archive-format.md)."""

from events.services.archive.exporting import export_archive
from events.services.archive.importing import (
    Progress,
    Step,
    import_archive,
)
from events.services.archive.nodes import MOST_BYTES, ArchiveError
from events.services.archive.reading import read_archive
from events.services.archive.summary import Summary, summary_of
from events.services.archive.values import Archive

__all__ = [
    "MOST_BYTES",
    "Archive",
    "ArchiveError",
    "Progress",
    "Step",
    "Summary",
    "export_archive",
    "import_archive",
    "read_archive",
    "summary_of",
]
