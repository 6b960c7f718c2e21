"""Shapes of the fifth collection: what tools of many games export, show and print."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import family_first

FRESH = "fifth collection"
Rows = list[tuple[object, ...]]


def lines(*texts: str) -> str:
    """Return lines of a text."""
    return "".join(f"{text}\n" for text in texts)


def histories(cup: Cup) -> dict[str, list[tuple[str, str]]]:
    """Return for each player the opponent and W, L or D of each round, "" for a bye."""
    found: dict[str, list[tuple[str, str]]] = {name: [] for name in cup.names}
    for game in [game for games in cup.rounds for game in games]:
        found[game.first].append((game.second or "", told(game, "W", "L", "D")))
        if game.second:
            found[game.second].append((game.first, told(game, "L", "W", "D")))
    return found


def wall(cup: Cup, cell: str) -> Rows:
    """Return place, name, points and a cell for each round: "{opp}" and "{mark}" are filled in."""
    places = {line.name: line.rank for line in cup.standings}
    played = histories(cup)
    return [
        (
            line.rank,
            line.name,
            line.points,
            *(cell.format(opp=places[opp], mark=mark) for opp, mark in played[line.name]),
        )
        for line in cup.standings
    ]


def counts(game: Game) -> tuple[int, int, int]:
    """Return the games of a match."""
    assert game.games is not None
    return game.games


def rows(cup: Cup, heads: tuple[object, ...], *keys: str) -> Rows:
    """Return standings with these attributes of each line below headings."""
    return [heads, *(tuple(getattr(line, key) for key in keys) for line in cup.standings)]


@shape("SwissPerfect: export with tabs", FRESH, rounds="all", points=True)
def swiss_perfect(cup: Cup) -> str:
    heads = ("No", "Name", "Feder", "Intl Id", "Loc Id", "Rtg", "Loc", "Title", "Total", 1, 2, 3)
    body = [
        (rank, family_first(str(name)), "IRL", "", "", 1500, "", "", total, *rest)
        for rank, name, total, *rest in wall(cup, "{opp}:{mark}")
    ]
    return tabs(heads, *body)


@shape("SwissSys: wall chart in fixed width", FRESH, rounds="all", points=True)
def swiss_sys(cup: Cup) -> str:
    text = [f"{'#':>3}  {'Name':<26} {'Rtng':>5}  {'Rd 1':<6}{'Rd 2':<6}{'Rd 3':<6}{'Tot':>4}"]
    for rank, name, total, *rest in wall(cup, "{mark}{opp}"):
        cells = "".join(f"{cell!s:<6}" for cell in rest)
        text.append(f"{rank:>3}  {name:<26} {1500:>5}  {cells}{total:>4}")
    return lines(*text)


@shape("USCF: cross table with bars", FRESH, rounds="all", points=True)
def uscf(cup: Cup) -> str:
    rule = "-" * 70
    text = [rule, " Pair | Player Name                     |Total|Round|Round|Round|"]
    text += [" Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |  3  |", rule]
    for rank, name, total, *rest in wall(cup, "{mark}  {opp:>2}"):
        cells = "".join(f"{cell}|" for cell in rest)
        text.append(f"{rank:>5} | {name:<31} |{total:<5}|{cells}")
    return lines(*text)


@shape("OpenGotha: results with handicap and colour", FRESH, rounds="all")
def open_gotha(cup: Cup) -> str:
    signs = {"W": "+", "L": "-", "D": "="}
    text = ["Num Pl Name                       Rk  Club MMS   1        2        3"]
    for rank, name, total, *rest in wall(cup, "{opp}{mark}/w0"):
        cells = "  ".join(f"{str(c)[:-4]}{signs[str(c)[-4]]}/w0".ljust(7) for c in rest)
        text.append(f"{rank:>3} {rank:>2} {name:<26} 3D  Lyon {total:>3}   {cells}")
    return lines(*text)


@shape("Longshanks: standings of its page", FRESH, points=True)
def longshanks(cup: Cup) -> str:
    body: Rows = [("Rank", "Player", "W / L / D", "TP", "MoV", "SoS")]
    for x in cup.standings:
        record = f"{x.wins} / {x.losses} / {x.draws}"
        body.append((f"#{x.rank}", x.name, record, x.points, 1240, "0.61"))
    return tabs(*body)


@shape("Best Coast Pairings: placings", FRESH)
def best_coast(cup: Cup) -> str:
    heads = ("Placing", "First Name", "Last Name", "Faction", "Record (W-L-D)", "Battle Points")
    body = [(x.rank, *x.name.split(" ", 1), "Orks", x.record, x.points) for x in cup.standings]
    return commas(heads, *body)


@shape("Best Coast Pairings: cards of its app", FRESH, rounds="last", verdict="refused")
def best_coast_cards(cup: Cup) -> str:
    text = ["Round 3"]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        text += [f"Table {g.table}", g.first, "Orks", str(won), str(lost), str(g.second), "Tau"]
    return lines(*text)


@shape("Fantasy Flight: JSON of rounds and players", FRESH, rounds="all")
def cryodex(cup: Cup) -> str:
    rounds = [
        {
            "round-type": "swiss",
            "round-number": number,
            "matches": [
                {
                    "player1": g.first,
                    "player2": g.second,
                    "player1points": 3 * counts(g)[0],
                    "player2points": 3 * counts(g)[1],
                    "result": told(g, "win", "loss", "draw"),
                }
                for g in games
            ],
        }
        for number, games in enumerate(cup.rounds, start=1)
    ]
    people = [{"name": x.name, "score": x.points, "rank": {"swiss": x.rank}} for x in cup.standings]
    return json.dumps({"tournament": {"name": "Cup", "players": people, "rounds": rounds}})


@shape("Lichess: results of a Swiss, a line each", FRESH, points=True)
def lichess_lines(cup: Cup) -> str:
    return "".join(
        json.dumps(
            {"rank": x.rank, "points": x.points, "tieBreak": 9.5, "rating": 1800,
             "username": x.name, "performance": 1900}
        ) + "\n"
        for x in cup.standings
    )  # fmt: skip


@shape("Lichess: CSV of a Swiss", FRESH, points=True)
def lichess_csv(cup: Cup) -> str:
    heads = ("Rank", "Title", "Username", "Rating", "Points", "Tie Break", "Performance")
    return commas(heads, *((x.rank, "", x.name, 1800, x.points, 9.5, 1900) for x in cup.standings))


@shape("Chess.com: standings of a Swiss", FRESH, points=True)
def chess_com(cup: Cup) -> str:
    return tabs(
        ("#", "Player", "Rating", "Score", "SB"),
        *((f"#{x.rank}", x.name, f"({1500 + x.rank})", x.points, 4.25) for x in cup.standings),
    )


@shape("Tornelo: pairings with ratings and points", FRESH, rounds="last")
def tornelo(cup: Cup) -> str:
    heads = (
        "Board", "White Name", "White Rating", "White Points", "Result",
        "Black Name", "Black Rating", "Black Points",
    )  # fmt: skip
    body = [
        (g.table, g.first, 1900, 1, told(g, "1-0", "0-1", "½-½"), g.second, 1700, 2)
        for g in cup.last
    ]
    return commas(heads, *body)


@shape("Vega: pairings with points in brackets", FRESH, rounds="last")
def vega(cup: Cup) -> str:
    text = ["Pairing of round 3", ""]
    for g in cup.last:
        mark = told(g, "1-0", "0-1", "½-½")
        text.append(f"{g.table:>3}  {g.first:<26} [2.0]  {mark:^5}  [1.0] {g.second}")
    return lines(*text)


@shape("Swiss generator: names with colons and W, B, D", FRESH, rounds="last", verdict="refused")
def colons(cup: Cup) -> str:
    return "Round 3\n" + "".join(
        f"{g.first}:{g.second}:{told(g, 'W', 'B', 'D')}\n" for g in cup.last
    )
