"""Say what each column of a list without headings is, from all that is in the column."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from domain.names import fold
from events.core.search import is_kana
from events.roster.parsing import column_words as words
from events.roster.parsing.fields import byes_in, given_share, is_email, is_id, is_name

# Kind of a column with mixed content, whose values are recognized one by one.
MIXED = ""
MOST = 0.6
# The share of given names that one column must have above the other.
MUCH = 0.6
_CJK = re.compile(r"[\u3400-\u9fff々\uac00-\ud7a3]+$")
_LONGEST_PART_OF_NAME = 3


def guess_columns(rows: Sequence[Sequence[str]], separator: str) -> list[str]:
    """Return the kind of each column: NAME or LAST and FIRST, what is known by its look, IGNORE."""
    width = max(map(len, rows), default=0)
    columns = [[row[place] if place < len(row) else "" for row in rows] for place in range(width)]
    filled = [[field for field in column if field] for column in columns]
    kinds = [_by_look(column, place) for place, column in enumerate(filled)]
    if kinds.count(words.PLATFORM_ID) > 1:
        first = kinds.index(words.PLATFORM_ID)
        kinds = [
            words.IGNORE if kind == words.PLATFORM_ID and place != first else kind
            for place, kind in enumerate(kinds)
        ]
    _name_columns(kinds, columns, separator)
    if not {words.NAME, words.FIRST, words.LAST} & set(kinds):
        place = next(
            (at for at, kind in enumerate(kinds) if kind in (MIXED, words.IGNORE, words.READING)), 0
        )
        if kinds:
            kinds[place] = words.NAME
    return [words.IGNORE if kind == words.NAME + "?" else kind for kind in kinds]


def _by_look(column: Sequence[str], place: int) -> str:
    """Return what a column is by the look of its fields; NAME? where they could be names."""
    if not column:
        return words.IGNORE
    if any(map(is_email, column)):
        return words.EMAIL if all("@" in field for field in column) else MIXED
    if _is_numbering(column, place):
        return words.IGNORE
    if _share(column, lambda field: fold(field) in words.YES | words.NO | words.NOTHING) == 1:
        alone = all(byes_in(field) for field in column)
        return words.BYES if alone and place else words.IGNORE
    if all(byes_in(field) and int(byes_in(field)) <= 3 for field in column) and place:
        return words.BYES
    if _share(column, is_id) >= MOST and not _share(column, lambda field: " " in field):
        return words.PLATFORM_ID
    if place and all(map(is_kana, column)):
        return words.READING
    if _share(column, is_name) >= MOST:
        return words.NAME + "?"
    return MIXED


def _name_columns(kinds: list[str], columns: Sequence[Sequence[str]], separator: str) -> None:
    """Find the name among the columns that could be one, or its two parts side by side."""
    possible = [place for place, kind in enumerate(kinds) if kind == words.NAME + "?"]
    if not possible:
        return
    first = possible[0]
    second = first + 1
    if second not in possible:
        kinds[first] = words.NAME
        return
    pairs = [
        (left, right)
        for left, right in zip(columns[first], columns[second], strict=True)
        if left and right
    ]
    kinds[first : second + 1] = _parts(pairs, columns, separator)


def _parts(
    pairs: Sequence[tuple[str, str]], columns: Sequence[Sequence[str]], separator: str
) -> tuple[str, str]:
    """Say of two columns whether they are one name, and which of them is the given one."""
    whole = words.NAME, words.IGNORE
    given_first, family_first = (words.FIRST, words.LAST), (words.LAST, words.FIRST)
    lefts, rights = [left for left, _right in pairs], [right for _left, right in pairs]
    if not pairs:
        return whole
    if _share(lefts, _is_cjk) >= MOST:
        short = all(len(field) <= _LONGEST_PART_OF_NAME for field in (*lefts, *rights))
        mean = sum(map(len, lefts)) / len(lefts)
        return family_first if short and mean < _LONGEST_PART_OF_NAME else whole
    order = _order_in_emails(pairs, columns)
    if order:
        return given_first if order > 0 else family_first
    left, right = (given_share(piece.split()[0] for piece in side) for side in (lefts, rights))
    several = _share(lefts, lambda field: " " in field)
    repeated = len(rights) >= 4 and len(set(rights)) <= 0.7 * len(rights)
    if min(several, _share(rights, lambda field: " " in field)) >= MOST and separator != ",":
        # Two whole names may be two players, and a second column of other text is none.
        if right - left < MUCH:
            is_other = _has_common_words(rights) or (left >= MOST and not right)
            return whole if is_other else (words.NAME, MIXED)
        return family_first
    if several >= MOST:
        particles = _share(lefts, lambda field: field[0].islower())
        if right > left or (particles > 0.5 and separator == ","):
            return family_first
        return whole
    if right > left:
        return family_first
    if left > right:
        return whole if repeated or (not right and several > 0) else given_first
    if separator == ",":
        return family_first
    return whole if repeated else given_first


def _has_common_words(fields: Sequence[str]) -> bool:
    """Return whether two fields share a word, as clubs and decks do, and names of people rarely."""
    times = Counter(word for field in fields for word in {*fold(field).split()})
    return max(times.values(), default=0) > 1


def _order_in_emails(pairs: Sequence[tuple[str, str]], columns: Sequence[Sequence[str]]) -> int:
    """Return above 0 where addresses have the left part first, ada.falk@, below 0 the other way."""
    votes = 0
    local = [field.partition("@")[0] for column in columns for field in column if is_email(field)]
    names = "\n".join(map(fold, local))
    for left, right in pairs:
        piece, two = fold(left).split()[0], fold(right).split()[0]
        if min(len(piece), len(two)) < 2:
            continue
        votes += bool(re.search(rf"(?m)^{re.escape(piece)}[._-]?{re.escape(two)}", names))
        votes -= bool(re.search(rf"(?m)^{re.escape(two)}[._-]?{re.escape(piece)}", names))
    return votes


def _is_numbering(column: Sequence[str], place: int) -> bool:
    """Whether a column has the numbers of the lines: they grow, or there is one before the name."""
    if not all(re.fullmatch(r"#?\d{1,5}[.):]?", field) for field in column):
        return False
    numbers = [int(re.sub(r"\D", "", field)) for field in column]
    grows = all(piece < two for piece, two in pairwise(numbers))
    return place == 0 or (grows and len(numbers) >= 3)


def _is_cjk(field: str) -> bool:
    return bool(_CJK.match(field))


def _share(column: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(map(bool, map(test, column))) / len(column) if column else 0.0
