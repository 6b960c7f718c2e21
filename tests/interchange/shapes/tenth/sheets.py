"""Spreadsheets of shops and clubs."""

from __future__ import annotations

from tests.interchange.shapes.copied import tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.tenth.prints import TENTH

Rows = list[tuple[object, ...]]


@shape("Tenth: checks for each outcome below two rows of headings", TENTH, rounds="last")
def outcomes(cup: Cup) -> str:
    table: Rows = [("", "Players", "", "Outcome", "", ""),
                   ("Table", "Player 1", "Player 2", "P1 wins", "P2 wins", "Draw")]  # fmt: skip
    for g in cup.last:
        won = told(g, "1", "2", "0")
        table.append((g.table, g.first, g.second, *(str(won == sign).upper() for sign in "120")))
    return tabs(*table)


@shape("Tenth: German, results of A and B apart", TENTH, rounds="last")
def apart(cup: Cup) -> str:
    table: Rows = [("Tisch", "Spieler A", "Spieler B", "Ergebnis A", "Ergebnis B")]
    table += [(g.table, g.first, g.second, *counts(g)[:2]) for g in cup.last]
    return tabs(*table).replace("\t", ";")


@shape("Tenth: ragged rows, a bye without its last cells", TENTH, rounds="last", players=9)
def ragged(cup: Cup) -> str:
    table: Rows = [("Round 3",), ("Table", "Player 1", "Player 2", "Result")]
    table += [
        (g.table, g.first, g.second, "-".join(map(str, counts(g)))) if g.second
        else (g.table, g.first, "Bye")
        for g in cup.last
    ]  # fmt: skip
    return commas(*table)


@shape("Tenth: totals and a mean below standings", TENTH, points=True)
def totals(cup: Cup) -> str:
    table: Rows = [("Place", "Player", "Points", "Wins", "Losses", "Draws")]
    table += [(x.rank, x.name, x.points, x.wins, x.losses, x.draws) for x in cup.standings]
    total = sum(x.points for x in cup.standings)
    table += [("", "Total", total, "", "", ""), ("", "Average", f"{total / 8:.2f}", "", "", "")]
    return commas(*table)


@shape("Tenth: a winner for each game", TENTH, rounds="last", verdict="doubted and other")
def games(cup: Cup) -> str:
    table: Rows = [("Table", "Player A", "Player B", "Game 1", "Game 2", "Game 3")]
    for g in cup.last:
        won, lost, drawn = counts(g)
        signs = [*"A" * won, *"B" * lost, *["Draw"] * drawn]
        table.append((g.table, g.first, g.second, *signs, *[""] * (3 - len(signs))))
    return commas(*table)


@shape("Tenth: decks of both between names and result", TENTH, rounds="last")
def decks(cup: Cup) -> str:
    table: Rows = [("Round", "Player", "Deck", "Opponent", "Opponent's deck", "Score")]
    table += [(3, a, "Burn", b, "Dimir Midrange", s) for _t, a, b, s in short(cup)]
    return tabs(*table)


@shape("Tenth: pronouns behind names", TENTH, rounds="last")
def pronouns(cup: Cup) -> str:
    table: Rows = [("Table", "Player 1", "Player 2", "Result")]
    table += [(t, f"{a} (she/her)", f"{b} (they/them)", s) for t, a, b, s in short(cup)]
    return tabs(*table)


@shape("Tenth: each player's row with W 2-1", TENTH, rounds="last")
def own_rows(cup: Cup) -> str:
    table: Rows = [("Player", "Opponent", "Table", "Result")]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        table.append((g.first, g.second, g.table, f"{told(g, 'W', 'L', 'D')} {won}-{lost}"))
        table.append((g.second, g.first, g.table, f"{told(g, 'L', 'W', 'D')} {lost}-{won}"))
    return commas(*table)


@shape("Tenth: cells of two lines, name and deck", TENTH, rounds="last")
def two_lines(cup: Cup) -> str:
    rows = ["Table\tPlayer 1\tPlayer 2\tResult"]
    rows += [f'{t}\t"{a}\nBurn"\t"{b}\nTron"\t{s}' for t, a, b, s in short(cup)]
    return "\n".join(rows)


@shape("Tenth: French league, played, won, drawn, lost", TENTH, points=True)
def league(cup: Cup) -> str:
    table: Rows = [("Clt", "Joueur", "Pts", "J", "V", "N", "D", "Diff")]
    table += [
        (x.rank, x.name, x.points, x.wins + x.draws + x.losses, x.wins, x.draws, x.losses,
         f"{x.wins - x.losses:+d}")
        for x in cup.standings
    ]  # fmt: skip
    return tabs(*table).replace("\t", ";")


@shape("Tenth: Polish sheet, the winner in a column", TENTH, rounds="last")
def winners(cup: Cup) -> str:
    table: Rows = [("Stół", "Gracz 1", "Gracz 2", "Zwycięzca")]
    table += [(g.table, g.first, g.second, told(g, g.first, g.second or "", "remis"))
              for g in cup.last]  # fmt: skip
    return tabs(*table)


@shape("Tenth: a title row of dropped players between", TENTH, points=True)
def part_of_dropped(cup: Cup) -> str:
    table: Rows = [("Rank", "Player", "Points", "OMW%")]
    rows = [(x.rank, x.name, x.points, f"{x.shares[0]:.2f}") for x in cup.standings]
    return commas(*table, *rows[:-2], ("Dropped players", "", "", ""), *rows[-2:])


@shape("Tenth: Hungarian sheet, games with a colon", TENTH, rounds="last")
def hungarian(cup: Cup) -> str:
    table: Rows = [("Asztal", "Játékos 1", "Játékos 2", "Eredmény")]
    table += [(t, a, b, s.replace("-", ":")) for t, a, b, s in short(cup)]
    return tabs(*table)


@shape("Tenth: Hindi headings of standings", TENTH, points=True)
def hindi(cup: Cup) -> str:
    table: Rows = [("स्थान", "नाम", "अंक")]
    return tabs(*table, *((x.rank, x.name, x.points) for x in cup.standings))
