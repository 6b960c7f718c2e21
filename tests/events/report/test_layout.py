"""The sheets of a report are filled: no sheet holds a few lines, no column stays empty."""

import datetime
import io

import pytest
from django.utils import translation
from pypdf import PageObject, PdfReader

from events.models import Event
from events.paper.typst_process import press
from events.prizes.actions import PrizeData, save_prizes
from events.report.queries import event_report
from events.report.report_page import whole_document
from tests import factories
from tests.events.scenario import event_with_owner, play_round
from tests.markup import flat

pytestmark = pytest.mark.django_db

# In points: the footer of every sheet is below.
FOOT = 48


def filled(page: PageObject) -> float:
    """Return the share of a sheet's height from its top to its last line."""
    heights: list[float] = []

    def look(text: str, matrix: list[float], place: list[float], *_more: object) -> None:
        height = matrix[5] + place[5] * matrix[3] if text.strip() else 0
        if height > FOOT:
            heights.append(height)

    page.extract_text(visitor_text=look)
    return 1 - min(heights, default=0) / float(page.mediabox.height)


def text_of(event: Event) -> str:
    """Return the text of the event's report as PDF, in the active language."""
    pages = PdfReader(io.BytesIO(press(whole_document(event_report(event))))).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize(
    ("prizes", "heads"),
    [
        ("1: 100", ["", "Name", "Cash"]),
        ("1: Cup", ["", "Name", "Prize"]),
        ("1: 1,234 + Cup\n2: 50", ["", "Name", "Cash", "Prize"]),
    ],
)
def test_no_column_of_prizes_stays_empty(prizes: str, heads: list[str]) -> None:
    event, owner = event_with_owner(4, rounds=1)
    play_round(event, owner, 1)
    data = PrizeData("USD", "tiebreak", False, 0, 0, True, prizes, "")
    save_prizes(event_id=event.pk, actor=owner, data=data)
    event.refresh_from_db()
    document = whole_document(event_report(event))
    assert document.data["prizes"]["heads"] == heads
    assert all(any(cells) for cells in zip(*document.data["prizes"]["rows"], strict=True))
    press(document)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/").content.decode()
    section = flat(page.partition('aria-labelledby="prizes"')[2].partition("</section>")[0])
    shown = [head for head in ("Cash", "Prize") if f">{head}</th>" in section]
    assert shown == heads[2:]


@pytest.mark.parametrize(
    ("language", "date", "money"),
    [("en", "Jan. 31, 2026", "$1,234"), ("ja", "2026年1月31日", "$1,234")],
)
def test_dates_and_numbers_are_in_the_readers_form(language: str, date: str, money: str) -> None:
    event, owner = event_with_owner(4, rounds=1, date=datetime.date(2026, 1, 31))
    play_round(event, owner, 1)
    data = PrizeData("USD", "tiebreak", False, 0, 0, True, "1: 1,234", "")
    save_prizes(event_id=event.pk, actor=owner, data=data)
    event.refresh_from_db()
    with translation.override(language):
        text = text_of(event)
        assert date in text
        assert money in text
    browser = factories.client_of(owner)
    page = flat(
        browser.get(f"/staff/e/{event.slug}/report/", headers={"accept-language": language})
    )
    assert date in page
    assert money in page


@pytest.mark.parametrize(("players", "rounds"), [(20, 3), (40, 3), (70, 3), (130, 2)])
def test_no_sheet_of_a_report_holds_a_few_lines(players: int, rounds: int) -> None:
    event, owner = event_with_owner(players, rounds=rounds)
    for number in range(1, rounds + 1):
        play_round(event, owner, number)
    pages = PdfReader(io.BytesIO(press(whole_document(event_report(event))))).pages
    shares = [round(filled(page), 2) for page in pages]
    assert min(shares) > 0.3, shares
