"""Copies, reports and interfaces of programs."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.eighth.sheets import EIGHTH, shares
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape


@shape("Eighth: EventLink, report with points of both", EIGHTH, rounds="last", results=False,
       players=9, verdict="doubted")  # fmt: skip
def eventlink(cup: Cup) -> str:
    has = points(cup)
    text = ["EventLink by Example Games", "Report: Pairings by Table", "Event: Friday Night",
            "Event Date: 11/27/2026", "Event Information: 9 players", "Round 3", "",
            f"{'Table':<8}{'Player':<28}{'Opponent':<28}Points", "-" * 72]  # fmt: skip
    for g in cup.last:
        if g.second:
            score = f"{has[g.first]}-{has[g.second]}"
            text.append(f"{g.table:<8}{g.first:<28}{g.second:<28}{score}")
        else:
            text.append(f"{'':<8}{g.first:<28}{'*** Bye ***':<28}{has[g.first]}")
    return lines(*text, "", "Copyright 2026 Example Games. All rights reserved.")


@shape("Eighth: Companion, points behind names, winner below", EIGHTH, rounds="last", players=9)
def companion(cup: Cup) -> str:
    has = points(cup)
    text = ["Round 3"]
    for g in cup.last:
        if not g.second:
            text.append(f"{g.first} ({has[g.first]} pts) vs --- Bye ---")
            continue
        text.append(f"{g.first} ({has[g.first]} pts) vs {g.second} ({has[g.second]} pts)")
        text.append(told(g, f"{g.first} wins", f"{g.second} wins", "Draw"))
    return lines(*text)


@shape("Eighth: Companion, each name with its games below", EIGHTH, rounds="last")
def companion_cells(cup: Cup) -> str:
    text = ["Round 3"]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        text += [f"Table {g.table}", g.first, str(won), g.second or "", str(lost)]
    return lines(*text)


@shape("Eighth: Companion, standings of cells", EIGHTH, points=True, verdict="doubted")
def companion_standings(cup: Cup) -> str:
    text = ["Standings", "Rank", "Player", "Record", "Points"]
    for x in cup.standings:
        text += [str(x.rank), x.name, x.record, str(x.points)]
    return lines(*text)


@shape("Eighth: Best Coast Pairings, objects by number", EIGHTH, rounds="last")
def bcp(cup: Cup) -> str:
    def player(name: str, won: int, result: int) -> dict[str, object]:
        given, family = name.split(" ", 1)
        game = {"gameResult": result, "gamePoints": won}
        return {"firstName": given, "lastName": family, "army": "Orks", "game": game}

    found = {}
    for at, g in enumerate(cup.last):
        won, lost, _drawn = counts(g)
        results = told(g, "20", "02", "11")
        found[str(at)] = {
            "pairingType": "Pairing", "isDone": True, "table": g.table, "round": 3,
            "player1": player(g.first, won, int(results[0])),
            "player2": player(g.second or "", lost, int(results[1])),
        }  # fmt: skip
    return json.dumps(found)


@shape("Eighth: PowerShell's table", EIGHTH, points=True)
def power_shell(cup: Cup) -> str:
    text = ["", "Rank Name                     Points PointsInc",
            "---- ----                     ------ ---------"]  # fmt: skip
    text += [f"{x.rank:>4} {x.name:<24} {x.points:>6} {3:>9}" for x in cup.standings]
    return lines(*text, "")


@shape("Eighth: pandas, printed", EIGHTH, rounds="last")
def pandas_print(cup: Cup) -> str:
    text = [f"   table {'player_1':>24} {'player_2':>24} result"]
    text += [f"{at}  {t:>5} {a:>24} {b:>24} {s:>6}" for at, (t, a, b, s) in enumerate(short(cup))]
    return lines(*text)


@shape("Eighth: R, printed", EIGHTH, points=True)
def r_print(cup: Cup) -> str:
    text = [f"  {'name':>24} points   omw"]
    text += [
        f"{at} {x.name:>24} {x.points:>6} {x.shares[0] / 100:.3f}"
        for at, x in enumerate(cup.standings, start=1)
    ]
    return lines(*text)


@shape("Eighth: a database, rows upright", EIGHTH, points=True)
def upright(cup: Cup) -> str:
    text = []
    for x in cup.standings:
        stars = "*" * 27
        text += [f"{stars} {x.rank}. row {stars}", f"  rank: {x.rank}", f"player: {x.name}",
                 f"points: {x.points}"]  # fmt: skip
    return lines(*text, f"{len(cup.standings)} rows in set (0.00 sec)")


@shape("Eighth: JSON, a line for each match", EIGHTH, rounds="all")
def json_lines(cup: Cup) -> str:
    return lines(
        *(json.dumps({"round": number, "table": g.table, "player1": g.first, "player2": g.second,
                      "score1": counts(g)[0], "score2": counts(g)[1]})
          for number, games in enumerate(cup.rounds, start=1) for g in games)
    )  # fmt: skip


@shape("Eighth: JSON, players by number and winners", EIGHTH, rounds="all")
def json_numbers(cup: Cup) -> str:
    ids = {name: 100 + at for at, name in enumerate(cup.names)}
    return json.dumps(
        {
            "tournament": "Friday Cup",
            "players": [{"id": ids[name], "name": name} for name in cup.names],
            "matches": [
                {"round": number, "p1": ids[g.first], "p2": ids[g.second or ""],
                 "winner": ids.get(g.winner), "draw": g.winner == "draw"}
                for number, games in enumerate(cup.rounds, start=1) for g in games
            ],
        }
    )  # fmt: skip


@shape("Eighth: JSON, rounds with pairings and participants", EIGHTH, rounds="all")
def json_participants(cup: Cup) -> str:
    return json.dumps(
        {
            "name": "Store Championship",
            "rounds": [
                {"roundNumber": number, "pairings": [
                    {"tableNumber": g.table,
                     "participants": [{"displayName": g.first, "gameWins": counts(g)[0]},
                                      {"displayName": g.second, "gameWins": counts(g)[1]}]}
                    for g in games]}
                for number, games in enumerate(cup.rounds, start=1)
            ],
        }
    )  # fmt: skip


@shape("Eighth: TOM, records and points in brackets, vs. between", EIGHTH, rounds="last",
       results=False)  # fmt: skip
def tom_pairings(cup: Cup) -> str:
    has = {x.name: x for x in cup.standings}

    def player(name: str) -> str:
        x = has[name]
        return f"{name} ({x.wins}/{x.losses}/{x.draws} ({x.points}))"

    return "Masters Division - Round 3\n" + tabs(
        ("Table", "Player", "", "Player"),
        *((g.table, player(g.first), "vs.", player(g.second or "")) for g in cup.last),
    )


@shape(
    "Eighth: RK9, cards with records, points and a table",
    EIGHTH,
    rounds="last",
    results=False,
    verdict="refused",
)
def rk9(cup: Cup) -> str:
    has = {x.name: x for x in cup.standings}
    cards = []
    for g in cup.last:

        def side(name: str) -> str:
            given, family = name.split(" ", 1)
            x = has[name]
            return (f'<span class="name">{given}<br>{family}</span><br>({x.record}) '
                    f"{x.points} pts")  # fmt: skip

        cards.append(
            f'<div class="row row-cols-3 match complete"><div class="col player1">{side(g.first)}'
            f'</div><div class="col tablenumber">Table<br><span>{g.table}</span></div>'
            f'<div class="col player2">{side(g.second or "")}</div></div>'
        )
    return f"<html><body><h4>Round 3</h4>{''.join(cards)}</body></html>"


@shape("Eighth: OpenGotha, games of a round with levels", EIGHTH, rounds="last")
def open_gotha(cup: Cup) -> str:
    text = ["Round 3", ""]
    for g in cup.last:
        text.append(f"{g.table:>3}  {g.first} (1D) {told(g, '1-0', '0-1', '½-½')} {g.second} (2K)")
    return lines(*text)


@shape("Eighth: Greek pairings of a federation's page", EIGHTH, rounds="last")
def greek(cup: Cup) -> str:
    return "Γύρος 3\n" + tabs(
        ("Σκ.", "Όνομα", "Αποτέλεσμα", "Όνομα"),
        *((g.table, g.first, told(g, "1 - 0", "0 - 1", "½ - ½"), g.second) for g in cup.last),
    )


@shape("Eighth: Romanian standings of a federation's page", EIGHTH, points=True)
def romanian(cup: Cup) -> str:
    return tabs(
        ("Loc", "Nr.", "Nume", "FED", "Rtg", "Club/Oraș", "Pct.", "Dep1"),
        *((x.rank, 9 - x.rank, x.name, "ROU", 1700 + x.rank, "CS Cluj", x.points, "14,5")
          for x in cup.standings),
    )  # fmt: skip


@shape("Eighth: Finnish standings", EIGHTH, points=True)
def finnish(cup: Cup) -> str:
    return tabs(
        ("Sija", "Nimi", "Seura", "Pisteet", "Voitot"),
        *((x.rank, x.name, "TammerShakki", x.points, x.wins) for x in cup.standings),
    )


@shape("Eighth: Indonesian standings", EIGHTH, points=True)
def indonesian(cup: Cup) -> str:
    return tabs(
        ("Peringkat", "Nama Pemain", "Poin", "Menang", "Kalah", "Seri"),
        *((x.rank, x.name, x.points, x.wins, x.losses, x.draws) for x in cup.standings),
    )


@shape("Eighth: Vietnamese pairings", EIGHTH, rounds="last")
def vietnamese(cup: Cup) -> str:
    return "Vòng 3\n" + tabs(
        ("Bàn", "Người chơi 1", "Kết quả", "Người chơi 2"),
        *((t, a, s, b) for t, a, b, s in short(cup)),
    )


@shape("Eighth: Hebrew standings", EIGHTH, points=True)
def hebrew(cup: Cup) -> str:
    return tabs(
        ("מקום", "שם", "נקודות", "נצחונות"),
        *((x.rank, x.name, x.points, x.wins) for x in cup.standings),
    )


@shape("Eighth: Danish results with a walkover", EIGHTH, rounds="last")
def danish(cup: Cup) -> str:
    return "Runde 3\n" + tabs(
        ("Bord", "Spiller 1", "Spiller 2", "Resultat"),
        *((t, a, b, s) for t, a, b, s in short(cup)),
    )


@shape("Eighth: shares with signs, no rank, record and total", EIGHTH, points=True)
def record_total(cup: Cup) -> str:
    return tabs(
        ("Competitor", "Record", "Total", "Opp. MW%", "GW%"),
        *((x.name, x.record, x.points, *shares(x)[:2]) for x in cup.standings),
    )
