"""The cells of a file, to change columns and rows, and the way back to its bytes."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from openpyxl import Workbook, load_workbook

from interchange.tables.headings import meaning_of

Rows = list[list[str]]


@dataclass
class Grid:
    """The cells of a file, with the way back to its bytes."""

    rows: Rows
    sign: str
    title: str = ""
    others: dict[str, Rows] | None = None
    ends: str = "\n"

    @property
    def head(self) -> int | None:
        """The first row with two known headings."""
        for at, row in enumerate(self.rows[:6]):
            if sum(meaning_of(cell) is not None for cell in row) >= 2:
                return at
        return None

    def data(self) -> bytes:
        """Return the file."""
        if self.others is None:
            out = io.StringIO(newline="")
            csv.writer(out, delimiter=self.sign, lineterminator=self.ends).writerows(self.rows)
            return out.getvalue().encode()
        book = Workbook()
        book.remove(book.worksheets[0])
        for title, rows in ({self.title: self.rows} | self.others).items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(
                    [int(cell) if cell.isascii() and cell.isdigit() else cell for cell in row]
                )
        book.save(packed := io.BytesIO())
        return packed.getvalue()


def grid_of(data: bytes) -> Grid | None:
    """Return the cells of a file with tabs, commas or semicolons, or of a workbook."""
    if data.startswith(b"PK") and b"xl/" not in data:
        return None
    if data.startswith(b"PK"):
        sheets = {
            sheet.title: [["" if c is None else str(c) for c in row] for row in sheet.values]
            for sheet in load_workbook(io.BytesIO(data)).worksheets
        }
        title = next(iter(sheets))
        return Grid(sheets.pop(title), "", title, sheets)
    text = data.decode()
    if text.lstrip()[:1] in "<{[":
        return None
    lines = text.splitlines()
    for sign in "\t;,":
        most = sum(line.count(sign) > 0 for line in lines)
        if most * 5 > len([line for line in lines if line.strip()]) * 4:
            whole = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
            return Grid([list(row) for row in whole], sign)
    return None
