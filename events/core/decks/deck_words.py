"""Words on decklists: headings in eight languages, basic lands, cards without a limit."""

import re
import unicodedata
from enum import Enum, auto

_MARKS = re.compile("[\u0300-\u036f]")


class Section(Enum):
    """Section of a list that a heading begins; TYPE is a kind of card within the section before."""

    MAIN = auto()
    SIDE = auto()
    COMPANION = auto()
    COMMANDER = auto()
    ABOUT = auto()
    OUTSIDE = auto()
    TYPE = auto()


def folded(text: str) -> str:
    """Return the form in which names are compared: without case, accents, kinds of apostrophes."""
    wide = unicodedata.normalize("NFKC", text).casefold().replace("æ", "ae").replace("œ", "oe")
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", wide))
    plain = plain.replace("\u2019", "'").replace("\u2018", "'").replace("`", "'")
    return " ".join(unicodedata.normalize("NFC", plain).split())


def _words(text: str) -> frozenset[str]:
    return frozenset(folded(word) for word in text.split("|"))


# English, German, French, Spanish, Italian, Portuguese, Japanese, Korean, Chinese.
_HEADINGS = {
    Section.MAIN: _words(
        "deck|main|main deck|maindeck|mainboard|main board|decklist|deck list|hauptdeck|"
        "deck principal|jeu principal|paquet|mazo|mazo principal|mazzo|mazzo principale|"
        "baralho|baralho principal|デッキ|メイン|メインデッキ|メインボード|"
        "본덱|덱|메인|메인 덱|메인덱|套牌|主牌|主套牌|牌组|牌組|主牌组|主牌組"
    ),
    Section.SIDE: _words(
        "sideboard|side board|side|sb|side deck|réserve|réserve de côté|banquillo|reserva|riserva|"
        "サイドボード|サイド|사이드보드|사이드|备牌|備牌|备用牌|備用牌"
    ),
    Section.COMPANION: _words(
        "companion|companions|gefährte|gefährtin|gefährten|compagnon|compañero|compagno|"
        "companheiro|相棒|단짝|행동 동료|行侣|行侶"
    ),
    Section.COMMANDER: _words(
        "commander|commanders|kommandeur|kommandeure|commandant|commandants|comandante|"
        "comandantes|comandanti|統率者|지휘관|커맨더|指挥官|指揮官"
    ),
    Section.ABOUT: _words(
        "about|über|info|à propos|acerca de|informazioni|sobre|詳細|情報|について|"
        "デッキについて|정보|덱 정보|关于|關於|简介|簡介"
    ),
    Section.OUTSIDE: _words(
        "maybeboard|maybe|considering|tokens|token|wishlist|not in deck|検討中|トークン|토큰|衍生物"
    ),
    Section.TYPE: _words(
        "creature|creatures|instant|instants|sorcery|sorceries|spell|spells|other spells|"
        "artifact|artifacts|enchantment|enchantments|planeswalker|planeswalkers|battle|battles|"
        "land|lands|basic lands|non-basic lands|other|others|kreaturen|zauber|länder|artefakte|"
        "verzauberungen|spontanzauber|hexereien|créatures|sorts|terrains|artefacts|enchantements|"
        "éphémères|rituels|criaturas|hechizos|tierras|artefactos|encantamientos|instantáneos|"
        "conjuros|creature magiche|terre|magie|artefatti|incantesimi|istantanei|stregonerie|"
        "terrenos|mágicas|artefatos|encantamentos|feitiços|mágicas instantâneas|"
        "クリーチャー|土地|インスタント|ソーサリー|アーティファクト|エンチャント|プレインズウォーカー|呪文|"
        "생물|대지|순간마법|집중마법|마법물체|부여마법|生物|瞬间|瞬間|法术|法術|神器|结界|結界|鹏洛客"
    ),
}
_SECTION_OF = {word: section for section, words in _HEADINGS.items() for word in words}

_BASICS = _words(
    "plains|island|swamp|mountain|forest|wastes|ebene|insel|sumpf|gebirge|wald|ödnis|"
    "plaine|île|marais|montagne|forêt|llanura|isla|pantano|montaña|bosque|yermos|"
    "pianura|isola|palude|montagna|foresta|distese|"
    "planície|ilha|pântano|montanha|floresta|ermos|"
    "平地|島|沼|山|森|荒地|들|섬|늪|산|숲|황무지|"
    "平原|海岛|海島|沼泽|沼澤|山脉|山脈|树林|樹林|荒野"
)
# A basic land that is opened like any other card, in the languages above with a name for it.
_WASTES = _words("wastes|ödnis|yermos|distese|ermos|荒地|황무지|荒野")
_SNOW = re.compile(
    "^(snow[- ]covered|verschneite[rs]?|冠雪の|눈 덮인|覆雪的?|积雪的?|積雪的?|雪境|雪域) *"
    "| (enneigee?s?|innevat[aeo]|nevad[ao]s?|da neve|cobert[ao] de neve)$"
)
# Cards whose own text allows more copies: any number, or a fixed number.
_MORE = dict.fromkeys(
    _words(
        "relentless rats|rat colony|persistent petitioners|shadowborn apostle|dragon's approach|"
        "slime against humanity|hare apparent|templar knight|tempest hawk|megalegion"
    )
) | {"seven dwarves": 7, "nazgul": 9}


def section_of(text: str) -> Section | None:
    """Return the section that a heading begins; None for a line that is not a heading."""
    return _SECTION_OF.get(folded(text))


def is_basic(key: str) -> bool:
    """Return True for a basic land, snow-covered or not, by its folded name in any language."""
    return key in _BASICS or _SNOW.sub("", key).strip() in _BASICS


def is_added_land(key: str) -> bool:
    """Return True for a basic land that a limited deck may have without opening it."""
    return key in _BASICS and key not in _WASTES


def most_copies(key: str, usual: int) -> int | None:
    """Return how many a deck may have of a card, by its folded name; None: any number."""
    if is_basic(key):
        return None
    return _MORE.get(key, usual)
