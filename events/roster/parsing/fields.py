"""Cut one line of a list of players into fields, and read a line on its own merits."""

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.names import fold
from events.core.search import is_kana
from events.roster.parsing.asides import take_asides, undecorated

_NAMES = Path(__file__).with_name("given_names.txt").read_text(encoding="utf-8")
_GIVEN = frozenset(map(fold, _NAMES.split()))


def given_share(words: Iterable[str]) -> float:
    """Return the share of these words, 0 to 1, that are common given names."""
    folded = [fold(word) for word in words]
    known = sum(word in _GIVEN or word.partition("-")[0] in _GIVEN for word in folded)
    return known / len(folded) if folded else 0.0


LONGEST_LINE = 1000
SEPARATORS = "\t;|,"
# Further field separators as patterns: wide gaps, and dashes between spaces.
GAP, DASH, STROKE = r"[ \u3000]{2,}", r"\s[-–—]\s", r"\s[/／]\s"

_WIDE = str.maketrans({"，": ",", "；": ";", "、": ",", "｜": "|", "＠": "@", "：": ":"})
# Searched only at word starts, so that long lines are as fast as short ones.
_EMAIL = re.compile(
    r"[<＜(\[]?[ \u3000]*(?<![^\s<>＜＞()\[\],;|\"“”])(?:mailto:)?"
    r"([^\s<>＜＞()\[\],;|\"“”@]+@[^\s<>＜＞()\[\],;|\"“”]+)[ \u3000]*[>＞)\]]?",
    re.IGNORECASE,
)
_READING = re.compile(r"\s*[(（\[]([^()（）\[\]]+)[)）\]]$")
_BYES = (
    r"(?:(\d+)\s*[x×]?\s*(?:byes?|freilose?)|(?:byes?|freilose?)\s*[:=x×]?\s*(\d*)|"
    r"不戦勝\s*[:：]?\s*(\d*)\s*回?)"
)
_BYES_IN_BRACKETS = re.compile(rf"[(（\[]\s*{_BYES}\s*[)）\]]", re.IGNORECASE)
_BYES_BEHIND = re.compile(
    r"(?<=\S)\s+[-–—]?\s*(\d+)\s*[x×]?\s*(?:byes?|freilose?)\s*$", re.IGNORECASE
)
_BYES_ALONE = re.compile(_BYES, re.IGNORECASE)
_AROUND = " \t\u3000\"'“”<>-–—:,;|*_"
_GIVEN_NAME = re.compile(r"[^\W\d_][^\d_#@/]*")
_PRONOUNS = re.compile(
    r"(?:\s*[(（\[]|\s+(?=[^\W\d_]+(?:/[^\W\d_]+)+\s*$))"
    r"((?:he|she|they|it|any|ze|xe|er|sie|il|elle)(?:\s?/\s?[^\W\d_]+)+)\s*(?:[)）\]]|$)",
    re.I,
)
_MENTION = re.compile(r"(?<=\S)\s+[(（]?(@[^\s()（）@]+)[)）]?")
# "DCI 1234567890", "(ID: Ada#12345)": a label before the ID.
_LABELLED = re.compile(
    r"[(（\[]?\b(?:DCI|(?:Wizards|Arena|MTGA|MTGO|POP|Konami|Player)\s*-?ID|ID|MTGO|MTGA)"
    r"(?:[ -]?(?:number|nummer|no|nr)\b\.?)?\s*[:#=]?\s*"
    r"([^\s()（）\[\],;|]*\d[^\s()（）\[\],;|]*)\s*[)）\]]?",
    re.IGNORECASE,
)
_ID_BEHIND = re.compile(
    r"(?<=[^\W\d_])\s+(?:[/|]\s*)?[(（]?([1-9]\d{5,11}|[^\s#()（）]*#\d{3,})[)）]?$"
)
# "0301994411 Ada Falk": numbers of the Konami ID and others may begin with 0.
_ID_BEFORE = re.compile(r"^[(（]?(\d{6,12}|[^\s#()（）]+#\d{3,})[)）]?[:：]?\s+(?=[^\W\d_])")
# "Ada Falk [DE]", "Bo Lind (SWE)"
_COUNTRY = re.compile(r"(?<=\S)\s*[(\[]([A-Z]{2,3})[)\]]\s*$")
_PHONE_BEHIND = re.compile(
    r"(?<=\S)\s+[(（]?(?:(?:(?:tel|telefon|phone|mobile|mobil|handy|cell)\b\.?:?|[☎📞📱]\ufe0f?)\s*(?=[+\d])"
    r"|(?=\+|0))(\+?\d[\d /().-]{5,}\d)[)）]?$"
)
_ID = re.compile(
    r"[^\s#@]*#\d+|[1-9]\d{5,11}|(?=[^\s]*\d)(?=[^\s]*[^\W\d_])[\w.-]{5,40}|(?=[\w.-]*[^\W\d_])\w+_\w+"
)
_NO_ID = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?|\d{1,2}[:.h]\d{2}\w*|\d+(?:st|nd|rd|th)|"
    r"\d+[.,]?\d*(?:€|eur|usd|chf|円|元|원|£|\$)|(?:€|eur|usd|chf|¥|£|\$)\d+[.,]?\d*|"
    r"(?:19|20)\d{6}|(?:top|round|table|tisch|runde)\d+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LineFields:
    """Fields of a player in one line; `unused` are the fields with an unknown meaning."""

    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: str = ""
    members: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    reading: str = ""


def separator_of(line: str) -> str:
    """Return what separates the fields of this line, empty where it is one field."""
    return next((mark for mark in SEPARATORS if mark in line), "")


def cut(line: str, separator: str) -> list[str]:
    """Return the fields between the separators; quotation marks keep a separator in a field.

    The marks at both ends of a row of a Markdown table separate nothing.
    """
    if not separator or len(line) > LONGEST_LINE:
        return [line.strip()]
    if len(separator) > 1:
        return [field.strip() for field in re.split(separator, line.strip())]
    if separator == "|" and line.strip().startswith("|"):
        line = line.strip().removeprefix("|").removesuffix("|")
    if line.count('"') % 2:
        # A stray quotation mark would swallow the separators behind it.
        return [field.strip().strip('"').strip() for field in line.split(separator)]
    if '"' not in line:
        # Splitting is several times faster than a CSV reader, and long lists are split often.
        return [field.strip() for field in line.split(separator)] if line else []
    fields = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    return [field.strip() for field in fields]


def narrow(line: str) -> str:
    """Return the line with wide separators as their narrow ones."""
    return line.translate(_WIDE)


def plain(line: str) -> str:
    """Return the line without a bullet, box or numbering, wide separators as their narrow ones."""
    return undecorated(narrow(line))


def raw_fields(line: str) -> list[str]:
    """Return the fields as they were typed, for a person who says what they mean."""
    text = plain(line)
    return cut(text, separator_of(text))


def is_email(field: str) -> bool:
    """Whether a field is an e-mail address, or one in brackets."""
    return bool(_EMAIL.fullmatch(field.strip()))


def is_id(field: str) -> bool:
    """Whether a field looks like an ID: "Ada#12345", 1204567890, Jan_N; a word alone never does."""
    return (
        bool(_ID.fullmatch(field))
        and not _NO_ID.fullmatch(field)
        and bool(re.search(r"\d|_", field))
    )


def byes_in(field: str) -> str:
    """Return how many byes a field names, "" where it names none: "2", "2 byes", "不戦勝1"."""
    in_words = _BYES_ALONE.fullmatch(field)
    if in_words:
        return _number_of(in_words)
    return str(int(field)) if re.fullmatch(r"\d", field) else ""


def is_name(field: str) -> bool:
    """Whether a field could be a person's name, or a part of one."""
    return bool(_GIVEN_NAME.fullmatch(field.lstrip("@"))) and not is_email(field)


def read_player(line: str) -> LineFields:
    """Read a line that has one player and no headings above it.

    E-mail address and byes are known by their look wherever they are, the rest by its place:
    "Rossi, Mario, mario@example.org", "Mario Rossi mario@example.org", "12: Jan Novak (2 byes)".
    """
    if len(line) > LONGEST_LINE:
        return LineFields(line.strip())
    text, emails = _take_emails(plain(line))
    text, byes = _take_byes(undecorated(text))
    text, asides = take_asides(text)
    text, labelled = _take_labelled(text)
    separator = separator_of(text) or next(
        (mark for mark in (GAP, DASH, STROKE) if re.search(mark, text.strip(_AROUND))), ""
    )
    fields = [field.strip(_AROUND) for field in cut(text, separator)]
    if len(fields) > 1 and re.fullmatch(r"\d{1,5}", fields[0]) and any(fields[1:]):
        del fields[0]
    # An address before the name leaves an empty field.
    while len(fields) > 1 and not fields[0]:
        del fields[0]
    if len(fields) > 1 and fields[0].startswith("@") and is_name(fields[1]):
        # "@ada_f  Ada Falk": a chat's handle before the name.
        asides.append(fields.pop(0))
    name, rest = fields[0], fields[1:]
    if rest and _continues(name, rest[0], separator):
        name = f"{name}{', ' if separator == ',' else ' '}{rest.pop(0)}"
    stated = read_name(name)
    look = _by_look(rest, byes or stated.awarded_byes, stated.platform_id or labelled)
    return LineFields(
        name=stated.name,
        email=emails[0] if emails else "",
        platform_id=look.platform_id,
        awarded_byes=look.awarded_byes,
        unused=(*emails[1:], *asides, *stated.unused, *look.unused),
        reading=stated.reading,
    )


def read_name(field: str) -> LineFields:
    """Read a field that is a name, and what is often written behind it.

    "小林 美咲（こばやし みさき）", "Ada Falk (2 byes)", "Bo Lind DCI 1204567890", "@Cy Moe".
    """
    text, emails = _take_emails(undecorated(field))
    text, byes = _take_byes(text)
    platform_ids: list[str] = []
    unused: list[str] = []
    for pattern, into in (
        (_PRONOUNS, unused),
        (_MENTION, unused),
        (_PHONE_BEHIND, unused),
        (_COUNTRY, unused),
        (_LABELLED, platform_ids),
        (_ID_BEFORE, platform_ids),
        (_ID_BEHIND, platform_ids),
    ):
        match = pattern.search(text)
        if match and re.search(r"[^\W\d_]", text[: match.start()] + text[match.end() :]):
            into.append(match[1])
            text = text[: match.start()] + text[match.end() :]
    text = undecorated(text).replace("**", "")
    name, reading = with_reading(text.strip(_AROUND))
    if name.count('"') == 1 and text.count('"') == 2:
        name = text.strip(_AROUND.replace('"', ""))  # '"Kit" Marlowe'
    return LineFields(
        name=name.lstrip("@").strip(),
        email=emails[0] if emails else "",
        awarded_byes=byes,
        platform_id=platform_ids[0] if platform_ids else "",
        unused=(*emails[1:], *unused, *platform_ids[1:]),
        reading=reading,
    )


def with_reading(name: str) -> tuple[str, str]:
    """Return a name and the kana in brackets behind it: "小林 美咲（こばやし みさき）"."""
    match = _READING.search(name)
    if match is None or not is_kana(match[1]):
        return name, ""
    return name[: match.start()].rstrip(), match[1]


def _take_emails(text: str) -> tuple[str, list[str]]:
    """Return the text without its addresses, and these."""
    emails = [match[1].strip(".") for match in _EMAIL.finditer(text)]
    return _EMAIL.sub("", text), emails


def _take_labelled(text: str) -> tuple[str, str]:
    """Return the text without an ID that has its label in front, and the ID."""
    match = _LABELLED.search(text)
    rest = f"{text[: match.start()]}{text[match.end() :]}" if match else ""
    return (rest, match[1]) if match and re.search(r"[^\W\d_]", rest) else (text, "")


def _take_byes(text: str) -> tuple[str, str]:
    """Return the text without its words about byes, and the number of byes."""
    for pattern in (_BYES_IN_BRACKETS, _BYES_BEHIND):
        match = pattern.search(text)
        if match:
            return text[: match.start()] + text[match.end() :], _number_of(match)
    return text, ""


def _number_of(match: re.Match[str]) -> str:
    """Return how many byes words name; "bye" alone is one."""
    return next(filter(None, match.groups()), "1")


def _continues(name: str, field: str, separator: str) -> bool:
    """True where the second field is the rest of the name: a given name behind a comma."""
    if not _GIVEN_NAME.fullmatch(field) or _BYES_ALONE.fullmatch(field):
        return False
    one_word = " " not in name
    if separator != ",":
        return one_word and " " not in field and separator != DASH
    if one_word:
        return True
    # "Sophie Martin, Lyon" already has its given name first.
    starts_with_given = given_share([name.split()[0]]) > given_share([field.split()[0]])
    return not field[0].islower() and not starts_with_given


def _by_look(fields: Sequence[str], byes: str, platform_id: str = "") -> LineFields:
    """Read fields whose place says nothing: a digit is byes, and a word alone is no ID."""
    unused = []
    for field in filter(None, fields):
        if not byes and byes_in(field):
            byes = byes_in(field)
        elif not platform_id and is_id(field):
            # "#8841234" is the number 8841234.
            platform_id = field.removeprefix("#")
        else:
            unused.append(field)
    return LineFields("", platform_id=platform_id, awarded_byes=byes, unused=tuple(unused))


def by_look(fields: Sequence[str]) -> LineFields:
    """Read fields whose place says nothing, with the e-mail address among them."""
    emails = [field for field in fields if is_email(field)]
    look = _by_look([field for field in fields if not is_email(field)], "")
    return LineFields(
        "",
        email=emails[0] if emails else "",
        platform_id=look.platform_id,
        awarded_byes=look.awarded_byes,
        unused=(*emails[1:], *look.unused),
    )


def is_decoration(line: str) -> bool:
    """Whether a line has neither letter nor digit: rules between rows, rows of empty cells."""
    return not any(unicodedata.category(char)[0] in "LN" for char in line)
