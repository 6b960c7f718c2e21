"""A table of plain values, in the reader's language."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

Cell = str | int | Decimal | Fraction | None


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column; `exact`: it holds fractions, or nothing."""

    title: str
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a file; `code` is its name in addresses and files."""

    code: str
    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]
