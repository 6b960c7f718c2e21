"""Find a name by typed text; static/js/names.js does the same on the phone.

Accents, case, width, variants of a character and the two kinds of kana do not count, nor does
punctuation between the parts of a name; "mueller" and "muller" find Müller. A phonetic name is
searched too, in kana and in Latin letters, in any romanization. If no name is found this way,
`nearest` finds those that differ by one wrong letter.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from domain.names import KATAKANA, fold

Row = TypeVar("Row")
Spellings = Callable[[Row], Iterable[tuple[str, str]]]
_Begins = Callable[[Sequence[str], str], bool]

# The second form is the one that most people can type.
VARIANTS = (
    "髙高 﨑崎 斉斎 齊斎 齋斎 邊辺 邉辺 澤沢 濱浜 濵浜 嶋島 嶌島 廣広 國国 櫻桜 眞真 德徳 "
    "惠恵 龍竜 瀨瀬 圓円 榮栄 實実 寶宝 壽寿 學学 藏蔵 條条 會会 萬万 與与 關関 鹽塩 黑黒 "
    "淸清 增増 曾曽 遙遥 槇槙 穗穂 顯顕 彌弥 豐豊 靜静 瀧滝 藪薮 檜桧 螢蛍 𠮷吉 吳呉 栁柳 "
    "舘館 渕淵 渊淵 冨富 峯峰 桒桑 梁簗 凜凛 來来 亞亜 禮礼 禰祢"
)
_VARIANTS = str.maketrans({pair[0]: pair[1] for pair in VARIANTS.split()})
# Spellings for keyboards without these letters: Müller as Mueller, Đoković as Djokovic.
_WRITTEN_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "đ": "dj", "ð": "dh"}
)
_BETWEEN_PARTS = re.compile(r"[\s,.'’‘ʼʻ`()/・‐–-]+")
# Shorter words tolerate no typing errors; words of this length match only with a correct first
# letter.
NEAR_LETTERS = 3
# A name typed as one word, such as jean-luc, is found by its first part.
_BETWEEN_WORDS, _INSIDE_WORDS = re.compile(r"[\s,.()/・]+"), re.compile("['’‘ʼʻ`‐–-]")
# Variation selectors choose a character's shape; they are invisible and never typed.
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_AGAIN = re.compile("(.)々")
_LATIN_ONLY = re.compile("^[\u0000-\u024f]*$")
_KANA_ONLY = re.compile("^[\u3041-\u3096ー\\s・]+$")

# Each row has a consonant with the vowels a, i, u, e, o; a dot means none.
KANA_ROWS = (
    "-あいうえお kかきくけこ sさしすせそ tたちつてと nなにぬねの hはひふへほ mまみむめも "
    "yや.ゆ.よ rらりるれろ wわゐ.ゑを gがぎぐげご zざじずぜぞ zだぢづでど bばびぶべぼ "
    "pぱぴぷぺぽ b..ゔ.."
)
_SYLLABLES = {
    kana: row[0].replace("-", "") + vowel
    for row in KANA_ROWS.split()
    for kana, vowel in zip(row[1:], "aiueo", strict=True)
    if kana != "."
}
_SMALL = dict(zip("ゃゅょぁぃぅぇぉ", ["ya", "yu", "yo", "a", "i", "u", "e", "o"], strict=True))
# Different romanizations of Japanese, replaced in this order by a common spelling.
RESPELLED = (
    ("sh|sy", "s"),
    ("tch", "tt"),
    ("ch|ty|ts|c", "t"),
    ("dz|dj|zy|jy|j", "z"),
    ("f", "h"),
    ("m(?=[bmp])", "n"),
    ("oh(?![aiueoy])", "o"),
    ("o[ou]+", "o"),
    ("uu+", "u"),
)
_RESPELLED = tuple((re.compile(pattern), same) for pattern, same in RESPELLED)


@lru_cache(maxsize=50_000)
def search_form(text: str) -> str:
    """Return the form in which a search compares a text: folded, in hiragana, usual characters.

    Hidden variation marks do not count, and 々 is the character before it.
    """
    usual = fold(_SELECTORS.sub("", text)).translate(_VARIANTS).translate(KATAKANA)
    return _AGAIN.sub(r"\1\1", usual)


@lru_cache(maxsize=50_000)
def written_out(text: str) -> str:
    """Return the search form with umlauts and the like written out: "mueller" for "Müller"."""
    return search_form(unicodedata.normalize("NFC", text).lower().translate(_WRITTEN_OUT))


@dataclass(frozen=True, slots=True)
class Found(Generic[Row]):
    """The rows that a search finds; `is_near`: only by names with a wrong letter."""

    rows: Sequence[Row]
    is_near: bool = False


def is_kana(text: str) -> bool:
    """Return whether a text is written only in kana, of either kind."""
    return bool(_KANA_ONLY.match(search_form(text)))


def latin_reading(kana: str) -> str:
    """Return hiragana in Latin letters, as `respelled` leaves them: こばやし is "kobayasi"."""
    letters, doubled = "", False
    for char in kana:
        if char == "っ":
            doubled = True
        elif char in _SMALL and letters:
            letters = letters[:-1] + _SMALL[char]
        elif char in _SYLLABLES:
            syllable = _SYLLABLES[char]
            letters += (syllable[0] if doubled else "") + syllable
            doubled = False
        elif char == "ん":
            letters += "n"
    return respelled(letters)


def respelled(latin: str) -> str:
    """Return Japanese in Latin letters in one spelling for all romanizations."""
    for pattern, same in _RESPELLED:
        latin = pattern.sub(same, latin)
    return latin


def name_matches(name: str, search: str, reading: str = "") -> bool:
    """Return True if every word of the search begins a part of the name, or parts written as one.

    In scripts that write names without spaces, a word may be anywhere in it. A phonetic name may be
    searched for in kana and in Latin letters; a name in kana is its own phonetic name.
    """
    return _finds(_begins, name, search, reading)


def name_is_near(name: str, search: str, reading: str = "") -> bool:
    """Return True if the name would match after changing one letter in each word.

    That is one wrong, missing or extra letter, or two swapped neighbours. Short words must match
    exactly.
    """
    return _finds(_nearly_begins, name, search, reading)


def nearest(rows: Iterable[Row], search: str, spellings: Spellings[Row]) -> Found[Row]:
    """Return the rows with a name that the search finds; without any, those with a near one.

    `spellings` gives the names of a row, each with its phonetic name or "".
    """
    known = [(row, tuple(spellings(row))) for row in rows]
    for finds in (name_matches, name_is_near):
        matching = [
            row
            for row, names in known
            if any(finds(name, search, reading) for name, reading in names)
        ]
        if matching:
            return Found(matching, is_near=finds is name_is_near)
    return Found([])


def _finds(begins: _Begins, name: str, search: str, reading: str) -> bool:
    written = search_form(name)
    forms = [_BETWEEN_PARTS.split(form) for form in {written, written_out(name)}]
    sound = search_form(reading) or (written if _KANA_ONLY.match(written) else "")
    spoken = _BETWEEN_PARTS.split(sound) if sound else ()
    latin = [latin_reading(part) for part in spoken]
    return all(
        any(begins(parts, typed) for parts in forms for typed in written_so)
        or begins(spoken, word)
        or (bool(latin) and begins(latin, respelled(word)))
        for word, written_so in _typed(search)
    )


@lru_cache(maxsize=64)
def _typed(search: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the words of a search with their spellings; every name is compared with them."""
    both = zip(_words(search_form(search)), _words(written_out(search)), strict=True)
    return tuple((word, frozenset((word, out))) for word, out in both)


def _words(search: str) -> list[str]:
    return _BETWEEN_WORDS.split(_INSIDE_WORDS.sub("", search))


@lru_cache(maxsize=50_000)
def likely_key(name: str) -> str:
    """Return a key that likely spellings of one name share: "Rossi, Mario" and "mario rossi".

    It ignores all that a search ignores: accents, case, width, variants of a character, kinds of
    kana and punctuation between the parts. Any part may be first,
    so that 高橋 陽子, 髙橋陽子 and 陽子 高橋 are the same. Hidden variation marks do not count.
    """
    return _least_turn("".join(_BETWEEN_PARTS.split(search_form(name))))


def _least_turn(text: str) -> str:
    """Return the rotation of a text that sorts first, among "abc", "bca", "cab"."""
    doubled, best, other = text + text, 0, 1
    length, same = len(text), 0
    while best < length and other < length and same < length:
        left, right = doubled[best + same], doubled[other + same]
        if left == right:
            same += 1
            continue
        if left > right:
            best += same + 1
        else:
            other += same + 1
        other += best == other
        same = 0
    start = min(best, other)
    return doubled[start : start + length]


def _begins(parts: Sequence[str], word: str) -> bool:
    """Return whether a word begins the text from one of the parts on; if not Latin, is in it."""
    whole = "".join(parts)
    if not _LATIN_ONLY.match(word):
        return word in whole
    at = 0
    for part in parts:
        if whole.startswith(word, at):
            return True
        at += len(part)
    return False


def _nearly_begins(parts: Sequence[str], word: str) -> bool:
    """Return whether a word, perhaps with one wrong letter, begins the text from a part on."""
    if len(word) < NEAR_LETTERS or word.isdecimal():
        return _begins(parts, word)
    whole, at = "".join(parts), 0
    for part in parts:
        if part and _is_near(whole[at:], word):
            return True
        at += len(part)
    return _begins(parts, word)


def _is_near(text: str, word: str) -> bool:
    """Return whether the text begins with the word, or with one that differs by one letter."""
    at = next(
        (at for at, (a, b) in enumerate(zip(text, word, strict=False)) if a != b),
        min(len(text), len(word)),
    )
    if at == 0 and len(word) == NEAR_LETTERS:
        return False
    swapped = word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]
    return (
        text.startswith(word[at:], at)
        or text.startswith(word[at + 1 :], at + 1)  # a substituted letter
        # A missing letter; the text may still be the beginning of a name.
        or (at > 0 and text.startswith(word[at:], at + 1))
        or text.startswith(word[at + 1 :], at)  # an additional letter
        or text.startswith(swapped, at)
    )


def number_sought(search: str) -> int | None:
    """Return the table number that a search contains; None for any other text."""
    digits = fold(search)
    return int(digits) if re.fullmatch(r"[0-9]{1,6}", digits) else None
