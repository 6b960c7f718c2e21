"""Read a pasted or uploaded list of players: plain lines, CSV, semicolons, tabs, any encoding.

Pure: text in, lines out. Whether a line can be enrolled is `services.roster_preview`'s question.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from events.rules.roster_fields import (
    LONGEST_LINE,
    cut,
    has_bare_number,
    raw_fields,
    read_player,
    read_team,
    separator_of,
    with_reading,
    without_bare_number,
)

MOST_COLUMNS = 12

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# A single kanji right after a small Latin letter: an accented letter of a Western encoding that
# was read as half of a Japanese one ("Ren驛").
_WESTERN = re.compile(r"[a-z][\u3400-\u9fff](?![\u3040-\u30ff\u3400-\u9fff])")

FIRST, LAST = "first", "last"
_HEADERS = {
    "name": {
        "name", "player", "playername", "fullname", "displayname",
        "名前", "氏名", "プレイヤー", "プレイヤー名", "選手名",
    },
    FIRST: {"firstname", "givenname", "forename", "名"},
    LAST: {"lastname", "surname", "familyname", "姓"},
    "email": {"email", "emailaddress", "mail", "メール", "メールアドレス", "eメール"},
    "reading": {
        "reading", "furigana", "kana", "yomi", "yomigana",
        "ふりがな", "フリガナ", "よみがな", "ヨミガナ", "読み", "読み仮名", "よみ", "カナ", "かな",
    },
    "platform_id": {
        "platformid", "platform", "id", "username", "arenaid", "mtgarenaid", "mtgoid", "mtgo",
        "プラットフォームid", "アカウント",
    },
    "awarded_byes": {"awardedbyes", "awardedbye", "byes", "bye", "不戦勝", "賞としての不戦勝"},
}  # fmt: skip
_COLUMN_OF = {word: column for column, words in _HEADERS.items() for word in words}
_SEATS = "abc"
_TEAM_COLUMN_OF = _COLUMN_OF | {
    "team": "name",
    "teamname": "name",
    "チーム": "name",
    "チーム名": "name",
}
for _number, _seat in enumerate(_SEATS, 1):
    _TEAM_COLUMN_OF[_seat] = _seat
    for _kind in ("seat", "member", "player", "席", "プレイヤー", "選手", "メンバー"):
        for _mark in (_seat, str(_number)):
            _TEAM_COLUMN_OF |= {f"{_kind}{_mark}": _seat, f"{_mark}{_kind}": _seat}
# What the fields of a line can be said to be; of teams the seats besides.
COLUMNS = ("name", FIRST, LAST, "email", "reading", "platform_id", "awarded_byes")


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of a list. `number` counts from 1; `text` is the line as it was typed.

    `members` are those of a team in the order of the seats, as many as the line has. `surplus`:
    the line has more in it than the heading has columns. `unused` are fields of a line without a
    heading that nobody knows the meaning of.
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


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, UTF-16 with a mark, Shift_JIS or Windows-1252."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        japanese = data.decode("cp932")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
    return data.decode("cp1252", errors="replace") if _WESTERN.search(japanese) else japanese


def read_lines(text: str, seats: int = 0, columns: Sequence[str] = ()) -> list[RosterLine]:
    """The players of a list, one for each line that is not empty; a header is understood.

    Without a header each line is read on its own merits, see `roster_fields`; in the columns
    that it names the order is name, e-mail, platform ID, awarded byes. In a list of teams of
    `seats` members these stand behind the name of the team, before everything else. Under a
    heading of one column "Rossi, Anna" is one name.

    `columns` says what the fields of a line mean, instead of a header: keys of COLUMNS, "" for
    what is not used; lines of one field are read on their own merits then too.
    """
    rows = _rows(text)
    header = _header_of(rows, seats)
    if header is not None:
        rows = rows[1:]
    if any(columns):
        chosen = list(columns)
        return [
            _by_header(row, raw_fields(row[1]), chosen, seats)
            if len(raw_fields(row[1])) > 1
            else _by_look(row, seats)
            for row in rows
        ]
    if header is not None:
        mark, headings = header
        return [_below(row, mark, headings, seats) for row in rows]
    if not seats and len(rows) > 1 and all(has_bare_number(line) for _number, line in rows):
        return [_by_look(row, seats, without_bare_number(row[1])) for row in rows]
    return [_by_look(row, seats) for row in rows]


def header_of(text: str, seats: int = 0) -> str:
    """The line of headings as it was typed; empty where there is none."""
    rows = _rows(text)
    return rows[0][1] if _header_of(rows, seats) is not None else ""


def columns_of(text: str, seats: int = 0) -> tuple[list[str], list[str]]:
    """What a list has in columns: an example of each, and what its header says they are.

    Both are empty where no line has more than one field; the second is empty without a header.
    """
    rows = _rows(text)
    header = _header_of(rows, seats)
    if header is not None:
        rows = rows[1:]
    examples: list[str] = []
    for _number, line in rows:
        fields = raw_fields(line) if len(line) <= LONGEST_LINE else []
        if len(fields) > 1:
            examples += [""] * (min(len(fields), MOST_COLUMNS) - len(examples))
            for place, field in enumerate(fields[:MOST_COLUMNS]):
                examples[place] = examples[place] or field[:40]
    return examples, header[1] if header is not None else []


_Row = tuple[int, str]


def _rows(text: str) -> list[_Row]:
    """The lines that are not empty, with their numbers."""
    return [
        (number, line)
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if line.strip(" \t,;|")
    ]


def _header_of(rows: Sequence[_Row], seats: int) -> tuple[str, list[str]] | None:
    """What separates the headings and which columns they are, if the first line is a header."""
    if not rows:
        return None
    line = rows[0][1]
    mark = separator_of(line)
    columns = _header(cut(line, mark), seats)
    return (mark, columns) if columns is not None else None


def _below(row: _Row, mark: str, columns: list[str], seats: int) -> RosterLine:
    """Read a line below a header; where it has other marks than that, on its own merits."""
    line = row[1]
    if len(columns) > 1 and mark not in line and not seats:
        return _by_look(row, seats)
    return _by_header(row, cut(line, mark or separator_of(line)), columns, seats)


def _header(fields: Iterable[str], seats: int) -> list[str] | None:
    """The column of each field when the line is a header; "" for a column we do not use."""
    words = _TEAM_COLUMN_OF if seats else _COLUMN_OF
    headings = [_word(field) for field in fields]
    while headings and not headings[-1]:
        headings.pop()
    columns = [words.get(heading, "") for heading in headings]
    named = {"name", LAST, FIRST} & set(columns)
    return columns if named else None


def _word(field: str) -> str:
    wide = unicodedata.normalize("NFKC", field).casefold()
    return re.sub(r"[\s_\-.*:]+", "", wide)


def _by_header(row: _Row, fields: list[str], columns: list[str], seats: int) -> RosterLine:
    number, line = row
    if len(columns) == 1 and not seats and _is_name_with_comma(line, fields):
        fields = [line.strip()]
    columns_read: dict[str, str] = {}
    for column, field in zip(columns, fields, strict=False):
        if column and field and column not in columns_read:
            columns_read[column] = field
    name = columns_read.get("name", "")
    if not name:
        first, last = columns_read.get(FIRST, ""), columns_read.get(LAST, "")
        # Family name first where the name is not written in Latin letters.
        latin = (first + last).isascii() or not re.search(r"[\u3040-\u9fff]", first + last)
        name = f"{first} {last}" if latin else f"{last} {first}"
    return RosterLine(
        number=number,
        text=line,
        name=name.strip(),
        email=columns_read.get("email", ""),
        platform_id=columns_read.get("platform_id", ""),
        awarded_byes=columns_read.get("awarded_byes", ""),
        too_long=len(line) > LONGEST_LINE,
        surplus=any(fields[len(columns) :]),
        members=tuple(columns_read.get(seat, "") for seat in _SEATS[:seats]),
        reading=columns_read.get("reading", ""),
    )


def _is_name_with_comma(line: str, fields: list[str]) -> bool:
    """True for "Rossi, Anna", which is one name and not two fields."""
    second = fields[1] if len(fields) == 2 else ""
    return fields == cut(line, ",") and bool(second) and not re.search(r"[@\d]", second)


def _by_look(row: _Row, seats: int, text: str | None = None) -> RosterLine:
    number, line = row
    text = line if text is None else text
    read = read_team(text, seats) if seats else read_player(text)
    name, reading = with_reading(read.name)
    return RosterLine(
        number=number,
        text=line,
        name=name,
        reading=reading,
        email=read.email,
        platform_id=read.platform_id,
        awarded_byes=read.awarded_byes,
        too_long=len(line) > LONGEST_LINE,
        members=read.members,
        unused=read.unused,
    )
