import gzip
import threading
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.http import Http404, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import Enrollment, Match
from events.services.rounds import extend_time, start_clock
from events.views import public
from events.views.public_cache import MOST_WATCHED, RenderedPages, Watch, pack
from tests.events.views.public_events import Played

ADDRESSES = [(), ("pairings",), ("pairings", 1), ("standings",), ("players", 1), ("rules",)]
FOUR = ["Anna Rossi", "Bob", "Carla", "Dan"]


@pytest.fixture(autouse=True)
def remembering(settings: LazySettings) -> Iterator[None]:
    settings.PUBLIC_SECONDS = 600
    public.forget()
    yield
    public.forget()


@pytest.fixture
def played(db: None) -> Played:
    made = Played(FOUR)
    made.play(1)
    made.publish(1)
    made.post(2)
    return made


def phone(address: str, **headers: str) -> HttpResponse:
    answer = Client().get(address, headers=headers)
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_warm_page_costs_the_database_nothing(played: Played, address: tuple[object]) -> None:
    first = phone(played.url(*address))
    with CaptureQueriesContext(connection) as queries:
        again = phone(played.url(*address))
        unchanged = phone(played.url(*address), **{"if-none-match": first["ETag"]})
    assert len(queries) == 0
    assert again.content == first.content
    assert unchanged.status_code == HTTPStatus.NOT_MODIFIED
    assert unchanged.content == b""
    assert unchanged["ETag"] == first["ETag"]
    assert unchanged["Date"]


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
        phone(played.url("pairings"))
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
        answer = phone(played.url(*address))
        assert not answer.cookies
        assert answer["Cache-Control"] == "no-cache"
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
    with CaptureQueriesContext(connection) as queries:
        page = browser.get(played.url()).content.decode()
    assert len(queries) == 0
    assert played.organizer.get_username() not in page


def test_compressed_and_plain_are_the_same_page(played: Played) -> None:
    packed = phone(played.url("pairings"), **{"accept-encoding": "gzip, br"})
    plain = phone(played.url("pairings"))
    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]


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


def test_searching_without_scripts_is_not_kept(played: Played) -> None:
    phone(played.url("pairings"))
    before = public.pages.held_bytes
    for number in range(5):
        phone(f"{played.url('pairings')}?q=anna{number}")
    assert public.pages.held_bytes == before
    phone(f"{played.url('pairings')}?something=else")
    assert public.pages.held_bytes == before


def test_memory_is_bounded() -> None:
    held = RenderedPages(most_bytes=4000)
    for number in range(200):
        held.get(number, (1,), lambda number=number: f"{number}:" * 400)  # type: ignore[misc]
    assert 0 < held.held_bytes <= 4000
    made = []
    held.get(199, (1,), lambda: made.append(1) or "")  # type: ignore[func-returns-value]
    held.get(0, (1,), lambda: made.append(2) or "x")  # type: ignore[func-returns-value]
    assert made == [2]


def test_a_new_stamp_replaces_the_page_and_its_bytes() -> None:
    held = RenderedPages()
    held.get("page", (1,), lambda: "long " * 10_000)
    held.get("page", (2,), lambda: "short")
    assert held.held_bytes == len(pack("short").packed)


def test_the_watch_forgets_the_oldest_and_asks_again() -> None:
    watch: Watch[int, int] = Watch()
    loads: list[int] = []

    def load(number: int) -> int:
        loads.append(number)
        return number

    for number in (*range(MOST_WATCHED + 1), MOST_WATCHED, 0):
        watch.get(number, lambda: (1,), lambda number=number: load(number))  # type: ignore[misc]
    assert loads == [*range(MOST_WATCHED + 1), 0]


def test_what_is_not_there_is_not_remembered() -> None:
    watch: Watch[str, int] = Watch()
    for _time in range(2):
        with pytest.raises(Http404):
            watch.get("nowhere", lambda: None, lambda: 1)
    assert watch.get("nowhere", lambda: (1,), lambda: 7) == ((1,), 7)


def test_many_threads_render_a_page_once() -> None:
    held = RenderedPages()
    made: list[str] = []
    gate = threading.Barrier(8)

    def render() -> str:
        made.append("once")
        time.sleep(0.05)
        return "page"

    def ask() -> None:
        gate.wait()
        assert held.get("page", (1,), render).etag == pack("page").etag

    threads = [threading.Thread(target=ask) for _number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == ["once"]


def test_a_failed_rendering_leaves_nothing_behind() -> None:
    held = RenderedPages()

    def fail() -> str:
        raise Http404

    with pytest.raises(Http404):
        held.get("page", (1,), fail)
    assert held.held_bytes == 0
    assert held.get("page", (1,), lambda: "page").etag == pack("page").etag
