"""One tap, and a closed page announces the next round. Only the push service itself is faked."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from events.core.phones.push_keys import new_private_key, public_key_of
from events.core.phones.push_queries import pushes_due
from events.hosting.push import words_of
from events.models import PushSubscription
from tests.browser.phones import wait_until
from tests.browser.windows import PHONE
from tests.events.scenario import event_with_owner, start_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The push service is outside the venue. This returns its part of the subscription, no more.
SERVICE = """(key) => {
  let given = null;
  const made = {
    unsubscribe: async () => true,
    toJSON: () => ({
      endpoint: "https://" + "fcm.googleapis.com/fcm/send/made-up",
      keys: { p256dh: key, auth: "MDEyMzQ1Njc4OWFiY2RlZg" },
    }),
  };
  PushManager.prototype.subscribe = async () => (given = made);
  PushManager.prototype.getSubscription = async () => given;
}"""
# The worker records its notifications. No test reads them meanwhile, because Chromium deletes a
# stored notification that is not on screen yet when a page asks.
NOTE = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.noted = [];
  self.registration.showNotification = async (...message) => {
    await show(...message);
    self.noted.push(message);
  };
}"""
NOTED = """async (seconds) => {
  for (const end = Date.now() + seconds * 1000; !self.noted.length && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return self.noted.map(([title, options]) => [title, options.body, options.data]);
}"""


@pytest.fixture(scope="module")
def chromium(whole_chromium: Browser) -> Browser:
    """The headless shell shows no messages."""
    return whole_chromium


def test_a_closed_page_tells_of_the_next_round(
    live_server: LiveServer, open_window: Callable[..., Any], settings: LazySettings
) -> None:
    settings.PUSH_KEY = new_private_key()
    settings.PUSH_PUBLIC_KEY = public_key_of(settings.PUSH_KEY)
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    window = open_window(**PHONE, locale="en-US")
    window.grant_permissions(["notifications"])
    key = public_key_of(new_private_key())
    window.add_init_script(f"({SERVICE})({key!r})")
    phone = window.new_page()
    problems: list[str] = []
    phone.on("pageerror", lambda error: problems.append(str(error)))
    phone.goto(f"{live_server.url}/e/{event.slug}/players/2/")
    phone.get_by_role("button", name="This is me").click()
    phone.get_by_role("button", name="Play a sound when a round is posted").click()
    expect(
        phone.get_by_text("This phone also notifies you while the page is closed.")
    ).to_be_visible()
    subscription = PushSubscription.objects.get()
    assert subscription.enrollment.number == 2

    # The message as sent, delivered to the browser like by the push service.
    PushSubscription.objects.update(told=None)
    (due,) = pushes_due()
    wire = window.new_cdp_session(phone)
    workers: list[dict[str, Any]] = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda told: workers.append(told))
    wire.send("ServiceWorker.enable")
    wait_until(phone, "navigator.serviceWorker.controller !== null")
    registration = next(
        entry["registrationId"]
        for told in workers
        for entry in told["registrations"]
        if entry["scopeURL"].endswith("/e/")
    )
    (worker,) = [each for each in window.service_workers if "/e/" in each.url]
    worker.evaluate(NOTE)
    wire.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": live_server.url, "registrationId": registration, "data": words_of(due)},
    )
    ((title, body, address),) = worker.evaluate(NOTED, 20)
    assert title == f"Round 1, table {due.table}"
    assert body == event.name
    assert address == f"/e/{event.slug}/players/2/"

    phone.get_by_role("button", name="Play a sound when a round is posted").click()
    expect(
        phone.get_by_text("This phone also notifies you while the page is closed.")
    ).to_be_hidden()
    assert not PushSubscription.objects.exists()
    assert not problems
