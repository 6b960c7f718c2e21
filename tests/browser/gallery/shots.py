"""Take the pictures: one browser, one context for each size and language, both themes of a page."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.windows import ARGUMENTS, PHONE, chromium_program
from tests.screens.visitors import Visitor

SIZES: dict[str, dict[str, Any]] = {
    "390": PHONE,
    "1280": {"viewport": {"width": 1280, "height": 800}},
}
# Three screens of a phone, two of a laptop: the rest looks the same.
TALLEST = {"390": 2532, "1280": 1600}
LANGUAGES = {"en": "en-US", "ja": "ja-JP"}
THEMES: Sequence[Literal["light", "dark"]] = ("light", "dark")
TEMPLATE = Path(__file__).with_name("page.html")
SECONDS = 30
QUALITY = 80
MEASURES = """() => {
  const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
  return { height: scrollHeight, wide: scrollWidth > clientWidth };
}"""


@dataclass(frozen=True)
class Shot:
    """One page in one size and language: `key` names its pictures."""

    key: str
    name: str
    room: str
    scene: str
    path: str
    who: str
    status: int
    mockup: str
    size: str
    language: str


@dataclass(frozen=True)
class Taken:
    """What was seen: the page's height, and faults that need no eye."""

    shot: Shot
    height: int
    faults: Sequence[str]

    def plain(self) -> dict[str, object]:
        """Return it as JSON has it."""
        return {**asdict(self.shot), "height": self.height, "faults": list(self.faults)}


def picture(shot: Shot, theme: str) -> str:
    """Return the file of a picture."""
    return f"{shot.key}-{shot.size}-{theme}-{shot.language}.jpg"


def take_shots(
    site: str, shots: Sequence[Shot], visitors: dict[tuple[str, str], Visitor], folder: Path
) -> list[Taken]:
    """Take both themes of each shot in a browser of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=ARGUMENTS)
        taken = list(take_in(browser, site, shots, visitors, folder))
        browser.close()
    return taken


def take_in(
    browser: Browser,
    site: str,
    shots: Sequence[Shot],
    visitors: dict[tuple[str, str], Visitor],
    folder: Path,
) -> Iterator[Taken]:
    """Take both themes of each shot, ordered so that the browser rarely changes."""
    problems: list[str] = []
    for size, options in SIZES.items():
        for language, locale in LANGUAGES.items():
            asked = [shot for shot in shots if (shot.size, shot.language) == (size, language)]
            if not asked:
                continue
            context = browser.new_context(
                **options, locale=locale, service_workers="block", reduced_motion="reduce"
            )
            context.set_default_timeout(SECONDS * 1000)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            before = ("", "")
            for shot in asked:
                if (shot.scene, shot.who) != before:
                    before = (shot.scene, shot.who)
                    become(context, page, site, visitors[before])
                problems.clear()
                yield _take_one(page, site, shot, problems, folder)
            context.close()


def become(context: BrowserContext, page: Page, site: str, visitor: Visitor) -> None:
    """Let the browser be this visitor's, and nobody else's."""
    context.clear_cookies()
    for name, value in visitor.cookies.items():
        context.add_cookies([{"name": name, "value": value, "url": site}])
    if visitor.phone:
        page.goto(site + visitor.phone)


def _take_one(page: Page, site: str, shot: Shot, problems: list[str], folder: Path) -> Taken:
    answer = None
    page.emulate_media(color_scheme="light")
    if shot.path:
        answer = page.goto(site + shot.path, wait_until="load")
    faults = []
    if answer is not None and answer.status != shot.status:
        faults.append(f"status {answer.status}")
    measures = page.evaluate(MEASURES)
    window = SIZES[shot.size]["viewport"]
    # The window is as high as the picture, so that of 1,200 rows the browser renders only these.
    height = min(measures["height"], TALLEST[shot.size])
    page.set_viewport_size({"width": window["width"], "height": height})
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.screenshot(path=folder / picture(shot, theme), type="jpeg", quality=QUALITY)
    page.set_viewport_size(window)
    if measures["wide"]:
        faults.append("scrolls sideways")
    return Taken(shot, measures["height"], [*faults, *problems])


def take_mockups(names: Sequence[str], source: Path, folder: Path) -> list[str]:
    """Take the drawings that there are, in both sizes and themes; return their names."""
    there = [name for name in names if (source / f"{name}.html").exists()]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=ARGUMENTS)
        for size, options in SIZES.items():
            page = browser.new_context(**options).new_page()
            for name in there:
                page.goto((source / f"{name}.html").as_uri())
                for theme in THEMES:
                    page.emulate_media(color_scheme=theme)
                    page.screenshot(
                        path=folder / f"mockup-{name}-{size}-{theme}.jpg",
                        type="jpeg",
                        quality=QUALITY,
                        full_page=True,
                    )
        browser.close()
    return there


def write_page(target: Path, taken: Sequence[dict[str, object]]) -> None:
    """Write the one page that shows all pictures."""
    data = json.dumps(list(taken), ensure_ascii=False).replace("</", "<\\/")
    target.write_text(TEMPLATE.read_text("utf-8").replace("[/* pictures */]", data), "utf-8")
