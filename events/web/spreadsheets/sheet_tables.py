"""A table of plain values, in the reader's language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from interchange.csv_text import csv_of

CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

Cell = str | int | Decimal | Fraction | None


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column; `exact`: it holds fractions, or nothing."""

    title: str
    exact: bool = False


@dataclass(frozen=True, slots=True)
class SheetTable:
    """One table of a file; `code` is its name in addresses and files."""

    code: str
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]


# With this mark, spreadsheet programs decode Japanese in CSV files.
BYTE_ORDER_MARK = "\ufeff"


def csv_text(table: SheetTable) -> str:
    """Return one table as CSV with a byte order mark, as `csv_of` writes it.

    An exact fraction takes two columns, numerator and denominator: spreadsheet programs read
    "1/3" as a date.
    """
    exact = [column.exact for column in table.columns]
    rows = ([*_csv_row(row, exact)] for row in table.rows)
    return BYTE_ORDER_MARK + csv_of([[*_csv_head(table)], *rows])


def _csv_head(table: SheetTable) -> Iterator[str]:
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
