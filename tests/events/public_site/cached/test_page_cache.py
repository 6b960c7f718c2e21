"""The page cache of a process, and its cost with thousands of phones."""

import gzip
from http import HTTPStatus
from typing import Any

import brotli
import pytest
from django.conf import LazySettings
from django.db import connection
from django.http import Http404, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.core.clock.actions import start_clock
from events.core.rounds.actions import extend_time
from events.models import Enrollment, Match
from events.public_site import page_cache as shelves
from events.public_site.page import accepted_encoding
from events.public_site.page_cache import page_cache
from events.public_site.responses import CACHE_CONTROL
from tests.events.public_site.cached.conftest import FOUR
from tests.events.support.public_events import Played
from tests.queries import queries_of

ADDRESSES = [
    *((), ("pairings",), ("pairings", 1), ("standings",), ("standings", 1), ("projector",)),
    *(("players", 1), ("players", "1.json"), ("stamp.json",), ("rules",), ("draw",)),
]


def url(played: Played, address: tuple[object, ...]) -> str:
    found = played.url(*address)
    return found.rstrip("/") if found.endswith(".json/") else found


def phone(address: str, **headers: str) -> HttpResponse:
    answer = Client().get(address, headers=headers)
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_warm_page_costs_the_database_nothing(played: Played) -> None:
    for address in ADDRESSES:
        page_cache.forget()
        first = phone(url(played, address))
        with CaptureQueriesContext(connection) as queries:
            again = phone(url(played, address))
            unchanged = phone(url(played, address), **{"if-none-match": first["ETag"]})
        assert len(queries) == 0, address
        assert again.status_code == HTTPStatus.OK, address
        assert again.content == first.content, address
        assert unchanged.status_code == HTTPStatus.NOT_MODIFIED, address
        assert unchanged.content == b"", address
        assert unchanged["ETag"] == first["ETag"], address
        assert unchanged["Date"], address


def test_the_first_page_is_warm_too(played: Played) -> None:
    phone("/")
    with CaptureQueriesContext(connection) as queries:
        assert "Anna" not in phone("/").content.decode()
    assert len(queries) == 0


def test_a_change_shows_when_the_trust_is_over(played: Played, settings: LazySettings) -> None:
    before = phone(played.url("pairings"))
    start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    assert phone(played.url("pairings"))["ETag"] == before["ETag"]
    settings.PUBLIC_SECONDS = 1e-9
    after = phone(played.url("pairings"), **{"if-none-match": before["ETag"]})
    assert after.status_code == HTTPStatus.OK
    assert after["ETag"] != before["ETag"]
    assert "data-started" in after.content.decode()


def test_an_extension_shows_when_the_trust_is_over(played: Played, settings: LazySettings) -> None:
    sitting = Match.objects.filter(round__number=2, table=1)
    mine = played.url("players", sitting.values_list("first__number", flat=True).get())
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer, "number": 2}
    start_clock(**who)
    before = phone(mine)
    extend_time(**who, table=1, minutes=3)
    settings.PUBLIC_SECONDS = 1e-9
    assert phone(mine)["ETag"] != before["ETag"]


def test_an_unchanged_event_costs_one_query_when_the_trust_is_over(
    played: Played, settings: LazySettings
) -> None:
    phone(played.url("pairings"))
    settings.PUBLIC_SECONDS = 1e-9
    with CaptureQueriesContext(connection) as queries:
        assert phone(played.url("pairings")).status_code == HTTPStatus.OK
    assert len(queries) == 1
    assert "public_revision" in queries[0]["sql"]


def test_what_players_cannot_see_renders_nothing_again(
    played: Played, settings: LazySettings
) -> None:
    """A change that does not touch the public revision leaves the bytes as they are."""
    first = phone(played.url("players", 1))
    settings.PUBLIC_SECONDS = 1e-9
    Enrollment.objects.filter(event=played.event).update(checked_in=True)
    with CaptureQueriesContext(connection) as queries:
        assert phone(played.url("players", 1))["ETag"] == first["ETag"]
    assert len(queries) == 1


def test_no_cookie_and_the_right_headers(played: Played) -> None:
    for address in ADDRESSES:
        answer = phone(url(played, address))
        assert not answer.cookies
        assert answer["Cache-Control"] == CACHE_CONTROL
        assert {part.strip() for part in answer["Vary"].split(",")} == {
            "Accept-Encoding",
            "Accept-Language",
            "Cookie",
        }
        assert int(answer["Content-Length"]) == len(answer.content)


def test_a_session_is_not_even_looked_at(played: Played) -> None:
    browser = Client()
    browser.force_login(played.organizer)
    browser.get(played.url())
    assert queries_of(lambda: browser.get(played.url())) == 0
    page = browser.get(played.url()).content.decode()
    assert played.event.name in page
    assert played.organizer.get_username() not in page


def test_compressed_and_plain_are_the_same_page(played: Played) -> None:
    plain = phone(played.url("pairings"))
    packed = phone(played.url("pairings"), **{"accept-encoding": "gzip"})
    smaller = phone(played.url("pairings"), **{"accept-encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert smaller["Content-Encoding"] == "br"
    assert "Content-Encoding" not in plain
    assert gzip.decompress(packed.content) == plain.content
    assert brotli.decompress(smaller.content) == plain.content
    assert packed["ETag"] == plain["ETag"] == smaller["ETag"]


def test_the_page_holds_its_own_name(played: Played) -> None:
    answer = phone(played.url("pairings"))
    name = answer["ETag"].removeprefix('W/"').removesuffix('"')
    assert f'data-stamp="{name}"' in answer.content.decode()


def test_each_language_has_its_own_page(played: Played) -> None:
    english = phone(played.url(), **{"accept-language": "en"})
    japanese = phone(played.url(), **{"accept-language": "ja"})
    assert '<html lang="en"' in english.content.decode()
    assert '<html lang="ja"' in japanese.content.decode()
    assert (english["Content-Language"], japanese["Content-Language"]) == ("en", "ja")
    stale = phone(played.url(), **{"accept-language": "ja", "if-none-match": english["ETag"]})
    assert stale.status_code == HTTPStatus.OK
    by_cookie = Client()
    by_cookie.cookies["django_language"] = "ja"
    assert '<html lang="ja"' in by_cookie.get(played.url()).content.decode()


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("", ""),
        ("gzip", "gzip"),
        ("gzip, deflate, br", "br"),
        ("BR;q=1.0, gzip;q=0.8", "br"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=0", ""),
        ("gzip; q=0.000", ""),
        ("*", "gzip"),
        ("identity", ""),
    ],
)
def test_what_an_accept_encoding_header_takes(header: str, taken: str) -> None:
    assert accepted_encoding(header) == taken


def test_searching_without_scripts_is_not_kept(played: Played) -> None:
    phone(played.url("pairings"))
    held = page_cache.open(played.event.slug)
    for number in range(5):
        phone(f"{played.url('pairings')}?q=anna{number}")
    assert held.rare == {}


def test_rare_pages_are_forgotten_when_there_are_too_many(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone(played.url("rules"))
    held = page_cache.open(played.event.slug)
    assert page_cache.find(played.url("rules"), "en")
    monkeypatch.setattr(shelves, "MOST_RARE_BYTES", held.rare_bytes + 1)
    phone(played.url("draw"))
    assert [path for path, _language in held.rare] == [played.url("draw")]
    assert page_cache.find(played.url("rules"), "en") is None


def test_only_the_events_that_are_asked_for_are_held(
    played: Played, settings: LazySettings
) -> None:
    phone(played.url())
    settings.PAGE_BYTES = page_cache.cached[played.event.slug].weight + 1
    other = Played(FOUR)
    phone(other.url())
    assert list(page_cache.cached) == [other.event.slug]
    assert page_cache.find(played.url(), "en") is None
    assert page_cache.find(other.url(), "en")
    phone(played.url())
    assert list(page_cache.cached) == [played.event.slug]


def test_an_event_that_moves_is_held_at_its_new_address(played: Played) -> None:
    with pytest.raises(Http404):
        page_cache.open("nowhere")
    phone(played.url())
    played.event.slug = "moved"
    played.event.save(update_fields=["slug"])
    page_cache.look()
    assert page_cache.find("/e/moved/", "en") is not None
    assert list(page_cache.cached) == ["moved"]
    with pytest.raises(Http404):
        page_cache.open("nowhere")
