"""A match's games reported one by one, losses a result has to show, and absent players."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from domain.results import Ending, Side, Winner
from events.core.judging.penalty_actions import give_penalty
from events.models import Enrollment, Event, Infraction, Penalty, PenaltyKind, Report, Role, Verb
from tests import factories
from tests.events.scenario import at_table, enter_slips, journaled, player
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.entry_box import echo, enter, playing, words_of
from tests.markup import flat

pytestmark = pytest.mark.django_db

TOLD = ("first played second", "second played first", "drawn unfinished ")


def fields(*games: str, count: int = 5) -> dict[str, str]:
    """The form as a browser sends it: each game as "winner ending on-the-play"."""
    data = {"games-TOTAL_FORMS": str(count), "games-INITIAL_FORMS": "0"}
    for place in range(count):
        game = games[place] if place < len(games) else " played "
        names = ("winner", "ending", "play_first")
        for name, value in zip(names, game.split(" "), strict=True):
            data[f"games-{place}-{name}"] = value
    return data


def tell(browser: Client, event: Event, *games: str, **more: str) -> Any:
    return browser.post(address(event, "table-games", number=1, table=1), fields(*games) | more)


def table_page(browser: Client, event: Event) -> Any:
    return browser.get(address(event, "table", number=1, table=1))


def penalize(event: Event, owner: Any, number: int, penalty: PenaltyKind) -> None:
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=number,
        infraction=Infraction.DECKLIST_PROBLEM,
        penalty=penalty,
        note="again",
    )


@pytest.mark.parametrize("path", ["games", "absent"])
def test_who_may_tell_games_and_who_may_say_that_somebody_is_not_there(path: str) -> None:
    from events.web.access import Action

    event, _owner, _browser = playing(2)
    action = Action.ENTER_RESULT if path == "games" else Action.PENALTY
    route = Route(f"rounds/1/tables/1/{path}/", action, "post", dict(fields(*TOLD)))
    check_access(event, route)
    check_methods(event, route)


def test_a_game_that_says_no_ending_was_played_out() -> None:
    event, _owner, browser = playing(2)
    assert tell(browser, event, "first  ", "first  ").status_code == HTTPStatus.FOUND
    match = at_table(event, 1, 1)
    assert match.official_report is not None
    assert {game.ending for game in match.official_report.result_with_games.games} == {
        Ending.PLAYED
    }


def test_nobody_is_told_of_more_games_than_a_match_has() -> None:
    event, _owner, browser = playing(2)
    answer = tell(browser, event, *TOLD, **{"games-TOTAL_FORMS": "3670148"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert len(answer.context["games"].forms) == 5


def test_games_are_told_in_order_with_who_was_on_the_play_and_how_they_ended() -> None:
    event, _owner, browser = playing(2)
    assert tell(browser, event, *TOLD).status_code == HTTPStatus.FOUND
    match = at_table(event, 1, 1)
    assert match.result_text == "1-1-1"
    assert match.official_report is not None
    told = match.official_report.result_with_games.games
    assert [(game.number, game.winner) for game in told] == [
        (1, Winner.FIRST),
        (2, Winner.SECOND),
        (3, Winner.DRAWN),
    ]
    assert [game.play_first for game in told] == [Side.SECOND, Side.FIRST, None]
    assert told[2].ending is Ending.UNFINISHED
    page = words_of(table_page(browser, event))
    first, second = match.names
    assert f"{first} wins, {second} on the play" in page
    assert "drawn, unfinished" in page


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ((), "Enter the winner of game 1, or a draw."),
        (("first played ", " played ", "first played "), "Game 2 is missing"),
        (("first played ",) * 3, "The match was already won before game 3."),
        (
            ("drawn unfinished ", "first played "),
            "is unfinished. An unfinished game is a draw and must be the last one.",
        ),
        (
            ("first unfinished ",),
            "Game 1 is unfinished. An unfinished game is a draw and must be the last one.",
        ),
        (("drawn conceded ",), "Game 1 needs a winner because it was conceded, lost or awarded."),
    ],
)
def test_games_that_can_not_have_followed_each_other_stay_in_the_form(
    games: tuple[str, ...], words: str
) -> None:
    event, _owner, browser = playing(2)
    answer = tell(browser, event, *games)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in words_of(answer)
    if games:
        assert "selected" in flat(answer)
    assert not at_table(event, 1, 1).has_result


def test_games_of_the_result_that_stands_are_added_and_another_result_asks() -> None:
    event, owner, browser = playing(2)
    enter_slips(event, owner, 1, "1 111")
    assert tell(browser, event, *TOLD).status_code == HTTPStatus.FOUND
    other = tell(browser, event, "second played ", "second played ")
    assert other.status_code == HTTPStatus.CONFLICT
    assert "Replace result" in words_of(other)
    [key] = re.findall(r'name="(answers.result-differs:[\d:]+)"\s+value="replace"', flat(other))
    replaced = tell(browser, event, "second played ", "second played ", **{key: "replace"})
    assert replaced.status_code == HTTPStatus.FOUND
    assert at_table(event, 1, 1).result_text == "0-2"


def test_a_recorded_game_loss_is_offered_as_a_game_and_shown_until_it_is_applied() -> None:
    event, owner, browser = playing(2)
    match = at_table(event, 1, 1)
    name = match.first.name
    penalize(event, owner, match.first.number, PenaltyKind.GAME_LOSS)
    said = f"game loss for {name}: not yet in the result"
    assert said in words_of(echo(browser, event, "1"))
    assert 'data-type=" g1"' in flat(echo(browser, event, "1 12"))
    assert said not in words_of(echo(browser, event, "1 12g1"))
    page = table_page(browser, event)
    assert said in words_of(page)
    assert '<option value="game-loss" selected>' in flat(page)
    assert said in words_of(enter(browser, event, "1 12"))
    assert said in words_of(table_page(browser, event))
    enter(browser, event, "1 12g1")
    assert said not in words_of(table_page(browser, event))
    official = at_table(event, 1, 1).official_report
    assert official is not None
    assert [game.ending for game in official.result_with_games.games].count(Ending.GAME_LOSS) == 1


def test_a_recorded_match_loss_is_shown_until_the_match_is_lost() -> None:
    event, owner, browser = playing(2)
    match = at_table(event, 1, 1)
    assert match.second is not None
    penalize(event, owner, match.second.number, PenaltyKind.MATCH_LOSS)
    said = f"match loss for {match.second.name}: not yet in the result"
    assert said in words_of(echo(browser, event, "1 02"))
    assert said not in words_of(echo(browser, event, "1 20"))
    assert said not in words_of(echo(browser, event, "1 dl"))


def absent(browser: Client, event: Event, side: str, loss: str) -> Any:
    url = address(event, "absent", number=1, table=1)
    return browser.post(url, {"side": side, "loss": loss})


def test_a_no_show_at_the_end_of_a_match_clock_has_a_game_loss_then_a_match_loss() -> None:
    event, _owner, browser = playing(2)
    assert absent(browser, event, "second", "game").status_code == HTTPStatus.FOUND
    match = at_table(event, 1, 1)
    assert not match.has_result
    again = absent(browser, event, "second", "game")
    assert again.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert (
        "already has a game loss for tardiness in this round. The next step is a match loss."
        in words_of(again)
    )
    assert absent(browser, event, "second", "match").status_code == HTTPStatus.FOUND
    match = at_table(event, 1, 1)
    assert match.result_text == "2-0"
    assert match.official_report is not None
    assert match.official_report.source == Report.Source.NO_SHOW
    assert match.second is not None
    assert match.second.state == Enrollment.State.DROPPED
    given = Penalty.objects.filter(enrollment=match.second, infraction=Infraction.TARDINESS)
    assert [one.penalty for one in given] == [PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS]
    [dropped] = journaled(event, Verb.DROPPED)
    assert dropped.data["reason"] == "no-show"
    late = absent(browser, event, "first", "match")
    assert late.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert player(event, match.first.number).state == Enrollment.State.ACTIVE


@pytest.mark.parametrize(("side", "loss"), [("first", ""), ("first", "games"), ("", "match")])
def test_an_unknown_penalty_or_side_penalizes_nobody(side: str, loss: str) -> None:
    event, _owner, browser = playing(2)
    answer = absent(browser, event, side, loss)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose a player and a penalty." in words_of(answer)
    assert not Penalty.objects.exists()
    assert not at_table(event, 1, 1).has_result


def test_only_those_who_give_penalties_see_who_is_not_there() -> None:
    event, _owner, browser = playing(2)
    assert "Not at the table" in words_of(table_page(browser, event))
    desk = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    seen = "Not at the table" in words_of(table_page(desk, event))
    allowed = absent(desk, event, "first", "game").status_code != HTTPStatus.FORBIDDEN
    assert seen is allowed
