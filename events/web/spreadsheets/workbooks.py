"""Tables as a workbook; a module of its own, because openpyxl takes a while to load."""

import io
from collections.abc import Iterable
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from domain.names import text_width
from events.web.spreadsheets.sheet_tables import Cell, SheetTable
from interchange.csv_text import FORMULA_STARTS

WIDEST_COLUMN = 48


def xlsx_bytes(tables: Iterable[SheetTable]) -> bytes:
    """Return the tables as one workbook, a sheet each; text stays text, whatever it begins with."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for table in tables:
        sheet = book.create_sheet(table.title)
        sheet.append([_cell(sheet, column.title) for column in table.columns])
        for head in sheet[1]:
            head.font = Font(bold=True)
        for row in table.rows:
            sheet.append([_cell(sheet, value) for value in row])
        _lay_out(sheet, table)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: Worksheet, value: Cell) -> str | int | SheetCell | None:
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, Decimal):
        return _figure(sheet, value)
    text = ILLEGAL_CHARACTERS_RE.sub("", str(value))
    if not text.startswith(FORMULA_STARTS):
        return text
    cell = WriteOnlyCell(sheet, value=text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


def _figure(sheet: Worksheet, value: Decimal) -> SheetCell:
    cell = WriteOnlyCell(sheet, value=float(value))
    places = -int(value.as_tuple().exponent)
    cell.number_format = f"0.{'0' * places}" if places else "0"
    return cell


def _lay_out(sheet: Worksheet, table: SheetTable) -> None:
    """Keep the head in view, make columns as wide as their text, fit the sheet on paper."""
    sheet.freeze_panes = "A2"
    for position, column in enumerate(table.columns):
        texts = [column.title, *(str(row[position] or "") for row in table.rows)]
        width = min(max(map(text_width, texts)), WIDEST_COLUMN)
        sheet.column_dimensions[get_column_letter(position + 1)].width = width + 2
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"
