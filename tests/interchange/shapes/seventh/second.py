"""The second draw: twenty-two more shapes, written after the mends of the first."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, histories, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import family_first

EIGHTH = "seventh collection, second draw"


@shape("Anew: Portuguese chat, win over with games", EIGHTH, rounds="last")
def portuguese(cup: Cup) -> str:
    return "Rodada 3\n" + lines(
        *(
            f"Mesa {g.table} - {g.first} {told(g, 'ganhou de', 'perdeu para', 'empatou com')} "
            f"{g.second} ({counts(g)[0]}x{counts(g)[1]})"
            for g in cup.last
        )
    )


@shape("Anew: French sheet of results", EIGHTH, rounds="last")
def french(cup: Cup) -> str:
    return lines(
        "Ronde;Table;Joueur 1;Score J1;Score J2;Joueur 2",
        *(f"3;{g.table};{g.first};{counts(g)[0]};{counts(g)[1]};{g.second}" for g in cup.last),
    )


@shape("Anew: histories with games, a bar between rounds", EIGHTH, rounds="all")
def barred_histories(cup: Cup) -> str:
    games = {"W": "2-1", "L": "1-2", "D": "1-1"}
    return lines(
        *(
            f"{name}: " + " | ".join(f"{opp} {games[mark]}" for opp, mark in played)
            for name, played in histories(cup).items()
        )
    )


@shape("Anew: German history, paragraphs with bullets", EIGHTH, rounds="all")
def german_paragraphs(cup: Cup) -> str:
    words = {"W": "Sieg", "L": "Niederlage", "D": "Remis"}
    text = []
    for name, played in histories(cup).items():
        text += [f"{name}:", *(f"- {words[mark]} gegen {opp}" for opp, mark in played), ""]
    return lines(*text)


@shape("Anew: MTGA-like names with numbers behind a hash", EIGHTH, rounds="last")
def with_spaces(cup: Cup) -> str:
    return tabs(
        ("Match", "Player 1", "Score", "Player 2", "Format"),
        *(
            (g.table, g.first, f"{counts(g)[0]} – {counts(g)[1]}", g.second, "Bo3")
            for g in cup.last
        ),
    )


@shape("Anew: chess-results, Slovenian pairings", EIGHTH, rounds="last")
def slovenian(cup: Cup) -> str:
    return "3. kolo\n" + tabs(
        ("Miz", "Št.", "Beli", "Rezultat", "Črni", "Št."),
        *((g.table, 1, family_first(g.first), told(g, "1 - 0", "0 - 1", "½ - ½"),
           family_first(g.second or ""), 2) for g in cup.last),
    )  # fmt: skip


@shape("Anew: standings in a chat, bars and padded names", EIGHTH, points=True)
def padded(cup: Cup) -> str:
    text = ["```", "Pos | Name                      | Pts | W-L-D"]
    text += [f"{x.rank:>3} | {x.name:<25} | {x.points:>3} | {x.record}" for x in cup.standings]
    return lines(*text, "```")


@shape("Anew: Swiss-Manager, French final print", EIGHTH, points=True)
def french_print(cup: Cup) -> str:
    text = [
        "Classement final après 3 rondes",
        "",
        "Rg.   Nom                       Elo   Pts   Dep1",
    ]
    text += [
        f"{x.rank:>3}   {family_first(x.name):<24}  1900  {x.points:>4}   5,5"
        for x in cup.standings
    ]
    return lines(*text)


@shape("Anew: JSON, home and away with scores apart", EIGHTH, rounds="last")
def home_away(cup: Cup) -> str:
    return json.dumps(
        [
            {"round": 3, "table": g.table, "home": g.first, "away": g.second,
             "homeScore": counts(g)[0], "awayScore": counts(g)[1]}
            for g in cup.last
        ]
    )  # fmt: skip


@shape("Anew: results with equals signs", EIGHTH, rounds="last", verdict="doubted")
def equals(cup: Cup) -> str:
    return "Round 3\n" + lines(*(f"{a} vs {b} = {s}" for _t, a, b, s in short(cup)))


@shape("Anew: tables as letters", EIGHTH, rounds="last")
def letters(cup: Cup) -> str:
    return tabs(
        ("Table", "Player 1", "Player 2", "Result"),
        *((f"{'ABCD'[t - 1]}", a, b, s) for t, a, b, s in short(cup)),
    )


@shape(
    "Anew: seats, then names, then a result line",
    EIGHTH,
    rounds="last",
    results=False,
    verdict="doubted",
)
def bare_pairs(cup: Cup) -> str:
    return "Pairings Round 3\n\n" + lines(*(f"Tbl {t}  {a}  /  {b}" for t, a, b, _s in short(cup)))


@shape("Anew: standings with tiebreakers in brackets", EIGHTH, points=True)
def bracket_breakers(cup: Cup) -> str:
    return "Final standings\n" + lines(
        *(f"{x.rank}. {x.name} - {x.points} pts (OMW {x.shares[0]:.1f}%)" for x in cup.standings)
    )


@shape("Anew: Ukrainian points in words", EIGHTH, points=True)
def ukrainian(cup: Cup) -> str:
    return "Результати\n" + lines(
        *(f"{x.rank}) {x.name} – {x.points} балів" for x in cup.standings)
    )


@shape("Anew: a sheet of results by game", EIGHTH, rounds="last")
def sheet_games(cup: Cup) -> str:
    return commas(
        ("Round", "Table", "Player", "Games Won", "Opponent", "Games Won"),
        *((3, g.table, g.first, counts(g)[0], g.second, counts(g)[1]) for g in cup.last),
    )


@shape("Anew: a bye in a chat, tables in brackets", EIGHTH, rounds="last", players=9)
def chat_bye(cup: Cup) -> str:
    return "R3\n" + lines(
        *(f"[{t}] {a} vs {b} {s}" if b else f"{a} - BYE" for t, a, b, s in short(cup))
    )


@shape("Anew: mail, standings between greetings", EIGHTH, points=True, verdict="doubted")
def mail_standings(cup: Cup) -> str:
    text = ["Hi everyone!", "", "Thanks for playing on Friday. Here is how it ended:", ""]
    text += [f"{x.rank}\t{x.name}\t{x.points}" for x in cup.standings]
    return lines(*text, "", "See you next week,", "Hans")


@shape("Anew: Spanish page, PJ PG PE PP", EIGHTH, points=True)
def spanish_league(cup: Cup) -> str:
    return tabs(
        ("Pos.", "Jugador", "PJ", "PG", "PE", "PP", "Puntos"),
        *((x.rank, x.name, 3, x.wins, x.draws, x.losses, x.points) for x in cup.standings),
    )


@shape("Anew: winners alone", EIGHTH, rounds="last", verdict="doubted")
def winner_column(cup: Cup) -> str:
    return commas(
        ("Board", "Left", "Right", "Winner (name)"),
        *((g.table, g.first, g.second, told(g, g.first, g.second or "", "draw")) for g in cup.last),
    )


@shape("Anew: Japanese chat, table and winner", EIGHTH, rounds="last")
def japanese_chat(cup: Cup) -> str:
    return lines(
        *(f"卓{g.table} {g.first} {counts(g)[0]}-{counts(g)[1]} {g.second}" for g in cup.last)
    )


@shape("Anew: names with seats, pronouns and pods", EIGHTH)
def pods(cup: Cup) -> str:
    return commas(
        ("Pod", "Seat", "Player", "Pronouns", "Deck"),
        *((1, at, name, "they/them", "Mono Red") for at, name in enumerate(cup.names, start=1)),
    )


@shape("Anew: points as a fraction of the rounds", EIGHTH, verdict="doubted")
def fraction_points(cup: Cup) -> str:
    return lines(*(f"{x.rank}. {x.name} {x.wins}/3" for x in cup.standings))
