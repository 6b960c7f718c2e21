"""Typed standings: a line for each player with a place, points or a record."""

import re
from collections.abc import Sequence
from itertools import pairwise

from interchange.json_access import number_in
from interchange.round_titles import round_in
from interchange.tables.clearing import cleared, is_footer
from interchange.tables.name_parts import bare_name
from interchange.tables.plausibility import is_plausible_name
from interchange.tables.sheets import FOOTER, TITLE, Table
from interchange.values import Skipped

# The most title lines above the lines, and sentences below.
MOST_TITLES = 4
LEAST_LINES = 3
_PLACE = (
    r"(?:#?(?P<rank>\d{1,4})(?:st|nd|rd|th|er|[eè](?:me)?|[ºª°])?\s*[.):：位위名등]*\s*(?<![a-z\d])"
    r"(?=\D)\s*[-–—·|]?\s*)"
)
_UNIT = (
    r"(?:match\s?points?|pts?|points?|pkte?|pkt|punkte?|puntos?|pontos?|punt[io]|punten|очк[оа]в?|балл\w*"
    r"|бал[иів]+|punkt\w*|bod\w*|pont|poäng|poeng|puan|点|分|점)\b\.?"
)
_POINTS = r"(?P<points>\d{1,3}(?:[.,]5)?)"
_GAMES = r"\d{1,2}\s?[-/–]\s?\d{1,2}(?:\s?[-/–]\s?\d{1,2})?"
_RECORD = (
    rf"[(\[（]?(?P<record>{_GAMES}|\d+勝\s?\d+敗(?:\s?\d+分)?|\d+승\s?\d+패(?:\s?\d+무)?"
    r"|\d+\s?W[\s,/-]*\d+\s?L(?:[\s,/-]*\d+\s?[DT])?"
    r"|(?:\d+\s?[^\W\d_]{1,2}[\s,/-]*){3})[)\]）]?"
)
# Victoires, nuls, défaites; Siege, Unentschieden, Niederlagen; ganados, empatados, perdidos.
_DRAWS_IN_THE_MIDDLE = ("wdl", "wtl", "vnd", "sun", "gep", "vps", "ved", "wgv")
_GAP = r"\s*(?:\s[-–—−:=·•|]\s|[:：=\s(,\[（])\s*"
_NAME = r"(?P<name>\D.*?)"
# "3. Ada Lee 9", "3º Ada Lee – 9 puntos (3-0)", "1. Ada Lee (9 pts) Wood Elves"
_RANKED = re.compile(
    rf"(?:[*•·-]\s+)?{_PLACE}{_NAME}{_GAP}{_POINTS}\s*(?P<unit>{_UNIT})?\.?"
    r"(?P<end>(?:\s*(?:[,(\[]|\s[-–—|]\s)\s*(?:[A-Z]{2,4}%?:?\s*)?\d{1,3}(?:[.,]\d+)?\s?%)?[)\]）]?)"
    rf"(?:[\s,;·•|]+{_RECORD})?(?P<rest>(?<=[)\]])\s+[^\d()]+)?",
    re.I,
)
# "Ada Lee: 9", "Ada Lee (9)", "9 pts - Ada Lee"
_SCORED = re.compile(
    rf"(?:[*•#-]\s+)?(?:{_NAME}{_GAP}{_POINTS}\s*(?P<unit>{_UNIT})?[)\]）]?"
    rf"|(?P<before>\d{{1,3}})\s*(?P<own>{_UNIT})\s*[-–—:|]?\s*(?P<behind>\D.*))",
    re.I,
)
# "1. Ada Lee [DE] (3/0/0)", "Ada Lee 3-0-0", "1位：Ada Lee（3勝0敗）"
_RECORDED = re.compile(rf"(?:[*•-]\s+)?{_PLACE}?{_NAME}{_GAP}{_RECORD}\.?", re.I)
_DASHED = re.compile(r"\s+[-–—]\s+")
_HEADED = re.compile(
    r"standing|ranking|leaderboard|results?|points|tabelle|rang|platz|punkte|punti|puntos|classement"
    r"|clasific|classific|順位|結果|순위|排名",
    re.I,
)


def scored_lines(text: str) -> Table | None:
    """Return a table of lines such as "3. Ada Lee 9": rank, name, points, possibly a record.

    Titles may precede the lines and sentences may follow. Lines without a place or a unit are only
    guessed, and so are lines with records alone: other lists look the same.
    """
    lines = [(at, line.strip()) for at, line in enumerate(cleared(text.splitlines()), start=1)]
    footers = [Skipped(at, line, FOOTER) for at, line in lines if line and is_footer(line)]
    filled = [(at, line) for at, line in lines if line and not is_footer(line)]
    for pattern, read in ((_RANKED, _ranked), (_RECORDED, _recorded), (_SCORED, _scored)):
        hits = [(at, hit) for at, line in filled if (hit := pattern.fullmatch(line))]
        if len(hits) >= (1 if pattern is _RANKED else LEAST_LINES):
            table = read(hits)
            if table is not None and _is_list(table, filled):
                table.skipped += footers
                return _with_titles(table, filled)
    return None


def _ranked(hits: Sequence[tuple[int, re.Match[str]]]) -> Table | None:
    rows = []
    for at, hit in hits:
        cells = [hit["rank"], _bare(hit["name"]), hit["points"], _plain(hit["record"] or "")]
        rows.append((at, [*cells, hit["end"], (hit["rest"] or "").strip()]))
    return Table({"rank": 0, "first": 1, "points": 2, "record": 3}, rows=rows)


def _recorded(hits: Sequence[tuple[int, re.Match[str]]]) -> Table | None:
    rows = [
        (at, [hit["rank"] or "", _bare(hit["name"]), _plain(hit["record"])]) for at, hit in hits
    ]
    columns = {"first": 1, "record": 2}
    parted = [_DASHED.split(row[1], maxsplit=1) for _at, row in rows]
    if all(len(parts) > 1 for parts in parted):
        # "1st - Ada Lee - Burn - 3-0": the deck is between name and record.
        columns["deck"] = 3
        for (_at, row), (name, deck) in zip(rows, parted, strict=True):
            row[1:] = [name, row[2], deck]
    if all(hit["rank"] for _at, hit in hits):
        columns["rank"] = 0
    return Table(columns, rows=rows, guessed=True)


def _scored(hits: Sequence[tuple[int, re.Match[str]]]) -> Table | None:
    rows = [
        (at, [_bare(hit["name"] or hit["behind"]), hit["points"] or hit["before"]])
        for at, hit in hits
    ]
    points = [number_in(row[1]) or 0 for _at, row in rows]
    falling = all(before >= after for before, after in pairwise(points)) and points[0] > points[-1]
    told = all(hit["unit"] or hit["own"] for _at, hit in hits)
    if not falling and not told:
        return None
    return Table({"first": 0, "points": 1}, rows=rows, guessed=not (told and falling))


def _plain(record: str) -> str:
    """Return "3勝0敗", "3W 0L" or "3V 0N 0D" as wins, losses and draws; "" for unknown letters."""
    counts = re.findall(r"\d+", record)
    letters = "".join(re.findall(r"[a-z]", record.casefold()))
    if letters in _DRAWS_IN_THE_MIDDLE:
        counts = [counts[0], counts[2], counts[1]]
    elif len(letters) > 2 and not letters.startswith("wl"):
        return ""
    return "-".join(counts)


def _bare(name: str) -> str:
    return bare_name(name.strip(" *_-–—:|"))


def _is_list(table: Table, filled: Sequence[tuple[int, str]]) -> bool:
    """Return whether every line from the first row to the last is a row, and all have names."""
    first, last = table.rows[0][0], table.rows[-1][0]
    between = [at for at, _line in filled if first <= at <= last]
    above = [at for at, _line in filled if at < first]
    below = [line for at, line in filled if at > last]
    if len(between) != len(table.rows) or max(len(above), len(below)) > MOST_TITLES:
        return False
    # A line below with figures may be another row.
    if len(table.rows) < LEAST_LINES * bool(below) or any(re.search(r"\d", line) for line in below):
        return False
    return all(is_plausible_name(row[table.columns["first"]]) for _at, row in table.rows)


def _with_titles(table: Table, filled: Sequence[tuple[int, str]]) -> Table:
    first, last = table.rows[0][0], table.rows[-1][0]
    for at, line in filled:
        if at < first and re.search(r"\d", line) and round_in(line) is None:
            table.before.append(at)
        elif at < first or at > last:
            table.skipped.append(Skipped(at, line, TITLE if at < first else FOOTER))
    if (
        any(at < first and _HEADED.search(line) for at, line in filled)
        and "points" in table.columns
    ):
        table.guessed = False
    return table
