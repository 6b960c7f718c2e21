"""Find the headings of a list of players, and say which column each is."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from events.roster.parsing import column_words as words
from events.roster.parsing.column_words import COLUMN_OF, compact, is_title
from events.roster.parsing.fields import GAP, SEPARATORS, cut, is_decoration, is_email, narrow
from interchange.tables.headings import meaning_of

# Headings are searched below at most this many title lines.
DEEPEST = 15
_MOST_WORDS_OF_HEADING = 4
# Separator of headings typed with single spaces: each word, or a few, is a heading.
WORDS = r"[ \u3000]"
SEATS = "abc"
_IN_BRACKETS = re.compile(r"[(（\[【]([^()（）\[\]【】]*)[)）\]】]")
_MEMBER_WORDS = [
    "seat",
    "member",
    "player",
    "teammember",
    "teamplayer",
    "spieler",
    "mitglied",
    "sitz",
    "joueur",
    "membre",
    "siege",
    "jugador",
    "miembro",
    "asiento",
    "giocatore",
    "membro",
    "posto",
    "jogador",
    "assento",
    "lugar",
    "席",
    "プレイヤー",
    "選手",
    "メンバー",
    "选手",
    "队员",
    "隊員",
    "玩家",
    "成员",
    "成員",
    "座位",
    "선수",
    "팀원",
    "멤버",
    "플레이어",
]
_TEAM_COLUMN_OF = dict(COLUMN_OF)
for _number, _seat in enumerate(SEATS, 1):
    _TEAM_COLUMN_OF |= {_seat: _seat, str(_number): _seat}
    for _kind in map(compact, _MEMBER_WORDS):
        for _mark in (_seat, str(_number)):
            for _name in ("", "name", "名", "姓名", "이름"):
                _TEAM_COLUMN_OF |= {
                    f"{_kind}{_mark}{_name}": _seat,
                    f"{_mark}{_kind}{_name}": _seat,
                }
# Columns of standings whose figures are ignored.
_OF_STANDINGS = {"rank", "points", "record", "omw", "gw", "ogw", "oomw", "table", "start", "result"}
PERSON = {words.NAME, words.FIRST, words.LAST}


@dataclass(frozen=True, slots=True)
class Header:
    """The line of headings: where it is among the rows, what separates, and each column."""

    row: int
    separator: str
    headings: tuple[str, ...]
    kinds: tuple[str, ...]


def kind_of(heading: str, seats: int = 0) -> str:
    """Return which column a heading names, "" for an unknown one."""
    known = _TEAM_COLUMN_OF if seats else COLUMN_OF
    whole = compact(heading)
    if not whole:
        return words.IGNORE if heading.strip() in ("#", "№", "＃") else ""
    if whole in known:
        return known[whole]
    inside = _IN_BRACKETS.search(heading)
    outside = _IN_BRACKETS.sub("", heading)
    if inside and compact(outside) in known:
        is_reading = COLUMN_OF.get(compact(inside[1])) == words.READING
        return words.READING if is_reading else known[compact(outside)]
    for part in re.split(r"[/|／・\n]", outside):
        if compact(part) in known:
            return known[compact(part)]
    return ""


def guessed_kind(heading: str, seats: int = 0) -> str:
    """Return which column a heading names, also one that is a whole question."""
    kind = kind_of(heading, seats)
    if kind or len(compact(heading)) < 4:
        return kind
    if meaning_of(heading) in _OF_STANDINGS:
        return words.IGNORE
    return next((kind for word, kind in words.INSIDE if word in compact(heading)), "")


def find_header(lines: Sequence[str], seats: int = 0) -> Header | None:
    """Return the headings of a list, which may be below lines of titles; None without any."""
    for row, line in enumerate(lines[:DEEPEST]):
        if is_decoration(line):
            continue
        matched = _header_in(row, line, seats)
        if matched is None:
            continue
        above = [piece for piece in lines[:row] if not is_decoration(piece)]
        alone = len([piece for piece in matched.headings if piece]) == 1
        if not alone or all(map(is_title, above)):
            return matched
    return None


def is_header(line: str, header: Header) -> bool:
    """Whether a line has the headings once more, as on the next page of a print."""
    return [compact(piece) for piece in cells_of(line, header.separator)] == list(
        map(compact, header.headings)
    )


def cells_of(line: str, separator: str) -> list[str]:
    """Return the fields of a row below such headings."""
    if separator == WORDS:
        return line.split()
    return cut(narrow(line), separator)


def _header_in(row: int, line: str, seats: int) -> Header | None:
    text = narrow(line)
    best: Header | None = None
    for separator in (*(mark for mark in SEPARATORS if mark in text), GAP, ""):
        headings = cut(text, separator)
        while headings and not headings[-1]:
            headings.pop()
        matched = _checked(row, separator, headings, seats)
        if matched is not None and (best is None or len(matched.headings) > len(best.headings)):
            best = matched
    if best is None or len(best.headings) == 1:
        return _checked(row, WORDS, _words_of(text, seats), seats, least=2) or best
    return best


def _words_of(text: str, seats: int) -> list[str]:
    """Cut a line of headings that only single spaces separate; empty where a word is unknown."""
    tokens, headings, at = text.split(), [], 0
    if len(tokens) > 30:
        return []
    while at < len(tokens):
        for many in range(min(_MOST_WORDS_OF_HEADING, len(tokens) - at), 0, -1):
            heading = " ".join(tokens[at : at + many])
            if kind_of(heading, seats) and not (many > 1 and _has_both(heading)):
                headings.append(heading)
                at += many
                break
        else:
            return []
    return headings


def _has_both(heading: str) -> bool:
    """Whether a heading has the words for both parts of a name, and so belongs to two columns."""
    return {words.FIRST, words.LAST} <= {kind_of(word) for word in heading.split()}


def _checked(
    row: int, separator: str, headings: list[str], seats: int, least: int = 1
) -> Header | None:
    """Return a header of these fields; None if they look like a player."""
    filled = [heading for heading in headings if heading]
    if len(filled) < least or any(is_email(piece) or len(piece) > 80 for piece in filled):
        return None
    if any(re.fullmatch(r"[\d./-]+", piece) for piece in filled) and not seats:
        return None
    sure = [kind_of(piece, seats) for piece in filled]
    people = PERSON | ({words.TEAM, *SEATS} if seats else set())
    handle = any(compact(piece) in words.HANDLES for piece in filled)
    if len(filled) == 1:
        named = sure[0] in people or (handle and compact(filled[0]) not in ("alias", "pseudo"))
        return _made(row, separator, headings, seats) if named else None
    likely = [guessed_kind(piece, seats) for piece in filled]
    named = bool(people & set(likely)) or handle
    enough = sum(map(bool, likely)) >= max(2, (len(filled) + 1) // 2)
    # The export of a ticket shop has many other columns.
    enough = enough or {words.FIRST, words.LAST, words.EMAIL} <= {*sure}
    # A single known word could be a player's name: headings need two, or one next to email
    # addresses.
    return (
        _made(row, separator, headings, seats)
        if named and enough and any(sure)
        else _single(row, separator, headings, seats, sure, people)
    )


def _single(
    row: int, separator: str, headings: list[str], seats: int, sure: list[str], people: set[str]
) -> Header | None:
    """Accept "Name; Vereinsfarbe; Lieblingskarte": the name first, no word that has digits."""
    plain = all(re.fullmatch(r"[^\d@]+", heading) for heading in headings if heading)
    if plain and row == 0 and sure and sure[0] in people and len(headings) > 1 and headings[0]:
        return _made(row, separator, headings, seats)
    return None


def _made(row: int, separator: str, headings: list[str], seats: int) -> Header:
    guesses = [guessed_kind(piece, seats) or words.IGNORE for piece in headings]
    kinds = _settled(headings, guesses, seats)
    return Header(row, separator, tuple(headings), tuple(kinds))


def _settled(headings: Sequence[str], kinds: list[str], seats: int) -> list[str]:
    """Settle what a heading means among the others: "Name" with "Vorname" is the family name."""
    short = [compact(heading) for heading in headings]
    sure = {kind for kind, word in zip(kinds, short, strict=True) if word not in words.EITHER}
    for place, word in enumerate(short):
        if word == "名字" and ({"名前", "名"} & set(short)):
            kinds[place] = words.LAST
        elif word in words.EITHER and words.LAST in sure and words.FIRST not in sure:
            kinds[place] = words.FIRST
        elif word in words.EITHER and words.FIRST in sure and words.LAST not in sure:
            kinds[place] = words.LAST
    if seats:
        _name_team(kinds)
    elif not PERSON & set(kinds):
        if words.READING in kinds:
            kinds[kinds.index(words.READING)] = words.NAME
        for place, word in enumerate(short):
            if word in words.HANDLES:
                kinds[place] = words.NAME
                break
    # "Attendee #" next to both parts of the name is its number.
    has_parts = not seats and {words.FIRST, words.LAST} <= {*kinds}
    count: Counter[str] = Counter({words.NAME: 1} if has_parts else {})
    once = {words.EMAIL, words.BYES, words.PAID, words.TEAM, words.SEAT, words.NAME}
    for place, kind in enumerate(kinds):
        count[kind] += 1
        # The same heading once more is above further players.
        again = kind == words.NAME and short[place] in short[:place] and not seats
        if kind in once and count[kind] > 1 and not again:
            kinds[place] = words.IGNORE
    return kinds


def _name_team(kinds: list[str]) -> None:
    """Read a name as the team's, if no other column has the team's name.

    That holds where each member has a column, and where no column has the seat. Next to columns of
    members, other columns of one person are ignored.
    """
    seats = bool(set(SEATS) & set(kinds))
    if words.TEAM not in kinds and words.NAME in kinds and (seats or words.SEAT not in kinds):
        kinds[kinds.index(words.NAME)] = words.TEAM
    if seats:
        kinds[:] = [words.IGNORE if kind in PERSON else kind for kind in kinds]


def read_as(kinds: Sequence[str], seats: int) -> list[str]:
    """Return how the columns are read: a team is what has the name, unless its members have one."""
    if not seats or PERSON & set(kinds):
        return list(kinds)
    return [words.NAME if kind == words.TEAM else kind for kind in kinds]
