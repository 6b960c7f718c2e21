"""One line of a list of players, read on its own merits: what stands where, whatever separates."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from events.rules.finding import is_kana

LONGEST_LINE = 1000
SEPARATORS = "\t;|,"

_WIDE = str.maketrans({"，": ",", "；": ";", "、": ",", "｜": "|", "＠": "@"})
_BULLET = re.compile(r"^\s*(?:[-*+–—•‣◦▪■□●○◆◇・･]\s+|[•‣◦▪■□●○◆◇・･])")
_NUMBERING = re.compile(r"^\s*(?:[#＃№]\s*\d{1,5}\s+|[(（]?\d{1,5}\s*[.．)）:：](?!\d)\s*)")
_BARE_NUMBER = re.compile(r"^\s*\d{1,5}\s+(?=[^\W\d_])")
# Looked for at the beginning of words only, so that a long line takes no longer than a short one.
_EMAIL = re.compile(
    r"[<＜(\[]?[ \u3000]*(?<![^\s<>＜＞()\[\],;|\"“”])(?:mailto:)?"
    r"([^\s<>＜＞()\[\],;|\"“”@]+@[^\s<>＜＞()\[\],;|\"“”]+)[ \u3000]*[>＞)\]]?",
    re.IGNORECASE,
)
_READING = re.compile(r"[(（]([^()（）]+)[)）]$")
_BYES = r"(?:(\d+)\s*[x×]?\s*byes?|byes?\s*[:=x×]?\s*(\d*)|不戦勝\s*[:：]?\s*(\d*)\s*回?)"
_BYES_IN_BRACKETS = re.compile(rf"[(（\[]\s*{_BYES}\s*[)）\]]", re.IGNORECASE)
_BYES_BEHIND = re.compile(r"(?<=\S)\s+[-–—]?\s*(\d+)\s*byes?\s*$", re.IGNORECASE)
_BYES_ALONE = re.compile(_BYES, re.IGNORECASE)
_AROUND = " \t\"'“”<>-–—:,;|"
_GIVEN_NAME = re.compile(r"[^\W\d_][^\d_#@/]*")


@dataclass(frozen=True, slots=True)
class LineFields:
    """What a line says of a player; `unused` is what nobody knows the meaning of."""

    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: str = ""
    members: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


def separator_of(line: str) -> str:
    """Return what separates the fields of this line, empty where it is one field."""
    return next((mark for mark in SEPARATORS if mark in line), "")


def cut(line: str, separator: str) -> list[str]:
    """Return the fields between the separators; quotation marks keep a separator in a field."""
    if not separator or len(line) > LONGEST_LINE:
        return [line.strip()]
    fields = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    return [field.strip() for field in fields]


def plain(line: str) -> str:
    """Return the line without a bullet or numbering, wide separators as their narrow ones."""
    return _NUMBERING.sub("", _BULLET.sub("", line.translate(_WIDE)), count=1)


def has_bare_number(line: str) -> bool:
    """True for "12 Ada Falk": numbering, if the whole list is like that."""
    return bool(_BARE_NUMBER.match(line))


def without_bare_number(line: str) -> str:
    """Return "12 Ada Falk" without its number."""
    return _BARE_NUMBER.sub("", line)


def raw_fields(line: str) -> list[str]:
    """Return the fields as they stand there, for whoever wants to say what they mean."""
    text = plain(line)
    return cut(text, separator_of(text))


def read_player(line: str) -> LineFields:
    """Read a line that has one player and no headings above it.

    E-mail address and byes are known by their look wherever they stand, the rest by its place:
    "Rossi, Mario, mario@example.org", "Mario Rossi mario@example.org", "12: Jan Novak (2 byes)".
    """
    if len(line) > LONGEST_LINE:
        return LineFields(line.strip())
    text, emails = _take_emails(plain(line))
    text, byes = _take_byes(text)
    separator = separator_of(text)
    fields = [field.strip(_AROUND) for field in cut(text, separator)]
    if len(fields) > 1 and re.fullmatch(r"\d{1,5}", fields[0]) and any(fields[1:]):
        del fields[0]
    # An address in front of the name leaves an empty place.
    while len(fields) > 1 and not fields[0]:
        del fields[0]
    name, rest = fields[0], fields[1:]
    if len(rest) >= 3 and not rest[0]:
        return _in_order(name, emails, byes, rest)
    if rest and _continues(name, rest[0], separator):
        name = f"{name}{', ' if separator == ',' else ' '}{rest.pop(0)}"
    look = _by_look(rest, byes)
    return LineFields(
        name=name,
        email=emails[0] if emails else "",
        platform_id=look.platform_id,
        awarded_byes=look.awarded_byes,
        unused=(*emails[1:], *look.unused),
    )


def with_reading(name: str) -> tuple[str, str]:
    """Return a name and the kana in brackets behind it: "小林 美咲（こばやし みさき）"."""
    match = _READING.search(name)
    if match is None or not is_kana(match[1]):
        return name, ""
    return name[: match.start()].rstrip(), match[1]


def read_team(line: str, seats: int) -> LineFields:
    """Read a line that has a team: its name, then its members, then the rest by its look."""
    text = plain(line)
    fields = cut(text, separator_of(text))
    if len(fields) > seats + 1 and re.fullmatch(r"\d{1,5}", fields[0]):
        del fields[0]
    members, rest = fields[1 : seats + 1], fields[seats + 1 :]
    emails = [field for field in rest if "@" in field]
    look = _by_look([field for field in rest if "@" not in field], "")
    if len(rest) >= 3:
        look = _in_order("", emails, "", ["", *rest[1:]])
    return LineFields(
        name=fields[0],
        email=emails[0] if emails else "",
        platform_id=look.platform_id,
        awarded_byes=look.awarded_byes,
        members=tuple(members),
        unused=look.unused,
    )


def _take_emails(text: str) -> tuple[str, list[str]]:
    """Return the text without its addresses, and these."""
    emails = [match[1].strip(".") for match in _EMAIL.finditer(text)]
    return _EMAIL.sub("", text), emails


def _take_byes(text: str) -> tuple[str, str]:
    """Return the text without what it says of byes in words, and their number."""
    for pattern in (_BYES_IN_BRACKETS, _BYES_BEHIND):
        match = pattern.search(text)
        if match:
            return text[: match.start()] + text[match.end() :], _number_of(match)
    return text, ""


def _number_of(match: re.Match[str]) -> str:
    """How many byes; "bye" alone is one."""
    return next(filter(None, match.groups()), "1")


def _in_order(name: str, emails: Sequence[str], byes: str, rest: Sequence[str]) -> LineFields:
    """Read the columns in the order that the page names: e-mail, platform ID, awarded byes."""
    _email, platform_id, awarded, *more = rest
    return LineFields(
        name=name,
        email=emails[0] if emails else "",
        platform_id=platform_id,
        awarded_byes=byes or awarded,
        unused=(*emails[1:], *filter(None, more)),
    )


def _continues(name: str, field: str, separator: str) -> bool:
    """True where the second field is the rest of the name: a given name behind a comma."""
    if not _GIVEN_NAME.fullmatch(field) or _BYES_ALONE.fullmatch(field):
        return False
    one_word = " " not in name
    if separator != ",":
        return one_word and " " not in field
    return one_word or not field[0].islower()


def _by_look(fields: Sequence[str], byes: str) -> LineFields:
    """Read fields whose place says nothing: a digit is byes, the first other one an ID."""
    platform_id, unused = "", []
    for field in filter(None, fields):
        in_words = _BYES_ALONE.fullmatch(field)
        if not byes and (in_words or re.fullmatch(r"\d", field)):
            byes = _number_of(in_words) if in_words else field
        elif not platform_id:
            platform_id = field
        else:
            unused.append(field)
    return LineFields("", platform_id=platform_id, awarded_byes=byes, unused=tuple(unused))
