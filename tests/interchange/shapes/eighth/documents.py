"""Workbooks, prints and copies of documents."""

from __future__ import annotations

from tests.interchange.shapes.copied import points
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.eighth.sheets import EIGHTH
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape


@shape("Eighth: print, a page's foot between rows", EIGHTH, points=True)
def page_foot(cup: Cup) -> str:
    head = f"{'Rank':<6}{'Name':<28}{'Points':>6}  {'OMW%':>7}"
    text = ["Friday Cup - Standings after round 3", head]
    for x in cup.standings:
        text.append(f"{x.rank:<6}{x.name:<28}{x.points:>6}  {x.shares[0]:>7.2f}")
        if x.rank == 4:
            text += ["", "Printed 11/27/2026 7:15 PM            Page 1 of 2", "\f" + head]
    return lines(*text, "", "Printed 11/27/2026 7:15 PM            Page 2 of 2")


@shape("Eighth: print, by player with seat, opponent and points", EIGHTH, rounds="last",
       results=False)  # fmt: skip
def by_player(cup: Cup) -> str:
    has = points(cup)
    seats = []
    for g in cup.last:
        seats += [(g.first, g.table, g.second or ""), (g.second or "", g.table, g.first)]
    text = ["Round 3 Pairings by Player", f"{'Player':<26}{'Table':>5}  {'Opponent':<26}{'Pts':>4}"]
    text += [f"{a:<26}{t:>5}  {b:<26}{has[a]:>4}" for a, t, b in sorted(seats)]
    return lines(*text)


@shape(
    "Eighth: print, result slips with a score filled in",
    EIGHTH,
    rounds="last",
    verdict="doubted and other",
)
def slips(cup: Cup) -> str:
    text = []
    for g in cup.last:
        won, lost, drawn = counts(g)
        text += [f"Round 3    Table {g.table}", f"Player 1: {g.first:<28} Games won: {won}",
                 f"Player 2: {g.second or '':<28} Games won: {lost}", f"Draws: {drawn}",
                 "-" * 60]  # fmt: skip
    return lines(*text)


@shape("Eighth: PDF, points and shares on the next line", EIGHTH, points=True, verdict="doubted")
def next_line(cup: Cup) -> str:
    text = ["Rank Name", "Points OMW% GW%"]
    for x in cup.standings:
        text += [f"{x.rank} {x.name}", f"{x.points} {x.shares[0]:.2f}% {x.shares[1]:.2f}%"]
    return lines(*text)


@shape(
    "Eighth: PDF, three columns of a page below each other", EIGHTH, points=True, verdict="doubted"
)
def columns_below(cup: Cup) -> str:
    text = ["Rank", *(str(x.rank) for x in cup.standings)]
    text += ["Name", *(x.name for x in cup.standings)]
    return lines(*text, "Points", *(str(x.points) for x in cup.standings))


@shape("Eighth: print, two matches beside each other", EIGHTH, rounds="last", verdict="refused")
def beside(cup: Cup) -> str:
    cells = [f"{t:>2} {a} {s} {b}" for t, a, b, s in short(cup)]
    return "Round 3\n" + lines(
        *(f"{left:<64}{right}" for left, right in zip(cells[::2], cells[1::2], strict=True))
    )


@shape(
    "Eighth: bars around each row and a title in the frame",
    EIGHTH,
    rounds="last",
    verdict="doubted",
)
def framed(cup: Cup) -> str:
    rule = "+" + "-" * 72 + "+"
    text = [rule, f"|{'ROUND 3':^72}|", rule]
    text += [f"| {t:>3} | {a:<28} | {s} | {b:<26} |" for t, a, b, s in short(cup)]
    return lines(*text, rule)


@shape("Eighth: Excel copy, an empty column after each", EIGHTH, rounds="last")
def spaced_out(cup: Cup) -> str:
    text = ["Tbl\t\tPlayer\t\tvs\t\tPlayer\t\tScore"]
    text += [f"{t}\t\t{a}\t\tvs\t\t{b}\t\t{s}" for t, a, b, s in short(cup)]
    return lines(*text)
