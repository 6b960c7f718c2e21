"""Workbooks at their bounds and just over them, and packages that hold other than they say."""

import io
import struct
import zipfile

import pytest
from openpyxl import Workbook
from openpyxl.xml.constants import SHEET_MAIN_NS

from interchange import workbooks
from interchange.values import ForeignError
from interchange.workbooks import all_rows

NAMESPACE = f'xmlns="{SHEET_MAIN_NS}"'
SHARED, SHEET = "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"
DECLARED = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-'
    b'officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)
TOO_LARGE = "too large when it is unpacked"


def workbook_of(parts: dict[str, str], sheets: int = 1) -> bytes:
    """Return a workbook in which these parts have another content."""
    book = Workbook()
    for _more in range(sheets - 1):
        book.create_sheet()
    book.worksheets[0].append(["Ada Falk"])
    whole, changed = io.BytesIO(), io.BytesIO()
    book.save(whole)
    with (
        zipfile.ZipFile(whole) as old,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            if name not in parts:
                # openpyxl writes no shared strings, but reads declared ones.
                new.writestr(name, old.read(name).replace(b"</Types>", DECLARED))
        for name, text in ({SHARED: f"<sst {NAMESPACE}/>"} | parts).items():
            new.writestr(name, text)
    return changed.getvalue()


def shared_texts(count: int, letters: int) -> str:
    return f"<sst {NAMESPACE}>" + f"<si><t>{'a' * letters}</t></si>" * count + "</sst>"


def sheet_of(rows: int, cells: int = 1) -> str:
    row = "<row>" + "<c><v>1</v></c>" * cells + "</row>"
    return f"<worksheet {NAMESPACE}><sheetData>{row * rows}</sheetData></worksheet>"


def test_shared_texts_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shared_texts(10, 100)
    monkeypatch.setattr(workbooks, "MOST_TEXT_BYTES", len(text))
    assert len(all_rows(workbook_of({SHARED: text}))) == 1
    with pytest.raises(ForeignError, match=TOO_LARGE):
        all_rows(workbook_of({SHARED: text + " "}))


def test_shared_texts_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_TEXTS", 10)
    assert len(all_rows(workbook_of({SHARED: shared_texts(10, 1)}))) == 1
    with pytest.raises(ForeignError, match=TOO_LARGE):
        all_rows(workbook_of({SHARED: shared_texts(11, 1)}))


def test_bytes_of_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    text = sheet_of(10)
    monkeypatch.setattr(workbooks, "MOST_SHEET_BYTES", len(text))
    assert len(all_rows(workbook_of({SHEET: text}))[0][1]) == 10
    with pytest.raises(ForeignError, match=TOO_LARGE):
        all_rows(workbook_of({SHEET: text + " "}))


def test_everything_else_in_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_OTHER_BYTES", 100_000)
    assert len(all_rows(workbook_of({"docProps/more.xml": "a" * 50_000}))) == 1
    with pytest.raises(ForeignError, match=TOO_LARGE):
        all_rows(workbook_of({"docProps/more.xml": "a" * 100_000}))


def test_rows_of_all_sheets_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_ROWS", 10)
    second = "xl/worksheets/sheet2.xml"
    fits = workbook_of({SHEET: sheet_of(4), second: sheet_of(6)}, sheets=2)
    assert [len(rows) for _name, rows in all_rows(fits)] == [4, 6]
    with pytest.raises(ForeignError, match="more than 10 rows"):
        all_rows(workbook_of({SHEET: sheet_of(4), second: sheet_of(7)}, sheets=2))


def test_a_row_far_below_the_others_is_refused() -> None:
    far = (
        f'<worksheet {NAMESPACE}><sheetData><row r="1048576"><c r="XFD1048576"/></row></sheetData>'
    )
    with pytest.raises(ForeignError, match="more than 100000 rows"):
        all_rows(workbook_of({SHEET: f"{far}</worksheet>"}))


def test_cells_behind_the_last_column_are_left_out() -> None:
    rows = all_rows(workbook_of({SHEET: sheet_of(1, workbooks.MOST_CELLS + 5)}))[0][1]
    assert len(rows[0]) == workbooks.MOST_CELLS


def test_sheets() -> None:
    assert len(all_rows(workbook_of({}, sheets=workbooks.MOST_SHEETS))) == workbooks.MOST_SHEETS
    with pytest.raises(ForeignError, match="more than 50 sheets"):
        all_rows(workbook_of({}, sheets=workbooks.MOST_SHEETS + 1))


def test_parts_of_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {f"docProps/{number}.xml": "<a/>" for number in range(20)}
    monkeypatch.setattr(workbooks, "MOST_PARTS", 20)
    with pytest.raises(ForeignError, match=TOO_LARGE):
        all_rows(workbook_of(parts))


def test_a_part_that_holds_more_than_it_says_is_refused() -> None:
    """The sizes of a package are only claims: what is read ends there, and does not fit."""
    text = shared_texts(5, 100_000)
    data = workbook_of({SHARED: text})
    lie = data.replace(struct.pack("<I", len(text)), struct.pack("<I", 1_000))
    assert lie != data
    with pytest.raises(ForeignError, match="damaged"):
        all_rows(lie)


def test_a_workbook_within_a_package_is_not_unpacked() -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as outer:
        outer.writestr("book.xlsx", workbook_of({}))
    with pytest.raises(ForeignError, match="not a workbook"):
        all_rows(inner.getvalue())


@pytest.mark.parametrize("part", [SHEET, SHARED, "xl/workbook.xml", "xl/styles.xml"])
def test_entities_of_a_part_are_not_resolved(part: str) -> None:
    laughs = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>'
    with pytest.raises(ForeignError, match="damaged"):
        all_rows(workbook_of({part: laughs}))


def test_deep_elements_are_damage_and_no_crash() -> None:
    deep = f"<worksheet {NAMESPACE}><sheetData>" + "<a>" * 200_000
    with pytest.raises(ForeignError, match="damaged"):
        all_rows(workbook_of({SHEET: deep}))
