"""Shapes of the fourth collection: a third part, written after the second was read."""

from __future__ import annotations

import io
import json
import quopri

import openpyxl

from tests.interchange.shapes.copied import points, spaced, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_pages import FOUND, percent
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed, family_first


def book(*sheets: tuple[str, list[list[object]]]) -> bytes:
    """Return a workbook of these sheets."""
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.worksheets[0])
    for title, rows in sheets:
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


@shape("Workbook: a front page, pairings, notes", FOUND, rounds="last")
def front_page(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Table", "Player 1", "Player 2", "Result"]]
    rows += [[g.table, g.first, g.second, dashed(g)] for g in cup.last]
    cover: list[list[object]] = [["Friday League"], ["Organizer", "R. Ferro"], ["Players", 8]]
    return book(("Cover", cover), ("Round 3", rows), ("Notes", [["Bring sleeves"]]))


@shape("Workbook: standings with empty rows between", FOUND, points=True)
def gaps(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Standings"], [], [None, "Rank", "Name", None, "Points"]]
    for x in cup.standings:
        rows += [[None, x.rank, x.name, None, x.points], []]
    return book(("Tabelle1", rows))


@shape("Workbook: points and percentages as numbers", FOUND, points=True)
def numbers(cup: Cup) -> bytes:
    rows: list[list[object]] = [["#", "Player", "Pts", "OMW %", "GW %"]]
    rows += [
        [x.rank, x.name, float(x.points), *(y / 100 for y in x.shares[:2])] for x in cup.standings
    ]
    return book(("Sheet1", rows))


@shape("Workbook: each round beside the other", FOUND, rounds="all")
def rounds_beside(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Round 1", None, None, "Round 2", None, None, "Round 3"]]
    rows.append(["Player 1", "Player 2", "Result"] * 3)
    for line in zip(*cup.rounds, strict=True):
        rows.append([cell for g in line for cell in (g.first, g.second, dashed(g))])
    return book(("Runden", rows))


@shape("Workbook: players in a column, opponents by round", FOUND, verdict="doubted")
def opponents(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Player", "R1 Opponent", "R1 Result", "R2 Opponent", "R2 Result"]]
    for name in cup.names:
        line: list[object] = [name]
        for games in cup.rounds[:2]:
            [g] = [g for g in games if name in (g.first, g.second)]
            other = g.second if g.first == name else g.first
            line += [other, "W" if g.winner == name else "D" if g.winner == "draw" else "L"]
        rows.append(line)
    return book(("All", rows))


@shape("Result slip texts: one match in three lines", FOUND, rounds="last", verdict="doubted")
def three_lines(cup: Cup) -> str:
    return "".join(f"{g.table}\n{g.first}\n{g.second}\n{dashed(g)}\n" for g in cup.last)


@shape("Key and value lines", FOUND, rounds="last")
def key_values(cup: Cup) -> str:
    return "\n".join(
        f"Player 1: {g.first}\nPlayer 2: {g.second}\nScore: {spaced(g)}\n" for g in cup.last
    )


@shape("Table in a mail, quoted with bars and pipes", FOUND, points=True)
def quoted_mail(cup: Cup) -> str:
    text = "> | Rank | Player | Points |\n> |---|---|---|\n"
    return (
        "Sam wrote:\n"
        + text
        + "".join(f"> | {x.rank} | {x.name} | {x.points} |\n" for x in cup.standings)
    )


@shape("Standings: MW, OMW, GW, OGW all named", FOUND, points=True)
def all_named(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Rank", "Player", "Match Points", "Match Win %", "Opponents' Match Win %",
         "Game Win %", "Opponents' Game Win %")
    ]  # fmt: skip
    for x in cup.standings:
        rows.append((x.rank, x.name, x.points, "66.7%", *map(percent, x.shares)))
    return tabs(*rows)


@shape("Standings: French with n°", FOUND, points=True)
def french(cup: Cup) -> str:
    text = "N°;Joueur;V;N;D;Pts\n"
    return text + "".join(
        f"{x.rank};{x.name};{x.wins};{x.draws};{x.losses};{x.points}\n" for x in cup.standings
    )


@shape("Standings: Italian with a name in capitals", FOUND, points=True)
def italian(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Pos.", "Cognome e nome", "Punti", "Bucholz")]
    rows += [(x.rank, x.name, x.points, 12) for x in cup.standings]
    return tabs(*rows)


@shape("Standings: Portuguese with colocação", FOUND, points=True)
def portuguese(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Colocação", "Jogador", "Pontos", "V-E-D")]
    rows += [(x.rank, x.name, x.points, f"{x.wins}-{x.draws}-{x.losses}") for x in cup.standings]
    return tabs(*rows)


@shape("Pairings: by player, opponent and table", FOUND, rounds="last", results=False)
def by_player(cup: Cup) -> str:
    rows = [(g.first, g.second, g.table) for g in cup.last] + [
        (g.second, g.first, g.table) for g in cup.last
    ]
    return tabs(("Name", "Opponent", "Table"), *sorted(rows, key=str))


@shape("Pairings: by player with points of both", FOUND, rounds="last", results=False)
def by_player_points(cup: Cup) -> str:
    has = points(cup)
    rows: list[tuple[object, ...]] = [("Table", "Player", "Points", "Opponent", "Points")]
    for g in cup.last:
        second = g.second or ""
        rows.append((g.table, g.first, has[g.first], second, has[second]))
        rows.append((g.table, second, has[second], g.first, has[g.first]))
    return tabs(*rows)


@shape("Results: each player's own row", FOUND, rounds="last")
def own_rows(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Round", "Player", "Opponent", "Result")]
    for g in cup.last:
        rows.append((1, g.first, g.second, told(g, "Win", "Loss", "Draw")))
        rows.append((1, g.second, g.first, told(g, "Loss", "Win", "Draw")))
    return tabs(*rows)


@shape("Results: scores in brackets at the names", FOUND, rounds="last")
def scores_at_names(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Table", "Player 1", "Player 2")]
    for g in cup.last:
        assert g.games is not None
        rows.append((g.table, f"{g.first} ({g.games[0]})", f"{g.second} ({g.games[1]})"))
    return tabs(*rows)


@shape("XML: standings as attributes", FOUND, points=True)
def xml_attributes(cup: Cup) -> str:
    rows = "".join(
        f'<player rank="{x.rank}" name="{x.name}" points="{x.points}"/>' for x in cup.standings
    )
    return f"<event><standings>{rows}</standings></event>"


@shape("XML: matches as elements", FOUND, rounds="last")
def xml_elements(cup: Cup) -> str:
    rows = "".join(
        f"<match><table>{g.table}</table><player1>{g.first}</player1>"
        f"<player2>{g.second}</player2><result>{dashed(g)}</result></match>"
        for g in cup.last
    )
    return f'<?xml version="1.0"?><event><round number="3">{rows}</round></event>'


@shape("Pairings: both players in one cell", FOUND, rounds="last")
def one_cell(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Table", "Players", "Winner")]
    rows += [
        (g.table, f"{g.first} vs {g.second}", "Draw" if g.winner == "draw" else g.winner)
        for g in cup.last
    ]
    return tabs(*rows)


@shape("Results: winner in bold", FOUND, rounds="last", results=False)
def bold_winner(cup: Cup) -> str:
    text = "| Table | Player 1 | Player 2 |\n|---|---|---|\n"
    for g in cup.last:
        sides = [f"**{n}**" if n == g.winner else n for n in (g.first, g.second or "")]
        text += f"| {g.table} | {sides[0]} | {sides[1]} |\n"
    return text


@shape("MHTML: a page saved as one file", FOUND, points=True)
def mhtml(cup: Cup) -> str:
    rows = "".join(
        f"<tr><td>{x.rank}</td><td>{x.name}</td><td>{x.points}</td></tr>" for x in cup.standings
    )
    page = f"<html><table><tr><th>Rank<th>Name<th>Points</tr>{rows}</table></html>"
    packed = quopri.encodestring(page.encode()).decode()
    return (
        "From: <Saved by a browser>\nSnapshot-Content-Location: https://example.org/t/1\n"
        'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x-1"\n\n--x-1\n'
        "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        f"{packed}\n--x-1\nContent-Type: text/css\n\ntd {{}}\n--x-1--\n"
    )


@shape("Mail: a list of names", FOUND, verdict="doubted")
def letter(cup: Cup) -> str:
    head = "From: a@example.org\nTo: b@example.org\nSubject: list\n"
    return f"{head}Content-Type: text/plain; charset=utf-8\n\n" + "\n".join(cup.names) + "\n"


@shape("JSON: objects by name", FOUND, points=True)
def json_by_name(cup: Cup) -> str:
    return json.dumps({x.name: {"points": x.points, "rank": x.rank} for x in cup.standings})


@shape("JSON: columns and rows apart", FOUND, points=True)
def json_columns(cup: Cup) -> str:
    rows = [[x.rank, x.name, x.points] for x in cup.standings]
    return json.dumps({"columns": ["Rank", "Player", "Points"], "data": rows})


@shape("JSON: a list of lists", FOUND, points=True)
def json_lists(cup: Cup) -> str:
    return json.dumps(
        [["Rank", "Player", "Points"], *([x.rank, x.name, x.points] for x in cup.standings)]
    )


@shape("JSON: names alone", FOUND, verdict="doubted")
def json_names(cup: Cup) -> str:
    return json.dumps(cup.names)


@shape("CSV: blanks after commas, quotes", FOUND, points=True)
def blanks(cup: Cup) -> str:
    return '"Rank", "Name", "Points"\n' + "".join(
        f'{x.rank}, "{family_first(x.name)}", {x.points}\n' for x in cup.standings
    )


@shape("CSV: the same heading twice", FOUND, points=True)
def twice(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Name", "Points", "Points")]
    rows += [(x.rank, x.name, x.points, x.points * 2) for x in cup.standings]
    return commas(*rows)


@shape("CSV: a place and a start number", FOUND, points=True)
def both_numbers(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("No.", "Rank", "Name", "Points")]
    rows += [(9 - x.rank, x.rank, x.name, x.points) for x in cup.standings]
    return commas(*rows)


@shape("Dots and pipes of an old terminal", FOUND, points=True)
def old_terminal(cup: Cup) -> str:
    return "RANK!NAME                 !PTS\n" + "".join(
        f"{x.rank:>4}!{x.name:<21}!{x.points:>3}\n" for x in cup.standings
    )
