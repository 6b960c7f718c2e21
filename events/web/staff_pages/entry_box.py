"""The contents of the entry box, at the desk and during verification."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from domain.scans import read_scan
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.slips import Entry, parse_entry

REPLACE_MARK = "!"


def typed_in(fields: QueryDict) -> str:
    """Return what the entry box holds, with the mark that replaces a result at the end.

    A Japanese keyboard's mark counts as the plain one. In "12 20! x2" it is the whole entry's. The
    code of a slip is read before: a Belgian keyboard types "!" for 8.
    """
    text = read_scan(fields.get("entry", "").strip()).replace("！", REPLACE_MARK)
    if REPLACE_MARK not in text:
        return text
    return " ".join(text.replace(REPLACE_MARK, " ").split()) + REPLACE_MARK


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
