"""Parse and format tables as typed: one by its number, many as "3, 7, 10-14"."""

import re
import unicodedata
from collections.abc import Iterable

from django.utils.translation import gettext as _

from domain.limits import MOST_TABLE
from events.core.refusals import RefusedError

MOST_TABLES = 2000
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "ー": "-", "、": ","})


def check_table(table: int, field: str) -> None:
    """Raise RefusedError at `field` unless a table can have this number."""
    if not 1 <= table <= MOST_TABLE:
        words = _("Tables are numbered from 1 to %(last)d.")
        raise RefusedError(words % {"last": MOST_TABLE}, field)


def ranges_of(tables: Iterable[int]) -> list[list[int]]:
    """Return the ranges of tables, given in order: the first and the last, or the only one."""
    ranges: list[list[int]] = []
    for table in tables:
        if ranges and table == ranges[-1][-1] + 1:
            ranges[-1][1:] = [table]
        else:
            ranges.append([table])
    return ranges


def tables_value(tables: Iterable[int]) -> str:
    """Format tables, given in order, for forms and scripts: "1-30, 300"."""
    return ", ".join("-".join(map(str, ends)) for ends in ranges_of(tables))


def tables_text(tables: Iterable[int]) -> str:
    """Format tables, given in order, for people: "1–30, 300"; `read_tables` reads it, too."""
    return tables_value(tables).replace("-", "–")


def read_tables(text: str, most: int = MOST_TABLES) -> list[int]:
    """Return the tables in order, each once.

    Raises RefusedError for text that is no table or range, and for more than `most`.
    """
    tables: set[int] = set()
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    for part in re.split(r"[\s,;]+", re.sub(r"\s*-\s*", "-", plain).strip()):
        if not part:
            continue
        match = _RANGE.fullmatch(part)
        if not match:
            raise RefusedError(
                _("“%(part)s” is not a table. Type numbers and ranges, for example 3, 10-14.")
                % {"part": part[:20]},
                "tables",
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            first, last = last, first
        if last - first >= most or len(tables) + last - first >= most:
            raise RefusedError(
                _("At most %(most)d tables can be printed at once.") % {"most": most},
                "tables",
            )
        tables.update(range(first, last + 1))
    return sorted(tables)
