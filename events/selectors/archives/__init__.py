"""Events as archives: one JSON file that holds a whole event (docs/archive-format.md)."""

from events.selectors.archives.alike import events_like
from events.selectors.archives.exporting import export_archive
from events.selectors.archives.summary import Summary, summary_of

__all__ = ["Summary", "events_like", "export_archive", "summary_of"]
