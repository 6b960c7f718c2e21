"""The second draw of the tenth collection: twenty shapes, written after the first were mended."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import family_first

SECOND = "tenth collection, second draw"
Rows = list[tuple[object, ...]]


@shape("Tenth, second: both players in one cell, a record and a result", SECOND, rounds="last")
def one_cell(cup: Cup) -> str:
    table: Rows = [("Table", "Players", "Status", "Result")]
    table += [(t, f"{a} vs. {b}", "Final", s) for t, a, b, s in short(cup)]
    return tabs(*table)


@shape("Tenth, second: Spanish print, a colon between", SECOND, rounds="last")
def spanish_print(cup: Cup) -> str:
    text = ["Ronda 3 el 28/11/2026", ""]
    text += [f"{'M.':<4}{'Blancas':<28}{'Pts.':<6}{'Res.':^9}{'Negras':<28}{'Pts.':<6}"]
    for g in cup.last:
        score = told(g, "1 : 0", "0 : 1", "½ : ½")
        first, second = family_first(g.first), family_first(g.second or "")
        text.append(f"{g.table:<4}{first:<28}{'1':<6}{score:^9}{second:<28}{'½':<6}")
    return lines(*text)


@shape("Tenth, second: four lines for each table", SECOND, rounds="last", verdict="doubted")
def four_lines(cup: Cup) -> str:
    text = ["Table", "Player 1", "Result", "Player 2"]
    for t, a, b, s in short(cup):
        text += [str(t), a, s, b]
    return lines(*text)


@shape("Tenth, second: entrants with scores, named rounds", SECOND, rounds="all")
def entrants(cup: Cup) -> str:
    table: Rows = [("Round", "Entrant 1", "Score 1", "Score 2", "Entrant 2")]
    for number, games in enumerate(cup.rounds, start=1):
        table += [(f"Round {number}", g.first, *counts(g)[:2], g.second) for g in games]
    return commas(*table)


@shape("Tenth, second: a form that asks who won", SECOND, rounds="last")
def form(cup: Cup) -> str:
    table: Rows = [("Timestamp", "Round", "Player 1 name", "Player 2 name", "Who won?")]
    table += [
        (f"28/11/2026 20:0{g.table}:11", 3, g.first, g.second,
         told(g, "Player 1", "Player 2", "It was a draw"))
        for g in cup.last
    ]  # fmt: skip
    return commas(*table)


@shape("Tenth, second: standings with a handle in a column", SECOND, points=True)
def handles(cup: Cup) -> str:
    table: Rows = [("Rank", "Name", "Username", "Match Record", "Points", "OMW%")]
    table += [
        (x.rank, x.name, f"{x.name.split()[0].lower()}#{x.rank}234", x.record, x.points,
         f"{x.shares[0]:.2f}%")
        for x in cup.standings
    ]  # fmt: skip
    return tabs(*table)


@shape("Tenth, second: Italian sheet, winner and games", SECOND, rounds="all")
def italian(cup: Cup) -> str:
    table: Rows = [("Turno", "Tavolo", "Giocatore A", "Giocatore B", "Vincitore", "Punteggio")]
    for number, games in enumerate(cup.rounds, start=1):
        for g in games:
            won, lost, _drawn = counts(g)
            winner = told(g, g.first, g.second or "", "Pareggio")
            table.append((number, g.table, g.first, g.second, winner, f"{won}-{lost}"))
    return tabs(*table).replace("\t", ";")


@shape("Tenth, second: Chinese sheet, score between the players", SECOND, rounds="last")
def chinese(cup: Cup) -> str:
    table: Rows = [("第3轮",), ("桌号", "选手A", "比分", "选手B")]
    return tabs(*table, *((t, a, s.replace("-", ":"), b) for t, a, b, s in short(cup)))


@shape("Tenth, second: a code block of standings with bars", SECOND, points=True)
def code(cup: Cup) -> str:
    text = ["```", "# | Player                   | Pts | OMW"]
    text += [f"{x.rank} | {x.name:<24} | {x.points:>3} | {x.shares[0]:.1f}" for x in cup.standings]
    return lines(*text, "```")


@shape("Tenth, second: JSON, the winner by name or draw", SECOND, rounds="all")
def winners(cup: Cup) -> str:
    pairings = [
        {"round": number, "table": g.table, "player1": g.first, "player2": g.second,
         "winner": g.winner}
        for number, games in enumerate(cup.rounds, start=1)
        for g in games
    ]  # fmt: skip
    return json.dumps({"event": "Harbour Cup", "pairings": pairings})


@shape("Tenth, second: page of cards in divs", SECOND, rounds="last")
def cards(cup: Cup) -> str:
    html = "<html><body><h2>Round 3</h2>"
    for t, a, b, s in short(cup):
        html += (f"<div class='match'><div>Table {t}</div><div>{a}</div><div>{s}</div>"
                 f"<div>{b}</div></div>")  # fmt: skip
    return html + "</body></html>"


@shape("Tenth, second: blocks of rounds, an empty column before", SECOND, rounds="all")
def blocks(cup: Cup) -> str:
    table: Rows = []
    for number, games in enumerate(cup.rounds, start=1):
        table += [("", f"ROUND {number}", "", "", ""), ("", "Tbl", "Player 1", "Player 2", "Score")]
        table += [("", g.table, g.first, g.second, "-".join(map(str, counts(g)))) for g in games]
        table += [("", "", "", "", "")]
    return commas(*table)


@shape("Tenth, second: defeated, games in brackets behind names", SECOND, rounds="last")
def defeated(cup: Cup) -> str:
    return lines(
        *(told(g, f"{g.first} ({counts(g)[0]}) defeated {g.second} ({counts(g)[1]})",
               f"{g.second} ({counts(g)[1]}) defeated {g.first} ({counts(g)[0]})",
               f"{g.first} (1) drew with {g.second} (1)") for g in cup.last)
    )  # fmt: skip


@shape("Tenth, second: medals, flags and a long dash", SECOND, points=True)
def medals(cup: Cup) -> str:
    signs = ["🥇", "🥈", "🥉", *(f"{at}." for at in range(4, 9))]
    return lines(
        *(f"{sign} 🇩🇪 {x.name} — {x.points}" for sign, x in zip(signs, cup.standings, strict=True))
    )


@shape("Tenth, second: German sheet with semicolons", SECOND, rounds="last")
def semicolons(cup: Cup) -> str:
    table: Rows = [("Runde", "Tisch", "Spieler 1", "Spieler 2", "Ergebnis")]
    table += [(3, t, a, b, s) for t, a, b, s in short(cup)]
    return tabs(*table).replace("\t", ";")


@shape("Tenth, second: name, record and points in brackets", SECOND, verdict="refused")
def bracketed(cup: Cup) -> str:
    return lines(*(f"{x.name} {x.record} ({x.points} pts)" for x in cup.standings))


@shape("Tenth, second: Turkish sheet", SECOND, rounds="last")
def turkish(cup: Cup) -> str:
    table: Rows = [("Tur", "Masa", "Oyuncu 1", "Oyuncu 2", "Sonuç")]
    table += [(3, g.table, g.first, g.second, told(g, "1-0", "0-1", "½-½")) for g in cup.last]
    return tabs(*table)


@shape("Tenth, second: wiki table, winners in bold", SECOND, rounds="last")
def wiki(cup: Cup) -> str:
    text = ['{| class="wikitable"', "! Table !! Player 1 !! Score !! Player 2"]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        first, second = told(g, f"'''{g.first}'''", g.first, g.first), g.second
        text += ["|-", f"| {g.table} || {first} || {won}–{lost} || {second}"]
    return lines(*text, "|}")


@shape("Tenth, second: three lines in a cell, vs between", SECOND, rounds="last", verdict="doubted")
def three_lines(cup: Cup) -> str:
    rows = ["Table,Match,Result"]
    rows += [f'{t},"{a}\nvs\n{b}",{s}' for t, a, b, s in short(cup)]
    return "\n".join(rows) + "\n"


@shape("Tenth, second: a slash between names and an arrow to games", SECOND, verdict="refused")
def arrows(cup: Cup) -> str:
    return lines(*(f"Table {t}: {a} / {b} → {s.replace('-', ':')}" for t, a, b, s in short(cup)))
