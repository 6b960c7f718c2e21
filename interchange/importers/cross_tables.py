"""Wall charts of any program: a column for each round, with cells like 15w1, W15 or 15+/w0.

Also files of TSH (Scrabble): a line per player with opponents' numbers, then own scores.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

from archive.errors import _
from interchange.importing import Importer
from interchange.json_access import number_in
from interchange.tables.name_parts import turned_name
from interchange.tables.plausibility import Content, content_of, is_plausible_name
from interchange.tables.sheets import sheets_of
from interchange.tables.table_doubts import (
    columns_of,
    note_unread,
    place_of,
    question_width,
)
from interchange.tables.table_events import name_in
from interchange.texts import clean
from interchange.values import ForeignError, FoundEvent, Printed, Source, Subject
from interchange.wall_charts.chart_cells import Mark
from interchange.wall_charts.charts import MOST_ROWS, Chart, best_chart
from interchange.wall_charts.meetings import History, Meeting, add_meetings
from interchange.wall_charts.named_charts import GAMES

# Points for a win and a draw in a column of points: chess, then card games.
_SCORES = ((Fraction(1), Fraction(1, 2)), (Fraction(3), Fraction(1)))
MOST = 0.8
MOST_SHOWN = 5
# A longer text is no chart, whatever is around it.
MOST_LINES = 4 * MOST_ROWS


def _chart(source: Source) -> Chart | None:
    if source.json is not None or source.root or source.text.count("\n") > MOST_LINES:
        return None
    try:
        return best_chart([*sheets_of(source.data)], source.text)
    except ForeignError:
        return None  # the next importer explains the error


def _recognizes(source: Source) -> bool:
    return histories_of_scores(source.text) is not None or _chart(source) is not None


def _read(source: Source) -> Sequence[FoundEvent]:
    if (scored := histories_of_scores(source.text)) is not None:
        event = _empty()
        for key, name in scored[0].items():
            event.person(key, turned_name(name))
            if '"' in name or not is_plausible_name(name):
                words = _("“%(text)s” does not look like the name of a player.")
                event.note(Subject.PERSON, name, words, text=name[:40])
        add_meetings(event, scored[1])
        return [event]
    chart = _chart(source)
    return [] if chart is None else [_event(chart)]


def _empty(name: str = "") -> FoundEvent:
    """Return an empty event with chess scoring: a point for a win and half a point for a draw."""
    return FoundEvent(
        name=name,
        profiles=("chess",),
        points=(2, 1, 0),
        points_per_draw=2,
        ranked_by_points=True,
        games_to_win=1,
    )


def _event(chart: Chart) -> FoundEvent:
    table = chart.table
    at, card_game = _points_column(chart)
    name = clean(table.sheet)
    event = FoundEvent(name=name, ranked_by_points=True) if card_game else _empty(name)
    if at is not None:
        table.columns = {**table.columns, "points": at}
    _leave_out(event, chart)
    event.columns = columns_of(table)
    question_width(event, table, place_of(table, table.line))
    note_unread(event, table)
    told = [at for key, at in table.columns.items() if key.startswith("opponent ")]
    if any(GAMES.search(row[at]) for _line, row in table.rows for at in told if at < len(row)):
        words = _("The winner of each match is read, its games are not.")
        event.remark(Subject.RESULT, place_of(table, table.line), words)
    histories = []
    for key, (line, row) in chart.numbers.items():
        name = name_in(table, row)
        if not name:
            event.note(Subject.PERSON, place_of(table, line), _("The row has no player."))
            continue
        event.person(key, turned_name(name)).platform_id = table.cell(row, "id")
        rank = number_in(table.cell(row, "rank"))
        points = number_in(table.cell(row, "points"))
        event.printed.append(Printed(key, int(rank) if rank else None, points))
        histories.append(History(key, line, _meetings(event, chart, line, row)))
    add_meetings(event, histories)
    return event


def _leave_out(event: FoundEvent, chart: Chart) -> None:
    """Leave out rows without their own number, such as a second line about each player."""
    lines = {line for line, _row in chart.numbers.values()}
    others = [line for line, _row in chart.table.rows if line not in lines]
    chart.table.rows = [(line, row) for line, row in chart.table.rows if line in lines]
    event.rows = len(chart.table.rows)
    event.skipped += chart.table.skipped
    if others:
        words = _("Rows without a number of a player were not read. Their lines: %(lines)s")
        lines_left = ", ".join(map(str, others[:MOST_SHOWN]))
        more = ", …" if len(others) > MOST_SHOWN else ""
        event.note(Subject.FILE, place_of(chart.table, others[0]), words, lines=lines_left + more)


def _meetings(event: FoundEvent, chart: Chart, line: int, row: Sequence[str]) -> dict[int, Meeting]:
    meetings = {}
    for number, at in chart.table.rounds.items():
        cell = chart.cell(row, at)
        if cell is None:
            words = _("“%(text)s” is not a result.")
            event.note(Subject.RESULT, place_of(chart.table, line), words, text=row[at][:20])
        else:
            meetings[number] = Meeting(cell.opponent, cell.mark, cell.white)
    return meetings


def _points_column(chart: Chart) -> tuple[int | None, bool]:
    """Return the column of points, and whether a win counts three there.

    Without a heading, it is the column whose figures follow from the outcomes.
    """
    named = chart.table.columns.get("points")
    taken = {*chart.table.rounds.values(), *chart.table.columns.values()} - {named}
    width = max(len(row) for _line, row in chart.table.rows)
    for at in [named] if named is not None else range(width - 1, -1, -1):
        if at in taken or at is None:
            continue
        for index, score in enumerate(_SCORES):
            fitting = [_fits(chart, row, at, score) for _line, row in chart.numbers.values()]
            if sum(fitting) > MOST * len(fitting):
                return at, index > 0
    return named, False


def _fits(chart: Chart, row: Sequence[str], at: int, score: tuple[Fraction, Fraction]) -> bool:
    cells = [chart.cell(row, place) for place in chart.table.rounds.values()]
    marks = [cell.mark for cell in cells if cell is not None]
    won = sum(mark in (Mark.WON, Mark.BYE) for mark in marks)
    drew = sum(mark in (Mark.DREW, Mark.HALF) for mark in marks)
    shown = row[at] if at < len(row) else ""
    figure = content_of(shown) in (Content.WHOLE, Content.NUMBER)
    return figure and number_in(shown) == won * score[0] + drew * score[1]


IMPORTER = Importer("cross-table", "Cross table", _recognizes, _read)


_LINE = re.compile(
    r"(?P<name>[^\d\s;#][^\d;]*?)\s+(?P<rating>\d{1,4})\s+(?P<opponents>\d+(?:\s+\d+)*)\s*;"
    r"(?P<scores>(?:\s*-?\d+)*)\s*(?:;.*)?"
)
LEAST_LINES = 2


def histories_of_scores(text: str) -> tuple[dict[str, str], list[History]] | None:
    """Return the names by key, and each player's rounds; None for any other text."""
    lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), start=1)]
    filled = [(at, line) for at, line in lines if line and not line.startswith("#")]
    hits = [(at, hit) for at, line in filled if (hit := _LINE.fullmatch(line))]
    if len(hits) < LEAST_LINES or len(hits) < len(filled):
        return None
    rows = {str(key): hit for key, (_at, hit) in enumerate(hits, start=1)}
    scores = {key: [*map(int, hit["scores"].split())] for key, hit in rows.items()}
    histories = []
    for (at, _hit), (key, row) in zip(hits, rows.items(), strict=True):
        meetings: dict[int, Meeting] = {}
        for place, opponent in enumerate(row["opponents"].split()):
            other = str(int(opponent))
            own = scores[key][place : place + 1]
            if other == "0":
                came = bool(own) and own[0] > 0
                meetings[place + 1] = Meeting("", Mark.BYE if came else Mark.ABSENT)
            else:
                theirs = scores.get(other, [])[place : place + 1]
                meetings[place + 1] = Meeting(other, _outcome(own, theirs))
        histories.append(History(key, at, meetings))
    return {key: row["name"] for key, row in rows.items()}, histories


def _outcome(own: list[int], theirs: list[int]) -> Mark:
    if not own or not theirs:
        return Mark.NONE
    return Mark.DREW if own == theirs else Mark.WON if own > theirs else Mark.LOST
