"""The message of an everyday act has the button that undoes it, which restores the state."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, JournalEntry
from tests import factories
from tests.events.scenario import assigned_losses, event_with_owner, start_round
from tests.events.support.doors import address

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form class="notice success undoable".*?</form>', re.DOTALL)


def pressed(
    browser: Client, event: Event, name: str, fields: dict[str, Any], **numbers: int
) -> str:
    """Send a form and return the part of the page after it that undoes it; "" without one."""
    page = browser.post(address(event, name, **numbers), fields, follow=True).content.decode()
    found = FORM.search(page)
    return found[0] if found else ""


def undone(browser: Client, form: str) -> str:
    """Press the button of the message; return the page after it."""
    [there] = re.findall(r'action="([^"]*)"', form)
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form))
    assert "Undo" in form
    return browser.post(
        there, {k: unescape(v) for k, v in fields.items()}, follow=True
    ).content.decode()


def seats(event: Event) -> list[tuple[object, ...]]:
    rows = event.rounds.get(number=1).matches.order_by("table", "pk")
    return list(rows.values_list("table", "kind", "first__number", "second__number"))


def test_a_player_who_was_just_enrolled_is_removed_again() -> None:
    event, owner = event_with_owner(2)
    browser = factories.client_of(owner)
    form = pressed(browser, event, "roster-add", {"name": "Kim Lee"})
    assert event.enrollments.count() == 3
    assert "Kim Lee was removed from the roster." in undone(browser, form)
    assert event.enrollments.count() == 2


def test_a_late_player_is_removed_again_with_the_assigned_loss() -> None:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    before = seats(event)
    browser = factories.client_of(owner)
    form = pressed(browser, event, "roster-add", {"name": "Late Lou", "late": "losses"})
    assert event.enrollments.count() == 5
    undone(browser, form)
    assert (event.enrollments.count(), seats(event)) == (4, before)


def test_an_extension_gets_its_minutes_before_back() -> None:
    event, owner = event_with_owner(4, rounds=2)
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    at = {"number": 1, "table": 1}
    pressed(browser, event, "extend", {"minutes": "3", "reason": "judge-call"}, **at)
    form = pressed(browser, event, "extend", {"minutes": "9", "reason": "deck-check"}, **at)
    match = event.rounds.get().matches.get(table=1)
    assert (match.extension_minutes, match.extension_reason) == (9, "deck-check")
    undone(browser, form)
    match.refresh_from_db()
    assert (match.extension_minutes, match.extension_reason) == (3, "judge-call")
    # The same button refers to an old state now and changes nothing.
    entries = JournalEntry.objects.count()
    undone(browser, form)
    assert JournalEntry.objects.count() == entries


@pytest.mark.parametrize(
    "fields",
    [
        {"change": "swap", "first": "1", "second": "2"},
        {"change": "swap", "first": "1", "second": "5"},
        {"change": "table", "table": "1", "to": "2"},
        {"change": "table", "table": "1", "to": "9"},
    ],
    ids=lambda fields: "-".join(fields.values()),
)
def test_a_change_of_an_unposted_round_is_taken_back(fields: dict[str, str]) -> None:
    event, owner = event_with_owner(5, rounds=2)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    before = seats(event)
    browser = factories.client_of(owner)
    form = pressed(browser, event, "change-unposted", fields, number=1)
    assert seats(event) != before
    undone(browser, form)
    assert seats(event) == before


def test_a_swap_that_gives_an_assigned_loss_away_has_no_undo() -> None:
    event, owner = event_with_owner(5, rounds=2)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    [late] = enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Player")])
    assert assigned_losses(event, 1) == [late.number]
    browser = factories.client_of(owner)
    fields = {"change": "swap", "first": "1", "second": str(late.number)}
    assert pressed(browser, event, "change-unposted", fields, number=1) == ""
    assert assigned_losses(event, 1) == []
