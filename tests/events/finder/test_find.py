"""Finding a player, a table, a round, a page or an action of an event."""

import html
import json
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from events.core.namesakes import mark_namesakes
from events.core.rounds.actions import complete_round
from events.models import Enrollment, Event, Role
from events.web.access import Action, may
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, start_round
from tests.events.support.access_cases import Route, check_access
from tests.events.support.doors import address
from tests.events.support.entry_box import HTMX, playing, words_of
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def places(browser: Client, event: Event) -> list[list[Any]]:
    """Everything that the palette knows: kind, names, address, number, phonetic name."""
    part = browser.get(address(event, "find"), headers=HTMX)
    assert part.status_code == HTTPStatus.OK
    data = re.search(r'data-places="(.*?)"', part.content.decode(), re.DOTALL)
    assert data
    listed: list[list[Any]] = json.loads(html.unescape(data[1]))
    return listed


@pytest.mark.parametrize("path", ["find/", "keys/"])
def test_all_staff_may_look_and_nobody_else(path: str) -> None:
    check_access(factories.event(), Route(path, Action.SEE))


def test_they_are_only_read() -> None:
    event, _owner, browser = playing()
    for name in ("find", "keys"):
        answer = browser.post(address(event, name))
        assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_a_text_finds_by_a_plain_page() -> None:
    event, _owner, browser = playing()
    for text, found, not_found in (
        ("player 003", "3 Player 003", "Player 001"),
        ("2", "Tables 2", "Player 001"),
        ("journ", "Pages Journal", "Player 001"),
        ("complete", "Actions Complete round 1", "Player 001"),
        ("round 1", "Rounds Round 1", "Player 001"),
        ("table 2", "Tables 2", "Player 001"),
        ("Table2", "Tables 2", "Player 001"),
        ("zzzzz", "Nothing found.", "Player 001"),
        ("plaeyr 003", "Similar names:", "Player 001"),
        ("", "Set the clock", "Player 001"),
        ("<b>", "Nothing found.", "Player 001"),
    ):
        page = browser.get(address(event, "find"), {"q": text})
        main = words_of(page.content.decode().partition("<main")[2])
        assert found in main, text
        assert not_found not in main, text


def test_a_table_distinguishes_namesakes() -> None:
    event, _owner, browser = playing()
    match = event.rounds.get().matches.get(table=1)
    assert match.second is not None
    namesakes = [match.first.pk, match.second.pk]
    Enrollment.objects.filter(pk__in=namesakes).update(name="Anna Rossi")
    mark_namesakes(event)
    both = [f"Anna Rossi #{side.number}" for side in (match.first, match.second)]
    assert both in [place[1] for place in places(browser, event)]
    assert " – ".join(both) in words_of(browser.get(address(event, "find"), {"q": "anna"}))


def test_a_name_in_kana_or_without_accents_is_found() -> None:
    event, _owner, browser = playing()
    Enrollment.objects.filter(number=1).update(name="José Müller")
    Enrollment.objects.filter(number=2).update(name="田中 陽菜", reading="たなか はるな")
    for text, name in (
        ("mueller", "José Müller"),
        ("たなか", "田中 陽菜"),
        ("tanaka", "田中 陽菜"),
    ):
        assert name in words_of(browser.get(address(event, "find"), {"q": text}))


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("state", ["set-up", "playing", "complete"])
def test_every_place_of_a_role_opens(role: Role, state: str) -> None:
    event, owner = event_with_owner(2)
    if state != "set-up":
        start_round(event, owner, 1)
    if state == "complete":
        enter_slips(event, owner, 1, "1 20")
        complete_round(event_id=event.pk, actor=owner, number=1)
    browser = factories.client_of(factories.staff_member(event, role))
    listed = places(browser, event)
    for _kind, [name, *_other], there, *_more in listed:
        if ".pdf" not in there:
            assert browser.get(there, follow=True).status_code == HTTPStatus.OK, name
    names = {name for _kind, [name, *_other], *_more in listed}
    assert ("Settings" in names) == (role == Role.ORGANIZER)
    may_finish = state == "complete" and may(frozenset({role}), Action.FINISH)
    assert ("Finish event" in names) == may_finish
    leads = [there for _kind, [name, *_other], there, *_more in listed if name == "Finish event"]
    assert all(there.endswith("#finish") for there in leads)


def test_it_takes_as_many_queries_for_many_as_for_few() -> None:
    event, _owner, browser = playing(4)
    few = queries_of(lambda: browser.get(address(event, "find"), headers=HTMX))
    event, _owner, browser = playing(40)
    assert queries_of(lambda: browser.get(address(event, "find"), headers=HTMX)) == few
    assert len(places(browser, event)) > 60


def test_keys_of_a_page_and_of_all() -> None:
    event, _owner, browser = playing()
    page = words_of(browser.get(address(event, "keys")))
    for words in ("Ctrl K", "12 21!", "keep the official result"):
        assert words in page
    part = words_of(browser.get(address(event, "keys"), {"on": "sources"}, headers=HTMX))
    assert "keep the official result" in part
    assert "12 21!" not in part
    part = words_of(browser.get(address(event, "keys"), {"on": "<x>"}, headers=HTMX))
    assert "keep the official result" not in part


def test_the_next_step_is_first_and_a_player_has_their_table() -> None:
    event, _owner, browser = playing()
    assert places(browser, event)[0][1] == ["Complete round 1"]
    seated = event.rounds.get().matches.get(table=2)
    assert seated.second is not None
    Enrollment.objects.filter(number=seated.second.number).update(state="dropped", dropped_after=1)
    notes = {
        place[3]: place[7] for place in places(browser, event) if "/roster/players/" in place[2]
    }
    assert notes[seated.first.number] == "Table 2"
    assert notes[seated.second.number] == "dropped"
    main = words_of(browser.get(address(event, "find"), {"q": seated.first.name}))
    assert f"{seated.first.name} Table 2" in main
