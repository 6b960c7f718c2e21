"""The first draw: sheets, pages and printed tables."""

from __future__ import annotations

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import DRAWN, short
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape


@shape("Drawn: Excel's page, a bye", DRAWN, rounds="last", players=9)
def excel_page(cup: Cup) -> str:
    rows = "<tr><td>Runde 3</td><td></td><td></td><td></td></tr>"
    rows += "<tr>" + "".join(
        f"<td class=xl65>{head}</td>" for head in ("Tisch", "Spieler 1", "Spieler 2", "Ergebnis")
    )
    for t, a, b, score in short(cup):
        cells = (t, a.replace(" ", "&nbsp;"), b or "Freilos", score)
        rows += "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    return (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style>td{mso-x:1}</style>"
        f"</head><body><table border=0><col width=64>{rows}</table></body></html>"
    )


@shape("Drawn: record in one column, decimal commas", DRAWN, points=True)
def decimal_commas(cup: Cup) -> str:
    body = [
        (x.rank, x.name, x.record, f"{x.points},0", f"{x.shares[0]:.2f}".replace(".", ","))
        for x in cup.standings
    ]
    return "".join(
        ";".join(map(str, row)) + "\n" for row in [("Rang", "Name", "S-N-U", "Punkte", "GS"), *body]
    )


@shape("Drawn: tied places with T", DRAWN, points=True)
def tied(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Pos", "Player", "Points")]
    for x in cup.standings:
        same = [y.rank for y in cup.standings if y.points == x.points]
        rows.append((f"T{same[0]}" if len(same) > 1 else same[0], x.name, x.points))
    return tabs(*rows)


@shape("Drawn: tied places as ranges", DRAWN, points=True)
def ranges(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Place", "Name", "Score", "Buchholz")]
    for x in cup.standings:
        same = [y.rank for y in cup.standings if y.points == x.points]
        shown = f"{same[0]}-{same[-1]}" if len(same) > 1 else str(same[0])
        rows.append((shown if x.rank == same[0] else "", x.name, x.points, "12.5"))
    return tabs(*rows)


@shape("Drawn: pairings by name, each match twice", DRAWN, rounds="last", results=False)
def by_name(cup: Cup) -> str:
    has = points(cup)
    rows: list[tuple[object, ...]] = []
    for g in cup.last:
        rows.append((g.first, has[g.first], g.table, g.second, has[g.second or ""]))
        rows.append((g.second, has[g.second or ""], g.table, g.first, has[g.first]))
    rows.sort(key=lambda row: str(row[0]))
    return "Round 3 pairings by name\n" + tabs(
        ("Player", "Points", "Table", "Opponent", "Points"), *rows
    )


@shape("Drawn: footer of a page behind the rows", DRAWN, rounds="last")
def footer(cup: Cup) -> str:
    rows = tabs(("Table", "Player 1", "Player 2", "Result"), *short(cup))
    return f"{rows}Powered by Tables of Joy • Page 1/1 • 27.11.2026 19:04\n"


@shape("Drawn: clubs and half points in German", DRAWN, points=True)
def clubs(cup: Cup) -> str:
    body = [
        (f"{x.rank}.", x.name, "SC Hafen e.V." if x.rank % 2 else "TSV 1860", f"{x.points},0",
         "31½") for x in cup.standings
    ]  # fmt: skip
    return tabs(("Pl.", "Teilnehmer", "Verein/Ort", "Punkte", "Buchh."), *body)


@shape("Drawn: pods and seats in a sheet", DRAWN)
def pods(cup: Cup) -> str:
    return commas(
        ("Pod", "Seat", "Player"), *((1 + (at > 4), at, n) for at, n in enumerate(cup.names, 1))
    )


@shape("Drawn: wiki, round once for its rows", DRAWN, rounds="all")
def wiki(cup: Cup) -> str:
    text = ['{| class="wikitable sortable"', "! Round !! Player 1 !! Score !! Player 2"]
    for number, games in enumerate(cup.rounds, start=1):
        for at, g in enumerate(games):
            text.append("|-")
            if not at:
                text.append(f'| rowspan="{len(games)}" | {number}')
            text += [f"| [[{g.first}]]", f"| {counts(g)[0]}–{counts(g)[1]}", f"| [[{g.second}]]"]
    return lines(*text, "|}")


@shape("Drawn: Italian, wins, draws and losses", DRAWN, points=True)
def italian(cup: Cup) -> str:
    return tabs(
        ("Pos.", "Giocatore", "Punti", "V", "P", "S"),
        *((x.rank, x.name, x.points, x.wins, x.draws, x.losses) for x in cup.standings),
    )


@shape("Drawn: Chinese, score between the players", DRAWN, rounds="last")
def chinese(cup: Cup) -> str:
    return "第3轮\n" + tabs(
        ("桌号", "选手", "比分", "选手"),
        *((t, a, score.replace("-", "："), b) for t, a, b, score in short(cup)),
    )


@shape("Drawn: Japanese, 不戦勝 as the opponent", DRAWN, rounds="last", players=9)
def japanese(cup: Cup) -> str:
    return tabs(
        ("卓", "プレイヤー", "対戦相手", "結果"),
        *((t, a, b or "不戦勝", score if b else "") for t, a, b, score in short(cup)),
    )


@shape("Drawn: form, a row for each match", DRAWN, rounds="last")
def form_rows(cup: Cup) -> str:
    heads = ("Timestamp", "Your name", "Opponent's name", "Games you won", "Games they won")
    return commas(heads, *(("2026/11/27 19:10:00", g.first, g.second, *counts(g)[:2])
                           for g in cup.last))  # fmt: skip


@shape("Drawn: form, both players of a match answer", DRAWN, rounds="last")
def both_answer(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Timestamp", "Name", "Opponent", "Result")]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        rows.append(("2026/11/27 19:10:00", g.first, g.second, f"{won}-{lost}"))
        rows.append(("2026/11/27 19:12:00", g.second, g.first, f"{lost}-{won}"))
    return commas(*rows)
