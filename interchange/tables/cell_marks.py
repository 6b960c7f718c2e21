"""Marks that pages add to the value of a cell: a unit, a record, a drop."""

import re

from interchange.tables.column_words import compact
from interchange.tables.headings import HEADINGS
from interchange.tables.sheets import FOOTER, Table
from interchange.values import Skipped

_UNITS = frozenset(("p", "点", "점", "分", "points", "point"))

# "9 Pkt.", "+9"; "3位", "第3名": figures with their units.
_UNIT = re.compile(r"(?P<value>[+]?\d{1,3}(?:[.,]\d+|½)?)\s*(?P<unit>[^\W\d_]{1,10})?\.?")
_PLACE = re.compile(r"第?\s*(?P<value>\d{1,4})\s*[位名등위]")
# "9 / 12": points, and the maximum.
_OF_MOST = re.compile(r"(?P<value>\d{1,3})\s*(?:/|of|von|de|di|su|sur)\s*(?P<most>\d{1,3})", re.I)
# "Ada Quill [DE]", "Ada Quill (SC Hafen)", "Ada Quill (Mono Red)"; "李さん"
_BRACKETS = re.compile(r"(?P<value>\S.*?)\s*[(\[](?P<mark>[^()\[\]\d]{2,40})[)\]]")
# "Ada Quill (1D)", "Ada Quill (Red 2)": if all names have such brackets, they are no part of them.
_ANY_BRACKETS = re.compile(r"(?P<value>\S.*?)\s*[(\[](?P<mark>[^()\[\]]*[^\W\d][^()\[\]]*)[)\]]")
# "Ada Quill (2100)": after a few names only, a number distinguishes namesakes.
_RATING = re.compile(r"(?P<value>\S.*?)\s*[(\[](?P<mark>\d{3,4})[)\]]")
_GAMES = re.compile(r"(?P<value>\S.*?)\s*[(\[](?P<mark>\d)[)\]]")
_GAMES_BEFORE = re.compile(r"[(\[](?P<mark>\d)[)\]]\s*(?P<value>\S.*)")
_TITLED = re.compile(r"(?P<value>\S.*?)\s*(?:さん|様|選手|氏|님|선수)")
_MOST = 0.8
# In fewer rows, brackets may be part of the names.
LEAST_ROWS = 3
_TOLD = ("result", "winner", "wins1")
_WITH_RECORD = re.compile(
    r"(?P<value>\d{1,3})\s*[(\[](?P<mark>\d{1,2}(?:\s*[-/]\s*\d{1,2}){1,2})[)\]]"
)
_WITH_DROP = re.compile(
    r"(?P<value>\S.*?)\s*[(\[](?P<mark>d|dropped|drop|dq|disqualified|withdrawn|retired|棄権|ドロップ"
    r"|ausgestiegen|abandon\w*|retirad[oa]|ritirat[oa])[)\]]",
    re.I,
)

# "Ada Quill *", and "* dropped" below the rows.
_WITH_SIGN = re.compile(r"(?P<value>\S.*?)\s*(?P<mark>[*†‡]{1,3})")
_LEGEND = re.compile(r"[*†‡]{1,3}\s*[=:–-]?\s*(?P<word>\S.*)")


def take_marks(table: Table) -> None:
    """Move marks next to the values of cells into new columns, unless the table has them."""
    for meaning, pattern in (("points", _UNIT), ("points", _OF_MOST), ("rank", _PLACE)):
        _shorten(table, meaning, pattern)
    for meaning in ("first", "second"):
        _shorten(table, meaning, _TITLED)
        for pattern in (_BRACKETS, _RATING):
            _split(table, meaning, f"({meaning})", pattern, most=True)
        at = table.columns.get(meaning)
        if at is not None and len(_hits(table, at, _ANY_BRACKETS)) == len(table.rows):
            _split(table, meaning, f"({meaning})", _ANY_BRACKETS, most=True)
    told = any(table.cell(row, key) for _line, row in table.rows for key in _TOLD)
    if "second" in table.columns and not told:
        _take_games(table)
    _split(table, "points", "record", _WITH_RECORD)
    _split(table, "first", "dropped", _WITH_DROP)
    if "second" not in table.columns:
        _take_signs(table)


def _take_signs(table: Table) -> None:
    """Move signs behind a few names into a column: of drops, if a line below says so."""
    at = table.columns.get("first")
    if at is None or len(_hits(table, at, _WITH_SIGN)) in (0, len(table.rows)):
        return
    target = "(sign)"
    for line, row in [*table.rows]:
        text = " ".join(filter(None, map(str.strip, row)))
        legend = _LEGEND.fullmatch(text)
        if legend and _WITH_DROP.fullmatch(f"_ ({legend['word']})"):
            target = "dropped"
            table.rows.remove((line, row))
            table.skipped.append(Skipped(line, text, FOOTER))
    _split(table, "first", target, _WITH_SIGN)
    for _line, row in table.rows if target == "dropped" else ():
        row[-1] = "x" if row[-1].strip() else ""
    if target == "(sign)":
        table.columns.pop(target, None)


def _take_games(table: Table) -> None:
    """Read figures after both names as games: "Ada Quill (2)" and "Ben Rook (1)".

    Points are written the same way, so each match needs a side with two games.
    """
    places = [table.columns[meaning] for meaning in ("first", "second")]
    before = _hits(table, places[0], _GAMES_BEFORE)
    patterns = (_GAMES_BEFORE if before else _GAMES, _GAMES)
    hits = [_hits(table, at, pattern) for at, pattern in zip(places, patterns, strict=True)]
    won = [
        (int(hits[0][line]["mark"]), int(hits[1][line]["mark"]))
        for line in hits[0]
        if line in hits[1]
    ]
    fits = all(max(games) == 2 or games == (1, 1) for games in won)
    are_games = len(won) == len(table.rows) and fits and any(max(games) == 2 for games in won)
    sides = (("first", "wins1"), ("second", "wins2"))
    for (meaning, key), pattern in zip(sides, patterns, strict=True):
        width = table.width
        _split(table, meaning, f"({meaning})", pattern, most=True)
        if are_games:
            columns = {name: at for name, at in table.columns.items() if name != "result"}
            table.columns = {**columns, key: width}


def _shorten(table: Table, meaning: str, pattern: re.Pattern[str]) -> None:
    """Remove a mark from a column if nearly all of its cells have it."""
    at = table.columns.get(meaning)
    if at is None:
        return
    hits = _hits(table, at, pattern)
    if pattern is _UNIT:
        hits = {line: hit for line, hit in hits.items() if _is_unit(hit["unit"] or "")}
    elif (
        len(hits) < _MOST * len(table.rows)
        or len({hit.groupdict().get("most") for hit in hits.values()}) > 1
    ):
        return
    for line, row in table.rows:
        if line in hits:
            row[at] = hits[line]["value"].lstrip("+")


def _is_unit(text: str) -> bool:
    return not text or HEADINGS.get(compact(text)) == "points" or compact(text) in _UNITS


def _hits(table: Table, at: int, pattern: re.Pattern[str]) -> dict[int, re.Match[str]]:
    return {
        line: hit
        for line, row in table.rows
        if at < len(row) and (hit := pattern.fullmatch(row[at].strip()))
    }


def _split(
    table: Table, source: str, target: str, pattern: re.Pattern[str], *, most: bool = False
) -> None:
    """Move marks into a new column; `most`: only if nearly all cells have one."""
    at = table.columns.get(source)
    is_name = source in ("first", "second") and most
    if at is None or target in table.columns or ("second" in table.columns and not is_name):
        return
    hits = _hits(table, at, pattern)
    if not hits or (most and len(hits) < max(LEAST_ROWS, _MOST * len(table.rows))):
        return
    marks = [hits[line]["mark"] if line in hits else "" for line, _row in table.rows]
    place = table.append_column(target, marks)
    if not most:
        table.columns = {**table.columns, target: place}
    for line, row in table.rows:
        if line in hits:
            row[at] = hits[line]["value"]
