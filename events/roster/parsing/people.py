"""Make people and teams of the rows of a list, once it is known what each column is."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from domain.names import fold
from events.roster.parsing import column_words as words
from events.roster.parsing.asides import undecorated
from events.roster.parsing.fields import (
    LONGEST_LINE,
    byes_in,
    is_email,
    is_id,
    read_name,
)
from events.roster.parsing.headings import SEATS
from events.roster.parsing.rows import Row
from events.roster.parsing.team_columns import called_by_members, is_no_name, read_team

_JAPANESE = re.compile(r"[\u3040-\u9fff\uac00-\ud7a3]")
_CURRENCY = r"(?:eur|euro|chf|usd|gbp|jpy|円|元|원|[€£$¥])?"
_AMOUNT = re.compile(rf"{_CURRENCY}\s*(\d{{1,6}})(?:[.,]\d{{1,2}})?\s*{_CURRENCY}")


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of a list. `number` counts from 1; `text` is the line as typed.

    `members` are those of a team in the order of the seats, as many as the line has. `surplus`: the
    line has more in it than the heading has columns. `unused` are fields of unknown meaning.
    `sort_name`: from columns of family and given names. `paid`: the list says so. `typed`: a person
    typed the name, which stays as it is. `waiting`: it is below the title of a waiting list.
    """

    number: int
    text: str
    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: str = ""
    too_long: bool = False
    surplus: bool = False
    members: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    reading: str = ""
    sort_name: str = ""
    paid: bool = False
    typed: bool = False
    waiting: bool = False


def line_of(
    row: Row,
    fields: Sequence[str],
    kinds: Sequence[str],
    seats: int,
    ids: Collection[int],
    *,
    surplus: bool = False,
    comma: bool = False,
) -> RosterLine:
    """Return the person of a row whose columns are `kinds`; `ids`: mixed ones that have IDs.

    `comma`: the parts of a name were typed around one, which stays.
    """
    cells = _Cells(fields, kinds, ids)
    stated = read_name(cells.first(words.NAME))
    name = stated.name or _of_parts(cells, comma=comma)
    parts = [stated, *(read_name(cells.joined(kind)) for kind in (words.FIRST, words.LAST))]
    emails = [cells.email, *(part.email for part in parts)]
    platform_ids = [_filled(cells.first(words.PLATFORM_ID)) or cells.platform_id]
    platform_ids += [part.platform_id for part in parts]
    emails, platform_ids = (
        list(dict.fromkeys(filter(None, both))) for both in (emails, platform_ids)
    )
    unused = [field for part in parts for field in part.unused]
    unused += [*emails[1:], *platform_ids[1:], *cells.unused]
    paid_cell = cells.first(words.PAID)
    paid = is_paid(paid_cell)
    if paid is None:
        unused.append(paid_cell)
    return RosterLine(
        number=row[0],
        text=row[1],
        name=name,
        email=emails[0] if emails else "",
        platform_id=platform_ids[0] if platform_ids else "",
        awarded_byes=_byes(cells.first(words.BYES)) or cells.byes or stated.awarded_byes,
        too_long=len(row[1]) > LONGEST_LINE,
        surplus=surplus,
        members=tuple(read_name(cells.first(seat)).name for seat in SEATS[:seats]),
        reading=cells.joined(words.READING) or stated.reading,
        sort_name="" if stated.name else _sort_name(cells),
        unused=tuple(filter(None, unused)),
        paid=bool(paid),
    )


def cell(field: str) -> str:
    """Return a field without bullets and ticks, unless it is a tick and nothing else."""
    return undecorated(field) or (field if is_paid(field) else "")


class _Cells:
    """The fields of a row by what their columns are."""

    def __init__(self, fields: Sequence[str], kinds: Sequence[str], ids: Collection[int]) -> None:
        self._cells: dict[str, list[str]] = {}
        self.unused: list[str] = []
        self.email = self.byes = self.platform_id = ""
        for place, (kind, field) in enumerate(zip(kinds, fields, strict=False)):
            if not field:
                continue
            if kind:
                self._cells.setdefault(kind, []).append(field)
            elif is_email(field) and not self.email:
                self.email = read_name(field).email
            elif byes_in(field) and not self.byes:
                self.byes = byes_in(field)
            elif place in ids and is_id(field) and not self.platform_id:
                self.platform_id = field
            elif fold(field) not in words.NOTHING:
                self.unused.append(field)
        address = _filled(self.first(words.EMAIL))
        if address:
            self.email = read_name(address).email or address

    def first(self, kind: str) -> str:
        """Return the first field of columns of this kind."""
        return self._cells.get(kind, [""])[0]

    def joined(self, kind: str) -> str:
        """Join all fields of columns of these kinds: two given names, two family names."""
        return " ".join(self._cells.get(kind, []))


def _sort_name(cells: _Cells) -> str:
    """Return the family name before the given name where a list has a column for each."""
    first, last = (read_name(cells.joined(kind)).name for kind in (words.FIRST, words.LAST))
    is_split = first and last and not _JAPANESE.search(first + last)
    return f"{last}, {first}" if is_split else ""


def _of_parts(cells: _Cells, *, comma: bool = False) -> str:
    """Join the parts of a name: as typed around a comma, the family first in East Asian letters."""
    first, last = (read_name(cells.joined(kind)).name for kind in (words.FIRST, words.LAST))
    if _JAPANESE.search(first + last):
        return f"{last} {first}".strip()
    if comma and first and last:
        return f"{last}, {first}"
    return f"{first} {last}".strip()


def is_paid(field: str) -> bool | None:
    """Whether a field says that a person has paid; None if its meaning is unknown."""
    text = fold(field.strip())
    if text in words.NOTHING or text in words.NO:
        return False
    if text in words.YES:
        return True
    amount = _AMOUNT.fullmatch(text)
    return int(amount[1]) > 0 if amount else None


def _filled(field: str) -> str:
    return "" if fold(field.strip()) in words.NOTHING else field


def _byes(field: str) -> str:
    """Return how many byes a field names, as typed where that is no number."""
    text = fold(field.strip())
    if text in words.NOTHING or (text in words.NO and text != "0"):
        return ""
    if text in words.YES and text != "1":
        return "1"
    return byes_in(field) or field


def fitted(fields: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Assign words between spaces to the columns; a name may have several of them."""
    if len(fields) == len(kinds):
        return list(fields)
    matched = [""] * len(kinds)
    left: list[str] = []
    for place, field in enumerate(fields):
        kind = _kind_of_word(field, place, kinds, matched)
        if kind is None:
            left.append(field)
        else:
            matched[kind] = field
    _put_names(left, kinds, matched)
    return matched


def _kind_of_word(
    field: str, place: int, kinds: Sequence[str], matched: Sequence[str]
) -> int | None:
    """Return the column of a word that is known by its look; None for a part of a name."""
    tests = (
        (words.EMAIL, is_email(field)),
        (words.BYES, bool(byes_in(field)) and place > 0),
        (words.PLATFORM_ID, is_id(field)),
        (words.PAID, place > 1 and is_paid(field) is not None),
        (words.IGNORE, not any(char.isalpha() for char in field)),
    )
    for kind, looks_so in tests:
        if looks_so:
            for column, piece in enumerate(kinds):
                if piece == kind and not matched[column]:
                    return column
    return None


def _put_names(left: list[str], kinds: Sequence[str], matched: list[str]) -> None:
    places = [at for at, kind in enumerate(kinds) if kind in (words.NAME, words.FIRST, words.LAST)]
    if not places or not left:
        return
    if len(places) == 1:
        matched[places[0]] = " ".join(left)
        return
    family_first = kinds[places[0]] == words.LAST
    particles = next((at for at, word in enumerate(left) if not word[0].islower()), 0)
    split = particles + 1 if family_first else max(1, len(left) - 1)
    matched[places[0]], matched[places[1]] = " ".join(left[:split]), " ".join(left[split:])


def team_line(row: Row, text: str, seats: int) -> RosterLine:
    """Return the team of a line that is read on its own merits."""
    read = read_team(text, seats)
    return RosterLine(
        number=row[0],
        text=row[1],
        name=read.name,
        email=read.email,
        platform_id=read.platform_id,
        awarded_byes=read.awarded_byes,
        too_long=len(row[1]) > LONGEST_LINE,
        members=read.members,
        unused=read.unused,
    )


def named_line(lines: Sequence[RosterLine]) -> list[RosterLine]:
    """Call teams by their members where several have no name but "Team"."""
    nameless = [line for line in lines if is_no_name(line.name)]
    return [
        replace(line, name=called_by_members(line.members))
        if (not line.name or (len(nameless) > 1 and is_no_name(line.name))) and any(line.members)
        else line
        for line in lines
    ]


def teams_of_rows(
    rows: Sequence[tuple[Row, Sequence[str]]], kinds: Sequence[str], seats: int
) -> list[RosterLine]:
    """Gather teams of rows that are a member each, with the team in a column of its own."""
    teams: dict[str, list[tuple[Row, _Cells]]] = {}
    team = ""
    for row, fields in rows:
        cells = _Cells(fields, kinds, ())
        team = cells.first(words.TEAM) or team
        teams.setdefault(team, []).append((row, cells))
    return [_gathered(name, members, seats) for name, members in teams.items()]


def _gathered(name: str, rows: Sequence[tuple[Row, _Cells]], seats: int) -> RosterLine:
    members = [""] * max(seats, len(rows))
    open_seats = iter(range(len(members)))
    seated = [(_seat_of(cells.first(words.SEAT), seats), cells) for _row, cells in rows]
    wanted = [seat for seat, _cells in seated if seat is not None]
    by_seat = len(set(wanted)) == len(rows)
    for seat, cells in seated:
        member = read_name(cells.first(words.NAME)).name or _of_parts(cells)
        members[seat if by_seat and seat is not None else next(open_seats)] = member
    first = rows[0][1]
    return RosterLine(
        number=rows[0][0][0],
        text="\n".join(row[1] for row, _cells in rows),
        name=name,
        email=next((cells.email for _row, cells in rows if cells.email), ""),
        platform_id=_filled(first.first(words.PLATFORM_ID)),
        awarded_byes=_byes(first.first(words.BYES)),
        members=tuple(members),
        unused=tuple(field for _row, cells in rows for field in cells.unused),
        paid=all(is_paid(cells.first(words.PAID)) for _row, cells in rows),
    )


def _seat_of(field: str, seats: int) -> int | None:
    text = fold(field.strip())[-1:]
    place = SEATS.find(text) if text.isalpha() else int(text) - 1 if text.isdecimal() else -1
    return place if text and 0 <= place < seats else None
