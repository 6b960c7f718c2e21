"""Needs of a screen reader, a keyboard and a thumb, on the main pages in both themes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from events.models import SignUpSettings
from tests import factories
from tests.browser.conftest import PHONE
from tests.browser.venue import Desk
from tests.browser.words import Words
from tests.events.support.public_events import Played, long_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STAFF = (
    *("", "roster/", "roster/paste/", "roster/players/1/", "rounds/1/", "rounds/2/tables/1/"),
    *("rounds/2/complete/", "standings/", "stages/", "journal/", "penalties/", "staff/"),
    *("settings/", "report/", "export/", "print/", "rounds/2/sources/"),
)
PUBLIC = ("", "pairings/", "standings/", "rules/", "players/1/")

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

# Links inside sentences and cells are as high as their line; a cell of a name is the target.
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
    if (list.scrollWidth > list.clientWidth)
      small.push(`a list is pushed aside: ${list.firstElementChild.outerHTML.slice(0, 120)}`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) small.push("wider than the screen");
  return small;
}"""

# The contrast of every text against the nearest background that is painted (WCAG 1.4.3).
PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
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

UNFOLD = 'document.querySelectorAll("details.fold").forEach((fold) => { fold.open = true; })'


@pytest.fixture
def played(live_server: LiveServer) -> Played:
    made = Played([*long_names(9), "Anna Rossi", "田中 太郎"])
    made.play(1)
    made.publish(1)
    made.post(2)
    return made


def addresses(played: Played) -> list[str]:
    slug = played.event.slug
    staff = [f"/staff/e/{slug}/{part}" for part in STAFF]
    before = factories.EventFactory.create(slug="before-round-1", players=4)
    before.staff.create(user=played.organizer, organizer=True)
    before.enrollments.filter(number=1).update(checked_in=True)
    SignUpSettings.objects.create(event=before, is_open=True)
    staff.append(f"/staff/e/{before.slug}/")
    return ["/", "/staff/", "/staff/new/", *(f"/e/{slug}/{part}" for part in PUBLIC), *staff]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_can_be_read_and_reached(
    open_window: Callable[..., BrowserContext], live_server: LiveServer, played: Played, theme: str
) -> None:
    window = open_window(**PHONE, color_scheme=theme, locale="ja-JP")
    desk = Desk(window.new_page(), Words("ja"), ["Event person"])
    desk.log_in(live_server.url, played.organizer.username)
    found = {}
    for address in addresses(played):
        answer = desk.page.goto(live_server.url + address, wait_until="load")
        assert answer is not None
        assert answer.ok, address
        assert desk.page.evaluate("matchMedia('(pointer: coarse)').matches")
        desk.page.evaluate(UNFOLD)
        faults = [
            *desk.page.evaluate(FAULTS),
            *desk.page.evaluate(SMALL, 43.5),
            *desk.page.evaluate(PALE),
        ]
        if faults:
            found[address] = faults
    assert found == {}
