"""Games reported one by one from two phones."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from domain.results import Side, Winner
from events.core.journal.words.entries import sentence
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Enrollment, Event, GameReport, Report, Verb
from events.player_pages.actions import take_back_report
from events.player_pages.game_actions import OneGame, report_game, take_back_game
from tests.events.scenario import at_table, journaled, refused
from tests.events.support.phones import Phone, event_of_phones, pair_at

pytestmark = pytest.mark.django_db

WINNERS = {"w": Winner.FIRST, "l": Winner.SECOND, "d": Winner.DRAWN}


def say(
    one: Enrollment, other: Enrollment, number: int, outcome: str, key: str = "", **more: Any
) -> None:
    """Report one game from the player's own side: w, l or d."""
    game = OneGame(
        round=1,
        opponent=other.number,
        number=number,
        winner=WINNERS[outcome],
        key=key or f"{one.pk}/{number}{outcome}",
        **{"play_first": None, **more},
    )
    report_game(event_id=one.event_id, enrollment_id=one.pk, game=game)


def back(one: Enrollment, key: str) -> None:
    take_back_game(event_id=one.event_id, enrollment_id=one.pk, key=key)


def started() -> tuple[Event, Enrollment, Enrollment]:
    event, _owner = event_of_phones(phone_games=True)
    return event, *pair_at(event)


def test_the_last_game_reports_the_match_and_the_games_stand_in_their_order() -> None:
    event, first, second = started()
    say(first, second, 1, "w", play_first=Side.FIRST)
    say(second, first, 2, "w", play_first=Side.SECOND)
    assert not Report.objects.exists()
    say(first, second, 3, "w")
    [report] = Report.objects.all()
    assert (report.source, report.result.text) == ("first", "2-1")
    assert at_table(event, 1, 1).result is None
    Phone(second).tell("1-2", first)
    match = at_table(event, 1, 1)
    assert match.result_text == "2-1"
    official = match.official_report
    assert official is not None
    told = [
        (game.number, game.winner.value, game.play_first)
        for game in official.result_with_games.games
    ]
    assert told == [(1, "first", Side.FIRST), (2, "second", Side.FIRST), (3, "first", None)]
    [one, *_rest] = journaled(event, Verb.GAME_REPORTED)
    assert sentence(one).startswith(f"Round 1, table 1, game 1: {first.name}.")


def test_twice_is_once_and_a_game_that_both_tell_is_confirmed() -> None:
    _event, first, second = started()
    for _time in range(2):
        say(first, second, 1, "w", key="one")
    say(first, second, 1, "w", key="another")
    assert GameReport.objects.count() == 1
    say(second, first, 1, "l", key="two")
    with refused("Your opponent has already confirmed this game."):
        back(first, "one")
    with refused("Report game 2 first."):
        say(first, second, 3, "w")


def test_a_wrong_tap_is_taken_back_with_the_report_that_came_with_it() -> None:
    event, first, second = started()
    say(first, second, 1, "w", key="one")
    with refused("You already reported game 1. Undo it first."):
        say(first, second, 1, "l")
    say(first, second, 2, "w", key="two")
    with refused("A later game was already reported. Undo that report first."):
        back(first, "one")
    with refused("Your match is decided. Report the match result."):
        say(second, first, 3, "w")
    for _time in range(2):
        back(first, "two")
    assert not Report.objects.filter(undone_at__isnull=True).exists()
    say(first, second, 2, "l", key="right")
    say(first, second, 3, "w", key="three")
    take_back_report(event_id=event.pk, enrollment_id=first.pk, key="three")
    live = GameReport.objects.filter(undone_at__isnull=True)
    assert [row.key for row in live] == ["one", "right"]


def test_while_they_differ_no_game_follows_and_nothing_is_decided() -> None:
    _event, first, second = started()
    say(first, second, 1, "w")
    say(second, first, 1, "w", key="mine")
    words = (
        "You and your opponent reported a game differently. Report the match result; the "
        "slip decides."
    )
    with refused(words):
        say(first, second, 2, "w")
    back(second, "mine")
    say(first, second, 2, "w")
    assert Report.objects.get().result.text == "2-0"


def test_two_buttons_settle_a_game_that_the_two_told_differently() -> None:
    event, first, second = started()
    say(first, second, 1, "w", key="one")
    say(second, first, 1, "w", key="two")
    say(first, second, 1, "w", key="again")
    assert GameReport.objects.filter(undone_at=None).count() == 2, "the same once more is nothing"
    page = Phone(second).page()
    assert "Who won game 1?" in page
    assert "Call a judge" in page
    Phone(second).post(
        "game", round=1, opponent=first.number, number=1, winner="opponent", key="settled"
    )
    live = GameReport.objects.filter(undone_at=None).order_by("pk")
    assert [row.key for row in live] == ["one", "settled"]
    assert "Who won game 1?" not in Phone(second).page()
    say(first, second, 2, "w")
    say(second, first, 2, "l")
    assert at_table(event, 1, 1).result_text == "2-0"


def test_what_was_kept_comes_with_its_own_time_and_the_desk_wins() -> None:
    event, owner = event_of_phones(phone_games=True)
    first, second = pair_at(event)
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2))
    posted = event.rounds.get().posted_at
    assert posted is not None
    told = timezone.now() - datetime.timedelta(hours=5)
    say(first, second, 1, "w", at=told)
    say(first, second, 2, "w", at=timezone.now())
    assert GameReport.objects.get(number=1).at == posted
    assert at_table(event, 1, 1).result_text == "0-2"
    [late] = Report.objects.disputing()
    assert late.result.text == "2-0"


def test_a_result_at_time_keeps_the_games_that_were_told() -> None:
    _event, first, second = started()
    say(first, second, 1, "w")
    Phone(first).tell("10t", second)
    report = Report.objects.get()
    assert report.result.text == "1-0-1"
    games = [
        (game.number, game.winner.value, game.ending.value)
        for game in report.result_with_games.games
    ]
    assert games == [(1, "first", "played"), (2, "drawn", "unfinished")]


def test_only_where_the_event_says_so() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    with refused("This event does not accept individual game reports."):
        say(first, second, 1, "w")
    assert "on the play" not in Phone(first).page()


def test_both_phones_show_the_running_score_and_confirm() -> None:
    event, first, second = started()
    one, other = Phone(first), Phone(second)
    sent = one.post(
        "game", round=1, opponent=second.number, number=1, winner="me", play="me", key="a"
    )
    assert sent.status_code == 302
    page = other.page()
    assert "you lost" in page
    assert "Game 1 is correct" in page
    assert f"{first.name} was on the play" in page
    assert "Undo game 1" in one.page()
    bad = one.post("game", round=1, opponent=second.number, number=2, winner="nobody", key="b")
    assert bad.status_code == 422
    other.post("game", round=1, opponent=first.number, number=1, winner="opponent", key="c")
    assert "Undo game 1" not in one.page()
    assert one.post("game-take-back", key="a").status_code == 409
    assert other.post("game-take-back", key="c").status_code == 409
    assert event.phone_games
