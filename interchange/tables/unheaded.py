"""Tables copied without headings: the content shows what each column means."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from interchange.json_access import number_in
from interchange.playoffs import is_playoff_title
from interchange.round_titles import round_in
from interchange.tables.clearing import cleared, is_footer
from interchange.tables.headings import meaning_of
from interchange.tables.name_parts import bare_name
from interchange.tables.pasted import has_stars, pairings_in
from interchange.tables.plausibility import FEW, Content, content_of, is_plausible_name, share_of
from interchange.tables.sheets import Sheet, Table
from interchange.tables.stacked import SEPARATED
from interchange.typed.chats import without_seats
from interchange.typed.matches import TABLE

_LISTED = re.compile(
    r"\s*(?:[(\[]?(\d{1,4})(?:[.):\]]\s*|(?P<place>(?:st|nd|rd|th|[ºª°])(?:\s?[/–-]\s?\d{1,4}(?:st|nd|rd|th)?)?"
    r"(?:\splace)?\s?[.):–-]?\s+))|[-*•]\s+)?(\S.*?)"
    r"(?:\s*[,:]?\s*[<(]?(?P<mail>[^\s@<(]+@[^\s@>)]+\.[^\s@>)]+)[>)]?)?"
    r"(?:\s*[,;:–-]?\s+(?:(?:tel|phone|ph|mob)\b\.?:?\s*)?\+?\d[\d\s()/-]{6,}\d)?\s*"
)
_BETWEEN = re.compile(r"\s*[,;、，]\s*")
_PARTED = re.compile(r"\s[-–—]\s")
_WORD = re.compile(r"[^\W\d_][^\d_]*")
# The fewest names in a list of names only; the most words of a name, or letters in scripts without
# spaces.
LEAST_NAMES, MOST_WORDS, MOST_UNSPACED = 4, 5, 8
# A longer line is not a name with an address.
MOST_SIGNS = 200
# The most title lines above the rows.
MOST_TITLES = 3
# The share of a column's cells that must be of one kind.
MOST = 0.8
_FIGURES = (Content.WHOLE, Content.NUMBER)
_MEASURED = (*_FIGURES, Content.SHARE, Content.RECORD)
_SURE = ("rank", "points", "record", "table", "result", "omw", "gw", "ogw")
# The fewest rows below headings.
LEAST_BELOW = 2
# "NED": short country and club codes.
_CODE = re.compile(r"[A-Z]{2,3}")


def unlined(text: str) -> list[Table]:
    """Return the tables of a text without columns: cards of tables, or lines with "vs".

    A line that names a round begins another table.
    """
    lines = cleared(text.splitlines())
    rows = pairings_in(lines)
    if rows is None:
        return []
    columns = {"table": 0, "first": 1, "second": 2, "result": 3, "third": 4}
    # A star is the winner's, or has another meaning.
    guessed = has_stars(lines)
    tables = [Table(columns, guessed=guessed)]
    for at, row in rows:
        filled = _filled(row)
        if len(filled) == 1 and (number := round_in(filled[0])) is not None:
            tables.append(Table(columns, round=number, line=at, guessed=guessed))
        elif len(filled) == 1 and is_playoff_title(filled[0]):
            tables.append(Table(columns, title=filled[0].strip(), line=at, guessed=guessed))
        elif filled:
            tables[-1].rows.append((at, row))
    return [table for table in tables if table.rows]


def names_alone(text: str) -> Table | None:
    """Return a table of names, one on each line, possibly numbered; None if a line is no name.

    Below a heading of names, every line may be one. Without it, a name has two words or more, and
    begins and ends with a capital or a letter of a script without capitals.
    """
    lines = [(at, line) for at, line in enumerate(cleared(text.splitlines()), start=1)]
    filled = [(at, line) for at, line in lines if line.strip() and not is_footer(line)]
    if len(filled) == 1:
        filled = [(filled[0][0], name) for name in _BETWEEN.split(filled[0][1].strip(" ,;"))]
    if not filled or any(SEPARATED.search(line.strip()) for _at, line in filled):
        return None
    filled = without_seats(filled)
    headed = meaning_of(filled[0][1]) == "first"
    if any(len(line) > MOST_SIGNS for _at, line in filled):
        return None
    hits = [(at, hit) for at, line in filled[headed:] if (hit := _LISTED.fullmatch(line))]
    numbers = [int(hit[1]) for _at, hit in hits if hit[1]]
    # "3rd/4th: Ada Quill" is a shared place.
    ranged = all(hit["place"] for _at, hit in hits)
    if numbers and numbers != (sorted(numbers) if ranged else [*range(1, len(hits) + 1)]):
        return None
    names = [hit[3].strip('"') for _at, hit in hits]
    if len(names) < LEAST_NAMES or not all(is_plausible_name(name) for name in names):
        return None
    if sum(map(bool, map(_PARTED.search, names))) > MOST * len(names):
        return None  # text after a dash in all lines is not part of a name
    if not headed and not all(map(_is_whole_name, names)):
        return None
    return Table(
        {"first": 0, "email": 1} if any(hit["mail"] for _at, hit in hits) else {"first": 0},
        rows=[(at, [name, hit["mail"] or ""]) for (at, hit), name in zip(hits, names, strict=True)],
        line=filled[0][0],
        headings=[filled[0][1].strip()] if headed else [],
        guessed=not headed,
    )


def _is_whole_name(name: str) -> bool:
    words = name.split()
    if len(words) == 1:
        cased = name.lower() != name.upper()
        return name.isalpha() and not cased and 1 < len(name) <= MOST_UNSPACED
    return len(words) <= MOST_WORDS and all(
        _WORD.fullmatch(word) and not word[0].islower() for word in (words[0], words[-1])
    )


def headless(sheet: Sheet) -> Table | None:
    """Return a table of rows pasted without headings; None if they do not form one.

    Two columns of names are pairings; one column of names with figures is standings. Other text,
    however many blanks or commas it has, is not a table.
    """
    numbered = [(at, row) for at, row in enumerate(sheet.rows, start=1) if _filled(row)]
    title = ""
    while numbered and len(_filled(numbered[0][1])) < 2 and numbered[0][0] <= MOST_TITLES:
        above = _filled(numbered.pop(0)[1])[0].strip()
        title = above if is_playoff_title(above) else title
    if not numbered:
        return None
    headings = _unknown_headings(numbered)
    numbered = numbered[bool(headings) :]
    width = Counter(len(row) for _at, row in numbered).most_common(1)[0][0]
    whole = [row for _at, row in numbered if len(row) >= min(width, 2)]
    if width < 2 or len(whole) < MOST * len(numbered):
        return None
    if sum(map(_is_prose, whole)) > FEW * len(whole):
        return None
    numbered = _bare_tables(numbered, width)
    cells = [[row[at] for _at, row in numbered if at < len(row)] for at in range(width)]
    columns = _columns([*map(_kind, cells)], cells)
    if columns is None:
        return None
    for at, heading in enumerate(headings):
        # A known heading is more reliable than the content below it.
        if (meaning := meaning_of(heading)) in _SURE and at not in columns.values():
            columns[meaning] = at
    return Table(
        columns,
        rows=numbered,
        round=round_in(sheet.name),
        sheet=sheet.name,
        line=numbered[0][0] - 1 if headings else 0,
        headings=headings,
        guessed=True,
        title=title,
        stacked=sheet.stacked,
    )


def _unknown_headings(numbered: Sequence[tuple[int, Sequence[str]]]) -> list[str]:
    """Return the words above figures in a first row; an empty list if the row has data.

    Such words are headings in an unknown language.
    """
    (_at, first), *others = numbered
    if len(others) < LEAST_BELOW or any(content_of(cell) in _MEASURED for cell in first):
        return []
    if "first" in map(meaning_of, first):
        return list(first)
    columns = [[row[at] for _line, row in others if at < len(row)] for at in range(len(first))]
    if not any(map(meaning_of, first)) and not any(map(_counts_up, columns)):
        return []
    for cell, below in zip(first, columns, strict=True):
        if cell.strip() and share_of(below, *_MEASURED) > MOST and len(below) == len(others):
            return list(first)
    return []


def _counts_up(cells: Sequence[str]) -> bool:
    """Return whether cells are the places or tables of a list, counting up from 1."""
    numbers = [int(digits) if (digits := cell.strip(" .#)")).isdecimal() else 0 for cell in cells]
    steps = {after - before for before, after in pairwise(numbers)}
    return numbers[:1] == [1] and min(steps, default=-1) >= 0 and 1 in steps


def _repeats(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return len(set(filled)) < len(filled)


def _falls(cells: Sequence[str]) -> bool:
    """Return whether figures decrease from the first row to the last without ever rising."""
    figures = [number_in(cell) for cell in cells]
    told = [figure for figure in figures if figure is not None]
    steps = [after - before for before, after in pairwise(told)]
    return len(told) == len(cells) and max(steps, default=0) <= 0 > min(steps, default=0)


def _filled(row: Sequence[str]) -> list[str]:
    return [cell for cell in row if cell.strip()]


def _is_prose(row: Sequence[str]) -> bool:
    """Return whether the cells of a row are parts of a sentence."""
    filled = _filled(row)
    words = " ".join(filled).split()
    last = words[-1]
    return len(words) > 2 and last[-1] in ".!?:" and len(last) > 3 and not last[0].isdigit()


def _kind(cells: Sequence[str]) -> Content:
    """Return the kind of most cells of a column; TEXT if they are mixed."""
    bare = [bare_name(cell) for cell in cells]
    filled = {name for name in bare if name.strip()}
    if len(cells) > LEAST_BELOW and (len(filled) == 1 or all(map(_CODE.fullmatch, filled))):
        # The same word in all rows, or country codes, are not names.
        return content_of(bare[0]) if content_of(bare[0]) is not Content.NAME else Content.TEXT
    for kinds in ((Content.WHOLE,), _FIGURES, *((kind,) for kind in Content)):
        if share_of(bare, *kinds) > MOST or (len(cells) == 1 and content_of(bare[0]) in kinds):
            return kinds[0]
    empty = not any(cell.strip() for cell in cells)
    return Content.EMPTY if empty else Content.TEXT


def _bare_tables(
    numbered: Sequence[tuple[int, list[str]]], width: int
) -> list[tuple[int, list[str]]]:
    """Return rows with "3" for "Table 3" in columns made only of such cells."""
    rows = [(at, list(row)) for at, row in numbered]
    for place in range(width):
        hits = [(row, TABLE.fullmatch(row[place].strip())) for _at, row in rows if place < len(row)]
        if all(hit for _row, hit in hits):
            for row, hit in hits:
                row[place] = (hit[1] or hit[2]) if hit else ""
    return rows


def _columns(kinds: Sequence[Content], cells: Sequence[Sequence[str]]) -> dict[str, int] | None:
    """Return the meanings of columns of these kinds; None unless they are pairings or standings.

    A column of names with repetitions, after one without, is of decks or clubs. Of several columns
    of figures, the points are the first that never rise.
    """
    names = [at for at, kind in enumerate(kinds) if kind is Content.NAME]
    if not names:
        return None
    alone = len(set(cells[names[0]])) == len(cells[names[0]])
    names = [at for at in names if at == names[0] or not alone or not _repeats(cells[at])]
    columns = {"first": names[0]}
    before = [at for at in range(names[0]) if kinds[at] is Content.WHOLE]
    if len(names) > 1:
        columns["second"] = names[1]
        if before:
            columns["table"] = before[0]
        behind = range(names[1] + 1, len(kinds))
        between = [at for at in range(names[0] + 1, names[1]) if kinds[at] is Content.WHOLE]
        games = [at for at in behind if kinds[at] is Content.WHOLE]
        if len(between) == 1 and len(games) == 1:
            return columns | {"wins1": between[0], "wins2": games[0]}
        scores = [at for at in range(names[0] + 1, names[1]) if kinds[at] is Content.RECORD]
        if len(scores) == 1:
            return columns | {"result": scores[0]}
        told = [at for at in behind if kinds[at] in (Content.RECORD, Content.TEXT, Content.NAME)]
        if told:
            columns["result"] = told[0]
        return columns
    if before:
        columns["rank"] = before[0]
    behind = range(names[0] + 1, len(kinds))
    for meaning, wanted in (("points", _FIGURES), ("record", (Content.RECORD,))):
        told = [at for at in behind if kinds[at] in wanted]
        if told:
            falling = [at for at in told if meaning == "points" and _falls(cells[at])]
            columns[meaning] = (falling or told)[0]
    mails = [at for at, kind in enumerate(kinds) if kind is Content.MAIL]
    if mails:
        columns["email"] = mails[0]
    return columns if len(columns) > 1 else None
