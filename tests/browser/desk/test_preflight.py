"""The end of a round by keys: its questions, publishing, pairing, in both languages."""

import datetime
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from events.core.results.actions import enter_result
from events.core.results.result_questions import ResultConflictError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.models import Match, Verb
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


@pytest.mark.parametrize("script", [True, False])
def test_enter_in_a_reason_does_not_give_another_answer(
    script: bool, open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = played()
    window = open_window(java_script_enabled=script, locale="en-US")
    desk = Desk(window.new_page(), Words("en"))
    desk.resume(live_server.url, made.organizer.username)
    desk.page.goto(f"{live_server.url}/staff/e/{made.event.slug}/")
    asked = desk.page.locator(".question", has_text="Another report says")
    asked.locator("[name=reason]").fill("the slip is lost")
    asked.locator("[name=reason]").press("Enter")
    if not script:
        # Without scripts Enter does nothing, and the button of the reason is the next one.
        asked.get_by_role("button", name="Continue with a reason").click()
    expect(asked).to_have_count(0)
    entry = made.event.journal.filter(verb=Verb.PREFLIGHT_PASSED).get()
    assert entry.data["reason"] == "the slip is lost"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_keys_lead_from_complete_to_paired(
    language: str, open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    made = played()
    window = open_window(viewport={"width": 1280, "height": 800}, locale=language)
    desk = Desk(window.new_page(), Words(language), [made.organizer.username, made.event.name])
    desk.own_words |= {word.casefold() for name in NAMES for word in name.split()}
    desk.own_words |= {"person", *made.event.name.casefold().split()}
    desk.resume(live_server.url, made.organizer.username)
    desk.page.goto(f"{live_server.url}/staff/e/{made.event.slug}/")
    questions = desk.page.locator(".question:visible")
    expect(questions).to_have_count(2)
    # The keys lead to the first question while the step waits for its answer.
    desk.page.keyboard.press("Control+Enter")
    expect(questions.first.get_by_role("button").first).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(questions).to_have_count(1)
    winner = Match.objects.get(table=1).first.name
    expect(questions).to_contain_text(winner)
    desk.page.keyboard.press("Control+Enter")
    desk.page.keyboard.press("Enter")
    expect(questions).to_have_count(0)
    for _step in ("publish", "pair"):
        desk.page.keyboard.press("Control+Enter")
        with desk.page.expect_navigation():
            desk.page.keyboard.press("Enter")
    desk.heading("Round %(number)s", number=2)
    assert made.event.rounds.count() == 2
