"""Headings of the columns in a list of players, and words that mark a line as no player.

The words are in one file with those of tables, `interchange/tables/column_words.txt`.
"""

import re

from domain.names import fold
from interchange.tables.column_words import SECTIONS
from interchange.tables.column_words import compact as compact

NAME, FIRST, LAST = "name", "first", "last"
EMAIL, READING, PLATFORM_ID, BYES = "email", "reading", "platform_id", "awarded_byes"
TEAM, SEAT, PAID, IGNORE = "team", "seat", "paid", "ignore"
KINDS = (NAME, FIRST, LAST, EMAIL, READING, PLATFORM_ID, BYES, TEAM, SEAT, PAID, IGNORE)
# Words of headings that are whole sentences: "What is your first name?"
INSIDE = (
    ("email", EMAIL), ("メール", EMAIL), ("correo", EMAIL), ("courriel", EMAIL), ("이메일", EMAIL),
    ("邮箱", EMAIL), ("电子邮件", EMAIL), ("電子郵件", EMAIL),
    ("フリガナ", READING), ("ふりがな", READING), ("ヨミガナ", READING), ("よみがな", READING),
    ("phonetic", READING),
    ("firstname", FIRST), ("givenname", FIRST), ("vorname", FIRST), ("prenom", FIRST),
    ("lastname", LAST), ("surname", LAST), ("familyname", LAST), ("nachname", LAST),
    ("nomdefamille", LAST), ("apellido", LAST), ("cognome", LAST), ("sobrenome", LAST),
    ("dci", PLATFORM_ID), ("wizards", PLATFORM_ID), ("arenaid", PLATFORM_ID),
    ("playerid", PLATFORM_ID), ("spielerid", PLATFORM_ID),
    ("teamname", TEAM), ("チーム名", TEAM),
    ("fullname", NAME), ("yourname", NAME), ("playername", NAME), ("nomcomplet", NAME),
    ("nombrecompleto", NAME), ("nomecompleto", NAME), ("spielername", NAME), ("氏名", NAME),
    ("お名前", NAME), ("姓名", NAME), ("이름", NAME),
    ("bezahlt", PAID), ("paid", PAID), ("freilos", BYES), ("byes", BYES), ("不戦勝", BYES),
)  # fmt: skip
# A title may have words of its own: "Harbour City Open".
LEAST_WORDS_OF_TITLE = 3


COLUMN_OF = {compact(word): kind for kind in KINDS for word in SECTIONS[kind]}
EITHER = frozenset(map(compact, SECTIONS["either"]))
HANDLES = frozenset(map(compact, SECTIONS["handles"]))
YES = frozenset(map(fold, SECTIONS["yes"]))
NO = frozenset({*map(fold, SECTIONS["no"]), "[ ]", "[]"})
NOTHING = frozenset({*map(fold, SECTIONS["nothing"]), ""})
_ABOUT_LISTS = frozenset(map(compact, SECTIONS["lists"]))
_COUNTED = frozenset(map(compact, SECTIONS["counted"]))
_EVENTS = frozenset(map(compact, SECTIONS["events"]))
_ANY = _ABOUT_LISTS | _COUNTED | _EVENTS | frozenset(map(compact, SECTIONS["plain"]))


def _any_of(words: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(fold, words), key=len, reverse=True)))


_CHARACTERS = _any_of(SECTIONS["characters"])
_STRONG_CHARACTERS = _any_of(
    [word for word in SECTIONS["characters"] if len(word) > 1] + SECTIONS["strong characters"]
)
_WORD = re.compile(r"[^\W\d_]+")
_HEADS = re.compile(r"\d+\s*(?:名|人|位|명)$")


def is_about_list(text: str) -> bool:
    """True for a text about the list that names no player: "Total: 2 players", 合計 2名."""
    folded = fold(text)
    # "Walk-ins" is one word.
    words = _WORD.findall(_CHARACTERS.sub(" ", folded).replace("-", ""))
    return _speaks_of_list(folded, words) and all(word in _ANY for word in words)


def is_format(text: str) -> bool:
    """True for words of events and nothing else: "Modern", "Pauper"."""
    words = _WORD.findall(fold(text))
    return bool(words) and all(word in _EVENTS for word in words)


def is_title(text: str) -> bool:
    """True for a line that may be a title above a list: "Harbour City Open", "Modern 12.05.2026".

    It has a word of lists or events, and more than a name would have: three words, or a number.
    """
    if is_about_list(text):
        return True
    folded = fold(text)
    words = _WORD.findall(folded)
    numbered = bool(re.search(r"\d", folded))
    if any(word in _EVENTS or word in _ABOUT_LISTS for word in words):
        known = len(words) > 1 and all(word in _ANY for word in words)
        return known or numbered or len(words) >= LEAST_WORDS_OF_TITLE
    return bool(_STRONG_CHARACTERS.search(folded)) and (numbered or len(folded) > len("参加者一覧"))


def _speaks_of_list(folded: str, words: list[str]) -> bool:
    if any(word in _ABOUT_LISTS for word in words) or _HEADS.search(folded):
        return True
    numbered = re.search(r"\d", folded) and any(word in _COUNTED for word in words)
    return bool(numbered or _STRONG_CHARACTERS.search(folded))
