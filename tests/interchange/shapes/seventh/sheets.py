"""The first draw: sheets and exports, with columns of many tools and people."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, histories, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.seventh.pages import SEVENTH


@shape("Seventh: GEM, names and numbers of both", SEVENTH, rounds="last")
def gem(cup: Cup) -> str:
    return commas(
        ("Round", "Table", "Player 1 Name", "Player 1 GEM ID", "Player 2 Name", "Player 2 GEM ID",
         "Match Result"),
        *((3, g.table, g.first, 70000 + g.table, g.second, 80000 + g.table,
           told(g, "Player 1 Win", "Player 2 Win", "Draw")) for g in cup.last),
    )  # fmt: skip


@shape("Seventh: GEM, winner by number", SEVENTH, rounds="last")
def gem_winner(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Player 2", "Winner"),
        *((g.table, g.first, g.second, told(g, "1", "2", "0")) for g in cup.last),
    )


@shape("Seventh: German sheet, home and guest with goals", SEVENTH, rounds="all")
def home_guest(cup: Cup) -> str:
    rows = ["Spieltag;Tisch;Heim;Gast;Punkte Heim;Punkte Gast"]
    for number, games in enumerate(cup.rounds, start=1):
        rows += [
            f"{number};{g.table};{g.first};{g.second};{counts(g)[0]};{counts(g)[1]}" for g in games
        ]
    return lines(*rows)


@shape("Seventh: payments, phones and methods", SEVENTH)
def payments(cup: Cup) -> str:
    return commas(
        ("Name", "Phone", "Paid", "Amount", "Method"),
        *(
            (name, f"+44 7700 9000{at:02}", "yes", "10.00", "card")
            for at, name in enumerate(cup.names)
        ),
    )


@shape("Seventh: sheet, who won and who lost with games", SEVENTH, rounds="all")
def won_lost(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rd", "Player A", "Player B", "Games A", "Games B", "Notes")]
    for number, games in enumerate(cup.rounds, start=1):
        rows += [(number, g.first, g.second, *counts(g)[:2], "") for g in games]
    return commas(*rows)


@shape("Seventh: points of both before the round", SEVENTH, rounds="last")
def points_before(cup: Cup) -> str:
    return commas(
        ("Table", "Player A", "A Pts", "Player B", "B Pts", "Result"),
        *((t, a, 6, b, 3, s) for t, a, b, s in short(cup)),
    )


@shape("Seventh: an export with ids and times of its own", SEVENTH, rounds="last")
def ids(cup: Cup) -> str:
    return commas(
        ("match_id", "started_at", "table_no", "p1_name", "p2_name", "p1_score", "p2_score"),
        *((f"M-10{g.table}", "2026-11-28T14:05:00Z", g.table, g.first, g.second, *counts(g)[:2])
          for g in cup.last),
    )  # fmt: skip


@shape("Seventh: a prize behind the points", SEVENTH, points=True)
def prizes(cup: Cup) -> str:
    return commas(
        ("Place", "Player", "Points", "Prize"),
        *((x.rank, x.name, x.points, f"${100 - 10 * x.rank}") for x in cup.standings),
    )


@shape(
    "Seventh: rounds as W and L of a sheet, with totals", SEVENTH, points=True, verdict="doubted"
)
def letters_by_round(cup: Cup) -> str:
    played = histories(cup)
    return commas(
        ("Rank", "Player", "R1", "R2", "R3", "Points"),
        *((x.rank, x.name, *(mark for _opp, mark in played[x.name]), x.points)
          for x in cup.standings),
    )  # fmt: skip


@shape(
    "Seventh: opponents and results in one cell with brackets", SEVENTH, rounds="all", points=True
)
def cell_pairs(cup: Cup) -> str:
    played = histories(cup)
    return commas(
        ("Player", "Round 1", "Round 2", "Round 3", "Points"),
        *((x.name, *(f"{opp} ({mark})" for opp, mark in played[x.name]), x.points)
          for x in cup.standings),
    )  # fmt: skip


@shape("Seventh: opponents and results, mark first", SEVENTH, rounds="all")
def cell_marks(cup: Cup) -> str:
    played = histories(cup)
    return tabs(
        ("Name", "R1", "R2", "R3"),
        *((name, *(f"{mark} vs {opp}" for opp, mark in played[name])) for name in cup.names),
    )


@shape("Seventh: headings asked as questions", SEVENTH)
def questions(cup: Cup) -> str:
    return commas(
        ("Timestamp", "What is your name?", "Which deck will you play?", "Any allergies?"),
        *(
            (f"11/2{at}/2026 10:0{at}:12", name, "Burn", "none")
            for at, name in enumerate(cup.names)
        ),
    )


@shape("Seventh: Spanish sheet with results in words", SEVENTH, rounds="last")
def spanish_words(cup: Cup) -> str:
    return commas(
        ("Mesa", "Jugador 1", "Jugador 2", "Ganador", "Marcador"),
        *((g.table, g.first, g.second, told(g, g.first, g.second or "", "Empate"),
           "-".join(map(str, counts(g)[:2]))) for g in cup.last),
    )  # fmt: skip


@shape("Seventh: Japanese sheet with games of both", SEVENTH, rounds="last")
def japanese_sheet(cup: Cup) -> str:
    return commas(
        ("回戦", "卓番", "選手A", "A勝数", "選手B", "B勝数"),
        *((3, g.table, g.first, counts(g)[0], g.second, counts(g)[1]) for g in cup.last),
    )


@shape("Seventh: percentages as fractions, ties in a column", SEVENTH, points=True)
def fractions(cup: Cup) -> str:
    return commas(
        ("rank", "player_name", "wins", "losses", "ties", "points", "omw_pct", "gw_pct"),
        *((x.rank, x.name, x.wins, x.losses, x.draws, x.points, *(s / 100 for s in x.shares[:2]))
          for x in cup.standings),
    )  # fmt: skip


@shape("Seventh: LibreOffice, quoted text and bare figures", SEVENTH, points=True)
def libre(cup: Cup) -> str:
    return '"Platz";"Spieler";"Verein";"Punkte";"Buchholz"\n' + lines(
        *(f'{x.rank};"{x.name}";"";{x.points},0;12,5' for x in cup.standings)
    )


@shape("Seventh: dropped in a column with rounds", SEVENTH, points=True)
def dropped(cup: Cup) -> str:
    return commas(
        ("#", "Player", "Pts", "Dropped after"),
        *((x.rank, x.name, x.points, "3" if x.rank == 8 else "") for x in cup.standings),
    )


@shape("Seventh: byes named as a person in a column", SEVENTH, rounds="last", players=9)
def bye_person(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Player 2", "P1 Games", "P2 Games"),
        *((g.table, g.first, g.second or "*** BYE ***", *counts(g)[:2]) for g in cup.last),
    )
