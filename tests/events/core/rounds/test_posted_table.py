"""A table of the round that is being played, with its round, in one question."""

import pytest

from events.core.guards import find_round, posted_table, table_of
from events.core.judging.penalty_actions import give_penalty
from events.core.refusals import RefusedError
from events.core.results.assigned_losses import open_losses
from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, Infraction, PenaltyKind
from tests.events.scenario import enter_slips, event_with_owner, start_round

pytestmark = pytest.mark.django_db


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def words_of_refusal(event: Event, number: int, table: int) -> tuple[str, str | None]:
    with pytest.raises(RefusedError) as asked_once:
        posted_table(event, number, table)
    with pytest.raises(RefusedError) as asked_twice:
        table_of(find_round(event, number, "playing"), table)
    once, twice = asked_once.value, asked_twice.value
    assert (str(once), once.field) == (str(twice), twice.field)
    return str(once), once.field


def test_it_comes_with_its_round_in_one_question(django_assert_num_queries: object) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    event = fresh(event)
    with django_assert_num_queries(1):  # type: ignore[operator]
        match = posted_table(event, 1, 2)
        assert match.round.event is match.round.stage.event is event
        assert (match.round.number, match.table) == (1, 2)
        assert match.first.name != match.second.name  # type: ignore[union-attr]
        assert open_losses(match, None) == []


@pytest.mark.parametrize("side", ["first", "second"])
def test_it_knows_of_a_loss_of_either_player(side: str) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    loser = getattr(posted_table(fresh(event), 1, 2), side)
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=loser.number,
        infraction=Infraction.TARDINESS,
        penalty=PenaltyKind.GAME_LOSS,
        note="late",
    )
    [loss] = open_losses(posted_table(fresh(event), 1, 2), None)
    assert loss.enrollment == loser
    assert open_losses(posted_table(fresh(event), 1, 1), None) == []


def test_it_is_refused_as_round_and_table_are() -> None:
    event, owner = event_with_owner(4)
    assert words_of_refusal(event, 1, 1)[0] == "Round 1 does not exist."
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    assert words_of_refusal(event, 1, 1)[0] == "Round 1 is not posted yet."
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    assert words_of_refusal(fresh(event), 1, 9)[1] == "table"
    enter_slips(event, owner, 1, "1 20", "2 20")
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert "is complete" in words_of_refusal(fresh(event), 1, 1)[0]
