"""Every letter that a name can have is printed, or something readable in its place."""

import io
import re

import pytest
from pypdf import PdfReader

from events.core.namesakes import mark_namesakes
from events.paper.stand_ins import covered, printable, printable_text
from tests import factories
from tests.events.support.public_events import Played

SCRIPTS = {
    "Bengali": "অমর্ত্য সেন",
    "Tamil": "செல்வி முருகன்",
    "Telugu": "వేమన రెడ్డి",
    "Kannada": "ಕುವೆಂಪು",
    "Malayalam": "വൈക്കം ബഷീർ",
    "Gujarati": "નર્મદ દવે",
    "Gurmukhi": "ਅੰਮ੍ਰਿਤਾ ਕੌਰ",
    "Oriya": "ଫକୀର ମୋହନ",
    "Sinhala": "මාර්ටින් වික්‍රමසිංහ",
    "Khmer": "ដារា សុខា",
    "Lao": "ດາລາ ກັນລະຍາ",
    "Myanmar": "အောင်ကျော်",
    "Ethiopic": "አበበ በቂላ",
}


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ana 🦊", "Ana (fox face)"),
        ("Ana ❤️ Bea", "Ana ❤️ Bea"),
        ("👩🏽‍🚀 Ada", "(woman)\u200d Ada"),
        ("Team 🇯🇵", "Team JP"),
        ("ᏔᎳ", "TaLa"),
        ("བོད", "baoda"),
        ("Zoë שלום 安藤", "Zoë שלום 安藤"),
        ("", ""),
    ],
)
def test_what_no_font_has_is_written_readably(text: str, printed: str) -> None:
    assert printable_text(text) == printed


def test_a_document_is_printable_all_over() -> None:
    data = {"rows": [["Ana 🦊", 3, None]], "title": "Cup"}
    assert printable(data) == {"rows": [["Ana (fox face)", 3, None]], "title": "Cup"}


def test_scripts_of_many_people_have_a_font() -> None:
    letters = covered()
    for script, name in SCRIPTS.items():
        missing = [letter for letter in name if ord(letter) not in letters and letter != "\u200d"]
        assert not missing, script
        assert printable_text(name) == name


@pytest.mark.django_db
def test_a_sheet_has_a_font_of_each_script_and_no_empty_box() -> None:
    played = Played([*SCRIPTS.values(), "Ana 🦊"])
    played.post(1)
    address = f"/staff/e/{played.event.slug}/rounds/1/print/pairings.pdf"
    answer = factories.client_of(played.organizer).get(address)
    pages = PdfReader(io.BytesIO(answer.content)).pages
    fonts = {
        str(font.get_object()["/BaseFont"])
        for page in pages
        for font in page["/Resources"]["/Font"].values()  # type: ignore[index]
    }
    for script in SCRIPTS:
        assert any(f"NotoSans{script}" in font for font in fonts), (script, fonts)
    assert "(fox face)" in " ".join("".join(page.extract_text() for page in pages).split())


@pytest.mark.django_db
def test_namesakes_are_told_apart_on_every_sheet() -> None:
    played = Played(["Ada Rossi", "ada rossi", "Dana שלום", "Dana שלום", "Eve Adams", "Bo Lind"])
    mark_namesakes(played.event)
    played.play(1)
    event, client = played.event, factories.client_of(played.organizer)
    names = {
        "print/seats.pdf": 4,
        "print/sign-in.pdf": 4,
        "print/labels.pdf": 4,
        "rounds/1/print/slips.pdf": 4,
        "standings/1/print/standings.pdf": 4,
    }
    for path in ("rounds/1/print/pairings.pdf", "rounds/1/print/pairings.pdf?by=table"):
        names[path] = 4
    for path, least in names.items():
        answer = client.get(f"/staff/e/{event.slug}/{path}")
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
        marks = set(re.findall(r"#(\d)", text))
        assert len(marks & {"1", "2", "3", "4"}) == least, (path, text)
