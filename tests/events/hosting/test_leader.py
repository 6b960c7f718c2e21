"""Work that must happen once: one of several nodes does it, and another after it."""

import pytest
from django.db import connection

from events.hosting.watch_failures import Part
from events.hosting.watch_process import Leader, once
from tests.faults.waiting import wait_for

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_of_several_nodes_leads() -> None:
    if connection.vendor != "postgresql":
        return
    first, second, other = Leader("made up"), Leader("made up"), Leader("another part")
    try:
        assert [first.leads(), second.leads(), other.leads()] == [True, False, True]
        assert [first.leads(), second.leads()] == [True, False]
        # Its process was killed, or its cable was pulled: the session is gone.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [first.session_pid])
        assert wait_for(second.leads)
        assert [first.leads(), first.leads()] == [False, False]
        second.end()
        # The database frees the lock shortly after the session ends.
        assert wait_for(first.leads)
    finally:
        for leader in (first, second, other):
            leader.end()


def test_a_laptop_leads_alone() -> None:
    looked: list[int] = []

    def look() -> float:
        looked.append(1)
        return 7.0

    look_once = once(Part.MAIL, look)
    assert look_once() == 7.0
    assert looked == [1]
