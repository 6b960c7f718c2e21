"""The floor on a judge's phone, its marks, and who looks after which tables."""

import datetime
import re
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.clock.actions import start_clock
from events.core.judging.penalty_actions import give_penalty
from events.core.phones.actions import call
from events.floor.actions import assign_area, attend_table
from events.models import Call, Event, Role
from tests import factories
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    player,
    round_of,
    start_round,
)
from tests.events.support.doors import (
    EVERYBODY,
    LAST_WORD,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.phones import event_of_phones, pair_at
from tests.markup import flat, with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def playing(players: int = 8) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    return event, owner, factories.client_of(owner)


def mark(event: Event, table: int = 1) -> str:
    return address(event, "floor-mark", number=1, table=table)


def extend(event: Event, table: int = 1) -> str:
    return address(event, "floor-extend", number=1, table=table)


def test_who_may_do_what() -> None:
    event, owner, _browser = playing()
    area = assign_area(
        event_id=event.pk, actor=owner, username=owner.get_username(), first=1, last=2
    )
    remove = address(event, "floor-area-remove", area=area.pk)
    check_refusals("get", address(event, "floor"), EVERYBODY, event)
    check_refusals("post", mark(event), EVERYBODY, event)
    check_refusals("post", extend(event), EVERYBODY, event)
    check_refusals("get", address(event, "floor-areas"), EVERYBODY, event)
    check_refusals("post", address(event, "floor-areas"), LAST_WORD, event)
    check_refusals("post", address(event, "floor-deal"), LAST_WORD, event)
    check_refusals("post", remove, LAST_WORD, event)
    for url in (mark(event), extend(event), address(event, "floor-deal"), remove):
        check_wrong_method("post", url, event)


def test_a_judge_marks_a_table_and_others_see_it() -> None:
    event, _owner, browser = playing()
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE, "ann"))
    assert judge.post(mark(event, 2), {"do": "attend"}).status_code == HTTPStatus.FOUND
    page = with_plain_names(browser.get(address(event, "floor")).content.decode())
    assert "ann is there" in page
    desk = browser.get(address(event, "round", number=1)).content.decode()
    assert '<span class="badge info">ann</span>' in desk
    answer = browser.post(mark(event, 2), {"do": "attend"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "ann is already at table 2." in answer.content.decode()
    browser.post(mark(event, 2), {"do": "leave"})
    assert at_table(event, 1, 2).judge is None
    assert browser.post(mark(event, 2), {"do": "dance"}).status_code == HTTPStatus.NOT_FOUND


def test_a_phone_that_watches_hears_only_of_changes() -> None:
    event, owner, browser = playing()
    url, htmx = address(event, "floor"), {"HX-Request": "true"}
    state = browser.get(url).context["state"]
    ask = {"state": state, "open": "21"}
    assert browser.get(url, ask, headers=htmx).status_code == HTTPStatus.NO_CONTENT
    attend_table(event_id=event.pk, actor=owner, number=1, table=1)
    changed = browser.get(url, ask, headers=htmx)
    assert changed.status_code == HTTPStatus.OK
    assert changed.content.decode().lstrip().startswith('<div id="floor"')
    ask["state"] = changed.context["state"]
    round = round_of(event, 1)
    assert round.started_at is not None
    round.started_at -= datetime.timedelta(minutes=51)
    round.save()
    over = browser.get(url, ask, headers=htmx)
    assert over.status_code == HTTPStatus.OK, "time was called without a write"
    assert 'value="turns"' in over.content.decode()


@pytest.mark.parametrize(("language", "words"), [("en", "3 minutes"), ("ja", "3分")])
def test_who_calls_a_judge_waits_for_as_long_as_the_floor_says(language: str, words: str) -> None:
    event, owner = event_of_phones()
    browser, url = factories.client_of(owner), address(event, "floor")
    browser.cookies["django_language"] = language
    player = pair_at(event)[0]
    made = call(event_id=event.pk, enrollment_id=player.pk, number=1, kind=Call.Kind.JUDGE)
    first = browser.get(url)
    assert "badge warn" not in first.content.decode()
    Call.objects.filter(pk=made.pk).update(at=made.at - datetime.timedelta(minutes=3, seconds=9))
    ask = {"state": first.context["state"]}
    later = browser.get(url, ask, headers={"HX-Request": "true"})
    assert f'badge warn">{words}' in flat(later), "nobody wrote anything, and it is longer"


def test_a_result_and_an_extension_lead_back_to_the_floor() -> None:
    event, _owner, browser = playing()
    table = browser.get(address(event, "table", number=1, table=1), {"back": "floor"})
    assert table.content.decode().count('name="back" value="floor"') == 2
    floor = address(event, "floor")
    extend = address(event, "extend", number=1, table=1)
    answer = browser.post(extend, {"minutes": "3", "back": "floor"})
    assert answer["Location"] == floor
    enter = address(event, "table-enter", number=1, table=1)
    assert browser.post(enter, {"score": "21", "back": "floor"})["Location"] == floor
    assert at_table(event, 1, 1).result_text == "2-1"
    assert browser.post(enter.replace("/1/enter", "/2/enter"), {"score": "21"})["Location"] == (
        address(event, "round", number=1)
    )


def test_the_number_of_a_table_opens_it_whatever_its_state() -> None:
    event, owner, browser = playing()
    floor = address(event, "floor")
    enter_slips(event, owner, 1, "2 21")
    names = at_table(event, 1, 3).names

    def typed(number: str) -> str:
        return flat(browser.get(floor, {"table": number}))

    assert 'id="picked" aria-label="Table 3"' in typed("３")
    assert names[0] in typed("3").partition('id="picked"')[2].partition("<h1>")[0]
    assert "beats" in typed("2").partition('id="picked"')[2].partition("<h1>")[0]
    for number, why in (
        ("5", "Table 5 does not exist in round 1. Tables run from 1 to 4."),
        ("x", "Type the number of a table."),
    ):
        assert why in typed(number)
        assert f'value="{number}"' in typed(number)
    part = flat(browser.get(floor, {"table": "3"}, headers={"HX-Request": "true"}))
    assert '<input type="hidden" name="table" value="3">' in part, "it stays when asked again"


def test_an_extension_is_given_on_the_floor_once() -> None:
    event, _owner, browser = playing()
    token = '<input type="hidden" name="seen" value="minutes:'
    seen = browser.get(address(event, "floor"), {"table": "2"}).content.decode()
    seen = "minutes:" + seen.partition(token)[2].partition('"')[0]
    fields = {"minutes": "3", "reason": "judge-call", "seen": seen}
    answer = browser.post(extend(event, 2), fields)
    assert answer["Location"] == f"{address(event, 'floor')}?table=2", "its card, without a script"
    match = at_table(event, 1, 2)
    assert (match.extension_minutes, match.extension_reason) == (3, "judge-call")
    told = flat(browser.get(address(event, "journal")))
    assert "table 2: time extension of 3 minutes. Reason: judge call." in told
    wrong = {"minutes": "3", "reason": "coffee"}
    assert browser.post(extend(event, 2), wrong).status_code == HTTPStatus.CONFLICT
    again = browser.post(extend(event, 2), {"minutes": "5", "seen": seen})
    assert again.status_code == HTTPStatus.CONFLICT
    assert "This changed since you opened this page." in flat(again)
    assert browser.post(extend(event, 2), {"minutes": "x"}).status_code == HTTPStatus.CONFLICT
    part = browser.post(extend(event, 2), {"minutes": "0"}, headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<div id="floor"')
    match = at_table(event, 1, 2)
    assert (match.extension_minutes, match.extension_reason) == (0, "")


def test_a_recorded_loss_stands_at_the_table() -> None:
    event, owner, browser = playing()
    number = at_table(event, 1, 3).first.number
    give_penalty(
        event_id=event.pk,
        actor=owner,
        number=number,
        infraction="tardiness",  # type: ignore[arg-type]
        penalty="game-loss",  # type: ignore[arg-type]
    )
    page = with_plain_names(browser.get(address(event, "floor")).content.decode())
    assert f"game loss for {player(event, number).name}: not yet in the result" in page


def test_areas_are_given_shared_and_refused_where_one_typed() -> None:
    event, _owner, browser = playing()
    factories.staff_member(event, Role.JUDGE, "ann")
    url = address(event, "floor-areas")
    fields = {"username": "ann", "first": "1", "last": "3", "name": "By the <door>"}
    page = browser.post(url, fields, follow=True).content.decode()
    assert "By the &lt;door&gt;" in page
    assert "1–3" in page
    again = browser.post(url, fields)
    assert again.status_code == HTTPStatus.CONFLICT
    assert "ann is already assigned to these tables." in again.content.decode()
    wrong = browser.post(url, fields | {"first": "9"})
    assert "the lower number first" in wrong.content.decode()
    assert browser.post(url, fields | {"first": "x"}).status_code == 422
    dealt = browser.post(address(event, "floor-deal"), follow=True).content.decode()
    assert "The tables are assigned to 1 judge." in dealt
    assert "1–4" in dealt


def test_the_message_about_an_area_takes_it_back_and_gives_it_again() -> None:
    event, _owner, browser = playing()
    factories.staff_member(event, Role.JUDGE, "ann")
    url = address(event, "floor-areas")
    fields = {"username": "ann", "first": "1", "last": "3", "name": "North"}
    page = browser.post(url, fields, follow=True).content.decode()
    assert "Tables 1-3 are assigned to ann." in flat(page)
    area = event.areas.get()
    remove = address(event, "floor-area-remove", area=area.pk)
    assert page.count(f'action="{remove}"') == 2, "in the list, and in the message"
    page = browser.post(remove, follow=True).content.decode()
    assert "Tables 1-3 are no longer assigned to ann." in flat(page)
    message = flat(page).partition("no longer assigned")[0].rpartition("<form")[2]
    undo = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', message))
    browser.post(url, undo)
    again = event.areas.get()
    assert (str(again), again.judge, again.name) == (str(area), "ann", "North")


def test_without_a_round_the_floor_says_so() -> None:
    event, owner = event_with_owner(4)
    browser = factories.client_of(owner)
    assert "No round is in progress." in browser.get(address(event, "floor")).content.decode()
    dealt = browser.post(address(event, "floor-deal"), follow=True).content.decode()
    assert "No round is in progress." in dealt


def test_few_tables_and_many_take_the_same_queries() -> None:
    def count(players: int, judges: int) -> int:
        event, owner, browser = playing(players)
        judge = factories.staff_member(event, Role.JUDGE)
        for first in range(1, judges):
            assign_area(
                event_id=event.pk,
                actor=owner,
                username=judge.get_username(),
                first=first,
                last=first + 1,
            )
            attend_table(event_id=event.pk, actor=judge, number=1, table=first)
        return queries_of(lambda: browser.get(address(event, "floor")))

    assert count(4, 2) == count(20, 10) == count(80, 2)
