"""The call of a draft on the big screen: its step by the server's clock, and no buttons."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from domain.draft_script import StepKind, draft_script
from events.core.clock.draft_call_actions import start_call
from tests import factories
from tests.browser.phones import REFRESH
from tests.events.scenario import event_with_owner

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREEN = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US"}
NUMBERS = {"packs": 3, "cards": 14, "passing": 10, "construction_minutes": 25}
# The clock of the page can be moved, its timers are known, and words are written down when said.
WATCHED = """
const now = Date.now.bind(Date), every = setInterval.bind(window);
window.ahead = 0;
window.timers = [];
window.said = [];
Date.now = () => now() + window.ahead;
window.setInterval = (run, ...rest) => (window.timers.push(run), every(run, ...rest));
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [{ lang: "en-US" }, { lang: "ja-JP" }], cancel() {}, addEventListener() {},
  speak: (words) => window.said.push([words.lang, matchslip.now()]),
} });
"""
# Five looks a second, as the page does, at a whole draft; no answer of the server sets it right.
PLAY = """(seconds) => {
  XMLHttpRequest.prototype.send = () => {};
  window.fetch = () => new Promise(() => {});
  const started = Date.parse(document.getElementById("call").dataset.started);
  const title = document.getElementById("call-title"), shown = [];
  for (let at = 1; at < seconds; at += 0.2) {
    window.ahead += started + at * 1000 - matchslip.now();
    window.timers.at(-1)();
    if (title.textContent !== shown.at(-1)?.[0]) shown.push([title.textContent, at]);
  }
  return [shown, window.said.map(([language, at]) => [language, (at - started) / 1000])];
}"""


def test_the_wall_shows_the_call_that_staff_start(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    event, owner = event_with_owner(8)
    page = open_window(**SCREEN).new_page()
    page.goto(f"{live_server.url}/e/{event.slug}/projector/")
    expect(page.locator("#call")).to_have_count(0)
    start_call(event_id=event.pk, actor=owner, **NUMBERS)
    page.evaluate(REFRESH)
    expect(page.locator("#call-title")).to_have_text("Take your seats")
    expect(page.locator("#call-left")).to_have_text(re.compile(r"^\d+(:\d\d)?$"))
    expect(page.locator("#call-text")).to_contain_text("Please take your draft seats.")
    expect(page.locator("#call button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_step_of_a_draft_is_shown_and_said_within_a_second(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    event, owner = event_with_owner(8)
    start_call(event_id=event.pk, actor=owner, **NUMBERS)
    window = open_window(**SCREEN)
    session = factories.client_of(owner).cookies["sessionid"].value
    window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = window.new_page()
    page.add_init_script(WATCHED)
    page.goto(f"{live_server.url}/staff/e/{event.slug}/preparation/call/")
    page.locator("#call-sound").click()
    for box in page.locator("#call-voice input").all():
        box.check()
    script = draft_script(NUMBERS["packs"], NUMBERS["cards"])
    shown, said = page.evaluate(PLAY, script.seconds - 4)
    steps = script.steps[1:-1]
    assert sum(step.kind is StepKind.PICK for step in steps) == 3 * 13, "the last card has no time"
    for step in steps:
        assert min(abs(at - step.start) for _title, at in shown) < 1
        for language in ("en", "ja"):
            assert min(abs(at - step.start) for spoken, at in said if spoken == language) < 1
