"""Events as archives: one JSON file that holds a whole event (docs/archive-format.md)."""

from events.transfer.event_export import export_archive
from events.transfer.similar_events import events_like
from events.transfer.summary import Summary, summary_of

__all__ = ["Summary", "events_like", "export_archive", "summary_of"]
