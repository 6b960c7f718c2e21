"""Events of one venue that start at the same moment, each on a connection of its own."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connections

from events.core.refusals import RefusedError
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.models import GivenTable, Match
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
