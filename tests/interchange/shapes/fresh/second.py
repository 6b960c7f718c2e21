"""The second draw of the fifth collection, written after the first was mended."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_last import book
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed

SECOND = "fifth collection, second draw"


@shape("Second: table tennis, sets for and against", SECOND, rounds="last")
def sets(cup: Cup) -> str:
    return commas(
        ("Match No", "Player A", "Player B", "Sets A", "Sets B"),
        *((g.table, g.first, g.second, *counts(g)[:2]) for g in cup.last),
    )


@shape("Second: winner and loser with the round in front", SECOND, rounds="last")
def round_lines(cup: Cup) -> str:
    return lines(*(f"R3 T{g.table}: {g.first} {dashed(g)} {g.second}" for g in cup.last))


@shape("Second: standings with bullets and middle dots", SECOND, points=True)
def middle_dots(cup: Cup) -> str:
    return lines(*(f"• {x.rank} · {x.name} · {x.points} points" for x in cup.standings))


@shape("Second: points and name, tab between, no headings", SECOND, points=True, verdict="doubted")
def two_columns(cup: Cup) -> str:
    return tabs(*((x.name, x.points) for x in cup.standings))


@shape(
    "Second: JSON of rounds with pairings as strings",
    SECOND,
    rounds="last",
    results=False,
    verdict="doubted",
)
def json_strings(cup: Cup) -> str:
    return json.dumps({"round": 3, "pairings": [f"{g.first} vs {g.second}" for g in cup.last]})


@shape("Second: JSON, white and black as objects", SECOND, rounds="last")
def json_colours(cup: Cup) -> str:
    return json.dumps(
        [
            {"board": g.table, "white": {"name": g.first, "rating": 1500},
             "black": {"name": g.second, "rating": 1400}, "result": told(g, "1-0", "0-1", "½-½")}
            for g in cup.last
        ]
    )  # fmt: skip


@shape("Second: XLSX with the score as two numbers and a colon", SECOND, rounds="last")
def colon_cells(cup: Cup) -> bytes:
    body: list[list[object]] = [["Tisch", "Heim", "Gast", "Ergebnis", None, None]]
    body += [[g.table, g.first, g.second, counts(g)[0], ":", counts(g)[1]] for g in cup.last]
    return book(("Runde 3", body))


@shape("Second: home, dash, away in cells", SECOND, rounds="last")
def dash_between(cup: Cup) -> str:
    return tabs(
        ("Brett", "Weiß", "", "Schwarz", "Ergebnis"),
        *((g.table, g.first, "–", g.second, told(g, "1:0", "0:1", "½:½")) for g in cup.last),
    )


@shape("Second: league page, record in three columns", SECOND, points=True)
def league_page(cup: Cup) -> str:
    return tabs(
        ("#", "Player", "MP", "W", "D", "L", "Points"),
        *((x.rank, x.name, 3, x.wins, x.draws, x.losses, x.points) for x in cup.standings),
    )


@shape("Second: points with plus signs by round", SECOND, points=True)
def plus_points(cup: Cup) -> str:
    return commas(
        ("Rank", "Player", "Last round", "Total points"),
        *((x.rank, x.name, "+3", x.points) for x in cup.standings),
    )


@shape("Second: matches as sentences with a comma", SECOND, rounds="last")
def sentences(cup: Cup) -> str:
    text = []
    for g in cup.last:
        won, lost = sorted(counts(g)[:2], reverse=True)
        loser = g.second if g.winner == g.first else g.first
        text.append(
            f"{g.first} and {g.second} drew 1-1."
            if won == lost
            else f"{g.winner} defeated {loser}, {won}-{lost}."
        )
    return lines(*text)


@shape("Second: a list of tables with two lines each", SECOND, rounds="last", results=False)
def two_lines(cup: Cup) -> str:
    text = []
    for g in cup.last:
        text += [f"Table {g.table}", f"{g.first} vs. {g.second}"]
    return lines(*text)


@shape("Second: points of both before the names", SECOND, rounds="last", results=False)
def points_before(cup: Cup) -> str:
    has = points(cup)
    return tabs(
        ("Table", "Pts", "Player 1", "Player 2", "Pts"),
        *((g.table, has[g.first], g.first, g.second, has[g.second or ""]) for g in cup.last),
    )


@shape("Second: Hungarian results", SECOND, rounds="last")
def hungarian(cup: Cup) -> str:
    return tabs(
        ("Asztal", "Játékos 1", "Eredmény", "Játékos 2"),
        *((g.table, g.first, dashed(g)[:3], g.second) for g in cup.last),
    )


@shape("Second: Turkish standings", SECOND, points=True)
def turkish(cup: Cup) -> str:
    return tabs(
        ("Sıra", "Oyuncu", "Puan", "Galibiyet"),
        *((x.rank, x.name, x.points, x.wins) for x in cup.standings),
    )


@shape("Second: Ukrainian pairings", SECOND, rounds="last")
def ukrainian(cup: Cup) -> str:
    return tabs(
        ("Стіл", "Гравець 1", "Гравець 2", "Результат"),
        *((g.table, g.first, g.second, dashed(g)) for g in cup.last),
    )


@shape("Second: Swedish list typed with dashes", SECOND, rounds="last", results=False)
def swedish(cup: Cup) -> str:
    return "Rond 3\n" + lines(*(f"Bord {g.table}: {g.first} – {g.second}" for g in cup.last))


@shape("Second: Dutch results in words", SECOND, rounds="last")
def dutch(cup: Cup) -> str:
    return tabs(
        ("Tafel", "Speler 1", "Speler 2", "Uitslag"),
        *((g.table, g.first, g.second, told(g, "gewonnen", "verloren", "gelijkspel"))
          for g in cup.last),
    )  # fmt: skip


@shape("Second: Japanese lines with 対 and games", SECOND, rounds="last")
def japanese(cup: Cup) -> str:
    return "第3回戦\n" + lines(
        *(f"{g.table}卓：{g.first} 対 {g.second}　{dashed(g)[:3]}" for g in cup.last)
    )


@shape("Second: HTML list of matches", SECOND, rounds="last")
def html_items(cup: Cup) -> str:
    items = "".join(f"<li>{g.first} <b>{dashed(g)}</b> {g.second}</li>" for g in cup.last)
    return f"<html><body><h2>Round 3</h2><ul>{items}</ul></body></html>"


@shape("Second: HTML, winners with a class of their own", SECOND, rounds="last")
def html_scores(cup: Cup) -> str:
    rows = "<tr><th>Table</th><th>Player</th><th>Games</th><th>Opponent</th><th>Games</th></tr>"
    for g in cup.last:
        rows += f"<tr><td>{g.table}<td class=w>{g.first}<td>{counts(g)[0]}"
        rows += f"<td>{g.second}<td>{counts(g)[1]}</tr>"
    return f"<table>{rows}</table>"


@shape("Second: a sheet with checks in the winner's column", SECOND, rounds="last")
def winner_checks(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Winner?", "Player 2", "Winner?"),
        *((g.table, g.first, told(g, "✓", "", "="), g.second, told(g, "", "✓", "="))
          for g in cup.last),
    )  # fmt: skip


@shape("Second: places and decks with an em dash", SECOND, verdict="refused")
def place_decks(cup: Cup) -> str:
    return lines(*(f"{x.rank}. {x.name} — Mono Red" for x in cup.standings))


@shape("Second: a poll, names with counts in brackets", SECOND, verdict="doubted", points=True)
def bullets_counts(cup: Cup) -> str:
    return lines(*(f"- {x.name} [{x.points}]" for x in cup.standings))


@shape("Second: TSV of a database with nulls", SECOND, rounds="last")
def database(cup: Cup) -> str:
    return tabs(
        ("id", "round_number", "table_number", "player_1", "player_2", "p1_wins", "p2_wins",
         "draws", "created_at"),
        *((g.table, 3, g.table, g.first, g.second, *counts(g), "2026-11-27 19:00:00")
          for g in cup.last),
    )  # fmt: skip
