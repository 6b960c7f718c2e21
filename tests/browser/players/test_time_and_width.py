"""Players' lists on a phone and on a laptop: lines, columns, and the time left in sight."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from events.models import Enrollment
from events.public_site.estimates import estimate_what_changed
from tests.browser.windows import PHONE
from tests.events.support.before_cut import with_cut

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# With a name of usual length; a row of two lines has 60 px and more.
ONE_LINE = 48


def at(page: Page, address: str) -> Page:
    page.goto(address)
    return page


def test_a_chance_shares_the_line_of_a_name(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    played = with_cut(value=4)
    for player in played.players:
        Enrollment.objects.filter(pk=player.pk).update(name=f"Agnieszka {player.name}")
    for number in (1, 2):
        played.play(number)
        played.publish(number)
    played.post(3)
    estimate_what_changed()
    for locale, word in (("en-US", "in 10"), ("ja-JP", "割")):
        page = open_window(**PHONE, locale=locale).new_page()
        at(page, live_server.url + played.url("standings"))
        rows = page.locator("#list tbody tr:not(:has(.badge + .badge))")
        estimated = rows.filter(has=page.locator(".badge", has_text=word))
        heights = estimated.evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
        assert heights
        assert max(heights) <= ONE_LINE
