"""The first draw: chats, mails and typed lists."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed

DRAWN = "sixth collection"


def short(cup: Cup) -> list[tuple[int, str, str, str]]:
    """Return table, players and "2-1" of each match of the newest round."""
    return [(g.table, g.first, g.second or "", "-".join(map(str, counts(g)[:2]))) for g in cup.last]


@shape("Drawn: Discord bot, block of code with dashes below", DRAWN, rounds="last")
def code_block(cup: Cup) -> str:
    text = ["```", "Round 3 Results", f"{'#':<3}{'Player 1':<26}{'Player 2':<26}Score", "-" * 62]
    text += [f"{t:<3}{a:<26}{b:<26}{score}" for t, a, b, score in short(cup)]
    return lines(*text, "```")


@shape("Drawn: WhatsApp export with date and sender", DRAWN, rounds="last")
def whatsapp(cup: Cup) -> str:
    return lines(
        *(f"[27/11/2026, 19:0{t}] Hans: Table {t}: {a} vs {b} {score}"
          for t, a, b, score in short(cup))
    )  # fmt: skip


@shape("Drawn: LINE, signs of who won", DRAWN, rounds="last")
def line_chat(cup: Cup) -> str:
    return "第3回戦\n" + lines(
        *(f"{g.table}卓 {told(g, '○', '×', '△')}{g.first} － {g.second}{told(g, '×', '○', '△')}"
          for g in cup.last)
    )  # fmt: skip


@shape("Drawn: mail with quoted lines", DRAWN, rounds="last")
def quoted_mail(cup: Cup) -> str:
    text = ["Hi all,", "", "On Fri, Nov 27 Hans wrote:", "> Results of round 3:", ">"]
    text += [f"> {t}. {a} - {b}: {score}" for t, a, b, score in short(cup)]
    return lines(*text, "", "Cheers", "Hans")


@shape("Drawn: byes listed at the end", DRAWN, rounds="last", players=9)
def byes_last(cup: Cup) -> str:
    text = ["Round 3"]
    text += [f"{t}: {a} vs {b} {score}" for t, a, b, score in short(cup) if b]
    alone = next(g.first for g in cup.last if not g.second)
    return lines(*text, "", "Byes:", alone)


@shape("Drawn: standings with drop markers", DRAWN, points=True)
def drop_markers(cup: Cup) -> str:
    text = ["Standings after round 3"]
    for x in cup.standings:
        mark = " (dropped)" if x.rank > 6 else ""
        text.append(f"{x.rank}. {x.name}{mark} - {x.points} pts")
    return lines(*text)


@shape("Drawn: names, drops struck out", DRAWN, verdict="doubted")
def struck(cup: Cup) -> str:
    return lines(*(f"- ~~{n}~~" if at > 6 else f"- {n}" for at, n in enumerate(cup.names, 1)))


@shape("Drawn: seats of a draft", DRAWN, verdict="doubted")
def seats(cup: Cup) -> str:
    return lines("Pod 1", *(f"Seat {at}: {name}" for at, name in enumerate(cup.names, start=1)))


@shape("Drawn: Spanish, who wins against whom", DRAWN, rounds="last")
def spanish(cup: Cup) -> str:
    return "Ronda 3\n" + lines(
        *(f"Mesa {t}: {a} {told(g, 'gana a', 'pierde contra', 'empata con')} {b} {score}"
          for (t, a, b, score), g in zip(short(cup), cup.last, strict=True))
    )  # fmt: skip


@shape("Drawn: French, who beats whom", DRAWN, rounds="last")
def french(cup: Cup) -> str:
    text = []
    for g in cup.last:
        won, lost, _drawn = counts(g)
        verb = told(g, "bat", "perd contre", "fait match nul avec")
        text.append(f"Table {g.table} : {g.first} {verb} {g.second} {won} à {lost}")
    return "Ronde 3\n" + lines(*text)


@shape("Drawn: German, colon and a bye", DRAWN, rounds="last", players=9)
def german(cup: Cup) -> str:
    return "Runde 3\n" + lines(
        *(f"Tisch {t}: {a} – {b} {score.replace('-', ':')}" if b else f"Freilos: {a}"
          for t, a, b, score in short(cup))
    )  # fmt: skip


@shape("Drawn: Korean places, points, records", DRAWN, points=True)
def korean(cup: Cup) -> str:
    return lines(
        *(f"{x.rank}위 {x.name} {x.points}점 ({x.wins}승 {x.losses}패)" for x in cup.standings)
    )


@shape("Drawn: OCR, letters for zeros", DRAWN, verdict="refused")
def ocr(cup: Cup) -> str:
    return lines(
        *(f"{x.rank} {x.name} {x.points}pts {x.record}".replace("0", "O") for x in cup.standings)
    )


@shape("Drawn: PDF, each row broken behind the name", DRAWN, points=True, verdict="doubted")
def broken_rows(cup: Cup) -> str:
    text = ["Rank Player Points OMW%"]
    for x in cup.standings:
        text += [f"{x.rank} {x.name}", f"{x.points} {x.shares[0]:.2f}%"]
    return lines(*text)


@shape("Drawn: Telegram, arrows to the winner", DRAWN, rounds="last")
def arrows(cup: Cup) -> str:
    return "Round 3:\n" + lines(
        *(f"{g.first} vs {g.second} ➡️ {'draw' if g.winner == 'draw' else g.winner}"
          for g in cup.last)
    )  # fmt: skip


@shape("Drawn: results with records behind the names", DRAWN, rounds="last")
def records_and_scores(cup: Cup) -> str:
    record = {x.name: x.record for x in cup.standings}
    return "Round 3\n" + lines(
        *(f"{g.table} {g.first} ({record[g.first]}) {dashed(g)[:3]} {g.second} "
          f"({record[g.second or '']})" for g in cup.last)
    )  # fmt: skip
