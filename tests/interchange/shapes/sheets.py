"""Shapes of spreadsheets: CSV of several programs, workbooks."""

from __future__ import annotations

import csv
import io

from openpyxl import Workbook

from tests.interchange.shapes.copied import spaced
from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.registry import shape

SHEETS = "spreadsheet"


def score(game: Game) -> str:
    """Return a score without blanks."""
    return "" if game.games is None else "{}-{}-{}".format(*game.games)


def commas(*rows: tuple[object, ...], sign: str = ",") -> str:
    """Return rows as CSV."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=sign).writerows(rows)
    return out.getvalue()


def book(sheets: dict[str, list[tuple[object, ...]]]) -> bytes:
    """Return a workbook with these sheets."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for title, rows in sheets.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    workbook.save(out := io.BytesIO())
    return out.getvalue()


@shape("CSV: every round in one list", SHEETS, rounds="all")
def every_round(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Round", "Table", "Player 1", "Player 2", "Result")]
    for number, games in enumerate(cup.rounds, start=1):
        rows += [(number, g.table, g.first, g.second or "Bye", score(g)) for g in games]
    return commas(*rows)


@shape("CSV: games won in two columns", SHEETS, rounds="all")
def games_won(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Round", "Table", "Player 1", "Player 2", "Player 1 Wins", "Player 2 Wins", "Draws")
    ]
    for number, games in enumerate(cup.rounds, start=1):
        rows += [(number, g.table, g.first, g.second, *(g.games or ())) for g in games]
    return commas(*rows)


@shape("CSV: the winner's name", SHEETS, rounds="all")
def winners(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("round", "table", "player 1", "player 2", "winner")]
    for number, games in enumerate(cup.rounds, start=1):
        rows += [(number, g.table, g.first, g.second, g.winner) for g in games]
    return commas(*rows)


@shape("CSV: German, semicolons, titles above", SHEETS, rounds="last")
def german(cup: Cup) -> str:
    text = "Hafen-Open 2026;;;\r\nRunde 3;;;\r\n;;;\r\n"
    rows: list[tuple[object, ...]] = [("Tisch", "Spieler 1", "Spieler 2", "Ergebnis")]
    rows += [(g.table, g.first, g.second, spaced(g).replace(" - ", ":")) for g in cup.last]
    return text + commas(*rows, sign=";")


@shape("CSV: German standings, unknown words", SHEETS, points=True)
def german_standings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Pl.", "Teilnehmer/in", "Klub", "Pkt", "S-U-N")]
    rows += [
        (line.rank, line.name, "SC Hafen", line.points, f"{line.wins}-{line.draws}-{line.losses}")
        for line in cup.standings
    ]
    return commas(*rows, sign=";")


@shape("CSV: family and given names apart", SHEETS, points=True)
def parted(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "First Name", "Last Name", "Points")]
    for line in cup.standings:
        given, _blank, family = line.name.partition(" ")
        rows.append((line.rank, given, family, line.points))
    return commas(*rows)


@shape("CSV: wins, losses and draws in columns", SHEETS, points=True)
def record_columns(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Name", "W", "L", "D", "Points")]
    rows += [
        (line.rank, line.name, line.wins, line.losses, line.draws, line.points)
        for line in cup.standings
    ]
    return commas(*rows)


@shape("CSV: heading one cell short", SHEETS, verdict="doubted and other")
def short_heading(cup: Cup) -> str:
    rows = [("Rank", "Player Name", "Points", "OMW%")]
    body = [(x.rank, x.rank, x.name, x.points, x.shares[0]) for x in cup.standings]
    return commas(*rows, *body)


@shape("CSV: names and addresses", SHEETS)
def addresses(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Name", "E-Mail")]
    rows += [(name, f"p{at}@example.org") for at, name in enumerate(cup.names)]
    return commas(*rows)


@shape("CSV: names and addresses, no headings", SHEETS, verdict="doubted")
def bare_addresses(cup: Cup) -> str:
    return commas(*((name, f"p{at}@example.org") for at, name in enumerate(cup.names)))


@shape("CSV: GEM pairings", SHEETS, rounds="all")
def gem(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        (
            "Round",
            "Table",
            "Player 1 Name",
            "Player 1 GEM ID",
            "Player 2 Name",
            "Player 2 GEM ID",
            "Result",
        )
    ]
    words = {"draw": "Draw"}
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            word = words.get(g.winner) or f"Player {1 if g.winner == g.first else 2} Win"
            ids = [1000 + cup.names.index(n) for n in (g.first, g.second or g.first)]
            rows.append((number, g.table, g.first, ids[0], g.second, ids[1], word))
    return commas(*rows)


@shape("CSV: GEM standings", SHEETS)
def gem_standings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Name", "GEM ID", "Wins", "CFB", "Hero")]
    rows += [
        (line.rank, line.name, 1000 + line.rank, line.wins, 2.5, "Rhino") for line in cup.standings
    ]
    return commas(*rows)


@shape("CSV: Bandai standings", SHEETS, points=True)
def bandai(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Ranking", "Membership Number", "User Name", "Win Points", "OMW %", "GW %")
    ]
    rows += [
        (x.rank, f"{x.rank:010}", x.name, x.points, x.shares[0], x.shares[1]) for x in cup.standings
    ]
    return commas(*rows)


@shape("Workbook: a sheet for each round", SHEETS, rounds="all")
def sheet_each(cup: Cup) -> bytes:
    sheets: dict[str, list[tuple[object, ...]]] = {}
    for number, games in enumerate(cup.rounds, start=1):
        sheets[f"Round {number}"] = [
            ("Table", "Player 1", "Player 2", "Result"),
            *((g.table, g.first, g.second, score(g)) for g in games),
        ]
    return book(sheets)


@shape("Workbook: sheets R1, R2 and standings", SHEETS, rounds="all", points=True)
def short_sheets(cup: Cup) -> bytes:
    sheets: dict[str, list[tuple[object, ...]]] = {}
    for number, games in enumerate(cup.rounds, start=1):
        sheets[f"R{number}"] = [
            ("Table", "Player 1", "Player 2", "Result"),
            *((g.table, g.first, g.second, score(g)) for g in games),
        ]
    sheets["Standings"] = [
        ("Rank", "Player", "Points"),
        *((line.rank, line.name, line.points) for line in cup.standings),
    ]
    return book(sheets)


@shape("Workbook: merged cells of the round", SHEETS, rounds="all")
def merged(cup: Cup) -> bytes:
    rows: list[tuple[object, ...]] = [("Harbour Cup",), ("Round", "Table", "P1", "P2", "Score")]
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            first = number if g.table == 1 else None
            rows.append((first, g.table, g.first, g.second, score(g)))
    return book({"All": rows})


@shape("Workbook: scores became dates", SHEETS, rounds="last", verdict="other")
def dates(cup: Cup) -> bytes:
    import datetime

    rows: list[tuple[object, ...]] = [("Table", "Player 1", "Player 2", "Result")]
    for g in cup.last:
        won, lost, _drawn = g.games or (0, 0, 0)
        day = datetime.date(2026, won, lost) if won and lost else f"{won}-{lost}"
        rows.append((g.table, g.first, g.second, day))
    return book({"Round 3": rows})


@shape("CSV: a player in a row, rounds in columns", SHEETS, verdict="doubted", points=True)
def wide(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Name", "R1", "R2", "R3", "Points")]
    for line in cup.standings:
        own = []
        for games in cup.rounds:
            game = next(g for g in games if line.name in (g.first, g.second))
            own.append("W" if game.winner == line.name else "D" if game.winner == "draw" else "L")
        rows.append((line.name, *own, line.points))
    return commas(*rows)


@shape("CSV: results as words", SHEETS, rounds="all")
def words(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rd", "Tbl", "Player A", "Player B", "Outcome")]
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            word = {g.first: "Win", g.second: "Loss"}.get(g.winner, "Draw")
            rows.append((number, g.table, g.first, g.second, word))
    return commas(*rows)


@shape("CSV: half points of chess", SHEETS, rounds="last")
def chess(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Bo.", "White", "Result", "Black")]
    for g in cup.last:
        word = {g.first: "1-0", g.second: "0-1"}.get(g.winner, "½-½")
        rows.append((g.table, g.first, word, g.second))
    return commas(*rows)
