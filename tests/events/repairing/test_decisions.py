"""Problems of a posted round in words, decisions about them, and the ways to the plans."""

import re
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from events.core.journal.words.entries import sentence
from events.core.repairing.actions import leave_round
from events.models import Event, Role, Verb
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.repairing.test_repairing import hidden, wrong_round
from tests.events.scenario import (
    enter_slips,
    event_with_owner,
    journaled,
    play_round,
    round_of,
    start_round,
    tables,
)
from tests.events.support.doors import address
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db


def seen_by(browser: Client, event: Event) -> dict[str, str]:
    """The fields of the first plan as a person's page has them."""
    page = browser.get(address(event, "plans", number=2)).content.decode()
    return {name: hidden(page, name)[0] for name in ("plan", "digest", "seen", "token")}


def test_to_leave_a_round_is_a_decision_that_answers_its_problems() -> None:
    event, owner, browser = wrong_round()
    before = tables(event, 2)
    url = address(event, "plan-leave", number=2)
    reason = "Result of table 1 in round 1 corrected"
    answer = browser.post(url, seen_by(browser, event) | {"reason": reason}, follow=True)
    assert "Round 2 stays as it is. Continue with its results." in answer.content.decode()
    assert tables(event, 2) == before
    entry = journaled(event, Verb.ROUND_RE_PAIRED)[-1]
    assert sentence(entry) == f"Posted round 2 was left as it is. Reason: {reason}."
    plans = address(event, "plans", number=2)
    page = with_plain_names(browser.get(plans).content.decode())
    assert f"{owner} decided to leave round 2 as it is." in page
    assert "Undo re-pairing" not in page
    drop(event_id=event.pk, actor=owner, number=before[1][0])
    assert "decided to leave" not in browser.get(plans).content.decode()


def test_two_judges_at_once_and_the_second_reads_what_the_first_did() -> None:
    event, owner, browser = wrong_round()
    second = seen_by(browser, event)
    leave_round(event_id=event.pk, actor=owner, number=2)
    before = tables(event, 2)
    for name in ("plan-apply", "plan-leave"):
        answer = browser.post(
            address(event, name, number=2), second | {"reason": "typed with care", "playing": "3"}
        )
        assert answer.status_code == HTTPStatus.CONFLICT
        page = answer.content.decode()
        assert "The round changed since you opened this page." in page
        assert "Posted round 2 was left as it is." in page
        assert 'value="3"' in page
        assert (name == "plan-leave") or "typed with care" in page
    assert tables(event, 2) == before


def test_a_plan_gives_the_time_since_the_clock_and_its_reason_to_the_journal() -> None:
    event, _owner, browser = wrong_round()
    began = timezone.now() - timedelta(minutes=8, seconds=20)
    event.rounds.filter(number=2).update(started_at=began)
    page = browser.get(address(event, "plans", number=2)).content.decode()
    assert "an extension of 9 minutes" in page
    url = address(event, "plan-apply", number=2)
    for wrong, words in (
        ({"minutes": "121"}, "between 0 and 120 minutes"),
        ({"reason": "x" * 301}, "Use at most 300 characters"),
    ):
        refused = browser.post(url, seen_by(browser, event) | wrong)
        assert words in refused.content.decode()
    browser.post(url, seen_by(browser, event) | {"minutes": "9", "reason": "wrong slip"})
    made = round_of(event, 2).repairings.get()
    given = round_of(event, 2).matches.filter(extension_minutes=9)
    assert sorted(match.table or 0 for match in given) == made.tables
    told = sentence(journaled(event, Verb.ROUND_RE_PAIRED)[-1])
    assert "time extension: 9 min" in told
    assert "Reason: wrong slip." in told


def test_who_dropped_and_is_paired_leads_to_the_win_and_to_the_plans() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    gone, left = (event.enrollments.get(number=number) for number in tables(event, 2)[1])
    browser = factories.client_of(owner)
    # Dropping the leader raises a question first.
    answers = {"answers.leader-drops": "drop", "answers.winner-drops": "drop"}
    drop = address(event, "player-drop", number=gone.number)
    dropped = browser.post(drop, answers, follow=True)
    words = f"{gone.name} dropped, but is paired with {left.name} at table 1 in round 2."
    assert words in dropped.content.decode()
    assert address(event, "plans", number=2) in dropped.content.decode()
    page = with_plain_names(browser.get(address(event, "plans", number=2)).content.decode())
    assert words in page
    assert f"Give {left.name} the win" in page
    assert f"Give {left.name} the bye" in page
    assert "1 match is not played." in " ".join(page.split())
    desk = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    other = desk.get(address(event, "player", number=gone.number)).content.decode()
    assert "The head judge can re-pair the round." in other
    assert address(event, "plans", number=2) not in other
    (score,) = re.findall(r'name="score"\s+value="(\d+)"', page)
    browser.post(address(event, "table-enter", number=2, table=1), {"score": score})
    match = round_of(event, 2).matches.get(table=1)
    assert match.winner_id == left.pk
    player = browser.get(address(event, "player", number=gone.number)).content.decode()
    assert "but is paired" not in player


def test_wrong_seats_lead_to_the_table_and_the_table_leads_back() -> None:
    event, _owner, browser = wrong_round()
    url = address(event, "plan-seats", number=2)
    table = address(event, "table", number=2, table=3)
    assert browser.get(url, {"table": "3"})["Location"] == f"{table}#swap"
    assert address(event, "plans", number=2) in browser.get(table).content.decode()
    for typed, words in (("x", "Enter a table number."), ("99", "Tables run from 1 to 4")):
        answer = browser.get(url, {"table": typed}, follow=True).content.decode()
        assert words in answer


def test_a_round_posted_too_early_is_unposted_here_while_it_has_no_result() -> None:
    event, owner, browser = wrong_round()
    url, unpost = (address(event, name, number=2) for name in ("plans", "unpost"))
    assert unpost in browser.get(url).content.decode()
    enter_slips(event, owner, 2, "1 20")
    page = browser.get(url).content.decode()
    assert unpost not in page
    assert "The round has results, so it stays posted." in page
