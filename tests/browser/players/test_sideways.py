"""No page of a player or a guest scrolls sideways on a small phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.browser.gallery.shots import become
from tests.browser.windows import PHONE
from tests.screens.addresses import SCREENS
from tests.screens.scenes import make_scene, visitor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (320, 390)
# Scenes of hundreds of players have the same pages with more rows.
LARGE = ("open-", "grand")
# More states of the screen that was made for a hall.
HALL = [(scene, "/e/{}/projector/", "nobody") for scene in ("friday-setup", "playoff", "teams")]
TOO_WIDE = """() => {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  return scrollWidth > clientWidth;
}"""


def pages() -> list[tuple[str, str, str]]:
    """Return scene, path and visitor of each page."""
    listed = [
        (scene, screen.path(scene), screen.who)
        for screen in SCREENS
        if screen.name.startswith(("public:", "me:"))
        for scene in screen.scenes
        if not scene.startswith(LARGE)
    ]
    return sorted([*listed, *((scene, path.format(scene), who) for scene, path, who in HALL)])


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_nothing_scrolls_sideways(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, locale: str
) -> None:
    window = open_window(**PHONE, locale=locale, service_workers="block", reduced_motion="reduce")
    page = window.new_page()
    seen, found = 0, []
    before = ("", "")
    made: set[str] = set()
    for scene, path, who in pages():
        if scene not in made:
            made.add(scene)
            make_scene(scene)
        if before != (scene, who):
            before = (scene, who)
            become(window, page, live_server.url, visitor_of(scene, who))
        if path:
            page.goto(live_server.url + path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            seen += 1
            if page.evaluate(TOO_WIDE):
                found.append(f"{path or who} of {scene} at {width}")
    assert seen > 100
    assert not found, "\n".join(found)
