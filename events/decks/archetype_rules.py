"""Suggest archetypes from a folder of public archetype definitions, named by the organizer.

The folder holds JSON files in the format of MTGO archetype definitions: `Archetypes/*.json` with
`Name`, `Conditions` (each a `Type` and `Cards`) and `Variants`, `Fallbacks/*.json` with `Name` and
`CommonCards`. They may be in a subfolder named after the game format. None is shipped.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from domain.limits import SHORT_LENGTH
from events.core.cards.card_file import card_key, faces_of
from events.core.decks.deck_words import folded
from events.core.decks.decklists import cards_of
from events.models import Event

# A fallback shares at least this part of a deck's cards.
_LEAST_LIKENESS = 0.1
_MOST_FILES, _MOST_BYTES = 2_000, 200_000
# Depth of nested variants; published definitions use one level.
_MOST_DEPTH = 5
# How many of its cards a condition requires, and in which part of the deck.
_WANTED = {"InMainboard": 1, "OneOrMoreInMainboard": 1, "TwoOrMoreInMainboard": 2}
_TYPES = {
    **{name: (count, True, False) for name, count in _WANTED.items()},
    **{name.replace("Main", "Side"): (count, False, True) for name, count in _WANTED.items()},
    **{
        name.replace("Mainboard", "MainOrSideboard"): (count, True, True)
        for name, count in _WANTED.items()
    },
}
_NONE = {
    "DoesNotContain": (True, True),
    "DoesNotContainMainboard": (True, False),
    "DoesNotContainSideboard": (False, True),
}
Keys = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Condition:
    """At least `least` different ones of `cards` in some parts of the deck; 0: none of them."""

    least: int
    in_main: bool
    in_side: bool
    cards: Keys

    def holds(self, main: Keys, side: Keys) -> bool:
        cards = (main if self.in_main else frozenset()) | (side if self.in_side else frozenset())
        count = len(self.cards & cards)
        return count >= self.least if self.least else not count


@dataclass(frozen=True, slots=True)
class _Rule:
    name: str
    conditions: tuple[_Condition, ...]
    variants: tuple["_Rule", ...] = ()

    def names(self, main: Keys, side: Keys) -> Iterator[str]:
        if not all(condition.holds(main, side) for condition in self.conditions):
            return
        variants = [name for rule in self.variants for name in rule.names(main, side)]
        yield from variants or [self.name]


@dataclass(frozen=True, slots=True)
class Rules:
    """The definitions of one game format."""

    rules: tuple[_Rule, ...] = ()
    fallbacks: tuple[tuple[str, Keys], ...] = ()


def suggest(event: Event, text: str) -> str:
    """Return a list's archetype by the folder's rules; "" if none or several apply."""
    rules = rules_for(event.game_format)
    cards = cards_of(text, event.game_format, event.games_to_win)
    main = _keys(card.name for card in cards if not card.in_side)
    side = _keys(card.name for card in cards if card.in_side)
    names = {name for rule in rules.rules for name in rule.names(main, side)}
    if names:
        return names.pop() if len(names) == 1 else ""
    counts = [
        (sum(card.count for card in cards if card_key(card.name) in common), -len(common), name)
        for name, common in rules.fallbacks
    ]
    best = max(counts, default=(0, 0, ""))
    return best[2] if best[0] > _LEAST_LIKENESS * sum(card.count for card in cards) else ""


def rules_for(game_format: str) -> Rules:
    """Return the rules of a format; empty without a folder."""
    folder = settings.ARCHETYPE_RULES
    return _rules(folder, folded(game_format)) if folder else Rules()


@lru_cache(maxsize=8)
def _rules(folder: str, game_format: str) -> Rules:
    base = Path(folder)
    named = [
        path
        for parent in (base / "Formats", base)
        for path in _folders(parent)
        if folded(path.name) == game_format
    ]
    place = named[0] if named else base
    return Rules(
        tuple(rule for value in _files(place / "Archetypes") if (rule := _rule(value))),
        tuple(
            (str(value["Name"])[:SHORT_LENGTH], _keys(_texts(value.get("CommonCards"))))
            for value in _files(place / "Fallbacks")
        ),
    )


def _files(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the definitions in a folder; skip files that cannot be read."""
    try:
        paths = sorted(folder.glob("*.json"))[:_MOST_FILES]
    except (OSError, ValueError):
        return
    for path in paths:
        try:
            # A named pipe would block forever.
            if not path.is_file() or path.stat().st_size > _MOST_BYTES:
                continue
            value = json.loads(path.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(value, dict) and isinstance(value.get("Name"), str) and value["Name"]:
            yield value


def _folders(parent: Path) -> list[Path]:
    """Return the subfolders of a folder; none if it cannot be read."""
    try:
        return [path for path in sorted(parent.iterdir()) if path.is_dir()]
    except (OSError, ValueError):
        return []


def _rule(value: dict[str, Any], depth: int = 0) -> _Rule | None:
    """Return a rule; None if it is not understood.

    A rule understood in part would name decks wrongly.
    """
    stated_all, parts = value.get("Conditions") or [], value.get("Variants") or []
    if not isinstance(stated_all, list) or not isinstance(parts, list) or depth > _MOST_DEPTH:
        return None
    conditions = []
    for stated in stated_all:
        condition = _condition(stated) if isinstance(stated, dict) else None
        if condition is None:
            return None
        conditions.append(condition)
    variants = [_rule(part, depth + 1) for part in parts if isinstance(part, dict)]
    name = str(value.get("Name", ""))[:SHORT_LENGTH]
    return _Rule(name, tuple(conditions), tuple(rule for rule in variants if rule))


def _condition(stated: dict[str, Any]) -> _Condition | None:
    kind, cards = str(stated.get("Type")), _keys(_texts(stated.get("Cards")))
    if kind in _NONE:
        return _Condition(0, *_NONE[kind], cards)
    return _Condition(*_TYPES[kind], cards) if kind in _TYPES else None


def _texts(value: object) -> Sequence[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _keys(names: Iterable[str]) -> Keys:
    """Return card names for comparison; a card with two faces also by its front alone."""
    keys = set()
    for name in names:
        keys.add(card_key(name))
        keys.update(faces_of(name)[:1])
    return frozenset(keys)
