"""Shapes of saved web pages, of chats and of documents: HTML, Markdown, Discord."""

from __future__ import annotations

import html

from tests.interchange.shapes.copied import spaced
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.registry import shape

PAGES = "page or chat"


def table(*rows: tuple[object, ...]) -> str:
    """Return rows as a table of a page."""
    head, *body = rows
    cells = "".join(f"<th>{html.escape(str(cell))}</th>" for cell in head)
    text = f"<table class='t'><thead><tr>{cells}</tr></thead><tbody>\n"
    for row in body:
        cells = "".join(f"<td><span>{html.escape(str(cell))}</span></td>" for cell in row)
        text += f"<tr>{cells}</tr>\n"
    return text + "</tbody></table>"


@shape("HTML: pairings in a table", PAGES, rounds="last")
def html_table(cup: Cup) -> str:
    rows = table(
        ("Table", "Player 1", "Player 2", "Result"),
        *((g.table, g.first, g.second, spaced(g)) for g in cup.last),
    )
    return f"<!doctype html><html><body><nav>Home</nav><h2>Round 3</h2>{rows}</body></html>"


@shape("HTML: rounds with headings", PAGES, rounds="all")
def html_rounds(cup: Cup) -> str:
    text = "<!doctype html><html><head><title>Cup</title><style>td{}</style></head><body>"
    for number, games in enumerate(cup.rounds, start=1):
        rows = table(
            ("Table", "Player 1", "Player 2", "Result"),
            *((g.table, g.first, g.second, spaced(g)) for g in games),
        )
        text += f"<h3>Round {number}</h3>{rows}"
    return f"{text}</body></html>"


@shape("HTML: standings", PAGES, points=True)
def html_standings(cup: Cup) -> str:
    rows = table(
        ("Rank", "Player", "Points", "OMW%"),
        *((x.rank, x.name, x.points, f"{x.shares[0]:.1f}%") for x in cup.standings),
    )
    return f"<html><body>{rows}</body></html>"


@shape("HTML: cells over two rows", PAGES, rounds="all")
def html_spans(cup: Cup) -> str:
    text = "<table><tr><th>Round</th><th>Table</th><th>Player 1</th><th>Player 2</th>"
    text += "<th>Result</th></tr>"
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            first = f"<td rowspan='{len(games)}'>{number}</td>" if g.table == 1 else ""
            names = f"<td>{html.escape(g.first)}</td><td>{html.escape(g.second or '')}</td>"
            text += f"<tr>{first}<td>{g.table}</td>{names}<td>{spaced(g)}</td></tr>"
    return f"{text}</table>"


@shape("HTML: cards without a table", PAGES, verdict="doubted and other")
def html_cards(cup: Cup) -> str:
    cards = "".join(f"<div class='c'><b>{g.table}</b><p>{g.first}</p></div>" for g in cup.last)
    return f"<html><body>{cards}</body></html>"


@shape("Markdown: pairings", PAGES, rounds="last")
def markdown(cup: Cup) -> str:
    lines = ["## Round 3", "", "| Table | Player 1 | Player 2 | Result |", "|---|---|:---:|---:|"]
    lines += [f"| {g.table} | {g.first} | {g.second} | {spaced(g)} |" for g in cup.last]
    return "\n".join(lines) + "\n"


@shape("Markdown: standings, bold leader", PAGES, points=True)
def markdown_standings(cup: Cup) -> str:
    lines = ["| Place | Player | Points |", "| :-- | :-- | --: |"]
    for line in cup.standings:
        name = f"**{line.name}**" if line.rank == 1 else line.name
        lines.append(f"| {line.rank} | {name} | {line.points} |")
    return "\n".join(lines) + "\n"


@shape("Discord: lines with vs", PAGES, rounds="last", results=False)
def discord_lines(cup: Cup) -> str:
    lines = ["**Round 3 pairings**"]
    lines += [f"**Table {g.table}:** {g.first} vs {g.second}" for g in cup.last]
    return "\n".join(lines) + "\n"


@shape("Discord: a block of code", PAGES, points=True)
def discord_block(cup: Cup) -> str:
    lines = ["Standings after round 3:", "```", f"{'Rank':<6}{'Player':<26}{'Pts':>4}"]
    lines += [f"{x.rank:<6}{x.name:<26}{x.points:>4}" for x in cup.standings]
    return "\n".join([*lines, "```"]) + "\n"


@shape("Discord: ranks, names, points", PAGES, points=True)
def discord_standings(cup: Cup) -> str:
    lines = [f"{x.rank}) {x.name} - {x.points} pts ({x.record})" for x in cup.standings]
    return "\n".join(lines) + "\n"


@shape("Discord: results in words", PAGES, rounds="last")
def discord_results(cup: Cup) -> str:
    lines = []
    for g in cup.last:
        assert g.games is not None
        if g.winner == "draw":
            lines.append(f"{g.first} drew {g.second} {g.games[0]}-{g.games[1]}")
        else:
            loser = g.second if g.winner == g.first else g.first
            lines.append(f"{g.winner} beat {loser} {max(g.games[:2])}-{min(g.games[:2])}")
    return "\n".join(lines) + "\n"


@shape("Mail: names quoted with >", PAGES, rounds="last", results=False)
def quoted(cup: Cup) -> str:
    lines = ["> Pairings for round 3:", ">"]
    lines += [f"> {g.table}: {g.first} vs {g.second}" for g in cup.last]
    return "\n".join(lines) + "\n"


@shape("LaTeX: rows of a table", PAGES, verdict="refused")
def latex(cup: Cup) -> str:
    lines = ["\\begin{tabular}{rlr}"]
    lines += [f"{x.rank} & {x.name} & {x.points} \\\\" for x in cup.standings]
    return "\n".join([*lines, "\\end{tabular}"]) + "\n"
