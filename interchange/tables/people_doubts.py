"""Rows of tables that are no people, and doubts: names in several rows, rounds of byes."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.json_access import number_in
from interchange.tables.column_words import SECTIONS, compact
from interchange.tables.name_parts import bare_name
from interchange.tables.plausibility import FEW, MANY, Content, is_nobody, share_of
from interchange.tables.sheets import TITLE, Table
from interchange.tables.table_doubts import place_of
from interchange.values import FoundEvent, Skipped, Subject

# This many players with byes suggest a missed column of opponents.
LEAST_BYES = 3
_OPPONENT = re.compile(
    r"\b(?:opponent|opp\b|gegner|adversaire|rival|oponente|avversari|advers[aá]ri|tegenstander|przeciwnik"
    r"|soupe[rř]|ellenf[eé]l|motst[aå]nd|modstand|vastustaj|rakip|соперник|противник)"
    r"|対戦相手|对手|對手|상대",
    re.I,
)
_OF_STANDINGS = {"rank", "points", "record"}
# Columns of pairings that standings do not have.
_OF_PAIRINGS = {"table", "result", "round", "winner", "wins1"}
_SUMS = frozenset(map(compact, SECTIONS["lists"]))


def question_repeated(event: FoundEvent, table: Table) -> None:
    """Note a name in several different rows of standings.

    If many names repeat, the column holds something other than names.
    """
    if not _OF_STANDINGS & table.columns.keys() or "second" in table.columns or table.chosen:
        return
    rows: dict[str, dict[tuple[str, ...], int]] = defaultdict(dict)
    for line, row in table.rows:
        name = table.cell(row, "first")
        if not is_nobody(name):
            # A row pasted twice is not a second player.
            rows[name].setdefault(tuple(map(str.strip, row)), line)
    again = {name: list(lines.values()) for name, lines in rows.items() if len(lines) > 1}
    if sum(len(lines) - 1 for lines in again.values()) > MANY * len(table.rows):
        words = _("“%(text)s” is the name in %(count)d rows. Is this the column of names?")
        name, lines = max(again.items(), key=lambda item: len(item[1]))
        place = place_of(table, table.line or 1)
        event.doubt(Subject.PERSON, place, words, text=name[:40], count=len(lines))
        return
    for name, lines in again.items():
        words = _("“%(text)s” is in an earlier row, too. Both rows are read as one player.")
        event.note(Subject.PERSON, place_of(table, lines[1]), words, text=name[:40])


def question_sides(event: FoundEvent, table: Table) -> None:
    """Question names that end in a verb, and a column of opponents that was not read."""
    place = Message(_("line %(line)d"), line=table.line or 1)
    for meaning in ("first", "second"):
        words = [bare_name(table.cell(row, meaning)).split() for _line, row in table.rows]
        tails = Counter(name[-1] for name in words if len(name) > 1 and name[0][0].isupper())
        for tail, times in tails.most_common(1):
            if times > 1 and tail.isalpha() and tail.islower() and not table.chosen:
                text = next(" ".join(name) for name in words if name and name[-1] == tail)
                words_of_doubt = _("“%(text)s” does not look like the name of a player.")
                event.doubt(Subject.PERSON, place, words_of_doubt, text=text[:40])
    _note_tableless(event, table)
    if "second" in table.columns or table.chosen:
        return
    for at, heading in enumerate(table.headings):
        cells = [row[at] for _line, row in table.rows if at < len(row)]
        are_names = share_of(cells, Content.NAME) > 1 - MANY
        if at not in table.columns.values() and are_names and _OPPONENT.search(heading):
            words_of_doubt = _("The column “%(heading)s” may hold the opponents.")
            event.doubt(Subject.RESULT, place, words_of_doubt, heading=heading.strip()[:40])


def _note_tableless(event: FoundEvent, table: Table) -> None:
    """Note the few matches without a table among others with one: their line may be cut."""
    pairs = [item for item in table.rows if not is_nobody(table.cell(item[1], "second"))]
    without = [line for line, row in pairs if not table.cell(row, "table")]
    if "table" in table.columns and 0 < len(without) <= max(1, FEW * len(pairs)) < len(pairs):
        for line in without:
            words = _("The column “%(heading)s” is empty in this row.")
            at = table.columns["table"]
            named = table.headings[at].strip()[:40] if at < len(table.headings) else "table"
            event.note(Subject.RESULT, place_of(table, line), words, heading=named)


def part_rounds(event: FoundEvent, table: Table) -> None:
    """Part pairings whose table numbers begin again into rounds, if nobody plays twice in a part.

    Their order is only guessed: some pages list the newest round first.
    """
    if {"round", "third"} & table.columns.keys() or table.round is not None:
        return
    numbers = [number_in(table.cell(row, "table")) for _line, row in table.rows]
    if "second" not in table.columns or len(numbers) < 2 or numbers[0] is None:
        return
    starts = [at for at, number in enumerate(numbers) if number == numbers[0]]
    parts = [table.rows[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    people = [_people_of(table, part) for part in parts]
    if len(parts) < 2 or any(len(names) != len({*names}) for names in people):
        return
    if any(len({*people[0]} & {*names}) * 2 < len(people[0]) for names in people[1:]):
        return
    numbered = [str(number) for number, part in enumerate(parts, start=1) for _row in part]
    table.columns = {**table.columns, "round": table.append_column("round", numbered)}
    words = _(
        "The table numbers begin again. The %(count)d parts are read as rounds 1 to %(count)d."
    )
    say = event.remark if table.chosen else event.doubt
    say(Subject.RESULT, place_of(table, table.line or 1), words, count=len(parts))


def _people_of(table: Table, rows: Sequence[tuple[int, Sequence[str]]]) -> list[str]:
    cells = [table.cell(row, key) for _line, row in rows for key in ("first", "second")]
    return [name for cell in cells if not is_nobody(name := bare_name(cell))]


def question_byes(event: FoundEvent) -> None:
    """Question a round in which every player has a bye."""
    for round in event.rounds:
        kinds = {pairing.kind for pairing in round.pairings}
        if len(round.pairings) >= LEAST_BYES and kinds == {MatchKind.BYE}:
            event.doubt(
                Subject.RESULT,
                Message(_("round %(number)d"), number=round.number),
                _("All players of this round have a bye. Is the column of opponents missing?"),
            )


def question_ranks(event: FoundEvent) -> None:
    """Question standings that begin below first place: the rows above may be missing."""
    ranks = [line.rank for line in event.printed if line.rank is not None]
    if len(ranks) > 1 and min(ranks) > 1:
        event.doubt(
            Subject.STANDING,
            Message(_("standings")),
            _("The first place in the standings is %(rank)d. Are the rows above it missing?"),
            rank=min(ranks),
        )


def question_halves(event: FoundEvent, table: Table) -> None:
    """Question pairings with places instead of tables: they may be two standings side by side."""
    names = table.repeated.get("first", [])
    if table.chosen:
        return
    if len(names) > 1 and "rank" in table.columns and not _OF_PAIRINGS & table.columns.keys():
        event.doubt(
            Subject.FILE,
            place_of(table, table.line or 1),
            _("The players of one row play each other here. Are these two tables side by side?"),
        )


def remove_other_rows(event: FoundEvent, table: Table) -> None:
    """Remove the rows of a table that are no players, with a remark or among those skipped."""
    _remove_letters(table)
    _remove_sums(event, table)
    _join_wrapped(event, table)


def _remove_letters(table: Table) -> None:
    """Remove the letters of an index: rows of one letter, with which the next name begins."""
    for (line, row), (_line, below) in pairwise([*table.rows]):
        [*filled] = filter(None, map(str.strip, row))
        is_letter = len(filled) == 1 and len(filled[0]) == 1 and filled[0].isalpha()
        if is_letter and len(name := table.cell(below, "first")) > 1 and name[0] == filled[0]:
            table.rows.remove((line, row))
            table.skipped.append(Skipped(line, filled[0], TITLE))


def _remove_sums(event: FoundEvent, table: Table) -> None:
    """Remove rows of sums: "Total" in place of a name, and no place before it."""
    for line, row in [*table.rows]:
        name = compact(table.cell(row, "first"))
        if name in _SUMS and not (table.cell(row, "rank") or table.cell(row, "second")):
            table.rows.remove((line, row))
            event.remark(Subject.FILE, place_of(table, line), _("The row is a sum, not a player."))


def _join_wrapped(event: FoundEvent, table: Table) -> None:
    """Join names that continue on their own line, below a row with its place or table."""
    before = next((key for key in ("rank", "table", "start") if key in table.columns), "")
    people = {at for key in ("first", "second") if (at := table.columns.get(key)) is not None}
    above: list[str] | None = None
    for line, row in [*table.rows] if before else ():
        filled = {at for at, cell in enumerate(row) if cell.strip()}
        if table.cell(row, before):
            above = row
        elif is_nobody(table.cell(row, "second")) and table.cell(row, "second"):
            above = None  # a bye has no table
        elif above is not None and filled and filled <= people:
            for at in filled:
                if at < len(above):
                    above[at] = f"{above[at]} {row[at].strip()}".strip()
            table.rows.remove((line, row))
            words = _("The line is read as the rest of the name above it.")
            event.remark(Subject.PERSON, place_of(table, line), words)
