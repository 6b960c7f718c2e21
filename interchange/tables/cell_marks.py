"""Marks that pages write into a cell beside its value: a unit, a record, a drop."""

from __future__ import annotations

import re

from interchange.tables.sheets import Table

_UNIT = re.compile(r"(?<=\d)\s*(?:pts?|points?|match points|punkte|p|点)\.?", re.I)
_WITH_RECORD = re.compile(
    r"(?P<value>\d{1,3})\s*[(\[](?P<mark>\d{1,2}(?:\s*[-/]\s*\d{1,2}){1,2})[)\]]"
)
_WITH_DROP = re.compile(
    r"(?P<value>\S.*?)\s*[(\[](?P<mark>dropped|drop|dq|disqualified|withdrawn|retired|棄権|ドロップ"
    r"|ausgestiegen|abandon\w*|retirad[oa]|ritirat[oa])[)\]]",
    re.I,
)


def take_marks(table: Table) -> None:
    """Give what cells say beside their value a column of its own, where the table has none."""
    points = table.columns.get("points")
    for _line, row in table.rows:
        if points is not None and points < len(row):
            row[points] = _UNIT.sub("", row[points])
    _split(table, "points", "record", _WITH_RECORD)
    _split(table, "first", "dropped", _WITH_DROP)


def _split(table: Table, source: str, target: str, pattern: re.Pattern[str]) -> None:
    at = table.columns.get(source)
    if at is None or target in table.columns or "second" in table.columns:
        return
    hits = {
        line: hit
        for line, row in table.rows
        if at < len(row) and (hit := pattern.fullmatch(row[at].strip()))
    }
    if not hits:
        return
    width = max(len(table.headings), *(len(row) for _line, row in table.rows))
    table.columns = {**table.columns, target: width}
    table.headings = [*table.headings, *[""] * (width - len(table.headings)), target]
    for line, row in table.rows:
        hit = hits.get(line)
        row.extend([""] * (width - len(row)))
        row.append(hit["mark"] if hit else "")
        if hit:
            row[at] = hit["value"]
