"""The pad of a table's page: seven results, two switches, the words before it is saved."""

from http import HTTPStatus

import pytest

from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.round_rules import result_pad, slip_text
from events.core.results.slips import parse_slip, plain_words
from events.models import Event
from tests import factories
from tests.events.scenario import at_table, event_with_owner, start_round
from tests.markup import flat

NOBODY = {"timed": False, "conceded": False}


@pytest.mark.parametrize(
    ("rules", "figures", "draw"),
    [
        (MatchRules(), ["2-0", "2-1", "1-0"], "1-1"),
        (MatchRules(games_to_win=1), ["1-0"], "0-0"),
        (MatchRules(games_to_win=3), ["3-0", "3-1", "3-2", "2-1"], "2-2"),
        (MatchRules(playoff=True, draws_allowed=False), ["2-0", "2-1"], None),
        (MatchRules(digital=True), ["2-0", "2-1"], "1-1"),
    ],
)
def test_the_usual_results_of_a_match(
    rules: MatchRules, figures: list[str], draw: str | None
) -> None:
    pad = result_pad(rules)
    for side in (pad.first, pad.second):
        assert [one.figures.replace("\N{NON-BREAKING HYPHEN}", "-") for one in side] == figures
    assert [one.value for one in pad.second] == [one.value[::-1] for one in pad.first]
    shown = pad.draw.figures.replace("\N{NON-BREAKING HYPHEN}", "-") if pad.draw else None
    assert shown == draw
    for one in (*pad.first, *pad.second, *([pad.draw] if pad.draw else [])):
        words = slip_text(one.value, rules, timed=pad.timed, conceded=False)
        assert parse_slip(plain_words(words), rules), "every result can be entered"


def test_the_switches_change_the_slip() -> None:
    rules = MatchRules()
    assert slip_text("21", rules, **NOBODY) == "21"
    assert slip_text("10", rules, timed=True, conceded=False) == "10t"
    assert slip_text("11", rules, timed=True, conceded=False) == "11t"
    assert slip_text("20", rules, timed=True, conceded=False) == "20", "won before time"
    assert slip_text("20", rules, timed=False, conceded=True) == "20c2"
    assert slip_text("02", rules, timed=True, conceded=True) == "02c1"
    assert slip_text("", rules, timed=True, conceded=True) == ""
    playoff = MatchRules(playoff=True, draws_allowed=False)
    assert slip_text("10", playoff, timed=True, conceded=False) == "10"
    with pytest.raises(RefusedError, match="A conceded match has a winner") as refused:
        slip_text("11", rules, timed=False, conceded=True)
    assert refused.value.field == "result"


def address(event: Event, name: str) -> str:
    return f"/staff/e/{event.slug}/rounds/1/tables/1/{name}"


@pytest.mark.django_db
def test_the_words_are_shown_before_anything_is_saved() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    first, second = at_table(event, 1, 1).names
    judge = factories.client_of(factories.staff_member(event, "judge"))
    for chosen, words in (
        ({"result": "21"}, f"{first} beats {second} 2-1"),
        ({"result": "10"}, "Was game 2 drawn because time was called?"),
        ({"result": "10", "timed": "1"}, f"{first} beats {second} 1-0-1"),
        ({"result": "02", "conceded": "1"}, f"{second} beats {first} 2-0, {first} concedes"),
        ({"result": "20", "drop_second": "1"}, f"{second} drops"),
        ({"result": "11", "conceded": "1"}, "A conceded match has a winner."),
        ({}, "Choose or enter a result."),
    ):
        answer = judge.get(address(event, "say/"), chosen)
        assert answer.status_code == HTTPStatus.OK
        assert words in flat(answer).replace("\N{NON-BREAKING HYPHEN}", "-"), chosen
    assert not at_table(event, 1, 1).has_result
    stranger = factories.client_of(factories.user())
    assert stranger.get(address(event, "say/")).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.django_db
def test_a_result_that_is_there_is_asked_about_with_its_switches() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    desk = factories.client_of(owner)
    assert desk.post(address(event, "enter/"), {"result": "20"}).status_code == HTTPStatus.FOUND
    chosen = {"result": "11", "timed": "1", "drop_first": "1"}
    asked = desk.post(address(event, "enter/"), chosen)
    assert asked.status_code == HTTPStatus.CONFLICT
    page = flat(asked)
    assert 'name="score" value="1-1-1t"' in page
    assert 'name="drop_first" value="1"' in page
    refused = desk.post(address(event, "enter/"), {"result": "11", "conceded": "1"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'name="result" value="11" checked' in flat(refused), "nothing that was chosen is lost"
    assert 'name="conceded" value="1" checked' in flat(refused)
