"""Tables of a posted round that sat down at each other's places: swapped on a table's page."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.journal.words.entries import sentence
from events.core.results.report_actions import undo_result
from events.core.rounds.actions import complete_round, extend_time
from events.core.rounds.pairing_actions import pair_next_round
from events.desk.unposted_actions import swap_players
from events.models import Event, Match, Verb
from tests import factories
from tests.events.scenario import (
    enter_slips,
    event_with_owner,
    journaled,
    play_round,
    round_of,
    start_round,
    tables,
)
from tests.events.support.doors import LAST_WORD, address, check_refusals
from tests.events.support.stages import playoff
from tests.markup import flat

pytestmark = pytest.mark.django_db


def playing(players: int = 8) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    return event, owner, factories.client_of(owner)


def page_of(browser: Client, event: Event, table: int, number: int = 2) -> str:
    return browser.get(address(event, "table", number=number, table=table)).content.decode()


def seen_on(page: str) -> str:
    field = re.search(r'name="seen"\s+value="([^"]*)">\s*<label for="swap-table"', page)
    assert field is not None
    return field[1]


def swap(browser: Client, event: Event, table: int, **fields: Any) -> Any:
    """Send the form of the table's page as it is shown."""
    seen = seen_on(page_of(browser, event, table))
    at = address(event, "table-swap", number=2, table=table)
    return browser.post(at, {"seen": seen, **fields}, follow=True)


def undo(browser: Client, event: Event, table: int) -> Any:
    swapped = re.search(r'name="swap"\s+value="(\d+)"', page_of(browser, event, table))
    assert swapped is not None
    at = address(event, "swap-undo", number=2, table=table)
    return browser.post(at, {"swap": swapped[1]}, follow=True)


def moved(event: Event) -> set[int]:
    """Return the players whose table differs from the posted one, as the phones show it."""
    rows = round_of(event, 2).posted_rows or []
    people = [row[side] for row in rows for side in ("first", "second") if row[side]]
    return {person["number"] for person in people if person.get("moved")}


@pytest.mark.parametrize("name", ["table-swap", "swap-undo"])
def test_who_may_swap(name: str) -> None:
    event, _owner, _browser = playing(4)
    path = address(event, name, number=2, table=1)
    check_refusals("post", path, LAST_WORD, event)


def test_whole_tables_are_swapped_and_undone() -> None:
    event, owner, browser = playing()
    extend_time(event_id=event.pk, actor=owner, number=2, table=1, minutes=5)
    before = tables(event, 2)
    keys = dict(round_of(event, 2).matches.values_list("table", "pk"))
    page = swap(browser, event, 1, other="3").content.decode()
    assert "Swapped. Players see the change." in page
    assert tables(event, 2) == {**before, 1: before[3], 3: before[1]}
    again = round_of(event, 2).matches.get(table=3)
    assert (again.pk, again.extension_minutes) == (keys[1], 5), "all of the match goes along"
    assert moved(event) == {*before[1], *before[3]}
    assert len(journaled(event, Verb.ROUND_RE_PAIRED)) == 1
    assert "?tables=3,1" in page
    assert "/print/" in page
    assert (
        "The swap was undone. All players are back at their previous tables."
        in undo(browser, event, 3).content.decode()
    )
    assert tables(event, 2) == before


def test_two_players_are_swapped_and_undone() -> None:
    event, owner, browser = playing()
    before = tables(event, 2)
    first, other = before[1][0], before[4][1]
    extend_time(event_id=event.pk, actor=owner, number=2, table=4, minutes=3)
    page = swap(browser, event, 1, player=first, other=other).content.decode()
    assert "Swapped. Players see the change." in page
    after = {**before, 1: (other, before[1][1]), 4: (before[4][0], first)}
    assert tables(event, 2) == after
    assert moved(event) == {first, other}
    assert round_of(event, 2).matches.get(table=4).extension_minutes == 3
    undo(browser, event, 4)
    assert tables(event, 2) == before
    # The other player is found by a typed name; the order within a pair does not matter.
    name = event.enrollments.get(number=before[2][1]).name
    swap(browser, event, 1, player=before[1][1], other=name)
    assert tables(event, 2)[1] == (before[1][0], before[2][1])
    assert tables(event, 2)[2] == (before[2][0], before[1][1])


def test_a_swap_is_sent_once() -> None:
    event, _owner, browser = playing()
    before = tables(event, 2)
    fields = {"seen": seen_on(page_of(browser, event, 1)), "other": "2"}
    at = address(event, "table-swap", number=2, table=1)
    codes = [browser.post(at, fields).status_code for _ in range(2)]
    assert codes == [HTTPStatus.FOUND, HTTPStatus.UNPROCESSABLE_ENTITY]
    assert tables(event, 2) == {**before, 1: before[2], 2: before[1]}


def test_what_cannot_be_swapped_is_said_and_changes_nothing() -> None:
    event, owner, browser = playing()
    enter_slips(event, owner, 2, "2 20")
    before = tables(event, 2)
    people = {"{1}": before[1][0], "{1b}": before[1][1], "{2}": before[2][0], "{3}": before[3][0]}
    cases: list[tuple[dict[str, str], str]] = [
        ({"other": "1"}, "Enter a different table number."),
        ({"other": "x"}, "Enter a different table number."),
        ({"other": "99"}, "Table 99 does not exist in round 2"),
        ({"other": "2"}, "Table 2 has a result or a report. Undo it first, then swap."),
        ({"player": "{1}", "other": "{2}"}, "Table 2 has a result or a report."),
        ({"player": "{1}", "other": "{1b}"}, "play each other"),
        ({"player": "{3}", "other": "{1}"}, "is not playing at table 1."),
        ({"player": "{1}", "other": "nobody"}, "No player is named “nobody”."),
        ({"player": "77", "other": "{3}"}, "No player has number 77."),
    ]
    for fields, words in cases:
        sent = {name: str(people.get(value, value)) for name, value in fields.items()}
        answer = swap(browser, event, 1, **sent)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, fields
        assert words in flat(answer.content.decode()), fields
        assert f'value="{sent["other"]}"' in answer.content.decode(), fields
        assert tables(event, 2) == before, fields


def test_after_a_result_a_swap_stays_until_the_result_is_undone() -> None:
    event, owner, browser = playing()
    before = tables(event, 2)
    swap(browser, event, 1, other="2")
    enter_slips(event, owner, 2, "1 20")
    assert (
        "One of these tables has a result. The tables stay as they are."
        in undo(browser, event, 2).content.decode()
    )
    undo_result(event_id=event.pk, actor=owner, number=2, table=1)
    undo(browser, event, 2)
    assert tables(event, 2) == before


def test_the_plans_page_takes_a_swap_back_as_well() -> None:
    event, _owner, browser = playing()
    before = tables(event, 2)
    swap(browser, event, 1, other="2")
    made = round_of(event, 2).repairings.get()
    browser.post(address(event, "plan-undo", number=2), {"repairing": made.pk})
    assert tables(event, 2) == before


def test_players_who_met_before_are_named() -> None:
    event, _owner, browser = playing(4)
    here = tables(event, 2)[1]
    met = next(pair for pair in tables(event, 1).values() if here[0] in pair)
    opponent = next(number for number in met if number != here[0])
    page = swap(browser, event, 1, player=here[1], other=opponent).content.decode()
    assert "have already played each other." in flat(page)


def test_only_a_round_that_is_played_offers_it() -> None:
    event, owner, browser = playing(4)
    enter_slips(event, owner, 2, "1 20", "2 20")
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert "Swap tables or players" not in page_of(browser, event, 1)
    at = address(event, "table-swap", number=2, table=1)
    answer = browser.post(at, {"other": "2"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Round 2 is complete" in answer.content.decode()


def test_in_a_playoff_whole_tables_are_swapped_and_no_players() -> None:
    event, owner = playoff(8, 4)
    browser = factories.client_of(owner)
    before = {match.slot: match.table for match in round_of(event, 2).matches.all()}
    people = tables(event, 2)
    low, high = sorted(people)
    answer = swap(browser, event, low, player=people[low][0], other=people[high][0])
    assert "Pairings in this stage are fixed by its schedule or its bracket." in flat(
        answer.content.decode()
    )
    swap(browser, event, low, other=str(high))
    after = {match.slot: match.table for match in Match.objects.filter(round=round_of(event, 2))}
    assert after == {slot: {low: high, high: low}[table or 0] for slot, table in before.items()}


def test_the_history_of_each_table_names_the_swap_and_its_undo() -> None:
    event, _owner, browser = playing()
    swap(browser, event, 1, other=2, what="tables")
    for table in (1, 2):
        history = flat(page_of(browser, event, table).split("<h2>History</h2>")[1])
        assert "Posted round 2 was changed to match the actual seating." in history
    assert "actual seating" not in page_of(browser, event, 3).split("<h2>History</h2>")[1]
    undo(browser, event, 1)
    for table in (1, 2):
        assert "The re-pairing of round 2 was undone." in flat(page_of(browser, event, table))
    assert "was undone" not in page_of(browser, event, 3).split("<h2>History</h2>")[1]


def test_the_journal_tells_swapped_namesakes_apart() -> None:
    event, owner = event_with_owner(6)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    (one, _two), (_three, four) = tables(event, 1)[1], tables(event, 1)[2]
    event.enrollments.filter(number__in=(one, four)).update(name="Ada Rossi", namesake=True)
    swap_players(event_id=event.pk, actor=owner, number=1, first=one, second=four)
    words = sentence(journaled(event, Verb.PAIRING_CHANGED)[-1])
    assert words == f"Unposted round 1: Ada Rossi #{one} and Ada Rossi #{four} were swapped."
