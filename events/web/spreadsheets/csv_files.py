"""Tables as files that spreadsheet programs open."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from events.web.spreadsheets.sheet_tables import Cell, Table
from interchange.csv_text import csv_of

# With it, spreadsheet programs read Japanese in a CSV file.
BYTE_ORDER_MARK = "\ufeff"


def csv_text(table: Table) -> str:
    """Return one table as CSV with a byte order mark, as `csv_of` writes it.

    An exact fraction takes two columns, numerator and denominator: spreadsheet programs read
    "1/3" as a date.
    """
    exact = [column.exact for column in table.columns]
    rows = ([*_csv_row(row, exact)] for row in table.rows)
    return BYTE_ORDER_MARK + csv_of([[*_csv_head(table)], *rows])


def _csv_head(table: Table) -> Iterator[str]:
    for column in table.columns:
        if column.exact:
            yield _("%(column)s, numerator") % {"column": column.title}
            yield _("%(column)s, denominator") % {"column": column.title}
        else:
            yield column.title


def _csv_row(row: Sequence[Cell], exact: Sequence[bool]) -> Iterator[object]:
    for value, is_exact in zip(row, exact, strict=True):
        if isinstance(value, Fraction):
            yield value.numerator
            yield value.denominator
        elif is_exact:
            yield from ("", "")
        else:
            yield value
