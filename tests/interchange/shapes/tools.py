"""Shapes of files that tools write for programs: JSON of their interfaces."""

from __future__ import annotations

import json
from typing import Any

from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.registry import shape

TOOLS = "tool's file"


def number(cup: Cup, name: str | None) -> int | None:
    """Return the number that a tool gives a player."""
    return None if name is None else 7001 + cup.names.index(name)


def sides(game: Game) -> tuple[int, int]:
    """Return 3, 1 or 0 for each player, as in a single-sided match."""
    if game.winner == "draw":
        return 1, 1
    return (3, 0) if game.winner == game.first else (0, 3)


@shape("Decklist cache", TOOLS, rounds="all", points=True)
def cache(cup: Cup) -> str:
    values = {
        "Tournament": {"Date": "2026-11-20", "Name": "Harbour Cup", "Formats": "Modern"},
        "Decks": [{"Player": name, "Mainboard": []} for name in cup.names],
        "Rounds": [
            {
                "RoundName": f"Round {at}",
                "Matches": [
                    {
                        "Player1": g.first,
                        "Player2": g.second or "-",
                        "Result": "{}-{}-{}".format(*(g.games or ())),
                    }
                    for g in games
                ],
            }
            for at, games in enumerate(cup.rounds, start=1)
        ],
        "Standings": [
            {
                "Rank": x.rank,
                "Player": x.name,
                "Points": x.points,
                "Wins": x.wins,
                "Losses": x.losses,
                "Draws": x.draws,
            }
            for x in cup.standings
        ],
    }
    return json.dumps(values, indent=1)


@shape("Melee: JSON of its matches", TOOLS, rounds="all")
def melee(cup: Cup) -> str:
    rows: list[dict[str, Any]] = []
    for at, games in enumerate(cup.rounds, start=1):
        for g in games:
            assert g.games is not None
            won = g.games if g.winner != g.second else (g.games[1], g.games[0], g.games[2])
            score = "-".join(map(str, won))
            text = f"{score} Draw" if g.winner == "draw" else f"{g.winner} won {score}"
            rows.append(
                {
                    "RoundNumber": at,
                    "TableNumber": g.table,
                    "Player1": g.first,
                    "Player2": g.second,
                    "ResultString": text if g.second else f"{g.first} was awarded a bye",
                }
            )
    return json.dumps({"data": rows, "recordsTotal": len(rows)})


@shape("TopDeck: JSON of its interface", TOOLS, rounds="all", points=True)
def topdeck(cup: Cup) -> str:
    values = {
        "TID": "harbour-cup",
        "data": {"name": "Harbour Cup", "format": "Modern", "startDate": 1795000000},
        "standings": [
            {
                "name": x.name,
                "id": f"u{number(cup, x.name)}",
                "points": x.points,
                "standing": x.rank,
            }
            for x in cup.standings
        ],
        "rounds": [
            {
                "round": at,
                "tables": [
                    {
                        "table": g.table,
                        "players": [
                            {"name": name, "id": f"u{number(cup, name)}"}
                            for name in (g.first, g.second)
                        ],
                        "winner": g.winner if g.winner != "draw" else "Draw",
                        "winner_id": "Draw" if g.winner == "draw" else f"u{number(cup, g.winner)}",
                        "status": "Completed",
                    }
                    for g in games
                ],
            }
            for at, games in enumerate(cup.rounds, start=1)
        ],
    }
    return json.dumps(values)


def _nrtm(cup: Cup, rounds: list[Any]) -> str:
    values = {
        "name": "Harbour Run",
        "date": "2026-11-20",
        "cutToTop": 0,
        "preliminaryRounds": len(cup.rounds),
        "players": [
            {"id": number(cup, x.name), "name": x.name, "rank": x.rank} for x in cup.standings
        ],
        "eliminationPlayers": [],
        "rounds": rounds,
        "uploadedFrom": "Cobra",
    }
    return json.dumps(values)


@shape("NRTM: single-sided, a bye", TOOLS, rounds="all", players=9)
def nrtm_single(cup: Cup) -> str:
    rounds = []
    for games in cup.rounds:
        rows = []
        for g in games:
            mine, theirs = sides(g)
            first = {"id": number(cup, g.first), "role": "corp", "combinedScore": mine}
            second = {"id": number(cup, g.second), "role": "runner", "combinedScore": theirs}
            first |= {"corpScore": mine, "runnerScore": None}
            second |= {"corpScore": None, "runnerScore": theirs}
            rows.append({"table": g.table, "player1": first, "player2": second})
        rounds.append(rows)
    return _nrtm(cup, rounds)


@shape("NRTM: double-sided", TOOLS, rounds="all")
def nrtm_double(cup: Cup) -> str:
    rounds = []
    for games in cup.rounds:
        rows = []
        for g in games:
            mine, theirs = {"draw": (3, 3), g.first: (6, 0)}.get(g.winner, (0, 6))
            first = {"id": number(cup, g.first), "combinedScore": mine}
            second = {"id": number(cup, g.second), "combinedScore": theirs}
            first |= {"runnerScore": mine and 3, "corpScore": max(0, mine - 3)}
            second |= {"runnerScore": theirs and 3, "corpScore": max(0, theirs - 3)}
            rows.append({"table": g.table, "player1": first, "player2": second})
        rounds.append(rows)
    return _nrtm(cup, rounds)


@shape("Challonge: JSON of its interface", TOOLS, rounds="all", players=9)
def challonge(cup: Cup) -> str:
    matches = []
    for at, games in enumerate(cup.rounds, start=1):
        for g in games:
            if g.second is None:
                continue
            won, lost, _drawn = g.games or (0, 0, 0)
            matches.append(
                {
                    "match": {
                        "round": at,
                        "state": "complete",
                        "player1_id": number(cup, g.first),
                        "player2_id": number(cup, g.second),
                        "winner_id": None if g.winner == "draw" else number(cup, g.winner),
                        "scores_csv": f"{won}-{lost}",
                    }
                }
            )
    people = [{"participant": {"id": number(cup, x), "name": x}} for x in cup.names]
    head = {"name": "Harbour Cup", "tournament_type": "swiss", "state": "complete"}
    head |= {"started_at": "2026-11-20T18:00:00.000+01:00", "pts_for_match_win": "1.0"}
    return json.dumps(
        {
            "tournament": head
            | {"pts_for_match_tie": "0.5", "participants": people, "matches": matches}
        }
    )


@shape("start.gg: JSON of its interface", TOOLS, rounds="all")
def start_gg(cup: Cup) -> str:
    nodes = []
    for at, games in enumerate(cup.rounds, start=1):
        for g in games:
            assert g.games is not None
            slots = [
                {
                    "entrant": {"id": number(cup, name), "name": name},
                    "standing": {"stats": {"score": {"value": value}}},
                }
                for name, value in zip((g.first, g.second), g.games, strict=False)
            ]
            winner = None if g.winner == "draw" else number(cup, g.winner)
            nodes.append(
                {
                    "id": 100 * at + g.table,
                    "fullRoundText": f"Round {at}",
                    "round": at,
                    "winnerId": winner,
                    "slots": slots,
                    "phaseGroup": {"phase": {"id": 5, "bracketType": "SWISS"}},
                }
            )
    page = {"total": len(nodes), "totalPages": 1}
    event = {"name": "Harbour Cup", "sets": {"pageInfo": page, "nodes": nodes}}
    return json.dumps({"data": {"event": event}})


@shape("Limitless: JSON of its interface", TOOLS, rounds="all", points=True)
def limitless(cup: Cup) -> str:
    pairings = []
    for at, games in enumerate(cup.rounds, start=1):
        for g in games:
            winner: object = 0 if g.winner == "draw" else f"u{number(cup, g.winner)}"
            row = {"round": at, "phase": 1, "table": g.table, "winner": winner}
            row |= {"player1": f"u{number(cup, g.first)}", "player2": f"u{number(cup, g.second)}"}
            pairings.append(row)
    standings = [
        {
            "player": f"u{number(cup, x.name)}",
            "name": x.name,
            "placing": x.rank,
            "record": {"wins": x.wins, "losses": x.losses, "ties": x.draws},
            "drop": None,
        }
        for x in cup.standings
    ]
    return json.dumps({"name": "Harbour Cup", "pairings": pairings, "standings": standings})


@shape("AetherHub: JSON", TOOLS, verdict="refused")
def aetherhub(cup: Cup) -> str:
    return json.dumps({"tourneyId": 12, "rows": list(cup.names)})


@shape("FIDE TRF16", TOOLS, rounds="all", points=True)
def trf(cup: Cup) -> str:
    lines = ["012 Harbour Open", "042 2026/11/20", f"062 {len(cup.names)}", "XXR 3"]
    rank = {x.name: x for x in cup.standings}
    at = {name: place for place, name in enumerate(cup.names, start=1)}
    for name in cup.names:
        given, _blank, family = name.partition(" ")
        line = f"001 {at[name]:4} m    {f'{family}, {given}':33} 2100 ENG {0:11} 1990/01/01"
        line += f" {rank[name].points:4.1f} {rank[name].rank:4}"
        for games in cup.rounds:
            g = next(g for g in games if name in (g.first, g.second))
            other = (g.second if g.first == name else g.first) or ""
            mark = "1" if g.winner == name else "=" if g.winner == "draw" else "0"
            line += f"  {at[other]:4} {'w' if g.first == name else 'b'} {mark}"
        lines.append(line)
    return "\r\n".join(lines) + "\r\n"
