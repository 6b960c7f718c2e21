"""Lists of objects from any site (JSON, XML): each object becomes a row, its keys the headings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from archive.errors import Message, _
from interchange.documents import xml_root
from interchange.importing import Importer
from interchange.refused import known_tool
from interchange.tables.column_words import compact
from interchange.tables.headings import is_handle, meaning_of
from interchange.tables.plausibility import is_plausible_name
from interchange.tables.sheets import Sheet, Table, tables_in
from interchange.tables.table_events import add_tables
from interchange.texts import clean
from interchange.values import ForeignError, FoundEvent, Source, Subject
from interchange.workbooks import MOST_CELLS, MOST_ROWS, Rows

# Depth to which lists are searched, and values of a row within its objects.
MOST_DEPTH, DEPTH_OF_ROWS = 6, 2
# Files of no known tool, and start.gg's, whose answers begin as those of any other site do.
_OPEN = (None, "start.gg")
_SIDES = 2
_PEOPLE = {"first", "last name"}
_SIDES_OF_MATCHES = ("first", "second", "winner", "loser")
_KEYS = ("id", "_id", "key", "uuid", "playerId", "player_id")
_OF_KEY = re.compile(r"[\s_-]*(?:id|key|uuid)$|Id$", re.I)
_STANDINGS = {"standings", "ranking", "rankings", "points", "scores", "results", "leaderboard"}
_MATCHES = {"pairings", "pairs", "matches", "matchups", "games"}
LEAST_ROWS, LEAST_NAMES = 3, 4


def _recognizes(source: Source) -> bool:
    if source.root:
        return any(_lists(_xml_values(source)))
    if source.json is None or known_tool(source) not in _OPEN:
        return False
    return any(_lists(with_names(source.json))) or bool(_names(source.json))


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(players=source.players)
    values = _xml_values(source) if source.root else source.json
    lists = [*_lists(with_names(values))]
    sheets = [Sheet(name if len(lists) > 1 else "", rows) for name, rows in lists]
    tables = [table for sheet in sheets for table in tables_in(sheet)]
    if not tables:
        rows = [(at, [name]) for at, name in enumerate(_names(values), start=1)]
        tables = [Table({"first": 0}, rows=rows, guessed=True)]
    add_tables(event, tables)
    for name in dict.fromkeys(_unread_lists(values)):
        words = _("The list “%(name)s” was not read.")
        event.note(Subject.FILE, Message(_("file")), words, name=name[:40])
    return [event]


def _unread_lists(value: Any, name: str = "", depth: int = 0) -> Iterator[str]:
    """Yield the keys of lists of named objects whose other keys are all unknown."""
    if depth > MOST_DEPTH:
        return
    items = value if isinstance(value, list) else []
    objects = [_cells(item) for item in items[:MOST_ROWS] if isinstance(item, dict)]
    keys = {key for item in objects for key in item}
    if len(objects) > 1 and any(map(_is_name, keys, keys)) and len(keys) > 1:
        yield from [] if _rows(objects) else [name]
        return
    inner = value.items() if isinstance(value, dict) else ((name, item) for item in items)
    for key, item in inner:
        yield from _unread_lists(item, str(key), depth + 1)


def _names(value: Any) -> list[str]:
    """Return a list of plausible names, or the first one within an object; else an empty list."""
    if isinstance(value, dict):
        return next(filter(None, map(_names, value.values())), [])
    if not _is_list_of(value, str) or len(value) < LEAST_NAMES:
        return []
    names = [clean(name) for name in value[:MOST_ROWS]]
    return names if all(map(is_plausible_name, names)) else []


def _xml_values(source: Source) -> Any:
    """Return an XML document as objects and lists; None for one that is damaged."""
    try:
        return _value(xml_root(source.text))
    except ForeignError:
        return None


def _value(element: Element) -> Any:
    """Return an element's attributes and children, or its text if it has neither."""
    values: dict[str, Any] = dict(element.attrib)
    for child in element:
        before = values.get(child.tag)
        if isinstance(before, list):
            before.append(_value(child))
        else:
            values[child.tag] = _value(child) if before is None else [before, _value(child)]
    return values or (element.text or "").strip()


def _lists(
    value: Any, name: str = "", round: str = "", depth: int = 0
) -> Iterator[tuple[str, Rows]]:
    """Yield name and rows of each list of objects with names and another known column."""
    if depth > MOST_DEPTH:
        return
    if isinstance(value, dict) and len(value) > 1 and all(map(str.isdecimal, map(str, value))):
        value = [*value.values()]  # objects by their number
    if (grid := _grid(value)) is not None:
        yield clean(name)[:40], grid
    elif isinstance(value, dict) and (rows := _rows_by_name(value)):
        yield clean(name)[:40], rows
    elif isinstance(value, dict):
        round = next((str(value[key]) for key in value if _is_round(key, value[key])), round)
        if name and (points := _points_by_name(name, value)):
            yield clean(name)[:40], points
            return
        for key, item in value.items():
            yield from _lists(item, str(key), round, depth + 1)
    elif isinstance(value, list):
        objects = [item for item in value[:MOST_ROWS] if isinstance(item, dict)]
        rows = _rows([_cells(item) for item in objects]) or _pairs(name, value)
        if rows:
            title = [[f"Round {round}"]] if round else []
            yield clean(name)[:40], [*title, *rows]
        else:
            counted = meaning_of(name) == "round" or meaning_of(name.removesuffix("s")) == "round"
            for number, item in enumerate(value, start=1):
                yield from _lists(item, name, str(number) if counted else round, depth + 1)


def _grid(value: Any) -> Rows | None:
    """Return a list of rows with headings, in its first row or next to it; else None."""
    lists = list(value.values()) if isinstance(value, dict) else [value]
    rows = next((item for item in lists if _is_list_of(item, list)), None)
    heads = next((item for item in lists if _is_list_of(item, str)), None)
    if rows is None:
        return None
    cells = [[clean(str(cell)) for cell in row[:MOST_CELLS]] for row in rows[:MOST_ROWS]]
    listed = cells if heads is None else [heads, *cells]
    known = {meaning for cell in listed[0] if (meaning := meaning_of(cell))}
    return listed if known & _PEOPLE and len(known) > 1 else None


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(isinstance(x, kind) for x in value)


def _is_round(key: Any, value: Any) -> bool:
    return meaning_of(str(key)) == "round" and isinstance(value, int | str) and bool(str(value))


def _cells(item: Mapping[str, Any], before: str = "", depth: int = 0) -> dict[str, str]:
    """Return the values of an object by key; values of inner objects have both keys."""
    cells: dict[str, str] = {}
    meanings = {meaning_of(str(key)): text for key, text in item.items() if isinstance(text, str)}
    if before and {"first name", "last name"} <= meanings.keys() and "first" not in meanings:
        # {"player1": {"firstName": "Ada", "lastName": "Quill"}}
        cells[before] = clean(f"{meanings['first name']} {meanings['last name']}")
    for key, value in item.items():
        name = f"{before} {key}".strip()
        if key == "name" and meaning_of(before) == "id":
            name = key  # a user's real name, not a username
        if isinstance(value, dict) and depth < DEPTH_OF_ROWS:
            cells |= _cells(value, name, depth + 1)
        elif isinstance(value, list) and _are_sides(value):
            for number, side in enumerate(value, start=1):
                cells |= _side(side, f"{before} player {number}".strip(), depth + 1)
        elif isinstance(value, list | dict):
            cells[name] = f"[{len(value)}]" if value else ""
        else:
            cells[name] = "" if value is None else clean(str(value))
    return cells


def _side(side: Mapping[str, Any], before: str, depth: int) -> dict[str, str]:
    """Return the values of one player of a match; the name of an inner object is the player's."""
    cells = _cells(side, "", depth)
    named = next((key for key in cells if meaning_of(key.removeprefix("player ")) == "first"), "")
    return {before if key == named else f"{before} {key}": text for key, text in cells.items()}


def _are_sides(values: Sequence[Any]) -> bool:
    """Return whether a list has the two players of a match."""
    named = [
        item
        for item in values
        if isinstance(item, dict)
        and ("player" in item or any(meaning_of(str(key)) == "first" for key in item))
    ]
    return len(values) == len(named) == _SIDES


def _rows(objects: Sequence[Mapping[str, str]]) -> Rows | None:
    """Return headings and rows of a list of objects; None if its keys are not those of a table."""
    keys = [*dict.fromkeys(key for item in objects for key in item)][:MOST_CELLS]
    known = {meaning for key in keys if (meaning := meaning_of(key))}
    named = known & _PEOPLE or any(map(is_handle, keys))
    if not objects or not named or len(known) < 2:
        return None
    return [keys, *([item.get(key, "") for key in keys] for item in objects)]


def _points_by_name(name: str, values: Mapping[str, Any]) -> Rows | None:
    """Return an object of points by player name as standings."""
    figures = all(isinstance(item, int | float) for item in values.values())
    if compact(name) not in _STANDINGS or len(values) < LEAST_ROWS or not figures:
        return None
    return [["player", "points"], *([clean(key), str(item)] for key, item in values.items())]


def _rows_by_name(values: Mapping[str, Any]) -> Rows | None:
    """Return an object whose keys are names and whose values are objects as a list of rows."""
    items = {str(key): item for key, item in values.items() if isinstance(item, dict)}
    if len(items) < LEAST_ROWS or len(items) < len(values):
        return None
    if not all(map(is_plausible_name, items)) or any(map(meaning_of, items)):
        return None
    return _rows([{"player": clean(key), **_cells(item)} for key, item in items.items()])


def _pairs(name: str, value: Sequence[Any]) -> Rows | None:
    """Return a list of pairs of names as pairings, if its key says that it holds matches."""
    pairs = [item for item in value if _is_list_of(item, str) and len(item) == _SIDES]
    if not value or len(pairs) != len(value) or compact(name) not in _MATCHES:
        return None
    return [["player 1", "player 2"], *([clean(cell) for cell in pair] for pair in pairs)]


def with_names(values: Any) -> Any:
    """Replace players' keys in matches by the players' names."""
    names = dict(_named(values))
    return _renamed(values, names) if names else values


def _named(value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield key and name of each player."""
    if depth > MOST_DEPTH:
        return
    if isinstance(value, list):
        for item in value[:MOST_ROWS]:
            yield from _named(item, depth + 1)
    elif isinstance(value, dict):
        keys = [key for key in _KEYS if isinstance(value.get(key), int | str)]
        names = [text for key, text in value.items() if _is_name(key, text)]
        if keys and len(names) == 1:
            yield str(value[keys[0]]), names[0]
        for item in value.values():
            yield from _named(item, depth + 1)


def _is_name(key: Any, value: Any) -> bool:
    return isinstance(value, str) and bool(value) and meaning_of(str(key)) == "first"


def _renamed(value: Any, names: Mapping[str, str], depth: int = 0) -> Any:
    if depth > MOST_DEPTH:
        return value
    if isinstance(value, list):
        return [_renamed(item, names, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    renamed: dict[str, Any] = {}
    for key, item in value.items():
        plain = _OF_KEY.sub("", str(key))
        is_key = meaning_of(plain) in _SIDES_OF_MATCHES and isinstance(item, int | str)
        if is_key and str(item) in names and not (plain != key and plain in value):
            renamed[plain] = names[str(item)]
        else:
            renamed[key] = _renamed(item, names, depth + 1)
    return renamed


IMPORTER = Importer("json", "JSON or XML", _recognizes, _read)
