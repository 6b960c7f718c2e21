"""A passkey is added and used: by Chromium with a virtual authenticator."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from events.models import Authenticator
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_is_the_second_step(
    live_server: LiveServer, open_window: Callable[..., Any]
) -> None:
    user = factories.user("rossi")
    page = open_window().new_page()
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    def log_in() -> None:
        page.goto(f"{live_server.url}/login/")
        page.get_by_label("Username").fill(user.username)
        page.get_by_label("Password").fill(factories.PASSWORD)
        page.get_by_role("button", name="Log in").click()

    log_in()
    page.goto(f"{live_server.url}/account/")
    page.get_by_text("Add passkey").first.click()
    page.get_by_label("Name").fill("Laptop")
    page.locator("#passkey-password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Add passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert Authenticator.objects.get().name == "Laptop"

    page.context.clear_cookies()
    log_in()
    page.get_by_role("button", name="Use passkey").click()
    expect(page).to_have_url(f"{live_server.url}/staff/")
    assert Authenticator.objects.get().used_at is not None

    page.context.clear_cookies()
    log_in()
    identity = {"authenticatorId": device["authenticatorId"]}
    session.send("WebAuthn.removeVirtualAuthenticator", identity)
    other = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    assert other["authenticatorId"]
    page.get_by_role("button", name="Use passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("The passkey was not used.")
    expect(page).to_have_url(f"{live_server.url}/login/second/")
