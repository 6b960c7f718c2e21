"""Pictures to share, and the tags by which other sites find them."""

import json
from typing import Any

import pytest
from django.test import Client

from events.core.events.finishing_actions import finish_event
from events.core.words.ordinals import ordinal
from events.models import Enrollment, Event, PublicNames
from events.paper.document import Document
from events.public_site.reads.events import load_event
from events.report import public_views, share_pictures
from events.report.highlights import highlights_of
from events.report.queries import event_report
from tests.events.scenario import event_with_owner, play_round, start_round

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"


def finished(players: int = 4, **columns: Any) -> Event:
    event, owner = event_with_owner(players, rounds=2, **columns)
    play_round(event, owner, 1)
    play_round(event, owner, 2)
    finish_event(event_id=event.pk, actor=owner)
    event.refresh_from_db()
    return event


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The values of each picture that is requested, without the second that drawing takes."""
    asked: list[dict[str, Any]] = []

    def note(picture: Document) -> bytes:
        asked.append(picture.data)
        return PNG

    monkeypatch.setattr(public_views, "_drawn", note)
    return asked


def test_the_picture_is_a_png_of_the_size_that_sites_expect(client: Client) -> None:
    event, _owner = event_with_owner(4)
    answer = client.get(f"/e/{event.slug}/share.png")
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(PNG)
    width, height = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1200, 630)


def test_the_picture_follows_the_event(client: Client, drawn: list[dict[str, Any]]) -> None:
    event, owner = event_with_owner(4, rounds=2)
    address = f"/e/{event.slug}/share.png"
    client.get(address)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    client.get(address)
    assert [picture["statement"] for picture in drawn] == [event.name, "Round 2 is posted"]
    assert "Player 0" not in json.dumps(drawn)
    winner = finished()
    client.get(f"/e/{winner.slug}/share.png")
    assert drawn[-1]["statement"].startswith("Player 0")
    assert drawn[-1]["path"] == [["W", "W"], ["W", "W"]]


def test_a_place_has_a_picture_once_the_event_is_finished(
    client: Client, drawn: list[dict[str, Any]]
) -> None:
    event, owner = event_with_owner(4, rounds=2)
    play_round(event, owner, 1)
    address = f"/e/{event.slug}/players/1/share.png"
    assert client.get(address).status_code == 404
    play_round(event, owner, 2)
    finish_event(event_id=event.pk, actor=owner)
    assert client.get(address).status_code == 200
    assert drawn[-1]["statement"] in ("1st", "2nd", "3rd", "4th")
    assert client.get(f"/e/{event.slug}/players/99/share.png").status_code == 404


def test_a_player_who_asked_to_be_hidden_is_in_no_picture(
    client: Client, drawn: list[dict[str, Any]]
) -> None:
    event = finished()
    first = event_report(event).standings[0].person.number
    Enrollment.objects.filter(event=event, number=first).update(alias="Anon")
    assert client.get(f"/e/{event.slug}/players/{first}/share.png").status_code == 404
    assert client.get(f"/e/{event.slug}/share.png").status_code == 200
    assert drawn[-1]["statement"] == event.name
    by_number = finished(public_names=PublicNames.NUMBER)
    client.get(f"/e/{by_number.slug}/share.png")
    assert drawn[-1]["statement"] == by_number.name


@pytest.mark.parametrize(
    ("place", "word"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (112, "112th"), (121, "121st")],
)
def test_places_are_ordinals(place: int, word: str) -> None:
    assert ordinal(place) == word


def test_the_lines_are_the_players_without_a_loss() -> None:
    event = finished(players=8)
    report = event_report(event)
    assert share_pictures.unbeaten_by_round(report.rounds) == [8, 4, 2]
    picture = share_pictures.winner_picture(report, highlights_of(report, ()))
    assert picture.data["lines"][0] == 1
    assert picture.data["lines"] == sorted(picture.data["lines"], reverse=True)


def test_every_page_of_an_event_says_how_a_link_to_it_looks(client: Client, settings: Any) -> None:
    settings.SITE = "https://play.example"
    event, owner = event_with_owner(4, rounds=2, game_format="Modern")
    start_round(event, owner, 1)
    assert load_event(event.slug).event == event
    titles = set()
    for page in ("", "pairings/", "standings/", "rules/", "players/1/", "about/"):
        text = client.get(f"/e/{event.slug}/{page}").content.decode()
        title = " ".join(text.partition("<title>")[2].partition("</title>")[0].split())
        assert f'<meta property="og:title" content="{title}">' in text
        assert f'content="https://play.example/e/{event.slug}/share.png"' in text
        titles.add(title)
    assert f"{event.enrollments.get(number=1).name} – {event.name}" in titles
    assert len(titles) >= 5


def test_without_an_address_of_the_site_no_link_has_a_picture(
    client: Client, settings: Any
) -> None:
    settings.SITE = ""
    event, _owner = event_with_owner(4)
    text = client.get(f"/e/{event.slug}/").content.decode()
    assert "og:image" not in text
    assert '<meta name="twitter:card" content="summary">' in text


def test_a_phone_can_install_the_site(client: Client) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    event, _owner = event_with_owner(4)
    page = client.get(f"/e/{event.slug}/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert client.get("/favicon.ico")["Content-Type"] == "image/png"
