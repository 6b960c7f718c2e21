"""A recorded loss waits at a table of four until its seat has lost."""

import pytest
from django.contrib.auth.models import User

from domain.results import result_of_marks
from events.core.judging.penalty_actions import give_penalty
from events.core.preflight.checks import losses_not_shown
from events.core.results.assigned_losses import open_losses, recorded_losses
from events.models import Event, Infraction, Match, PenaltyKind, Round
from events.paper.queries import paper_matches
from tests import factories
from tests.events.scenario import start_round
from tests.events.tables_of_four.playing import enter, report_tables, seated, table_event
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db


@pytest.fixture
def penalized() -> tuple[Event, User]:
    """Return two tables of four being played; seat 2 of table 1 has a game loss."""
    event, owner = table_event(8)
    start_round(event, owner, 1)
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=seated(event, 1)[1][1],
        infraction=Infraction.TARDINESS,
        penalty=PenaltyKind.GAME_LOSS,
        note="late",
    )
    return event, owner


def _table(event: Event) -> Match:
    return Match.objects.of_tables().get(round__event=event, round__number=1, table=1)


def _round(event: Event) -> Round:
    return event.rounds.select_related("stage", "event").get(number=1)


def test_the_box_the_pad_the_floor_and_the_slip_show_it(penalized: tuple[Event, User]) -> None:
    event, owner = penalized
    name = f"P{seated(event, 1)[1][1]}"
    words = f"game loss for {name}: not yet in the result"
    client = factories.client_of(owner)
    for page in ("rounds/1/echo/?entry=1+2", "rounds/1/tables/1/", "floor/"):
        answer = client.get(f"/staff/e/{event.slug}/{page}").content.decode()
        assert words in " ".join(with_plain_names(answer).split()), page
    assert "<kbd>g2</kbd>" in client.get(f"/staff/e/{event.slug}/rounds/1/echo/?entry=1+2").text
    [paper] = [paper for paper in paper_matches(_round(event)) if paper.match.table == 1]
    assert [list(side.losses) for side in paper.at_table] == [[], [PenaltyKind.GAME_LOSS], [], []]


def test_the_end_of_the_round_asks_unless_the_seat_lost(penalized: tuple[Event, User]) -> None:
    event, owner = penalized
    [[loss]] = recorded_losses(_round(event)).values()
    assert (loss.seat, loss.mark) == (2, "g2")
    enter(event, owner, 1, "1 2")
    report_tables(event, owner, 1)
    assert [loss.seat for loss in open_losses(_table(event), _table(event).result)] == [2]
    assert [line.match for line in losses_not_shown(_round(event))] == [_table(event)]
    assert open_losses(_table(event), result_of_marks("wlll")) == []
