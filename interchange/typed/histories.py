"""Typed histories: a line or a paragraph for each player, with a part for each round."""

import re
from collections.abc import Iterator, Sequence

from interchange.tables.clearing import cleared
from interchange.tables.name_parts import bare_name
from interchange.tables.plausibility import is_plausible_name
from interchange.tables.sheets import Table

LEAST_PLAYERS = 2
# A list of histories is no longer than this.
MOST_LINES = 6000
# "1. Ada Quill (2-1): W Ben Rook, L Cleo Marsh"
_LINE = re.compile(r"(?:\d{1,3}[.)]\s*)?(?P<name>[^:：\t]{2,60}?)\s*[:：]\s*(?P<rounds>\S.*)")
_PARTS = re.compile(r"\s*[,;|、]\s*")
# "R1 W vs Ben Rook", "Round 1: beat Ben Rook", "- beat Ben Rook"
_ROUND = re.compile(r"(?:[*•·-]\s+)?(?:(?:round|rd?|runde|ronda)\.?\s*\d{1,2}\s*[:.)-]?\s+)?", re.I)


def typed_histories(text: str) -> Iterator[Table]:
    """Yield tables with a row for each player of a text: the name, then a cell for each round."""
    lines = [
        (at, line.strip()) for at, line in enumerate(cleared(text.splitlines()[:MOST_LINES]), 1)
    ]
    for rows in ([*_lines(lines)], [*_paragraphs(lines)]):
        if len(rows) >= LEAST_PLAYERS and all(is_plausible_name(row[0]) for _at, row in rows):
            yield Table({"first": 0}, rows=rows, line=rows[0][0])


def _lines(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    for at, line in lines:
        if hit := _LINE.fullmatch(line):
            parts = _PARTS.split(hit["rounds"])
            yield at, [bare_name(hit["name"]), *(_ROUND.sub("", part, count=1) for part in parts)]


def _paragraphs(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    rows: list[tuple[int, list[str]]] = []
    begins = True
    for at, line in lines:
        if line and begins:
            rows.append((at, [bare_name(line.strip(" *_#:"))]))
        elif line:
            rows[-1][1].append(_ROUND.sub("", line, count=1))
        begins = not line
    yield from (row for row in rows if len(row[1]) > 1)
