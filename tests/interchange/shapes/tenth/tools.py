"""Files and pages of tournament tools."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.tenth.prints import TENTH


@shape("Tenth: Challonge, groups with numbers of their own", TENTH, rounds="all")
def groups(cup: Cup) -> str:
    people = [
        {"participant": {"id": 100 + at, "name": name, "seed": at, "group_player_ids": [900 + at]}}
        for at, name in enumerate(cup.names, start=1)
    ]
    ids = {name: 900 + at for at, name in enumerate(cup.names, start=1)}
    matches: list[dict[str, object]] = []
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            won, lost, _drawn = counts(g)
            matches.append(
                {"match": {"id": len(matches), "round": number, "state": "complete", "group_id": 5,
                           "player1_id": ids[g.first], "player2_id": ids[g.second or ""],
                           "winner_id": ids.get(g.winner), "scores_csv": f"{won}-{lost}"}}
            )  # fmt: skip
    held = {"name": "Harbour Cup", "tournament_type": "swiss", "state": "complete"}
    return json.dumps({"tournament": {**held, "participants": people, "matches": matches}})


@shape("Tenth: start.gg, scores as text", TENTH, rounds="all")
def sets(cup: Cup) -> str:
    nodes = []
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            won, lost, _drawn = counts(g)
            sides = [{"entrant": {"id": cup.names.index(name or ""), "name": name}}
                     for name in (g.first, g.second)]  # fmt: skip
            winner = cup.names.index(g.winner) if g.winner in cup.names else None
            nodes.append({"round": number, "fullRoundText": f"Round {number}", "state": 3,
                          "displayScore": f"{g.first} {won} - {g.second} {lost}",
                          "winnerId": winner, "slots": sides})  # fmt: skip
    event = {"name": "Harbour Cup", "sets": {"pageInfo": {"total": len(nodes)}, "nodes": nodes}}
    return json.dumps({"data": {"event": event}})


@shape("Tenth: GEM, CSV with numbers and 1, 2 or draw", TENTH, rounds="all")
def gem(cup: Cup) -> str:
    table: list[tuple[object, ...]] = [
        ("Round", "Table", "Player 1 Name", "Player 1 GEM ID", "Player 2 Name", "Player 2 GEM ID",
         "Result")
    ]  # fmt: skip
    for number, games in enumerate(cup.rounds, start=1):
        table += [
            (number, g.table, g.first, 10**7 + cup.names.index(g.first), g.second,
             10**7 + cup.names.index(g.second or ""), told(g, "1", "2", "Draw"))
            for g in games
        ]  # fmt: skip
    return commas(*table)


@shape("Tenth: Melee, CSV with decklists of both", TENTH, rounds="all")
def melee(cup: Cup) -> str:
    table: list[tuple[object, ...]] = [
        ("Phase", "Round", "Table", "Player 1", "Player 1 Decklist", "Player 2",
         "Player 2 Decklist", "Result String")
    ]  # fmt: skip
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            score = "-".join(map(str, sorted(counts(g)[:2], reverse=True)))
            result = told(g, f"{g.first} won {score}-0", f"{g.second} won {score}-0", "1-1-1 Draw")
            table.append(("Swiss", f"Round {number}", g.table, g.first, "Azorius Control", g.second,
                          "Mono-Red", result))  # fmt: skip
    return commas(*table)


@shape("Tenth: TopDeck's page, names and games below each table", TENTH, rounds="last")
def topdeck(cup: Cup) -> str:
    text = ["Round 3"]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        text += [f"Table {g.table}", g.first, str(won), g.second or "", str(lost)]
    return lines(*text)


@shape("Tenth: AetherHub's page of results", TENTH, rounds="last")
def aetherhub(cup: Cup) -> str:
    table: list[tuple[object, ...]] = [("Table", "Player 1", "", "Result", "", "Player 2")]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        table.append((g.table, f"{g.first} (6 Points)", won, "-", lost, f"{g.second} (3 Points)"))
    return tabs(*table)


@shape("Tenth: EventLink's page, records with slashes", TENTH, points=True)
def slashes(cup: Cup) -> str:
    table: list[tuple[object, ...]] = [("Rank", "Player", "Match Points", "W/L/D", "OMW%", "GW%")]
    for x in cup.standings:
        table.append((x.rank, x.name, x.points, f"{x.wins}/{x.losses}/{x.draws}",
                      f"{x.shares[0]:.1f}%", f"{x.shares[1]:.1f}%"))  # fmt: skip
    return tabs(*table)


@shape("Tenth: Cobra's page, points and sides", TENTH, points=True)
def cobra(cup: Cup) -> str:
    table: list[tuple[object, ...]] = [("#", "Player", "Points", "SoS", "Extended SoS", "IDs")]
    table += [(x.rank, x.name, x.points, f"{x.shares[0] / 20:.4f}", f"{x.shares[1] / 20:.4f}",
               "Ob: Superheavy Logistics / Nebula Talent") for x in cup.standings]  # fmt: skip
    return tabs(*table)


@shape("Tenth: JSON, a list of rows with the headings first", TENTH, rounds="last")
def listed(cup: Cup) -> str:
    rows: list[list[object]] = [["Table", "Player 1", "Player 2", "Result"]]
    rows += [[t, a, b, s] for t, a, b, s in short(cup)]
    return json.dumps({"range": "Sheet1!A1:D9", "rows": rows})


@shape("Tenth: page, round in a cell over its rows", TENTH, rounds="all")
def spanned(cup: Cup) -> str:
    html = "<table><tr><th>Round<th>Table<th>Player 1<th>Score<th>Player 2</tr>"
    for number, games in enumerate(cup.rounds, start=1):
        for at, g in enumerate(games):
            won, lost, _drawn = counts(g)
            head = f'<td rowspan="{len(games)}">{number}</td>' if not at else ""
            html += f"<tr>{head}<td>{g.table}</td><td><a href='#'>{g.first}</a></td>"
            html += f"<td><b>{won}</b>–{lost}</td><td><span>{g.second}</span></td></tr>"
    return f"<html><body>{html}</table></body></html>"
