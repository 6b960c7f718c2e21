"""Parse one line of a decklist, as the usual programs write it: a count and a card."""

import re
import unicodedata
from dataclasses import dataclass

from events.core.decks.deck_words import Section, folded, section_of

MOST_OF_A_HEADING = 60
# The longest card name has 141 letters, so a longer line is not a card.
MOST_OF_A_LINE = 300
_COUNTERS = "枚|张|張|장"
# Counts before a name: 4, 4x, 4 x, x4, (4), 4枚. The space is optional where no letter follows.
_BEFORE = re.compile(
    r"[(\[]?(?:[xX×*]\s?(?P<marked>\d{1,3})|(?P<count>\d{1,3}))[)\]]?"
    rf"(?:\s*(?:{_COUNTERS})\s*|\s*×\s*|[xX*](?=\s|[A-Z]|[^\x00-\x7f])\s*"
    r"|\s+[xX*]\s+|\s+|(?=[^\x00-\x7f]))"
    r"(?P<name>\D.*|\d.*\D.*)"
)
# Counts after a name: Lightning Bolt x4, 稲妻 4枚.
_AFTER = re.compile(
    r"(?P<name>.*?\S)(?:\s*×\s*|\s+[xX*]\s?|\t+)(?P<count>\d{1,3})"
    rf"|(?P<named>.*?\S)\s*(?P<counted>\d{{1,3}})\s*(?:{_COUNTERS})"
)
_BULLET = re.compile(r"^[-–•·*]\s+(?=[\dxX×(\[])")
_SIDE = re.compile(r"(?:SB|サイド)\s*:\s*", re.IGNORECASE)
# Suffixes that programs add to a name: *F*, ^tag^, #tag, [SET], <SET>, (SET) 123, |SET, ★, a price.
_EXTRAS = re.compile(
    r"\s*(?:\*[A-Za-z-]{1,12}\*|\^[^^]*\^|\s#!?[^#]+|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}"
    r"|\([A-Za-z0-9_]{2,6}(?::[^()]*)?\)(?:\s+[A-Za-z0-9★†-]{1,8})?|\|[^|]*|[★☆]"
    r"|[$€]\s?\d+[.,]?\d*)$"
)
_CATEGORY = re.compile(r"\[([^\[\]{}:#]+)")
_SET_FIRST = re.compile(r"^\[[A-Za-z0-9_:#-]{2,12}\]\s+")
_QUOTES = ("《》", "「」", "『』", "“”", '""')
_HEAD = re.compile(r"^[#=*>_\s-]*(?P<words>.*?)\s*:?\s*[=*_-]*$")
_HOW_MANY = re.compile(
    rf"\s*[:(\[]?\s*\d{{1,3}}\s*(?:cards?|{_COUNTERS})?[)\]]?\s*:?$|^\d{{1,3}}\s+"
)
_TITLE = re.compile(
    r"^(?:deck name|name|title|player|author|format|event|date|archetype"
    r"|デッキ名|プレイヤー|フォーマット)\s*:",
    re.IGNORECASE,
)
_FACES = re.compile(r"\s*/{1,3}\s*")
_SPACES = re.compile(r"[^\S\t]+")
# An invisible character, as copied lists contain it.
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\x00]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A count of one card; `section` if the line itself names its part of the list."""

    count: int
    name: str
    section: Section | None = None

    @property
    def key(self) -> str:
        """Key of the card: its name, or the name of its first face, normalized in spelling."""
        return key_of(self.name)


def plain(line: str) -> str:
    """Return a line without invisible characters, with plain digits, brackets and spaces."""
    wide = unicodedata.normalize("NFKC", _INVISIBLE.sub("", line))
    return _SPACES.sub(" ", wide).strip()


def heading_of(line: str) -> Section | None:
    """Return the section that a heading such as "// Sideboard (15):" begins, else None."""
    if len(line) > MOST_OF_A_HEADING:
        return None
    words = line.removeprefix("//").strip()
    head = _HEAD.match(words)
    words = head["words"] if head else words
    return section_of(words) or section_of(_HOW_MANY.sub("", words))


def says_nothing(line: str) -> bool:
    """Return True for a comment, and for a line that only names the deck."""
    return line.startswith(("//", "#", ";")) or _TITLE.match(line) is not None


def entry_of(line: str) -> Entry | None:
    """Return the count and the card of a line; None for a line that names no card."""
    if len(line) > MOST_OF_A_LINE:
        return None
    marked = _SIDE.match(line)
    rest = _BULLET.sub("", line[marked.end() :] if marked else line, count=1)
    section = Section.SIDE if marked else _category_of(rest)
    if before := _BEFORE.fullmatch(rest):
        return _entry(before["marked"] or before["count"], before["name"], section)
    if after := _AFTER.fullmatch(_without_extras(rest)):
        count, name = after["count"] or after["counted"], after["name"] or after["named"]
        return _entry(count, name, section)
    return None


def _category_of(line: str) -> Section | None:
    """Return the section that an Archidekt category names, such as "[Sideboard{noDeck}]"."""
    for category in _CATEGORY.findall(line):
        section = section_of(category)
        if section in (Section.SIDE, Section.OUTSIDE):
            return section
    return None


def _entry(count: str, called: str, section: Section | None) -> Entry | None:
    name = _without_extras(_SET_FIRST.sub("", called.strip()))
    if len(name) > 2 and name[0] + name[-1] in _QUOTES:
        name = name[1:-1].strip()
    if not int(count) or not any(map(str.isalnum, name)):
        return None
    return Entry(int(count), name, section)


def _without_extras(name: str) -> str:
    shorter = name
    while True:
        extra = _EXTRAS.search(shorter)
        if extra is None or not shorter[: extra.start()].strip():
            return shorter.strip()
        shorter = shorter[: extra.start()].strip()


def key_of(name: str) -> str:
    """Return a key that is the same for all spellings of one card."""
    front = _FACES.split(name, maxsplit=1)[0] or name
    return folded(front)
