"""Chats, mails, notes and what people type by hand."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.eighth.sheets import EIGHTH
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape


@shape("Eighth: WhatsApp, one message of many lines", EIGHTH, rounds="last")
def whatsapp(cup: Cup) -> str:
    text = ["28/11/2026, 19:01 - Hans: Round 3 results"]
    text += [f"{a} - {b} {s}" for _t, a, b, s in short(cup)]
    return lines(*text, "28/11/2026, 19:04 - Grete: thanks!")


@shape("Eighth: Telegram, name and time above", EIGHTH, rounds="last")
def telegram(cup: Cup) -> str:
    text = []
    for t, a, b, s in short(cup):
        text += [f"Hans, [28.11.26 19:0{t}]", f"Table {t}: {a} vs {b} {s}", ""]
    return lines(*text)


@shape("Eighth: Discord, author and time above one list", EIGHTH, rounds="last")
def discord(cup: Cup) -> str:
    text = ["Hans — Today at 7:05 PM", "Results R3:"]
    text += [f"{t}. {a} {s} {b}" for t, a, b, s in short(cup)]
    return lines(*text, "(edited)")


@shape("Eighth: Discord, fields of an embed", EIGHTH, rounds="last")
def embed(cup: Cup) -> str:
    text = ["Round 3"]
    for t, a, b, s in short(cup):
        text += [f"Table {t}", f"{a} 🆚 {b}", f"**{s}**"]
    return lines(*text)


@shape("Eighth: over with the games behind a comma", EIGHTH, rounds="last")
def over(cup: Cup) -> str:
    text = ["Round 3"]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        high, low = max(won, lost), min(won, lost)
        text.append(
            told(g, f"{g.first} over {g.second}, {high}-{low}",
                 f"{g.second} over {g.first}, {high}-{low}",
                 f"{g.first} drew {g.second}, {high}-{low}")
        )  # fmt: skip
    return lines(*text)


@shape("Eighth: a note, round and table as letters, W and L", EIGHTH, rounds="last")
def note(cup: Cup) -> str:
    return lines(
        *(f"R3 T{g.table} {g.first} {told(g, 'W', 'L', 'D')} vs {g.second} "
          f"{told(g, 'L', 'W', 'D')}" for g in cup.last)
    )  # fmt: skip


@shape("Eighth: each name followed by its games", EIGHTH, rounds="last")
def followed(cup: Cup) -> str:
    return "Round 3\n" + lines(
        *(f"{g.first} {counts(g)[0]} {g.second} {counts(g)[1]}" for g in cup.last)
    )


@shape("Eighth: a minus sign between, no table", EIGHTH, rounds="last")
def minus(cup: Cup) -> str:
    return lines(*(f"{a} {s.replace('-', '−')} {b}" for _t, a, b, s in short(cup)))


@shape("Eighth: games in square brackets", EIGHTH, rounds="last")
def brackets(cup: Cup) -> str:
    return lines(*(f"{g.first} [{counts(g)[0]}] - [{counts(g)[1]}] {g.second}" for g in cup.last))


@shape("Eighth: the winner named below each pair", EIGHTH, rounds="last")
def winner_below(cup: Cup) -> str:
    text = ["ROUND 3", ""]
    for g in cup.last:
        won, lost, _drawn = counts(g)
        score = f"{max(won, lost)}-{min(won, lost)}"
        text += [f"Table {g.table}: {g.first} vs. {g.second}"]
        text += [
            told(g, f"Winner: {g.first} ({score})", f"Winner: {g.second} ({score})",
                 f"Draw ({score})"), ""
        ]  # fmt: skip
    return lines(*text)


@shape("Eighth: German mail with Sieg and Niederlage", EIGHTH, rounds="last")
def german(cup: Cup) -> str:
    return "Hallo zusammen,\nhier die Ergebnisse der 3. Runde:\n\n" + lines(
        *(f"{g.first} {told(g, 'gewinnt gegen', 'verliert gegen', 'spielt unentschieden gegen')} "
          f"{g.second} ({':'.join(map(str, counts(g)[:2]))})" for g in cup.last),
        "", "Viele Grüße", "Hans",
    )  # fmt: skip


@shape("Eighth: standings, points with a unit and brackets for a drop", EIGHTH, points=True)
def units(cup: Cup) -> str:
    return lines(
        "STANDINGS AFTER ROUND 3",
        *(f"{x.rank}) {x.name}{' [D]' if x.rank > 6 else ''} ... {x.points}pts ({x.record})"
          for x in cup.standings),
    )  # fmt: skip


@shape("Eighth: standings, tabs between and points with units", EIGHTH, points=True)
def unit_cells(cup: Cup) -> str:
    return lines(
        "Place\tName\tScore", *(f"{x.rank}.\t{x.name}\t{x.points} pts." for x in cup.standings)
    )


@shape("Eighth: French standings in a chat", EIGHTH, points=True)
def french(cup: Cup) -> str:
    return "Classement après 3 rondes :\n" + lines(
        *(f"{'1er' if x.rank == 1 else f'{x.rank}e'} : {x.name} – {x.points} pts "
          f"({x.wins}V {x.draws}N {x.losses}D)" for x in cup.standings)
    )  # fmt: skip


@shape("Eighth: Dutch chat, gewonnen van", EIGHTH, rounds="last")
def dutch(cup: Cup) -> str:
    return "Ronde 3\n" + lines(
        *(f"{g.first} {told(g, 'wint van', 'verliest van', 'speelt gelijk tegen')} {g.second}"
          for g in cup.last)
    )  # fmt: skip


@shape("Eighth: Japanese chat, a score between wide spaces", EIGHTH, rounds="last")
def japanese(cup: Cup) -> str:
    return "３回戦の結果\n" + lines(
        *(f"{t}番卓　{a}　{s.replace('-', '－')}　{b}" for t, a, b, s in short(cup))
    )


@shape("Eighth: Chinese chat, who beat whom", EIGHTH, rounds="last")
def chinese(cup: Cup) -> str:
    text = ["第3轮"]
    for t, a, b, s in short(cup):
        text.append(f"{t}桌：{a} {s.replace('-', '：')} {b}")
    return lines(*text)


@shape("Eighth: byes and drops below the results", EIGHTH, rounds="last", players=9)
def below(cup: Cup) -> str:
    text = ["Round 3 Results:"]
    text += [f"{a} {s} {b}" for _t, a, b, s in short(cup) if b]
    alone = next(g.first for g in cup.last if not g.second)
    return lines(*text, f"{alone} - bye", "", f"Drops: {cup.names[0]}, {cup.names[1]}")


@shape("Eighth: emoji of places and equal points", EIGHTH, points=True)
def emoji(cup: Cup) -> str:
    marks = ("🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣")
    return "🏆 Standings 🏆\n" + lines(
        *(f"{marks[x.rank - 1]} {x.name} · {x.points} pts" for x in cup.standings)
    )


@shape("Eighth: a seat, two names to a line and no results", EIGHTH, rounds="last", results=False)
def seated(cup: Cup) -> str:
    return "Pairings for round 3, please find your seats\n" + lines(
        *(f"{t:>2}.  {a}  –  {b}" for t, a, b, _s in short(cup))
    )


@shape("Eighth: all rounds typed with a star for the winner's line", EIGHTH, rounds="all")
def all_rounds(cup: Cup) -> str:
    text = []
    for number, games in enumerate(cup.rounds, start=1):
        text.append(f"--- Round {number} ---")
        text += [
            f"{g.table}. {g.first} vs {g.second}: {counts(g)[0]}–{counts(g)[1]}" for g in games
        ]
        text.append("")
    return lines(*text)
