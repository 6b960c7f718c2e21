"""Odd files in an operator's folders: passed over on pages, refused in words where one is named."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from events.core.cards.card_file import card_file_path, find_cards, loaded, nearest_name
from events.core.cards.reading import read_cards
from events.decks import archetype_rules
from events.decks.archetype_rules import suggest
from events.hosting.backups.retention import STATUS, backups_folder, read_status
from events.hosting.watch_failures import FAILURES, read_failures
from tests import factories

BURN = {"Name": "Burn", "Conditions": [{"Type": "InMainboard", "Cards": ["Lightning Bolt"]}]}
NO_LISTS: list[Any] = [5, "text", {"a": 1}]
NO_CONDITIONS: list[Any] = [*NO_LISTS, [5], [[]], [None]]
NO_TYPES: list[Any] = [[], {}, 5]
NO_CARDS: list[Any] = [5, [[]], {}]
ODD: list[Any] = [
    *("", "{", "[" * 20_000, "1" * 5_000, "null", "[]", '"text"', '{"Name": ["x"]}'),
    *({**BURN, "Conditions": odd} for odd in NO_CONDITIONS),
    *({**BURN, "Conditions": [{"Type": odd, "Cards": ["Lightning Bolt"]}]} for odd in NO_TYPES),
    *({**BURN, "Conditions": [{"Type": "InMainboard", "Cards": odd}]} for odd in NO_CARDS),
    *({**BURN, "Variants": odd} for odd in NO_LISTS),
]


@pytest.fixture
def folder(tmp_path: Path, settings: LazySettings) -> Path:
    archetype_rules._rules.cache_clear()
    (tmp_path / "Archetypes").mkdir()
    (tmp_path / "Fallbacks").mkdir()
    (tmp_path / "Archetypes" / "burn.json").write_text(json.dumps(BURN))
    settings.ARCHETYPE_RULES = str(tmp_path)
    return tmp_path


@pytest.mark.django_db
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_definition_is_passed_over(folder: Path, odd: Any) -> None:
    text = odd if isinstance(odd, str) else json.dumps(odd | {"Name": "Odd"})
    (folder / "Archetypes" / "odd.json").write_text(text)
    (folder / "Fallbacks" / "odd.json").write_text(text)
    assert suggest(factories.event(), "4 Lightning Bolt\n20 Mountain") in ("Burn", "")


@pytest.mark.django_db
def test_what_is_no_file_in_the_folder_is_passed_over(folder: Path) -> None:
    (folder / "Archetypes" / "folder.json").mkdir()
    os.mkfifo(folder / "Archetypes" / "pipe.json")
    (folder / "Archetypes" / "gone.json").symlink_to(folder / "nothing")
    (folder / "Archetypes" / "latin.json").write_bytes(b'{"Name": "\xe9"}')
    assert suggest(factories.event(), "4 Lightning Bolt\n20 Mountain") == "Burn"


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["nowhere", "Archetypes/burn.json", "\0"])
def test_a_folder_that_is_none_suggests_nothing(
    folder: Path, settings: LazySettings, place: str
) -> None:
    settings.ARCHETYPE_RULES = str(folder / place)
    assert suggest(factories.event(), "4 Lightning Bolt") == ""


@pytest.mark.parametrize(
    "text",
    [
        *("[" * 20_000, '{"a":' * 20_000, "1" * 5_000, "[" + "1" * 5_000, '{["a"]: 1}', "{1: 2}"),
        *(
            '{"data": 5}',
            '{"data": {"a": 5}}',
            '{"data": {"a": [5]}}',
            "\x1f\x8bnothing",
            "[\ud800",
        ),
        '{"data": {"a": [{"name": "A", "foreignData": ["x"], "legalities": 5}]',
        '[{"name": "\\ud800", "legalities": {}}]',
        '[{"name": "A", "card_faces": 5, "legalities": {}}',
    ],
)
def test_an_odd_card_file_ends_in_words(text: str, tmp_path: Path, settings: LazySettings) -> None:
    settings.VAR_DIR = tmp_path
    path = tmp_path / "odd.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(CommandError, match=r"odd.json: .*The loaded cards were kept"):
        call_command("cards", str(path))


def test_odd_parts_of_a_card_are_passed_over(tmp_path: Path) -> None:
    card = {"name": "Ice", "legalities": {"modern": 5}, "card_faces": 5, "printed_name": "\ud800"}
    path = tmp_path / "cards.json"
    atomic = {"data": {"a": [{"name": "Fog", "foreignData": 5}, {"foreignData": ["x"]}]}}
    path.write_text(json.dumps(atomic))
    assert [card.name for card in read_cards(path)] == ["Fog"]
    path.write_text(json.dumps([card, {**card, "name": 5}, {**card, "name": "\ud800"}, 5, [5]]))
    assert [(card.name, card.also) for card in read_cards(path)] == [("Ice", ())]


def test_a_damaged_card_file_knows_no_card(tmp_path: Path, settings: LazySettings) -> None:
    settings.VAR_DIR = tmp_path
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([{"name": "Lightning Bolt", "legalities": {"modern": "legal"}}]))
    call_command("cards", str(path))
    about = loaded()
    assert about is not None
    stored = card_file_path()
    stored.write_bytes(stored.read_bytes()[:100] + b"\0" * 5_000)
    assert find_cards(about, ["Lava Spike"]) == {"Lava Spike": None}
    assert nearest_name(about, "Lava Spyke") is None
    stored.unlink()
    stored.mkdir()
    assert loaded() is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"seen": "x"}', '{"other": 1}', "5", "\xff"])
def test_an_odd_status_says_nothing(text: str, tmp_path: Path, settings: LazySettings) -> None:
    settings.VAR_DIR = tmp_path
    backups_folder().mkdir()
    for path in (backups_folder() / STATUS, tmp_path / FAILURES):
        path.write_text(text, "latin-1")
    assert read_status() is None
    assert read_failures(tmp_path) == {}
