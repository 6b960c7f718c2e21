"""How a name is found by what somebody types; static/js/names.js says the same on the phone.

Accents, case, width, variants of a character and the two kinds of kana do not count, nor does
what stands between the parts of a name. A name with a reading is found by it, in kana and in
Latin letters, however these write Japanese.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from events.rules.names import KATAKANA, fold

# The form that most people can type stands second.
VARIANTS = (
    "髙高 﨑崎 斉斎 齊斎 齋斎 邊辺 邉辺 澤沢 濱浜 濵浜 嶋島 嶌島 廣広 國国 櫻桜 眞真 德徳 "
    "惠恵 龍竜 瀨瀬 圓円 榮栄 實実 寶宝 壽寿 學学 藏蔵 條条 會会 萬万 與与 關関 鹽塩 黑黒 "
    "淸清 增増 曾曽 遙遥 槇槙 穗穂 顯顕 彌弥 豐豊 靜静 瀧滝 藪薮 檜桧 螢蛍 𠮷吉 吳呉 栁柳 "
    "舘館 渕淵 渊淵 冨富 峯峰 桒桑 梁簗 凜凛 來来 亞亜 禮礼 禰祢"
)
_VARIANTS = str.maketrans({pair[0]: pair[1] for pair in VARIANTS.split()})
_BETWEEN_PARTS = re.compile(r"[\s,.'’()・-]+")
# What somebody types as one word, jean-luc, begins at the first of its parts.
_BETWEEN_WORDS, _INSIDE_WORDS = re.compile(r"[\s,.()・]+"), re.compile("['’-]")
_LATIN_ONLY = re.compile("^[\u0000-\u024f]*$")
_KANA_ONLY = re.compile("^[\u3041-\u3096ー\\s・]+$")

# Each row is a consonant and what it makes with a, i, u, e, o; a dot is none.
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
# What the ways to write Japanese in Latin letters differ in, made the same, in this order.
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
    """Return a text as a search compares it: folded, in hiragana, with usual characters."""
    return fold(text).translate(_VARIANTS).translate(KATAKANA)


def is_kana(text: str) -> bool:
    """Whether a text is written in kana alone, of either kind."""
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
    """Return Latin letters that say Japanese so that every way to write it gives the same."""
    for pattern, same in _RESPELLED:
        latin = pattern.sub(same, latin)
    return latin


def name_matches(name: str, search: str, reading: str = "") -> bool:
    """True when every word of the search begins a part of the name, or parts written as one.

    In scripts that write names without spaces, a word may stand anywhere in it. A reading may be
    searched for in kana and in Latin letters; of a name in kana it is the name itself.
    """
    written = search_form(name)
    parts = _BETWEEN_PARTS.split(written)
    sound = search_form(reading) or (written if _KANA_ONLY.match(written) else "")
    spoken = _BETWEEN_PARTS.split(sound) if sound else ()
    latin = [latin_reading(part) for part in spoken]
    return all(
        _begins(parts, word)
        or _begins(spoken, word)
        or (bool(latin) and _begins(latin, respelled(word)))
        for word in _BETWEEN_WORDS.split(_INSIDE_WORDS.sub("", search_form(search)))
    )


def _begins(parts: Sequence[str], word: str) -> bool:
    """Whether a word is the beginning of the parts from one of them on."""
    whole = "".join(parts)
    if not _LATIN_ONLY.match(word):
        return word in whole
    at = 0
    for part in parts:
        if whole.startswith(word, at):
            return True
        at += len(part)
    return False


def number_sought(search: str) -> int | None:
    """Return the table number that a search is, None where it is something else."""
    digits = fold(search)
    return int(digits) if re.fullmatch(r"[0-9]{1,6}", digits) else None
