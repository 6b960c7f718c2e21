"""Finished events: their pages are files, nothing of them is held, and no page is too old."""

import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from shutil import rmtree

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from events.core.events.finishing_actions import finish_event, reopen_event
from events.models import Event
from events.public_site import finished_pages
from events.public_site import page_cache as caches
from events.public_site.finished_pages import open_builds
from events.public_site.page_cache import page_cache
from events.report import share_views
from tests.events.public_site.cached.conftest import FOUR
from tests.events.public_site.cached.test_page_cache import ADDRESSES, phone, url
from tests.events.support.public_events import Played


@pytest.fixture(autouse=True)
def serving(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings, tmp_path: Path
) -> Iterator[None]:
    """Hold events and write files as a server does."""
    monkeypatch.setattr(page_cache, "watched", True)
    monkeypatch.setattr(page_cache, "confirmed", time.monotonic())
    settings.VAR_DIR = tmp_path
    open_builds.forget()
    yield
    open_builds.forget()


@pytest.fixture
def finished(db: None) -> Played:
    made = Played(FOUR, rounds=1)
    made.play(1)
    made.publish(1)
    finish_event(event_id=made.event.pk, actor=made.organizer)
    page_cache.forget()
    return made


def files_of(event: Event, folder: Path) -> list[Path]:
    return [
        path for path in (folder / "finished_pages" / str(event.pk)).rglob("*") if path.is_file()
    ]


def test_a_page_from_its_file_is_the_page(
    finished: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address, language in product(ADDRESSES, ("en", "ja")):
        asked = {"accept-language": language}
        monkeypatch.setattr(page_cache, "watched", False)
        held = phone(url(finished, address), **asked)
        assert page_cache.cached
        page_cache.forget()
        monkeypatch.setattr(page_cache, "watched", True)
        assert files_of(finished.event, tmp_path) == [], "the next answer makes the page"
        made = phone(url(finished, address), **asked)
        open_builds.forget()
        with CaptureQueriesContext(connection) as queries:
            read = phone(url(finished, address), **asked)
        assert len(queries) == 1, (address, language)
        assert page_cache.cached == {}
        for answer in (made, read):
            assert answer.content == held.content, (address, language)
            # Headers that change with time, not with the page.
            times = {"Date": "", "Age": ""}
            assert {**answer.headers, **times} == {**held.headers, **times}, (address, language)
        rmtree(tmp_path / "finished_pages")


def test_a_finished_event_that_changes_is_never_shown_as_it_was(
    finished: Played, tmp_path: Path
) -> None:
    before = phone(finished.url("standings")).content
    assert files_of(finished.event, tmp_path)
    # As on another node, which has its own files: these are not removed.
    Event.objects.filter(pk=finished.event.pk).update(name="Renamed", public_revision=999)
    after = phone(finished.url("standings")).content
    assert b"Renamed" in after
    assert b"Renamed" not in before
    older = {path.parent for path in files_of(finished.event, tmp_path)}
    assert len(older) == 2
    finished_pages.sweep()
    newer = {path.parent for path in files_of(finished.event, tmp_path)}
    assert len(newer) == 1
    assert phone(finished.url("standings")).content == after
    Event.objects.filter(pk=finished.event.pk).update(state=Event.State.RUNNING)
    finished_pages.sweep()
    assert files_of(finished.event, tmp_path) == []


def test_files_go_as_soon_as_the_event_changes_here(
    finished: Played,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    phone(finished.url("standings"))
    assert files_of(finished.event, tmp_path)
    with django_capture_on_commit_callbacks(execute=True):
        reopen_event(event_id=finished.event.pk, actor=finished.organizer, reason="a round more")
    assert files_of(finished.event, tmp_path) == []
    phone(finished.url("standings"))
    assert list(page_cache.cached) == [finished.event.slug], "it runs again, so it is in memory"
    assert files_of(finished.event, tmp_path) == []


def test_an_event_that_finishes_stays_in_memory_while_phones_watch(
    finished: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = page_cache.open(finished.event.slug)
    page_cache.look()
    assert list(page_cache.cached) == [finished.event.slug]
    monkeypatch.setattr(held, "used", held.used - caches.FINISHED_SECONDS - 1)
    page_cache.look()
    assert page_cache.cached == {}
    assert page_cache.entries == {}


def test_builds_of_finished_events_are_held_for_two_at_most(finished: Played) -> None:
    others = [finished]
    for _number in range(finished_pages.MOST_OPEN + 1):
        other = Played(FOUR)
        other.play(1)
        Event.objects.filter(pk=other.event.pk).update(state=Event.State.FINISHED)
        others.append(other)
    page_cache.forget()
    for other in others:
        phone(other.url("players", 1))
    assert len(open_builds) == finished_pages.MOST_OPEN
    assert page_cache.cached == {}


def test_the_pictures_of_all_players_read_the_report_once(
    finished: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share_views, "_drawn", lambda picture: picture.data["label"].encode())
    shown = {}
    for number in (1, 2):
        with CaptureQueriesContext(connection) as queries:
            shown[number] = phone(f"/e/{finished.event.slug}/players/{number}/share.png").content
    assert len(queries) == 1, "whether the event is finished"
    assert shown[1] != shown[2]
    Event.objects.filter(pk=finished.event.pk).update(public_revision=999)
    finished.event.enrollments.filter(number=2).update(name="Somebody Else")
    assert phone(f"/e/{finished.event.slug}/players/2/share.png").content == b"Somebody Else"


def test_the_oldest_files_go_when_there_are_too_many(
    finished: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone(finished.url("standings"))
    finished_pages.sweep()
    assert files_of(finished.event, tmp_path)
    monkeypatch.setattr(finished_pages, "MOST_FILE_BYTES", 10)
    finished_pages.sweep()
    assert files_of(finished.event, tmp_path) == []


def test_a_folder_that_takes_nothing_does_not_take_the_pages_away(
    finished: Played, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "finished_pages").write_text("no folder")
    assert phone(finished.url("standings")).status_code == 200
    assert "could not be written" in caplog.text
