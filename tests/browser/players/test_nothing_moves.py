"""Nothing moves under a thumb: a page stays as it was painted, whatever scripts and updates do."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event
from tests.browser.phones import REFRESH, wait_for, wait_until
from tests.browser.windows import PHONE
from tests.screens.addresses import OWN_PUBLIC
from tests.screens.own_event import PLAYER
from tests.screens.scenes import make_scene, visitor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The largest cumulative layout shift that is allowed; good pages stay below 0.1.
MOST = 0.05
WATCH = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node, previousRect: a, currentRect: b }) =>
        `${(node?.outerHTML ?? node?.textContent ?? "").slice(0, 90)}: ${a.y} to ${b.y}`);
      window.shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
# Position of each button by its text; buttons that need scripts are not there yet.
BUTTONS = """() => [...document.querySelectorAll("#live :is(button, summary, .button)")]
  .filter((button) => button.checkVisibility({ visibilityProperty: true }))
  .map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const words = button.textContent.trim().replace(/\\s+/g, " ");
    return [words, [x, y + scrollY, width, height].map(Math.round)];
  })"""
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
STYLED = "[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"
TWO_FRAMES = "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
# Scenes whose pages are opened side by side: the waits are the same for one page and for eight.
# More would ask for more connections at once than the server has to the database.
STATES = (
    ("playing", "overtime", "check-in", "sent"),
    ("confirm", "differs", "games"),
    ("recorded", "bye", "waiting"),
    ("published", "between", "finished"),
)


@pytest.fixture
def phone(open_window: Callable[..., BrowserContext]) -> BrowserContext:
    """A phone without the worker of the site, which would bring a second page's scripts in time."""
    return open_window(**PHONE, locale="en-US", service_workers="block")


class SlowVenue:
    """A page whose scripts and later styles come after it is painted."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self._held: list[Route] = []
        self._free = "nothing yet"
        self._under_way = 0
        page.add_init_script(WATCH)
        page.route("**/static/**", self._hold)
        page.on("request", lambda _request: self._count(1))
        page.on("requestfinished", lambda _request: self._count(-1))
        page.on("requestfailed", lambda _request: self._count(-1))
        page.goto(address, wait_until="commit")

    def buttons(self) -> list[Any]:
        """Return where the buttons are; none before the page is painted."""
        seen: list[Any] = self.page.evaluate(PAINTED) and self.page.evaluate(BUTTONS)
        return seen or []

    def let_styles_come(self) -> None:
        """Let the styles come that the page is still waiting for."""
        self._let_go("css")

    def let_scripts_come(self) -> None:
        """Let everything else come, and hold nothing from then on."""
        self._let_go("")
        self.page.unroute("**/static/**")

    def is_styled(self) -> None:
        """Wait until the page is painted in all of its styles."""
        wait_until(self.page, PAINTED)
        wait_until(self.page, STYLED)
        self.page.evaluate(TWO_FRAMES)

    def update(self) -> None:
        """Let the page ask for news as it does every ten seconds, before the next page does."""
        self.page.evaluate(REFRESH)
        self.page.wait_for_timeout(20)
        self.has_its_answers()

    def has_its_answers(self) -> None:
        """Wait until nothing that the page asked for is under way, and what came is painted."""
        wait_for(self.page, lambda: self._under_way == 0)
        self.page.evaluate(TWO_FRAMES)

    def _count(self, more: int) -> None:
        self._under_way += more

    def _hold(self, route: Route) -> None:
        if route.request.url.endswith(self._free):
            route.continue_()
        else:
            self._held.append(route)

    def _let_go(self, kind: str) -> None:
        self._free = kind
        free = [route for route in self._held if route.request.url.endswith(kind)]
        self._held = [route for route in self._held if route not in free]
        for route in free:
            route.continue_()


def open_slowly(pages: Iterable[tuple[BrowserContext, str]]) -> list[SlowVenue]:
    """Open pages side by side up to their scripts, late content included; no button may move."""
    venues = [SlowVenue(phone.new_page(), address) for phone, address in pages]
    # A list waits for its styles; an own page is painted before the styles of the parts below.
    venues[-1].page.wait_for_timeout(400)
    unstyled = [venue.buttons() for venue in venues]
    for venue in venues:
        venue.let_styles_come()
    styled = []
    for venue, painted in zip(venues, unstyled, strict=True):
        venue.is_styled()
        styled.append(venue.buttons())
        assert moved(painted, styled[-1]) == [], venue.address
    for venue in venues:
        venue.let_scripts_come()
    for venue in venues:
        venue.page.wait_for_load_state("networkidle")
    # Late content, half a second after the page.
    venues[-1].page.wait_for_timeout(700)
    for venue, before in zip(venues, styled, strict=True):
        assert moved(before, venue.buttons()) == [], venue.address
    return venues


def shifts_of(page: Page) -> tuple[float, list[Any]]:
    """Return how far the parts of a page moved in sum, and each move."""
    shifts = page.evaluate("window.shifts")
    return sum(shift["value"] for shift in shifts), shifts


def moved(before: list[Any], after: list[Any]) -> list[Any]:
    """Return the buttons that were in sight before and are elsewhere; what is gone is no button."""
    places = dict(after)
    return [(words, at, places[words]) for words, at in before if places.get(words, at) != at]


def own_addresses(scene: str) -> Iterator[str]:
    """Return the public and the private page of the player of a scene, as far as there are any."""
    if scene in OWN_PUBLIC:
        yield reverse("public:player", args=[scene, PLAYER])
    if Event.objects.get(slug=scene).private_pages:
        yield str(visitor_of(scene, "player").phone)


def check(pages: Iterable[tuple[BrowserContext, str]]) -> None:
    """Open pages in a slow venue and check that nothing moves, then or with the first update."""
    venues = open_slowly(pages)
    before = [venue.buttons() for venue in venues]
    for venue in venues:
        venue.update()
    venues[-1].page.wait_for_timeout(200)
    for venue, seen in zip(venues, before, strict=True):
        venue.has_its_answers()
        assert moved(seen, venue.buttons()) == [], venue.address
        value, shifts = shifts_of(venue.page)
        assert value <= MOST, (venue.address, shifts)
        venue.page.close()


@pytest.mark.parametrize("states", STATES)
def test_no_button_of_an_own_page_moves(
    states: tuple[str, ...], phone: BrowserContext, live_server: LiveServer
) -> None:
    scenes = [f"own-{state}" for state in states]
    for scene in scenes:
        make_scene(scene)
    addresses = [address for scene in scenes for address in own_addresses(scene)]
    check((phone, live_server.url + address) for address in addresses)


@pytest.mark.parametrize("scene", ["own-playing", "friday-published", "playoff", "draft", "coming"])
def test_no_public_page_moves(
    scene: str,
    open_window: Callable[..., BrowserContext],
    phone: BrowserContext,
    live_server: LiveServer,
) -> None:
    """Neither for a stranger nor for somebody known, who follows two others."""
    make_scene(scene)
    known, *followed = (
        f'{{"number": {player.number}, "name": "{player.name}"}}'
        for player in Event.objects.get(slug=scene).enrollments.order_by("number")[2:5]
    )
    knowing = open_window(**PHONE, locale="en-US", service_workers="block")
    knowing.add_init_script(
        f"localStorage.setItem('matchslip/{scene}/me', '{known}');"
        f"localStorage.setItem('matchslip/{scene}/follow', '[{','.join(followed)}]');"
    )
    names = ["event", "pairings", "standings", "about", "rules"]
    names += ["bracket"] if scene == "playoff" else ["pods"] if scene == "draft" else []
    addresses = [reverse(f"public:{name}", args=[scene]) for name in names]
    if scene == "coming":
        addresses += [reverse("me:sign-up", args=[scene]), str(visitor_of(scene, "player").phone)]
    urls = [live_server.url + address for address in addresses]
    for window in (phone, knowing):
        check((window, url) for url in urls)
    if scene == "playoff":
        page = knowing.new_page()
        page.goto(urls[-1])
        expect(page.locator("#own-match a")).to_be_visible()


def test_a_page_that_is_not_there_yet_does_not_move(
    phone: BrowserContext, live_server: LiveServer
) -> None:
    make_scene("own-check-in")
    address = reverse("public:player", args=["own-check-in", PLAYER])
    check([(phone, live_server.url + address)])


def test_a_badge_does_not_move(phone: BrowserContext, live_server: LiveServer) -> None:
    make_scene("stand")
    check([(phone, live_server.url + str(visitor_of("stand", "badge").phone))])


def test_the_measure_finds_a_jump(phone: BrowserContext, live_server: LiveServer) -> None:
    """On each of two pages that are open at once."""
    make_scene("own-playing")
    addresses = own_addresses("own-playing")
    venues = open_slowly((phone, live_server.url + address) for address in addresses)
    assert len(venues) == 2
    for venue in venues:
        venue.page.evaluate("document.getElementById('live').style.paddingTop = '150px'")
    venues[-1].page.wait_for_timeout(300)
    for venue in venues:
        assert shifts_of(venue.page)[0] > MOST, venue.address
