"""Marks of special tables, wherever tables are listed for the staff."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from events.core.progress.outstanding import SeatedMatch
from events.core.rounds.table_marks import TableMark, is_odd_size
from events.core.seats.table_numbering import room_of
from events.models import Event, Match


def table_mark(special: Mapping[int, str], match: SeatedMatch) -> str:
    """Return the mark of a match's table: its name in the room, or that it is a fixed seat.

    `special` is that of `rules.room.Room`. Empty for an ordinary table.
    """
    if match.table is None:
        return ""
    if match.table in special:
        return special[match.table]
    fixed = any(player.fixed_table == match.table for player in match.players)
    return _("fixed seat") if fixed else ""


def size_words(match: SeatedMatch) -> str:
    """Say how many sit at a table of three or five; empty for other tables."""
    if not is_odd_size(match):
        return ""
    count = len(match.players)
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


def filter_words(mark: TableMark | None) -> str:
    """Name a filter of the outstanding tables; None is all of them."""
    if mark is None:
        return pgettext("tables", "All")
    words = {
        TableMark.OVER: _("Over time"),
        TableMark.EXTENSION: _("Extension"),
        TableMark.CALLED: _("Called a judge"),
        TableMark.ONE_REPORT: _("One phone report"),
        TableMark.ODD_SIZE: _("3 or 5 players"),
    }
    return words[mark]


def mark_of_table(event: Event, match: Match) -> str:
    """Say the same where only one table is shown."""
    return table_mark(room_of(event).special, match)


def name_of_table(event: Event, table: int | None) -> str:
    """Return what the room calls a table, as players read it; of most that is nothing."""
    return room_of(event).special.get(table or 0, "")
