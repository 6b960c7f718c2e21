"""Lists copied from web pages: cells split over lines, tables as cards, lines with "vs"."""

import re
from collections.abc import Sequence
from itertools import groupby

from interchange.scores import read_score, turned
from interchange.tables.clearing import is_footer
from interchange.tables.column_words import RESULT_WORDS
from interchange.tables.name_parts import bare_name
from interchange.tables.plausibility import is_plausible_name
from interchange.texts import DASHES
from interchange.typed.chats import with_byes
from interchange.typed.verbs import DREW, GAMES, LOST, WON

Rows = list[list[str]]
CELLS_OF_A_CARD = 4
# A longer line is no match.
MOST_SIGNS = 400
SIDES = ("first", "second")
# This many lines between sentences form a list.
LEAST_BETWEEN = 3
_ROUND_TITLE = re.compile(
    r"(?:#+\s*)?(?:round|rd?|rnd|rond|runde|ronda|ronde|kolo|тур|раунд|rodada|turno|ラウンド|라운드)\s*\d{1,2}\W*"
    r"|第?\s*\d{1,2}\s*(?:回戦|라운드|轮|輪|\.?\s*(?:round|runde|ronda|kolo|fordulo))\W*",
    re.I,
)

_TABLES = (
    r"table|tbl|tisch|mesa|tavolo|tafel|stol|stół|bord|asztal|masa|стол|стіл|match|board"
    r"|卓|テーブル|테이블"
)
TABLE = re.compile(
    rf"(?:{_TABLES}|[tmb](?=\d))\s*[#:.]?\s*(\d{{1,4}})\s*(?:卓)?:?"
    r"|第\s*(\d{1,4})\s*[桌卓台]",
    re.I,
)
# Text next to the names: points, records, pronouns, button labels.
_ASIDE = re.compile(
    r"\d+(?:[.,]\d+)?\s*(?:pts?|points?|match points?|点)?\.?"
    r"|\(?\d+\s*[-/]\s*\d+(?:\s*[-/]\s*\d+)?(?:\s*\(\d+\))?\)?"
    r"(?:\s*\S{0,3}\s*\d+ (?:pts?|points?))?"
    r"|\w+(?:/\w+)+|vs\.?|report|not reported|pending|in progress|active",
    re.I,
)
# Games that a side won, on a line of their own.
_GAMES_WON = re.compile(r"[0-2]")
# "3: ", "Table 3 - ", "第3桌 ", "3卓 ", "3번 테이블: "
_AT = (
    rf"(?:(?:(?:{_TABLES}|[tmb](?=\d))?\s*#?(?P<table>\d{{1,4}})\s*[.:)\t 　{DASHES}-]"
    r"|第?\s*(?P<counted>\d{1,4})\s*(?:[桌卓台]|(?:번\s*)?테이블)\s*[:：]?)\s*)?"
)
_VERSUS = re.compile(
    r"(?:(?:(?:round|rd|runde|ronda|ronde)\s*\d{1,2}\s*[-–:,]|r\d{1,2}\s)\s*)?(?:[*•·-]\s+)?"
    rf"{_AT}(?P<first>\S.*?)\s+"
    r"(?:vs?\.?|versus|[x×]|対|gegen|contro|contra|contre|kontra|mot|tegen|[-–—－:]|(?:🆚|⚔)\ufe0f?"
    rf"|(?P<between>[(\[]?{GAMES}[)\]]?)(?!\s+vs?\b)"
    r"|[(\[]?(?P<mine>\d)[)\]]?\s+(?:vs?\.?|[-–—:])\s+[(\[]?(?P<theirs>\d)[)\]]?"
    rf"|(?P<won>{WON})|(?P<drew>{DREW})|(?P<lost>{LOST}))\s+"
    rf"(?P<second>\S.*?)(?:\s*[,:–—-]?\s*[(\[]?(?P<behind>{GAMES})[)\]]?)?\s*"
    rf"(?:[(\[@]?\s*(?:{_TABLES})\s*#?(?P<at>\d{{1,4}})[)\]]?\s*)?",
    re.I,
)
# After both names: "-> Ada Quill", "(Ada Quill won)", ": draw".
_TOLD = re.compile(
    r"(?P<match>.*\S)\s*(?:->|→|=>|⇒|➡\ufe0f?|[➔➜▶►⟶]|(?<![\d½]):|\()\s*(?P<told>[^\d():]+?)\)?\s*"
)
# "Ada（2）－（1）Ben"
_IN_BRACKETS = re.compile(r"\s*[(（](\d)[)）]\s*[-－–:：]\s*[(（](\d)[)）]\s*")
# "Ada and Ben drew 1-1.": a sentence.
_FULL_STOP = re.compile(r"(?<=\d)\.$")
_BOTH_DREW = re.compile(r"^(\S.*?)\s+(?:and|&)\s+(\S.*?)\s+(?:drew|tied)\b", re.I)
# "○Ada Quill － Ben Rook×": signs of winner and loser around the names.
_MARKED = re.compile(
    r"(?P<left>[○◯〇●×✕✖△✅❌])?\s*(?P<first>[^\t]*?)\t(?P<second>.*?)\s*(?P<right>[○◯〇●×✕✖△✅❌])?"
)
# "* Ada Quill", "Ada Quill*": the sign of the winner.
_STAR = re.compile(r"^\s*[*★⭐🏆]+\s*|\s*[*★⭐🏆]+\s*$")
_OPPOSITE = {"△": "△", **dict.fromkeys("○◯〇✅", "×"), **dict.fromkeys("●×✕✖❌", "○")}
_RECORDS = re.compile(r"(?<=\S)\s*[(\[]\d{1,2}\s*[-/]\s*\d{1,2}(?:\s*[-/]\s*\d{1,2})?[)\]]")
# "Ada Quill（勝ち）"
_BRACKETED = re.compile(
    r"(?P<name>\S.*?)\s*(?:[(\[（【](?P<word>[^\d()\[\]（）【】]{1,12})[)\]）】]"
    r"|\s(?P<plain>WON|LOST|DREW|TIED|won|lost|drew|tied))"
)
# "spielfrei: Ada Quill", "Ada Quill has a bye"
_BYE_WORD = "|".join(sorted(map(re.escape, RESULT_WORDS["bye"]), key=len, reverse=True))
_BYE_LINE = re.compile(
    rf"(?:[*•·-]\s+)?{_AT.replace('table>', 'tab>').replace('counted>', 'count>')}"
    rf"(?:(?:{_BYE_WORD})\s*[:–-]\s*(?P<name>\S.*)"
    rf"|(?P<other>\S.*?)\s*(?:(?:has|gets|receives|hat|ist)\s+(?:(?:a|the|ein)\s+)?|[:–=-]\s*)(?:{_BYE_WORD})\.?)",
    re.I,
)


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
    numbered = [*with_byes(lines, is_footer)]
    rows = _versus([line for _at, line in numbered])
    if rows is None:
        return None
    return [(at, row) for (at, _line), row in zip(numbered, rows, strict=True)]


def has_cards(lines: Sequence[str]) -> bool:
    """Return whether several lines of a text are only the number of a table."""
    return sum(bool(TABLE.fullmatch(line.strip())) for line in lines) > 1


def has_stars(lines: Sequence[str]) -> bool:
    """Return whether a line with two names has a star at one of them."""
    hits = filter(None, map(_VERSUS.fullmatch, map(str.strip, lines)))
    return any(_STAR.search(hit[side]) for hit in hits for side in ("first", "second"))


def _cards(lines: Sequence[str]) -> Rows | None:
    """Read a page that shows each table as a card: its number, then the names."""
    starts = [at for at, line in enumerate(lines) if TABLE.fullmatch(line.strip())]
    if not starts or any("\t" in line for line in lines):
        return None
    rows: Rows = [[] for _line in lines]
    won: dict[int, list[str]] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        texts = [line.strip() for line in lines[start + 1 : end]]
        names = _names_in(texts)
        hit = TABLE.fullmatch(lines[start].strip())
        # The fourth column has results, the fifth a third player.
        if len(names) == 1 and (whole := _match_row(names[0])) is not None:
            rows[start] = [(hit[1] or hit[2]) if hit else "", *whole[1:]]
            continue
        rows[start] = [(hit[1] or hit[2]) if hit else "", *names[:2]]
        rows[start] += [""] * (4 - len(rows[start])) + names[2:]
        won[start] = [text for text in texts if _GAMES_WON.fullmatch(text)]
    pairs = [games for games in won.values() if len(games) == len(SIDES)]
    told = sum(map(bool, won.values()))
    # Figures are games of a match to two, and not points so far.
    if pairs and len(pairs) * 2 >= told and all("2" in p or p == ["1", "1"] for p in pairs):
        for start, games in won.items():
            # Another number of figures is no result, and one figure can be of either side.
            sign = "-" if len(games) == len(SIDES) else ", "
            rows[start][3] = sign.join(games) if len(games) > 1 else ""
    titles = [line.strip() for line in lines[: starts[0]] if line.strip()]
    above = _names_in(titles)
    # The line below a title is not a record.
    has_record = len(titles) > 1 and bool(_ASIDE.fullmatch(titles[-1]))
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


def _names_in(texts: Sequence[str]) -> list[str]:
    shown = [text for text in texts if text and not is_footer(text)]
    names = [text for text in shown if not _ASIDE.fullmatch(text)]
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
    rows = [_match_row(line.strip()) for line in lines]
    told = [at for at, row in enumerate(rows) if row]
    if not told or (len(told) == 1 and not _is_match(lines[told[0]].strip())):
        return None
    filled = [at for at, line in enumerate(lines) if line.strip() and not _is_title(line)]
    if len(told) >= LEAST_BETWEEN and all(_is_match(lines[at].strip()) for at in told):
        filled = [at for at in filled if told[0] <= at <= told[-1]]
    if len(told) * 5 < len(filled) * 4 or _is_of_decks(rows, lines, told):
        return None
    return [row or [line.strip()] for line, row in zip(lines, rows, strict=True)]


def _is_of_decks(
    rows: Sequence[list[str] | None], lines: Sequence[str], told: Sequence[int]
) -> bool:
    """Return whether the text after dashes is decks: some repeat, and no name before them does."""
    if any(_is_match(re.sub(r"^\W*\d+[.:)]\s*", "", lines[at].strip())) for at in told):
        return False
    # A line that is pasted twice is no second player.
    pairs = dict.fromkeys((row[1], row[2]) for row in rows if row)
    before, behind = zip(*pairs, strict=True)
    return len(set(before)) == len(before) and len(set(behind)) < len(behind)


def _is_title(line: str) -> bool:
    """Return whether a line names a round, and nothing else."""
    return bool(_ROUND_TITLE.fullmatch(line.strip()))


def _match_row(line: str) -> list[str] | None:
    """Return table, player, opponent and result of a line; None for any other line."""
    if len(line) > MOST_SIGNS:
        return None
    line = _IN_BRACKETS.sub(r" \1-\2 ", line)
    bare = _RECORDS.sub("", line)
    if bare != line and re.search(GAMES, bare):
        line = bare  # "Ada (2-1-0) 2-1 Ben (1-1-1)": records are in brackets
    line = _FULL_STOP.sub("", _BOTH_DREW.sub(r"\1 drew \2", line))
    if alone := _BYE_LINE.fullmatch(line):
        name = (alone["name"] or alone["other"]).strip()
        if is_plausible_name(bare_name(name)):
            return [alone["tab"] or alone["count"] or "", name, "BYE", ""]
    # Words next to both names are more reliable than one at the end.
    if (hit := _versus_in(line)) is not None:
        table = hit["table"] or hit["counted"] or hit["at"] or ""
        if sides := _worded_sides(hit["first"], hit["second"]):
            return [table, *sides]
    # The result may be in words after both names.
    for part, words in (*_parted(line), (line, "")):
        if (hit := _versus_in(part)) is not None:
            first, second = bare_name(hit["first"]), bare_name(hit["second"])
            score = read_score(words, first, second) if words else None
            if words and (score is None or score.games is None):
                continue
            table = hit["table"] or hit["counted"] or hit["at"] or ""
            starred = [bool(_STAR.search(side)) for side in (hit["first"], hit["second"])]
            if any(starred):
                names = [_STAR.sub("", side) for side in (hit["first"], hit["second"])]
                return [table, *names, "" if all(starred) else "○" if starred[0] else "×"]
            marked = _MARKED.fullmatch(f"{hit['first']}\t{hit['second']}")
            if marked and (marked["left"] or marked["right"]):
                words = marked["left"] or _OPPOSITE[marked["right"]]
                return [table, marked["first"], marked["second"], words]
            return [table, hit["first"], hit["second"], words or _result_in(hit)]
    return None


def _worded_sides(first: str, second: str) -> list[str]:
    """Return both names and the result in brackets after them; an empty list without one."""
    hits = [_BRACKETED.fullmatch(side) for side in (first, second)]
    if not any(hits):
        return []
    names = [hit["name"] if hit else side for hit, side in zip(hits, (first, second), strict=True)]
    for hit, place in zip(hits, (0, 1), strict=True):
        score = read_score(hit["word"] or hit["plain"]) if hit else None
        if score is not None and score.games is not None:
            games = score.games if place == 0 else turned(score.games)
            return [*names, "-".join(map(str, games))]
    return []


def _parted(line: str) -> list[tuple[str, str]]:
    hit = _TOLD.fullmatch(line)
    return [(hit["match"].strip(), hit["told"].strip())] if hit else []


def _is_match(line: str) -> bool:
    """Return whether a single line is a match; a title such as "League – Week 4" is not."""
    hit = _versus_in(line)
    if hit is None:
        return _match_row(line) is not None
    between = hit.string[hit.end("first") : hit.start("second")].strip()
    return between not in "-–—:" or any(hit.group("table", "counted", "at", "behind"))


def _result_in(hit: re.Match[str]) -> str:
    """Return the result in a line from its first player's view; "" for none."""
    behind = hit["behind"]
    if _RECORDS.search(hit["first"]):
        behind = ""  # "Ada (1-1-0) vs Ben (2-0-0)": both are records
    if hit["mine"]:
        return f"{hit['mine']}-{hit['theirs']}"
    inside = re.search(GAMES, hit.string[hit.end("first") : hit.start("second")])
    games = (inside[0] if inside else behind or "").strip("()[]")
    if hit["lost"]:
        return _as_lost(games)
    if hit["won"]:
        return games or "win"
    return games or ("draw" if hit["drew"] else "")


def _as_lost(games: str) -> str:
    """Return the games of a player who lost, from whichever side they are written."""
    counts = re.findall(r"\d+", games)
    return "-".join([*sorted(counts[:2]), *counts[2:]]) if len(counts) > 1 else "loss"


def _versus_in(line: str) -> re.Match[str] | None:
    """Parse a line such as "3: Ada vs Bob"; None if a side can't be a name.

    A dash separates players only if no figures are next to it: "2 - 1" is a result.
    """
    hit = _VERSUS.fullmatch(line)
    if hit is None:
        return None
    sides = [bare_name(_STAR.sub("", side)) for side in (hit["first"], hit["second"])]
    if not all(map(is_plausible_name, sides)) or any(map(_ASIDE.fullmatch, sides)):
        return None
    dashed = re.fullmatch(r"\s+[-–—－]\s+", line[hit.end("first") : hit.start("second")])
    if dashed and (
        sides[0][-1:].isdigit() or any(side.endswith((".", "!", "?")) for side in sides)
    ):
        return None
    return hit
