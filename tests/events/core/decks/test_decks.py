"""Decklists as people export them: every form is counted, what is wrong is named at its line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.core.decks.deck_lines import entry_of, heading_of, plain
from events.core.decks.deck_words import Section, is_basic, most_copies
from events.core.decks.deck_xml import list_of
from events.core.decks.decklists import Counted, counted
from events.core.refusals import RefusedError

ARENA = """About
Name Mono Red

Companion
1 Jegantha, the Wellspring (IKO) 222

Deck
4 Lightning Bolt (UND) 97
4 Fire // Ice (MH2) 290
52 Mountain (ANB) 114

Sideboard
1 Jegantha, the Wellspring (IKO) 222
14 Forest (ORI) 270
"""
MTGO_TEXT = """4 Lightning Bolt
56 Snow-Covered Mountain

15 Forest
"""
MTGO_DEK = """<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http" xmlns:xsi="http">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="62389" Quantity="4" Sideboard="false" Name="Lightning Bolt" Annotation="0" />
  <Cards CatID="1" Quantity="56" Sideboard="false" Name="Mountain" Annotation="0" />
  <Cards CatID="2" Quantity="15" Sideboard="true" Name="Forest" Annotation="0" />
</Deck>
"""
MOXFIELD = """4 Lightning Bolt (2XM) 129 *F*
56 Mountain (UNF) 238 *E*

SIDEBOARD:
15 Forest (ORI) 270
"""
ARCHIDEKT = """4x Lightning Bolt (2xm) 129 [Burn] ^Have,#37d67a^
56x Mountain (unf) 238 [Land]
15x Forest (ori) 270 *F* [Sideboard{noDeck}{noPrice}]
"""
ARCHIDEKT_BY_PARTS = """# Burn
4x Lightning Bolt (2xm) 129

# Land (56)
56x Mountain

# Sideboard
15x Forest

# Maybeboard
3x Shock
"""
MELEE = """Deck
4 Lightning Bolt
56 Mountain

Sideboard
15 Forest
"""
COMMENTED = """// Mono Red, by me
// 60 Maindeck
4 [2XM] Lightning Bolt
56 [UNF:238] Mountain
// Sideboard
SB: 15 [ORI] Forest
"""
JAPANESE = """デッキ
4x稲妻
56枚 山

サイドボード
15 森
"""


def read(text: str, game_format: str = "Modern", games: int = 2) -> Counted:
    return counted(text, game_format, games)


@pytest.mark.parametrize(
    "text",
    [
        ARENA, MTGO_TEXT, MTGO_DEK, MOXFIELD, ARCHIDEKT, ARCHIDEKT_BY_PARTS, MELEE,
        COMMENTED, JAPANESE, MELEE.replace("\n", "\r\n"), "\ufeff" + MELEE,
    ],
    ids=[
        "Arena", "MTGO .txt", "MTGO .dek", "Moxfield", "Archidekt", "Archidekt by parts", "Melee",
        "comments", "Japanese", "of Windows", "with a byte order mark",
    ],
)  # fmt: skip
def test_every_usual_export_is_counted(text: str) -> None:
    found = read(text)
    assert (found.main, found.side) == (60, 15)
    assert (found.unknown, found.problems, found.copies) == ((), (), ())


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("4 Lightning Bolt (UND) 97", 4, "Lightning Bolt"),
        ("4 Lightning Bolt *F*", 4, "Lightning Bolt"),
        ("4 Lightning Bolt [2XM]", 4, "Lightning Bolt"),
        ("4 Lightning Bolt|2XM", 4, "Lightning Bolt"),
        ("x4 Lightning Bolt", 4, "Lightning Bolt"),
        ("4x Lightning Bolt", 4, "Lightning Bolt"),
        ("4× Lightning Bolt", 4, "Lightning Bolt"),
        ("Lightning Bolt x4", 4, "Lightning Bolt"),
        ("- 4 Lightning Bolt", 4, "Lightning Bolt"),
        ("4\tLightning Bolt", 4, "Lightning Bolt"),
        ("4x稲妻", 4, "稲妻"),
        ("４枚 《稲妻》", 4, "稲妻"),
        ("稲妻 4枚", 4, "稲妻"),
        ("56枚 山", 56, "山"),
        ("4张 闪电击", 4, "闪电击"),
        ("4 Xenagos, the Reveler", 4, "Xenagos, the Reveler"),
        ("3 Borrowing 100,000 Arrows", 3, "Borrowing 100,000 Arrows"),
        ("2 1996 World Champion", 2, "1996 World Champion"),
        ("1 B.F.M. (Big Furry Monster)", 1, "B.F.M. (Big Furry Monster)"),
        ("1 +2 Mace", 1, "+2 Mace"),
        ("1 Sol Ring (PLST) C16-272", 1, "Sol Ring"),
        ("1 Arcane Signet (ELD) 331★", 1, "Arcane Signet"),
    ],
)
def test_a_line_says_how_many_of_which_card(line: str, count: int, name: str) -> None:
    entry = entry_of(plain(line))
    assert entry is not None
    assert (entry.count, entry.name) == (count, name)


@pytest.mark.parametrize(
    "line", ["Lightning Bolt", "4", "0 Lightning Bolt", "1000 Forest", "4 !", "?"]
)
def test_what_names_no_card_is_kept_with_its_line(line: str) -> None:
    found = read(f"60 Island\n\n{line}")
    assert [(one.number, one.text) for one in found.unread] == [(3, line)]
    assert found.unknown == (line,)


@pytest.mark.parametrize(
    ("section", "words"),
    [
        (Section.MAIN, "Deck|Hauptdeck|Mazo|Mazzo|Baralho|デッキ|덱|套牌|Main Deck (60)"),
        (Section.MAIN, "// Maindeck:|Maindeck: 60 cards"),
        (Section.SIDE, "Sideboard|Réserve|Banquillo|Riserva|サイドボード|사이드보드|备牌|備牌"),
        (Section.SIDE, "SB:|Sideboard (15)|15 Sideboard|# Sideboard|サイドボード：15枚"),
        (Section.SIDE, "=== SIDEBOARD ===|// Sideboard"),
        (Section.COMPANION, "Companion|Gefährte|Compagnon|Compañero|Compagno|Companheiro"),
        (Section.COMPANION, "相棒|단짝|行侣"),
        (Section.COMMANDER, "Commander|Kommandeur|Commandant|Comandante|統率者|지휘관|指挥官"),
        (Section.ABOUT, "About|Über|À propos|Acerca de|Informazioni|Sobre|情報|정보|关于"),
    ],
)
def test_headings_are_known_in_eight_languages(section: Section, words: str) -> None:
    assert {word: heading_of(plain(word)) for word in words.split("|")} == dict.fromkeys(
        words.split("|"), section
    )


BASICS = (
    "Plains|snow-covered forest|Wastes|Gebirge|Verschneites Gebirge|Île|Île enneigée|Montaña|"
    "Bosque nevado|Isola innevata|Planície|Ilha da Neve|山|冠雪の島|산|海岛"
)


@pytest.mark.parametrize("name", BASICS.split("|"))
def test_basic_lands_are_known_in_every_language(name: str) -> None:
    entry = entry_of(f"30 {name}")
    assert entry is not None
    assert is_basic(entry.key)
    assert read(f"60 {name}").problems == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("4 Lightning Bolt (UND) 97", "4 Lightning Bolt (2XM) 129 *F*"),
        ("4 Lightning Bolt", "SB: 4 LIGHTNING BOLT [M10]"),
        ("4 Fire // Ice", "1 Fire/Ice"),
        ("4 Delver of Secrets // Insectile Aberration", "1 Delver of Secrets"),
        ("4 Lim-Dûl's Vault", "1 Lim-Dul’s Vault"),
        ("4 Æther Vial", "1 Aether Vial"),
        ("4 《稲妻/Lightning Bolt》", "4x稲妻"),
    ],
)
def test_two_spellings_or_printings_of_one_card_count_together(first: str, second: str) -> None:
    found = read(f"60 Island\n{first}\n\n{second}")
    (card,) = found.copies
    assert card.lines == (2, 4)
    assert card.count == int(re.sub(r"\D.*", "", first)) + int(
        re.sub(r"^\D*(\d+).*", r"\1", second)
    )
    assert card.most == 4
    assert found.problems == ("copies",)


def test_the_warning_names_the_card_the_count_and_the_lines() -> None:
    (card,) = read("4 Lightning Bolt (UND) 97\n60 Island\n4 Lightning Bolt *F*").copies
    assert (card.name, card.count, card.most, card.lines) == ("Lightning Bolt", 8, 4, (1, 3))
    assert card.line_numbers == "1, 3"


@pytest.mark.parametrize(
    ("text", "game_format", "main", "side"),
    [
        ("60 Island\n\n15 Bolt A", "Modern", 60, 15),
        ("60 Island\n\n16 Island", "Modern", 60, 16),
        ("20 Island\n\n40 Island", "Modern", 60, 0),
        ("30 Island\n\n30 Forest\n\n37 Swamp", "Modern", 97, 0),
        ("30 Island\n\n30 Forest\n\n15 Swamp", "Modern", 60, 15),
        ("40 Island\n\n50 Swamp", "Sealed Deck", 40, 50),
        ("60 Island\n\nSideboard\n10 Swamp\n\n5 Forest", "Modern", 60, 15),
        ("Commander\n1 Atraxa\n\nDeck\n60 Island\n\n39 Forest", "Commander", 100, 0),
    ],
)
def test_what_stands_after_the_last_blank_line_is_the_sideboard(
    text: str, game_format: str, main: int, side: int
) -> None:
    found = read(text, game_format)
    assert (found.main, found.side) == (main, side)


def test_a_commander_deck_has_one_hundred_cards_and_one_of_a_name() -> None:
    right = "Commander\n1 Atraxa\n\nDeck\n1 Sol Ring\n98 Forest"
    assert read(right, "Commander").problems == ()
    wrong = read(right.replace("1 Sol Ring", "2 Sol Ring"), "Commander")
    assert [(card.name, card.count, card.most) for card in wrong.copies] == [("Sol Ring", 2, 1)]
    assert read("1 Atraxa\n98 Forest", "Commander").problems == ("few",)


def test_cards_that_say_so_may_be_more_than_four() -> None:
    assert read("30 Island\n30 Relentless Rats").problems == ()
    assert most_copies("seven dwarves", 4) == 7
    assert read("53 Island\n8 Seven Dwarves").problems == ("copies",)


BOMB = """<?xml version="1.0"?>
<!DOCTYPE Deck [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Deck><Cards Quantity="4" Name="&b;"/></Deck>"""


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE Deck SYSTEM "file:///etc/passwd"><Deck/>',
        "<Deck>",
        "<Deck></Deck>",
        '<Deck><Cards Quantity="many" Name="Bolt"/></Deck>',
        '<Deck><Cards Quantity="0" Name="Bolt"/></Deck>',
        '<Deck><Cards Quantity="4"/></Deck>',
        "<?xml version='1.0'?>\x00",
        "<Deck>" * 20_000,
    ],
    ids=str.__len__,
)
def test_a_dek_file_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RefusedError) as caught:
        list_of(text)
    assert caught.value.field == "text"
    assert read(text).main == 0


def test_a_dek_file_is_kept_as_lines() -> None:
    assert list_of(MTGO_DEK) == ("4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Forest")
    assert list_of(MELEE) == MELEE


@given(
    st.text()
    | st.lists(st.sampled_from(ARENA.split() + JAPANESE.split()), max_size=40).map(" ".join)
)
def test_any_text_is_counted_or_refused(text: str) -> None:
    found = read(text)
    assert found.main >= 0
    assert len(found.unknown) == len(found.unread) <= len(text.splitlines())
