"""The second draw: sheets, pages and files of tools."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.drawn.second_lists import AGAIN
from tests.interchange.shapes.found_last import book
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, histories
from tests.interchange.shapes.registry import shape


@shape("Again: BCP, pairings as its interface has them", AGAIN, rounds="last")
def bcp(cup: Cup) -> str:
    def side(name: str) -> dict[str, object]:
        given, _blank, family = name.partition(" ")
        return {"id": f"x{name[:2]}", "firstName": given, "lastName": family}

    rows = [
        {"id": f"p{g.table}", "table": g.table, "round": 3,
         "player1": side(g.first), "player2": side(str(g.second)),
         "player1Game": {"result": told(g, "2", "0", "1"), "points": counts(g)[0] * 30},
         "player2Game": {"result": told(g, "0", "2", "1"), "points": counts(g)[1] * 30}}
        for g in cup.last
    ]  # fmt: skip
    return json.dumps({"data": rows, "nextKey": None})


@shape("Again: JSON, opponents by round in a list", AGAIN, rounds="all")
def listed_rounds(cup: Cup) -> str:
    marks = {"W": "win", "L": "loss", "D": "draw"}
    return json.dumps(
        {"players": [
            {"name": name, "rounds": [{"round": n, "opponent": o, "result": marks[m]}
                                      for n, (o, m) in enumerate(rounds, 1)]}
            for name, rounds in histories(cup).items()
        ]}
    )  # fmt: skip


@shape("Again: CSV, a row for each player and round", AGAIN, rounds="all")
def player_rows(cup: Cup) -> str:
    marks = {"W": "Win", "L": "Loss", "D": "Draw"}
    rows = [
        (number, name, other, marks[mark])
        for name, rounds in histories(cup).items()
        for number, (other, mark) in enumerate(rounds, start=1)
    ]
    return commas(("Round", "Player", "Opponent", "Result"), *rows)


@shape("Again: sheet, opponents and results of each round", AGAIN, rounds="all", points=True)
def round_pairs(cup: Cup) -> str:
    played = histories(cup)
    heads: list[object] = ["Rank", "Name", "Points"]
    for number in (1, 2, 3):
        heads += [f"R{number} Opp", f"R{number} Result"]
    body = []
    for x in cup.standings:
        row: list[object] = [x.rank, x.name, x.points]
        for other, mark in played[x.name]:
            row += [other, mark]
        body.append(tuple(row))
    return tabs(tuple(heads), *body)


@shape("Again: workbook, seats beside matches", AGAIN, rounds="last")
def seats_beside(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Round 3"], ["Table", "Player A", "Player B", "A", "B"]]
    rows += [[g.table, g.first, g.second, *counts(g)[:2]] for g in cup.last]
    return book(("Runde 3", rows), ("Notes", [["Judge", "Hans"]]))


@shape("Again: Numbers' CSV with a title in its first cell", AGAIN, points=True)
def numbers_csv(cup: Cup) -> str:
    text = "Standings after Round 3;;;;\n;Name;MP;W-D-L;\n"
    return text + "".join(
        f"{x.rank};{x.name};{x.points};{x.wins}-{x.draws}-{x.losses};\n" for x in cup.standings
    )


@shape("Again: team names and captains", AGAIN, points=True)
def captains(cup: Cup) -> str:
    return tabs(
        ("Rank", "Team", "Captain", "Match Points"),
        *((x.rank, x.name, f"C. {x.rank}", x.points) for x in cup.standings),
    )


@shape("Again: HTML, names in links and a hidden column", AGAIN, rounds="last")
def hidden(cup: Cup) -> str:
    rows = "<tr><th>Tbl<th>Player<th style='display:none'>id<th>Score<th>Player</tr>"
    for t, a, b, score in short(cup):
        rows += f"<tr><td>{t}<td><a href='/p'>{a}</a><td style='display:none'>77"
        rows += f"<td>{score}<td><a href='/p'>{b}</a></tr>"
    return f"<html><body><table>{rows}</table><p>© 2026 Club</p></body></html>"


@shape("Again: Russian standings", AGAIN, points=True)
def russian(cup: Cup) -> str:
    return tabs(
        ("Место", "Участник", "Город", "Очки", "Бух"),
        *((x.rank, x.name, "Тверь", f"{x.points},0", "12,5") for x in cup.standings),
    )


@shape("Again: Thai pairings", AGAIN, rounds="last")
def thai(cup: Cup) -> str:
    return tabs(("โต๊ะ", "ผู้เล่น 1", "ผู้เล่น 2", "ผล"), *short(cup))


@shape("Again: Arabic pairings", AGAIN, rounds="last")
def arabic(cup: Cup) -> str:
    return tabs(("الطاولة", "اللاعب 1", "اللاعب 2", "النتيجة"), *short(cup))


@shape("Again: pairings by name with seats", AGAIN, rounds="last", results=False)
def by_name(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = []
    for g in cup.last:
        rows.append((g.first, f"{g.table}A", g.second))
        rows.append((str(g.second), f"{g.table}B", g.first))
    rows.sort(key=lambda row: str(row[0]))
    return "Round 3\n" + tabs(("Name", "Seat", "Opponent"), *rows)


@shape("Again: standings with arrows and changes", AGAIN, points=True)
def moves(cup: Cup) -> str:
    return tabs(
        ("#", "+/-", "Player", "Pts"),
        *((x.rank, "▲2" if x.rank % 2 else "▼1", x.name, x.points) for x in cup.standings),
    )


@shape("Again: bye with half a point in a chess list", AGAIN, rounds="last", players=9)
def half_bye(cup: Cup) -> str:
    return tabs(
        ("Bo.", "White", "Result", "Black"),
        *((t, a, score if b else "1", b or "bye") for t, a, b, score in short(cup)),
    )


@shape("Again: points of all rounds and a total", AGAIN, points=True, verdict="doubted")
def by_round(cup: Cup) -> str:
    has = points(cup)
    marks = {"W": 3, "L": 0, "D": 1}
    played = histories(cup)
    return commas(
        ("Player", "Round 1", "Round 2", "Round 3", "Total"),
        *((x.name, *(marks[m] for _o, m in played[x.name]), has[x.name]) for x in cup.standings),
    )
