"""Events and pods that start at the same moment, each on a connection of its own."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connections

from events.core.refusals import RefusedError
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.models import Event, GivenTable, Match, OrganisationMember, QueuePod
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue
from tests import factories
from tests.events.support.venues import event_at, venue

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]
EVENTS, TURNS = 5, 3


def test_events_that_start_at_once_never_share_a_table() -> None:
    owner = factories.user("anna")
    place = venue(rows="1-7")
    events = [event_at(place, 4, owner, name=f"Event {number}") for number in range(EVENTS)]
    begun = threading.Barrier(EVENTS)

    def start(event_id: int) -> int:
        """Pair and discard round 1 several times; return how often there was room."""
        started = 0
        try:
            for _turn in range(TURNS):
                begun.wait(60)
                with suppress(RefusedError):
                    pair_next_round(event_id=event_id, actor=owner, number=1)
                    started += 1
                    discard_round(event_id=event_id, actor=owner, number=1, reason="again")
            return started
        finally:
            connections.close_all()

    with ThreadPoolExecutor(EVENTS) as pool:
        turns = [pool.submit(start, event.pk) for event in events]
        started = [turn.result(120) for turn in turns]
    # Seven tables hold three of five events; a discarded round keeps its tables.
    assert sorted(started) == [0, 0, TURNS, TURNS, TURNS]
    assert GivenTable.objects.values("table").distinct().count() == 6
    for event, times in zip(events, started, strict=True):
        if times:
            pair_next_round(event_id=event.pk, actor=owner, number=1)
    tables = list(Match.objects.values_list("table", flat=True))
    assert len(tables) == len(set(tables)) == 6


@pytest.mark.parametrize("in_venue", [True, False])
def test_rounds_and_pods_that_start_at_once_never_share_a_table(in_venue: bool) -> None:
    owner = factories.user("anna")
    place = venue(rows="1-60")
    shop = place.organisation
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True, organizer=True)
    events = [event_at(place, 8, owner, name=f"Event {number}") for number in range(4)]
    if not in_venue:
        Event.objects.update(mapped_venue=None, venue="")
    values = {"date": events[0].date, "size": 4, "play": "elimination", "last_table": 60}
    queues = [
        open_queue(organisation=shop, actor=owner, values=values | {"name": f"Queue {number}"})
        for number in range(4)
    ]
    begun = threading.Barrier(len(events) + len(queues))

    def start(event_id: int) -> None:
        try:
            begun.wait(60)
            pair_next_round(event_id=event_id, actor=owner, number=1)
        finally:
            connections.close_all()

    def call(number: int) -> None:
        try:
            begun.wait(60)
            for name in ("Ada", "Ben", "Cleo", "Dev"):
                join(queue=queues[number], name=f"{name} {number}", actor=owner)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(events) + len(queues)) as pool:
        turns = [pool.submit(start, event.pk) for event in events]
        turns += [pool.submit(call, number) for number in range(len(queues))]
        for turn in turns:
            turn.result(120)
    tables = [table for table in Match.objects.values_list("table", flat=True) if table]
    for first, last in QueuePod.objects.values_list("first_table", "last_table"):
        tables += range(first, last + 1)
    assert len(tables) == 4 * 4 + 4 * 2
    assert len(tables) == len(set(tables))
