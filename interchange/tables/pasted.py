"""Lists copied from web pages: cells broken into lines, cards of a table, lines with "vs"."""

import re
from collections.abc import Sequence
from itertools import groupby

from interchange.tables.plausibility import is_plausible_name

Rows = list[list[str]]

_CARD = re.compile(r"(?:table|tisch|mesa|卓|テーブル)\s*[#:.]?\s*(\d{1,4})\s*(?:卓)?:?", re.I)
# Beside the names: points, records, pronouns, what a button says.
_ASIDE = re.compile(
    r"\d+(?:[.,]\d+)?\s*(?:pts?|points?|match points?|点)?\.?"
    r"|\(?\d+\s*[-/]\s*\d+(?:\s*[-/]\s*\d+)?(?:\s*\(\d+\))?\)?"
    r"(?:\s*\S{0,3}\s*\d+ (?:pts?|points?))?"
    r"|\w+(?:/\w+)+|vs\.?|report|not reported|pending|in progress|active",
    re.I,
)
_GAMES = r"\d{1,2}\s*[-:–]\s*\d{1,2}(?:\s*[-:–]\s*\d{1,2})?"
_VERSUS = re.compile(
    r"(?:(?:round|rd|runde|ronda|ronde)\s*\d{1,2}\s*[-–:,]\s*)?"
    r"(?:(?:[*•·-]\s+)?(?:table|tbl|tisch|mesa|tavolo|卓|[tmb](?=\d))?\s*#?(?P<table>\d{1,4})"
    r"\s*[.:)\t 　-]\s*)?"
    r"(?P<first>\S.*?)\s+"
    rf"(?:vs?\.?|versus|対|[-–—:]|(?P<between>[(\[]?{_GAMES}[)\]]?)(?!\s+vs?\b)"
    r"|(?P<won>beats?|bt\.?|d\.|def(?:\.|eated|eats)?|won against|wins against|schlägt|besiegt|bat"
    rf"|batte|over(?=.*{_GAMES}))"
    r"|(?P<drew>drew(?: with)?|draws(?: with)?|tied(?: with)?|ties(?: with)?))\s+"
    rf"(?P<second>\S.*?)(?:\s*[,:–-]?\s*[(\[]?(?P<behind>{_GAMES})[)\]]?)?\s*"
    r"(?:[(\[]?(?:table|tbl|tisch|mesa|卓)\s*#?(?P<at>\d{1,4})[)\]]?\s*)?",
    re.I,
)
_PRONOUNS = re.compile(
    r"\s+\(?(?:he|she|they|it|any|ze|xe)(?:\s*/\s*(?:him|her|hers|his|them|theirs|they|she|he|any|all"
    r"|its))+\)?$",
    re.I,
)
_STANDING = re.compile(
    r"\s*[(\[](?:\d{1,2}|\d{1,3}(?:\s*[-/]\s*\d{1,3}){1,2}(?:\s*\(\d{1,3}\))?"
    r"|\d{1,3}\s*(?:pts?|points?))[)\]]$|\s+\d{1,3}\s*(?:pts?|points?)$",
    re.I,
)


# Flags and pictures before or behind a name.
_PICTURE = (
    r"[\U0001F1E6-\U0001F1FF\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F\u200D\U000E0020-\U000E007F]"
)
_PICTURES = re.compile(rf"^\s*{_PICTURE}+\s*|\s*{_PICTURE}+\s*$")
# AetherHub writes the points between the parts of a name: "Ada (6 Points) Quill".
_POINTS_WITHIN = re.compile(r"\s*\(\d{1,3}\s*points?\)\s*", re.I)


def bare_name(text: str) -> str:
    """Return a name without the record, the points or the pronouns that a page puts behind it."""
    text = _PICTURES.sub("", text).strip() or text
    text = _POINTS_WITHIN.sub(" ", text).strip() or text
    name = re.sub(r"\s{2,}vs?\.?$|^vs\.?\s+", "", text, flags=re.I)
    while (shorter := _STANDING.sub("", _PRONOUNS.sub("", name))) != name:
        name = shorter
    return name.strip() or text


def joined_cells(lines: Sequence[str]) -> list[str]:
    """Return lines with tabs, put together where a cell of a page has several lines.

    A row begins with a number or has all of its cells; anything after a row that lacks cells
    belongs to it. Cells that begin a line go on with the cell above. Empty lines are left, so
    that numbers of lines stay those of the text.
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
    """Whether a line goes on with a row: one that begins with a tab has all of its rest."""
    return cells == full if line.startswith("\t") else cells <= full


def pairings_in(lines: Sequence[str]) -> Rows | None:
    """Return table, player, opponent and result for each line of a list that has no columns.

    Rows are those of the lines; None for any other text.
    """
    return _cards(lines) or _versus(lines)


def _cards(lines: Sequence[str]) -> Rows | None:
    """Read a page that shows each table as a card: its number, then the names."""
    starts = [at for at, line in enumerate(lines) if _CARD.fullmatch(line.strip())]
    if not starts or any("\t" in line for line in lines):
        return None
    rows: Rows = [[] for _line in lines]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        texts = [line.strip() for line in lines[start + 1 : end]]
        names = [text for text in texts if text and not _ASIDE.fullmatch(text)]
        names = [name for name, _same in groupby(names)]
        hit = _CARD.fullmatch(lines[start].strip())
        # The fourth column is that of results, the fifth that of a third player.
        rows[start] = [hit[1] if hit else "", *names[:2]]
        rows[start] += [""] * (4 - len(rows[start])) + names[2:]
    for at, line in enumerate(lines[: starts[0]]):
        if any(map(str.isdigit, line)):
            rows[at] = [line.strip()]
    return rows


def _versus(lines: Sequence[str]) -> Rows | None:
    """Read lines such as "3: Ada vs Bob", if four in five are like that."""
    hits = [_versus_in(line.strip()) for line in lines]
    filled = [hit for hit in hits if hit]
    if len(filled) == 1 and not _is_match(filled[0]):
        return None
    if not any(hits) or sum(map(bool, hits)) * 5 < sum(bool(line.strip()) for line in lines) * 4:
        return None
    return [
        [hit["table"] or hit["at"] or "", hit["first"], hit["second"], _result_in(hit)]
        if hit
        else [line.strip()]
        for line, hit in zip(lines, hits, strict=True)
    ]


def _is_match(hit: re.Match[str]) -> bool:
    """Whether a single line is a match: a title such as "League – Week 4" has a dash, too."""
    between = hit.string[hit.end("first") : hit.start("second")].strip()
    return between not in "-–—:" or any(hit.group("table", "at", "behind"))


def _result_in(hit: re.Match[str]) -> str:
    """Return the result that a line tells from its first player's side, "" for none."""
    behind = hit["behind"]
    if _STANDING.search(hit["first"]):
        behind = ""  # "Ada (1-1-0) vs Ben (2-0-0)": both are records
    games = (hit["between"] or behind or "").strip("()[]")
    if hit["won"]:
        return games or "win"
    return games or ("draw" if hit["drew"] else "")


def _versus_in(line: str) -> re.Match[str] | None:
    """Return the parts of a line such as "3: Ada vs Bob"; None where a side can be no name.

    A dash is a sign between players only where no figures are beside it: "2 - 1" is a result.
    """
    hit = _VERSUS.fullmatch(line)
    if hit is None:
        return None
    sides = [bare_name(hit["first"]), bare_name(hit["second"])]
    if not all(map(is_plausible_name, sides)) or any(map(_ASIDE.fullmatch, sides)):
        return None
    dashed = re.fullmatch(r"\s+[-–—]\s+", line[hit.end("first") : hit.start("second")])
    if dashed and (
        sides[0][-1:].isdigit() or any(side.endswith((".", "!", "?")) for side in sides)
    ):
        return None
    return hit
