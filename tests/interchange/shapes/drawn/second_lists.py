"""The second draw, after the first was mended: typed lists, chats and copies."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import counts, histories, lines, wall
from tests.interchange.shapes.registry import shape

AGAIN = "sixth collection, second draw"


@shape("Again: Slack, name and time on a line of its own", AGAIN, rounds="last")
def slack(cup: Cup) -> str:
    text = []
    for t, a, b, score in short(cup):
        text += [f"Hans  7:0{t} PM", f"Table {t}: {a} {score} {b}"]
    return lines(*text)


@shape("Again: Polish sentences", AGAIN, rounds="last")
def polish(cup: Cup) -> str:
    return "Runda 3\n" + lines(
        *(f"Stół {g.table}: {g.first} {told(g, 'wygrał z', 'przegrał z', 'zremisował z')} "
          f"{g.second} {counts(g)[0]}:{counts(g)[1]}" for g in cup.last)
    )  # fmt: skip


@shape("Again: Portuguese, who won in brackets", AGAIN, rounds="last")
def portuguese(cup: Cup) -> str:
    return "Rodada 3\n" + lines(
        *(f"Mesa {g.table}: {g.first} x {g.second} "
          f"({'empate' if g.winner == 'draw' else 'venceu ' + g.winner})" for g in cup.last)
    )  # fmt: skip


@shape("Again: games on either side of the names", AGAIN, rounds="last")
def games_outside(cup: Cup) -> str:
    return "Round 3\n" + lines(
        *(f"{g.table}) [{counts(g)[0]}] {g.first} vs {g.second} [{counts(g)[1]}]"
          for g in cup.last)
    )  # fmt: skip


@shape("Again: a wall chart typed with names", AGAIN, rounds="all")
def named_chart(cup: Cup) -> str:
    words = {"W": "beat", "L": "lost to", "D": "drew"}
    return lines(
        *(f"{name}: " + ", ".join(f"R{n} {words[m]} {o}" for n, (o, m) in enumerate(rounds, 1))
          for name, rounds in histories(cup).items())
    )  # fmt: skip


@shape("Again: wall chart with colours first", AGAIN, rounds="all", points=True)
def colours_first(cup: Cup) -> str:
    signs = {"W": "1", "L": "0", "D": "½"}
    text = ["Nr Name                      1     2     3     Pkt"]
    for rank, name, total, *rest in wall(cup, "w{opp} {mark}"):
        cells = "".join(f"{str(c)[:-1]}{signs[str(c)[-1]]}".ljust(6) for c in rest)
        text.append(f"{rank:>2} {name:<26}{cells}{total}")
    return lines(*text)


@shape("Again: wall chart, CSV with plus and minus", AGAIN, rounds="all", points=True)
def plus_minus(cup: Cup) -> str:
    signs = {"W": "+", "L": "-", "D": "="}
    body = []
    for rank, name, total, *rest in wall(cup, "{opp}{mark}"):
        body.append((rank, name, *(f"{str(c)[:-1]}{signs[str(c)[-1]]}" for c in rest), total))
    return "".join(",".join(map(str, row)) + "\n" for row in body)


@shape("Again: bullet list with medals", AGAIN, points=True)
def medals(cup: Cup) -> str:
    signs = {1: "🥇", 2: "🥈", 3: "🥉"}
    return "Final standings\n" + lines(
        *(f"{signs.get(x.rank, f'{x.rank}.')} {x.name} — {x.points} pts" for x in cup.standings)
    )


@shape("Again: places at the end of the line", AGAIN, verdict="refused")
def places_last(cup: Cup) -> str:
    return lines(*(f"{x.name} #{x.rank}" for x in cup.standings))


@shape("Again: Swedish bye among matches", AGAIN, rounds="last", players=9)
def swedish(cup: Cup) -> str:
    return "Rond 3\n" + lines(
        *(f"Bord {t}: {a} – {b} {score}" if b else f"Frirunda: {a}"
          for t, a, b, score in short(cup))
    )  # fmt: skip


@shape("Again: pairs with a slash", AGAIN, rounds="last", results=False, verdict="refused")
def slashes(cup: Cup) -> str:
    return "Round 3\n" + lines(*(f"{g.first} / {g.second}" for g in cup.last))


@shape("Again: a table of points after each round in a mail", AGAIN, points=True, verdict="doubted")
def mail_standings(cup: Cup) -> str:
    text = ["Dear all,", "", "here are the standings after round 3:", ""]
    text += [f"  {x.rank:>2}  {x.name:<26}{x.points:>3}" for x in cup.standings]
    return lines(*text, "", "See you next week!", "Hans")


@shape("Again: results with a winner's star", AGAIN, rounds="last", verdict="doubted")
def stars(cup: Cup) -> str:
    text = ["Round 3 results (* = winner)"]
    for g in cup.last:
        left, right = told(g, "*", "", ""), told(g, "", "*", "")
        text.append(f"{g.table}. {g.first}{left} vs. {g.second}{right}{told(g, '', '', ' (draw)')}")
    return lines(*text)


@shape("Again: Japanese, 勝ち behind the winner", AGAIN, rounds="last")
def japanese(cup: Cup) -> str:
    return "3回戦 結果\n" + lines(
        *(f"テーブル{g.table}　{g.first}{told(g, '（勝ち）', '（負け）', '（引き分け）')}　対　"
          f"{g.second}{told(g, '（負け）', '（勝ち）', '（引き分け）')}" for g in cup.last)
    )  # fmt: skip


@shape("Again: chat with drops in between", AGAIN, rounds="last")
def chat_drops(cup: Cup) -> str:
    text = []
    for t, a, b, score in short(cup):
        text.append(f"27.11.26, 19:0{t} - Hans: {t}: {a} vs {b} {score}")
    return lines(*text, f"27.11.26, 19:30 - Hans: {cup.names[0]} drops")
