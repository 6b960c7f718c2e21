"""Find wall charts in tables and texts: cells that confirm each other, whatever the headings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from interchange.tables.clearing import cleared
from interchange.tables.name_parts import bare_name
from interchange.tables.plausibility import Content, is_plausible_name, share_of
from interchange.tables.sheets import Sheet, Table, tables_in
from interchange.wall_charts.chart_cells import OPPOSITE, WAYS, Cell, Mark, cell_in
from interchange.wall_charts.named_charts import NAMED, with_numbers

# The fewest confirmed cells, and their share of those with an opponent.
LEAST_CONFIRMED, MOST = 4, 0.8
# Cells other than opponents, byes and absences are rare in a round's column.
FEW = 0.2
# A table without an opponent in its first rows is not a chart.
ROWS_OF_A_SAMPLE = 10
# The longest chart; the columns that may contain the row number.
MOST_ROWS, MOST_NUMBERS = 3000, 3
_INTEGER = re.compile(r"[#(]?(\d{1,4})[.)]?")
# "|14011111": the player's number at the European Go Federation.
_PIN = re.compile(r"\s*\|\s*(?P<pin>\d{6,9})?\s*$")
_START = re.compile(r"\s*(?P<numbers>(?:\d{1,4}[.)]?\s+){1,2})(?P<rest>[^\W\d_].*)")
# A name ends before a gap or a figure; "3 D" and "5k" are Go ranks.
_NAME = re.compile(r"(?P<name>\S.*?)(?=\s{2,}|\s+[-+]?\d)")
# "W  39": spaces between outcome and number.
_PARTED = re.compile(r"(?<!\S)([WLDTXF])\s{1,3}(?=\d{1,4}(?!\S))")
_FIGURE = re.compile(r"[+-]?\d+(?:[.,]\d+)?½?|½")
# The most figures after the rounds: points, tiebreakers.
MOST_BEHIND = 6

# Line and cells of each row, by its number.
Numbers = dict[str, tuple[int, list[str]]]


@dataclass(frozen=True, slots=True)
class Chart:
    """A table with its rows by number, and the notation of its cells."""

    table: Table
    numbers: Numbers
    way: re.Pattern[str]
    confirmed: int = 0

    def cell(self, row: Sequence[str], at: int) -> Cell | None:
        """Parse a row's cell in a column; an empty cell has no opponent and no outcome."""
        return cell_in(row[at] if at < len(row) else "", self.way)


def best_chart(sheets: Sequence[Sheet], text: str) -> Chart | None:
    """Return the chart of a file with the most cells that confirm each other; None without one."""
    charts = [
        chart
        for sheet in sheets
        for table in _tables(sheet)
        if (chart := _as_chart(table)) is not None
    ]
    typed = (named for table in typed_histories(text) if (named := with_numbers(table)))
    lines = (*_of_lines(text), *typed)
    charts += [chart for table in lines if (chart := _as_chart(table)) is not None]
    return max(charts, key=lambda chart: chart.confirmed, default=None)


def _tables(sheet: Sheet) -> Iterator[Table]:
    """Yield the tables below known headings, then all rows as a table without headings."""
    for table in tables_in(sheet):
        yield table
        if table.rows and (named := with_numbers(table)) is not None:
            yield named
    rows = [(at, row) for at, row in enumerate(sheet.rows, start=1) if any(map(str.strip, row))]
    yield Table({}, rows=rows, sheet=sheet.name, guessed=True)


def _as_chart(table: Table) -> Chart | None:
    if not 1 < len(table.rows) <= MOST_ROWS:
        return None
    width = max(len(row) for _line, row in table.rows)
    charts = [
        chart
        for at, numbers in _numbered(table, width)
        for way in WAYS
        if (chart := _confirmed(table, at, numbers, way)) is not None
    ]
    return max(charts, key=lambda chart: chart.confirmed, default=None)


def _numbered(table: Table, width: int) -> Iterator[tuple[int | None, Numbers]]:
    """Yield columns that may hold the rows' numbers, each with the rows by number.

    They are among the first columns; without one, the order of the rows counts.
    """
    yielded = 0
    for at in range(width):
        hits = [
            (hit[1], item)
            for item in table.rows
            if at < len(item[1]) and (hit := _INTEGER.fullmatch(item[1][at].strip()))
        ]
        numbers = {str(int(number)): item for number, item in hits}
        if len(hits) > 1 and len(numbers) > len(hits) * MOST and yielded < MOST_NUMBERS:
            yielded += 1
            yield at, numbers
    if not yielded:
        yield None, {str(at): item for at, item in enumerate(table.rows, start=1)}


def _confirmed(
    table: Table, number_at: int | None, numbers: Numbers, way: re.Pattern[str]
) -> Chart | None:
    """Return the chart of these numbers and cells, if opponents' cells confirm its columns."""
    sample = [row for _line, row in [*numbers.values()][:ROWS_OF_A_SAMPLE]]
    if not any(_is_met(cell, way) for row in sample for cell in row):
        return None
    width = max(len(row) for _line, row in numbers.values())
    rounds: list[int] = []
    confirmed = met = 0
    for at in range(width):
        cells = {
            number: cell_in(row[at] if at < len(row) else "", way)
            for number, (_line, row) in numbers.items()
        }
        opponents = {number: cell for number, cell in cells.items() if cell and cell.opponent}
        odd = sum(cell is None for cell in cells.values())
        mutual = {n: cell for n, cell in opponents.items() if _is_mutual(n, cell, cells)}
        agree = sum(_agrees(cell, cells[cell.opponent]) for cell in mutual.values())
        if agree and odd <= FEW * len(cells) and len(mutual) * 2 > len(opponents):
            rounds.append(at)
            confirmed, met = confirmed + agree, met + len(opponents)
    if confirmed < LEAST_CONFIRMED or confirmed < met * MOST:
        return None
    columns = {key: at for key, at in table.columns.items() if at not in rounds}
    if sum(key.startswith("opponent ") for key in columns) != len(rounds):
        columns = {key: at for key, at in columns.items() if key.split()[0] not in NAMED}
    if not {"first", "last name"} & columns.keys():
        names = [at for at in range(rounds[0]) if _has_names(numbers, at)]
        if not names:
            return None
        columns = {**columns, "first": names[0]}
    if number_at is not None and number_at not in columns.values():
        columns["start" if "start" not in columns else "number"] = number_at
    numbered = dict(enumerate(rounds, start=1))
    if len(table.rounds) >= len(rounds) and {*table.rounds.values()} >= {*rounds}:
        numbered = {number: at for number, at in table.rounds.items() if at in rounds}
    heads = [table.headings[at].strip() if at < len(table.headings) else "" for at in rounds]
    if sorted(heads) == sorted(map(str, range(1, len(rounds) + 1))):
        numbered = {int(head): at for head, at in zip(heads, rounds, strict=True)}
    chart = replace(table, columns=columns, rounds=numbered)
    return Chart(chart, numbers, way, confirmed)


def _has_names(numbers: Numbers, at: int) -> bool:
    cells = [row[at] for _line, row in numbers.values() if at < len(row)]
    return len(set(cells)) > len(cells) * MOST and share_of(cells, Content.NAME) > MOST


def _is_mutual(number: str, cell: Cell, cells: Mapping[str, Cell | None]) -> bool:
    """Return whether the opponent's cell names this player."""
    back = cells.get(cell.opponent)
    return back is not None and back.opponent == number


def _agrees(cell: Cell, back: Cell | None) -> bool:
    """Return whether the opponent's cell has the opposite side and the opposite outcome."""
    if back is None:
        return False
    if cell.white is not None and cell.white is back.white and cell.mark is Mark.NONE:
        return False
    lost = cell.mark is back.mark is Mark.LOST
    return lost or not cell.mark or not back.mark or OPPOSITE.get(cell.mark) is back.mark


def _of_lines(text: str) -> Iterator[Table]:
    """Yield the table of a text whose lines have a number, a name, and cells for the rounds."""
    lines = []
    for at, line in enumerate(text.splitlines()[: MOST_ROWS * 2], start=1):
        if hit := _START.fullmatch(_PIN.sub("", line).rstrip()):
            lines.append((at, hit, _PIN.search(line)))
    if len(lines) < 2 or any("\t" in hit[0] for _at, hit, _pin in lines):
        return
    for way in WAYS:
        tails = [_tail(_PARTED.sub(r"\1", hit["rest"]), way) for _at, hit, _pin in lines]
        most = max(opponents for opponents, _run in tails)
        if not most:
            continue
        # A figure before the rounds may resemble a bye, but its column has no opponent.
        count = max(most, min(len(run) for _opponents, run in tails))
        rows = []
        for (at, hit, pin), (_opponents, run) in zip(lines, tails, strict=True):
            name = _NAME.match(hit["rest"])
            if name is None or len(run) < count:
                continue
            numbers = [*hit["numbers"].split(), ""][:2]
            id = pin["pin"] or "" if pin else ""
            rest = hit["rest"][name.end() :].strip()
            rows.append((at, [*numbers, name["name"].strip(), id, rest, *run[-count:]]))
        columns = {"first": 2, "id": 3} if any(row[3] for _at, row in rows) else {"first": 2}
        heads = ["", "", "name", "id", "…", *[""] * count]
        yield Table(columns, rows=rows, line=rows[0][0] if rows else 0, headings=heads)


def _tail(rest: str, way: re.Pattern[str]) -> tuple[int, list[str]]:
    """Return the last cells of a line that are rounds, and how many have opponents."""
    words = rest.split()
    behind = 0
    while words and behind < MOST_BEHIND and not _is_met(words[-1], way):
        if not _FIGURE.fullmatch(words[-1]):
            break
        words.pop()
        behind += 1
    if not words or not _is_met(words[-1], way):
        words = rest.split()  # the last cells may be byes
    run: list[str] = []
    while words and cell_in(words[-1], way) is not None:
        run.insert(0, words.pop())
    return sum(_is_met(word, way) for word in run), run


def _is_met(word: str, way: re.Pattern[str]) -> bool:
    cell = cell_in(word, way)
    return cell is not None and bool(cell.opponent)


LEAST_PLAYERS = 2
# A list of histories is no longer than this.
MOST_LINES = 6000
# "1. Ada Quill (2-1): W Ben Rook, L Cleo Marsh"
_LINE = re.compile(r"(?:\d{1,3}[.)]\s*)?(?P<name>[^:：\t]{2,60}?)\s*[:：]\s*(?P<rounds>\S.*)")
_PARTS = re.compile(r"\s*[,;|、]\s*")
# "R1 W vs Ben Rook", "Round 1: beat Ben Rook", "- beat Ben Rook"
_ROUND = re.compile(r"(?:[*•·-]\s+)?(?:(?:round|rd?|runde|ronda)\.?\s*\d{1,2}\s*[:.)-]?\s+)?", re.I)


def typed_histories(text: str) -> Iterator[Table]:
    """Yield tables with a row for each player of a text: the name, then a cell for each round."""
    lines = [
        (at, line.strip()) for at, line in enumerate(cleared(text.splitlines()[:MOST_LINES]), 1)
    ]
    for rows in ([*_lines(lines)], [*_paragraphs(lines)]):
        if len(rows) >= LEAST_PLAYERS and all(is_plausible_name(row[0]) for _at, row in rows):
            yield Table({"first": 0}, rows=rows, line=rows[0][0])


def _lines(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    for at, line in lines:
        if hit := _LINE.fullmatch(line):
            parts = _PARTS.split(hit["rounds"])
            yield at, [bare_name(hit["name"]), *(_ROUND.sub("", part, count=1) for part in parts)]


def _paragraphs(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    rows: list[tuple[int, list[str]]] = []
    begins = True
    for at, line in lines:
        if line and begins:
            rows.append((at, [bare_name(line.strip(" *_#:"))]))
        elif line:
            rows[-1][1].append(_ROUND.sub("", line, count=1))
        begins = not line
    yield from (row for row in rows if len(row[1]) > 1)
