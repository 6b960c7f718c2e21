"""Saved pages, and documents made from pages."""

from __future__ import annotations

from html import escape

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.eighth.sheets import EIGHTH, shares
from tests.interchange.shapes.fresh.tools import counts
from tests.interchange.shapes.registry import shape


def page(body: str) -> str:
    """Return a page around its body."""
    return (
        '<!DOCTYPE html><html lang="en"><head><title>Friday Cup</title><style>td{padding:0}'
        "</style></head><body><nav><ul><li>Home</li><li>Events</li><li>Log in</li></ul></nav>"
        f"{body}<footer>© 2026 Example Games · Privacy · Terms</footer></body></html>"
    )


@shape("Eighth: page, cells with order and hidden labels", EIGHTH, points=True)
def ordered(cup: Cup) -> str:
    rows = "".join(
        f'<tr><td data-order="{x.rank}">{x.rank}</td><td><a href="/p/{x.rank}">'
        f'<span class="sr-only">Player</span>{escape(x.name)}</a></td>'
        f'<td data-order="{x.points}"><b>{x.points}</b></td><td>{shares(x)[0]}</td></tr>'
        for x in cup.standings
    )
    head = "<tr><th>#</th><th>Player</th><th>Points</th><th>OMW%</th></tr>"
    return page(f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>")


@shape("Eighth: page, tabs of rounds in one page", EIGHTH, rounds="all")
def tabbed(cup: Cup) -> str:
    tabs = "".join(f'<li><a href="#r{at}">Round {at}</a></li>' for at in (1, 2, 3))
    parts = ""
    for number, games in enumerate(cup.rounds, start=1):
        rows = "".join(
            f"<tr><td>{g.table}</td><td>{escape(g.first)}</td><td>{escape(g.second or '')}</td>"
            f"<td>{counts(g)[0]} - {counts(g)[1]}</td></tr>"
            for g in games
        )
        parts += (
            f'<div id="r{number}" class="tab-pane"><h3>Round {number}</h3><table><tr><th>Table</th>'
            f"<th>Player 1</th><th>Player 2</th><th>Result</th></tr>{rows}</table></div>"
        )
    return page(f'<ul class="nav-tabs">{tabs}</ul>{parts}')


@shape("Eighth: page, standings beside the pairings", EIGHTH, rounds="last", points=True)
def two_tables(cup: Cup) -> str:
    rows = "".join(
        f"<tr><td>{t}</td><td>{escape(a)}</td><td>{s}</td><td>{escape(b)}</td></tr>"
        for t, a, b, s in short(cup)
    )
    places = "".join(
        f"<tr><td>{x.rank}</td><td>{escape(x.name)}</td><td>{x.points}</td></tr>"
        for x in cup.standings
    )
    return page(
        "<h2>Round 3</h2><table><tr><th>Table</th><th>Player 1</th><th>Score</th><th>Player 2</th>"
        f"</tr>{rows}</table><h2>Standings</h2><table><tr><th>Rank</th><th>Name</th><th>Pts</th>"
        f"</tr>{places}</table>"
    )


@shape("Eighth: page, a definition list of standings", EIGHTH, points=True)
def definitions(cup: Cup) -> str:
    rows = "".join(
        f"<dt>{x.rank}. {escape(x.name)}</dt><dd>{x.points} points ({x.record})</dd>"
        for x in cup.standings
    )
    return page(f"<h1>Standings</h1><dl>{rows}</dl>")


@shape("Eighth: page, a list of links with scores in spans", EIGHTH, rounds="last")
def spans(cup: Cup) -> str:
    rows = "".join(
        f'<li class="match"><span class="p1">{escape(g.first)}</span> <span class="s1">'
        f'{counts(g)[0]}</span> <span class="sep">:</span> <span class="s2">{counts(g)[1]}</span> '
        f'<span class="p2">{escape(g.second or "")}</span></li>'
        for g in cup.last
    )
    return page(f"<h2>Round 3</h2><ol>{rows}</ol>")


@shape(
    "Eighth: page, scores in rows of two, one match a table",
    EIGHTH,
    rounds="last",
    verdict="refused",
)
def bracket_rows(cup: Cup) -> str:
    cards = "".join(
        f'<table class="match"><caption>Table {g.table}</caption><tr><td>{escape(g.first)}</td>'
        f"<td>{counts(g)[0]}</td></tr><tr><td>{escape(g.second or '')}</td><td>{counts(g)[1]}</td>"
        "</tr></table>"
        for g in cup.last
    )
    return page(f"<h2>Round 3</h2>{cards}")


@shape("Eighth: page, German table with colspans and a bye", EIGHTH, rounds="last", players=9)
def german(cup: Cup) -> str:
    rows = ""
    for t, a, b, s in short(cup):
        if b:
            rows += f"<tr><td>{t}</td><td>{a}</td><td>{s.replace('-', ':')}</td><td>{b}</td></tr>"
        else:
            rows += f"<tr><td>{t}</td><td>{a}</td><td colspan=2>spielfrei</td></tr>"
    return page(
        "<h2>3. Runde</h2><table><tr><th>Tisch</th><th>Spieler</th><th>Ergebnis</th>"
        f"<th>Gegner</th></tr>{rows}</table>"
    )
