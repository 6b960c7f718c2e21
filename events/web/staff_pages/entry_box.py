"""The contents of the entry box, at the desk and during verification."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from domain.scans import link_paths, read_scan
from events.core.guards import find_round
from events.core.phones.queries import scanned_table
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.slips import Entry, parse_entry
from events.models import Event

REPLACE_MARK = "!"


def typed_in(fields: QueryDict) -> str:
    """Return what the entry box holds, with the mark that replaces a result at the end.

    A Japanese keyboard's mark counts as the plain one. In "12 20! x2" it applies to the whole
    entry. The code of a slip is read first: a Belgian keyboard types "!" for 8.
    """
    link, space, text = _parted(fields.get("entry", "").strip())
    text = read_scan(text).replace("！", REPLACE_MARK)
    if REPLACE_MARK in text:
        text = " ".join(text.replace(REPLACE_MARK, " ").split()) + REPLACE_MARK
    return f"{link}{space}{text}"


def with_table(event: Event, number: int, text: str) -> str:
    """Return an entry with the table of a scanned player link or badge in its place.

    Raises RefusedError for a code of another event and for a player without a table.
    """
    link, space, rest = _parted(text)
    if not link:
        return text
    table = scanned_table(find_round(event, number, "posted"), link)
    return f"{table}{space}{rest}"


def _parted(text: str) -> tuple[str, str, str]:
    """Separate a scanned link from the text after it, which another keyboard typed."""
    link, space, rest = text.partition(" ")
    return (link, space, rest) if link_paths(link) else ("", "", text)


def entry_of(number: int, rules: MatchRules, text: str) -> Entry:
    """Parse an entry at the desk of round `number`; RefusedError for the slip of another round."""
    entry = parse_entry(text, rules)
    if entry.round not in (None, number):
        raise RefusedError(
            _(
                "This slip is from round %(other)d, table %(table)d. You are entering round "
                "%(number)d."
            )
            % {"other": entry.round, "table": entry.table, "number": number},
            "table",
        )
    return entry
