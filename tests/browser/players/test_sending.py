"""A tap on a result: held for five seconds, then sent; at once when the phone is put away."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.players.private_address import token_of
from events.models import Report
from tests.browser.phones import stop_clock
from tests.events.support.phones import event_of_phones, pair_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HYPHEN = "\N{NON-BREAKING HYPHEN}"


def opened(phone: BrowserContext, server: LiveServer) -> Page:
    """Open the private page of a player at table 1."""
    event, _owner = event_of_phones()
    first, _second = pair_at(event)
    page = phone.new_page()
    page.goto(f"{server.url}/me/{token_of(first.pk, first.address_nonce)}/")
    return page


def test_a_tap_is_undone_for_five_seconds_and_nothing_is_sent(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    one = opened(phone, live_server)
    one.clock.install()
    # Otherwise five seconds may pass on a busy machine.
    stop_clock(one)
    sent: list[str] = []
    one.on("request", lambda request: sent.append(request.method))
    score = one.locator(f'button[data-label="you won 2{HYPHEN}1"]')
    score.click()
    held = one.locator("#held")
    expect(held).to_contain_text(f"Sending: you won 2{HYPHEN}1")
    expect(score).to_be_disabled()
    one.clock.fast_forward(4000)
    assert "POST" not in sent
    held.get_by_role("button", name="Undo").click()
    expect(held).to_be_hidden()
    expect(score).to_be_enabled()
    one.clock.fast_forward(6000)
    assert "POST" not in sent
    assert not Report.objects.exists()
    score.click()
    with one.expect_response("**/report/"):
        one.clock.fast_forward(6000)
    expect(one.get_by_text("It counts once")).to_be_visible()


def test_a_phone_that_is_put_away_sends_at_once(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    one = opened(phone, live_server)
    one.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    one.locator(f'button[data-label="you won 2{HYPHEN}0"]').click()
    with one.expect_response("**/report/"):
        one.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
