"""A disqualification recorded as a penalty and not carried out: for whom and where it shows."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.core.judging.penalty_actions import give_penalty
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.models import Event, Infraction, PenaltyKind, Role
from events.roster.drop_actions import disqualify
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner
from tests.events.support.doors import address
from tests.events.support.entry_box import enter, live, playing
from tests.events.support.stages import report_by, staged
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db

NOTICE = "A disqualification is recorded as a penalty but has not been carried out."


def record(event: Event, judge: User, number: int, note: str = "") -> None:
    give_penalty(
        event_id=event.pk,
        actor=judge,
        number=number,
        infraction=Infraction.CHEATING,
        penalty=PenaltyKind.DISQUALIFICATION,
        note=note,
    )


def page_of(browser: Client, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == HTTPStatus.OK
    return with_plain_names(answer.content.decode())


def test_the_players_page_says_so_to_everybody_until_it_is_carried_out() -> None:
    event, owner = event_with_owner(2)
    judge = factories.staff_member(event, Role.JUDGE)
    path = address(event, "player", number=1)
    browsers = {
        role: factories.client_of(factories.staff_member(event, role))
        for role in (Role.HEAD_JUDGE, Role.JUDGE)
    }
    assert NOTICE not in page_of(browsers[Role.HEAD_JUDGE], path)
    record(event, judge, 1, "Sleeves")
    for _visit in range(2):
        page = page_of(browsers[Role.HEAD_JUDGE], path)
        assert NOTICE in page
        assert 'action="' + path + 'disqualify/"' in page
        assert 'value="Cheating: Sleeves"' in page
    page = page_of(browsers[Role.JUDGE], path)
    assert f"{NOTICE} Ask the head judge or the organizer." in page
    drop(event_id=event.pk, actor=owner, number=1)
    assert NOTICE in page_of(browsers[Role.HEAD_JUDGE], path)
    disqualify(event_id=event.pk, actor=owner, number=1, reason="Cheating")
    assert NOTICE not in page_of(browsers[Role.HEAD_JUDGE], path)


def test_the_desk_names_the_player_before_and_in_every_round() -> None:
    event, owner = staged(4, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(rounds=1))
    browser = factories.client_of(owner)
    desk, cut = address(event, "desk"), address(event, "cut", number=1)
    link = f'<a href="{address(event, "player", number=3)}?act=disqualify#act">Player 003</a>'
    assert NOTICE not in page_of(browser, desk)
    record(event, owner, 3)
    assert link in page_of(browser, desk)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert link in page_of(browser, desk)
    post_round(event_id=event.pk, actor=owner, number=1)
    assert link in page_of(browser, desk)
    report_by(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert link in page_of(browser, desk)
    assert link in page_of(browser, cut)
    disqualify(event_id=event.pk, actor=owner, number=3, reason="Cheating")
    assert NOTICE not in page_of(browser, desk)
    assert NOTICE not in page_of(browser, cut)


def test_the_notice_comes_to_a_desk_that_is_open() -> None:
    event, owner, browser = playing()
    assert NOTICE not in live(browser, event, "-").content.decode()
    since = Event.objects.get(pk=event.pk).revision
    record(event, owner, 2)
    for answer in (live(browser, event, since), enter(browser, event, "1 20")):
        page = answer.content.decode()
        assert '<div id="to-disqualify" hx-swap-oob="outerHTML">' in page
        assert NOTICE in page


def test_the_notice_needs_as_many_queries_for_many_as_for_none() -> None:
    event, owner, browser = playing()
    counts = set()
    for number in range(1, 5):
        with CaptureQueriesContext(connection) as queries:
            page = page_of(browser, address(event, "desk"))
        counts.add(len(queries))
        assert page.count("?act=disqualify#act") == number - 1
        record(event, owner, number)
    assert len(counts) == 1
