"""How a name is shortened for those who are not to read all of it."""

import unicodedata

from domain.names import given_name_first

# Scripts in which the family name comes first.
FAMILY_FIRST = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
DOT = "."


def numbered(number: int) -> str:
    """Return the text for a player whose name is not shown; the same in every language."""
    return f"№ {number}"


def first_and_initial(name: str) -> str:
    """Return "Mario R." for "Mario Rossi" and for "Rossi, Mario".

    Where the family name comes first it is that which is shortened: "小. 美咲" for "小林 美咲". A
    name of one word is no first name for certain, so only its first letter stays.
    """
    words = given_name_first(name).split()
    if len(words) < 2:
        return f"{name[:1]}{DOT}"
    if _family_first(words[0]):
        return f"{words[0][:1]}{DOT} {words[-1]}"
    return f"{words[0]} {words[-1][:1]}{DOT}"


def _family_first(word: str) -> bool:
    return unicodedata.name(word[0], "").startswith(FAMILY_FIRST)
