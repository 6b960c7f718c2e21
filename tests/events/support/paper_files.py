"""Read printed PDF files as text by page."""

import io
from http import HTTPStatus

from django.test import Client
from pypdf import PageObject, PdfReader

from events.models import Event
from tests.events.support.doors import address

ROUND = ["pdf-pairings", "pdf-slips", "pdf-standings"]
EVENT = ["pdf-seats", "pdf-sign-in", "pdf-labels", "pdf-tables", "pdf-poster", "pdf-facts"]


def url(event: Event, name: str) -> str:
    return address(event, name, **({"number": 1} if name in ROUND else {}))


def pages_of(client: Client, url: str, **query: str | int) -> list[PageObject]:
    answer = client.get(url, query)
    assert answer.status_code == HTTPStatus.OK, answer.content[:300]
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith('inline; filename="')
    return list(PdfReader(io.BytesIO(answer.content)).pages)


def texts(pages: list[PageObject]) -> list[str]:
    return [page.extract_text().replace("\u200b", "") for page in pages]


def heights_of(page: PageObject, *words: str) -> dict[str, list[float]]:
    """Return the heights of each of the words on a page, the highest position first."""
    found: dict[str, list[float]] = {word: [] for word in words}

    def look(text: str, where: list[float], *_more: object) -> None:
        for word in words:
            if text.replace("\u200b", "").strip().startswith(word):
                found[word].append(where[5])

    page.extract_text(visitor_text=look)
    return {word: sorted(places, reverse=True) for word, places in found.items()}


def letter_size(page: PageObject, word: str) -> float:
    """Return the font size in points of the first text on a page that starts with the word."""
    found: list[float] = []

    def look(text: str, _own: object, _where: object, _font: object, points: float) -> None:
        if text.replace("\u200b", "").strip().startswith(word):
            found.append(points)

    page.extract_text(visitor_text=look)
    return found[0]


def size(page: PageObject) -> tuple[int, int]:
    return round(page.mediabox.width), round(page.mediabox.height)
