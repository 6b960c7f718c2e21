"""Imports and what is inserted for several events at once, each on a connection of its own."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client

from archive.loading import archive_of
from events.accounts.invitation_actions import invite_person
from events.core import event_write as door
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.standings import actions as publishing
from events.models import (
    Enrollment,
    Event,
    Match,
    Organisation,
    OrganisationMember,
    Player,
    Report,
    Role,
    Verb,
)
from events.simulation.simulate import Plan, simulate_event
from events.transfer import event_import as importing
from events.transfer.event_import import STALE, forget_imports, import_archive
from events.transfer.slices_import import FIRST, LEAST, MOST, in_slices
from tests import factories
from tests.archives import small
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.doors import address

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def together(*writes: Callable[[], Any]) -> list[Any]:
    """Run writes at the same time; return answers or refusals."""
    begun = threading.Barrier(len(writes))

    def run(write: Callable[[], Any]) -> Any:
        try:
            begun.wait(60)
            return write()
        except RefusedError as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(writes)) as pool:
        return [one.result(120) for one in [pool.submit(run, write) for write in writes]]


def large(players: int, rounds: int) -> dict[str, Any]:
    """An archive of the given number of players, everyone playing every round."""
    pairs = [(2 * place, 2 * place + 1) for place in range(players // 2)]
    matches = [
        {"table": table, "players": list(pair), "games": [2, table % 2, 0]}
        for table, pair in enumerate(pairs, start=1)
    ]
    return {
        **small(),
        "players": [{"id": number, "name": f"Player {number}"} for number in range(players)],
        "stages": [{"kind": "swiss", "rounds": rounds}],
        "rounds": [
            {"number": number, "stage": 1, "matches": matches} for number in range(1, rounds + 1)
        ],
        "drops": [],
        "published": {"rows": []},
    }


def test_a_result_elsewhere_comes_in_after_each_slice_of_a_large_import(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, owner = event_with_owner(80)
    start_round(event, owner, 1)
    archive = archive_of(large(2000, 4))
    importer, turn = threading.get_ident(), door._turn
    tables, entered, slices = iter(range(1, 41)), list[int](), list[int]()

    def enter(table: int) -> None:
        try:
            enter_result(event_id=event.pk, actor=owner, number=1, table=table, slip=Slip.of(2, 0))
            entered.append(table)
        finally:
            connections.close_all()

    @contextmanager
    def watched_turn() -> Iterator[None]:
        """Enter a result on another connection as soon as a slice of the import has ended."""
        with turn():
            yield
        if threading.get_ident() != importer or connection.in_atomic_block:
            return
        slices.append(Match.objects.exclude(round__event=event).count())
        table = next(tables, None)
        if table is not None:
            # If it waited for the running import's lock, it would never end.
            pool.submit(enter, table).result(60)

    monkeypatch.setattr(door, "_turn", watched_turn)
    with ThreadPoolExecutor(1) as pool:
        imported = import_archive(archive=archive, actor=owner)
    # The players and each round take two slices or more, however fast the machine is.
    assert len(entered) == min(len(slices), 40) >= 15
    grown = [after - before for before, after in pairwise([0, *slices])]
    assert max(grown) <= MOST
    assert sum(grown) == 4000
    assert (
        Match.objects.filter(round__event=imported, official_report__isnull=False).count() == 4000
    )


def test_a_slice_is_as_large_as_its_time_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    now, written = [0.0], list[int]()
    monkeypatch.setattr("events.transfer.slices_import.time.monotonic", lambda: now[0])
    seconds_for_each = 2**-10

    def write(some: Sequence[int]) -> None:
        written.append(len(some))
        now[0] += len(some) * seconds_for_each

    in_slices(range(1000), write)
    assert written == [FIRST, 153, 153, 153, 141]
    written.clear()
    seconds_for_each = 1
    in_slices(range(500), write)
    assert written == [FIRST, LEAST, LEAST]
    written.clear()
    seconds_for_each = 0
    in_slices(range(5000), write)
    assert written == [FIRST, MOST, MOST, 5000 - FIRST - 2 * MOST]


def test_a_turn_follows_each_slice_only_while_others_write(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []
    monkeypatch.setattr("events.core.event_write.time.sleep", turns.append)
    event = factories.event()

    def slices(*, beside: bool) -> int:
        turns.clear()
        for number in range(5):
            with door.slice_write():
                Event.objects.filter(pk=event.pk).update(name=f"Open {number}")
            if beside:
                together(partial(Event.objects.filter(pk=event.pk).update, venue=f"{number}"))
        return len(turns)

    monkeypatch.setattr(door, "ALONE_SECONDS", 3600)
    slices(beside=False)
    assert slices(beside=False) == 0
    # The first slice was before any other write; on PostgreSQL no transaction waits for another's
    # rows.
    assert slices(beside=True) == (4 if connection.vendor == "sqlite" else 0)


def test_a_simulated_round_gives_others_a_turn_after_each_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns: list[float] = []
    monkeypatch.setattr("events.core.event_write.time.sleep", turns.append)
    monkeypatch.setattr(door, "ALONE_SECONDS", 0)
    _event, owner = event_with_owner(4)
    plan = Plan(players=8, rounds=1, seed=1, name="Load", stop_in_round=1)
    simulate_event(actor=owner, plan=plan)
    # The pairing and four results; on PostgreSQL a writer waits for the rows of its event alone.
    assert len(turns) == (5 if connection.vendor == "sqlite" else 0)


def test_nobody_sees_half_of_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = factories.staff_member(factories.event(), list(Role))
    seen: list[int] = []

    def look(archive: Any, number: int) -> Any:
        slug = Event.every.get(importing_since__isnull=False).slug
        assert Client().get(f"/e/{slug}/").status_code == 404
        assert "Test Cup" not in Client().get("/").content.decode()
        browser = factories.client_of(owner)
        assert browser.get(f"/staff/e/{slug}/").status_code == 404
        assert "Test Cup" not in browser.get("/staff/").content.decode()
        seen.append(number)
        return standings_after(archive, number)

    standings_after = publishing.standings_after
    monkeypatch.setattr(importing, "standings_after", look)
    event = import_archive(archive=archive_of(small()), actor=owner)
    assert seen
    assert Client().get(f"/e/{event.slug}/").status_code == 200
    assert factories.client_of(owner).get(address(event, "desk")).status_code == 200
    assert event.journal.get(verb=Verb.EVENT_IMPORTED).actor == owner


@pytest.mark.parametrize("killed", [False, True])
def test_nothing_is_left_of_an_import_that_breaks(
    monkeypatch: pytest.MonkeyPatch, *, killed: bool
) -> None:
    def breaks(*_args: Any) -> Any:
        raise MemoryError

    with monkeypatch.context() as breaking:
        if killed:
            breaking.setattr(importing, "forget_import", lambda _event: None)
        breaking.setattr(importing, "standings_after", breaks)
        with pytest.raises(MemoryError):
            import_archive(archive=archive_of(small()), actor=factories.user())
    assert Event.every.exists() == killed
    if killed:
        forget_imports()
        assert Event.every.exists(), "another import may still be at it"
        for event in Event.every.all():
            assert event.importing_since is not None
            Event.every.filter(pk=event.pk).update(importing_since=event.importing_since - STALE)
        forget_imports()
    assert not Event.every.exists()
    for table in (Player, Enrollment, Match, Report):
        assert not table._default_manager.exists()


def test_four_imports_of_one_archive_at_once_make_four_events() -> None:
    people = [factories.user() for _turn in range(4)]
    shop = Organisation.objects.create(slug="shop", name="Shop")
    for person in people:
        OrganisationMember.objects.create(organisation=shop, user=person, organizer=True)
    values = small()
    for number, player in enumerate(values["players"]):
        player["email"] = f"{number}@example.org"
    archive = archive_of(values)

    def run(actor: User) -> Callable[[], Event]:
        return lambda: import_archive(archive=archive, actor=actor)

    events = together(*map(run, people))
    assert len({event.slug for event in events}) == 4
    assert Player.objects.count() == len(values["players"])


def test_the_first_imports_of_an_account_at_once_make_one_organisation() -> None:
    actor, archive = factories.user(), archive_of(small())
    together(*[lambda: import_archive(archive=archive, actor=actor)] * 4)
    assert Organisation.objects.count() == 1


def test_one_new_name_is_invited_by_four_events_at_once() -> None:
    events = [event_with_owner(0) for _turn in range(4)]

    def invite(event: Event, owner: User) -> Callable[[], Any]:
        return lambda: invite_person(
            event_id=event.pk, actor=owner, username="jo", roles=[Role.JUDGE]
        )

    answers = together(*(invite(event, owner) for event, owner in events))
    assert [invitation.username for invitation in answers] == ["jo"] * 4
    assert not User.objects.filter(username="jo").exists(), "the person creates it"


def test_one_address_is_given_to_four_players_at_once() -> None:
    events = [event_with_owner(1) for _turn in range(4)]
    form = {"name": "Player 001", "email": "same@example.org", "awarded_byes": "0"}

    def change(event: Event, owner: User) -> Callable[[], Any]:
        browser = factories.client_of(owner)
        return lambda: browser.post(address(event, "player", number=1), form).status_code

    def come(event: Event, owner: User) -> Callable[[], Any]:
        entry = NewEnrollment(name="Player 001", email="new@example.org")
        return lambda: len(enroll(event_id=event.pk, actor=owner, entries=[entry]))

    assert together(*(change(*one) for one in events)) == [302] * 4
    assert Player.objects.filter(email="same@example.org").count() == 1
    assert together(*(come(*one) for one in events)) == [1] * 4
    assert Player.objects.filter(email="new@example.org").count() == 1
