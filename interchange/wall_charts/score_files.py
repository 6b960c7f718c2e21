"""Files of TSH (Scrabble): a line per player with opponents' numbers, then own scores."""

import re

from interchange.wall_charts.chart_cells import Mark
from interchange.wall_charts.meetings import History, Meeting

_LINE = re.compile(
    r"(?P<name>[^\d\s;#][^\d;]*?)\s+(?P<rating>\d{1,4})\s+(?P<opponents>\d+(?:\s+\d+)*)\s*;"
    r"(?P<scores>(?:\s*-?\d+)*)\s*(?:;.*)?"
)
LEAST_LINES = 2


def histories_of_scores(text: str) -> tuple[dict[str, str], list[History]] | None:
    """Return the names by key, and each player's rounds; None for any other text."""
    lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), start=1)]
    filled = [(at, line) for at, line in lines if line and not line.startswith("#")]
    hits = [(at, hit) for at, line in filled if (hit := _LINE.fullmatch(line))]
    if len(hits) < LEAST_LINES or len(hits) < len(filled):
        return None
    rows = {str(key): hit for key, (_at, hit) in enumerate(hits, start=1)}
    scores = {key: [*map(int, hit["scores"].split())] for key, hit in rows.items()}
    histories = []
    for (at, _hit), (key, row) in zip(hits, rows.items(), strict=True):
        meetings: dict[int, Meeting] = {}
        for place, opponent in enumerate(row["opponents"].split()):
            other = str(int(opponent))
            own = scores[key][place : place + 1]
            if other == "0":
                came = bool(own) and own[0] > 0
                meetings[place + 1] = Meeting("", Mark.BYE if came else Mark.ABSENT)
            else:
                theirs = scores.get(other, [])[place : place + 1]
                meetings[place + 1] = Meeting(other, _outcome(own, theirs))
        histories.append(History(key, at, meetings))
    return {key: row["name"] for key, row in rows.items()}, histories


def _outcome(own: list[int], theirs: list[int]) -> Mark:
    if not own or not theirs:
        return Mark.NONE
    return Mark.DREW if own == theirs else Mark.WON if own > theirs else Mark.LOST
