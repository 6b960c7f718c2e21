"""Results of pairings in columns without such a heading, recognized by their content."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from interchange.scores import FIRST_WON, SECOND_WON, TIED, Score, read_score, turned
from interchange.tables.column_words import SECTIONS, compact
from interchange.tables.headings import meaning_of
from interchange.tables.plausibility import Content, share_of
from interchange.tables.sheets import Table

# The share of a column's cells that must be of one kind.
_MOST = 0.8
# The most games that a side wins.
MOST_GAMES = 3
# Headings that mean a record next to one player, and a result next to two.
_EITHER = frozenset(("勝敗", "winloss", "wl"))
# Headings above the games of a match, or above the number of games.
_OF_GAMES = frozenset(
    ("games", "gamescore", "spiele", "satze", "sets", "partien", "manches", "partidas", "juegos",
     "partite", "jogos", "spellen", "partijen")
)  # fmt: skip
_YES = frozenset(compact(word) or word for word in SECTIONS["yes"])
_NO = frozenset(("", "0", "false", "no", "n", "falsch", "faux", "falso", "いいえ", "❌", "-"))
SIDES = ("1", "2")
_SIDES_OF_HEADINGS = (SIDES, ("a", "b"))
_BOTH = ("first", "second")
_KNOWN = ("first", "second", "third", "table", "round", "start", "rank", "points", "id", "email")


def settle_results(table: Table) -> None:
    """Find the columns with the result of each match, unless they are known.

    These are a single column of records without a heading, two columns with the same results from
    both sides, a column of signs for each outcome, or the games of each side.
    """
    if "second" not in table.columns:
        return
    if _take_parted_score(table) or _take_checks(table) or _take_worded_flags(table):
        return
    if _are_words(table):
        # Two columns "Outcome" have the result from both sides, and no games.
        drop = ("wins1", "wins2")
        table.columns = {key: at for key, at in table.columns.items() if key not in drop}
    _take_scores_apart(table)
    if {"result", "winner", "wins1"} & table.columns.keys():
        return
    for take in _TAKES:
        if take(table):
            return


def _take_scores_apart(table: Table) -> None:
    """Take the only unread column of scores, if "Result" has the same other word in all rows."""
    at = table.columns.get("result")
    cells = [] if at is None else _cells(table, at)
    if len({*cells}) != 1 or read_score(cells[0]) is not None:
        return
    width = max(len(row) for _line, row in table.rows)
    free = [place for place in range(width) if place not in table.columns.values()]
    told = [place for place in free if _share(table, place, Content.RECORD) > _MOST]
    if len(told) == 1:
        table.columns = {**table.columns, "result": told[0]}


def _are_words(table: Table) -> bool:
    """Return whether the columns of games of both sides hold words or signs for a result."""
    places = [table.columns.get(key, -1) for key in ("wins1", "wins2")]
    heads = [table.headings[at] if 0 <= at < len(table.headings) else "" for at in places]
    alike = compact(heads[0]) == compact(heads[1]) != ""
    return min(places) >= 0 and alike and all(has_marks(_cells(table, at)) for at in places)


def _take_parted_score(table: Table) -> bool:
    """Accept a score with its sign in its own cell: "2", ":", "1" below one heading at most."""
    known = {at for key, at in table.columns.items() if key not in ("result", "winner")}
    for at in range(1, max(len(row) for _line, row in table.rows) - 1):
        places = {at - 1, at, at + 1}
        signs, heads = {*_cells(table, at)}, table.headings[at - 1 : at + 2]
        if not signs or not signs <= {":", "-", "–", "—"} or places & known:
            continue
        if sum(map(bool, map(str.strip, heads))) < 2 and _are_games(table, at - 1, at + 1):
            columns = {key: place for key, place in table.columns.items() if place not in places}
            table.columns = {**columns, "wins1": at - 1, "wins2": at + 1}
            table.repeated["signs"] = [at]
            return True
    return False


def _take_checks(table: Table) -> bool:
    """Accept two columns headed "Winner" with a sign for the winning side, for both or for none.

    Return whether a table has such columns; those that are not next to the players stay unread.
    """
    places = table.repeated.get("winner", [])
    if len(places) != len(SIDES):
        return False
    rows = [row for _line, row in table.rows]
    cells = [[row[at].strip() if at < len(row) else "" for row in rows] for at in places]
    known = _YES | _NO | {"=", "d"}
    if not all((compact(cell) or cell) in known for column in cells for cell in column):
        return False
    table.columns = {key: at for key, at in table.columns.items() if key != "winner"}
    del table.repeated["winner"]
    if not _are_beside(table, *places):
        return True
    told = []
    for both in zip(*cells, strict=True):
        won = [
            side for side, cell in zip(SIDES, both, strict=True) if (compact(cell) or cell) in _YES
        ]
        told.append(won[0] if len(won) == 1 else "draw" if any(both) else "")
    table.columns = {**table.columns, "result": table.append_column("result", told)}
    table.repeated["checks"] = places
    return True


def _take_single(table: Table) -> bool:
    named = [at for at, heading in enumerate(table.headings) if compact(heading) in _OF_GAMES]
    told = [at for at in (*_bare(table), *named) if _share(table, at, Content.RECORD) > _MOST]
    told = told or _scores_between(table)
    records = table.repeated.get("record", [])
    if not told and len(records) == 1 and compact(table.headings[records[0]]) in _EITHER:
        told = [at for at in records if has_marks(_cells(table, at), records=True)]
    if len(told) != 1:
        return False
    columns = {key: at for key, at in table.columns.items() if at != told[0]}
    table.columns = {**columns, "result": told[0]}
    return True


def _scores_between(table: Table) -> list[int]:
    """Return the only column of scores, if it is between the players below an unknown heading."""
    told = [
        at
        for at, heading in enumerate(table.headings)
        if meaning_of(heading) is None and _share(table, at, Content.RECORD) > _MOST
    ]
    ends = sorted(table.columns[key] for key in _BOTH)
    return told if len(told) == 1 and ends[0] < told[0] < ends[1] else []


def _take_mirrored(table: Table) -> bool:
    for left, right in _alike(table):
        if (
            all(has_marks(_cells(table, at)) for at in (left, right))
            and _are_mirrored(table, left, right)
            and _are_beside(table, left, right)
        ):
            columns = {key: at for key, at in table.columns.items() if at not in (left, right)}
            table.columns = {**columns, "result": left}
            table.repeated["said again"] = [right]
            return True
    return False


def _take_one_sided(table: Table) -> bool:
    """Accept a word for a win in a column next to the winner alone, and for a draw next to both."""
    for left, right in _alike(table):
        if not _are_beside(table, left, right):
            continue
        told = [_of_marks(row, left, right) for _line, row in table.rows]
        if None in told or not any(told):
            continue
        at = table.append_column("result", [result or "" for result in told])
        table.columns = {**table.columns, "result": at}
        table.repeated["marks"] = [left, right]
        return True
    return False


def _of_marks(row: Sequence[str], left: int, right: int) -> str | None:
    """Return the result of a row with marks at one side or both; None for any other content."""
    cells = [row[at].strip() if at < len(row) else "" for at in (left, right)]
    scores = [read_score(cell) if cell else None for cell in cells]
    if not any(cells):
        return ""
    if scores == [TIED, TIED]:
        return "draw"
    if scores == [FIRST_WON, None] and not cells[1]:
        return "1"
    return "2" if scores == [None, FIRST_WON] and not cells[0] else None


def _take_worded_flags(table: Table) -> bool:
    """Accept true and false below "P1 wins" and "P2 wins", which may also have numbers of games."""
    places = [table.columns[key] for key in ("wins1", "wins2") if key in table.columns]
    cells = [cell for at in places for cell in _cells(table, at)]
    return bool(cells) and not any(map(str.isdigit, cells)) and _take_flags(table)


def _take_flags(table: Table) -> bool:
    """Accept columns such as "P1 Win", "P2 Win" and "Draw" with true and false below them."""
    outcomes = (FIRST_WON, SECOND_WON, TIED)
    flags: dict[int, Score] = {}
    for at, heading in enumerate(table.headings):
        told = read_score(heading) if heading.strip() else None
        if told in outcomes and _are_flags(_cells(table, at)):
            flags[at] = told
    if not {FIRST_WON, SECOND_WON} <= {*flags.values()}:
        return False
    # Where false is written, a row without the last cells may have lost one before them.
    is_written = all(_cells(table, at) for at in flags) and not any(
        at < len(row) and not row[at].strip() for at in flags for _line, row in table.rows
    )
    words = []
    for _line, row in table.rows:
        if is_written and max(flags) >= len(row):
            words.append("")
            continue
        raised = [
            at for at in flags if at < len(row) and (compact(row[at]) or row[at].strip()) in _YES
        ]
        words.append(" / ".join(table.headings[at] for at in raised))
    columns = {key: at for key, at in table.columns.items() if at not in flags}
    table.columns = {**columns, "result": table.append_column("result", words)}
    table.repeated["flags"] = [*flags]
    return True


def _take_games(table: Table) -> bool:
    """Accept two columns of figures as games: with equal headings, or "Games A" and "Games B"."""
    alike = (pair for pair in _alike(table) if _are_beside(table, *pair))
    for left, right in (*alike, *_sided(table)):
        if _are_games(table, left, right):
            columns = {key: at for key, at in table.columns.items() if at not in (left, right)}
            table.columns = {**columns, "wins1": left, "wins2": right}
            table.repeated["wins1"], table.repeated["wins2"] = [left], [right]
            return True
    return False


def _take_own(table: Table) -> bool:
    """Accept wins and losses next to two players as the games of the first: a form's answers."""
    places = [table.columns.get(key, -1) for key in ("wins", "losses")]
    if min(places) < 0 or not _are_games(table, *places):
        return False
    drop = ("wins", "losses", "matchdraws")
    columns = {key: at for key, at in table.columns.items() if key not in drop}
    if "draws" not in columns and "matchdraws" in table.columns:
        columns["draws"] = table.columns["matchdraws"]
    table.columns = {**columns, "wins1": places[0], "wins2": places[1]}
    return True


def has_marks(cells: Sequence[str], *, records: bool = False, most: float = _MOST) -> bool:
    """Return whether more than a share of cells is a word or sign for a result.

    `records`: scores count too.
    """
    figures = () if records else (Content.RECORD, Content.WHOLE, Content.NUMBER)
    scores = [read_score(cell) for cell in cells if not share_of([cell], *figures)]
    told = [score for score in scores if score is not None and score.games is not None]
    return bool(cells) and len(told) > most * len(cells)


def _sided(table: Table) -> Iterator[tuple[int, int]]:
    """Yield two columns whose headings differ only in the side: "P1 Games", "Goals Home"."""
    # "B" alone means points in some languages.
    taken = {at for key, at in table.columns.items() if key in _KNOWN and key != "points"}
    heads = [compact(heading) for heading in table.headings]
    places = [table.columns[key] for key in _BOTH]
    named = tuple(heads[at] if at < len(heads) else "" for at in places)
    for left, right in combinations([at for at in range(len(heads)) if at not in taken], 2):
        before = _alike_from_start(heads[left], heads[right])
        parts = [heads[left][before:], heads[right][before:]]
        behind = _alike_from_start(parts[0][::-1], parts[1][::-1])
        sides = tuple(part[: len(part) - behind] for part in parts)
        if sides in (*_SIDES_OF_HEADINGS, named) and all(sides):
            yield left, right


def _alike_from_start(left: str, right: str) -> int:
    """Return the length of the common start of two texts."""
    differing = (at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    return next(differing, min(len(left), len(right)))


def _alike(table: Table) -> Iterator[tuple[int, int]]:
    """Yield each pair of columns with equal or empty headings and no other meaning."""
    taken = {at for key, at in table.columns.items() if key in _KNOWN}
    free = [at for at in range(len(table.headings)) if at not in taken and _cells(table, at)]
    heads = [compact(heading) for heading in table.headings]
    yield from (
        (left, right) for left, right in combinations(free, 2) if heads[left] == heads[right]
    )


def _bare(table: Table) -> list[int]:
    return [at for at, heading in enumerate(table.headings) if not heading.strip()]


def _are_games(table: Table, left: int, right: int) -> bool:
    """Return whether two columns are games of a match to two or of one game, not points so far."""
    games = []
    for _line, row in table.rows:
        cells = [row[at].strip() if at < len(row) else "" for at in (left, right)]
        if not all(cell.isascii() and cell.isdigit() for cell in cells):
            return False
        games.append((int(cells[0]), int(cells[1])))
    most = max((max(pair) for pair in games), default=0)
    decided = [pair for pair in games if pair[0] != pair[1]]
    return (
        0 < most < MOST_GAMES
        and bool(decided)
        and all(max(pair) == most for pair in decided)
        and all(pair[0] < MOST_GAMES - 1 for pair in games if pair not in decided)
    )


def _are_beside(table: Table, left: int, right: int) -> bool:
    """Return whether each of two columns is next to its player, so that the sides are certain."""
    pairs = zip(_BOTH, (left, right), strict=True)
    return all(abs(at - table.columns[key]) == 1 for key, at in pairs)


def _are_flags(cells: Sequence[str]) -> bool:
    return bool(cells) and all((compact(cell) or cell) in _YES | _NO for cell in cells)


def _are_mirrored(table: Table, left: int, right: int) -> bool:
    """Return whether two columns have the same results, each from its own player's view."""
    for _line, row in table.rows:
        mine, theirs = (read_score(row[at]) if at < len(row) else None for at in (left, right))
        if mine is None or theirs is None:
            return False
        if mine.games and theirs.games and mine.games != turned(theirs.games):
            return False
    return True


def _cells(table: Table, at: int) -> list[str]:
    return [row[at].strip() for _line, row in table.rows if at < len(row) and row[at].strip()]


def _share(table: Table, at: int, *kinds: Content) -> float:
    return share_of(_cells(table, at), *kinds)


_TAKES = (
    _take_single,
    _take_one_sided,
    _take_mirrored,
    _take_flags,
    _take_games,
    _take_own,
)
