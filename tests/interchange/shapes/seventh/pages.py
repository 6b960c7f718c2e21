"""The first draw: pages of tools as a browser copies them, and their prints."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import family_first

SEVENTH = "seventh collection"


@shape("Seventh: EventLink, a card for each table", SEVENTH, rounds="last", results=False)
def eventlink_cards(cup: Cup) -> str:
    text = ["Round 3", "Pairings"]
    for g in cup.last:
        text += [
            f"Table {g.table}",
            g.first,
            "6 Match Points",
            "VS",
            str(g.second),
            "3 Match Points",
        ]
    return lines(*text)


@shape("Seventh: EventLink, wins of both and a status", SEVENTH, rounds="last")
def eventlink_wins(cup: Cup) -> str:
    return tabs(
        ("Table", "Player", "Wins", "Opponent", "Wins", "Draws", "Status"),
        *((g.table, g.first, counts(g)[0], g.second, *counts(g)[1:], "Submitted")
          for g in cup.last),
    )  # fmt: skip


@shape("Seventh: WER's final standings, single blanks, family first", SEVENTH, points=True)
def wer_print(cup: Cup) -> str:
    text = ["Final Standings", "Event: Harbour Cup", "Rank Name Points OMW% GW% OGW%"]
    for x in cup.standings:
        shares = " ".join(f"{share:.2f}" for share in x.shares)
        text.append(f"{x.rank} {family_first(x.name)} {x.points} {shares}")
    return lines(*text)


@shape(
    "Seventh: a phone's standings, labels before figures", SEVENTH, points=True, verdict="refused"
)
def labelled_cards(cup: Cup) -> str:
    text = ["Standings"]
    for x in cup.standings:
        text += [f"#{x.rank}", x.name, f"Record: {x.record}", f"Points: {x.points}"]
    return lines(*text)


@shape("Seventh: Melee, deck and record of each player", SEVENTH)
def melee_decks(cup: Cup) -> str:
    return tabs(
        ("Player", "Decklist", "Rank", "Record"),
        *((x.name, "Mono Red Aggro", x.rank, x.record) for x in cup.standings),
    )


@shape("Seventh: start.gg, places as ordinals above names", SEVENTH, verdict="doubted")
def ordinals_above(cup: Cup) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    text = []
    for x in cup.standings:
        text += [f"{x.rank}{ends.get(x.rank, 'th')}", x.name]
    return lines(*text)


@shape("Seventh: TopDeck, success rates", SEVENTH, points=True)
def topdeck_rates(cup: Cup) -> str:
    return tabs(
        ("Standing", "Player", "Points", "Opponent Win Rate", "Game Win Rate", "Success Rate"),
        *((x.rank, x.name, x.points, *(f"{share:.1f}%" for share in x.shares))
          for x in cup.standings),
    )  # fmt: skip


@shape("Seventh: Vega, points in brackets around a score", SEVENTH, rounds="last")
def vega_pairings(cup: Cup) -> str:
    text = [
        "Harbour Cup",
        "Pairing round 3",
        "",
        " Bo.  Pts  White                         Res     Black                      Pts",
    ]
    for g in cup.last:
        res = told(g, "1 - 0", "0 - 1", "½ - ½")
        white, black = family_first(g.first), family_first(g.second or "")
        text.append(f"{g.table:>3}  [2.0] {white:<30}{res:<8}{black:<26} [1.0]")
    return lines(*text)


@shape("Seventh: Vega, standings with bars", SEVENTH, points=True)
def vega_standings(cup: Cup) -> str:
    text = [
        "Standings at round 3",
        "",
        " pos | NAME                         | Rtng | FED | Pts | BucT | Buc1 |",
    ]
    text.append("-" * 72)
    for x in cup.standings:
        name = family_first(x.name)
        text.append(f" {x.rank:>3} | {name:<28} | 2100 | GER | {x.points:<3} | 12.5 | 10.0 |")
    return lines(*text)


@shape("Seventh: SwissSys, a result before each name", SEVENTH, rounds="last")
def swiss_sys(cup: Cup) -> str:
    return tabs(
        ("Bd", "Res", "White", "Res", "Black"),
        *((g.table, told(g, "1", "0", "½"), family_first(g.first), told(g, "0", "1", "½"),
           family_first(g.second or "")) for g in cup.last),
    )  # fmt: skip


@shape("Seventh: Swiss-Manager, Dutch text of fixed width", SEVENTH, points=True)
def dutch_text(cup: Cup) -> str:
    text = [
        "Rangschikking na ronde 3",
        "",
        "Nr. Naam                      Elo  Club      Pnt. WP   SB",
    ]
    for x in cup.standings:
        text.append(
            f"{x.rank:>3} {family_first(x.name):<25} 1800 SC Haven  {x.points:>3}  12,5 10,25"
        )
    return lines(*text)


@shape("Seventh: Cobra, pairings with identities", SEVENTH, rounds="last")
def cobra(cup: Cup) -> str:
    text = ["Round 3"]
    for g in cup.last:
        sides = told(g, "3 - 0", "0 - 3", "1 - 1")
        text.append(f"Table {g.table}\t{g.first}\t{sides}\t{g.second}")
    return lines(*text)


@shape("Seventh: Limitless, points with a unit and a deck", SEVENTH, points=True)
def limitless_units(cup: Cup) -> str:
    return tabs(
        ("", "Name", "Points", "Record", "OPW", "OOPW", "Deck"),
        *((x.rank, x.name, f"{x.points} pts", x.record.replace("-", " - "), "62.5%", "58.33%",
           "Charizard") for x in cup.standings),
    )  # fmt: skip


@shape("Seventh: TOM, pairings with records in brackets", SEVENTH, rounds="last", results=False)
def tom_print(cup: Cup) -> str:
    return "Pairings - Round 3\nMasters\n" + tabs(
        ("Table", "Name", "", "Opponent"),
        *(
            (g.table, f"{g.first}  (2/0/0 (6))", "vs.", f"{g.second}  (1/1/0 (3))")
            for g in cup.last
        ),
    )


@shape("Seventh: TOM, standings with records and points", SEVENTH, points=True)
def tom_standings(cup: Cup) -> str:
    return "Standings - Masters\n" + tabs(
        ("Standing", "Name", "Match Record", "Opponents' Win %", "Opponents' Opponents' Win %"),
        *((x.rank, x.name, f"{x.record.replace('-', '/')} ({x.points})", "66.67%", "55.56%")
          for x in cup.standings),
    )  # fmt: skip


@shape("Seventh: Battlefy, a line for each cell", SEVENTH, points=True, verdict="doubted")
def battlefy(cup: Cup) -> str:
    text = ["Rank", "Team", "W - L - T", "Points"]
    for x in cup.standings:
        text += [str(x.rank), x.name, x.record.replace("-", " - "), str(x.points)]
    return lines(*text)


@shape(
    "Seventh: Challonge, matches with seeds and scores in lines",
    SEVENTH,
    rounds="last",
)
def challonge_cards(cup: Cup) -> str:
    text = ["Round 3"]
    for g in cup.last:
        text += [f"Match {g.table}", g.first, str(counts(g)[0]), str(g.second), str(counts(g)[1])]
    return lines(*text)


@shape("Seventh: AetherHub, results after the round", SEVENTH, rounds="last")
def aetherhub_results(cup: Cup) -> str:
    return tabs(
        ("Table", "Player 1", "Player 2", "Result", "Action"),
        *((g.table, f"{g.first} (6)", f"{g.second} (3)", "-".join(map(str, counts(g))), "Edit")
          for g in cup.last),
    )  # fmt: skip


@shape("Seventh: Melee, a phone's pairings with table last", SEVENTH, rounds="last", results=False)
def table_last(cup: Cup) -> str:
    return lines("Round 3 Pairings", *(f"{a} vs. {b} (Table {t})" for t, a, b, _s in short(cup)))


@shape("Seventh: a league's page, W/L and streak", SEVENTH, points=True)
def league(cup: Cup) -> str:
    return tabs(
        ("Pos", "Player", "MP", "W", "D", "L", "Win %", "Streak", "PTS"),
        *((x.rank, x.name, 3, x.wins, x.draws, x.losses, f"{x.wins / 3:.0%}", "W2", x.points)
          for x in cup.standings),
    )  # fmt: skip
