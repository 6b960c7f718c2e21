"""Tables as files that spreadsheet programs open."""

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from events.web.spreadsheets.sheet_tables import Cell, Table

# With it, spreadsheet programs read Japanese in a CSV file.
BYTE_ORDER_MARK = "\ufeff"
# Characters that make a spreadsheet program compute a cell, in narrow and in wide letters.
FORMULA_STARTS = tuple("=+-@＝＋－＠\t\r\n")


def csv_text(table: Table) -> str:
    """Return one table as CSV, with a byte order mark and lines that end with CR LF.

    An exact fraction takes two columns, numerator and denominator: spreadsheet programs read
    "1/3" as a date. Text that would be computed as a formula gets an apostrophe in front.
    """
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out)
    writer.writerow(_csv_head(table))
    exact = [column.exact for column in table.columns]
    writer.writerows(_csv_row(row, exact) for row in table.rows)
    return out.getvalue()


def _csv_head(table: Table) -> Iterator[str]:
    for column in table.columns:
        if column.exact:
            yield _("%(column)s, numerator") % {"column": column.title}
            yield _("%(column)s, denominator") % {"column": column.title}
        else:
            yield _unformulated(column.title)


def _csv_row(row: Sequence[Cell], exact: Sequence[bool]) -> Iterator[object]:
    for value, is_exact in zip(row, exact, strict=True):
        if isinstance(value, Fraction):
            yield value.numerator
            yield value.denominator
        elif is_exact:
            yield from ("", "")
        else:
            yield _unformulated(value) if isinstance(value, str) else value


def _unformulated(text: str) -> str:
    """Text that no spreadsheet program computes: "=1+1" becomes "'=1+1"."""
    dangerous = text.startswith(FORMULA_STARTS) or text.lstrip().startswith(FORMULA_STARTS)
    return f"'{text}" if dangerous else text
