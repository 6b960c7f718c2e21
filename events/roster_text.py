"""Read a pasted or uploaded list of players: plain lines, CSV, semicolons, tabs, any encoding.

Pure: text in, lines out. Whether a line can be enrolled is `services.roster_preview`'s question.
"""

import codecs
import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LONGEST_LINE = 1000
MOST_LINES = 20_000

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# A single kanji right after a small Latin letter: an accented letter of a Western encoding that
# was read as half of a Japanese one ("Ren驛").
_WESTERN = re.compile(r"[a-z][\u3400-\u9fff](?![\u3040-\u30ff\u3400-\u9fff])")

_FIRST, _LAST = "first", "last"
_HEADERS = {
    "name": {
        "name", "player", "playername", "fullname", "displayname",
        "名前", "氏名", "プレイヤー", "プレイヤー名", "選手名",
    },
    _FIRST: {"firstname", "givenname", "forename", "名"},
    _LAST: {"lastname", "surname", "familyname", "姓"},
    "email": {"email", "emailaddress", "mail", "メール", "メールアドレス", "eメール"},
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
_ORDER = ("name", "email", "platform_id", "awarded_byes")
_NUMBERING = re.compile(r"^\s*\d{1,5}[.)]\s+")


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of a list. `number` counts from 1; `text` is the line as it was typed.

    `members` are those of a team in the order of the seats, as many as the line has. `surplus`:
    the line has more in it than the heading has columns.
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


def read_lines(text: str, seats: int = 0) -> list[RosterLine]:
    """The players of a list, one for each line that is not empty; a header is understood.

    Without a header the columns are name, e-mail, platform ID, awarded byes; in shorter lines
    each field is recognized by its look. In a list of teams of `seats` members these stand
    behind the name of the team, before everything else. Under a heading of one column
    "Rossi, Anna" is one name.
    """
    rows, columns = _rows(text, seats)
    if columns is not None:
        return [_by_header(row, columns, seats) for row in rows[1:]]
    return [_by_look(row, seats) for row in rows]


def header_of(text: str, seats: int = 0) -> str:
    """The line of headings as it was typed; empty where there is none."""
    rows, columns = _rows(text, seats)
    return rows[0][1] if columns is not None else ""


_Row = tuple[int, str, list[str]]


def _rows(text: str, seats: int) -> tuple[list[_Row], list[str] | None]:
    """The lines that are not empty, cut into fields, and the columns if the first is a header."""
    lines = [
        (number, line)
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if line.strip(" \t,;")
    ]
    delimiter = _delimiter([line for _number, line in lines], seats)
    rows = [(number, line, _split(line, delimiter)) for number, line in lines]
    return rows, _header(rows[0][2], seats) if rows else None


def _delimiter(lines: Sequence[str], seats: int) -> str:
    """What separates the fields; empty where each line is only a name."""
    for mark in "\t;":
        if any(mark in line for line in lines):
            return mark
    if not any("," in line for line in lines):
        return ""
    header = bool(lines) and _header(_split(lines[0], ","), seats) is not None
    if not header and not seats and all(_last_comma_first(line) for line in lines):
        return ""
    return ","


def _last_comma_first(line: str) -> bool:
    """True for "Rossi, Anna", which is one name and not two fields."""
    fields = _split(line, ",")
    second = fields[1] if len(fields) == 2 else ""
    return len(fields) == 1 or (bool(second) and not re.search(r"[@\d]", second))


def _split(line: str, delimiter: str) -> list[str]:
    if not delimiter or len(line) > LONGEST_LINE:
        return [line.strip()]
    fields = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    return [field.strip() for field in fields]


def _header(fields: Iterable[str], seats: int) -> list[str] | None:
    """The column of each field when the line is a header; "" for a column we do not use."""
    words = _TEAM_COLUMN_OF if seats else _COLUMN_OF
    headings = [_word(field) for field in fields]
    while headings and not headings[-1]:
        headings.pop()
    columns = [words.get(heading, "") for heading in headings]
    named = {"name", _LAST, _FIRST} & set(columns)
    return columns if named else None


def _word(field: str) -> str:
    wide = unicodedata.normalize("NFKC", field).casefold()
    return re.sub(r"[\s_\-.*:]+", "", wide)


def _by_header(row: _Row, columns: list[str], seats: int) -> RosterLine:
    number, line, fields = row
    if len(columns) == 1 and not seats and _is_name_with_comma(line, fields):
        fields = [line.strip()]
    found: dict[str, str] = {}
    for column, field in zip(columns, fields, strict=False):
        if column and field and column not in found:
            found[column] = field
    name = found.get("name", "")
    if not name:
        first, last = found.get(_FIRST, ""), found.get(_LAST, "")
        # Family name first where the name is not written in Latin letters.
        latin = (first + last).isascii() or not re.search(r"[\u3040-\u9fff]", first + last)
        name = f"{first} {last}" if latin else f"{last} {first}"
    members = [found.get(seat, "") for seat in _SEATS[:seats]]
    surplus = any(fields[len(columns) :])
    return _line(number, line, name, found, members, surplus=surplus)


def _is_name_with_comma(line: str, fields: list[str]) -> bool:
    return len(fields) == 2 and fields == _split(line, ",") and _last_comma_first(line)


def _by_look(row: _Row, seats: int) -> RosterLine:
    number, line, fields = row
    name = _NUMBERING.sub("", fields[0])
    members, rest = fields[1 : seats + 1], fields[seats + 1 :]
    if len(rest) >= len(_ORDER) - 1:
        found = dict(zip(_ORDER[1:], rest, strict=False))
    else:
        found = {}
        for field in filter(None, rest):
            found.setdefault(_look(field), field)
    return _line(number, line, name, found, members)


def _look(field: str) -> str:
    if "@" in field:
        return "email"
    return "awarded_byes" if re.fullmatch(r"\d", field) else "platform_id"


def _line(
    number: int,
    line: str,
    name: str,
    found: dict[str, str],
    members: Sequence[str],
    *,
    surplus: bool = False,
) -> RosterLine:
    return RosterLine(
        number=number,
        text=line,
        name=name.strip(),
        email=found.get("email", ""),
        platform_id=found.get("platform_id", ""),
        awarded_byes=found.get("awarded_byes", ""),
        too_long=len(line) > LONGEST_LINE,
        surplus=surplus,
        members=tuple(members),
    )
