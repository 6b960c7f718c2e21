"""What more tools export, show and print."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import FRESH, counts, histories, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed, family_first


@shape("TSH: names, ratings, opponents, scores", FRESH, rounds="all")
def tsh(cup: Cup) -> str:
    places = {name: at for at, name in enumerate(cup.names, start=1)}
    return "".join(
        f"{family_first(name):<28}1500 {' '.join(str(places[o]) for o, _m in played)}; "
        f"{' '.join({'W': '412', 'D': '400', 'L': '388'}[m] for _o, m in played)}; off 0\n"
        for name, played in histories(cup).items()
    )


@shape("Play Hub: JSON of standings", FRESH, points=True)
def play_hub(cup: Cup) -> str:
    results = [
        {
            "rank": x.rank,
            "player": {"id": 900 + x.rank, "best_identifier": x.name},
            "record": x.record,
            "match_points": x.points,
            "opponent_match_win_percentage": x.shares[0] / 100,
        }
        for x in cup.standings
    ]
    return json.dumps({"count": len(results), "results": results})


@shape("Play Hub: JSON of matches by keys of players", FRESH, rounds="last")
def play_hub_matches(cup: Cup) -> str:
    keys = {name: 900 + at for at, name in enumerate(cup.names)}
    results = [
        {
            "table_number": g.table,
            "player_match_relationships": [
                {"player_order": 1, "player": {"id": keys[g.first], "best_identifier": g.first}},
                {"player_order": 2, "player": {"id": keys[g.second or ""],
                                               "best_identifier": g.second}},
            ],
            "winning_player": keys.get(g.winner, "draw"),
            "games_won_by_winner": max(counts(g)[:2]),
            "games_won_by_loser": min(counts(g)[:2]),
        }
        for g in cup.last
    ]  # fmt: skip
    return json.dumps({"count": len(results), "results": results})


@shape("Battlefy: JSON of matches, top and bottom", FRESH, rounds="last")
def battlefy(cup: Cup) -> str:
    matches = [
        {
            "roundNumber": 3,
            "matchNumber": g.table,
            "top": {"team": {"name": g.first}, "score": counts(g)[0]},
            "bottom": {"team": {"name": g.second}, "score": counts(g)[1]},
        }
        for g in cup.last
    ]
    return json.dumps(matches)


@shape("Pokédata: JSON of standings with rounds", FRESH, rounds="all")
def pokedata(cup: Cup) -> str:
    marks = {"W": "W", "L": "L", "D": "T"}
    played = histories(cup)
    return json.dumps(
        [
            {
                "name": f"{x.name} [DE]",
                "placing": x.rank,
                "record": {"wins": x.wins, "losses": x.losses, "ties": x.draws},
                "resistances": {"self": 0.5, "opp": 0.6, "oppopp": 0.55},
                "rounds": {
                    str(number): {"name": f"{other} [DE]", "result": marks[mark], "table": 1}
                    for number, (other, mark) in enumerate(played[x.name], start=1)
                },
            }
            for x in cup.standings
        ]
    )


@shape("Magic Online: JSON of standings, figures as text", FRESH, points=True)
def magic_online(cup: Cup) -> str:
    people = [
        {
            "loginid": str(1000 + x.rank),
            "login_name": x.name,
            "rank": str(x.rank),
            "score": str(x.points),
            "opponentmatchwinpercentage": f"{x.shares[0] / 100:.4f}",
        }
        for x in cup.standings
    ]
    return json.dumps({"event_id": "1", "description": "Challenge", "standings": people})


@shape("Challonge: CSV of participants", FRESH)
def challonge_csv(cup: Cup) -> str:
    heads = ("Final Rank", "Seed", "Participant Name", "Wins", "Losses", "Ties")
    return commas(
        heads, *((x.rank, 9 - x.rank, x.name, x.wins, x.losses, x.draws) for x in cup.standings)
    )


@shape("start.gg: CSV of attendees", FRESH)
def start_gg_csv(cup: Cup) -> str:
    heads = ("Id", "Short GamerTag", "First Name", "Last Name", "Email", "City", "Registered at")
    body = [
        (at, f"tag{at}", *name.split(" ", 1), f"p{at}@example.org", "Hull", "2026-11-01")
        for at, name in enumerate(cup.names)
    ]
    return commas(heads, *body)


@shape("Konami: pairings with two numbers", FRESH, rounds="last")
def cossy(cup: Cup) -> str:
    heads = ("Table No.", "Player 1", "COSSY ID", "Player 2", "COSSY ID", "Winner")
    body = [
        (g.table, g.first, f"{3000 + g.table}", g.second, f"{4000 + g.table}",
         "Draw" if g.winner == "draw" else g.winner)
        for g in cup.last
    ]  # fmt: skip
    return commas(heads, *body)


@shape("Bandai: pairings with membership numbers first", FRESH, rounds="last")
def bandai(cup: Cup) -> str:
    heads = (
        "Table", "Player1 Membership ID", "Player1 Name", "Player2 Membership ID",
        "Player2 Name", "Match Result",
    )  # fmt: skip
    body = [
        (g.table, f"000012{g.table}", g.first, f"000034{g.table}", g.second,
         told(g, "Player1 Win", "Player2 Win", "Draw"))
        for g in cup.last
    ]  # fmt: skip
    return commas(heads, *body)


@shape("RK9: pairings of its page", FRESH, rounds="last", results=False)
def rk9(cup: Cup) -> str:
    has = points(cup)
    text = []
    for g in cup.last:
        text += [g.first, f"(2-0-0) {has[g.first]} pts", f"Table {g.table}"]
        text += [str(g.second), f"(1-1-0) {has[g.second or '']} pts"]
    return lines(*text)


@shape("RK9: standings with countries", FRESH, verdict="doubted")
def rk9_standings(cup: Cup) -> str:
    return lines(*(f"{x.rank}. {x.name} [DE] ({x.wins}/{x.losses}/{x.draws})"
                   for x in cup.standings))  # fmt: skip


@shape("KeyForge: wins and strengths", FRESH)
def keyforge(cup: Cup) -> str:
    return commas(
        ("Place", "Username", "Wins", "SOS", "ESOS"),
        *((x.rank, x.name, x.wins, "0.6", "0.55") for x in cup.standings),
    )


@shape("Ultimate: record with blanks, average of goals", FRESH, verdict="refused")
def leaguevine(cup: Cup) -> str:
    text = ["Round 3 Standings", "Rank Team Record Avg Goal Diff Swiss Points"]
    text += [f"{x.rank} {x.name} {x.wins} - {x.losses} 2.11 5.06" for x in cup.standings]
    return lines(*text)


@shape("Ratings: names between ratings in brackets", FRESH, rounds="last", verdict="refused")
def rated_lines(cup: Cup) -> str:
    return "Spring Cup, Round 3\n" + "".join(
        f"  (1000)  {g.first} {counts(g)[0]} : {counts(g)[1]} {g.second}  (1015)\n"
        for g in cup.last
    )


@shape("League table: P W D L F A GD Pts", FRESH, points=True)
def league(cup: Cup) -> str:
    heads = ("Pos", "Team", "P", "W", "D", "L", "F", "A", "GD", "Pts")
    return tabs(
        heads,
        *((x.rank, x.name, 3, x.wins, x.draws, x.losses, 6, 3, "+3", x.points)
          for x in cup.standings),
    )  # fmt: skip


@shape("Carde.io: standings, place and name in lines", FRESH, points=True, verdict="doubted")
def carde(cup: Cup) -> str:
    text = ["Standings"]
    for x in cup.standings:
        text += [str(x.rank), x.name, x.record, f"{x.points} pts"]
    return lines(*text)


@shape("Tournament bot: emoji between the names", FRESH, rounds="last", results=False)
def emoji_between(cup: Cup) -> str:
    return "**Round 3 pairings**\n" + "".join(
        f"Table {g.table}: {g.first} 🆚 {g.second}\n" for g in cup.last
    )


@shape("Tournament bot: results with check marks", FRESH, rounds="last")
def check_marks(cup: Cup) -> str:
    text = ["Round 3 results"]
    for g in cup.last:
        won = told(g, "✅ {} 2-1 {} ❌", "❌ {} 1-2 {} ✅", "➖ {} 1-1 {} ➖")
        text.append(won.format(g.first, g.second))
    return lines(*text)


@shape("Toornament: names and addresses, unknown column", FRESH)
def toornament(cup: Cup) -> str:
    return commas(
        ("name", "custom_user_identifier", "email"),
        *((name, f"u{at}", f"p{at}@example.org") for at, name in enumerate(cup.names)),
    )


@shape("Record list: dashed scores and byes named", FRESH, rounds="last", players=9)
def named_byes(cup: Cup) -> str:
    return tabs(
        ("Match", "Competitor A", "Competitor B", "Score"),
        *((g.table, g.first, g.second or "*** BYE ***", dashed(g) if g.second else "")
          for g in cup.last),
    )  # fmt: skip
