"""No page scrolls sideways, and none breaks a word into letters, from a small phone to a laptop."""

from collections.abc import Callable, Iterable, Sequence

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.browser.gallery.shots import become
from tests.browser.windows import PHONE
from tests.screens.addresses import SCREENS, Screen
from tests.screens.scenes import make_scene, visitor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONES = (320, 390)
# A tablet, and the least laptop or projector.
WIDER = (768, 1024)
# Scenes of hundreds of players have the same pages with more rows.
LARGE = ("open-", "grand")
# More states of the screen that was made for a hall.
HALL = [(scene, "/e/{}/projector/", "nobody") for scene in ("friday-setup", "playoff", "teams")]
# A long name may break where it has no space; an address and code may break anywhere.
FAULTS = """async () => {
  const faults = new Set();
  const sideways = () => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    return scrollWidth > clientWidth;
  };
  // A screen that fits its letters to the window does so after the next frame.
  if (sideways()) await new Promise((resolve) => setTimeout(resolve, 500));
  if (sideways()) faults.add("sideways");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text; (text = texts.nextNode()); ) {
    const element = text.parentElement;
    if (element.closest("script, style, template, textarea, select, code")) continue;
    if (element.closest(".visually-hidden, .own-labels thead")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (/:\\d|\\/e\\//.test(text.data)) continue;
    for (const word of text.data.matchAll(/(?<![\\w-])\\p{Script=Latin}{2,11}(?![\\w-])/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter((box) => box.width > 0);
      if (new Set(lines.map((box) => Math.round(box.top))).size > 1)
        faults.add(`${word[0]} is broken in ${element.outerHTML.slice(0, 100)}`);
    }
  }
  return [...faults];
}"""


def pages(screens: Iterable[tuple[Screen, Sequence[str]]]) -> list[tuple[str, str, str]]:
    """Return scene, path and visitor of each page, by scene."""
    return sorted(
        (scene, screen.path(scene), screen.who)
        for screen, scenes in screens
        for scene in scenes
        if not scene.startswith(LARGE)
    )


def faults_at(
    window: BrowserContext,
    site: str,
    shown: Iterable[tuple[str, str, str]],
    widths: Sequence[int],
) -> list[str]:
    """Visit each page once, at each width, and return what is wrong with it."""
    page = window.new_page()
    found = []
    before = ("", "")
    made: set[str] = set()
    for scene, path, who in shown:
        if scene not in made:
            made.add(scene)
            make_scene(scene)
        if before != (scene, who):
            before = (scene, who)
            become(window, page, site, visitor_of(scene, who))
        if path:
            page.goto(site + path)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 844})
            faults = page.evaluate(FAULTS)
            found += [f"{path or who} of {scene} at {width}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_pages_of_players_and_guests_fit_a_phone(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, locale: str
) -> None:
    window = open_window(**PHONE, locale=locale, service_workers="block", reduced_motion="reduce")
    listed = pages((each, each.scenes) for each in SCREENS if each.room in ("public", "me"))
    hall = [(scene, path.format(scene), who) for scene, path, who in HALL]
    assert len(listed) > 60
    found = faults_at(window, live_server.url, sorted([*listed, *hall]), PHONES)
    assert not found, "\n".join(found)


def test_every_screen_fits_from_a_phone_to_a_small_laptop(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    """Visit each screen in its first scene; the desk also of a small event, which has buttons."""
    window = open_window(locale="en-US", service_workers="block", reduced_motion="reduce")
    also = {"staff:desk": ["friday-clock"], "staff:round": ["friday-published"]}
    listed = pages((each, [*each.scenes[:1], *also.get(each.name, [])]) for each in SCREENS)
    assert len(listed) > 120
    found = faults_at(window, live_server.url, listed, (*PHONES, *WIDER))
    assert not found, "\n".join(found)
