"""Meanings of a table's headings, from the words that tools and people use for columns."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from interchange.tables.column_words import SECTIONS, compact

_TABLE = "table "
# The longest heading is a question of a form.
MOST_SIGNS = 200
# Fields of player lists that every table shares, and their meanings in a table.
_OF_LISTS = {
    "name": "first",
    "first": "first name",
    "last": "last name",
    "email": "email",
    "platform_id": "id",
    "handles": "id",
}
_EITHER = frozenset(map(compact, SECTIONS["either"]))
_TEAMS = frozenset(map(compact, SECTIONS["team"]))
_NAMES = frozenset(map(compact, (*SECTIONS["name"], *SECTIONS["team"])))
_SIDES = {"1": "first", "2": "second", "a": "first", "b": "second"}
_HANDLES = frozenset(map(compact, SECTIONS["handles"]))
# Written with signs only, which comparison would remove.
_SIGNS = {"#": "rank", "＃": "rank", "№": "start"}


def _meanings() -> Iterator[tuple[str, str]]:
    for section, meaning in _OF_LISTS.items():
        yield from ((compact(word), meaning) for word in SECTIONS[section])
    for section, words in SECTIONS.items():
        if section.startswith(_TABLE):
            yield from ((compact(word), section.removeprefix(_TABLE)) for word in words)


_ASIDE = re.compile(r"\s*[(\[（][^()\[\]（）]*[)\]）]\s*")
_ASKED = re.compile(
    r"^(?:(?:what(?:['’]s| is| are)|please (?:enter|give|type|write)|enter|wie (?:ist|lautet))\s+)?"
    r"(?:your|the|dein|ihr)\s+",
    re.I,
)


# Words of tables come last and take precedence over those of lists.
HEADINGS = {word: meaning for word, meaning in _meanings() if word}
# Meanings of a column, in file order.
MEANINGS = tuple(dict.fromkeys(HEADINGS.values()))


@lru_cache(maxsize=4096)
def meaning_of(heading: str) -> str | None:
    """Return the meaning of the column below a heading; None for an unknown heading."""
    plain = heading.strip()
    if len(plain) > MOST_SIGNS:
        return None
    known = _SIGNS.get(plain) or HEADINGS.get(compact(plain))
    if known is None and compact(plain[:-1]) in _NAMES:
        known = _SIDES.get(plain[-1:].casefold())  # "Player 1" in any language
    if known is None and (shorter := _ASKED.sub("", _ASIDE.sub(" ", plain)).strip(" ?*:")) != plain:
        # "Points (max. 9)", "What is your full name?"
        return HEADINGS.get(compact(shorter)) if shorter else None
    return known


def heading_of(meaning: str) -> str:
    """Return a heading with this meaning; "" for a column that is left out."""
    return next((word for word, meant in HEADINGS.items() if meant == meaning), "")


def is_heading(text: str) -> bool:
    """Return whether a text is a heading and not a name: "Bo" and "Nick" can be names."""
    word = compact(text)
    return len(word) > 2 and word in HEADINGS and word not in _HANDLES


def is_handle(heading: str) -> bool:
    """Return whether a column has the user names of a site."""
    return compact(heading) in _HANDLES


def is_team(heading: str) -> bool:
    """Return whether a column has team names, which are the players of some tables."""
    return compact(heading) in _TEAMS


def settled(headings: Sequence[str], columns: dict[str, int]) -> dict[str, int]:
    """Settle words that mean one thing among others: "Name" with "Vorname" is the family name.

    A column of user names has the names if a table has no others.
    """
    if {"winner", "loser"} <= columns.keys() and not {"first", "last name"} & columns.keys():
        columns = columns | {"first": columns["winner"], "second": columns["loser"]}
        columns = {key: value for key, value in columns.items() if key != "winner"}
    at = columns.get("first")
    if at is not None and compact(headings[at]) in _EITHER:
        for other, part in (("last name", "first name"), ("first name", "last name")):
            if other in columns and part not in columns:
                columns = {key: value for key, value in columns.items() if key != "first"}
                return columns | {part: at}
    if at is None and "last name" not in columns and "first name" not in columns:
        teams = [at for at, heading in enumerate(headings) if is_team(heading)]
        if teams:
            return columns | {"first": teams[0]}
        handles = [at for at, heading in enumerate(headings) if compact(heading) in _HANDLES]
        if handles:
            columns = {
                key: value for key, value in columns.items() if (key, value) != ("id", handles[0])
            }
            return columns | {"first": handles[0]}
    return columns
