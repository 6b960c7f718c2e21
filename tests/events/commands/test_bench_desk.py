"""The command that measures the desk."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from events.models import Event

pytestmark = pytest.mark.django_db


def test_a_line_for_each_page_and_button() -> None:
    out = StringIO()
    call_command("bench_desk", players=12, round=2, times=1, stdout=out)
    lines = out.getvalue().splitlines()
    costs = {line[:34].strip(): line[34:].split() for line in lines if re.search(r"\d$", line)}
    assert len(costs) == 12
    for wall, processor, statements, size, packed in costs.values():
        assert float(wall) > 0
        assert float(processor) > 0
        assert int(statements) > 3
        assert float(packed) > 0
        assert float(size) > 0
    # What was measured is taken back: the last round is complete, its standings unpublished.
    event = Event.objects.get()
    assert event.rounds.count() == 2
    assert not event.rounds.get(number=2).snapshots.exists()


def test_an_event_of_ones_own_is_left_alone() -> None:
    call_command("bench_desk", players=8, round=1, times=1, stdout=StringIO())
    with pytest.raises(CommandError, match="name a database that has none"):
        call_command("bench_desk", players=8, round=1, times=1, stdout=StringIO())
