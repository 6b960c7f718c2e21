"""Needs of a screen reader, a keyboard and a thumb, on every screen in both themes."""

from collections.abc import Callable
from importlib import resources
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from events.integrations.overlays import SCENES as OVERLAYS
from events.models import StreamLink
from tests.browser.gallery.shots import become
from tests.browser.widths import BROKEN, PHONES, faults_of_large_letters
from tests.browser.windows import PHONE
from tests.screens.addresses import SCREENS, Screen, shown_in
from tests.screens.scenes import make_scene, visitor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE_CORE = resources.files("axe_playwright_python") / "axe.min.js"

FAULTS = """() => {
  const faults = [];
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const say = (what, element) => faults.push(`${what}: ${element.outerHTML.slice(0, 120)}`);
  if (!document.documentElement.lang) faults.push("no lang");
  if (!document.title.trim()) faults.push("no title");
  for (const field of all("input:not([type=hidden]), select, textarea")) {
    const named = field.getAttribute("aria-label") || field.labels.length;
    if (!named) say("no label", field);
  }
  for (const one of all("button, a[href]").filter(shown)) {
    if (!one.innerText.trim() && !one.getAttribute("aria-label")) say("no name", one);
  }
  for (const picture of all("img:not([alt])")) say("no alt", picture);
  for (const head of all("th:not([scope], [role])")) say("no scope", head);
  for (const fold of all(".staff main details:not(.menu, .floor-table) > summary:not(.button)"))
    if (getComputedStyle(fold).listStyleType !== "none") say("another arrow", fold);
  const levels = all("h1, h2, h3, h4").filter(shown).map((heading) => Number(heading.tagName[1]));
  if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1)
    faults.push(`headings begin ${levels}`);
  levels.forEach((level, place) => {
    if (level - (levels[place - 1] ?? 0) > 1) faults.push(`a heading is left out: ${levels}`);
  });
  const ids = all("[id]").map((element) => element.id);
  ids.filter((id, place) => ids.indexOf(id) < place).forEach((id) => faults.push(`#${id} twice`));
  for (const element of all("[aria-describedby], [aria-labelledby]")) {
    const named = ["aria-describedby", "aria-labelledby"]
      .flatMap((name) => (element.getAttribute(name) ?? "").split(/\\s+/));
    for (const id of named.filter(Boolean))
      if (!document.getElementById(id)) say(`#${id} is not there`, element);
  }
  return faults;
}"""

# Links inside sentences and cells are as high as their line; in a cell with a name, the cell is the
# target.
SMALL = """(least) => {
  const small = [];
  const size = (element) => element.getBoundingClientRect();
  const inline = (element) =>
    getComputedStyle(element).display === "inline" && element.closest("p, li, dd, td, th");
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  for (const control of document.querySelectorAll(controls)) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest(".visually-hidden, .skip") || inline(control)) continue;
    const ticked = ["checkbox", "radio"].includes(control.type) && control.labels[0];
    const cell = control.closest(".public tbody th");
    const height = Math.max(...[control, ticked, cell].filter(Boolean).map((e) => size(e).height));
    if (height < least) small.push(`${Math.round(height)} px: ${control.outerHTML.slice(0, 120)}`);
  }
  for (const list of document.querySelectorAll(".scroll")) {
    // What is folded has no layout to measure.
    const fold = list.closest("details:not([open])");
    if (fold) fold.open = true;
    const pushed = list.scrollWidth > list.clientWidth;
    if (fold) fold.open = false;
    if (pushed)
      small.push(`a list is pushed aside: ${list.firstElementChild.outerHTML.slice(0, 120)}`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) small.push("wider than the screen");
  return small;
}"""

# The contrast of every text against the nearest painted background (WCAG 1.4.3).
PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  const rgba = (colour) => {
    if (!colours.has(colour)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      colours.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return colours.get(colour);
  };
  const light = ([r, g, b]) => {
    const part = (value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = rgba(getComputedStyle(one).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return rgba("Canvas");
  };
  const pale = new Set();
  for (const element of document.querySelectorAll("main *, header *, .tabs *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    if (element.closest(":disabled, .visually-hidden, option, template")) continue;
    const style = getComputedStyle(element);
    const [one, two] = [light(rgba(style.color)), light(behind(element))];
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    const large = parseFloat(style.fontSize) >= 24;
    if (contrast < (large ? 3 : 4.5))
      pale.add(`${contrast.toFixed(2)}: ${element.outerHTML.slice(0, 100)}`);
  }
  return [...pale];
}"""

# Screens that staff use all day: tested again on a laptop, in both themes.
WIDE = {
    f"staff:{name}"
    for name in (
        *("desk", "events", "new", "roster", "round", "settings", "staff", "standings", "table"),
        *("floor", "plans", "stages"),
    )
}
LAPTOP = ViewportSize(width=1280, height=800)

UNFOLD = 'document.querySelectorAll("details.fold").forEach((fold) => { fold.open = true; })'


# Pages for players, guests and sponsors: tested again in English.
ENGLISH = {
    *("public:event", "public:pairings", "public:standings", "public:player", "public:report"),
    *("public:projector", "public:embed-standings", "public:embed-pairings", "public:bracket"),
    *("me:page", "me:sign-up", "me:deck", "me:drop"),
    *("staff:report", "staff:report-live", "staff:archetypes", "staff:prizes", "staff:prize-list"),
    *("staff:stream", "staff:feature"),
}

# Rules of axe-core that the scripts above check better: contrast over a picture, and target size,
# where a finger needs more than WCAG requires.
AXE_OPTIONS = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": False}}}
# A theme changes only colors.
AXE_COLOURS = {**AXE_OPTIONS, "runOnly": ["color-contrast", "link-in-text-block"]}
AXE = """async (options) => {
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `axe ${id}: ${node.html.slice(0, 160)}`));
}"""


@pytest.mark.parametrize(("locale", "least"), [("ja-JP", 80), ("en-US", len(ENGLISH))])
def test_every_screen_can_be_read_and_reached(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, locale: str, least: int
) -> None:
    """Visit each screen of the list once, with a finger, and look at it in both themes.

    The main screens of the staff are looked at once more as wide as a laptop, those of players,
    guests and sponsors once more in English. Pages of players and guests fit a phone, those of the
    staff with letters of twice the size, too.
    """
    # Without animations, because a color in transition belongs to neither theme.
    window = open_window(**PHONE, locale=locale, service_workers="block", reduced_motion="reduce")
    window.add_init_script(AXE_CORE.read_text("utf-8"))
    page = window.new_page()
    seen, found = 0, []
    asked = [screen for screen in SCREENS if locale == "ja-JP" or screen.name in ENGLISH]
    for scene in {screen.scenes[0] for screen in asked}:
        make_scene(scene)
        screens = [screen for screen in shown_in(scene) if screen in asked]
        for who in {screen.who for screen in screens}:
            become(window, page, live_server.url, visitor_of(scene, who))
            for screen in screens:
                if screen.who == who:
                    seen += 1
                    faults = faults_of(page, screen, live_server.url)
                    found += [f"{screen.name} in {scene}: {fault}" for fault in faults]
    assert seen >= least
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_overlay_passes_axe(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, language: str
) -> None:
    """Look at each scene of a stream, which is a part of a picture and no page to read."""
    make_scene("busy")
    token = StreamLink.objects.get(event__slug="busy").token
    page = open_window(viewport={"width": 1920, "height": 1080}).new_page()
    page.add_init_script(AXE_CORE.read_text("utf-8"))
    found = []
    for scene in OVERLAYS:
        answer = page.goto(f"{live_server.url}/overlay/{token}/{scene}/?lang={language}")
        assert answer is not None
        assert answer.ok, scene
        assert page.locator("html").get_attribute("lang") == language
        found += [f"{scene}: {fault}" for fault in page.evaluate(AXE, AXE_OPTIONS)]
    assert not found, "\n".join(found)


def fits_here(screen: Screen) -> bool:
    """Whether the walk also looks how a page fits a phone; else `test_widths.py` visits it."""
    return screen.room in ("public", "me") and "projector" not in screen.path(screen.scenes[0])


def faults_of(page: Page, screen: Screen, site: str) -> list[str]:
    """Return what is wrong with a screen of its first scene."""
    path = screen.path(screen.scenes[0])
    # The projector page is not for phones.
    wide, high = (1920, 1080) if "projector" in path else (390, 844)
    page.set_viewport_size({"width": wide, "height": high})
    if path:
        answer = page.goto(site + path, wait_until="load")
        assert answer is not None
        assert answer.status == screen.status, path
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    faults = faults_of_large_letters(page) if screen.is_of_staff else []
    if fits_here(screen):
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": high})
            faults += [f"at {width}: {fault}" for fault in page.evaluate(BROKEN)]
        page.set_viewport_size({"width": wide, "height": high})
    page.evaluate(UNFOLD)
    faults += [
        *page.evaluate(FAULTS),
        *page.evaluate(SMALL, 43.5),
        *page.evaluate(PALE),
        *page.evaluate(AXE, AXE_OPTIONS),
    ]
    page.emulate_media(color_scheme="dark")
    faults += [f"dark, {fault}" for fault in page.evaluate(PALE)]
    if screen.name in WIDE:
        page.set_viewport_size(LAPTOP)
        themes: tuple[tuple[Literal["dark", "light"], object], ...] = (
            ("dark", AXE_OPTIONS),
            ("light", AXE_COLOURS),
        )
        for theme, options in themes:
            page.emulate_media(color_scheme=theme)
            seen = [*page.evaluate(PALE), *page.evaluate(AXE, options)]
            faults += [f"{theme} at 1280, {fault}" for fault in seen]
    page.emulate_media(color_scheme="light")
    return faults
