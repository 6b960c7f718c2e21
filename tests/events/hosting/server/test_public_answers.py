"""Answers from memory are Django's: every kind of page, every header."""

import re
import time
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.http import http_date

from events.core.clock.actions import start_clock
from events.hosting.server.public_answers import language_of, public_answers
from events.public_site.event_list import event_list
from events.public_site.page_cache import SAID_AFTER_SECONDS, page_cache
from tests.events.public_site.cached.conftest import played  # noqa: F401 - a fixture
from tests.events.support.public_events import Played

HELD = ["", "pairings/", "standings/", "projector/", "players/1/", "players/1.json", "stamp.json"]
API = ["", "/rounds", "/rounds/1", "/standings", "/archive", "/rounds?format=ndjson"]
RARE = ["pairings/1/", "standings/1/", "rules/", "draw/", "standings/1/players/1/"]
UNKNOWN = [
    *("pairings", "pairings/?q=a", "PAIRINGS/", "players/0/", "players/01/", "players/999/"),
    *("players/1", "players/1.json/", "p%61irings/", "../", "pairings//", "stamp.json?x", "no/"),
]
Asked = dict[str, str]


def from_memory(method: str, path: str, asked: Asked) -> tuple[int, dict[str, str], bytes] | None:
    """The answer from memory: status, headers with small names, body."""
    headers = [(name.encode(), value.encode()) for name, value in asked.items()]
    found = public_answers.answer(method.encode(), path.encode(), headers)
    if found is None:
        return None
    status, *lines = found[0].decode().split("\r\n")
    told = dict(line.split(": ", 1) for line in lines)
    return int(status.split()[1]), {name.lower(): one for name, one in told.items()}, found[1]


def from_django(method: str, path: str, asked: Asked) -> tuple[int, dict[str, str], bytes]:
    answer = Client().generic(method, path, headers=asked)
    assert isinstance(answer, HttpResponse)
    headers = {name.lower(): value for name, value in answer.items()}
    if answer.status_code == 304:
        # Django writes 0, which would be the page's length; the bridge omits it too.
        del headers["content-length"]
    return answer.status_code, headers, answer.content


def same(method: str, path: str, asked: Asked) -> dict[str, str]:
    asked = {"host": "testserver", "accept-encoding": "gzip", **asked}
    django = from_django(method, path, asked)
    here = from_memory(method, path, asked)
    assert here is not None, path
    for _status, headers, _body in (here, django):
        assert re.fullmatch(r"\w{3}, [\w :]+ GMT", headers.pop("date")), path
    assert here == django, path
    return here[1]


@pytest.mark.parametrize("encoding", ["gzip", "gzip, deflate, br"])
@pytest.mark.parametrize("language", ["en", "ja-JP,ja;q=0.9"])
def test_every_kind_of_page(
    played: Played,  # noqa: F811
    encoding: str,
    language: str,
) -> None:
    event = f"/e/{played.event.slug}/"
    for path in ("/", *(event + page for page in (*HELD, *RARE))):
        forget_what_is_held()
        check_page(path, {"accept-encoding": encoding, "accept-language": language})


def forget_what_is_held() -> None:
    """Let each address be the first that a player asks for, as after a start."""
    page_cache.forget()
    event_list.forget()
    public_answers.forget()


def check_page(path: str, asked: Asked) -> None:
    headers = same("GET", path, asked)
    same("HEAD", path, asked)
    for known in (headers["etag"], f'"a", {headers["etag"]}', "*"):
        unchanged = same("GET", path, {**asked, "if-none-match": known})
        assert "content-type" not in unchanged
    same("GET", path, {**asked, "if-none-match": 'W/"older"'})
    assert "x-accel-expires" not in headers
    same("GET", path, {**asked, "cookie": "django_language=en", "range": "bytes=0-9"})


@pytest.mark.parametrize("encoding", ["gzip, br", "identity"])
def test_data_for_programs(played: Played, encoding: str) -> None:  # noqa: F811
    for part in API:
        forget_what_is_held()
        check_data(f"/api/v1/events/{played.event.slug}", part, encoding)


def check_data(event: str, part: str, encoding: str) -> None:
    path = event + part
    headers = same("GET", path, {"accept-encoding": encoding})
    same("HEAD", path, {"accept-encoding": encoding})
    assert headers["access-control-allow-origin"] == "*"
    assert "Accept," in headers["vary"]
    same("GET", path, {"if-none-match": headers["etag"], "accept-language": "ja"})
    asked = {"host": "testserver", "accept": "application/x-ndjson"}
    if part == "/rounds":
        assert from_memory("GET", path, asked) is None


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_time(language: str) -> None:
    asked = {"host": "testserver", "accept-encoding": "gzip", "accept-language": language}
    for method in ("GET", "HEAD"):
        status, headers, body = from_django(method, "/now", asked)
        here = from_memory(method, "/now", {**asked, "if-none-match": "*"})
        assert here is not None
        assert headers.keys() | {"date"} == here[1].keys()
        assert (status, headers) == (here[0], {n: v for n, v in here[1].items() if n != "date"})
        assert len(here[2]) == len(body) == (13 if method == "GET" else 0)
        assert not body or abs(int(here[2]) - int(body)) < 60_000


def test_behind_tls(played: Played, settings: LazySettings) -> None:  # noqa: F811
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 60
    path = f"/e/{played.event.slug}/pairings/"
    headers = same("GET", path, {"x-forwarded-proto": "https"})
    assert headers["strict-transport-security"].startswith("max-age=60")
    asked = {"host": "testserver", "accept-encoding": "gzip"}
    assert from_memory("GET", path, asked) is None
    assert from_django("GET", path, asked)[0] == 301


def test_only_names_that_are_served(played: Played, settings: LazySettings) -> None:  # noqa: F811
    settings.ALLOWED_HOSTS = ["swiss.example"]
    path = f"/e/{played.event.slug}/pairings/"
    same("GET", path, {"host": "swiss.example:8000"})
    for host in ("other.example", "", "swiss.example/", "a b"):
        assert from_memory("GET", path, {"host": host, "accept-encoding": "gzip"}) is None


def test_what_is_held_is_what_djangos_addresses_say(played: Played) -> None:  # noqa: F811
    # Data for programs that an earlier test requested is cached too.
    forget_what_is_held()
    for page in (*HELD, *RARE):
        Client().get(f"/e/{played.event.slug}/{page}")
    Client().get("/")
    held = {
        *page_cache.entries,
        *page_cache.rare,
        *(path for path, _language in page_cache.event_list),
    }
    assert len(held) > len(HELD) + len(RARE)
    for path in held:
        found = resolve(path)
        assert found.namespaces == ["public"], path
        assert Client().get(path).status_code == 200, path


def test_what_it_does_not_know_is_djangos(played: Played) -> None:  # noqa: F811
    Client().get(f"/e/{played.event.slug}/")
    asked = {"host": "testserver", "accept-encoding": "gzip"}
    assert from_memory("GET", f"/e/{played.event.slug}/pairings/", asked) is not None
    for path in UNKNOWN:
        assert from_memory("GET", f"/e/{played.event.slug}/{path}", asked) is None, path


@pytest.mark.parametrize("path", ["/staff/", "/login/", "/static/css/public.css", "/language/ja/"])
def test_other_addresses_are_not_public(played: Played, path: str) -> None:  # noqa: F811
    asked = {"host": "testserver", "accept-encoding": "gzip"}
    Client().get(path)
    assert from_memory("GET", path, asked) is None
    try:
        assert resolve(path).namespaces != ["public"]
    except Resolver404:
        assert path.startswith("/static/")


def test_a_new_page_is_answered_and_an_old_one_forgotten(
    played: Played,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    path = f"/e/{played.event.slug}/pairings/"
    before = same("GET", path, {})
    monkeypatch.setattr(page_cache, "watched", True)
    monkeypatch.setattr(page_cache, "confirmed", time.monotonic())
    with django_capture_on_commit_callbacks(execute=True):
        start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    after = same("GET", path, {"if-none-match": before["etag"]})
    assert after["etag"] != before["etag"]


def test_pages_say_how_old_they_are(
    played: Played,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = f"/e/{played.event.slug}/standings/"
    assert "age" not in same("GET", path, {})
    monkeypatch.setattr(page_cache, "watched", True)
    monkeypatch.setattr(page_cache, "confirmed", page_cache.confirmed - SAID_AFTER_SECONDS - 60)
    assert int(same("GET", path, {})["age"]) >= 65


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        *(
            ("", "", "en"),
            ("", "ja", "ja"),
            ("", "fr, ja;q=0.4, en;q=0.2", "ja"),
            ("", "ja-JP", "ja"),
        ),
        *(("django_language=ja", "en", "ja"), ("django_language=xx", "ja", "ja")),
        *((f"long={'x' * 600}; django_language=ja", "en", "ja"), ("=;;\xff", "ja", "ja")),
    ],
)
def test_language(cookie: str, accepted: str, language: str) -> None:
    assert language_of(cookie.encode("latin-1"), accepted.encode()) == language


def test_the_date_is_now(played: Played) -> None:  # noqa: F811
    path = f"/e/{played.event.slug}/standings/"
    Client().get(path)
    asked = [(b"host", b"testserver"), (b"accept-encoding", b"gzip")]
    before = http_date()
    found = public_answers.answer(b"GET", path.encode(), asked)
    assert found is not None
    assert found[0].split(b"\r\nDate: ")[1][:29].decode() in (before, http_date())


def test_a_cache_of_whole_seconds_hears_until_when_it_may_keep_a_page(
    played: Played,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = f"/e/{played.event.slug}/pairings/"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    for more in ({}, {"if-none-match": "*"}):
        headers = same("GET", path, {"x-micro-cache": "1", **more})
        assert headers["x-accel-expires"] == f"@{int(now)}"
