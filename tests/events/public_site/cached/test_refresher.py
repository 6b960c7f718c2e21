"""How a process learns what is new, and what a build makes of it."""

import contextlib
import datetime
import json
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection, transaction
from django.db.models import Q
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from events.core.clock.actions import start_clock
from events.core.events.announcement_actions import announce
from events.core.rounds.actions import extend_time
from events.models import Event, Match, PublicBuild
from events.public_site import page_cache as shelves
from events.public_site import stored_builds
from events.public_site.build import Build, build
from events.public_site.page import Page, pack
from events.public_site.page_cache import PageCache, page_cache
from events.public_site.reads import events
from events.public_site.refresher import Refresher, warm
from tests.events.public_site.cached.conftest import FOUR
from tests.events.support.public_events import Played


def phone(address: str, **headers: str) -> HttpResponse:
    answer = Client().get(address, headers=headers)
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_page_that_says_the_same_is_not_packed_again(played: Played) -> None:
    before = page_cache.open(played.event.slug).build
    extend_time(event_id=played.event.pk, actor=played.organizer, number=2, table=1, minutes=3)
    page_cache.renew(played.event.pk)
    after = page_cache.open(played.event.slug).build
    assert after.revision > before.revision
    assert after.pages["standings", "en"] is before.pages["standings", "en"]
    changed = {one for one in after.cards if after.cards[one] != before.cards[one]}
    assert len(changed) == 2


def test_another_process_takes_up_what_was_kept(played: Played) -> None:
    made = page_cache.open(played.event.slug).build
    kept = stored_builds.load(played.event.pk, played.event.slug)
    assert kept is not None
    assert kept.pages == made.pages
    assert kept.cards == made.cards
    for language in ("en", "ja"):
        for number in made.cards:
            assert kept.own_page(language, number) == made.own_page(language, number)


def test_what_another_edition_of_the_code_built_is_built_anew(played: Played) -> None:
    page_cache.open(played.event.slug)
    PublicBuild.objects.update(edition="older")
    assert stored_builds.load(played.event.pk, played.event.slug) is None
    page_cache.forget()
    phone(played.url("pairings"))
    assert PublicBuild.objects.get().edition != "older"


def test_an_older_build_does_not_replace_a_newer_one(played: Played) -> None:
    older = page_cache.open(played.event.slug).build
    start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    page_cache.renew(played.event.pk)
    newer = page_cache.open(played.event.slug).build
    stored_builds.save(older)
    kept = PublicBuild.objects.get()
    assert kept.revision == newer.revision > older.revision


def test_a_look_takes_up_what_another_process_built(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone(played.url("pairings"))
    other = PageCache()
    start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    page_cache.look()
    assert "data-started" not in text_of(played.url("pairings")), "nobody has built it yet"
    other.renew(played.event.pk)
    page_cache.look()
    assert "data-started" in text_of(played.url("pairings"))


def test_a_look_builds_what_nobody_else_did(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone(played.url("pairings"))
    start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    monkeypatch.setattr(shelves, "GRACE_SECONDS", 0)
    page_cache.look()
    assert "data-started" in text_of(played.url("pairings"))


def test_a_look_at_what_has_not_changed_costs_one_query(played: Played) -> None:
    phone(played.url("pairings"))
    phone(Played(FOUR).url("pairings"))
    with CaptureQueriesContext(connection) as queries:
        page_cache.look()
    assert len(queries) == 1


def test_while_a_server_runs_a_change_is_built_as_soon_as_it_is_written(
    played: Played,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    phone(played.url("pairings"))
    monkeypatch.setattr(page_cache, "watched", True)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    assert len(callbacks) == 1
    with CaptureQueriesContext(connection) as queries:
        assert "data-started" in text_of(played.url("pairings"))
    assert len(queries) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("file_database")
def test_nobody_who_changes_something_waits_for_the_build(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Played(FOUR)
    made.play(1)
    phone(made.url("pairings"))
    monkeypatch.setattr(page_cache, "watched", True)
    wanted: SimpleQueue[int | None] = SimpleQueue()
    monkeypatch.setattr(page_cache, "wanted", wanted)
    until = timezone.now() + datetime.timedelta(hours=1)
    change: dict[str, Any] = {"event_id": made.event.pk, "actor": made.organizer, "until": until}
    before = page_cache.cached[made.event.slug]
    with contextlib.suppress(ZeroDivisionError), transaction.atomic():
        announce(**change, text_en="Never said")
        raise ZeroDivisionError
    assert wanted.empty(), "what was rolled back is not built"
    announce(**change, text_en="Lunch")
    announce(**change, text_en="Dinner")
    assert wanted.qsize() == 2
    assert page_cache.cached[made.event.slug] is before, (
        "until it is built everybody sees the old pages"
    )
    wanted.put(None)
    builds: list[int] = []
    monkeypatch.setattr(shelves, "build", counted(build, builds))
    builder = threading.Thread(target=Refresher().build_what_is_wanted, args=[wanted])
    builder.start()
    builder.join()
    assert len(builds) == 1, "two changes one after the other are one build"
    text = text_of(made.url("pairings"))
    assert "Lunch" in text
    assert "Dinner" in text
    assert "Never" not in text


def counted(make: Callable[..., Build], builds: list[int]) -> Callable[..., Build]:
    def count(*args: Any, **kwargs: Any) -> Build:
        builds.append(1)
        return make(*args, **kwargs)

    return count


def test_pages_are_packed_quickly_first_and_small_before_they_are_kept(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "watched", True)
    page_cache.renew(played.event.pk)
    pages = page_cache.cached[played.event.slug].build.pages
    quick = dict(pages)
    assert quick["pairings", "ja"].quick
    page_cache.save()
    small = pages["pairings", "ja"]
    assert not small.quick
    assert small.etag == quick["pairings", "ja"].etag
    for encoding in ("gzip", "br"):
        # A browser that accepts Brotli gets gzip until then.
        before = quick["pairings", "ja"].body(quick["pairings", "ja"].encoding(encoding))
        assert len(small.body(small.encoding(encoding))) < len(before)
    assert small.encoding("br") == "br"
    assert small.body("") == quick["pairings", "ja"].body("")
    kept = stored_builds.load(played.event.pk, played.event.slug)
    assert kept is not None
    assert kept.pages == pages


def test_an_own_page_is_in_its_language_whenever_it_is_written(played: Played) -> None:
    own = page_cache.open(played.event.slug).build.own
    with translation.override("ja"):
        assert "Current table" in own["en"].contents[1]
    with translation.override("en"):
        assert "Current table" not in own["ja"].contents[1]


def test_without_a_server_nothing_is_built(
    played: Played, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    assert callbacks == []


def test_with_the_database_gone_pages_come_from_memory(
    played: Played, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    before = phone(played.url("pairings"))
    settings.PUBLIC_SECONDS = 1e-9

    def gone(_slug: str) -> None:
        raise OperationalError

    monkeypatch.setattr(events, "event_stamp", gone)
    assert phone(played.url("pairings")).content == before.content
    with pytest.raises(OperationalError):
        phone("/e/another/pairings/")


def test_a_disk_that_takes_nothing_does_not_take_the_pages_away(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_build: object) -> None:
        raise OperationalError

    monkeypatch.setattr(stored_builds, "save", full)
    assert "Anna <b>Rossi</b>" in text_of(played.url("pairings"))


def test_many_threads_make_a_rare_page_once(played: Played) -> None:
    held = page_cache.open(played.event.slug)
    made: list[str] = []
    gate = threading.Barrier(8)

    def make() -> Page:
        made.append("once")
        time.sleep(0.05)
        return pack("page", rare=True)

    def ask() -> None:
        gate.wait()
        page_cache.rare_page(held, "/somewhere/", make)

    threads = [threading.Thread(target=ask) for _number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == ["once"]


def text_of(address: str) -> str:
    return phone(address).content.decode()


def test_a_card_is_data_for_a_phone_that_watches(played: Played) -> None:
    answer = phone(f"{played.url('players', 1)[:-1]}.json")
    card = json.loads(answer.content)
    match = Match.objects.get(Q(first__number=1) | Q(second__number=1), round__number=2)
    other = match.second if match.first.number == 1 else match.first
    assert other is not None
    assert answer["Content-Type"] == "application/json"
    assert (card["number"], card["name"], card["round"]) == (1, "Anna Rossi", 2)
    assert (card["table"], card["opponent"]["number"]) == (match.table, other.number)
    assert (card["after"], card["standing"]["record"]) == (1, card["record"])
    assert "platform_id" not in card["opponent"]
    assert (card["state"], card["complete"], card["started_at"]) == ("running", False, None)


def test_the_stamp_says_which_pages_have_changed(played: Played) -> None:
    before = json.loads(phone(played.url("stamp.json")[:-1]).content)
    for name in ("pairings", "standings", "projector"):
        etag = phone(played.url(name))["ETag"]
        assert etag == f'W/"{before["pages"][name]}"'
    start_clock(event_id=played.event.pk, actor=played.organizer, number=2)
    page_cache.renew(played.event.pk)
    after = json.loads(phone(played.url("stamp.json")[:-1]).content)
    changed = {name for name in after["pages"] if after["pages"][name] != before["pages"][name]}
    assert changed == {"pairings", "event", "projector"}


def test_warming_ends_when_there_is_no_room_or_no_time(
    played: Played, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Played(FOUR)
    running = Event.objects.filter(pk__in=(played.event.pk, other.event.pk))
    running.update(state=Event.State.RUNNING)
    page_cache.forget()
    monkeypatch.setattr("events.public_site.refresher.WARM_SECONDS", -1)
    warm()
    assert not page_cache.cached
    monkeypatch.setattr("events.public_site.refresher.WARM_SECONDS", 60)
    settings.PAGE_BYTES = 1
    warm()
    assert len(page_cache.cached) == 1
    settings.PAGE_BYTES = 10**9
    warm()
    assert len(page_cache.cached) == 2
