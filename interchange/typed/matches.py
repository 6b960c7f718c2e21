"""Single typed lines: a match between two players, the verb of its winner, table and result."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from domain.results import Result, Winner
from interchange.scores import BYE, read_score, turned
from interchange.tables.column_words import RESULT_WORDS, sections_in
from interchange.tables.name_parts import bare_name
from interchange.tables.plausibility import is_plausible_name
from interchange.texts import DASHES

HALF = r"(?:½|1/2|0[.,]5)"
GAMES = (
    r"(?:\d{1,2}\s*[-:–]\s*\d{1,2}(?:\s*[-:–]\s*\d{1,2})?"
    rf"|{HALF}\s*[-:–]\s*{HALF}|\d{{1,2}}\s+(?:to|a|à|zu|na)\s+\d{{1,2}})"
)
_PHRASES = sections_in(Path(__file__).with_name("verbs.txt"))


def _between(meaning: str) -> str:
    """Return a pattern for the phrases of a meaning, the longest first, possibly with games."""
    gap = rf"(?:\s+{GAMES})?\s+"
    phrases = sorted(_PHRASES[meaning], key=len, reverse=True)
    return "|".join(gap.join(map(re.escape, phrase.split("_"))) for phrase in phrases)


WON = rf"(?:{_between('won')}|over(?=.*{GAMES})|>+(?=.*{GAMES}))(?:\s+{GAMES})?"
DREW = rf"(?:{_between('drew')}|(?:=|et|und|y|e|and)(?=.*\b{GAMES}))(?:\s+{GAMES})?"
LOST = rf"(?:{_between('lost')})(?:\s+{GAMES})?"


# A longer line is no match.
MOST_SIGNS = 400
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
ASIDE = re.compile(
    r"\d+(?:[.,]\d+)?\s*(?:pts?|points?|match points?|点)?\.?"
    r"|\(?\d+\s*[-/]\s*\d+(?:\s*[-/]\s*\d+)?(?:\s*\(\d+\))?\)?"
    r"(?:\s*\S{0,3}\s*\d+ (?:pts?|points?))?"
    r"|\w+(?:/\w+)+|vs\.?|report|not reported|pending|in progress|active",
    re.I,
)
# "3: ", "Table 3 - ", "第3桌 ", "3卓 ", "3번 테이블: "
_AT = (
    rf"(?:(?:(?:{_TABLES}|[tmb](?=\d))?\s*#?(?P<table>\d{{1,4}})\s*[.:)\t 　{DASHES}-]"
    r"|第?\s*(?P<counted>\d{1,4})\s*(?:番?[桌卓台]|番?テーブル|(?:번\s*)?테이블)\s*[:：]?)\s*)?"
)
_BULLET = r"(?:[*•·-]\s+|・\s*)?"
VERSUS = re.compile(
    r"(?:(?:(?:round|rd|runde|ronda|ronde)\s*\d{1,2}\s*[-–:,]|r\d{1,2}\s)\s*)?"
    rf"{_BULLET}{_AT}(?P<first>\S.*?)\s+"
    r"(?:vs?\.?|versus|[x×]|対|gegen|contro|contra|contre|kontra|mot|tegen|[-–—－:]|(?:🆚|⚔)\ufe0f?"
    rf"|(?P<between>[(\[]?{GAMES}[)\]]?)(?!\s+vs?\b)"
    r"|[(\[]?(?P<mine>\d)[)\]]?\s+(?:vs?\.?|[-–—:])\s+[(\[]?(?P<theirs>\d)[)\]]?"
    rf"|(?P<won>{WON})|(?P<drew>{DREW})|(?P<lost>{LOST}))\s+"
    rf"(?P<second>\S.*?)(?:\s*[,:–—-]?\s*(?:\b(?:by|mit|per|por|par|with)\s+)?"
    rf"[(\[]?(?P<behind>{GAMES})[)\]]?)?\s*"
    rf"(?:[(\[@]?\s*(?:{_TABLES})\s*#?(?P<at>\d{{1,4}})[)\]]?\s*)?",
    re.I,
)
# After both names: "-> Ada Quill", "(Ada Quill won)", ": draw".
_TOLD = re.compile(
    r"(?P<match>.*\S)\s*(?:->|→|=>|⇒|➡\ufe0f?|[➔➜▶►⟶]|(?<![\d½]):|\()\s*(?P<told>[^\d():]+?)\)?\s*"
)
# "Ada（2）－（1）Ben", "Ada (2) vs (1) Ben"
_IN_BRACKETS = re.compile(
    r"\s*[(（](\d)[)）]\s*(?:[-－–:：]|vs\.?(?=\s*[(（][0-2][)）]))\s*[(（](\d)[)）]\s*", re.I
)
# "Ada and Ben drew 1-1.": a sentence.
_FULL_STOP = re.compile(r"(?<=\d)\.$")
_BOTH_DREW = re.compile(r"^(\S.*?)\s+(?:and|&)\s+(\S.*?)\s+(?:drew|tied)\b", re.I)
# "○Ada Quill － Ben Rook×", "Ada Quill ✅ － Ben Rook": signs of winner and loser at the names.
_SIGN = "[○◯〇●×✕✖△✅❌]"
_MARKED = re.compile(
    rf"(?P<before>{_SIGN})?\s*(?P<first>[^\t]*?)\s*(?P<behind>{_SIGN})?"
    rf"\t(?P<left>{_SIGN})?\s*(?P<second>.*?)\s*(?P<right>{_SIGN})?"
)
# "* Ada Quill", "Ada Quill*": the sign of the winner.
STAR = re.compile(r"^\s*[*★⭐🏆]+\s*|\s*[*★⭐🏆]+\s*$")
_OPPOSITE = {"△": "△", **dict.fromkeys("○◯〇✅", "×"), **dict.fromkeys("●×✕✖❌", "○")}
_RECORDS = re.compile(r"(?<=\S)\s*[(\[]\d{1,2}\s*[-/]\s*\d{1,2}(?:\s*[-/]\s*\d{1,2})?[)\]]")
# "Ada Quill（勝ち）"
_BRACKETED = re.compile(
    r"(?P<name>\S.*?)\s*(?:[(\[（【](?P<word>[^\d()\[\]（）【】]{1,12})[)\]）】]"
    r"|\s(?P<plain>WON|LOST|DREW|TIED|won|lost|drew|tied))"
)
# "Ada Quill W" opposite "Ben Rook L"
_LETTERED = re.compile(r"(?P<name>\S.*?)\s+(?P<word>[WLDT])")
_OPPOSITE_LETTERS = {"W": "L", "L": "W", "D": "D", "T": "T"}
# "Ada Quill 2 Ben Rook 1"
_FOLLOWED = re.compile(
    r"(?P<first>[^\d\t]*[^\W\d][^\d\t]*?) (?P<mine>[0-2])[ ,;]{1,3}"
    r"(?P<second>[^\W\d][^\d\t]*?) (?P<theirs>[0-2])"
)
# "spielfrei: Ada Quill", "Ada Quill has a bye"
_BYE_WORD = "|".join(sorted(map(re.escape, RESULT_WORDS["bye"]), key=len, reverse=True))
# "--- Bye ---", "***Bye***"
_RULED_BYE = re.compile(rf"[-*~_=]{{1,5}}\s*({_BYE_WORD})\s*[-*~_=]{{1,5}}", re.I)
# The hyphen of "Bye-Lee Park" is part of a name.
_APART = r"\s*[:：=]\s*|\s+[–—-]\s*|\s*[–—]\s+|\s*-\s+"
_BYE_LINE = re.compile(
    rf"{_BULLET}{_AT.replace('table>', 'tab>').replace('counted>', 'count>')}"
    rf"(?:(?:{_BYE_WORD})(?:{_APART})(?P<name>\S.*)"
    r"|(?P<other>\S.*?)(?:\s*(?:has|gets|receives|hat|ist)\s+(?:(?:a|the|ein)\s+)?"
    rf"|{_APART}|\s+[(\[])(?:{_BYE_WORD})[)\]]?\.?)",
    re.I,
)


def match_row(line: str) -> list[str] | None:
    """Return table, player, opponent and result of a line; None for any other line."""
    if len(line) > MOST_SIGNS:
        return None
    line = _IN_BRACKETS.sub(r" \1-\2 ", _RULED_BYE.sub(r"\1", line))
    bare = _RECORDS.sub("", line)
    if bare != line and re.search(GAMES, bare):
        line = bare  # "Ada (2-1-0) 2-1 Ben (1-1-1)": records are in brackets
    line = _FULL_STOP.sub("", _BOTH_DREW.sub(r"\1 drew \2", line))
    if alone := _BYE_LINE.fullmatch(line):
        name = (alone["name"] or alone["other"]).strip()
        if is_plausible_name(bare_name(name)):
            return [alone["tab"] or alone["count"] or "", name, "BYE", ""]
    # Words next to both names are more reliable than one at the end.
    if (hit := versus_in(line)) is not None:
        table = hit["table"] or hit["counted"] or hit["at"] or ""
        if sides := _worded_sides(hit["first"], hit["second"]):
            return [table, *sides]
    # The result may be in words after both names.
    for part, words in (*_parted(line), (line, "")):
        if (hit := versus_in(part)) is not None:
            first, second = bare_name(hit["first"]), bare_name(hit["second"])
            score = read_score(words, first, second) if words else None
            if words and (score is None or score.games is None):
                continue
            table = hit["table"] or hit["counted"] or hit["at"] or ""
            starred = [bool(STAR.search(side)) for side in (hit["first"], hit["second"])]
            if any(starred):
                names = [STAR.sub("", side) for side in (hit["first"], hit["second"])]
                return [table, *names, "" if all(starred) else "○" if starred[0] else "×"]
            marked = _MARKED.fullmatch(f"{hit['first']}\t{hit['second']}")
            if marked and any(marked.group("before", "behind", "left", "right")):
                own = marked["before"] or marked["behind"]
                words = own or _OPPOSITE[marked["left"] or marked["right"]]
                return [table, marked["first"], marked["second"], words]
            return [table, hit["first"], hit["second"], words or _result_in(hit)]
    return None


def followed_row(line: str) -> list[str] | None:
    """Return the row of "Ada Quill 2 Ben Rook 1"; None unless one side has two games, or both 1."""
    hit = _FOLLOWED.fullmatch(line)
    if hit is None or not all(is_plausible_name(hit[side]) for side in ("first", "second")):
        return None
    games = sorted((hit["mine"], hit["theirs"]))
    if games not in (["0", "2"], ["1", "2"], ["1", "1"]):
        return None
    return ["", hit["first"], hit["second"], f"{hit['mine']}-{hit['theirs']}"]


def _worded_sides(first: str, second: str) -> list[str]:
    """Return both names and the result in brackets after them; an empty list without one."""
    letters = [_LETTERED.fullmatch(side) for side in (first, second)]
    if (own := letters[0]) and (other := letters[1]):
        if other["word"] != _OPPOSITE_LETTERS[own["word"]]:
            return []
        return [own["name"], other["name"], own["word"]]
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


def with_results_below(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Append to each match without a result the result that its next line has alone.

    "Ada Quill vs Ben Rook", below it "2-1", "Winner: Ada Quill (2-1)" or "Ada Quill wins".
    """
    joined = [*lines]
    filled = [(place, item) for place, item in enumerate(lines) if item[1].strip()]
    for above, (place, (at, line)) in pairwise(filled):
        row = match_row(above[1][1].strip())
        if row is None or row[3] or match_row(line.strip()) is not None:
            continue
        first, second = bare_name(row[1]), bare_name(row[2])
        score = read_score(line, first, second)
        if score is None or score.games is None or score == BYE:
            continue
        winner = {Winner.FIRST: first, Winner.SECOND: second}.get(
            Result(*score.games).winner, "draw"
        )
        told = "-".join(map(str, score.games)) if score.scored else f"-> {winner}"
        joined[above[0]] = (above[1][0], f"{above[1][1].rstrip()} {told}")
        joined[place] = (at, "")
    return joined


def is_match(line: str) -> bool:
    """Return whether a single line is a match; a title such as "League – Week 4" is not."""
    hit = versus_in(line)
    if hit is None:
        return match_row(line) is not None
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


def versus_in(line: str) -> re.Match[str] | None:
    """Parse a line such as "3: Ada vs Bob"; None if a side can't be a name.

    A dash separates players only if no figures are next to it: "2 - 1" is a result.
    """
    hit = VERSUS.fullmatch(line)
    if hit is None:
        return None
    sides = [bare_name(STAR.sub("", side)) for side in (hit["first"], hit["second"])]
    if not all(map(is_plausible_name, sides)) or any(map(ASIDE.fullmatch, sides)):
        return None
    dashed = re.fullmatch(r"\s+[-–—－]\s+", line[hit.end("first") : hit.start("second")])
    if dashed and (
        sides[0][-1:].isdigit() or any(side.endswith((".", "!", "?")) for side in sides)
    ):
        return None
    return hit
