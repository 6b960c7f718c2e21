"""Shapes of the fifth collection: lists that people keep in spreadsheets and programs write."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_last import book
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import FRESH, counts, histories, lines, rows
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed, family_first


@shape("CSV: scores around a dash without headings", FRESH, rounds="last", verdict="doubted")
def dash_column(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "", "", "", "Player 2"),
        *((g.table, g.first, counts(g)[0], "-", counts(g)[1], g.second) for g in cup.last),
    )


@shape("CSV: W or L beside each name", FRESH, rounds="last")
def mark_each(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "W/L", "Player 2", "W/L"),
        *((g.table, g.first, told(g, "W", "L", "D"), g.second, told(g, "L", "W", "D"))
          for g in cup.last),
    )  # fmt: skip


@shape("CSV: home and away with goals", FRESH, rounds="last")
def home_away(cup: Cup) -> str:
    return commas(
        ("home_team", "away_team", "home_score", "away_score"),
        *((g.first, g.second, *counts(g)[:2]) for g in cup.last),
    )


@shape("CSV: keys beside names, status of the match", FRESH, rounds="last")
def match_keys(cup: Cup) -> str:
    heads = (
        "match_id", "round", "player1_id", "player1_name", "player2_id", "player2_name",
        "player1_score", "player2_score", "status",
    )  # fmt: skip
    return commas(
        heads,
        *((40 + g.table, 3, 7, g.first, 8, g.second, *counts(g)[:2], "complete")
          for g in cup.last),
    )  # fmt: skip


@shape("CSV: true and false for each outcome", FRESH, rounds="last")
def truths(cup: Cup) -> str:
    return commas(
        ("Table", "P1", "P2", "P1 Win", "P2 Win", "Draw"),
        *((g.table, g.first, g.second, g.winner == g.first, g.winner == g.second,
           g.winner == "draw") for g in cup.last),
    )  # fmt: skip


@shape("CSV: match points that each player got", FRESH, rounds="last")
def points_each(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Player 1 Points", "Player 2", "Player 2 Points"),
        *((g.table, g.first, told(g, "3", "0", "1"), g.second, told(g, "0", "3", "1"))
          for g in cup.last),
    )  # fmt: skip


@shape("CSV: winner, loser, games", FRESH, rounds="last")
def winner_loser_games(cup: Cup) -> str:
    body = []
    for g in cup.last:
        won, lost = sorted(counts(g)[:2], reverse=True)
        pair = (g.second, g.first) if g.winner == g.second else (g.first, g.second)
        body.append((3, *pair, f"{won}-{lost}"))
    return commas(("Round", "Winner", "Loser", "Score"), *body)


@shape("CSV: points of each round and a total", FRESH, points=True, verdict="doubted")
def round_points(cup: Cup) -> str:
    got = {"W": 3, "D": 1, "L": 0}
    played = histories(cup)
    return commas(
        ("Place", "Player", "Round 1", "Round 2", "Round 3", "Total Points"),
        *((x.rank, x.name, *(got[m] for _o, m in played[x.name]), x.points)
          for x in cup.standings),
    )  # fmt: skip


@shape("CSV: place now and place before", FRESH, points=True)
def place_before(cup: Cup) -> str:
    return commas(
        ("Rank", "Player", "Points"),
        *((f"{x.rank} ({9 - x.rank})", x.name, x.points) for x in cup.standings),
    )


@shape("CSV: equal places with a sign", FRESH, points=True)
def equal_places(cup: Cup) -> str:
    return commas(
        ("Pos", "Name", "Pts"),
        *((f"{x.rank}=" if x.rank % 2 else f"={x.rank}", x.name, x.points)
          for x in cup.standings),
    )  # fmt: skip


@shape("CSV: Spanish ordinals", FRESH, points=True)
def spanish_ordinals(cup: Cup) -> str:
    return commas(
        ("Puesto", "Jugador", "Puntos"), *((f"{x.rank}º", x.name, x.points) for x in cup.standings)
    )


@shape("CSV: French ordinals", FRESH, points=True)
def french_ordinals(cup: Cup) -> str:
    return commas(
        ("Place", "Joueur", "Points"),
        *(("1er" if x.rank == 1 else f"{x.rank}ème", x.name, x.points) for x in cup.standings),
    )


@shape("CSV: figures with units", FRESH, points=True)
def units(cup: Cup) -> str:
    return commas(
        ("#", "Name", "Score"), *((x.rank, x.name, f"{x.points} P.") for x in cup.standings)
    )


@shape("CSV: points out of the possible", FRESH, points=True)
def out_of(cup: Cup) -> str:
    return commas(
        ("Rank", "Player", "Points"), *((x.rank, x.name, f"{x.points}/9") for x in cup.standings)
    )


@shape("CSV: thousands with a comma, quoted", FRESH, verdict="doubted")
def thousands(cup: Cup) -> str:
    return commas(
        ("Rank", "Player", "Battle Points"),
        *((x.rank, x.name, f'"1,2{x.points:02}"') for x in cup.standings),
    )


@shape("CSV: Excel's formula for text", FRESH, points=True)
def formula_text(cup: Cup) -> str:
    return commas(
        ("Rank", "Name", "Points"),
        *((f'="{x.rank}"', f'="{x.name}"', f'="{x.points}"') for x in cup.standings),
    )


@shape("CSV: MP and GP for points", FRESH, points=True)
def short_heads(cup: Cup) -> str:
    return commas(
        ("Pl", "Player", "MP", "GP", "OMWP"),
        *((x.rank, x.name, x.points, 2 * x.points, f"{x.shares[0]:.2f}") for x in cup.standings),
    )


@shape("CSV: wins, losses, ties and a quotient", FRESH)
def quotient(cup: Cup) -> str:
    return commas(
        ("Player", "W", "L", "T", "Pct"),
        *((x.name, x.wins, x.losses, x.draws, ".667") for x in cup.standings),
    )


@shape("CSV: first round of two columns named alike", FRESH, rounds="last")
def versus_column(cup: Cup) -> str:
    return commas(
        ("Table", "Player", "vs", "Player", "Result"),
        *((g.table, g.first, "vs", g.second, dashed(g)) for g in cup.last),
    )


@shape("CSV: two lists one after the other, columns turned", FRESH, rounds="last", points=True)
def two_files(cup: Cup) -> str:
    text = commas(
        ("Points", "Player", "Rank"), *((x.points, x.name, x.rank) for x in cup.standings)
    )
    return text + commas(
        ("Result", "Player 1", "Player 2"), *((dashed(g), g.first, g.second) for g in cup.last)
    )


@shape("Sheet: matches of each round in columns", FRESH, rounds="all", verdict="refused")
def round_columns(cup: Cup) -> str:
    body = [
        (at, *(f"{g.first} vs {g.second} {dashed(g)}" for g in games))
        for at, games in enumerate(zip(*cup.rounds, strict=True), start=1)
    ]
    return tabs(("Table", "Round 1", "Round 2", "Round 3"), *body)


@shape("Sheet: opponent and result in one cell", FRESH, rounds="all")
def opponent_cells(cup: Cup) -> str:
    played = histories(cup)
    return tabs(
        ("Player", "R1", "R2", "R3"),
        *((name, *(f"{mark} vs {other}" for other, mark in played[name])) for name in cup.names),
    )


@shape("Sheet: a title over merged cells, the date, pairings", FRESH, rounds="last")
def merged_title(cup: Cup) -> bytes:
    body: list[list[object]] = [
        ["Harbour Cup", None, None, None, None],
        ["Date:", "2026-11-27", None, "Round:", 3],
        [],
        ["Tbl", "Player A", "Player B", "A", "B"],
    ]
    body += [[g.table, g.first, g.second, *counts(g)[:2]] for g in cup.last]
    return book(("Sheet1", body))


@shape("Sheet: groups, each with its letter", FRESH, points=True)
def groups(cup: Cup) -> bytes:
    heads: list[object] = ["Rank", "Player", "Points"]
    first = [[x.rank, x.name, x.points] for x in cup.standings[:4]]
    second = [[x.rank, x.name, x.points] for x in cup.standings[4:]]
    return book(("Groups", [["Group A"], heads, *first, [], ["Group B"], heads, *second]))


@shape("Sheet: an empty column between and notes at the side", FRESH, rounds="last")
def notes_beside(cup: Cup) -> bytes:
    body: list[list[object]] = [["Table", "Player 1", "Player 2", "Result", None, "Notes"]]
    for g in cup.last:
        body.append(
            [g.table, g.first, g.second, dashed(g), None, "ask Ben" if g.table == 2 else None]
        )
    return book(("R3", body))


@shape(
    "Sheet: numbers of players and a list of names",
    FRESH,
    rounds="last",
    verdict="doubted and other",
)
def numbers_and_names(cup: Cup) -> bytes:
    keys = {name: at for at, name in enumerate(cup.names, start=1)}
    people: list[list[object]] = [["No.", "Name"], *([at, name] for name, at in keys.items())]
    matches: list[list[object]] = [["Table", "Player 1", "Player 2", "Result"]]
    matches += [[g.table, keys[g.first], keys[g.second or ""], dashed(g)] for g in cup.last]
    return book(("Players", people), ("Round 3", matches))


@shape("Text: numbers with slashes", FRESH, points=True, verdict="refused")
def slashes(cup: Cup) -> str:
    return lines(*(f"{x.rank}/{x.name}/{x.points}" for x in cup.standings))


@shape("Text: exclamation marks between cells", FRESH, points=True)
def exclaimed(cup: Cup) -> str:
    return lines(*("!".join(map(str, row)) for row in
                   rows(cup, ("Rank", "Name", "Points"), "rank", "name", "points")))  # fmt: skip


@shape("Text: broken bars between cells", FRESH, points=True)
def broken_bars(cup: Cup) -> str:
    return lines(*(" ¦ ".join(map(str, row)) for row in
                   rows(cup, ("Rank", "Name", "Points"), "rank", "name", "points")))  # fmt: skip


@shape("Text: tildes between cells", FRESH, points=True)
def tildes(cup: Cup) -> str:
    return lines(*("~".join(map(str, row)) for row in
                   rows(cup, ("Rank", "Name", "Points"), "rank", "name", "points")))  # fmt: skip


@shape("CSV: surnames in capitals first", FRESH, rounds="last")
def capital_surnames(cup: Cup) -> str:
    return commas(
        ("Board", "White", "Black", "Result"),
        *((g.table, f'"{family_first(g.first)}"', f'"{family_first(g.second or "")}"', dashed(g))
          for g in cup.last),
    )  # fmt: skip
