"""The card file: read in little memory, names however they are written, legality by format.

No published card file is available: the files here are made up in the shape that Scryfall and
MTGJSON document. The names of real lists are those of the caches next to the repository.
"""

import gzip
import json
import tracemalloc
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from events.core.cards.card_file import card_file_path, find_cards, loaded
from events.core.cards.deck_legality import CardFault, Fault, card_faults
from events.core.cards.reading import CardFileError, read_cards
from events.decks.actions import save_decklist
from tests.events.support.doors import address
from tests.events.support.public_events import Played
from tests.shared import shared

LEGAL, BANNED = {"modern": "legal", "vintage": "legal"}, {"modern": "banned", "vintage": "legal"}
CARDS: list[dict[str, Any]] = [
    {"name": "Lightning Bolt", "legalities": LEGAL},
    {"name": "Hogaak, Arisen Necropolis", "legalities": BANNED},
    {"name": "Black Lotus", "legalities": {"modern": "not_legal", "vintage": "restricted"}},
    {"name": "Lórien Revealed", "legalities": LEGAL},
    {
        "name": "Fire // Ice",
        "layout": "split",
        "legalities": LEGAL,
        "card_faces": [{"name": "Fire"}, {"name": "Ice"}],
    },
    {
        "name": "Brazen Borrower // Petty Theft",
        "layout": "adventure",
        "legalities": LEGAL,
        "card_faces": [{"name": "Brazen Borrower"}, {"name": "Petty Theft"}],
    },
    {"name": "Island", "legalities": LEGAL, "printed_name": "島"},
    {"name": "Lightning Bolt Token", "layout": "token", "legalities": {}},
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()


def bulk(path: Path, cards: list[dict[str, Any]]) -> None:
    lines = ",\n".join(json.dumps(card, ensure_ascii=False) for card in cards)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def json_lines(path: Path, cards: list[dict[str, Any]]) -> None:
    text = "\n".join(json.dumps(card) for card in cards)
    path.write_bytes(gzip.compress(text.encode()))


def atomic(path: Path, cards: list[dict[str, Any]]) -> None:
    data = {
        card["name"]: [
            {
                "name": card["name"],
                "faceName": face["name"],
                "legalities": {name: word.title() for name, word in card["legalities"].items()},
                "foreignData": [{"language": "Japanese", "name": card.get("printed_name")}],
            }
            for face in card.get("card_faces") or [card]
        ]
        for card in cards
        if card.get("layout") != "token"
    }
    path.write_text(json.dumps({"meta": {"date": "2026-11-01"}, "data": data}), encoding="utf-8")


def load(tmp_path: Path, cards: list[dict[str, Any]], write: Callable[..., None] = bulk) -> None:
    path = tmp_path / "file.json"
    write(path, cards)
    call_command("cards", str(path))


def faults(text: str, game_format: str = "Modern") -> list[CardFault]:
    return list(card_faults(text, game_format, 2))


@pytest.mark.parametrize("write", [bulk, json_lines, atomic])
def test_every_documented_shape_gives_the_same_cards(
    tmp_path: Path, write: Callable[..., None], capsys: Any
) -> None:
    load(tmp_path, CARDS, write)
    assert "7 cards from file.json, 0 days old" in capsys.readouterr().out
    assert faults("4 Lightning Bolt\n4 Fire // Ice\n10 島") == []
    [banned, twice] = faults("4 Hogaak, Arisen Necropolis\n1 Black Lotus")
    assert (banned.fault, twice.fault) == (Fault.BANNED, Fault.NOT_LEGAL)


@pytest.mark.parametrize(
    "name",
    ["Fire // Ice", "Fire/Ice", "Ice // Fire", "Fire", "ICE", "fire  //  ice", "A-Lightning Bolt",
     "Lorien Revealed", "LÓRIEN REVEALED", "Brazen Borrower", "Petty Theft", "島",
     "Hogaak Arisen Necropolis", "Hogaak, Arisen\u2010Necropolis", "“Black Lotus”"],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(tmp_path: Path, name: str) -> None:
    load(tmp_path, CARDS)
    about = loaded()
    assert about is not None
    assert find_cards(about, [name])[name] is not None


def test_faults_name_the_card_its_lines_and_what_was_meant(tmp_path: Path) -> None:
    load(tmp_path, CARDS)
    [unknown] = faults("4 Lightening Bolt\n56 Island")
    assert unknown == CardFault(Fault.UNKNOWN, "Lightening Bolt", 4, (1,), "Lightning Bolt")
    assert faults("1 Black Lotus", "Vintage") == []
    [restricted] = faults("1 Black Lotus\n59 Island\n\nSideboard\n1 Black Lotus", "ヴィンテージ")
    assert (restricted.fault, restricted.count) == (Fault.RESTRICTED, 2)
    assert restricted.line_numbers == "1, 5"
    assert faults("4 Hogaak, Arisen Necropolis", "Booster Draft") == []


def test_without_a_file_nothing_is_checked() -> None:
    assert loaded() is None
    assert faults("4 Anything At All") == []


@pytest.mark.parametrize(
    "text", ["", "no JSON", "[", '[{"name": "Island"', '{"data": {"a": [', "{}"]
)
def test_a_broken_file_leaves_the_loaded_cards(tmp_path: Path, text: str) -> None:
    load(tmp_path, CARDS)
    broken = tmp_path / "broken.json"
    broken.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match="The loaded cards were kept"):
        call_command("cards", str(broken))
    about = loaded()
    assert about is not None
    assert about.cards == 7
    assert [path.name for path in card_file_path().parent.iterdir()] == [card_file_path().name]


def test_a_large_file_needs_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    text = "x" * 2_000
    bulk(path, [{"name": f"Card {n}", "legalities": LEGAL, "text": text} for n in range(8_000)])
    tracemalloc.start()
    count = sum(1 for _card in read_cards(path))
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 8_000
    assert most < path.stat().st_size / 4


def test_a_value_that_is_no_card_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    path.write_text("[1, 2, 3]", encoding="utf-8")
    with pytest.raises(CardFileError):
        list(read_cards(path))


def test_names_of_real_lists_are_found_in_other_spellings(tmp_path: Path) -> None:
    """Each real name by its front face, without accents, in capitals, with one slash."""
    names = set()
    for file in shared("foreign").glob("cache-*.json"):
        for deck in json.loads(file.read_text(encoding="utf-8"))["Decks"]:
            names |= {card["CardName"] for card in [*deck["Mainboard"], *deck["Sideboard"]]}
    load(tmp_path, [{"name": name, "legalities": LEGAL} for name in names])
    about = loaded()
    assert about is not None
    spellings = {
        written
        for name in names
        for plain in [unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()]
        for written in (name, plain, name.upper(), name.split("/")[0].strip(),
                        name.replace(" // ", "/"), name.replace("'", "’"),
                        name.replace("'", ""), name.replace("-", " "))
    }  # fmt: skip
    missing = [name for name, card in find_cards(about, spellings).items() if card is None]
    assert len(names) > 500
    assert len(missing) <= 0.005 * len(spellings)


@pytest.mark.django_db
def test_the_deck_pages_show_faults_and_the_file_s_age(tmp_path: Path, client: Client) -> None:
    load(tmp_path, CARDS)
    made = Played(["Ada", "Bo"], game_format="Modern")
    client.force_login(made.organizer)
    save_decklist(
        event_id=made.event.pk, actor=made.organizer, number=1, state="", text="4 Lightening Bolt"
    )
    page = client.get(address(made.event, "deck", number=1)).content.decode()
    assert "Did you mean Lightning Bolt?" in page
    page = client.get(address(made.event, "decks")).content.decode()
    assert "1 card to check" in page
    assert "7 cards of file.json" in page
