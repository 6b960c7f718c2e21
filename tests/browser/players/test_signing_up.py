"""Phones that sign up: a place, the waiting list, a cancellation, and who comes in by it."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from events.core.sign_ups import queries as sign_ups
from events.core.sign_ups.actions import SignUpData, cancel_sign_up, sign_up
from events.models import SignUpSettings
from tests import factories
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the answer to a sign-up come with the next look."""
    monkeypatch.setattr(sign_ups, "ARRIVING", timedelta(0))


@pytest.mark.parametrize("scripts", [True, False])
def test_two_sign_up_for_one_place_and_the_first_one_cancels(
    live_server: LiveServer, open_window: Callable[..., BrowserContext], scripts: bool
) -> None:
    event = factories.event(venue="Hall 7", game_format="Modern", round_minutes=50)
    SignUpSettings.objects.create(
        event=event, is_open=True, capacity=1, fee="EUR 15", ask_reading="optional"
    )

    def come(name: str, language: str) -> Page:
        window = open_window(**PHONE, locale=language, java_script_enabled=scripts)
        page = window.new_page()
        page.goto(f"{live_server.url}/e/{event.slug}/")
        page.locator("a.primary").click()
        expect(page.locator("h1")).to_have_text({"ja": "参加申し込み"}.get(language[:2], "Sign up"))
        expect(page.get_by_text(event.name).first).to_be_visible()
        page.locator("#id_name").fill(name)
        page.locator("form .big-button").click()
        expect(page.locator("h1")).to_have_text(name)
        assert page.url == f"{live_server.url}/me/{event.slug}/"
        width = page.evaluate("document.documentElement.scrollWidth") if scripts else 0
        assert width <= 390
        return page

    ann, bob = come("Ann Chu", "en-US"), come("Bob Doe", "ja-JP")
    expect(ann.locator(".own .notice")).to_contain_text("You have a place. Your number is 1.")
    expect(bob.locator(".own .slip")).to_contain_text("キャンセル待ちの先頭です。")
    ann.get_by_text("I can't make it").click()
    ann.get_by_role("button", name="Cancel my sign-up").click()
    expect(ann.locator(".own .notice")).to_contain_text("You canceled your sign-up.")
    bob.reload()
    expect(bob.locator(".own .notice")).to_contain_text("番号は 2 です")
    assert [one.name for one in event.enrollments.all()] == ["Bob Doe"]


def test_who_waits_reads_by_itself_that_a_place_is_free_and_takes_the_page_along(
    live_server: LiveServer, open_window: Callable[..., BrowserContext]
) -> None:
    event = factories.event(private_pages=True)
    SignUpSettings.objects.create(event=event, is_open=True, capacity=1, fee="EUR 15")
    gone = sign_up(event_id=event.pk, data=SignUpData(name="Ann Chu", key="ann"))
    page = open_window(**PHONE).new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{live_server.url}/me/{event.slug}/sign-up/")
    page.locator("#id_name").fill("Bob Doe")
    page.locator("form .big-button").click()
    expect(page.locator(".own")).to_contain_text("You are first on the waiting list.")
    cancel_sign_up(event_id=event.pk, sign_up_id=gone.pk)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".own")).to_contain_text("You have a place. Your number is 2.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    other = open_window(**PHONE).new_page()
    kept = urlsplit(page.locator("p.break a").get_attribute("href"))
    other.goto(live_server.url + str(kept.path))
    expect(other.locator("h1")).to_have_text("Bob Doe")
    # The public pages know this phone too: the own page's tab leads back here.
    page.goto(f"{live_server.url}/e/{event.slug}/")
    expect(page.locator("#my-page")).to_have_attribute("href", f"/me/{event.slug}/")
    assert problems == []
