"""Marks around a name in lists and chats: bullets, boxes, ticks, numbers, remarks, amounts.

Decoration means nothing and is removed silently (`undecorated`). An aside may mean something, so a
person sees what was taken off (`take_asides`).
"""

import re

from events.core.search import is_kana
from interchange.tables.column_words import SECTIONS


def _any_of(*words: str) -> str:
    """Return a pattern for these words, the longest first."""
    return "|".join(sorted(filter(str.isalpha, words), key=len, reverse=True))


_PAID, _FORMATS = _any_of(*SECTIONS["paid"]), _any_of(*SECTIONS["events"])
_AWAY = _any_of(*SECTIONS["absent"], *SECTIONS["waiting"])
# "Seat 7: ", "Player: "
_SEATS = _any_of(*SECTIONS["seat"], *SECTIONS["table table"], *SECTIONS["name"])
_BULLET = r"[=-]>\s*|[→⇒➔]\s*|[-*+–—•‣◦▪■□●○◆◇・･>]+\s+|[•‣◦▪■□●○◆◇・･►▶➤➜]+"
_TICK, _EMPTY_BOX = "✓✔✅☑", "☐⬜□■"
_TICKED = r"\[[ xX✓✔]?\]"
_BOX = rf"{_TICKED}|[{_TICK}{_EMPTY_BOX}]\ufe0f?"
_CROSSES = "✗✘☒❌×"
_NUMBER = (
    r"(?:[#＃№]\s*\d{1,5}\s+|\d{1,4}(?:st|nd|rd|th|[ºª°])[.:)]?\s+|"
    rf"(?:{_SEATS})\s*#?\d{{1,4}}\s*(?:[:：.)]|[-–—](?=\s))\s*(?=\S)|"
    r"(?:no|nr)\.\s*\d{1,5}[.):]?\s+|"
    r"[(（]?\d{1,5}\s*[.．)）:：](?!\d)|[①-⑳])"
)
_LEADING = re.compile(
    rf"\s*(?:(?:{_BULLET}|{_BOX})\s*){{0,4}}({_NUMBER})?\s*(?:(?:{_BOX})\s*)?", re.I
)
# A country's flag, as regional letters or with tags.
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0020-\U000e007f]+")
_TRAILING = re.compile(rf"(?:\s*(?:[{_TICK}√]\ufe0f?|{_TICKED}))+\s*$")
# "12 Ada": a number, if the whole list has them.
_BARE_NUMBER = re.compile(r"^\s*\d{1,5}\s+(?=[^\W\d_])")
# "3 Jakob Delacroix": a number before two words, the first capitalized; "7 Days" is a name.
_LINE_NUMBER = re.compile(r"^\s*(\d{1,4})\s+(?=[^\W\d_a-z][^\s\d,;]+\s+[^\W\d_])")
# Remarks in brackets: two words, pronouns, or a yes. A cross is a tick.
_REMARK = re.compile(
    r"(?<=\S)\s*[(（]([^\s()（）@\d]+ (?:[^()（）@\d#]|(?<!\d)\d{1,3}(?!\d))+"
    rf"|[^\W\d_]+(?:/[^\W\d_]+)+|{_PAID}|{_FORMATS}|{_AWAY}|no-shows?|#\d{{1,4}}|[fmw]|ok|unpaid|yes|done|dropped|late|vip|maybe|tbc|vielleicht|quizás|forse|talvez|peut-être|x)[)）]\s*$",
    re.I,
)
# "[paid 10 EUR]"
_PAYMENT = re.compile(rf"(?<=\S)\s*[(（\[]((?:{_PAID})\b[^\[\]()（）]*)[)）\]]\s*$", re.I)
# "李 小龙 (Bruce)": what people call a name in other letters.
_OTHER_LETTERS = re.compile(
    r"(?<=[\u0370-\u1fff\u3040-\uffef])\s*[(（]([a-zA-Z][^()（）]*)[)）]\s*$"
)
# "佐藤花子（初参加）": a note of the same letters; kana in brackets is how a name is read.
_NOTE = re.compile(
    r"(?<=[\u3040-\u9fff\uac00-\ud7a3])\s*[(（]([^()（）\d@#]*[\u3040-\u9fff\uac00-\ud7a3]"
    r"[^()（）\d@#]*)[)）]\s*$"
)
_ALIAS = re.compile(r"(?<=\S),?\s+((?:a\.?k\.?a\.?|alias)\s+\S.*)$", re.I)
_DECK = re.compile(r"(?<=\S)\s+\[([^\[\]@\d]{2,})\]\s*$")
_CROSS = re.compile(rf"(?<=[^\W\d_]{{2}})(?:\s+|(?=[{_CROSSES}]))(x|[{_CROSSES}])\s*$")
_CROSS_BEFORE = re.compile(r"^\s*(x)\s+(?=[^\W\d_a-z]\S*\s+\S)")
# "[28.11., 18:04] Ada Falk": a chat's time of a message.
_SENT = re.compile(
    r"^\s*(\[?\d{1,4}[./-]\d{1,2}(?:[./-]\d{0,4})?,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?\]?)"
    r"\s*[-–:]?\s*(?=\S)",
    re.I,
)
_HANDLE = re.compile(r"^\s*(@[^\s:@]+)(?::\s*|\s+)(?=[^\W\d_]\S*\s+[^\W\d_])")
_MONEY = re.compile(
    r"(?<=\S)\s+((?:[€$£¥]\s?\d{1,4}(?:[.,]\d{2})?|\d{1,4}(?:[.,]\d{2})?\s?(?:€|eur|usd|chf|円)"
    r"|\d{1,4},-{1,2})"
    r"(?:\s+(?:paid|bezahlt))?)\s*$",
    re.I,
)
_DAY = re.compile(r"(?<=\S)\s+(\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?)\s*$")
_EMOJI = re.compile(
    r"(?<=\S)\s*([\U0001F000-\U0001FAFF\u2600-\u27BF][\uFE0F\u200D\U0001F3FB-\U0001F3FF]*)\s*$"
)
_EMOJI_BEFORE = re.compile(
    r"^\s*([\U0001F000-\U0001FAFF\u2600-\u27BF][\uFE0F\u200D\U0001F3FB-\U0001F3FF]*)\s*(?=\w)"
)
# Forms of address: "Dr. Ada Falk", "Prof. Dr. Karl Weiß"; "森 ゆき さん".
_ADDRESS = re.compile(
    r"^\s*((?:(?:(?:mr|mrs|ms|mx|miss|dr|prof|herr|frau|mme|mlle|sig|sig\.?ra|sig\.?na|dott|dott\.?ssa"
    r"|sra|ing|dipl)\.?|(?:m|sr|hr|fr)\.)"
    r"\s+)+)(?=\S+\s+\S)",
    re.I,
)
_YEAR = r"(?:19[3-9]\d|20[0-2]\d)"
_BORN = r"(?:\*|born|geb\.?|geboren|jg\.?|jahrgang|b\.|née?|nacid[oa]|nat[oa])\s*"
# "Ada Falk (1991)", "Ada Falk (*1991)", "Ada Falk, born 1991"
_BIRTH = re.compile(
    rf"(?<=\S)\s*[(（\[]((?:{_BORN})?{_YEAR})[)）\]]\s*$|(?<=\S),?\s+({_BORN}{_YEAR})\s*$", re.I
)
# "Ada Falk 1991", "Bo Lind 1850": a year of birth or a rating, behind two words.
_FIGURE = re.compile(r"(?<=[^\W\d_])\s+(\d{3,4})\s*$")
_HONORIFIC = re.compile(
    r"(?<=\S)\s*((?:さん|さま|様|氏|選手|님|선수)(?:\s*[（(](?![\u3041-\u30ff\s]+[)）])[^()（）]*[)）])?)\s*$"
)
_LABEL = re.compile(
    rf"^\s*((?:vip|guest|gast|invité|invitado|ospite|ゲスト|{_any_of(*SECTIONS['name'])})\s*[:：])"
    r"\s*(?=\S)",
    re.I,
)
# A lowercase or uppercase word, because "Mike Judge" and "Ada Late" are names.
_STATUS = re.compile(
    r"(?<=\S)\s+(?:\.{2,}\s*)?(paid|ok|unpaid|vip|VIP|PAID|bezahlt|betaald|betald|payé|pagado|pagato|dropped|confirmed|tbc|TBC)"
    r"[!.]?\s*$"
)
# The fewest words before a figure that is no part of the name.
LEAST_WORDS = 2
# The most asides in a row on a line.
MOST_TURNS = 4
_ASIDES = (
    _SENT,
    _HANDLE,
    _EMOJI_BEFORE,
    _LABEL,
    _ADDRESS,
    _HONORIFIC,
    _STATUS,
    _LINE_NUMBER,
    _CROSS_BEFORE,
    _EMOJI,
    _BIRTH,
    _FIGURE,
    _DAY,
    _MONEY,
    _PAYMENT,
    _REMARK,
    _OTHER_LETTERS,
    _NOTE,
    _ALIAS,
    _DECK,
    _CROSS,
)


def undecorated(text: str) -> str:
    """Return a text without flags, bullets, boxes, numbering and ticks around it."""
    text = _LEADING.sub("", _FLAG.sub(" ", text).strip(), count=1)
    return _TRAILING.sub("", text)


def has_bare_number(line: str) -> bool:
    """True for "12 Ada Falk": numbering, if the whole list is like that."""
    return bool(_BARE_NUMBER.match(line))


def without_bare_number(line: str) -> str:
    """Return "12 Ada Falk" without its number."""
    return _BARE_NUMBER.sub("", line)


def take_asides(text: str) -> tuple[str, list[str]]:
    """Return the text of a line without what is written around its name, and these parts."""
    asides: list[str] = []
    for _turn in range(MOST_TURNS):
        before = text
        for pattern in _ASIDES:
            match = pattern.search(text)
            rest = f"{text[: match.start()]}{text[match.end() :]}".strip() if match else ""
            if match and pattern is _FIGURE and len(rest.split()) < LEAST_WORDS:
                continue  # "Slayer 1999" is a handle
            part = next(filter(None, match.groups()), "") if match else ""
            if match and rest and (pattern is _HONORIFIC or not is_kana(part)):
                asides.append(part.strip())
                text = rest
        if text == before:
            break
    return text, asides
