"""Figures and words of an event that a person sees before it is imported."""

from itertools import zip_longest
from typing import Any

from django.contrib.auth.models import User

from events.core.words.rule_profiles import profile_name
from events.transfer.foreign_files import Candidate
from events.transfer.similar_events import events_like
from events.transfer.summary import summary_of
from events.transfer.words import columns_of, difference_lines
from standings.archive import profile_of


def preview_of(actor: User, candidate: Candidate) -> dict[str, Any]:
    """Return what the page shows of an event before it is imported."""
    archive = candidate.archive
    columns = columns_of(candidate)
    return {
        "archive": archive,
        "label": candidate.label,
        "unread": candidate.unread,
        "comparison": candidate.comparison,
        "differences": difference_lines(candidate),
        "profile": profile_name(profile_of(archive.event)),
        "summary": summary_of(archive),
        "doubts": candidate.doubts,
        "remarks": candidate.remarks,
        "columns": columns,
        "column_rows": list(zip_longest(*(column.sample for column in columns), fillvalue="")),
        "like": events_like(actor, archive.event.name, archive.event.date),
    }
