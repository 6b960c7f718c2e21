"""Turn tables into events: lists of pairings with results, standings, and player lists."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from archive.errors import Message, _
from domain.kinds import MatchKind
from domain.limits import MOST_ROUNDS
from interchange.json_access import number_in, share_in
from interchange.playoffs import is_playoff_name
from interchange.scores import BYE, FIRST_WON, PENDING, SECOND_WON, TIED, Score, read_score, turned
from interchange.tables.by_seats import MORE_THAN_TWO, by_matches, is_by_seats
from interchange.tables.column_words import RESULT_WORDS, compact
from interchange.tables.name_parts import bare_name, mostly_family_first, turned_name
from interchange.tables.people_doubts import (
    part_rounds,
    question_byes,
    question_halves,
    question_ranks,
    question_repeated,
    question_sides,
    remove_other_rows,
)
from interchange.tables.plausibility import Content, content_of, is_nobody, is_sign
from interchange.tables.settled_columns import question_marks, settle_by_content
from interchange.tables.sheets import MOST_SHOWN, Table
from interchange.tables.table_doubts import place_of, question_table
from interchange.texts import folded
from interchange.values import FoundEvent, FoundRound, Pairing, Person, Printed, Skipped, Subject

# "3-0-0 (9)": some tools write the points after the record.
_RECORD = re.compile(
    r"(\d{1,3})\s*[-/–]\s*(\d{1,3})(?:\s*[-/–]\s*(\d{1,3}))?(?:\s*\((?P<points>\d{1,3})\))?"
)
_LETTERS = re.compile(r"[^\W\d_]")
# "2 - 0 Zoë": this many letters next to the games form a word.
LEAST_WORD = 3
_DROPPED = {
    "dropped",
    "drop",
    "ドロップ",
    "棄権",
    "disqualified",
    "dq",
    "withdrawn",
    "ausgestiegen",
}
_YES = {"yes", "true", "x", "ja", "oui", "si", "はい", "1"}
_SHARES = ("omw", "gw", "ogw", "oomw")


def add_tables(event: FoundEvent, tables: Iterable[Table]) -> None:
    """Add the content of tables to an event; unreadable parts are noted with their line."""
    labels: dict[str, FoundRound] = {}
    prepared: list[Table] = []
    for table in (tables := [*tables]):
        event.rows += len(table.rows)
        if not table.rows:
            words = _("There are no rows below these headings.")
            event.note(Subject.FILE, place_of(table, table.line), words)
            continue
        if is_by_seats(table):
            table = by_matches(event, table)
            if not table.rows:
                continue
        settle_by_content(table)
        part_rounds(event, table)
        remove_other_rows(event, table)
        question_table(event, table)
        question_marks(event, table)
        question_repeated(event, table)
        question_sides(event, table)
        question_halves(event, table)
        prepared.append(table)
    family_first = _is_family_first(prepared)
    for table in prepared:
        table.family_first = family_first
        if "second" in table.columns:
            _pairings(event, table, labels)
        elif {"rank", "points", "record"} & table.columns.keys():
            _standings(event, table)
        else:
            _people(event, table)
    # Two tables side by side share a title.
    skipped = (line for table in tables for line in table.skipped)
    event.skipped = [*dict.fromkeys((*event.skipped, *skipped))]
    question_ranks(event)
    event.rounds = sorted(labels.values(), key=lambda round: round.number)
    question_byes(event)
    event.final_order = event.final_order or any(round.playoff for round in event.rounds)


def name_in(table: Table, row: Sequence[str], meaning: str = "first") -> str:
    """Return the name in a row, from one column, or from two with first and last name."""
    last = table.cell(row, "last name")
    if meaning == "first" and last:
        return f"{table.cell(row, 'first name')} {last}".strip()
    name = bare_name(table.cell(row, meaning))
    return turned_name(name) if table.family_first else name


def _is_family_first(tables: Sequence[Table]) -> bool:
    """Return whether most names of a file are written like "Quill, Ada"."""
    return mostly_family_first(
        table.cell(row, meaning)
        for table in tables
        for _line, row in table.rows
        for meaning in ("first", "second")
        if not is_nobody(table.cell(row, meaning))
    )


def _pairings(event: FoundEvent, table: Table, labels: dict[str, FoundRound]) -> None:
    label = ""
    for line, row in table.rows:
        # Merged cells of the round have their text only in the first row.
        label = table.cell(row, "round") or label
        first, second = name_in(table, row), name_in(table, row, "second")
        if is_left := is_nobody(first):
            first, second = second, first
        if is_nobody(first):
            if any(cell.strip() for cell in row):
                event.note(Subject.RESULT, place_of(table, line), _("The row has no player."))
            continue
        if not is_nobody(table.cell(row, "third")):
            event.note(Subject.RESULT, place_of(table, line), MORE_THAN_TWO)
            continue
        round = _round_of(table, label, labels)
        round.playoff = round.playoff or is_playoff_name(table.cell(row, "stage"))
        event.person(first)
        number = number_in(table.cell(row, "table"))
        seat = int(number) if number is not None and 0 < number < 10**6 else None
        if is_nobody(second):
            shown = table.cell(row, "result") or table.cell(row, "winner")
            told = read_score(shown, first)
            if is_left and told is not None and told.games is not None:
                told = replace(told, games=turned(told.games))
            if second and _is_of_match(told, shown, second):
                words = _("“%(text)s” has the result of a match. Is it a player?")
                event.doubt(Subject.RESULT, place_of(table, line), words, text=second[:40])
            if not second or is_sign(second):
                _say_alone(event, place_of(table, line), told, shown.replace(first, ""))
            alone = MatchKind.UNPAIRED if _is_loss(told) else MatchKind.BYE
            games = (0, 0, 0) if alone is MatchKind.UNPAIRED else BYE.games
            round.pairings.append(Pairing(first, games=games, kind=alone))
            continue
        event.person(second)
        score, shown = _score(table, row, first, second)
        pairing = Pairing(first, second, table=seat, unreadable="" if score else shown)
        if score is not None:
            pairing.games, pairing.double_loss = score.games, score.double_loss
            pairing.scored = score.scored
            if score.kind is MatchKind.BYE:
                pairing.games, pairing.scored = BYE.games, False
        round.pairings.append(pairing)


def _say_alone(event: FoundEvent, place: Message, score: Score | None, rest: str) -> None:
    """Report that a row without an opponent is read as a bye, unless its result already says so.

    Games won by both sides mean a match, and a further word may be the opponent's name.
    """
    if score is not None and score.kind is MatchKind.BYE:
        return
    plain = score is not None and score.games is not None and 0 in score.games[:2]
    bare = len(_LETTERS.findall(rest)) < LEAST_WORD or compact(rest) in RESULT_WORDS["second"]
    say = event.remark if plain and bare else event.note
    if _is_loss(score):
        say(Subject.RESULT, place, _("The row has no opponent. It is read as a lost round."))
    else:
        say(Subject.RESULT, place, _("The row has no opponent. It is read as a bye."))


def _is_of_match(score: Score | None, shown: str, second: str) -> bool:
    """Return whether a result next to a word for a bye is one of a match with two players."""
    if score is None or score.kind is MatchKind.BYE:
        return not is_nobody(shown) and folded(shown).startswith(folded(second) + "won")
    played = score.games is not None and (0 not in score.games[:2] or score.games[:2] == (0, 0))
    return played or score.double_loss or _is_loss(score)


def _is_loss(score: Score | None) -> bool:
    played = score is not None and score.kind is MatchKind.PLAYED
    return score is not None and played and score.games in (SECOND_WON.games, (0, 1, 0))


def _round_of(table: Table, label: str, labels: dict[str, FoundRound]) -> FoundRound:
    label = label or str(table.round or "")
    digits = re.search(r"\d+", label)
    title = table.title or table.sheet
    playoff = is_playoff_name(label) or (not label and is_playoff_name(title))
    if playoff and not label:
        label = title
    if not playoff and digits:
        label = str(int(digits[0][:4]))
    if label not in labels:
        newest = max((round.number for round in labels.values()), default=0)
        number = int(label) if label.isascii() and label.isdigit() else newest + 1
        labels[label] = FoundRound(number, playoff=playoff, name=label)
    return labels[label]


def _score(table: Table, row: Sequence[str], first: str, second: str) -> tuple[Score | None, str]:
    """Return the result of a row, and the text of the result."""
    shown = table.cell(row, "result")
    if "loser" in table.columns and not shown:
        return (TIED if _is_drawn(table, row) else FIRST_WON), shown
    counts = [number_in(table.cell(row, key)) for key in ("wins1", "wins2", "draws")]
    if "½" in table.cell(row, "wins1"):
        shown = f"{table.cell(row, 'wins1')}-{table.cell(row, 'wins2')}"
        return read_score(shown), shown
    if counts[0] is not None and counts[1] is not None:
        games = tuple(int(count or 0) for count in counts)
        if games != (0, 0, 0) or shown:
            if games == (0, 0, 0):
                return read_score(shown, first, second), shown
            return Score((games[0], games[1], games[2])), shown
        return Score(), shown
    score = read_score(shown, first, second)
    winner = table.cell(row, "winner")
    if score is PENDING and not winner and _is_drawn(table, row):
        return TIED, shown
    if winner and (score is None or score.games is None):
        sides = {folded(first): FIRST_WON, folded(second): SECOND_WON, "0": TIED}
        named = sides.get(folded(winner))
        named = named or _by_part(winner, first, second)
        return named or (TIED if "draw" in folded(winner) else read_score(winner)), winner
    return score, shown


def _is_drawn(table: Table, row: Sequence[str]) -> bool:
    return folded(table.cell(row, "matchdraws") or table.cell(row, "draws")) in _YES


def _by_part(text: str, first: str, second: str) -> Score | None:
    """Return the win of the player whose first or last name a text is; None for both or none."""
    parts = [{*map(folded, name.split())} for name in (first, second)]
    sides = [{*map(folded, text.split())} <= names for names in parts]
    if sides[0] == sides[1]:
        return None
    return FIRST_WON if sides[0] else SECOND_WON


def _standings(event: FoundEvent, table: Table) -> None:
    for line, row in table.rows:
        name = name_in(table, row)
        if _is_no_player(event, table, line, row):
            event.note(Subject.STANDING, place_of(table, line), _("The row has no player."))
            continue
        _describe(event.person(name), table, row)
        rank = number_in(table.cell(row, "rank"))
        record = _record(table, row)
        figures: dict[str, Fraction] = {}
        for key in _SHARES:
            shown = table.cell(row, key)
            value = share_in(shown) if shown else None
            if value is not None and 0 <= value <= 1:
                figures[key] = value
        event.printed.append(
            Printed(
                name,
                int(rank) if rank is not None and 0 < rank < 10**6 else None,
                _points(table, row),
                figures,
                record,
            )
        )


def _is_no_player(event: FoundEvent, table: Table, line: int, row: Sequence[str]) -> bool:
    """Return whether a row has no name, or a word for a bye that no person called a player."""
    name = name_in(table, row)
    if content_of(name) is Content.EMPTY:
        return True
    if not is_nobody(name) or name in event.players:
        return False
    text = " | ".join(filter(None, map(str.strip, row)))[:MOST_SHOWN]
    event.skipped.append(Skipped(line, text, _("a bye, not a player"), name))
    return True


def _points(table: Table, row: Sequence[str]) -> Fraction | None:
    """Return the points of a row, from their own cell or after the record."""
    if "points" in table.columns:
        return number_in(table.cell(row, "points"))
    record = _RECORD.fullmatch(table.cell(row, "record"))
    return Fraction(record["points"]) if record and record["points"] else None


def _people(event: FoundEvent, table: Table) -> None:
    for line, row in table.rows:
        name = name_in(table, row)
        if _is_no_player(event, table, line, row):
            event.note(Subject.PERSON, place_of(table, line), _("The row has no player."))
            continue
        _describe(event.person(name), table, row)


def _describe(person: Person, table: Table, row: Sequence[str]) -> None:
    """Store a row's other data about its player: address, number, deck, drop."""
    person.email = person.email or table.cell(row, "email").lower()
    person.platform_id = person.platform_id or table.cell(row, "id")
    person.deck = person.deck or table.cell(row, "deck")
    dropped = table.cell(row, "dropped")
    if dropped.isascii() and dropped.isdigit() and 0 < len(dropped) < 3:
        person.dropped_after = int(dropped) or None
    elif folded(table.cell(row, "status")) in _DROPPED or folded(dropped) in _DROPPED | _YES:
        person.dropped_after = -1


def _record(table: Table, row: Sequence[str]) -> tuple[int, int, int] | None:
    """Return wins, losses and draws of a row, from one cell or from three."""
    record = _RECORD.fullmatch(table.cell(row, "record"))
    if record:
        return int(record[1]), int(record[2]), int(record[3] or 0)
    drawn = "matchdraws" if "matchdraws" in table.columns else "draws"
    wins, losses, draws = (number_in(table.cell(row, key)) for key in ("wins", "losses", drawn))
    if wins is None or losses is None or max(wins, losses, draws or 0) > MOST_ROUNDS:
        return None
    return int(wins), int(losses), int(draws or 0)
