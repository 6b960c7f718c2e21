"""The stored form of names and addresses, however they are typed."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from domain.written_names import without_mark

_ACCENTS = re.compile("[\u0300-\u036f\u200c\u200d\u2066-\u2069]")
# Letters that do not decompose into a letter and an accent.
_SPECIAL = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ŧ": "t",
        "ŋ": "n",
        "ə": "e",
        "ĸ": "k",
    }
)
# From here on, letters take the width of two narrow ones.
_WIDE_FROM = "\u2e7f"
# Katakana code points are 96 above hiragana.
KATAKANA = {code: code - 96 for code in range(0x30A1, 0x30F7)}


# Zero-width joiner and non-joiner, which Indic letters, Persian words and emoji need.
_JOINERS = "\u200c\u200d"
_EMOJI_LOOK = "\ufe0e\ufe0f"
# A virama (Unicode's combining class 9) joins two letters to one.
_VIRAMA = 9
# Arabic letters that never join the next one, so a non-joiner after them has no effect.
_NEVER_JOINED = frozenset("ءآأؤإاةدذرزوىڈڑژۇۈۋۆ")
_SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_FLAG, _TAGS = "\U0001f3f4", re.compile("[\U000e0020-\U000e007f]")
_KEYCAPS = frozenset("0123456789#*")
# Invisible letters and marks: fillers, a blank Braille pattern, a joiner of accents.
_SHAPELESS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_UNSEEN = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]")


def clean_name(text: str) -> str:
    """Return the stored form of a name: NFC, single spaces, no invisible characters.

    Joiners of letters or emoji stay if they change the shape (Unicode 16, 23.2 and 23.4).
    """
    composed = unicodedata.normalize("NFC", text)
    if composed.isascii() and composed.isprintable():
        return " ".join(composed.split())
    kept: list[str] = []
    for at, char in enumerate(composed):
        if char.isspace():
            kept.append(" ")
        elif char not in _SHAPELESS and (
            _is_visible(char) or _changes_shape(char, kept, composed[at + 1 : at + 2])
        ):
            kept.append(char)
    return " ".join("".join(kept).split())


def _is_visible(char: str) -> bool:
    if unicodedata.category(char) in ("Cc", "Cf"):
        return False
    return char not in _EMOJI_LOOK


def _changes_shape(char: str, before: Sequence[str], after: str) -> bool:
    """Return whether an invisible character changes the shape of the characters around it."""
    last = before[-1] if before else ""
    if char in _JOINERS:
        return _joins(char, before, after)
    if char in _EMOJI_LOOK:
        return bool(last) and (_is_emoji(last) or last in _KEYCAPS)
    if _TAGS.match(char):
        return last == _FLAG or bool(_TAGS.match(last))
    return False


def _joins(char: str, before: Sequence[str], after: str) -> bool:
    last = before[-1] if before else ""
    if not last or not after:
        return False
    if _VIRAMA in (unicodedata.combining(last), unicodedata.combining(after)):
        return True
    if char == _JOINERS[1]:
        return _is_emoji(after) and (_is_emoji(last) or last in _EMOJI_LOOK)
    bases = (base for base in reversed(before) if not unicodedata.combining(base))
    letter = next(bases, "")
    if not letter or letter in _NEVER_JOINED:
        return False
    return unicodedata.bidirectional(letter) == unicodedata.bidirectional(after) == "AL"


def _is_emoji(char: str) -> bool:
    return unicodedata.category(char) == "So" or char in _SKIN_TONES


def name_key(name: str) -> str:
    """Return the key that all spellings of a name share: without case, width, and spaces.

    Characters that only change the shape of others are left out too.
    """
    seen = _UNSEEN.sub("", clean_name(name))
    return "".join(unicodedata.normalize("NFKC", seen).casefold().split())


@lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    """Return text without accents and case, with wide letters made narrow; Japanese marks stay.

    Characters that only join letters or isolate a name are removed.
    """
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold()
    return unicodedata.normalize("NFC", plain.translate(_SPECIAL)).strip()


def by_name(name: str, number: int, reading: str = "") -> tuple[str, int]:
    """Return the sort key of a list by name: "van der Berg" sorts under V, like "Vandenberg".

    Accents, case and width do not count. A name with a phonetic name sorts by that. Players with
    the same name sort by number.
    """
    return fold(reading or without_mark(name)), number


# Particles and suffixes of a family name: "van den Heuvel", "King Jr.".
_PARTICLE_WORDS = (
    "af al da dal das de dei del della den der des di do dos du el la le lo te ten ter "
    "van von y zu zum zur"
)
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_AFTER_FAMILY = frozenset(["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"])
_EAST_ASIAN = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


def split_name(name: str) -> tuple[str, str]:
    """Return given and family name, as far as a spelling shows them; each may be empty.

    "Rossi, Mario" has a comma. In Chinese, Japanese and Korean characters the family name is the
    first word. Everywhere else it is the last word with its particles: "van den Heuvel".
    """
    last, comma, first = name.partition(",")
    if comma:
        return first.strip(), last.strip()
    words = name.split()
    if _EAST_ASIAN.search(name):
        return " ".join(words[1:]), words[0]
    start = max(0, len(words) - 1)
    while start > 1 and words[start].casefold() in _AFTER_FAMILY:
        start -= 1
    while start > 1 and words[start - 1] in _PARTICLES:
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def by_family_name(
    name: str, number: int, reading: str = "", sort_name: str = ""
) -> tuple[str, str, int]:
    """Return the sort key of a list by family name; a phonetic name already starts with it.

    `sort_name`: the chosen sort name that replaces the guess, such as "de la Vega, Ana".
    """
    if sort_name:
        family, _comma, given = without_mark(sort_name).partition(",")
        return fold(family), fold(given), number
    given, family = split_name(reading or without_mark(name))
    return fold(family), fold(given), number


def listed_name(name: str, sort_name: str = "") -> str:
    """Return a name as a list by family name shows it: "Rossi, Mario".

    Without a chosen sort name it is guessed. East Asian names, single words and numbers stay.
    """
    if sort_name:
        return sort_name
    given, family = split_name(name)
    is_split = given and any(map(str.isalpha, family)) and not _EAST_ASIAN.search(name)
    return f"{family}, {given}" if is_split else name


def around_family_name(name: str, sort_name: str = "") -> tuple[str, str, str]:
    """Split a name into the part before its family name, the family name, and the rest.

    The family name is empty if a chosen sort name is not in the name, or has no letters.
    """
    family = without_mark(sort_name).partition(",")[0] if sort_name else split_name(name)[1]
    at = 0 if name.startswith(family) else name.rfind(family)
    if at < 0 or not any(map(str.isalpha, family)):
        return name, "", ""
    return name[:at], family, name[at + len(family) :]


def clean_sort_name(sort_name: str, name: str) -> str:
    """Return the stored form of a sort name: "" if it equals the guessed one."""
    cleaned = clean_name(sort_name)
    return "" if cleaned == listed_name(name) else cleaned


def given_name_first(name: str) -> str:
    """Return "Mario Rossi" for "Rossi, Mario", and other names unchanged."""
    last, comma, first = name.partition(",")
    turned = f"{first.strip()} {last.strip()}"
    return turned if comma and first.strip() and "," not in first else name


def clean_reading(text: str) -> str:
    """Return the stored form of a phonetic name: katakana as hiragana."""
    return clean_name(unicodedata.normalize("NFKC", text).translate(KATAKANA))


def clean_email(text: str) -> str:
    """Return the stored form of an email address: lowercase, trimmed, no invisible characters."""
    return clean_name(text).lower()


def clean_members(members: Iterable[str]) -> tuple[str, ...]:
    """Return the stored form of the members' names."""
    return tuple(clean_name(name) for name in members)


def text_width(text: str) -> int:
    """Return the width of a text in narrow letters; a Japanese letter counts as two."""
    return len(text) if text.isascii() else sum(1 + (letter > _WIDE_FROM) for letter in text)
