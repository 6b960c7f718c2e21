"""Common letters of names in each encoding, and a measure of how well a word fits them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from unicodedata import category

_SIGNS = frozenset("’‘“”–—…‚„€§·°«»´×©®")
_KANA = frozenset(map(chr, [*range(0x3041, 0x3097), *range(0x30A1, 0x30FB), 0x30FC, 0x3005]))
_NARROW_KANA = frozenset(map(chr, range(0xFF66, 0xFFA0)))
# First characters of the most common family names.
_JAPANESE = frozenset(
    "佐鈴高田伊渡山中小加吉松井木林斎斉清橋藤石前後近岡長村大上野原和菅福三今池西東南北金森内安宮酒"
    "工横柴増丸杉新竹古平久五荒星河川本青水谷千土坂桜関永浅島荻武齋髙阿氏姓名"
)
_KOREAN = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민"
)
_SIMPLIFIED = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎"
    "余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文姓"
)
_TRADITIONAL = frozenset(
    "陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高潘簡朱鍾游彭詹胡施沈余盧梁趙顏柯孫魏翁戴"
    "范宋方鄧杜傅侯曹薛丁卓馬阮董唐溫藍蔣石紀姚連馮歐程湯姜田康鄒白涂尤巫韓龔嚴袁姓"
)


@dataclass(frozen=True)
class Familiar:
    """The common letters of an encoding, and rarer ones that count half.

    `leads` are the first bytes of double-byte letters; their second bytes start at `seconds`.
    `is_latin`: only then are letters next to ASCII letters plausible. `unmixed`: letters that count
    only in words made of nothing else.
    """

    encoding: str
    usual: frozenset[str] = frozenset()
    leads: range = range(0)
    rarer_leads: range = range(0)
    seconds: int = 0x40
    family_names: frozenset[str] = frozenset()
    is_latin: bool = False
    unmixed: frozenset[str] = frozenset()

    @cached_property
    def _plain(self) -> frozenset[str]:
        return self.usual | self._pairs(self.leads)

    @cached_property
    def _rarer(self) -> frozenset[str]:
        return self._pairs(self.rarer_leads) - self._plain

    def _pairs(self, leads: range) -> frozenset[str]:
        pairs = (bytes((lead, second)) for lead in leads for second in range(self.seconds, 0xFF))
        texts = (pair.decode(self.encoding, errors="replace") for pair in pairs)
        return frozenset(text for text in texts if len(text) == 1)

    def points(self, word: str) -> float:
        """Return the points of a word: 1 for each usual letter in a usual place."""
        if len(word) > 1 and self.unmixed.issuperset(word):
            return _UNMIXED * len(word)
        if len(word) == 1 and not self.leads and not self.is_latin:
            return 0  # could just as well separate words
        points = 0.0
        for at, char in enumerate(word):
            before, behind = word[:at][-1:], word[at + 1 : at + 2]
            if before.islower() and char.isupper() and not (before + char).isascii():
                points -= 1
            if not char.isascii():
                points += self._worth(char, before, behind)
        return points - 0.5 * (not self.is_latin and word[:1].islower())

    def _worth(self, char: str, before: str, behind: str) -> float:
        beside_ascii = any(item.isascii() and item.isalpha() for item in (before, behind))
        if self.is_latin:
            return (1 if beside_ascii else 0.5) if char in self._plain else 0
        if beside_ascii:
            return 0
        return 1 if char in self._plain else 0.5 if char in self._rarer else 0


def _letters(encoding: str, but: str = "") -> frozenset[str]:
    """Return the letters and vowel signs of the upper half of an encoding."""
    texts = (bytes((byte,)).decode(encoding, errors="ignore") for byte in range(0x80, 0x100))
    return frozenset(
        text for text in texts if text and category(text) in ("Lu", "Ll", "Lo", "Mn")
    ) - frozenset(but)


_WESTERN = _letters("cp1252", but="ƒµ")
FAMILIAR: Mapping[str, Familiar] = {
    item.encoding: item
    for item in (
        Familiar("cp1252", _WESTERN | _SIGNS | frozenset("ªº"), is_latin=True),
        Familiar("cp1250", _letters("cp1250") | _SIGNS, is_latin=True),
        Familiar("mac_roman", _WESTERN, is_latin=True),
        Familiar("cp850", _WESTERN, is_latin=True),
        Familiar("cp1251", _letters("cp1251", but="ЂЃѓ‰ЉЊЌЋЏђљњќћџЎўЈҐЅѕјµ") | frozenset("ґ")),
        Familiar("cp1255", frozenset(map(chr, range(0x5D0, 0x5EB)))),
        Familiar("koi8_r", _letters("koi8_r")),
        Familiar("cp1253", _letters("cp1253", but="ΰΐƒµ")),
        Familiar("cp1256", frozenset(map(chr, range(0x621, 0x64B)))),
        Familiar("cp874", _letters("cp874")),
        Familiar(
            "cp932",
            _KANA,
            leads=range(0x88, 0x99),
            rarer_leads=range(0x99, 0xFD),
            family_names=_JAPANESE | _KANA,
            unmixed=_NARROW_KANA,
        ),
        Familiar("cp949", leads=range(0xB0, 0xC9), seconds=0xA1, family_names=_KOREAN),
        Familiar(
            "gb18030",
            leads=range(0xB0, 0xD8),
            rarer_leads=range(0xD8, 0xF8),
            seconds=0xA1,
            family_names=_SIMPLIFIED,
        ),
        Familiar(
            "big5hkscs",
            leads=range(0xA4, 0xC7),
            rarer_leads=range(0xC9, 0xFA),
            family_names=_TRADITIONAL,
        ),
        Familiar(
            "euc_jp",
            _KANA,
            leads=range(0xB0, 0xD0),
            rarer_leads=range(0xD0, 0xF5),
            seconds=0xA1,
            family_names=_JAPANESE | _KANA,
        ),
    )
}

_UNMIXED = 0.9
_V = "aeiouyáéíóúýäëöüâîôãêìùõåæø"
_C = "bcdfghjklmnpqrstvwxzšžçß"
# Central European names decoded as Western European: Dvoøák, Kuèera, Gdañsk, Petroviæ, Erdõs.
_CENTRAL = re.compile(
    rf"ñ(?![{_V}])|(?<=[{_V}])[èø](?=[{_V}{_C}])|(?<=[{_C}])[èø](?=[aeiouáéíóú])"
    rf"|\b[èø](?=[aeiouáéíóú])|(?<=[aeiáéíř])[èøò]\b|(?<=[{_V}])[òæ](?=[{_C}]|\b)"
    rf"|(?<=[{_V}])æ(?=[aeiou])|\bæ(?=[aeiou])|ì(?=\w)|ï\b|\bï(?=[aeiou])"
    rf"|(?<=[aeiou])ï(?=[aeou])|\bð(?=[aeiou])|õ(?![ei])|ã(?![oe]|\b)|ù(?=\w)|(?<=z)û|û(?=[zs]|\b)"
    rf"|(?<=i)ê|ê(?=[bd]|cz|ck|sz|st|sn|tk|ty)|œ(?!u)|(?<=\w)º(?=\w)|(?<=[{_V}])þ|\bþe"
)
_WESTERN_EUROPEAN = re.compile(
    rf"ñ(?=[{_V}])|(?<=[{_C}])[èøòæ](?=[{_C}y])|(?<=[{_C}])[øòìùà]\b|(?<=[uo])è\b|ã[oe]|õe|å|œu"
    rf"|\bà|û(?=[lrt])|ê(?=t\b|ch|p|s\b|v|m|n)|[oaei]ï[{_C}]|ð(?=[{_C}])|\bæ(?=[{_C}])"
    rf"|\b[øè](?=[{_C}y])"
)


def is_central_european(text: str) -> bool:
    """Return whether names that were decoded as Western European are Central European.

    `text` is lowercase. The place of a letter decides: ñ precedes a vowel and ń does not; a vowel
    is between consonants, and a consonant is next to a vowel.
    """
    return len(_CENTRAL.findall(text)) > len(_WESTERN_EUROPEAN.findall(text))


def is_turkish(text: str) -> bool:
    """Return whether names that were decoded as Western European, in lowercase, are Turkish."""
    letters = set(text)
    return len(letters & set("þýð")) > 1 and not letters & set("áéíóúæ")
