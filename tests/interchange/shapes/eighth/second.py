"""The second draw of the eighth collection, after the mends of the first."""

from __future__ import annotations

import json
from html import escape

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.eighth.pages import page
from tests.interchange.shapes.eighth.sheets import EIGHTH, shares
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import Rows, counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import family_first


@shape("Ninth: records of both and the winner's family name", EIGHTH, rounds="last")
def families(cup: Cup) -> str:
    return commas(
        ("Rd", "Tbl", "P1", "P1 Rec", "P2", "P2 Rec", "Winner"),
        *((3, g.table, g.first, "2-0", g.second, "1-1",
           told(g, g.first.split()[-1], (g.second or "").split()[-1], "Draw")) for g in cup.last),
    )  # fmt: skip


@shape("Ninth: Portuguese words for each side", EIGHTH, rounds="last")
def portuguese(cup: Cup) -> str:
    return commas(
        ("Mesa", "Jogador 1", "Jogador 2", "Resultado"),
        *((g.table, g.first, g.second, told(g, "Vitória Jogador 1", "Vitória Jogador 2", "Empate"))
          for g in cup.last),
    )  # fmt: skip


@shape("Ninth: German print, S U N and Buchholz", EIGHTH, points=True)
def german_print(cup: Cup) -> str:
    text = [
        f"{'Pl.':<5}{'Spieler':<28}{'Sp.':>4}{'S':>4}{'U':>4}{'N':>4}{'Punkte':>8}{'Buchh.':>8}"
    ]
    text += [
        f"{x.rank:<5}{x.name:<28}{3:>4}{x.wins:>4}{x.draws:>4}{x.losses:>4}{x.points:>8}{12.5:>8}"
        for x in cup.standings
    ]
    return lines(*text)


@shape("Ninth: WIN in a cell beside the winner", EIGHTH, rounds="last")
def win_cells(cup: Cup) -> str:
    return tabs(
        ("Table", "Player 1", "", "Player 2", ""),
        *((g.table, g.first, told(g, "WIN", "", "DRAW"), g.second, told(g, "", "WIN", "DRAW"))
          for g in cup.last),
    )  # fmt: skip


@shape("Ninth: each player's row with W, L or D", EIGHTH, rounds="last")
def own_rows(cup: Cup) -> str:
    rows: Rows = [("Player", "Opponent", "Result")]
    for g in cup.last:
        rows += [(g.first, g.second, told(g, "W", "L", "D")),
                 (g.second, g.first, told(g, "L", "W", "D"))]  # fmt: skip
    return commas(*rows)


@shape("Ninth: page, two rows for a match, table over both", EIGHTH, rounds="last")
def two_rows(cup: Cup) -> str:
    rows = "".join(
        f"<tr><th scope=row rowspan=2>{g.table}</th><td>{escape(g.first)}</td><td>{counts(g)[0]}"
        f"</td></tr><tr><td>{escape(g.second or '')}</td><td>{counts(g)[1]}</td></tr>"
        for g in cup.last
    )
    return page(
        f"<h2>Round 3</h2><table><tr><th>Table</th><th>Player</th><th>Wins</th></tr>{rows}</table>"
    )


@shape("Ninth: tables and games in brackets", EIGHTH, rounds="last")
def bracketed(cup: Cup) -> str:
    return lines(
        *(f"[{g.table}] {g.first} ({counts(g)[0]}) - ({counts(g)[1]}) {g.second}" for g in cup.last)
    )


@shape("Ninth: a post with all matches in one line", EIGHTH, rounds="last")
def one_line(cup: Cup) -> str:
    return "Round 3: " + " | ".join(f"{a} {s} {b}" for _t, a, b, s in short(cup)) + "\n"


@shape("Ninth: JSON, an object for each name", EIGHTH, points=True)
def json_by_name(cup: Cup) -> str:
    return json.dumps(
        {"standings": {x.name: {"points": x.points, "wins": x.wins} for x in cup.standings}}
    )


@shape("Ninth: two halves of standings side by side", EIGHTH, points=True)
def halves(cup: Cup) -> str:
    half = len(cup.standings) // 2
    rows: Rows = [("Rank", "Name", "Pts", "", "Rank", "Name", "Pts")]
    pairs = zip(cup.standings[:half], cup.standings[half:], strict=True)
    rows += [(x.rank, x.name, x.points, "", y.rank, y.name, y.points) for x, y in pairs]
    return tabs(*rows)


@shape("Ninth: dashes between place, name, points and share", EIGHTH, points=True)
def dashes(cup: Cup) -> str:
    return lines(*(f"{x.rank} - {x.name} - {x.points} - {shares(x)[0]}" for x in cup.standings))


@shape("Ninth: a match in one cell, its result in another", EIGHTH, rounds="last")
def match_cell(cup: Cup) -> str:
    return commas(("Match", "Result"), *((f"{a} vs {b}", s) for _t, a, b, s in short(cup)))


@shape("Ninth: a list of checked boxes", EIGHTH, rounds="last")
def boxes(cup: Cup) -> str:
    text = ["## Round 3"]
    for g in cup.last:
        verb = told(g, "beat", "lost to", "drew")
        text.append(f"- [x] {g.first} {verb} {g.second} {counts(g)[0]}-{counts(g)[1]}")
    return lines(*text)


@shape("Ninth: Spanish table of a league", EIGHTH, points=True)
def spanish(cup: Cup) -> str:
    rows = ["Pos.;Jugador;PJ;G;E;P;Pts"]
    rows += [f"{x.rank};{x.name};3;{x.wins};{x.draws};{x.losses};{x.points}" for x in cup.standings]
    return lines(*rows)


@shape("Ninth: Italian lines with tables", EIGHTH, rounds="last")
def italian(cup: Cup) -> str:
    return "Turno 3\n" + lines(*(f"Tavolo {t}: {a} - {b} {s}" for t, a, b, s in short(cup)))


@shape("Ninth: name, record and points without headings", EIGHTH, points=True, verdict="doubted")
def bare(cup: Cup) -> str:
    return commas(*((x.name, x.record, x.points) for x in cup.standings))


@shape("Ninth: match points of both beside the games", EIGHTH, rounds="last")
def both_points(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Player 2", "Games", "P1 Match Pts", "P2 Match Pts"),
        *((g.table, g.first, g.second, "-".join(map(str, counts(g))),
           told(g, "3", "0", "1"), told(g, "0", "3", "1")) for g in cup.last),
    )  # fmt: skip


@shape("Ninth: def without a dot, games in brackets", EIGHTH, rounds="last")
def defeats(cup: Cup) -> str:
    text = []
    for g in cup.last:
        won, lost, _drawn = counts(g)
        score = f"({max(won, lost)}-{min(won, lost)})"
        sides = [g.first, g.second] if g.winner != g.second else [g.second, g.first]
        text.append(f"{sides[0]} {told(g, 'def', 'def', 'tied')} {sides[1]} {score}")
    return lines(*text)


@shape("Ninth: family names first, points and the games behind a dash", EIGHTH, rounds="last")
def families_first(cup: Cup) -> str:
    has = points(cup)
    return lines(
        *(f"Table {g.table} - {family_first(g.first)} ({has[g.first]}) vs "
          f"{family_first(g.second or '')} ({has[g.second or '']}) - {counts(g)[0]}-{counts(g)[1]}"
          for g in cup.last)
    )  # fmt: skip


@shape("Ninth: places, names, decks and records between dashes", EIGHTH, verdict="doubted")
def with_decks(cup: Cup) -> str:
    places = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
    decks = ("Burn", "Tron", "Elves", "Burn", "Rogue", "Tron", "Storm", "Elves")
    return lines(
        *(f"{place} – {x.name} – {deck} – {x.record}"
          for place, deck, x in zip(places, decks, cup.standings, strict=True))
    )  # fmt: skip


@shape("Ninth: empty rows and columns around a table", EIGHTH, rounds="last")
def around(cup: Cup) -> str:
    rows: Rows = [("", "", "", "", "", ""), ("", "", "Round 3", "", "", ""),
                  ("", "Table", "Player A", "Player B", "Score", "")]  # fmt: skip
    rows += [("", t, a, b, s, "") for t, a, b, s in short(cup)]
    return commas(*rows, ("", "", "", "", "", ""))


@shape("Ninth: the winner as Player 1 or Player 2", EIGHTH, rounds="last")
def sided(cup: Cup) -> str:
    return commas(
        ("Table", "Player 1", "Player 2", "Winner"),
        *((g.table, g.first, g.second, told(g, "Player 1", "Player 2", "Draw")) for g in cup.last),
    )


@shape("Ninth: German, two names and sets", EIGHTH, rounds="last")
def german_sets(cup: Cup) -> str:
    rows = ["Name 1;Name 2;Sätze"]
    rows += [f"{a};{b};{s.replace('-', ':')}" for _t, a, b, s in short(cup)]
    return lines(*rows)


@shape("Ninth: a bye in brackets among results", EIGHTH, rounds="last", players=9)
def bracket_bye(cup: Cup) -> str:
    return "Round 3\n" + lines(
        *(f"{t}. {a} {s} {b}" if b else f"{t}. {a} (bye)" for t, a, b, s in short(cup))
    )


@shape("Ninth: Korean sheet of results", EIGHTH, rounds="last")
def korean(cup: Cup) -> str:
    return tabs(
        ("테이블", "선수1", "선수2", "승자"),
        *((g.table, g.first, g.second, told(g, g.first, g.second or "", "무승부"))
          for g in cup.last),
    )  # fmt: skip


@shape("Ninth: French sheet, victories of both", EIGHTH, rounds="last")
def french(cup: Cup) -> str:
    rows = ["Table;Joueur 1;Victoires J1;Joueur 2;Victoires J2"]
    rows += [f"{g.table};{g.first};{counts(g)[0]};{g.second};{counts(g)[1]}" for g in cup.last]
    return lines(*rows)


@shape("Ninth: a chat of captains with a score each", EIGHTH, rounds="last")
def captains(cup: Cup) -> str:
    text = []
    for t, a, b, s in short(cup):
        text += [f"{a}", f"  7:0{t} PM", f"{a} {s} {b}", ""]
    return lines(*text)


@shape("Ninth: standings of a bot in an embed", EIGHTH, points=True, verdict="doubted")
def bot(cup: Cup) -> str:
    text = ["**Standings — Round 3**", "```md"]
    text += [f"{x.rank:>2}. {x.name:<26} | {x.points:>2} pts | {x.record}" for x in cup.standings]
    return lines(*text, "```")


@shape("Ninth: percentages in front of the names", EIGHTH, points=True)
def shares_first(cup: Cup) -> str:
    return tabs(
        ("#", "OMW%", "GW%", "Pts", "Player"),
        *((x.rank, *shares(x)[:2], x.points, x.name) for x in cup.standings),
    )


@shape("Ninth: Chinese sheet, wins of small matches", EIGHTH, rounds="last")
def chinese(cup: Cup) -> str:
    return tabs(
        ("桌号", "选手A", "A胜局", "选手B", "B胜局"),
        *((g.table, g.first, counts(g)[0], g.second, counts(g)[1]) for g in cup.last),
    )
