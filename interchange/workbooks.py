"""Workbooks (XLSX): the rows of their sheets, and notes about what is not read."""

import datetime
import io
import re
import zipfile
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from archive.errors import Message, _
from interchange.texts import BREAK, clean, clean_cell
from interchange.values import ForeignError, FoundEvent, Subject

# Rows of all sheets together; cells of a row that are read.
MOST_ROWS = 100_000
MOST_CELLS = 60
MOST_SHEETS = 50
# Unpacked bytes of XML: of all sheets, of shared strings, of all other parts that are read. A row
# of ten cells has about 500, so 20,000 players in 20 columns fit.
MOST_SHEET_BYTES = 24 * 1024**2
MOST_TEXT_BYTES = 24 * 1024**2
MOST_OTHER_BYTES = 8 * 1024**2
MOST_TEXTS = 400_000
# Files in the package, including pictures and others that are not read.
MOST_PARTS = 2_000
# The most cells that notes list one by one.
MOST_NAMED = 20

# Sheets, and large parts that are skipped.
_LARGE = ("xl/worksheets/", "xl/media/", "xl/pivotCache/", "xl/embeddings/")
_TEXT = re.compile(rb"<(?:\w+:)?si[ >/]")

Rows = list[list[str]]
# The share of a column's cells with two lines that makes the second line another value.
MOST_BROKEN, LEAST_BROKEN = 0.8, 3


def workbook_rows(data: bytes) -> Iterator[tuple[str, Rows]]:
    """Yield name and rows of each visible sheet."""
    left = MOST_ROWS
    try:
        for sheet in _shown(_book(data, data_only=True)):
            rows: Rows = []
            for row in sheet.iter_rows(values_only=True, max_col=MOST_CELLS):
                if len(rows) >= left:
                    raise ForeignError(_("The file has more than %(most)d rows."), most=MOST_ROWS)
                rows.append([_cell(value) for value in row])
            left -= len(rows)
            yield clean(sheet.title), without_breaks(rows)
    except (ForeignError, MemoryError):
        raise
    except Exception as error:  # openpyxl raises whatever a damaged file causes
        raise ForeignError(_("The workbook is damaged.")) from error


def all_rows(data: bytes) -> list[tuple[str, Rows]]:
    """Return name and rows of each visible sheet as a list."""
    return list(workbook_rows(data))


def note_left_out(event: FoundEvent, data: bytes) -> None:
    """Note the hidden sheets of a workbook, and formulas without a stored value."""
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
    """Yield the cells of a sheet with a formula but no stored value."""
    for row, formulas in zip(values.iter_rows(), written.iter_rows(), strict=False):
        for value, formula in zip(row, formulas, strict=False):
            if value.value is None and formula.value is not None:
                yield formula.coordinate


def _book(data: bytes, *, data_only: bool) -> Any:
    from openpyxl import load_workbook  # slow to import

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            _check_bounds(packed)
        return load_workbook(io.BytesIO(data), read_only=True, data_only=data_only)
    except (ForeignError, MemoryError):
        raise
    except Exception as error:  # openpyxl raises whatever a damaged file causes
        raise ForeignError(_("The workbook is damaged.")) from error


def _check_bounds(packed: zipfile.ZipFile) -> None:
    """Refuse a package that is not a workbook or exceeds the limits.

    Only the shared texts are unpacked, piece by piece, to count them. A part never gives more bytes
    than its entry says: zipfile stops reading there, and refuses the part.
    """
    parts = packed.infolist()
    sizes = {"sheets": 0, "texts": 0, "others": 0}
    for part in parts:
        sizes[_kind_of(part.filename)] += part.file_size
    if (
        len(parts) > MOST_PARTS
        or sizes["sheets"] > MOST_SHEET_BYTES
        or sizes["texts"] > MOST_TEXT_BYTES
        or sizes["others"] > MOST_OTHER_BYTES
    ):
        raise ForeignError(_("The workbook is too large when it is unpacked."))
    names = [part.filename for part in parts]
    if "content.xml" in names and "mimetype" in names:
        raise ForeignError(_("This is an OpenDocument file. Save it as XLSX or CSV."))
    if {"Index/Document.iwa", "xl/workbook.bin"} & {*names}:
        raise ForeignError(_("This spreadsheet format cannot be read. Save it as XLSX or CSV."))
    if "word/document.xml" in names:
        raise ForeignError(_("This is a document with text. Copy its table and paste it."))
    if "xl/workbook.xml" not in names:
        raise ForeignError(_("This packed file is not a workbook. Unpack it and import its files."))
    if len(set(names)) < len(names):
        raise ForeignError(_("The workbook is damaged."))
    if sum(name.startswith("xl/worksheets/sheet") for name in names) > MOST_SHEETS:
        raise ForeignError(_("The workbook has more than %(most)d sheets."), most=MOST_SHEETS)
    if sum(_texts_in(packed, name) for name in names if _kind_of(name) == "texts") > MOST_TEXTS:
        raise ForeignError(_("The workbook is too large when it is unpacked."))


def _kind_of(name: str) -> str:
    """Return the limit that applies to a part."""
    if "sharedstrings" in name.lower():
        return "texts"
    return "sheets" if name.startswith(_LARGE) else "others"


def _texts_in(packed: zipfile.ZipFile, name: str) -> int:
    """Return how many shared texts a part has."""
    count, end = 0, b""
    with packed.open(name) as part:
        while piece := part.read(1024**2):
            count += len(_TEXT.findall(end + piece))
            end = piece[-3:]
    return count


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
        # A score such as 2-1 became a date, and 2 January and 1 February are equally possible.
        return f"{value:%Y/%m/%d}"
    return clean_cell(str(value))


def without_breaks(rows: Rows) -> Rows:
    """Move what is below the first line of a column's cells into a column of its own.

    That is another value, such as a deck, where nearly all cells have two lines and either some
    second lines are equal or the first ones have several words. All other breaks become blanks.
    """
    if not any(BREAK in cell for row in rows for cell in row):
        return rows
    width = max(map(len, rows))
    apart = [at for at in range(width) if _is_apart([row[at] for row in rows if at < len(row)])]
    parted = []
    for row in rows:
        padded = [*row, *[""] * (width - len(row))] if apart else row
        below = [padded[at].partition(BREAK)[2] for at in apart]
        cells = [
            cell.partition(BREAK)[0] if at in apart else cell for at, cell in enumerate(padded)
        ]
        parted.append([" ".join(cell.split(BREAK)).strip() for cell in (*cells, *below)])
    return parted


def _is_apart(column: list[str]) -> bool:
    broken = [cell.split(BREAK) for cell in column if BREAK in cell]
    if len(broken) < max(LEAST_BROKEN, MOST_BROKEN * (sum(map(bool, column)) - 1)):
        return False
    first, second, *_rest = zip_longest(*broken, fillvalue="")
    several = sum(" " in name.strip() for name in first)
    return len({*second}) < len(second) or several >= MOST_BROKEN * len(first)
