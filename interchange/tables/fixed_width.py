"""Tables of programs whose columns are recognized only by their position."""

import re
from collections.abc import Sequence
from itertools import pairwise

from interchange.round_titles import round_in
from interchange.tables.clearing import is_footer
from interchange.tables.headings import meaning_of

_RULE = re.compile(r"[\s\-=_+|]*[-=_]{3,}[\s\-=_+|]*")
_GAP = re.compile(r"\s{2,}")
_WORD = re.compile(r"\S+")
# The most words in a heading.
MOST_WORDS = 4
# The most lines between a title with heading words and the headings.
MOST_ABOVE = 4
# Lines that may be the headings; in prose, many a line has two of their words.
MOST_HEADED = 12


def fixed_width_rows(lines: Sequence[str]) -> list[list[str]] | None:
    """Split lines below a line of headings into cells, cutting where all rows are blank.

    None if no line has two known headings, or if rows below have a letter at a cut: then the lines
    are not a table of fixed width. Lines above the headings are split at gaps. Rules of dashes and
    empty lines become rows of one empty cell, so that line numbers stay those of the text.
    """
    expanded = [line.expandtabs(8).rstrip() for line in lines]
    headed = [(at, starts) for at, line in enumerate(expanded) if len(starts := _starts(line)) > 1]
    # A title such as "Pairings by Table, Round 3" contains heading words too, but fewer.
    headed = [*{expanded[at]: (at, starts) for at, starts in reversed(headed)}.values()]
    headed = sorted(headed)[:MOST_HEADED]
    near = [item for item in headed if item[0] <= headed[0][0] + MOST_ABOVE]
    headed = sorted(near, key=lambda item: -_known(expanded[item[0]])) + headed[len(near) :]
    around = [bool(headed) and _is_around(line) for line in expanded]
    for at, starts in headed:
        line = expanded[at]
        # A page repeats the titles above.
        above = {row.strip() for row in expanded[:at]}
        apart = [odd or row.strip() in above for row, odd in zip(expanded, around, strict=True)]
        below = [row for i, row in enumerate(expanded) if i > at and not apart[i]]
        cuts = _cuts(line, starts, below)
        if cuts is None:
            continue
        return [
            [""]
            if _RULE.fullmatch(row)
            else _cells(row, cuts)
            if index >= at and not apart[index]
            else _GAP.split(row.strip())
            for index, row in enumerate(expanded)
        ]
    return None


def _known(line: str) -> int:
    """Return how many parts of a line, split at its gaps, are headings."""
    return sum(meaning_of(part) is not None for part in _GAP.split(line.strip()))


def _is_around(row: str) -> bool:
    """Return whether a line is not a row: empty, a rule, a footer or the title of a round."""
    if not row.strip() or _RULE.fullmatch(row) or is_footer(row):
        return True
    return not _GAP.search(row.strip()) and round_in(row) is not None


def _starts(line: str) -> list[int]:
    """Return the positions of the known headings in a line, matching the longest first."""
    words = list(_WORD.finditer(line))
    # A row of figures is not a heading row, whatever its words.
    if words and words[0][0].strip("#(.")[:1].isdigit():
        return []
    starts: list[int] = []
    known = at = 0
    while at < len(words):
        for end in range(min(len(words), at + MOST_WORDS), at, -1):
            heading = line[words[at].start() : words[end - 1].end()]
            if "  " not in heading and heading[0] not in "([" and meaning_of(heading):
                known += 1
                break
        else:
            end = at + 1
            # Unknown words separated by one space form a single heading.
            while end < len(words) and _is_of(words[end - 1], words[end]):
                end += 1
        starts.append(words[at].start())
        at = end
    return starts if known >= 2 else []


def _is_of(before: re.Match[str], word: re.Match[str]) -> bool:
    return word.start() == before.end() + 1 and meaning_of(word[0]) is None


def _cuts(head: str, starts: Sequence[int], rows: Sequence[str]) -> list[int] | None:
    """Return the positions at which all rows can be cut, one before each heading but the first.

    A figure may begin left of its heading, so the cut may lie in the end of the gap before it.
    """
    if not rows:
        return None
    width = max(map(len, [head, *rows])) + 1
    padded = [row.ljust(width) for row in (head, *rows)]
    blank = [all(row[at] == " " for row in padded) for at in range(width)]
    cuts = []
    for before, start in pairwise(starts):
        gap = [at for at in range(before + 1, start) if blank[at]]
        if not gap:
            return None
        cuts.append(_end_of_widest(gap))
    return cuts


def _end_of_widest(gap: Sequence[int]) -> int:
    """Return the end of the longest run of blanks, the last of equal ones.

    In a right-aligned column, a shorter run may lie between the parts of names.
    """
    best = length = 0
    end = gap[0]
    for at, place in enumerate(gap):
        length = length + 1 if at and gap[at - 1] == place - 1 else 1
        if length >= best:
            best, end = length, place
    return end


def _cells(row: str, cuts: Sequence[int]) -> list[str]:
    edges = [0, *cuts, max(len(row), cuts[-1] if cuts else 0)]
    return [row[start:end].strip() for start, end in pairwise(edges)]
