"""Lists of players that are uploaded as files: text, workbooks, and files that are neither."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from events.models import Event
from tests import factories

pytestmark = pytest.mark.django_db


def uploaded(event: Event, name: str, content: bytes) -> Any:
    client = factories.client_of(factories.staff_member(event))
    file = SimpleUploadedFile(name, content)
    return client.post(f"/staff/e/{event.slug}/roster/paste/", {"file": file})


def workbook(*sheets: list[list[object]]) -> bytes:
    book = Workbook()
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    packed = BytesIO()
    book.save(packed)
    return packed.getvalue()


def names(response: Any) -> list[str]:
    return [entry.name for entry in response.context["preview"].entries]


def test_a_workbook() -> None:
    rows: list[list[object]] = [
        ["FNM am Freitag"],
        [],
        ["Nr.", "Vorname", "Nachname", "E-Mail"],
        [1, "Jörg", "Müller", "j@example.org"],
        [2.0, "Anna", "Groß, geb.\nWeiß", None],
        ["Gesamt", 2],
    ]
    response = uploaded(factories.event(), "list.xlsx", workbook(rows, []))
    assert names(response) == ["Jörg Müller", "Anna Groß, geb. Weiß"]


def test_each_sheet_of_a_workbook_is_read() -> None:
    content = workbook([["Ada Falk"]], [["Bo Lind"]])
    assert names(uploaded(factories.event(), "list.xlsx", content)) == ["Ada Falk", "Bo Lind"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (workbook([["Ada Falk"]])[:800], "The workbook is damaged."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "Save it as XLSX or CSV."),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "This is a PDF."),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\xff\x17" * 99, "This is a picture."),
    ],
)
def test_a_file_without_a_list_is_refused(content: bytes, reason: str) -> None:
    response = uploaded(factories.event(), "list.csv", content)
    assert response.status_code == 422
    assert reason in response.content.decode()


def test_wide_text_without_a_mark() -> None:
    content = "氏名,メール\n髙橋 花子,h@example.jp\n".encode("utf-16-le")
    assert names(uploaded(factories.event(), "list.txt", content)) == ["髙橋 花子"]


def test_a_workbook_that_is_a_web_page() -> None:
    """Registration sites save a table of a page under a name that ends in .xls."""
    content = (
        "<html><body><table><tr><th>Name</th><th>E-Mail</th></tr>"
        "<tr><td>J\xf6rg<br>M\xfcller</td><td>j@example.org</td></tr>"
        "<tr><td>Anna&nbsp;Wei\xdf</td><td></td></tr></table></body></html>"
    )
    for encoding in ("utf-8", "cp1252"):
        response = uploaded(factories.event(), "list.xls", content.encode(encoding))
        assert names(response) == ["Jörg Müller", "Anna Weiß"]


def test_signs_that_nobody_sees_are_left_out() -> None:
    content = (
        "Name;E-Mail\n\ufeffAda\xa0Falk\u200b;\u200ba@example.org\u200b\xa0\nBo;b@example.org\n"
    )
    preview = uploaded(factories.event(), "list.csv", content.encode()).context["preview"]
    assert not preview.errors
    assert [(entry.name, entry.email) for entry in preview.entries] == [
        ("Ada Falk", "a@example.org"),
        ("Bo", "b@example.org"),
    ]
