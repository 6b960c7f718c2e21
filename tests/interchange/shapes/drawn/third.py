"""The third draw, small: twelve more shapes after two batches of mends."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, lines, wall
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import family_first

ONCE_MORE = "sixth collection, third draw"


@shape("Third: records in brackets, who beat whom", ONCE_MORE, rounds="last")
def brackets(cup: Cup) -> str:
    return lines(
        *(f"{g.table}) {g.first} (2-0) {told(g, 'beat', 'lost to', 'drew with')} {g.second} (1-1) "
          f"{counts(g)[0]}-{counts(g)[1]}" for g in cup.last)
    )  # fmt: skip


@shape("Third: decks of both in a sheet", ONCE_MORE, rounds="last")
def decks(cup: Cup) -> str:
    return commas(
        ("Table", "Player", "Deck", "Opponent", "Opponent Deck", "Score"),
        *((t, a, "Mono Red", b, "Izzet", score) for t, a, b, score in short(cup)),
    )


@shape("Third: thin blanks around dashes", ONCE_MORE, rounds="last")
def thin(cup: Cup) -> str:
    return "Ronde 3\n" + lines(
        *(f"{g.first} {counts(g)[0]}\u202f–\u202f{counts(g)[1]} {g.second}" for g in cup.last)
    )


@shape("Third: Markdown, aligned, leader in bold", ONCE_MORE, points=True)
def markdown(cup: Cup) -> str:
    text = ["| # | Player | Record | Pts |", "|--:|:-------|:------:|----:|"]
    for x in cup.standings:
        name = f"**{x.name}**" if x.rank == 1 else x.name
        text.append(f"| {x.rank} | {name} | {x.record} | {x.points} |")
    return lines(*text)


@shape("Third: empty columns and remarks", ONCE_MORE, points=True)
def empty(cup: Cup) -> str:
    return "# exported\n" + tabs(
        ("Rank", "Player", "Points", "", "", ""),
        *((x.rank, x.name, x.points, "", "", "") for x in cup.standings),
    )


@shape("Third: Dutch, who is free", ONCE_MORE, rounds="last", players=9)
def dutch(cup: Cup) -> str:
    return "Ronde 3\n" + lines(
        *(f"Tafel {t}: {a} - {b} {score}" if b else f"Vrij: {a}" for t, a, b, score in short(cup))
    )


@shape("Third: wall chart in a page", ONCE_MORE, rounds="all", points=True)
def chart_page(cup: Cup) -> str:
    rows = "<tr><th>Platz<th>Wer<th>R1<th>R2<th>R3<th>Summe</tr>"
    for rank, name, total, *rest in wall(cup, "{mark} {opp}"):
        cells = "".join(f"<td>{cell}" for cell in rest)
        rows += f"<tr><td>{rank}<td>{name}{cells}<td>{total}</tr>"
    return f"<html><body><table>{rows}</table></body></html>"


@shape("Third: JSON with short keys", ONCE_MORE, points=True)
def short_keys(cup: Cup) -> str:
    rows = [
        {"rank": x.rank, "player": x.name, "w": x.wins, "l": x.losses, "d": x.draws,
         "pts": x.points} for x in cup.standings
    ]  # fmt: skip
    return json.dumps({"standings": rows})


@shape("Third: Discord, figures as code", ONCE_MORE, points=True)
def code(cup: Cup) -> str:
    return "**Standings**\n" + lines(
        *(f"**{x.rank}.** {x.name} — `{x.points}` pts" for x in cup.standings)
    )


@shape(
    "Third: bars with T before the table",
    ONCE_MORE,
    rounds="last",
    results=False,
    verdict="doubted",
)
def bars(cup: Cup) -> str:
    return "Round 3\n" + lines(*(f"T{t} | {a} | {b}" for t, a, b, _score in short(cup)))


@shape("Third: chess with ratings in brackets", ONCE_MORE, rounds="last")
def ratings(cup: Cup) -> str:
    return "Runde 3\n" + lines(
        *(f"{g.table}. {family_first(g.first)} (2100) – {family_first(g.second or '')} (1900) "
          f"{told(g, '1:0', '0:1', '½:½')}" for g in cup.last)
    )  # fmt: skip


@shape("Third: quoted names, halves", ONCE_MORE, points=True)
def halves(cup: Cup) -> str:
    return "Platz;Name;Punkte\n" + "".join(
        f'{x.rank};"{family_first(x.name)}";{x.points},0\n' for x in cup.standings
    )
