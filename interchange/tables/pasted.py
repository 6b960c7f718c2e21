"""Lists copied from web pages: cells split over lines, tables as cards, lines with "vs"."""

import re
from collections.abc import Sequence
from itertools import groupby

from interchange.tables.clearing import is_footer
from interchange.typed.chats import with_byes
from interchange.typed.matches import (
    ASIDE,
    GAMES,
    STAR,
    TABLE,
    VERSUS,
    followed_row,
    is_match,
    match_row,
    with_results_below,
)

Rows = list[list[str]]
CELLS_OF_A_CARD = 4
SIDES = ("first", "second")
# This many lines between sentences form a list.
LEAST_BETWEEN = 3
_ROUND_TITLE = re.compile(
    r"(?:(?:#+\s*)?(?:round|rd?|rnd|rond|runde|ronda|ronde|kolo|тур|раунд|rodada|turno|ラウンド|라운드)\s*\d{1,2}"
    r"|第?\s*\d{1,2}\s*(?:回戦|라운드|轮|輪|\.?\s*(?:round|runde|ronda|kolo|fordulo)))\W*"
    r"(?:(?:の)?(?:結果|対戦表?)|results?|pairings|ergebnisse|résultats|resultados|risultati)?\W*",
    re.I,
)

_BETWEEN_MATCHES = re.compile(r"\s+[|/•·;]\s+|\s*;\s+")
_SCORE = re.compile(GAMES)
# Games that a side won, on a line of their own.
_GAMES_WON = re.compile(r"[0-2]")


def joined_cells(lines: Sequence[str]) -> list[str]:
    """Return lines with tabs, joined where a cell of a page has several lines.

    A row begins with a number or has all of its cells; anything after an incomplete row belongs to
    it. Text at the start of a line continues the last cell above. Joined lines leave empty lines,
    so that line numbers stay those of the text.
    """
    counts = [line.count("\t") for line in lines if "\t" in line]
    most = max(set(counts), key=counts.count) if counts else 0
    full = max(most, counts[0] if counts else 0)
    joined: list[str] = []
    at: int | None = None
    for line in lines:
        if (
            at is not None
            and line.strip()
            and not re.match(r"[^\S\t]*\d+\s*(\t|$)", line)
            and 0 < joined[at].count("\t") < full
            and _fits(joined[at].count("\t") + line.count("\t"), full, line)
        ):
            if joined[at].rpartition("\t")[2].strip() != line.strip():
                joined[at] += f" {line.strip(' ')}"
            joined.append("")
            continue
        joined.append(line)
        at = len(joined) - 1 if re.match(r"[^\S\t]*\d+\s*\t", line) else None
    return joined


def _fits(cells: int, full: int, line: str) -> bool:
    """Return whether a line continues a row; after a leading tab it has to complete the row."""
    return cells == full if line.startswith("\t") else cells <= full


def pairings_in(lines: Sequence[str]) -> list[tuple[int, list[str]]] | None:
    """Return table, player, opponent and result for each line of a list that has no columns.

    Rows have the number of their line; None for any other text.
    """
    if cards := _cards(lines):
        return [*enumerate(cards, start=1)]
    filled = [(at, line) for at, line in enumerate(lines, start=1) if line.strip()]
    several = [_matches_in(line) for _at, line in filled]
    if all(several):
        return [
            (at, row) for (at, _line), rows in zip(filled, several, strict=True) for row in rows
        ]
    numbered = with_results_below([*with_byes(lines, is_footer)])
    rows = _versus([line for _at, line in numbered])
    if rows is None:
        return None
    return [(at, row) for (at, _line), row in zip(numbered, rows, strict=True)]


def _matches_in(line: str) -> Rows:
    """Return the matches of one line, "Round 3: Ada 2-1 Ben | Cid 2-0 Dee"; nothing for another."""
    title, colon, behind = line.partition(":")
    titled = colon and _is_title(title)
    parts = _BETWEEN_MATCHES.split((behind if titled else line).strip())
    rows = [row for part in parts if (row := match_row(part)) is not None]
    if len(rows) < len(SIDES) or len(rows) < len(parts):
        return []
    return [[title.strip()], *rows] if titled else rows


def has_cards(lines: Sequence[str]) -> bool:
    """Return whether several lines of a text are only the number of a table."""
    return sum(bool(TABLE.fullmatch(line.strip())) for line in lines) > 1


def has_stars(lines: Sequence[str]) -> bool:
    """Return whether a line with two names has a star at one of them."""
    hits = filter(None, map(VERSUS.fullmatch, map(str.strip, lines)))
    return any(STAR.search(hit[side]) for hit in hits for side in ("first", "second"))


def _cards(lines: Sequence[str]) -> Rows | None:
    """Read a page that shows each table as a card: its number, then the names."""
    starts = [at for at, line in enumerate(lines) if TABLE.fullmatch(line.strip())]
    if not starts or any("\t" in line for line in lines):
        return None
    rows: Rows = [[] for _line in lines]
    won: dict[int, list[str]] = {}
    scores: dict[int, str] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        below = [(at, lines[at].strip()) for at in range(start + 1, end)]
        texts = [text for _at, text in with_results_below(below)]
        names = _names_in(texts)
        hit = TABLE.fullmatch(lines[start].strip())
        # The fourth column has results, the fifth a third player.
        if len(names) == 1 and (whole := match_row(names[0])) is not None:
            rows[start] = [(hit[1] or hit[2]) if hit else "", *whole[1:]]
            continue
        rows[start] = [(hit[1] or hit[2]) if hit else "", *names[:2]]
        rows[start] += [""] * (4 - len(rows[start])) + names[2:]
        won[start] = [text for text in texts if _GAMES_WON.fullmatch(text)]
        scores[start] = _score_between(texts, names)
    pairs = [games for games in won.values() if len(games) == len(SIDES)]
    told = sum(map(bool, won.values()))
    # Figures are games of a match to two, and not points so far.
    if pairs and len(pairs) * 2 >= told and all("2" in p or p == ["1", "1"] for p in pairs):
        for start, games in won.items():
            # Another number of figures is no result, and one figure can be of either side.
            sign = "-" if len(games) == len(SIDES) else ", "
            rows[start][3] = sign.join(games) if len(games) > 1 else ""
    # A score between the names of every match is its result, and not a record of one side.
    if all(scores[start] for start in scores if rows[start][2]):
        for start, score in scores.items():
            rows[start][3] = rows[start][3] or score
    titles = [line.strip() for line in lines[: starts[0]] if line.strip()]
    above = _names_in(titles)
    # The line below a title is not a record.
    has_record = len(titles) > 1 and bool(ASIDE.fullmatch(titles[-1]))
    if (
        has_record
        and len(above) == 1
        and len(rows[starts[-1]]) == CELLS_OF_A_CARD
        and not rows[starts[-1]][2]
    ):
        _around(rows, starts, above[0])
    for at, line in enumerate(lines[: starts[0]]):
        if line.strip() and (any(map(str.isdigit, line)) or line.strip() not in above):
            rows[at] = [line.strip()]
    return rows


def _score_between(texts: Sequence[str], names: Sequence[str]) -> str:
    """Return the only score of a card, if it is between both names; else ""."""
    scores = [at for at, text in enumerate(texts) if _SCORE.fullmatch(text)]
    if len(scores) != 1 or len(names) != len(SIDES):
        return ""
    return texts[scores[0]] if texts.index(names[0]) < scores[0] < texts.index(names[1]) else ""


def _names_in(texts: Sequence[str]) -> list[str]:
    shown = [text for text in texts if any(map(str.isalnum, text)) and not is_footer(text)]
    names = [text for text in shown if not ASIDE.fullmatch(text)]
    return [name for name, _same in groupby(names)]


def _around(rows: Rows, starts: Sequence[int], name: str) -> None:
    """Read tables with a player above and below their number, changing the rows in place."""
    for at in starts:
        _table, below, next_above = rows[at][:3]
        rows[at] = [rows[at][0], name, below, "", *rows[at][4:]]
        name = next_above


def _versus(lines: Sequence[str]) -> Rows | None:
    """Read lines such as "3: Ada vs Bob", if at least four in five are like that.

    Titles do not count, nor sentences above and below, if the lines between have more than a dash.
    """
    rows = [match_row(line.strip()) for line in lines]
    if not any(rows):
        rows = [None if is_footer(line) else followed_row(line.strip()) for line in lines]
        # "Page 1 of 2" alone is no match.
        rows = rows if sum(map(bool, rows)) > 1 else [None]
    told = [at for at, row in enumerate(rows) if row]
    if not told or (len(told) == 1 and not is_match(lines[told[0]].strip())):
        return None
    filled = [
        at
        for at, line in enumerate(lines)
        if line.strip() and not _is_title(line) and not is_footer(line)
    ]
    if len(told) >= LEAST_BETWEEN and all(is_match(lines[at].strip()) for at in told):
        filled = [at for at in filled if told[0] <= at <= told[-1]]
    if len(told) * 5 < len(filled) * 4 or _is_of_decks(rows, lines, told):
        return None
    return [row or [line.strip()] for line, row in zip(lines, rows, strict=True)]


def _is_of_decks(
    rows: Sequence[list[str] | None], lines: Sequence[str], told: Sequence[int]
) -> bool:
    """Return whether the text after dashes is decks: some repeat, and no name before them does."""
    if any(is_match(re.sub(r"^\W*\d+[.:)]\s*", "", lines[at].strip())) for at in told):
        return False
    # A line that is pasted twice is no second player.
    pairs = dict.fromkeys((row[1], row[2]) for row in rows if row)
    before, behind = zip(*pairs, strict=True)
    return len(set(before)) == len(before) and len(set(behind)) < len(behind)


def _is_title(line: str) -> bool:
    """Return whether a line names a round, and nothing else."""
    return bool(_ROUND_TITLE.fullmatch(line.strip()))
