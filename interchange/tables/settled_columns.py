"""Find the meaning of columns with ambiguous headings from their content."""

import re

from archive.errors import Message, _
from interchange.round_titles import round_in
from interchange.tables.cell_marks import take_marks
from interchange.tables.headings import meaning_of
from interchange.tables.plausibility import Content, is_plausible_name, share_of
from interchange.tables.result_columns import settle_results
from interchange.tables.sheets import Table
from interchange.values import FoundEvent, Subject

# The share of a column's cells that must be of one kind.
_MOST = 0.8
LEAST_ROWS = 3
_NUMBERED = re.compile(r"(?P<number>\d{1,5})[.):]?\s+(?P<name>\S.*)")
_VERSUS = re.compile(r"\s*(?P<first>\S.*?)\s+vs?\.?\s+(?P<second>\S.*?)\s*", re.I)


def question_marks(event: FoundEvent, table: Table) -> None:
    """Question signs or figures without a heading that were read as results of the left side."""
    at = table.columns.get("result", table.columns.get("wins1"))
    if at is None or table.chosen or not table.headings or at >= len(table.headings):
        return
    if "signs" in table.repeated and "result" in map(meaning_of, table.headings[at : at + 3]):
        return  # "2", ":", "1" below one heading
    if not any(heading.strip() for heading in table.headings[: at + 1]):
        return  # a list without headings, to which columns of marks were added
    filled = any(at < len(row) and row[at].strip() for _line, row in table.rows)
    if filled and not table.headings[at].strip() and _share(table, at, Content.RECORD) < _MOST:
        words = _("The column “%(heading)s” may hold the results.")
        place = Message(_("line %(line)d"), line=table.line or 1)
        event.doubt(Subject.RESULT, place, words, heading=str(at + 1))


def settle_by_content(table: Table) -> None:
    """Read a column "Score" or "Results" of standings as points or a record, by its content.

    Points lose their unit: "9 pts". Results of pairings: see `settle_results`.
    """
    if table.chosen:
        return
    _take_labels_off(table)
    _take_numbers_off(table)
    _take_round_labels(table)
    _part_opponents(table)
    at = table.columns.get("result")
    if (
        at is not None
        and "second" not in table.columns
        and {"first", "last name"} & {*table.columns}
    ):
        for meaning, kinds in (
            ("points", (Content.WHOLE, Content.NUMBER)),
            ("record", (Content.RECORD,)),
        ):
            if meaning not in table.columns and _share(table, at, *kinds) > _MOST:
                table.columns = {key: value for key, value in table.columns.items() if value != at}
                table.columns[meaning] = at
                break
    _take_falling_points(table)
    settle_results(table)
    take_marks(table)


def _take_labels_off(table: Table) -> None:
    """Remove the heading from cells that all repeat it, as pages for phones do: "Player: Ada"."""
    people = {table.columns.get(meaning) for meaning in ("first", "second")}
    for at, heading in enumerate(table.headings):
        label = re.compile(rf"{re.escape(heading.strip())}\s*[:.]?\s*(?=\S)", re.I)
        cells = [row[at] for _line, row in table.rows if at < len(row) and row[at].strip()]
        if not heading.strip() or len(cells) < LEAST_ROWS or not all(map(label.match, cells)):
            continue
        if at not in people or all(_is_below_label(cell, label) for cell in cells):
            for _line, row in table.rows:
                if at < len(row):
                    row[at] = label.sub("", row[at], count=1)


def _is_below_label(cell: str, label: re.Pattern[str]) -> bool:
    """Return whether a cell repeats its heading before a name: "Player: Ada", "Player Ada Quill".

    "Player 12" and "Player One" are names.
    """
    name = label.sub("", cell, count=1)
    has_colon = cell.removesuffix(name).rstrip().endswith(":")
    return is_plausible_name(name) and (has_colon or len(name.split()) > 1)


def _take_numbers_off(table: Table) -> None:
    """Remove the numbers of rows, never falling, that all names begin with."""
    at = table.columns.get("first")
    cells = [] if at is None else [row[at] for _line, row in table.rows if at < len(row)]
    hits = [_NUMBERED.fullmatch(cell) for cell in cells]
    numbers = [int(hit["number"]) for hit in hits if hit]
    if at is None or len(numbers) < max(LEAST_ROWS, len(table.rows)):
        return
    if numbers != sorted(numbers):
        return
    for (_line, row), hit in zip(table.rows, hits, strict=True):
        row[at] = hit["name"] if hit else row[at]


def _take_round_labels(table: Table) -> None:
    """Find a column without a heading whose cells name rounds, the others empty: merged cells."""
    if "round" in table.columns or "second" not in table.columns or not table.rows:
        return
    for at, heading in enumerate(table.headings):
        cells = [row[at].strip() if at < len(row) else "" for _line, row in table.rows]
        if heading.strip() or not cells[0] or at in table.columns.values():
            continue
        if all(round_in(cell) is not None for cell in cells if cell):
            table.columns = {**table.columns, "round": at}
            return


def _take_falling_points(table: Table) -> None:
    """Take the second of two columns as points if the first has the same value in every row.

    "MP" can mean match points, or matches played.
    """
    first, *others = table.repeated.get("points", [-1])
    if first < 0 or table.columns.get("points") != first or len(table.rows) < LEAST_ROWS:
        return
    values = [
        {row[at].strip() for _line, row in table.rows if at < len(row)} for at in (first, *others)
    ]
    if others and len(values[0]) == 1 and len(values[1]) > 1:
        table.columns = {**table.columns, "points": others[0]}


def _part_opponents(table: Table) -> None:
    """Split "Ada Quill vs Ben Rook" into a column for each player."""
    at = table.columns.get("first")
    if at is None or "second" in table.columns:
        return
    cells = [_VERSUS.fullmatch(row[at]) if at < len(row) else None for _line, row in table.rows]
    if sum(map(bool, cells)) <= _MOST * len(cells):
        return
    second = table.append_column("player 2", [hit["second"] if hit else "" for hit in cells])
    table.columns = {**table.columns, "second": second}
    for (_line, row), hit in zip(table.rows, cells, strict=True):
        if hit:
            row[at] = hit["first"]


def _share(table: Table, at: int, *kinds: Content) -> float:
    return share_of([row[at] for _line, row in table.rows if at < len(row)], *kinds)
