"""The words of a typed text: stems of English words, and parts of a Japanese text without spaces.

static/js/staff/finder.js does the same in the palette.
"""

import re

# Adjacent kanji or katakana form a word, because Japanese has no spaces.
STRETCH = re.compile(r"[\u4e00-\u9fff々]{2,}|[\u30a1-\u30fa\u30fc]{2,}")
# The parts of a Japanese text that have a meaning: without particles and the endings of verbs.
CORE = re.compile(r"[\u4e00-\u9fff々]+|[\u30a1-\u30fa\u30fc]{2,}")
KANJI = re.compile(r"[\u4e00-\u9fff々]")
# The endings of English plurals and verbs after at least four letters, and a letter doubled before.
_ENDING = re.compile(r"(?<=[a-z]{4})(?:ings?|ed|ers?|ies|es|s)$")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")


def stem(word: str) -> str:
    """Return an English word without the ending of a plural or a verb: "swapping" is "swap"."""
    short = _ENDING.sub("", word)
    return word if short == word else _DOUBLED.sub(r"\1", short)
