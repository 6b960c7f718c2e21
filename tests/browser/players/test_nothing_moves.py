"""Nothing moves under a thumb: a page stays as it was painted, whatever scripts and updates do."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from events.models import Event
from tests.browser.phones import REFRESH, wait_until
from tests.browser.windows import PHONE
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
STATES = (
    *("playing", "overtime", "check-in", "sent", "confirm", "differs", "games", "recorded"),
    *("bye", "waiting", "published", "between", "finished"),
)


@pytest.fixture
def phone(open_window: Callable[..., BrowserContext]) -> BrowserContext:
    """A phone without the worker of the site, which would bring a second page's scripts in time."""
    return open_window(**PHONE, locale="en-US", service_workers="block")


class SlowVenue:
    """A phone whose scripts and later styles come after the page is painted."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[Route] = []
        self._free = "nothing yet"
        page.add_init_script(WATCH)
        page.route("**/static/**", self._hold)

    def open(self, address: str) -> list[Any]:
        """Open a page; return where its buttons are while it has no script."""
        self._page.goto(address, wait_until="commit")
        # A list waits for its styles; an own page is painted before the styles of the parts below.
        self._page.wait_for_timeout(400)
        painted = self._page.evaluate(PAINTED) and self._page.evaluate(BUTTONS)
        self._let_go("css")
        wait_until(self._page, PAINTED)
        wait_until(self._page, STYLED)
        self._page.evaluate(TWO_FRAMES)
        before: list[Any] = self._page.evaluate(BUTTONS)
        assert moved(painted or [], before) == [], address
        self._let_go("")
        self._page.unroute("**/static/**")
        self._page.wait_for_load_state("networkidle")
        # Late content, half a second after the page.
        self._page.wait_for_timeout(700)
        return before

    def update(self) -> None:
        """Let the page ask for news as it does every ten seconds."""
        self._page.evaluate(REFRESH)
        self._page.wait_for_load_state("networkidle")
        self._page.wait_for_timeout(200)

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


def shifts_of(page: Page) -> tuple[float, list[Any]]:
    """Return how far the parts of a page moved in sum, and each move."""
    shifts = page.evaluate("window.shifts")
    return sum(shift["value"] for shift in shifts), shifts


def moved(before: list[Any], after: list[Any]) -> list[Any]:
    """Return the buttons that were in sight before and are elsewhere; what is gone is no button."""
    places = dict(after)
    return [(words, at, places[words]) for words, at in before if places.get(words, at) != at]


def own_addresses(scene: str) -> Iterator[str]:
    """Return the public and the private page of the player of a scene."""
    yield reverse("public:player", args=[scene, PLAYER])
    if Event.objects.get(slug=scene).private_pages:
        yield str(visitor_of(scene, "player").phone)


def check(page: Page, address: str) -> None:
    """Open a page in a slow venue and check that nothing moves, then or with the first update."""
    venue = SlowVenue(page)
    before = venue.open(address)
    now = page.evaluate(BUTTONS)
    assert moved(before, now) == [], address
    venue.update()
    assert moved(now, page.evaluate(BUTTONS)) == [], address
    value, shifts = shifts_of(page)
    assert value <= MOST, (address, shifts)
    page.close()


@pytest.mark.parametrize("state", STATES)
def test_no_button_of_an_own_page_moves(
    state: str, phone: BrowserContext, live_server: LiveServer
) -> None:
    scene = f"own-{state}"
    make_scene(scene)
    for address in own_addresses(scene):
        check(phone.new_page(), live_server.url + address)


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("scene", ["own-playing", "friday-published", "playoff", "draft", "coming"])
def test_no_public_page_moves(
    scene: str, phone: BrowserContext, live_server: LiveServer, *, is_known: bool
) -> None:
    make_scene(scene)
    if is_known:
        known, *followed = (
            f'{{"number": {player.number}, "name": "{player.name}"}}'
            for player in Event.objects.get(slug=scene).enrollments.order_by("number")[2:5]
        )
        phone.add_init_script(
            f"localStorage.setItem('matchslip/{scene}/me', '{known}');"
            f"localStorage.setItem('matchslip/{scene}/follow', '[{','.join(followed)}]');"
        )
    names = ["event", "pairings", "standings", "about", "rules"]
    names += ["bracket"] if scene == "playoff" else ["pods"] if scene == "draft" else []
    addresses = [reverse(f"public:{name}", args=[scene]) for name in names]
    if scene == "coming":
        addresses += [reverse("me:sign-up", args=[scene]), str(visitor_of(scene, "player").phone)]
    for address in addresses:
        check(phone.new_page(), live_server.url + address)
    if is_known and scene == "playoff":
        page = phone.new_page()
        page.goto(f"{live_server.url}{addresses[-1]}")
        expect(page.locator("#own-match a")).to_be_visible()


def test_a_badge_does_not_move(phone: BrowserContext, live_server: LiveServer) -> None:
    make_scene("stand")
    check(phone.new_page(), live_server.url + str(visitor_of("stand", "badge").phone))


def test_the_measure_finds_a_jump(phone: BrowserContext, live_server: LiveServer) -> None:
    make_scene("own-playing")
    for address in own_addresses("own-playing"):
        page = phone.new_page()
        SlowVenue(page).open(live_server.url + address)
        page.evaluate("document.getElementById('live').style.paddingTop = '150px'")
        page.wait_for_timeout(300)
        assert shifts_of(page)[0] > MOST, address
