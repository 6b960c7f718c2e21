"""Simulated events: repeatable, legal, and left where they are told to stop."""

from collections import Counter
from typing import Any

import pytest

from events.models import Enrollment, Event, Match, Round
from events.services.archive import export_archive
from events.services.errors import RefusedError
from events.services.made_up_names import make_names
from events.services.simulation import Plan, simulate_event
from tests import factories

pytestmark = pytest.mark.django_db


def _plan(**changes: Any) -> Plan:
    return Plan(**{"players": 21, "rounds": 4, "seed": 5, "name": "Sim", **changes})


def _content(event: Event) -> list[object]:
    """What two runs of one plan have in common: not the times."""
    archive = export_archive(event)
    for round in archive["rounds"]:
        for key in [key for key in round if key.endswith("_at")]:
            del round[key]
    return [archive[key] for key in ("players", "rounds", "drops")] + [archive["event"].get("seed")]


def test_the_same_plan_gives_the_same_event_and_another_seed_another() -> None:
    actor = factories.user()
    one, two, other = (
        _content(simulate_event(actor=actor, plan=_plan(seed=seed))) for seed in (5, 5, 6)
    )
    assert one == two
    assert one != other


def test_it_stops_in_a_round_with_tables_outstanding() -> None:
    event = simulate_event(
        actor=factories.user(), plan=_plan(players=30, stop_in_round=3, outstanding=4)
    )
    rounds = list(event.rounds.order_by("number"))
    complete, posted = Round.State.COMPLETE, Round.State.POSTED
    assert [one.state for one in rounds] == [complete, complete, posted]
    assert rounds[-1].started_at is not None
    assert rounds[-1].matches.filter(first_wins__isnull=True).count() == 4
    assert event.state == Event.State.RUNNING
    assert [one.snapshots.count() for one in rounds] == [1, 1, 0]


def test_it_finishes_and_nobody_meets_twice() -> None:
    event = simulate_event(actor=factories.user(), plan=_plan(finish=True))
    assert event.state == Event.State.FINISHED
    pairs = Match.objects.filter(round__event=event, kind=Match.Kind.PLAYED)
    met = Counter(frozenset(pair) for pair in pairs.values_list("first_id", "second_id"))
    assert set(met.values()) == {1}


def test_a_field_has_what_real_ones_have() -> None:
    event = simulate_event(actor=factories.user(), plan=_plan(players=101, rounds=5, seed=2))
    matches = Match.objects.filter(round__event=event)
    kinds = set(matches.values_list("kind", flat=True))
    assert kinds == {Match.Kind.PLAYED, Match.Kind.BYE, Match.Kind.UNPAIRED}
    scores = set(matches.filter(kind=Match.Kind.PLAYED).values_list("first_wins", "second_wins"))
    assert {(2, 0), (0, 2), (2, 1), (1, 2), (1, 1)} <= scores
    assert event.enrollments.filter(state=Enrollment.State.DROPPED).count() > 3
    assert event.enrollments.filter(awarded_byes=1).count() == 2
    assert event.enrollments.count() == 101


def test_names_are_long_accented_japanese_and_different() -> None:
    from random import Random

    names = make_names(2000, Random(1))
    assert len(set(names)) == 2000
    assert max(map(len, names)) > 25
    assert all(len(name) <= 40 for name in names)
    assert any("é" in name for name in names)
    assert 200 < sum(name[0] > "\u3000" for name in names) < 400


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 1},
        {"rounds": 0},
        {"rounds": 41},
        {"stop_in_round": 5},
        {"stop_in_round": 2, "finish": True},
        {"outstanding": 2},
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(RefusedError):
        simulate_event(actor=factories.user(), plan=_plan(**changes))
    assert not Event.objects.exists()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_smallest_fields_play_too(players: int) -> None:
    event = simulate_event(
        actor=factories.user(), plan=_plan(players=players, rounds=1, finish=True)
    )
    assert event.state == Event.State.FINISHED
