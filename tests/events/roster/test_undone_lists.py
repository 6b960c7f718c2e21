"""A pasted list is taken back as a whole, while none of its players is paired."""

import re
from functools import partial
from http import HTTPStatus

import pytest
from django.test import Client

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event, JournalEntry, Player, Verb
from events.roster.selection_actions import undo_enroll
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ROUTES = [Route("roster/paste/undo/", Action.EDIT_ROSTER, "post", {"numbers": "1"})]
UNDO = re.compile(r'<form class="notice success undoable".*?</form>', re.DOTALL)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    check_access(factories.event_with_players(2), route)
    check_methods(factories.event_with_players(2), route)


def _pasted(browser: Client, event: Event, text: str, **more: str) -> str:
    """Enroll a list as staff do; return the message with its button, "" without one."""
    fields = {"text": text, "add": "1", **more}
    page = browser.post(address(event, "roster-paste"), fields, follow=True).content.decode()
    form = UNDO.search(page)
    return form[0] if form else ""


def _undone(browser: Client, form: str) -> str:
    [there] = re.findall(r'action="([^"]*)"', form)
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form))
    return browser.post(there, fields, follow=True).content.decode()


def test_the_players_of_a_pasted_list_are_removed_again() -> None:
    event, owner = event_with_owner(2)
    browser = factories.client_of(owner)
    form = _pasted(browser, event, "Kim Lee\nZoe New\nAbe Old")
    assert "3 players were enrolled." in form
    assert event.enrollments.count() == 5
    assert "3 players were removed from the roster." in _undone(browser, form)
    assert event.enrollments.count() == 2
    assert not Player.objects.filter(enrollments=None).exists()
    removed = JournalEntry.objects.filter(event=event, verb=Verb.ENROLLMENT_REMOVED)
    entries = list(removed.order_by("pk"))
    assert [entry.data["first"] for entry in entries] == ["Kim Lee", "Zoe New", "Abe Old"]
    assert {entry.actor for entry in entries} == {owner}
    page = browser.get(address(event, "journal")).content.decode()
    assert "was removed. Reason: enrollment of the list undone." in page
    # The same button is now about removed players.
    assert "This can&#x27;t be undone: it has changed since." in _undone(browser, form)


def test_who_was_removed_by_hand_since_is_no_obstacle() -> None:
    event, owner = event_with_owner(2)
    browser = factories.client_of(owner)
    form = _pasted(browser, event, "Kim Lee\nZoe New")
    browser.post(address(event, "player-remove", number=3))
    # Later players have new numbers, so a late press does not affect them.
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Abe Old")])
    assert "1 player was removed from the roster." in _undone(browser, form)
    assert sorted(event.enrollments.values_list("number", flat=True)) == [1, 2, 5]


def test_nobody_is_removed_once_one_of_them_is_paired() -> None:
    event, owner = event_with_owner(2)
    browser = factories.client_of(owner)
    form = _pasted(browser, event, "Kim Lee\nZoe New")
    start_round(event, owner, 1)
    assert "Kim Lee was already paired and can now only be dropped." in _undone(browser, form)
    assert event.enrollments.count() == 4


def test_late_players_of_a_list_go_with_their_assigned_losses() -> None:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    before = event.rounds.get().matches.count()
    browser = factories.client_of(owner)
    form = _pasted(browser, event, "Kim Lee\nZoe New", late="losses")
    assert event.rounds.get().matches.count() == before + 2
    _undone(browser, form)
    assert (event.enrollments.count(), event.rounds.get().matches.count()) == (4, before)


def test_the_names_that_a_list_doubled_are_single_again() -> None:
    event, owner = event_with_owner(1)
    name = event.enrollments.get().name
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name)])
    assert event.enrollments.filter(namesake=True).count() == 2
    undo_enroll(event_id=event.pk, actor=owner, numbers=[2])
    assert not event.enrollments.get().namesake


def test_the_number_of_queries_is_fixed() -> None:
    event, owner = event_with_owner(2)
    entries = [NewEnrollment(f"Player {number}") for number in range(60)]
    enroll(event_id=event.pk, actor=owner, entries=entries)
    browser = factories.client_of(owner)
    there = address(event, "roster-paste-undo")
    few, many = (
        queries_of(partial(browser.post, there, {"numbers": numbers}), HTTPStatus.FOUND)
        for numbers in ("3-4", "5-60")
    )
    assert few == many


def test_nothing_to_undo_is_refused() -> None:
    event, owner = event_with_owner(2)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    with pytest.raises(RefusedError, match="changed since"):
        undo_enroll(event_id=event.pk, actor=owner, numbers=[9])
