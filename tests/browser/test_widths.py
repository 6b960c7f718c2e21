"""No page scrolls sideways, and none breaks a word into letters, from a small phone to a laptop."""

from collections.abc import Callable, Container, Iterable, Sequence

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.browser.gallery.shots import become
from tests.browser.test_accessibility import ENGLISH, fits_here
from tests.browser.widths import BROKEN, PHONES, faults_of_large_letters
from tests.browser.windows import PHONE
from tests.screens.addresses import SCREENS, Screen
from tests.screens.scenes import make_scene, visitor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A tablet, and the smallest laptop or projector.
WIDER = (768, 1024)
# Scenes with hundreds of players have the same pages with more rows.
LARGE = ("open-", "grand")
# Further states of the projector's screen.
HALL = [(scene, "/e/{}/projector/", "nobody") for scene in ("friday-setup", "playoff", "teams")]


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
    enlarged: Container[tuple[str, str, str]] = (),
) -> list[str]:
    """Visit each page once, at each width, and return what is wrong with it.

    Those that are to be `enlarged` also with letters of twice the size, on a phone.
    """
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
            faults = page.evaluate(BROKEN)
            found += [f"{path or who} of {scene} at {width}: {fault}" for fault in faults]
        if (scene, path, who) in enlarged:
            faults = faults_of_large_letters(page)
            found += [f"{path or who} of {scene}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_pages_of_players_and_guests_fit_a_phone(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, locale: str
) -> None:
    """Visit each page in each scene, but those that the walk of `test_accessibility.py` visits."""
    window = open_window(**PHONE, locale=locale, service_workers="block", reduced_motion="reduce")
    rooms = [each for each in SCREENS if each.room in ("public", "me")]
    walked = [
        each for each in rooms if fits_here(each) and (locale == "ja-JP" or each.name in ENGLISH)
    ]
    every = pages((each, each.scenes) for each in rooms)
    listed = sorted(set(every) - set(pages((each, each.scenes[:1]) for each in walked)))
    hall = [(scene, path.format(scene), who) for scene, path, who in HALL]
    assert len(every) > 60
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


def test_staff_pages_fit_a_phone_with_letters_of_twice_the_size(
    open_window: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    """In English; the walk of `test_accessibility.py` enlarges those in Japanese."""
    window = open_window(**PHONE, locale="en-US", service_workers="block", reduced_motion="reduce")
    listed = pages((each, each.scenes[:1]) for each in SCREENS if each.is_of_staff)
    assert len(listed) > 80
    found = faults_at(window, live_server.url, listed, (), enlarged=listed)
    assert not found, "\n".join(found)
