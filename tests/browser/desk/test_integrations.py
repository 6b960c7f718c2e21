"""Access tokens and webhooks: a secret is shown once and copied, revoked, a failure sent again."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from ipaddress import ip_network

import pytest
from django.conf import LazySettings
from django.db import connections
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.integrations.delivery import Courier
from events.integrations.signing import signature
from events.models import Event, HookDelivery, HookEndpoint, Organisation, OrganisationMember
from tests import factories
from tests.browser.windows import PHONE
from tests.events.support.receiver import Receiver, receiving

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
COPIED = "navigator.clipboard.readText()"


@pytest.fixture
def event() -> Event:
    return factories.event_with_players(4, name="Cup", staff_may_play=True)


@pytest.fixture
def open_page(
    event: Event, open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> Callable[..., Page]:
    """Open an address of the staff, as the organizer of the event and owner of its organisation."""
    organizer = factories.staff_member(event)
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=organizer, owner=True)
    Event.objects.update(organisation=shop)
    session = factories.client_of(organizer).cookies["sessionid"].value

    def open_one(path: str, **options: object) -> Page:
        window = open_window(**options)
        window.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = window.new_page()
        page.goto(f"{live_server.url}/staff/{path}")
        return page

    return open_one


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.HOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    with receiving() as made:
        yield made


def enroll(live_server: LiveServer, event: Event, token: str) -> int:
    """Enroll a player with a token; return the status."""
    request = urllib.request.Request(
        f"{live_server.url}/api/v1/events/{event.slug}/players",
        json.dumps({"name": "Zoe New"}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        return answer.code


def deliver() -> None:
    """Send what is due, as the watch process does."""
    courier = Courier()
    courier.look()
    courier.wait()
    courier.look()


def copied(page: Page, button: str) -> str:
    """Press the button that copies a secret; return what the clipboard holds."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return str(page.evaluate(COPIED))


@pytest.mark.parametrize("path", ["e/{slug}/tokens/", "organisations/shop/tokens/"])
def test_a_token_is_made_copied_once_used_and_revoked(
    path: str, event: Event, open_page: Callable[..., Page], live_server: LiveServer
) -> None:
    page = open_page(path.format(slug=event.slug), **LAPTOP)
    expect(page.get_by_text("No access tokens yet. Create one below.")).to_be_visible()
    page.get_by_role("button", name="Create token").click()
    expect(page.locator("main")).to_contain_text("Fill in “Name”.")
    page.get_by_label("Name").fill("ScorePad")
    page.get_by_label("Roster").check()
    page.get_by_role("button", name="Create token").click()
    expect(page.locator(".notice.success")).to_contain_text("it is not shown again")
    token = page.get_by_label("Access token", exact=True).input_value()
    assert copied(page, "Copy token") == token
    expect(page.locator(".programs li")).to_contain_text("Not used yet")

    page.goto(page.url)
    assert token not in page.content()
    expect(page.locator(".programs li")).to_contain_text(f"…{token[-4:]}")
    assert enroll(live_server, event, token) == 201
    page.reload()
    expect(page.locator(".programs li")).to_contain_text("Last used about")

    page.get_by_role("button", name="Revoke: ScorePad").click()
    expect(page.get_by_text("No access tokens yet. Create one below.")).to_be_visible()
    assert enroll(live_server, event, token) == 401


def test_a_phone_makes_a_token_without_scripts(
    event: Event, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"e/{event.slug}/tokens/", **PHONE, locale="en-US", java_script_enabled=False)
    page.get_by_label("Name").fill("ScorePad")
    page.get_by_label("Results").check()
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_label("Access token", exact=True)).not_to_have_value("")
    expect(page.get_by_role("button", name="Copy token")).to_be_hidden()


def test_a_webhook_is_added_and_a_failed_message_sent_again(
    event: Event, open_page: Callable[..., Page], receiver: Receiver
) -> None:
    page = open_page(f"e/{event.slug}/integrations/", **LAPTOP)
    token = page.get_by_label("Channel access token")
    expect(token).to_be_hidden()
    page.get_by_label("Receiver").select_option("line")
    expect(token).to_be_visible()
    page.get_by_label("Receiver").select_option("webhook")
    page.get_by_label("Address").fill(receiver.address)
    page.get_by_label("Name").fill("League table")
    page.get_by_role("button", name="Add integration").click()
    expect(page.locator(".notice.success")).to_contain_text("League table was added.")
    secret = page.get_by_label("Secret", exact=True).input_value()
    assert secret.startswith("whsec_")
    assert copied(page, "Copy secret") == secret
    page.goto(page.url)
    assert secret not in page.content()

    page.get_by_role("link", name="League table").click()
    assert secret not in page.content()
    expect(page.get_by_text("No messages yet.")).to_be_visible()
    page.get_by_role("button", name="Send a test").click()
    receiver.status = 500
    deliver()
    # The hours of the receiver's pauses have passed.
    HookDelivery.objects.update(attempts=9, next_at=HookDelivery.objects.get().message.at)
    HookEndpoint.objects.update(rests_until=None)
    deliver()
    page.reload()
    line = page.locator(".programs li")
    expect(line.locator(".badge.bad")).to_have_text("gave up")
    expect(line).to_contain_text("500")

    receiver.status = 204
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#messages")).to_contain_text("again")
    deliver()
    page.reload()
    expect(line.locator(".badge.ok")).to_have_text("delivered")
    _path, headers, body = receiver.came[-1]
    assert len(set(receiver.keys())) == 1, "the same message"
    signed = signature(secret, headers["webhook-id"], int(headers["webhook-timestamp"]), body)
    assert headers["webhook-signature"] == signed

    page.locator("summary", has_text="Remove integration").click()
    page.get_by_role("button", name="Remove integration").click()
    connections.close_all()
    expect(page.locator("main")).to_contain_text("No programs yet.")
