"""Lists with a row for each player: the players at one table of a round form a match."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from archive.errors import _
from interchange.scores import read_score, turned
from interchange.tables.column_words import compact
from interchange.tables.plausibility import Content, content_of
from interchange.tables.sheets import Table
from interchange.tables.table_doubts import place_of
from interchange.values import FoundEvent, Subject

MORE_THAN_TWO = _("More than two players are at this table. Such pods cannot be imported.")


def is_by_seats(table: Table) -> bool:
    """Return whether a list has rounds and tables, and one player per row."""
    columns = table.columns.keys()
    if not {"table", "first"} <= columns or {"second", "rank", "points"} & columns:
        return False
    return "round" in columns or (table.round is not None and _are_pairs(table))


def _are_pairs(table: Table) -> bool:
    """Return whether most tables have two rows, one below the other."""
    seats = [table.cell(row, "table") for _line, row in table.rows if table.cell(row, "first")]
    twice = sum(before == after != "" for before, after in pairwise(seats))
    return len(seats) > 2 and twice * 2 >= len(seats) - 1 and twice == len(seats) - len({*seats})


def by_matches(event: FoundEvent, table: Table) -> Table:
    """Convert a list by players into one with a row for each match, by round and table.

    A table of more than two raises a doubt and is left out.
    """
    groups: dict[tuple[str, str], list[tuple[int, list[str]]]] = {}
    labels: dict[str, str] = {}
    label = ""
    for line, row in table.rows:
        label = table.cell(row, "round") or label
        if table.cell(row, "first"):
            # Signs in a cell do not change the table: '3"' is round 3.
            number, seat = compact(label), compact(table.cell(row, "table"))
            labels.setdefault(number, label)
            groups.setdefault((number, seat), []).append((line, row))
    large = [rows[2][0] for rows in groups.values() if len(rows) > 2]
    if large:
        event.doubt(Subject.RESULT, place_of(table, large[0]), MORE_THAN_TWO)
    width = max(map(len, (row for _line, row in table.rows)))
    columns = {**table.columns, "second": width, "result": width + 1}
    rows = []
    for (number, _table), seats in groups.items():
        if len(seats) > 2:
            continue
        line, row = seats[0]
        cells = [*row, *[""] * (width - len(row))]
        if "round" in table.columns:
            cells[table.columns["round"]] = labels[number]
        second = table.cell(seats[1][1], "first") if len(seats) > 1 else ""
        rows.append((line, [*cells, second, _result_of(event, table, seats)]))
    headings = [*table.headings, *[""] * (width - len(table.headings)), "player 2", "result"]
    return replace(table, columns=columns, rows=rows, headings=headings)


def _result_of(event: FoundEvent, table: Table, seats: Sequence[tuple[int, list[str]]]) -> str:
    """Return the result of a table, as the first player's row alone would give it.

    If a player's result is missing or two results conflict, it is "" and noted.
    """
    told = [table.cell(row, "result") or table.cell(row, "wins") for _line, row in seats]
    if all(content_of(text) is Content.WHOLE for text in told):
        return "-".join(told if len(told) > 1 else [*told, "0"])
    if len(told) == 1 or not any(told):
        return told[0]
    scores = [read_score(text) for text in told]
    games = [score.games for score in scores if score is not None and score.games is not None]
    if not all(told):
        words = _("A player of this table has no result, so its match has none.")
    elif len(games) == len(told) and games[0] != turned(games[1]):
        words = _("The players of this table have different results, so its match has none.")
    else:
        return told[0]
    event.note(Subject.RESULT, place_of(table, seats[0][0]), words)
    return ""
