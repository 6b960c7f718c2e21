"""The tutorial names buttons, fields and headings that the screens have, word for word."""

import re
from collections.abc import Iterator

import polib

from tests.browser.tutorial import FOLDER, TUTORIAL, players
from tests.shared import ROOT

CATALOG = ROOT / "locale" / "ja" / "LC_MESSAGES" / "django.po"
# Labels from Django, and text that the tutorial typed.
OF_DJANGO = {"Username", "Password"}
GUIDES = sorted((ROOT / "docs" / "how-to").glob("*.md"))
TYPED = {"Friday Night Swiss"}
MOST_BYTES = 150_000
MOST_PICTURES = 8


def text() -> str:
    """Return the tutorial without its blocks of lines."""
    return re.sub(r"(?ms)^```.*?^```$", "", TUTORIAL.read_text(encoding="utf-8"))


def on_screens() -> Iterator[re.Pattern[str]]:
    """Every string of the screens, with any value for each placeholder."""
    for entry in polib.pofile(str(CATALOG)):
        for source in filter(None, (entry.msgid, entry.msgid_plural)):
            parts = re.split(r"%\(\w+\)[sd]", source)
            yield re.compile(r"[\w: -]+".join(re.escape(part) for part in parts), re.IGNORECASE)


def test_every_bold_name_is_on_a_screen() -> None:
    names = set(re.findall(r"\*\*(.+?)\*\*", text().replace("\n", " ")))
    assert len(names) > 30
    left = names - OF_DJANGO - TYPED - {"bold"}
    for pattern in on_screens():
        left = {name for name in left if not pattern.fullmatch(name)}
    assert left == set()


def test_every_quoted_name_in_the_guides_is_on_a_screen() -> None:
    """Guides put names on screens into curly quotes; a line of a decklist is no such name."""
    pages = " ".join(page.read_text(encoding="utf-8") for page in GUIDES).replace("\n", " ")
    left = {re.sub(r" +", " ", name) for name in re.findall("“(.+?)”", pages)} - {"Sideboard"}
    assert len(left) > 20
    for pattern in on_screens():
        left = {name for name in left if not pattern.fullmatch(name)}
    assert left == set()


def test_its_list_of_players_has_the_seven_lines_that_it_says() -> None:
    assert len(players().split("\n")) == 8
    assert "these seven names" in text()


def test_its_pictures_are_few_and_small_and_all_are_shown() -> None:
    shown = re.findall(r"!\[(.+?)\]\((.+?)\)", text())
    there = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert {name for _words, name in shown} == set(there)
    assert len(there) <= MOST_PICTURES
    assert {name: size for name, size in there.items() if size > MOST_BYTES} == {}
