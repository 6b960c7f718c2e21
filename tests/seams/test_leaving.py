"""A player leaves and comes back: the same follows, whichever way it is said."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.phones.actions import drop_by_phone
from events.core.players.leaving_actions import drop_absent
from events.core.players.waiting_list_actions import change_sign_up
from events.core.questions.question import Given
from events.core.refusals import RefusedError
from events.core.rounds.actions import complete_round, post_round
from events.core.sign_ups.actions import SignUpData, sign_up
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import Event, SignUp
from events.public_site.reads.chances import public_chances
from events.public_site.reads.events import load_event
from events.roster.drop_actions import disqualify, drop
from events.roster.selection_actions import drop_players, undo_drop
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    play_round,
    player,
    start_round,
)
from tests.events.support.before_cut import check, outcomes, with_cut
from tests.events.support.stages import SINGLE, confirm, report_by, staged
from tests.factories import client_of

pytestmark = pytest.mark.django_db


def playoff() -> tuple[Event, User]:
    """Return a playoff of four in its posted semifinals."""
    event, owner = staged(4, StagePlan(kind=SINGLE), private_pages=True, phone_drops=True)
    start_round(event, owner, 1)
    return event, owner


def test_a_drop_that_came_with_a_result_is_undone_as_any_other() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20 x2")
    loser = at_table(event, 1, 1).second
    assert loser is not None
    assert undo_drop(event_id=event.pk, actor=owner, numbers=[loser.number]) == [loser.number]
    loser.refresh_from_db()
    assert loser.is_active
    assert loser.dropped_by_report is None
    assert at_table(event, 1, 1).result_text == "2-0"


def test_a_match_lost_by_leaving_is_played_again_after_an_undo() -> None:
    event, owner = playoff()
    drop(event_id=event.pk, actor=owner, number=4)
    assert event.rounds.get().matches.reported().count() == 1
    undo_drop(event_id=event.pk, actor=owner, numbers=[4])
    assert player(event, 4).is_active
    assert not event.rounds.get().matches.reported().exists()


def test_who_drops_by_phone_in_a_playoff_loses_the_match_as_at_the_desk() -> None:
    event, _owner = playoff()
    drop_by_phone(event_id=event.pk, enrollment_id=player(event, 4).pk, after=1)
    lost = event.rounds.get().matches.reported().get()
    assert 4 in (lost.first.number, lost.second and lost.second.number)
    winner = lost.first if lost.first_wins else lost.second
    assert winner is not None
    assert winner.number != 4


def test_absent_players_of_a_playoff_are_dropped_alone_as_others_are() -> None:
    event, owner = playoff()
    with pytest.raises(RefusedError, match="playoff match without a result"):
        drop_absent(event_id=event.pk, actor=owner, numbers=[1, 2])
    assert event.enrollments.active().count() == 4


def test_an_undo_brings_nobody_back_whom_a_cut_left_out() -> None:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_round(event, owner, 1)
    given = Given({"winner-drops": "drop", "leader-drops": "drop"})
    drop_players(event_id=event.pk, actor=owner, numbers=[1], given=given)
    confirm(event, owner, 1)
    with pytest.raises(RefusedError, match="after the cut"):
        undo_drop(event_id=event.pk, actor=owner, numbers=[1])
    advanced = event.stages.get(number=1).advancing.first()
    assert advanced is not None
    drop_players(event_id=event.pk, actor=owner, numbers=[advanced.number], given=given)
    assert undo_drop(event_id=event.pk, actor=owner, numbers=[advanced.number])


@pytest.mark.parametrize("way", ["desk", "several", "absent", "disqualified", "phone"])
def test_a_place_before_round_1_goes_to_the_waiting_list(way: str) -> None:
    event, owner = event_with_owner(4, private_pages=True, phone_drops=True)
    change_sign_up(event_id=event.pk, actor=owner, values={"is_open": True, "capacity": 4})
    sign_up(event_id=event.pk, data=SignUpData(name="Zoe", key="zoe"))
    assert event.sign_ups.get().state == SignUp.State.WAITING
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    match way:
        case "desk":
            drop(**who, number=4)
        case "several":
            drop_players(**who, numbers=[4])
        case "absent":
            drop_absent(**who, numbers=[4])
        case "disqualified":
            disqualify(**who, number=4, reason="theft")
        case _:
            drop_by_phone(event_id=event.pk, enrollment_id=player(event, 4).pk, after=0)
    assert event.sign_ups.get().state == SignUp.State.ENROLLED
    assert event.enrollments.active().count() == 4


def test_a_drop_undone_after_the_publication_counts_in_no_chance() -> None:
    played = with_cut()
    played.play(1)
    played.play(2)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    given = Given({"winner-drops": "drop", "leader-drops": "drop"})
    drop_players(**who, numbers=[1], given=given)
    played.publish(2)
    undo_drop(**who, numbers=[1])
    played.post(3)
    chances = public_chances(load_event(played.event.slug))
    assert chances is not None
    check(chances, outcomes(played, 3, 2))


def test_a_drop_undone_after_the_publication_is_shown_nowhere() -> None:
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1, publish=False)
    given = Given({"winner-drops": "drop", "leader-drops": "drop"})
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "numbers": [4]}
    drop_players(**who, given=given)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    anyone, path = Client(), f"/e/{event.slug}/players/4"
    undo_drop(**who)
    card = anyone.get(f"{path}.json").json()
    assert (card["player_state"], card["goes_on"], card["standing"]["state"]) == (
        *("waiting", True),
        "active",
    )
    rows = anyone.get(f"/api/v1/events/{event.slug}/standings").json()["rows"]
    assert {row["state"] for row in rows} == {"active"}
    for page in (f"{path}/", f"/e/{event.slug}/standings/", f"/e/{event.slug}/embed/standings/"):
        assert "dropped" not in anyone.get(page).content.decode()


def test_the_page_of_a_player_whose_opponent_left_before_the_final_opens() -> None:
    event, owner = playoff()
    report_by(event, owner, 1)
    given = Given({"winner-drops": "drop", "leader-drops": "drop"})
    drop(event_id=event.pk, actor=owner, number=1, given=given)
    complete_round(event_id=event.pk, actor=owner, number=1)
    if event.rounds.get(number=2).is_unposted:
        post_round(event_id=event.pk, actor=owner, number=2)
    final = event.rounds.get(number=2).matches.get()
    assert (final.table, final.has_result) == (None, True)
    for number in (1, 2):
        page = client_of(owner).get(f"/staff/e/{event.slug}/roster/players/{number}/")
        assert page.status_code == 200
