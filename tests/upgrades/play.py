"""Events in every state that a running database can hold, played through the services."""

from typing import Any

from events.core.rounds.actions import (
    complete_round,
)
from events.core.stages.plans import StagePlan
from events.core.stages.playoff_actions import choose_play
from events.core.stages.pod_actions import draw_stage_pods, post_pods, wish_for_seat
from events.core.standings.actions import publish_standings
from events.models import Event
from events.simulation.event_shapes import Kind
from events.simulation.simulate import Plan, simulate_event
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import enter_slips, report, start_round
from tests.events.support.stages import DOUBLE, SINGLE, confirm, play_swiss, staged
from tests.upgrades.slips import (
    finished,
    imported,
    openings_and_leavers,
    slip,
    slips,
    trios,
    undo,
    unposted,
)


def play_everything() -> None:
    """Play every event below; the database is empty before."""
    slips()
    openings_and_leavers()
    unposted()
    trios()
    _playoff()
    _double_elimination()
    _booster_draft()
    _round_robin()
    finished()
    imported()
    _simulated()
    factories.event_with_players(5, slug="only-enrolled", name="Only enrolled")


def _playoff() -> None:
    """A playoff in its semifinals: walkovers, who plays first, a result taken back."""
    event, owner = staged(
        12,
        StagePlan(rounds=3, cut_by="rank", cut_value=8),
        StagePlan(kind=SINGLE, third_place=True),
        slug="playoff",
        name="Playoff",
    )
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    play_swiss(event, owner, 1, 3)
    advancing = confirm(event, owner, 1)
    start_round(event, owner, 4)
    choose_play(**who, number=4, table=1, first="second")
    enter_slips(event, owner, 4, "1 20", "2 12", "3 21", "4 20")
    slip(event, owner, 4, "2 20", replace="1-2")
    drop(**who, number=advancing[0], reason="ill")
    complete_round(**who, number=4)
    open_tables = _open(event, 5)
    enter_slips(event, owner, 5, *[f"{table} 21" for table in open_tables])
    slip(event, owner, 5, f"{open_tables[0]} 12", replace="2-1")


def _double_elimination() -> None:
    event, owner = staged(
        6, StagePlan(kind=DOUBLE), slug="double-elimination", name="Double elimination"
    )
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    start_round(event, owner, 1)
    for number in (1, 2):
        enter_slips(event, owner, number, *[f"{table} 20" for table in _open(event, number)])
        complete_round(**who, number=number)
    first, *_others = _open(event, 3)
    enter_slips(event, owner, 3, f"{first} 12")
    slip(event, owner, 3, f"{first} 20", replace="1-2")


def _open(event: Event, number: int) -> list[int]:
    rows = event.rounds.get(number=number).matches.filter(
        table__isnull=False, first_wins__isnull=True
    )
    return [table for table in rows.order_by("table").values_list("table", flat=True) if table]


def _booster_draft() -> None:
    """Pods: one round played, one being played."""
    event, owner = staged(
        17,
        StagePlan(rounds=3, pods=True),
        StagePlan(rounds=2, pods=True),
        slug="booster-draft",
        name="Booster draft",
    )
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    wish_for_seat(**who, stage=1, player=5, pod=2, seat=3)
    draw_stage_pods(**who, stage=1, seed=77)
    post_pods(**who, stage=1)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 12 x1", "3 d")
    report(event, owner, 1)
    complete_round(**who, number=1)
    publish_standings(**who, number=1)
    start_round(event, owner, 2)
    enter_slips(event, owner, 2, "1 21", "2 20 x2", "3 12")
    undo(event, owner, 2, 3)


def _round_robin() -> None:
    event, owner = staged(5, StagePlan(kind="round-robin"), slug="round-robin", name="Round robin")
    for number in (1, 2):
        start_round(event, owner, number)
        enter_slips(event, owner, number, "1 21", "2 12")
        if number == 1:
            complete_round(event_id=event.pk, actor=owner, number=number)


def _simulated() -> None:
    """Events of every kind, stopped in the middle."""
    person = factories.user("simulator")
    for kind, players, stop in (
        (Kind.SWISS, 24, 3),
        (Kind.TOP_8, 10, 4),
        (Kind.TWO_DAYS, 12, 4),
        (Kind.DRAFT, 16, 5),
        (Kind.DOUBLE_ELIMINATION, 5, 3),
        (Kind.TRIOS, 9, 2),
        (Kind.TWO_HEADED_GIANT, 5, 2),
    ):
        plan = Plan(
            players=players,
            rounds=3,
            seed=players,
            name=f"Simulated {kind.value}",
            kind=kind,
            stop_in_round=stop,
            outstanding=2,
        )
        simulate_event(actor=person, plan=plan)
