"""Workbooks (XLSX): the rows of their sheets, and what of them is not read."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator
from typing import Any

from archive.errors import Message, _
from interchange.texts import clean
from interchange.values import ForeignError, FoundEvent, Subject

MOST_ROWS = 100_000
MOST_CELLS = 60
MOST_UNPACKED = 200 * 1024**2
MOST_TIMES = 400
# Cells that are named one by one.
MOST_NAMED = 20

Rows = list[list[str]]


def workbook_rows(data: bytes) -> Iterator[tuple[str, Rows]]:
    """Yield name and rows of each sheet that people see."""
    try:
        for sheet in _shown(_book(data, data_only=True)):
            rows: Rows = []
            for row in sheet.iter_rows(values_only=True, max_col=MOST_CELLS):
                if len(rows) > MOST_ROWS:
                    raise ForeignError(_("The file has more than %(most)d rows."), most=MOST_ROWS)
                rows.append([_cell(value) for value in row])
            yield clean(sheet.title), rows
    except ForeignError:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged file causes
        raise ForeignError(_("The workbook is damaged.")) from error


def note_left_out(event: FoundEvent, data: bytes) -> None:
    """Note the hidden sheets of a workbook, and formulas whose value the file does not have."""
    book = _book(data, data_only=True)
    shown = {sheet.title for sheet in _shown(book)}
    for sheet in book.worksheets:
        if sheet.title not in shown:
            event.note(
                Subject.FILE,
                Message(_("sheet “%(sheet)s”"), sheet=clean(sheet.title)),
                _("The sheet is hidden and was left out."),
            )
    if not _has_formulas(data):
        return
    named = 0
    for values, written in zip(_shown(book), _shown(_book(data, data_only=False)), strict=True):
        for cell in _empty_formulas(values, written):
            named += 1
            if named <= MOST_NAMED:
                place = _("sheet “%(sheet)s”, cell %(cell)s")
                words = _("The formula has no value. Save the file in a spreadsheet program first.")
                event.note(
                    Subject.FILE, Message(place, sheet=clean(values.title), cell=cell), words
                )


def _empty_formulas(values: Any, written: Any) -> Iterator[str]:
    """Yield the cells of a sheet whose formula has no value in the file."""
    for row, formulas in zip(values.iter_rows(), written.iter_rows(), strict=False):
        for value, formula in zip(row, formulas, strict=False):
            if value.value is None and formula.value is not None:
                yield formula.coordinate


def _book(data: bytes, *, data_only: bool) -> Any:
    from openpyxl import load_workbook  # takes a while to load

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(item.file_size for item in packed.infolist())
            if size > MOST_UNPACKED or size > MOST_TIMES * max(len(data), 1):
                raise ForeignError(_("The workbook is too large when it is unpacked."))
            if "xl/workbook.xml" not in packed.namelist():
                raise ForeignError(
                    _("This packed file is not a workbook. Unpack it and import its files.")
                )
        return load_workbook(io.BytesIO(data), read_only=True, data_only=data_only)
    except ForeignError:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged file causes
        raise ForeignError(_("The workbook is damaged.")) from error


def _shown(book: Any) -> list[Any]:
    return [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or [
        *book.worksheets
    ]


def _has_formulas(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        sheets = [name for name in packed.namelist() if name.startswith("xl/worksheets/")]
        return any(b"<f>" in (text := packed.read(name)) or b"<f " in text for name in sheets)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime | datetime.date):
        # A score such as 2-1 became a date. Which one, nobody can tell: 2 January or 1 February.
        return f"{value:%Y/%m/%d}"
    return clean(str(value))
