"""Plans for re-pairing a posted round: access, contents, buttons."""

import re
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.slips import Slip
from events.core.standings.correction_actions import correct_result
from events.models import Event, Role
from tests import factories
from tests.events.scenario import (
    assigned_losses,
    byes,
    enter_slips,
    event_with_owner,
    pairs,
    play_round,
    round_of,
    start_round,
    tables,
)
from tests.events.support.doors import (
    DESK,
    EVERYBODY,
    LAST_WORD,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.paper_files import pages_of, texts

pytestmark = pytest.mark.django_db

DOORS = [
    ("get", "plans", LAST_WORD),
    ("post", "plan-apply", LAST_WORD),
    ("post", "plan-leave", LAST_WORD),
    ("get", "plan-seats", LAST_WORD),
    ("post", "plan-undo", LAST_WORD),
    ("post", "against-bye", DESK),
]


def wrong_round(players: int = 8) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    correct_result(
        event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(0, 2), reason="slip"
    )
    return event, owner, factories.client_of(owner)


def hidden(page: str, name: str) -> list[str]:
    """The values of the hidden fields of one name."""
    return re.findall(rf'name="{name}"\s+value="([^"]*)"', page)


@pytest.mark.parametrize(("method", "name", "allowed"), DOORS)
def test_doors(method: str, name: str, allowed: set[Role]) -> None:
    event, _owner, _browser = wrong_round()
    url = address(event, name, number=2)
    check_refusals(method, url, allowed, event)
    check_wrong_method(method, url, event)


def press_first(browser: Client, event: Event) -> str:
    """Press the button of the first plan; return the page that follows."""
    url = address(event, "plans", number=2)
    page = browser.get(url).content.decode()
    fields = {"plan": hidden(page, "plan")[0], "digest": hidden(page, "digest")[0]}
    apply = address(event, "plan-apply", number=2)
    return browser.post(apply, fields, follow=True).content.decode()


def test_one_click_applies_a_plan_another_undoes_it_and_it_prints() -> None:
    event, _owner, browser = wrong_round()
    before = tables(event, 2)
    page = press_first(browser, event)
    changed = [two for table, two in tables(event, 2).items() if before[table] != two]
    assert "Round 2 was re-paired at 2 tables. Next: inform the players there" in page
    assert "Print 2 new slips" in page
    assert "Round 2 has no known problem" in page
    assert tables(event, 2) != before
    sheet = address(
        event, "pdf-changed-tables", number=2, repairing=round_of(event, 2).repairings.get().pk
    )
    assert sheet in page
    (paper,) = texts(pages_of(browser, sheet))
    assert "Round 2: changed tables" in paper
    for number in {number for two in changed for number in two}:
        assert event.enrollments.get(number=number).name in paper
    undo = address(event, "plan-undo", number=2)
    made = round_of(event, 2).repairings.get().pk
    answer = browser.post(undo, {"repairing": made}, follow=True).content.decode()
    assert "The re-pairing was undone. Tables with their earlier players: " in answer
    assert "A result of round 1 changed after round 2 was posted" in answer
    assert tables(event, 2) == before
    (paper,) = texts(pages_of(browser, sheet))
    assert "undone" in paper


def test_the_sheet_is_for_all_staff() -> None:
    event, _owner, browser = wrong_round()
    press_first(browser, event)
    url = address(
        event, "pdf-changed-tables", number=2, repairing=round_of(event, 2).repairings.get().pk
    )
    check_refusals("get", url, EVERYBODY, event)
    check_wrong_method("get", url, event)
    assert browser.get(url.replace("/2/", "/1/", 1)).status_code == HTTPStatus.NOT_FOUND


def test_the_page_says_how_far_each_plan_is_from_the_best() -> None:
    event, _owner, browser = wrong_round()
    page = browser.get(address(event, "plans", number=2)).content.decode()
    page = " ".join(page.split())
    for words in (
        "A result of round 1 changed after round 2 was posted",
        "has 0 points instead of 3 and is paired at table",
        "Make no change",
        "The correction counts from round 3.",
        "2 pairings are up to 3 points apart",
        "Swap two players",
        "best pairing, fewest changes",
        "None of them has a result yet.",
        "All opponents have the same points",
        "Compared with no change: 2 fewer uneven pairings. Proven: no better pairing exists.",
        "Re-pair the whole round",
    ):
        assert words in page, words


def test_a_repair_is_undone_only_until_one_of_its_tables_has_a_result() -> None:
    event, owner, browser = wrong_round()
    assert "Undo re-pairing" in press_first(browser, event)
    enter_slips(event, owner, 2, f"{round_of(event, 2).repairings.get().tables[0]} 20")
    page = browser.get(address(event, "plans", number=2)).content.decode()
    assert "Undo re-pairing" not in page
    assert "One of these tables has a result. The tables stay as they are." in page


def test_what_has_changed_since_is_said_and_nothing_is_written() -> None:
    event, owner, browser = wrong_round()
    page = browser.get(address(event, "plans", number=2)).content.decode()
    fields = {"plan": hidden(page, "plan")[0], "digest": hidden(page, "digest")[0]}
    fields["seen"] = hidden(page, "seen")[0]
    for table in tables(event, 2):
        enter_slips(event, owner, 2, f"{table} 20")
    before = tables(event, 2)
    apply = address(event, "plan-apply", number=2)
    refused = browser.post(apply, fields)
    assert refused.status_code == HTTPStatus.CONFLICT
    answer = refused.content.decode()
    assert "The round changed since you opened this page. Compare the plans again." in answer
    assert "Since you opened the page:" in answer
    assert tables(event, 2) == before
    undo = address(event, "plan-undo", number=2)
    answer = browser.post(undo, {"repairing": "x"}, follow=True).content.decode()
    assert "This re-pairing was already undone" in answer


def test_tables_that_play_are_kept_and_nonsense_is_named() -> None:
    event, _owner, browser = wrong_round()
    url = address(event, "plans", number=2)
    page = browser.get(url, {"playing": "1-3"}).content.decode()
    assert "3 tables have a result, a report or a time extension" in page
    assert 'value="1-3"' in page
    answer = browser.get(url, {"playing": "1 two"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "“two” is not a table" in answer.content.decode()
    assert "1 two" in answer.content.decode()


def test_a_round_that_can_not_be_repaired_says_why() -> None:
    event, _owner, browser = wrong_round()
    answer = browser.get(address(event, "plans", number=1))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Round 1 is complete." in answer.content.decode()
    assert browser.get(address(event, "plans", number=9)).status_code == HTTPStatus.NOT_FOUND


def test_a_correction_leads_to_the_plans_when_the_round_can_be_better() -> None:
    event, owner = event_with_owner(8)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    browser = factories.client_of(owner)
    url = address(event, "correct", number=1, table=1)
    same_winner = browser.post(url, {"score": "21", "reason": "slip"})
    assert same_winner["Location"] == address(event, "round", number=1)
    other_winner = browser.post(url, {"score": "02", "reason": "slip"})
    assert other_winner["Location"] == address(event, "plans", number=2)


def test_the_number_of_queries_does_not_grow_with_the_round() -> None:
    counts = []
    for players in (8, 24):
        event, _owner, browser = wrong_round(players)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            browser.get(address(event, "plans", number=2))
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_a_late_player_against_the_bye_in_one_click_from_the_roster() -> None:
    event, owner = event_with_owner(7)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    (holder,) = byes(event, 2)
    browser = factories.client_of(owner)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Lou")])
    roster = address(event, "roster")
    page = browser.get(roster).content.decode()
    url = address(event, "against-bye", number=2)
    assert url in page
    assert event.enrollments.get(number=holder).name in page
    answer = browser.post(url, {"player": "8"}, follow=True).content.decode()
    assert "Round 2: the new match is at table" in answer
    assert frozenset({holder, 8}) in pairs(event, 2)
    assert (byes(event, 2), assigned_losses(event, 2)) == ([], [])
    assert url not in browser.get(roster).content.decode()
    again = browser.post(url, {"player": "8"}, follow=True).content.decode()
    assert "is already in round 2 or has dropped" in again


def test_somebody_outside_a_round_without_a_bye_leads_to_the_plans() -> None:
    event, owner = event_with_owner(6)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late Lou")])
    page = factories.client_of(owner).get(address(event, "roster")).content.decode()
    assert f"{address(event, 'plans', number=2)}?in=7" in page
    assert address(event, "against-bye", number=2) not in page


def test_the_phone_says_that_the_table_is_another_one() -> None:
    event, _owner, browser = wrong_round()
    press_first(browser, event)
    rows = round_of(event, 2).posted_rows or []
    for row in rows:
        for one in (row["first"], row["second"]):
            page = Client().get(f"/e/{event.slug}/players/{one['number']}/").content.decode()
            told = f"You are now at table {row['table']}" in page
            assert told == one.get("moved", False), one
