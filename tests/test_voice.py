"""The voice of the screens, as far as a pattern holds it: openings, and the glossary."""

import re
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "locale" / "ja" / "LC_MESSAGES" / "django.po"

# A sentence starts with the thing or with the action. A question may ask who or what.
OPENING = re.compile(r"(?:^|[.:!?] )(?:Who|What|Whose|Whoever)\b(?![^.]*\?)")
# Words that a scorekeeper does not say, and words that the glossary replaces.
NOT_SAID = re.compile(
    r"\b(?:anew|beside|somebody|whoever|meant|stands|told|tells|comes|e-mail|user name"
    r"|private address|second reading|own rules|taken back)\b",
    re.IGNORECASE,
)


# Heads of columns in the files that people keep: files of before and after stay alike.
COLUMNS = {"What", "Who heard it", "Who ruled", "left without a word"}


def said() -> list[str]:
    """Every string of the screens, plurals too."""
    texts = []
    for entry in polib.pofile(str(CATALOG)):
        texts += [entry.msgid, entry.msgid_plural]
    return [text for text in texts if text not in COLUMNS]


def test_the_patterns_find_what_they_are_for() -> None:
    assert OPENING.search("Who finds none waits.")
    assert OPENING.search("Saved. What came in is below.")
    assert not OPENING.search("What happened?")
    assert NOT_SAID.search("The result stands.")
    assert not NOT_SAID.search("Standings after round 3")


def test_sentences_start_with_the_thing_or_the_action() -> None:
    assert [text for text in said() if OPENING.search(text)] == []


def test_times_are_written_as_the_clocks_of_the_venue() -> None:
    # "3:05 p.m." would end a sentence with two periods.
    usual = re.compile(r"\|time\s*(?:%}|}})|\|(?:time|date):\"(?:TIME_FORMAT|DATETIME_FORMAT|P)\"")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "templates").rglob("*.html")
        for line in path.read_text(encoding="utf-8").splitlines()
        if usual.search(line)
    ]
    assert found == []


def test_screens_use_the_words_of_the_glossary() -> None:
    assert [text for text in said() if NOT_SAID.search(text)] == []
