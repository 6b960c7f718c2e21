"""A record and the players at a table say the same everywhere, at tables of four, too."""

import pytest

from events.core.adapters import record_now
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Event
from events.on_demand.pod_records import records_of
from tests.events.scenario import event_with_owner, start_round
from tests.events.tables_of_four.playing import enter, table_event

pytestmark = pytest.mark.django_db


def of_pods_and_of_the_page(event: Event) -> tuple[list[list[int]], list[list[int]]]:
    """Return wins, losses and draws by player: for tickets, and as pages show them."""
    players = list(event.enrollments.order_by("number"))
    records = records_of([player.pk for player in players])
    earned = [records[player.pk] for player in players]
    shown = [record_now(player)[1].split("-") for player in players]
    return (
        [[record.wins, record.losses, record.draws] for record in earned],
        [[int(figure) for figure in figures] for figures in shown],
    )


def test_tickets_follow_the_record_after_a_double_loss() -> None:
    event, owner = event_with_owner(5)
    start_round(event, owner, 1)
    slips = {1: Slip.of(0, 0, double_loss=True), 2: Slip.of(1, 1, 1)}
    for table, slip in slips.items():
        enter_result(event_id=event.pk, actor=owner, number=1, table=table, slip=slip)
    earned, shown = of_pods_and_of_the_page(event)
    assert earned == shown


def test_tickets_follow_the_record_at_a_table_of_four() -> None:
    event, owner = table_event(8)
    start_round(event, owner, 1)
    enter(event, owner, 1, "1 3", "2 d")
    earned, shown = of_pods_and_of_the_page(event)
    assert earned == shown
    assert sum(wins for wins, _losses, _draws in earned) == 1
