"""FIDE tournament report files, TRF16 and TRF26: what Swiss-Manager, Sharly Chess and others write.

Columns are those of the FIDE handbook, C.04 Annex 2 (TRF26, 12 May 2025).
"""

import re
from collections.abc import Sequence
from fractions import Fraction

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.completeness import compare_total, leave_out_coming
from interchange.importing import Importer
from interchange.json_access import date_in, number_in
from interchange.scores import BYE, NO_GAMES
from interchange.texts import clean
from interchange.values import FoundEvent, FoundRound, Pairing, Person, Printed, Source, Subject

_TAGS = re.compile(r"^(0[0-9]2|001|013|1[0-9]2|XX[A-Z]|2[0-9]2|250|240|260|310)[ \t]", re.M)
_POINTS = re.compile(r"\s*\d{1,3}(?:[.,]\d)?\s*")
_WINS, _DRAWS, _LOSSES = "1+w", "=d", "0-l"
_BYES, _HALF_BYES, _ABSENT = "uf+1w", "h=d", "-0l"
# Some tools write the year of a date with two digits.
_SHORT_YEAR = re.compile(r"\d{2}[/.-]\d{2}[/.-]\d{2}\b(?![/.-]?\d)")
_CELL = 10
_FIRST_CELL = 91


def _recognizes(source: Source) -> bool:
    if source.json is not None or source.root or not source.text:
        return False
    return len(_TAGS.findall(source.text[:20_000])) >= 2 and bool(
        re.search(r"^001[ \t]+\d{1,4}[ \t]", source.text, re.M)
    )


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(
        profiles=("chess",),
        points=(2, 1, 0),
        points_per_draw=2,
        ranked_by_points=True,
        games_to_win=1,
    )
    cells: dict[str, list[tuple[str, str, str]]] = {}
    announced: int | None = None
    for at, line in enumerate(source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        tag, rest = line[:3], clean(line[4:])
        if tag == "012":
            event.name = rest
        elif tag == "042":
            event.date = date_in(f"20{rest}" if _SHORT_YEAR.match(rest) else rest)
        elif tag in ("022",):
            event.venue = rest
        elif tag in ("142", "XXR") and rest[:3].strip().isdigit():
            event.planned = int(rest[:3])
        elif tag == "062" and (told := re.match(r"\d{1,4}", rest)):
            announced = int(told[0])
        elif tag == "162":
            _scoring(event, line)
        elif tag == "001":
            _person(event, cells, line, at)
        elif tag in ("013", "310", "299", "330"):
            event.note(
                Subject.FILE,
                Message(_("line %(line)d"), line=at),
                _("Teams, forfeited team matches and bonus points are not imported."),
            )
    _rounds(event, cells)
    leave_out_coming(event)
    compare_total(event, announced, len(event.persons), _("players"))
    return [event]


def _scoring(event: FoundEvent, line: str) -> None:
    """Read tag 162: the match points of a win, a draw and a loss."""
    points: dict[str, Fraction] = {}
    for code in re.finditer(r"\b([WDLAPX])\s*(\d{1,2}(?:\.\d)?)", line[4:]):
        points[code[1]] = Fraction(code[2])
    win = points.get("W", Fraction(1))
    draw, loss = points.get("D", win / 2), points.get("L", Fraction(0))
    scale = 1 if all(value.denominator == 1 for value in (win, draw, loss)) else 2
    values = [int(value * scale) for value in (win, draw, loss)]
    if values[0] >= values[1] >= values[2] >= 0 and values[0] > 0:
        event.points = (values[0], values[1], values[2])
        if event.points == (3, 1, 0):
            event.profiles = ("mtr", "chess")
        event.points_per_draw = scale


def _columns(line: str) -> str:
    """Return a line with character columns, even if a tool counted bytes."""
    raw = line.encode("utf-8", "replace")
    if len(raw) == len(line) or _POINTS.fullmatch(line[80:84]):
        return line
    if _POINTS.fullmatch(raw[80:84].decode("utf-8", "replace")):
        name = raw[14:47].decode("utf-8", "replace").rstrip()
        return line[:14] + name.ljust(33)[:33] + raw[47:].decode("utf-8", "replace")
    return line


def _person(
    event: FoundEvent, cells: dict[str, list[tuple[str, str, str]]], line: str, at: int
) -> None:
    line = _columns(line)
    key = line[4:8].strip()
    place = Message(_("line %(line)d"), line=at)
    if not key.isascii() or not key.isdigit():
        event.note(Subject.PERSON, place, _("The line has no starting rank."))
        return
    key = str(int(key))
    if key in event.persons:
        event.note(Subject.PERSON, place, _("The number %(key)s appears twice."), key=key)
        return
    name = clean(line[14:47])
    last, comma, first = name.partition(",")
    shown = f"{first.strip()} {last.strip()}".strip() if comma else name
    number = clean(line[57:68])
    event.persons[key] = Person(key, shown or key, platform_id=number if number != "0" else "")
    rank = line[85:89].strip()
    event.printed.append(
        Printed(
            key,
            int(rank) if rank.isascii() and rank.isdigit() and int(rank) else None,
            number_in(line[80:84]),
        )
    )
    own = []
    for start in range(_FIRST_CELL, len(line.rstrip()), _CELL):
        part = line[start : start + 8].ljust(8)
        own.append((part[:4].strip(), part[5].lower(), part[7].lower()))
    cells[key] = own


def _rounds(event: FoundEvent, cells: dict[str, list[tuple[str, str, str]]]) -> None:
    last = max((len(own) for own in cells.values()), default=0)
    for number in range(1, last + 1):
        round = FoundRound(number)
        done: set[str] = set()
        for key in cells:
            if key not in done:
                done |= _match(event, cells, round, key)
        if round.pairings:
            event.rounds.append(round)


def _cell(
    cells: dict[str, list[tuple[str, str, str]]], key: str, number: int
) -> tuple[str, str, str]:
    own = cells.get(key, [])
    opponent, colour, result = own[number - 1] if number <= len(own) else ("", "", " ")
    opponent = str(int(opponent)) if opponent.isascii() and opponent.isdigit() else ""
    return ("" if opponent == "0" else opponent), colour, result


def _match(
    event: FoundEvent, cells: dict[str, list[tuple[str, str, str]]], round: FoundRound, key: str
) -> set[str]:
    opponent, colour, result = _cell(cells, key, round.number)
    place = f"{event.persons[key].name}, round {round.number}"
    if not opponent:
        if result in _BYES or result in _HALF_BYES:
            half = result in _HALF_BYES
            round.pairings.append(Pairing(key, games=BYE.games, kind=MatchKind.BYE, half=half))
        elif result in _ABSENT or (
            result == "z"
            and any(
                _cell(cells, key, later)[0] or _cell(cells, key, later)[2] in f"{_BYES}{_HALF_BYES}"
                for later in range(round.number + 1, len(cells[key]) + 1)
            )
        ):
            round.pairings.append(Pairing(key, games=NO_GAMES, kind=MatchKind.UNPAIRED))
        elif result not in "z- ":
            event.note(Subject.RESULT, place, _("“%(text)s” is not a result."), text=result)
        return {key}
    if opponent not in cells:
        event.note(
            Subject.RESULT, place, _("The opponent %(key)s is not in the file."), key=opponent
        )
        return {key}
    back, _colour, other = _cell(cells, opponent, round.number)
    if back != key:
        event.note(Subject.RESULT, place, _("The two players do not name each other as opponents."))
        return {key}
    black = colour == "b"
    pairing = Pairing(opponent, key) if black else Pairing(key, opponent)
    _score(pairing, other if black else result, result if black else other)
    pairing.scored = False
    round.pairings.append(pairing)
    return {key, opponent}


def _score(pairing: Pairing, result: str, other: str) -> None:
    """Set the games of a pairing from both players' result signs, the first player's first."""
    if result in _WINS:
        pairing.games = (1, 0, 0)
    elif other in _WINS:
        pairing.games = (0, 1, 0)
    elif result in _DRAWS:
        pairing.games = (0, 0, 1)
    elif result in _LOSSES and other in _LOSSES:
        pairing.games, pairing.double_loss = NO_GAMES, True
    elif result.strip() and result != "*":
        pairing.unreadable = result


IMPORTER = Importer("trf", "FIDE TRF", _recognizes, _read)
