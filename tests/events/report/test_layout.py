"""The sheets of a report are filled: no sheet holds a few lines, no column stays empty."""

import io

import pytest
from pypdf import PageObject, PdfReader

from events.paper.typst_process import press
from events.report.queries import event_report
from events.report.report_page import whole_document
from tests.events.scenario import event_with_owner, play_round

pytestmark = pytest.mark.django_db

# In points: below it is the foot of every sheet.
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


@pytest.mark.parametrize(("players", "rounds"), [(20, 3), (40, 3), (70, 3), (130, 2)])
def test_no_sheet_of_a_report_holds_a_few_lines(players: int, rounds: int) -> None:
    event, owner = event_with_owner(players, rounds=rounds)
    for number in range(1, rounds + 1):
        play_round(event, owner, number)
    pages = PdfReader(io.BytesIO(press(whole_document(event_report(event))))).pages
    shares = [round(filled(page), 2) for page in pages]
    assert min(shares) > 0.3, shares
