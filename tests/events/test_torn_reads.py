"""Pages of several queries show one moment, while another connection writes and commits."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client

from archive.loading import archive_of
from events.core.players.actions import remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.read_snapshot import one_snapshot
from events.models import Enrollment, Event
from events.public_site.page_cache import PageCache
from events.transfer.event_export import export_archive
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.doors import address
from tests.longer import longer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def elsewhere(write: Callable[[], Any]) -> None:
    """Do something on another connection and wait until it is committed."""

    def run() -> None:
        try:
            write()
        finally:
            connections.close_all()

    thread = ThreadPoolExecutor(1)
    thread.submit(run).result(60)
    thread.shutdown()


@contextmanager
def writes_between_queries(write: Callable[[], Any]) -> Iterator[list[int]]:
    """Let another connection write, and commit, before every query of this thread."""
    asked: list[int] = []

    def between(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith("SELECT"):
            asked.append(len(asked))
            elsewhere(write)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(between):
        yield asked


def test_a_snapshot_is_of_one_moment_and_holds_no_writer_up() -> None:
    event, owner = event_with_owner(4)

    def come() -> None:
        enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Player")])

    with one_snapshot():
        assert Enrollment.objects.filter(event=event).count() == 4
        elsewhere(come)
        assert Enrollment.objects.filter(event=event).count() == 4
    assert Enrollment.objects.filter(event=event).count() == 5
    with transaction.atomic(), one_snapshot():
        Enrollment.objects.filter(event=event, number=5).update(name="Still Writing")
    come()
    assert Enrollment.objects.filter(event=event).count() == 6


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("report", {}),
        ("report-xlsx", {}),
        ("export-file", {}),
        ("roster", {}),
        ("standings", {}),
    ],
)
def test_pages_and_files_while_the_roster_changes(name: str, numbers: dict[str, int]) -> None:
    event, owner = event_with_owner(6, rounds=4, late_policy="nothing")
    play_round(event, owner, 1)
    browser = factories.client_of(owner)
    turn = iter(range(1, 10_000))

    def change() -> None:
        number = next(turn)
        enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name=f"New {number}")])
        if number == 3:
            drop(event_id=event.pk, actor=owner, number=2)
        newest = event.enrollments.order_by("-number").first()
        assert newest is not None
        if number % 2:
            remove(event_id=event.pk, actor=owner, number=newest.number)

    for _time in range(longer(1)):
        with writes_between_queries(change) as asked:
            answer = browser.get(address(event, name, **numbers))
        assert answer.status_code == 200
        assert len(asked) > 3
        if name == "export-file":
            archive_of(answer.json())


def test_an_export_while_results_and_players_come_in_is_an_archive() -> None:
    event, owner = event_with_owner(6, rounds=4, late_policy="nothing")
    stop = threading.Event()
    play_round(event, owner, 1)

    def keep_changing() -> None:
        try:
            while not stop.is_set():
                [one] = enroll(
                    event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Come and Go")]
                )
                remove(event_id=event.pk, actor=owner, number=one.number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        changing = pool.submit(keep_changing)
        try:
            for _turn in range(longer(40)):
                with one_snapshot():
                    archive_of(export_archive(Event.objects.get(pk=event.pk)))
        finally:
            stop.set()
        changing.result(60)


def test_public_pages_are_built_of_one_moment() -> None:
    event, owner = event_with_owner(6, rounds=4, late_policy="nothing")
    play_round(event, owner, 1)
    turn = iter(range(2, 100))

    def play_on() -> None:
        number = next(turn)
        if number <= 3:
            play_round(event, owner, number)

    with writes_between_queries(play_on):
        held = PageCache().open(event.slug)
    pages = {
        name: page.body("").decode()
        for (name, code), page in held.build.pages.items()
        if code == "en"
    }
    newest = max(number for number in (1, 2, 3) if f"Round {number}" in pages["pairings"])
    assert f"round {newest}" in pages["standings"].lower()
    assert Client().get(f"/e/{event.slug}/").status_code == 200
