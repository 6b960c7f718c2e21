"""The desk's standings, publishing, withdrawing, finishing and opening again."""

from functools import partial
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client

from events.core.results.slips import Slip
from events.core.standings.actions import publish_standings
from events.core.standings.correction_actions import correct_result
from events.models import Event, Role, StandingsSnapshot
from events.roster.drop_actions import disqualify
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round, refused, start_round, tables
from tests.events.support.doors import (
    DESK,
    EVERYBODY,
    LAST_WORD,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.entry_box import words_of
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

DOORS = [
    ("get", "standings", EVERYBODY),
    ("get", "standings-after", EVERYBODY),
    ("post", "publish", DESK),
    ("post", "withdraw", LAST_WORD),
    ("post", "finish", LAST_WORD),
    ("post", "reopen-event", LAST_WORD),
]
WITHOUT_NUMBER = {"standings", "finish", "reopen-event"}


def played(
    players: int = 8, rounds: int = 1, *, publish: bool = True
) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    for number in range(1, rounds + 1):
        play_round(event, owner, number, publish=publish)
    return event, owner, factories.client_of(owner)


def url(event: Event, name: str, number: int = 1) -> str:
    return address(event, name) if name in WITHOUT_NUMBER else address(event, name, number=number)


def press(browser: Client, event: Event, name: str, number: int = 1, **fields: str) -> str:
    answer = browser.post(url(event, name, number), fields, follow=True)
    assert answer.status_code == HTTPStatus.OK
    return words_of(answer)


@pytest.mark.parametrize(("method", "name", "allowed"), DOORS)
def test_who_may_do_what(method: str, name: str, allowed: set[Role]) -> None:
    event, _owner, _browser = played(publish=False)
    check_refusals(method, url(event, name), allowed, event)
    check_wrong_method(method, url(event, name), event)


def test_before_a_round_is_complete_there_are_no_standings() -> None:
    event, owner = event_with_owner(4)
    browser = factories.client_of(owner)
    start_round(event, owner, 1)
    assert "Standings appear once a round is complete." in words_of(
        browser.get(address(event, "standings"))
    )
    for number in (0, 1, 2, 10**30):
        answer = browser.get(address(event, "standings-after", number=number))
        assert answer.status_code == HTTPStatus.NOT_FOUND


def test_standings_show_places_points_and_percentages() -> None:
    event, owner, browser = played(5)
    drop(event_id=event.pk, actor=owner, number=2)
    disqualify(event_id=event.pk, actor=owner, number=3, reason="theft")
    page = browser.get(address(event, "standings")).content.decode()
    words = words_of(page)
    assert "Standings after round 1" in words
    assert "dropped" in words
    assert "disqualified" in words
    winner, loser = tables(event, 1)[1]
    assert page.index(f"Player {winner:03}") < page.index(f"Player {loser:03}")
    assert "100" in words
    assert "33" in words


def test_standings_of_an_earlier_round_stay_as_they_were() -> None:
    event, _owner, browser = played(8, rounds=2)
    first = words_of(browser.get(address(event, "standings-after", number=1)))
    assert "Standings after round 1" in first
    assert "Standings after round 2" in words_of(browser.get(address(event, "standings")))


def test_standings_are_published_and_the_page_says_which_revision() -> None:
    event, _owner, browser = played(publish=False)
    assert "not published" in words_of(browser.get(address(event, "standings")))
    page = press(browser, event, "publish")
    assert "The standings after round 1 are published (revision 1)." in page
    assert "published, revision 1" in page
    page = press(browser, event, "publish")
    assert "The current standings after round 1 are already published." in page
    assert StandingsSnapshot.objects.count() == 1


def test_publishing_goes_back_to_where_it_was_pressed() -> None:
    event, _owner, browser = played(rounds=2, publish=False)
    answer = browser.post(address(event, "publish", number=1))
    assert answer["Location"] == address(event, "standings-after", number=1)
    answer = browser.post(address(event, "publish", number=2), {"back": "desk"})
    assert answer["Location"] == address(event, "desk")
    assert "Round 9 does not exist." in press(browser, event, "publish", 9)


def test_the_page_says_when_players_see_an_older_state() -> None:
    event, owner, browser = played()
    assert "Players see older standings" not in words_of(browser.get(address(event, "standings")))
    disqualify(event_id=event.pk, actor=owner, number=3, reason="theft")
    assert "Players see older standings" in words_of(browser.get(address(event, "standings")))
    assert "published (revision 2)" in press(browser, event, "publish", reason="theft")
    assert event.rounds.get(number=1).snapshots.get(revision=2).reason == "theft"
    assert "at most" in press(browser, event, "publish", reason="x" * 301)


def test_a_drop_that_changes_no_line_leaves_nothing_to_publish() -> None:
    event, owner, browser = played()
    drop(event_id=event.pk, actor=owner, number=3)
    assert "Players see older standings" not in words_of(browser.get(address(event, "standings")))
    with refused("The current standings after round 1 are already published."):
        publish_standings(event_id=event.pk, actor=owner, number=1)
    event.enrollments.filter(number=3).update(name="Renamed Since")
    Event.objects.update(revision=F("revision") + 1)
    assert "Players see older standings" in words_of(browser.get(address(event, "standings")))


def test_a_correction_leaves_nothing_to_publish() -> None:
    event, owner, browser = played()
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2), reason="misread"
    )
    page = words_of(browser.get(address(event, "standings")))
    assert "published, revision 2" in page
    assert "Players see older standings" not in page


def test_standings_are_withdrawn_with_a_reason() -> None:
    event, _owner, browser = played()
    assert "Give a reason. It is recorded in the journal." in press(
        browser, event, "withdraw", reason=" "
    )
    page = press(browser, event, "withdraw", reason="a slip was misread")
    assert "The standings after round 1 were withdrawn." in page
    assert "not published" in page
    assert "are not published." in press(browser, event, "withdraw", reason="again")
    assert StandingsSnapshot.objects.get().withdrawn


def test_a_scorekeeper_is_offered_publishing_and_not_withdrawing() -> None:
    event, _owner, browser = played(publish=False)
    keeper = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    assert url(event, "publish") in keeper.get(address(event, "standings")).content.decode()
    press(browser, event, "publish")
    assert url(event, "withdraw") not in keeper.get(address(event, "standings")).content.decode()
    assert url(event, "withdraw") in browser.get(address(event, "standings")).content.decode()


def test_an_event_is_finished_after_its_rounds_and_opened_again() -> None:
    event, _owner, browser = played(4, rounds=1)
    page = press(browser, event, "finish")
    assert "Finish after 1 round, before everything announced is played?" in page
    early = {"answers.unfinished:1": "finish", "reason": "hall"}
    answer = browser.post(address(event, "finish"), early)
    assert answer["Location"] == address(event, "report")
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert "Open final report" in words_of(browser.get(address(event, "desk")))
    assert "The event is finished." in press(browser, event, "finish")
    assert "Give a reason. It is recorded in the journal." in press(
        browser, event, "reopen-event", reason=""
    )
    assert "The event was reopened." in press(browser, event, "reopen-event", reason="misread")
    assert "The event is not finished." in press(browser, event, "reopen-event", reason="x")


def test_nothing_that_writes_is_offered_in_a_finished_event() -> None:
    event, _owner, browser = played(4, rounds=2)
    press(browser, event, "finish")
    for page in (address(event, "desk"), address(event, "standings")):
        content = browser.get(page).content.decode()
        for name in ("publish", "withdraw", "reopen-round", "pair"):
            for number in (1, 2, 3):
                assert address(event, name, number=number) not in content, name


def test_standings_cost_as_many_queries_for_few_players_as_for_many() -> None:
    counts = []
    for players, rounds in ((6, 1), (6, 2), (40, 2)):
        event, owner, browser = played(players, rounds)
        drop(event_id=event.pk, actor=owner, number=1)
        counts.append(queries_of(partial(browser.get, address(event, "standings"))))
    # One query for the head's tabs, one for namesakes.
    assert counts[0] == counts[1] == counts[2] <= 15
