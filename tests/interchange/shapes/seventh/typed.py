"""The first draw: lists that people type into chats, mails and notes."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import counts, histories, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.seventh.pages import SEVENTH


@shape("Seventh: Brazilian chat, 2x1 between the names", SEVENTH, rounds="last")
def two_x_one(cup: Cup) -> str:
    return "*Rodada 3*\n" + lines(
        *(f"{g.first} {counts(g)[0]}x{counts(g)[1]} {g.second}" for g in cup.last)
    )


@shape("Seventh: Discord, mentions and a cup at the winner", SEVENTH, rounds="last")
def cup_sign(cup: Cup) -> str:
    return "**Round 3**\n" + lines(
        *(f"@{g.first} {counts(g)[0]}-{counts(g)[1]} @{g.second}" for g in cup.last)
    )


@shape("Seventh: Telegram, Russian points after medals", SEVENTH, points=True)
def telegram(cup: Cup) -> str:
    medals = {1: "🥇", 2: "🥈", 3: "🥉"}
    return "Итоги турнира:\n\n" + lines(
        *(f"{medals.get(x.rank, f'{x.rank}.')} {x.name} — {x.points} очков" for x in cup.standings)
    )


@shape("Seventh: Spanish sentences with the table", SEVENTH, rounds="last")
def spanish(cup: Cup) -> str:
    verbs = ("le ganó a", "perdió contra", "empató con")
    return "Ronda 3\n" + lines(
        *(f"Mesa {g.table}: {g.first} {told(g, *verbs)} {g.second} {counts(g)[0]}-{counts(g)[1]}"
          for g in cup.last)
    )  # fmt: skip


@shape("Seventh: Italian, score and table behind", SEVENTH, rounds="last")
def italian(cup: Cup) -> str:
    return "Turno 3\n" + lines(*(f"{a} - {b} {s} (tavolo {t})" for t, a, b, s in short(cup)))


@shape("Seventh: Japanese, games in wide brackets", SEVENTH, rounds="last")
def japanese(cup: Cup) -> str:
    return "第3回戦\n" + lines(
        *(
            f"{g.table}卓　{g.first}（{counts(g)[0]}）－（{counts(g)[1]}）{g.second}"
            for g in cup.last
        )
    )


@shape("Seventh: Korean, who won behind each name", SEVENTH, rounds="last")
def korean(cup: Cup) -> str:
    return "3라운드\n" + lines(
        *(f"{g.table}테이블: {g.first} ({told(g, '승', '패', '무')}) vs {g.second} "
          f"({told(g, '패', '승', '무')})" for g in cup.last)
    )  # fmt: skip


@shape("Seventh: Russian, tables and a colon", SEVENTH, rounds="last")
def russian(cup: Cup) -> str:
    return "Раунд 3\n" + lines(
        *(f"Стол {g.table}: {g.first} {counts(g)[0]}:{counts(g)[1]} {g.second}" for g in cup.last)
    )


@shape("Seventh: histories, a line for each player with W and L", SEVENTH, rounds="all")
def history_lines(cup: Cup) -> str:
    played = histories(cup)
    return lines(
        *(
            f"{name}: " + ", ".join(f"{mark} {opp}" for opp, mark in played[name])
            for name in cup.names
        )
    )


@shape("Seventh: histories in words", SEVENTH, rounds="all")
def history_words(cup: Cup) -> str:
    words = {"W": "beat", "L": "lost to", "D": "drew with"}
    played = histories(cup)
    return lines(
        *(f"{name}: " + ", ".join(f"{words[mark]} {opp}" for opp, mark in played[name])
          for name in cup.names)
    )  # fmt: skip


@shape("Seventh: histories, rounds below each name", SEVENTH, rounds="all")
def history_blocks(cup: Cup) -> str:
    text = []
    for name, played in histories(cup).items():
        text += [name, *(f"R{at} {mark} vs {opp}" for at, (opp, mark) in enumerate(played, 1)), ""]
    return lines(*text)


@shape("Seventh: a star behind the winner", SEVENTH, rounds="last", verdict="doubted")
def star_behind(cup: Cup) -> str:
    return "Round 3 (* = winner)\n" + lines(
        *(
            f"{g.first}{told(g, '*', '', '')} vs {g.second}{told(g, '', '*', ' (draw)')}"
            for g in cup.last
        )
    )


@shape(
    "Seventh: an asterisk before the winner, tables in front",
    SEVENTH,
    rounds="last",
    verdict="doubted",
)
def star_before(cup: Cup) -> str:
    return "Round 3\n" + lines(
        *(f"{g.table}. {told(g, '* ', '', '')}{g.first} - {told(g, '', '* ', '')}{g.second}"
          f"{told(g, '', '', ' (draw)')}"
          for g in cup.last)
    )  # fmt: skip


@shape("Seventh: (W) and (L) behind names", SEVENTH, rounds="last")
def letters_behind(cup: Cup) -> str:
    return lines(
        *(f"{g.table}) {g.first} ({told(g, 'W', 'L', 'D')}) - {g.second} ({told(g, 'L', 'W', 'D')})"
          for g in cup.last)
    )  # fmt: skip


@shape("Seventh: Markdown, bullets, bold tables, games in bold", SEVENTH, rounds="last")
def markdown_bullets(cup: Cup) -> str:
    return "## Round 3\n\n" + lines(
        *(f"- **Table {t}**: {a} *vs* {b} — **{s}**" for t, a, b, s in short(cup))
    )


@shape("Seventh: wiki, numbered lines with points", SEVENTH, points=True)
def wiki_list(cup: Cup) -> str:
    return "== Standings ==\n" + lines(*(f"# {x.name} – {x.points} pts" for x in cup.standings))


@shape("Seventh: letters behind counts, 3W 0L 0D", SEVENTH, verdict="doubted")
def letter_counts(cup: Cup) -> str:
    return lines(*(f"{x.rank}. {x.name} {x.wins}W {x.losses}L {x.draws}D" for x in cup.standings))


@shape("Seventh: places as words, decks in brackets", SEVENTH, verdict="doubted")
def place_words(cup: Cup) -> str:
    ends = {1: "1st", 2: "2nd", 3: "3rd"}
    return lines(
        *(f"{ends.get(x.rank, f'{x.rank}th')} place: {x.name} (Mono Red)" for x in cup.standings)
    )


@shape(
    "Seventh: mail, aligned by blanks with a signature", SEVENTH, rounds="last", verdict="doubted"
)
def mail(cup: Cup) -> str:
    text = ["Dear Hans,", "", "please find the results of the third round below.", ""]
    text += [f"  {t:<4}{a:<26}{b:<26}{s}" for t, a, b, s in short(cup)]
    return lines(*text, "", "Best regards,", "Maria Muster", "Harbour Games, Dock Street 1")


@shape("Seventh: names with phone numbers", SEVENTH, verdict="doubted")
def phones(cup: Cup) -> str:
    return lines(
        *(f"{at}. {name}, 0170 55501{at:02}" for at, name in enumerate(cup.names, start=1))
    )


@shape(
    "Seventh: all matches of an event without rounds",
    SEVENTH,
    rounds="all",
    verdict="doubted and other",
)
def no_rounds(cup: Cup) -> str:
    games = [g for round in cup.rounds for g in round]
    return lines(*(f"{g.first} {counts(g)[0]}-{counts(g)[1]} {g.second}" for g in games))


@shape("Seventh: rounds as short titles with a colon", SEVENTH, rounds="all")
def short_titles(cup: Cup) -> str:
    text = []
    for number, games in enumerate(cup.rounds, start=1):
        text.append(f"R{number}:")
        text += [f"{g.first} vs {g.second}: {counts(g)[0]}-{counts(g)[1]}" for g in games]
    return lines(*text)


@shape("Seventh: who is left, won in capitals", SEVENTH, rounds="last")
def capitals(cup: Cup) -> str:
    return "Round 3\n" + lines(
        *(f"{g.first} {told(g, 'WON', 'LOST', 'DREW')} vs {g.second}" for g in cup.last)
    )


@shape("Seventh: a bracketed place and record at the end", SEVENTH, verdict="doubted")
def place_brackets(cup: Cup) -> str:
    return lines(*(f"[{x.rank}] {x.name} [{x.record}]" for x in cup.standings))
