"""The end of a round on one page: results by source, the questions, standings, rounds to come."""

from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.events.finishing_actions import finish_event
from events.core.questions.question import Given
from events.core.results.result_questions import ResultConflictError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.rounds.round_end import ComingRound, next_of
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings, standings_after, withdraw_standings
from events.core.standings.correction_actions import correct_result
from events.models import Event, Role
from events.roster.selection_actions import drop_players
from tests import factories
from tests.events.scenario import at_table, enter_slips, player, start_round
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, staged

pytestmark = pytest.mark.django_db

TOP_2 = (StagePlan(rounds=3, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE))


def ended(*slips: str) -> tuple[Event, User]:
    """Round 2 of 3 before a top 2: table 4 was set together with others."""
    event, owner = staged(8, *TOP_2)
    play_swiss(event, owner, 1, 1)
    start_round(event, owner, 2)
    enter_slips(event, owner, 2, *(slips or ("1 20", "2 20", "3 20")))
    missing = {4: Slip.of(2, 0)}
    complete_round(event_id=event.pk, actor=owner, number=2, resolutions=missing)
    return event, owner


def page_of(event: Event, owner: User, number: int) -> str:
    return words_of(factories.client_of(owner).get(address(event, "round", number=number)))


def test_results_are_counted_by_source_with_who_completed_the_round() -> None:
    event, owner = ended()
    page = page_of(event, owner, 2)
    assert f"by {owner.username}" in page
    assert "4 results (3 from the desk)" in page
    assert "1 set together" in page


def test_the_bar_names_the_rounds_to_come_and_the_bracket() -> None:
    event, owner = ended()
    answer = factories.client_of(owner).get(address(event, "round", number=2))
    assert [coming.label for coming in answer.context["coming"]] == ["3", "Top 2"]
    assert [coming.after_cut for coming in answer.context["coming"]] == [False, True]


def test_the_bar_names_the_rounds_to_come_whatever_the_state_of_the_round() -> None:
    event, owner = staged(8, *TOP_2)
    start_round(event, owner, 1)
    answer = factories.client_of(owner).get(address(event, "round", number=1))
    assert [coming.label for coming in answer.context["coming"]] == ["2", "3", "Top 2"]
    finish_round(event, owner, 1)
    start_round(event, owner, 2)
    earlier = factories.client_of(owner).get(address(event, "round", number=1))
    assert [coming.label for coming in earlier.context["coming"]] == ["3", "Top 2"]


def test_the_bar_names_the_final_during_the_semifinals() -> None:
    event, owner = staged(
        8, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    browser = factories.client_of(owner)
    answer = browser.get(address(event, "round", number=2))
    assert [coming.label for coming in answer.context["coming"]] == ["Final"]
    finish_round(event, owner, 2)
    last = browser.get(address(event, "round", number=3))
    assert last.context["coming"] == []


def test_the_standings_say_who_moved_and_where_the_cut_is() -> None:
    event, owner = ended()
    answer = factories.client_of(owner).get(address(event, "round", number=2))
    end = answer.context["end"]
    before = {
        row["number"]: row["place"] for row in event.rounds.get(number=1).snapshots.get().rows
    }
    assert [place.moved for place in end.places] == [
        before[place.row.number] - place.row.place for place in end.places
    ]
    assert any(place.up for place in end.places)
    assert any(place.down for place in end.places)
    assert end.cut_after == 2
    assert "cut after place 2" in words_of(answer)


def test_the_line_of_a_cut_is_drawn_below_dropped_players_too() -> None:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 1)
    first = event.rounds.get().snapshots.get().rows[0]["number"]
    given = Given({"winner-drops": "drop", "leader-drops": "drop"})
    drop_players(event_id=event.pk, actor=owner, numbers=[first], given=given)
    browser = factories.client_of(owner)
    end = browser.get(address(event, "round", number=1)).context["end"]
    line = end.cut.rows[end.cut.inside - 1]
    assert end.cut_after == 3
    assert [place.row.number for place in end.places if place.row.place == 3] == [line.player]
    page = browser.get(f"/staff/e/{event.slug}/roster/players/{line.player}/")
    assert page.context["now"].place.cut_place == 3


def test_withdrawn_standings_are_not_the_places_before() -> None:
    event, owner = ended()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "reason": "misread"}
    withdraw_standings(**who, number=1)
    slip = Slip.of(0, 2) if at_table(event, 1, 1).first_wins else Slip.of(2, 0)
    correct_result(**who, number=1, table=1, slip=slip)
    end = factories.client_of(owner).get(address(event, "round", number=2)).context["end"]
    before = {row["number"]: row["place"] for row in standings_after(event, 1)[0]}
    assert [place.moved for place in end.places] == [
        before[place.row.number] - place.row.place for place in end.places
    ]


def test_a_question_stands_in_its_step_and_blocks_the_button_in_the_bar() -> None:
    event, owner = staged(4, StagePlan(rounds=2))
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 20")
    with pytest.raises(ResultConflictError):
        enter_slips(event, factories.staff_member(event, Role.JUDGE), 1, "1 21")
    complete_round(event_id=event.pk, actor=owner, number=1)
    browser = factories.client_of(owner)
    page = browser.get(address(event, "round", number=1)).content.decode()
    assert (
        page.index("Publish the standings") < page.index("Table 1: is") < page.index("Pair round 2")
    )
    assert 'disabled aria-describedby="open-count"' in page
    [question] = browser.get(address(event, "round", number=1)).context["questions"]
    fields = {f"answers.{question.key}": "keep", "back": "round"}
    browser.post(address(event, "preflight-answer", number=1), fields)
    page = browser.get(address(event, "round", number=1)).content.decode()
    assert "open-count" not in page
    browser.post(address(event, "publish", number=1), {"back": "desk"})
    browser.post(address(event, "pair", number=2))
    assert event.rounds.count() == 2


def test_drops_are_a_line_with_a_way_back() -> None:
    event, owner = ended("1 20 x2", "2 20", "3 20")
    dropped = at_table(event, 2, 1).second
    assert dropped is not None
    assert f"{dropped.name} is dropping. Keep a player in" in page_of(event, owner, 2)


def test_after_the_final_the_page_names_the_champion_and_what_follows() -> None:
    event, owner = staged(4, *TOP_2)
    play_swiss(event, owner, 1, 3)
    page = page_of(event, owner, 3)
    assert "Champion" not in page
    assert "2 players advance." in page
    assert "places 2 and 3" in page or "The tie is broken by" in page or "by lot" in page
    confirm(event, owner, 1)
    start_round(event, owner, 4)
    finish_round(event, owner, 4)
    page = page_of(event, owner, 4)
    loser = player(event, 2).name
    assert f"Champion {player(event, 1).name} beat {loser} 2–1 in the final" in page
    assert "Final standings" in page
    assert f"1 {player(event, 1).name} Winner" in page
    assert f"2 {loser} Final" in page
    assert "Moved" not in page
    assert "Reopen final" in page
    assert "Publish standings" not in page
    assert "Finish event" in page
    answer = factories.client_of(owner).post(address(event, "finish"))
    assert answer.status_code == HTTPStatus.FOUND
    page = page_of(event, owner, 4)
    assert f"Champion {player(event, 1).name}" in page
    assert "Open final report" in page
    assert f"/e/{event.slug} " in page
    assert "Link to the result" in page


def test_an_event_of_swiss_rounds_names_the_first_as_champion() -> None:
    event, owner = staged(4, StagePlan(rounds=2))
    play_swiss(event, owner, 1, 2)
    finish_event(event_id=event.pk, actor=owner)
    assert f"Champion {player(event, 1).name}" in page_of(event, owner, 2)


def test_the_last_round_may_be_finished_without_publishing_first() -> None:
    event, owner = staged(4, StagePlan(rounds=1))
    start_round(event, owner, 1)
    finish_round(event, owner, 1)
    page = page_of(event, owner, 1)
    assert "Publish standings after round 1" in page
    assert "Finish now" in page
    assert factories.client_of(owner).post(address(event, "finish")).status_code == 302


def test_published_standings_leave_one_step() -> None:
    event, owner = ended()
    publish_standings(event_id=event.pk, actor=owner, number=2)
    page = page_of(event, owner, 2)
    assert "standings published, revision 1" in page
    assert "without publishing" not in page
    assert "Pair round 3" in page


def test_a_long_league_names_the_rounds_that_fit_in_the_bar_and_the_last() -> None:
    coming = [ComingRound(f"{number}") for number in range(2, 16)]
    assert [each.label for each in next_of(coming, 1)] == ["2", "3", "4", "5", "6", "7", "… 15"]
    assert [each.label for each in next_of(coming[6:], 7)] == ["… 15"]
    assert next_of(coming[7:], 1) == coming[7:]
