"""Messages and lists that people type."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.tenth.prints import TENTH


@shape("Tenth: Discord, bold tables, W and L behind names", TENTH, rounds="last")
def discord(cup: Cup) -> str:
    return lines(
        "**Round 3**",
        *(f"**Table {g.table}**: {g.first} ({told(g, 'W', 'L', 'D')}) vs {g.second} "
          f"({told(g, 'L', 'W', 'D')})" for g in cup.last),
    )  # fmt: skip


@shape("Tenth: WhatsApp, a check behind the winner", TENTH, rounds="last")
def checks(cup: Cup) -> str:
    return lines(
        *(f"[28.11.26, 20:1{g.table}:07] Jo: {g.first}{told(g, ' ✅', '', '')} - "
          f"{g.second}{told(g, '', ' ✅', ' 1-1')}" for g in cup.last)
    )  # fmt: skip


@shape("Tenth: all rounds, a line for each with semicolons", TENTH, rounds="all")
def a_line_for_each(cup: Cup) -> str:
    return lines(
        *(f"R{number}: " + "; ".join(f"{g.first} {counts(g)[0]}-{counts(g)[1]} {g.second}"
                                     for g in games)
          for number, games in enumerate(cup.rounds, start=1))
    )  # fmt: skip


@shape("Tenth: nested bullets by round", TENTH, rounds="all")
def bullets(cup: Cup) -> str:
    text = []
    for number, games in enumerate(cup.rounds, start=1):
        text.append(f"- Round {number}")
        text += [f"  - {g.first} {counts(g)[0]}-{counts(g)[1]} {g.second}" for g in games]
    return lines(*text)


@shape("Tenth: byes and unpaired players named below", TENTH, rounds="last", players=9)
def named_below(cup: Cup) -> str:
    text = ["Round 3"]
    text += [f"{g.table}. {g.first} vs. {g.second}, {counts(g)[0]}-{counts(g)[1]}"
             for g in cup.last if g.second]  # fmt: skip
    return lines(*text, *(f"Bye: {g.first}" for g in cup.last if not g.second))


@shape("Tenth: a name, a bar and figures between", TENTH, rounds="last", verdict="doubted")
def bars(cup: Cup) -> str:
    return lines(*(f"{a} | {s[0]} | – | {s[2]} | {b}" for _t, a, b, s in short(cup)))


@shape("Tenth: Portuguese message, derrotou", TENTH, rounds="last")
def beat(cup: Cup) -> str:
    text = ["Resultados da rodada 3:"]
    for g in cup.last:
        high, low = sorted(counts(g)[:2], reverse=True)
        text.append(told(g, f"{g.first} derrotou {g.second} por {high} a {low}",
                         f"{g.second} derrotou {g.first} por {high} a {low}",
                         f"{g.first} empatou com {g.second} 1 a 1"))  # fmt: skip
    return lines(*text)


@shape("Tenth: standings with a dash and a record in brackets", TENTH, points=True)
def dashes(cup: Cup) -> str:
    return lines(
        "Standings after R3 🏆",
        *(f"{x.rank}) {x.name} – {x.points} pts ({x.wins}-{x.losses}-{x.draws})"
          for x in cup.standings),
    )  # fmt: skip


@shape("Tenth: a mail, quoted, tables with a hash", TENTH, rounds="last")
def mail(cup: Cup) -> str:
    text = ["On Sat, 28 Nov 2026 Jo wrote:"]
    text += [f"> #{t}  {a}  {s}  {b}" for t, a, b, s in short(cup)]
    return lines(*text, ">", "Thanks, looks right!")


@shape("Tenth: Japanese list, bullets and sides", TENTH, rounds="last")
def japanese(cup: Cup) -> str:
    return lines(
        "【第3回戦 結果】",
        *(f"・卓{g.table}　{g.first}（{counts(g)[0]}）vs（{counts(g)[1]}）{g.second}"
          for g in cup.last),
    )  # fmt: skip
