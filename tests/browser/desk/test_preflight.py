"""Before pairing: one page, one click a line, in both languages."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.core.results.actions import ResultConflictError, enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.models import Match
from tests import factories
from tests.browser.venue import Desk
from tests.browser.words import Words
from tests.events.scenario import enter_slips
from tests.events.support.public_events import Played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = [f"Player {number:02}" for number in range(1, 13)]


def played() -> Played:
    """Round 1 of six tables: a winner and two others drop, table 5 is contradicted."""
    made = Played(NAMES)
    made.post(1)
    made.event.rounds.update(started_at=timezone.now() - datetime.timedelta(minutes=40))
    slips = ("1 20 x1", "2 20 x2", "3 21 x2", "4 20", "5 21", "6 20")
    enter_slips(made.event, made.organizer, 1, *slips)
    judge = factories.staff_member(made.event)
    with pytest.raises(ResultConflictError):
        enter_result(event_id=made.event.pk, actor=judge, number=1, table=5, slip=Slip.of(2, 0))
    complete_round(event_id=made.event.pk, actor=made.organizer, number=1)
    return made


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_line_is_one_click_and_then_the_round_is_paired(
    language: str, open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = played()
    window = open_window(viewport={"width": 1280, "height": 800}, locale=language)
    desk = Desk(window.new_page(), Words(language), [made.organizer.username, made.event.name])
    desk.own_words |= {word.casefold() for name in NAMES for word in name.split()}
    desk.own_words |= {"person", *made.event.name.casefold().split()}
    desk.resume(live_server.url, made.organizer.username)
    desk.page.goto(f"{live_server.url}/staff/e/{made.event.slug}/")
    pair: dict[str, Any] = {"source": "Pair round %(next_number)s", "next_number": 2}
    desk.button(**pair).click()
    desk.heading("Pre-flight check after round %(number)s", number=1)
    lines = desk.page.locator(".preflight-line")
    expect(lines).to_have_count(3)
    winner = Match.objects.get(table=1).first.name
    expect(lines.nth(1)).to_contain_text(winner)
    # Nothing blocks without saying why: the reason is asked for, and the round is not paired.
    desk.button(**pair).click()
    assert made.event.rounds.count() == 1
    lines.nth(1).get_by_role("button", name=desk.words("Yes, that is correct")).click()
    expect(lines).to_have_count(2)
    desk.page.get_by_label(desk.words("Reason for continuing with unresolved items")).fill("Ruled")
    desk.button(**pair).click()
    desk.heading("Round %(number)s", number=2)
    assert made.event.rounds.count() == 2
