"""Simulated events: repeatable, legal, and stopped where asked."""

from collections import Counter
from typing import Any

import pytest

from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Round
from events.simulation.event_shapes import Kind
from events.simulation.names import make_names, make_team_names
from events.simulation.simulate import Plan, simulate_event
from events.transfer.event_export import export_archive
from tests import factories

pytestmark = pytest.mark.django_db


def _plan(**changes: Any) -> Plan:
    return Plan(**{"players": 21, "rounds": 4, "seed": 5, "name": "Sim", **changes})


def _content(event: Event) -> list[object]:
    """Return the content that two runs of one plan share: everything but the times."""
    archive = export_archive(event)
    for round in archive["rounds"]:
        for key in [key for key in round if key.endswith("_at")]:
            del round[key]
        for report in (one for match in round["matches"] for one in match.get("reports", [])):
            del report["at"]
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


KINDS: list[tuple[Kind, int, list[str], int]] = [
    (Kind.TOP_8, 16, ["swiss", "single-elimination"], 6),
    (Kind.TWO_DAYS, 16, ["swiss", "swiss", "single-elimination"], 7),
    (Kind.DRAFT, 9, ["swiss"], 3),
    (Kind.DRAFT, 16, ["swiss", "swiss", "single-elimination"], 9),
    (Kind.DOUBLE_ELIMINATION, 4, ["double-elimination"], 4),
    (Kind.SINGLE_ELIMINATION, 5, ["single-elimination"], 3),
    (Kind.ROUND_ROBIN, 4, ["round-robin"], 3),
    (Kind.TRIOS, 8, ["swiss", "single-elimination"], 5),
    (Kind.TWO_HEADED_GIANT, 6, ["swiss"], 3),
    (Kind.TABLES_OF_FOUR, 14, ["tables"], 3),
    (Kind.TABLES_CUT, 36, ["tables", "tables-cut"], 5),
    (Kind.TABLES_BY_PLACE, 13, ["tables"], 3),
]
# Every pairing method has an event that is played twice, with equal results.
REPEATED = {
    (Kind.DRAFT, 16),
    (Kind.SINGLE_ELIMINATION, 5),
    (Kind.TRIOS, 8),
    (Kind.TABLES_OF_FOUR, 14),
}


@pytest.mark.parametrize(("kind", "players", "stages", "least"), KINDS)
def test_every_kind_is_played_to_its_end(
    kind: Kind, players: int, stages: list[str], least: int
) -> None:
    actor = factories.user()
    plan = _plan(kind=kind, players=players, rounds=3, finish=True)
    event = simulate_event(actor=actor, plan=plan)
    assert event.state == Event.State.FINISHED
    assert list(event.stages.order_by("number").values_list("kind", flat=True)) == stages
    assert event.rounds.count() >= least
    assert not event.rounds.exclude(state=Round.State.COMPLETE).exists()
    assert event.enrollments.count() == players
    playoff = Match.objects.filter(round__event=event).exclude(slot="")
    assert playoff.exists() == (stages[-1].endswith("elimination") or stages[-1] == "tables-cut")
    assert not playoff.filter(kind=Match.Kind.PLAYED, play_first="").exists()
    if (kind, players) in REPEATED:
        again = simulate_event(actor=actor, plan=plan)
        assert _content(again) == _content(event)


def test_teams_have_members_and_matches_have_seats() -> None:
    plan = _plan(kind=Kind.TRIOS, players=8, rounds=2)
    event = simulate_event(actor=factories.user(), plan=plan)
    assert {team.members.count() for team in event.enrollments.all()} == {3}
    played = Match.objects.filter(round__event=event, kind=Match.Kind.PLAYED)
    assert played.exclude(seat_results="").count() > played.count() / 2


def test_names_of_teams_are_all_different() -> None:
    from random import Random

    names = make_team_names(3000, Random(1))
    assert len(set(names)) == 3000
    assert make_team_names(3, Random(2)) == make_team_names(3, Random(2))


@pytest.mark.parametrize(
    ("kind", "players"),
    [
        (Kind.DOUBLE_ELIMINATION, 33),
        (Kind.SINGLE_ELIMINATION, 33),
        (Kind.ROUND_ROBIN, 17),
        (Kind.ROUND_ROBIN, 2),
        (Kind.TWO_DAYS, 7),
    ],
)
def test_a_field_that_the_kind_does_not_take_is_refused(kind: Kind, players: int) -> None:
    with pytest.raises(RefusedError):
        simulate_event(actor=factories.user(), plan=_plan(kind=kind, players=players))
    assert not Event.objects.exists()
