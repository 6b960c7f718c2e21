"""Lists of objects of any site (JSON, XML): a row for each, its keys are read as headings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from interchange.documents import xml_root
from interchange.importing import Importer
from interchange.refused import known_tool
from interchange.tables.headings import meaning_of
from interchange.tables.sheets import Sheet, tables_in
from interchange.tables.table_events import add_tables
from interchange.texts import clean
from interchange.values import ForeignError, FoundEvent, Source
from interchange.workbooks import MOST_CELLS, MOST_ROWS, Rows

# Lists are looked for so deep, and values of a row within objects of it.
MOST_DEPTH, DEPTH_OF_ROWS = 6, 2
# start.gg's answers begin as those of any other site do.
_OPEN = (None, "start.gg")
_SIDES = 2
_PEOPLE = {"first", "last name"}


def _recognizes(source: Source) -> bool:
    if source.root:
        return any(_lists(_xml_values(source)))
    return source.json is not None and known_tool(source) in _OPEN and any(_lists(source.json))


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(players=source.players)
    lists = [*_lists(_xml_values(source) if source.root else source.json)]
    sheets = [Sheet(name if len(lists) > 1 else "", rows) for name, rows in lists]
    tables = [table for sheet in sheets for table in tables_in(sheet)]
    add_tables(event, tables)
    return [event]


def _xml_values(source: Source) -> Any:
    """Return an XML document as objects and lists; None for one that is damaged."""
    try:
        return _value(xml_root(source.text))
    except ForeignError:
        return None


def _value(element: Element) -> Any:
    """Return attributes and children of an element, its text where it has neither."""
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
    """Yield name and rows of each list of objects that has a column of names and another known."""
    if depth > MOST_DEPTH:
        return
    if (grid := _grid(value)) is not None:
        yield clean(name)[:40], grid
    elif isinstance(value, dict):
        round = next((str(value[key]) for key in value if _is_round(key, value[key])), round)
        for key, item in value.items():
            yield from _lists(item, str(key), round, depth + 1)
    elif isinstance(value, list):
        objects = [item for item in value[:MOST_ROWS] if isinstance(item, dict)]
        rows = _rows([_cells(item) for item in objects])
        if rows:
            title = [[f"Round {round}"]] if round else []
            yield clean(name)[:40], [*title, *rows]
        else:
            counted = meaning_of(name) == "round" or meaning_of(name.removesuffix("s")) == "round"
            for number, item in enumerate(value, start=1):
                yield from _lists(item, name, str(number) if counted else round, depth + 1)


def _grid(value: Any) -> Rows | None:
    """Return a list of rows below one of headings, or beside it; None for anything else."""
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
    """Return the values of an object by their keys; those of objects in it with both keys."""
    cells: dict[str, str] = {}
    for key, value in item.items():
        name = f"{before} {key}".strip()
        if key == "name" and meaning_of(before) == "id":
            name = key  # the name of a user, not a user name
        if isinstance(value, dict) and depth < DEPTH_OF_ROWS:
            cells |= _cells(value, name, depth + 1)
        elif isinstance(value, list) and _are_sides(value):
            for number, side in enumerate(value, start=1):
                cells |= _cells(side, f"{before} player {number}".strip(), depth + 1)
        elif isinstance(value, list | dict):
            cells[name] = f"[{len(value)}]" if value else ""
        else:
            cells[name] = "" if value is None else clean(str(value))
    return cells


def _are_sides(values: Sequence[Any]) -> bool:
    """Whether a list has the two players of a match."""
    named = [item for item in values if isinstance(item, dict) and {"name", "player"} & {*item}]
    return len(values) == len(named) == _SIDES


def _rows(objects: Sequence[Mapping[str, str]]) -> Rows | None:
    """Return headings and rows of a list of objects; None where its keys are no table's."""
    keys = [*dict.fromkeys(key for item in objects for key in item)][:MOST_CELLS]
    known = {meaning for key in keys if (meaning := meaning_of(key))}
    if not objects or not known & _PEOPLE or len(known) < 2:
        return None
    return [keys, *([item.get(key, "") for key in keys] for item in objects)]


IMPORTER = Importer("json", "JSON or XML", _recognizes, _read)
