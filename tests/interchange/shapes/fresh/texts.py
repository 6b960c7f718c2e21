"""Shapes of the fifth collection: what people type in chats, mails, posts and notes."""

from __future__ import annotations

from tests.interchange.shapes.copied import points
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.found_more import told
from tests.interchange.shapes.fresh.tools import FRESH, counts, histories, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed

DECKS = ("Mono Red", "Azorius Control", "Elves", "Jund")


def sides(cup: Cup) -> list[tuple[str, str | None, str]]:
    """Return winner, loser and their games; of a drawn match in the order of the file."""
    found = []
    for g in cup.last:
        won, lost = sorted(counts(g)[:2], reverse=True)
        pair = (g.second or "", g.first) if g.winner == g.second else (g.first, g.second)
        found.append((*pair, f"{won}-{lost}"))
    return found


@shape("Lines: equals signs to the points", FRESH, points=True, verdict="doubted")
def equals(cup: Cup) -> str:
    return lines(*(f"{x.name} = {x.points}" for x in cup.standings))


@shape("Lines: a dash and points in words", FRESH, points=True)
def dash_points(cup: Cup) -> str:
    return lines(*(f"{x.name} – {x.points} points" for x in cup.standings))


@shape("Lines: names with points in brackets", FRESH, points=True)
def bracket_points(cup: Cup) -> str:
    return "Standings after round 3:\n" + lines(*(f"{x.name} ({x.points})" for x in cup.standings))


@shape("Lines: places with a bracket", FRESH, points=True)
def place_bracket(cup: Cup) -> str:
    return lines(*(f"{x.rank}) {x.name} {x.points} pts" for x in cup.standings))


@shape("Lines: places, a long dash, bold", FRESH, points=True)
def place_bold(cup: Cup) -> str:
    return lines(*(f"{x.rank}. **{x.name}** — {x.points}" for x in cup.standings))


@shape("Lines: places with Spanish ordinals", FRESH, points=True)
def place_spanish(cup: Cup) -> str:
    return lines(*(f"{x.rank}º {x.name} – {x.points} puntos" for x in cup.standings))


@shape("Lines: armies behind the points", FRESH, points=True)
def armies(cup: Cup) -> str:
    return lines(*(f"{x.rank}. {x.name} ({x.points} pts) Wood Elves" for x in cup.standings))


@shape("Lines: records in front, decks and by", FRESH, verdict="refused")
def decks_by(cup: Cup) -> str:
    return lines(
        *(f'{x.rank}. {x.wins}-{x.losses} "{DECKS[x.rank % 4]}" by {x.name}'
          for x in cup.standings)
    )  # fmt: skip


@shape("Lines: records behind a name", FRESH, verdict="doubted")
def records(cup: Cup) -> str:
    return lines(*(f"{x.name} {x.wins}-{x.losses}-{x.draws}" for x in cup.standings))


@shape("Lines: groups of equal records", FRESH, verdict="refused")
def record_groups(cup: Cup) -> str:
    groups: dict[str, list[str]] = {}
    for x in cup.standings:
        groups.setdefault(f"{x.wins}-{x.losses}", []).append(x.name)
    return lines(*(f"{record}: {', '.join(names)}" for record, names in groups.items()))


@shape("Lines: places of a top 8", FRESH, verdict="doubted")
def top_eight(cup: Cup) -> str:
    words = ["1st", "2nd", "3rd/4th", "3rd/4th", *["5th-8th"] * 4]
    return lines(*(f"{word}: {x.name}" for word, x in zip(words, cup.standings, strict=True)))


@shape("Lines: W and L of each round", FRESH, verdict="refused")
def letters(cup: Cup) -> str:
    return lines(
        *(f"{name}: {' '.join(mark for _o, mark in played)}"
          for name, played in histories(cup).items())
    )  # fmt: skip


@shape("Lines: greater than between winner and loser", FRESH, rounds="last")
def greater(cup: Cup) -> str:
    return lines(
        "Round 3",
        *(f"{a} = {b} {games}" if games == "1-1" else f"{a} > {b} {games}"
          for a, b, games in sides(cup)),
    )  # fmt: skip


@shape("Lines: won against in a sentence", FRESH, rounds="last")
def against(cup: Cup) -> str:
    return lines(
        *(f"{a} drew against {b} 1-1" if games == "1-1" else f"{a} won {games} against {b}"
          for a, b, games in sides(cup)),
    )  # fmt: skip


@shape("Lines: lost to and beat", FRESH, rounds="last")
def lost_to(cup: Cup) -> str:
    return lines(
        *(told(g, f"{g.first} beat {g.second} {dashed(g)[:3]}",
               f"{g.first} lost to {g.second} {dashed(g)[:3]}",
               f"{g.first} drew with {g.second} {dashed(g)[:3]}") for g in cup.last),
    )  # fmt: skip


@shape("Lines: games in brackets inside", FRESH, rounds="last")
def inner_games(cup: Cup) -> str:
    return lines(
        *(f"Match {g.table}: {g.first} ({counts(g)[0]}) - ({counts(g)[1]}) {g.second}"
          for g in cup.last)
    )  # fmt: skip


@shape("Lines: games beside the names, vs between", FRESH, rounds="last")
def games_beside(cup: Cup) -> str:
    return lines(*(f"{g.first} {counts(g)[0]} vs {counts(g)[1]} {g.second}" for g in cup.last))


@shape("Lines: crossed swords between", FRESH, rounds="last", results=False)
def swords(cup: Cup) -> str:
    return lines("Round 3", *(f"{g.table}. {g.first} ⚔️ {g.second}" for g in cup.last))


@shape("Lines: bold tables and bars", FRESH, rounds="last", results=False, verdict="doubted")
def bold_tables(cup: Cup) -> str:
    return lines(*(f"**Table {g.table}** | {g.first} | {g.second}" for g in cup.last))


@shape("Lines: a bye of its own", FRESH, rounds="last", results=False, players=9)
def bye_line(cup: Cup) -> str:
    text = ["Runde 3"]
    for g in cup.last:
        text.append(f"{g.first} – {g.second}" if g.second else f"spielfrei: {g.first}")
    return lines(*text)


@shape("Lines: has a bye", FRESH, rounds="last", results=False, players=9)
def has_bye(cup: Cup) -> str:
    text = ["Round 3 pairings:"]
    for g in cup.last:
        text.append(f"{g.first} vs {g.second}" if g.second else f"{g.first} has a bye")
    return lines(*text)


@shape(
    "Lines: tables with a number sign behind",
    FRESH,
    rounds="last",
    results=False,
    verdict="refused",
)
def table_behind(cup: Cup) -> str:
    return lines(*(f"{g.first} / {g.second} @ table {g.table}" for g in cup.last))


@shape("Lines: arrows to the winner", FRESH, rounds="last")
def arrows(cup: Cup) -> str:
    return lines(
        *(f"{g.first} vs {g.second} -> {'draw' if g.winner == 'draw' else g.winner}"
          for g in cup.last)
    )  # fmt: skip


@shape("Lines: the winner in brackets behind", FRESH, rounds="last")
def winner_brackets(cup: Cup) -> str:
    return lines(
        *(f"{g.first} vs {g.second} ({'draw' if g.winner == 'draw' else g.winner + ' won'})"
          for g in cup.last)
    )  # fmt: skip


@shape("Lines: commas and a result at the end", FRESH, rounds="last")
def comma_lines(cup: Cup) -> str:
    return lines(*(f"{g.first} vs. {g.second}, {dashed(g)}" for g in cup.last))


@shape("Lines: rounds with bullets below", FRESH, rounds="all")
def bullets(cup: Cup) -> str:
    text = []
    for number, games in enumerate(cup.rounds, start=1):
        text += [f"## Round {number}", ""]
        text += [f"- {g.first} vs {g.second}: {dashed(g)}" for g in games]
        text += [""]
    return lines(*text)


@shape("Lines: a phone's chat with results", FRESH, rounds="last", verdict="refused")
def phone_chat(cup: Cup) -> str:
    return lines(
        *(f"[27.11.26, 19:0{g.table}:12] {g.first}: {dashed(g)[:3]} gegen {g.second}"
          for g in cup.last)
    )  # fmt: skip


@shape("Post: a sentence above and below", FRESH, points=True)
def post(cup: Cup) -> str:
    return (
        "Thanks everyone for coming out to our Friday event!\n\nFinal standings:\n"
        + lines(*(f"{x.rank}. {x.name} - {x.points}" for x in cup.standings))
        + "\nSee you next week!\n"
    )


@shape("Post: pairings between sentences", FRESH, rounds="last", results=False)
def post_pairings(cup: Cup) -> str:
    return (
        "Hi all, here are the pairings for round 3.\n\n"
        + lines(*(f"Table {g.table}: {g.first} vs {g.second}" for g in cup.last))
        + "\nPlease play until Sunday and report here.\n"
    )


@shape("Print: a page break with its header in the middle", FRESH, points=True)
def page_break(cup: Cup) -> str:
    head = ["Friday Cup                                Printed 27/11/2026", "",
            "Rank   Name                        Points   OMW%"]  # fmt: skip
    body = [f"{x.rank:<7}{x.name:<28}{x.points:<9}{x.shares[0]:.1f}" for x in cup.standings]
    foot = ["", "Page 1 of 2", "\f"]
    return lines(*head, *body[:4], *foot, *head, *body[4:], "", "Page 2 of 2")


@shape("Print: long names cut off with dots", FRESH, verdict="doubted and other")
def cut_names(cup: Cup) -> str:
    body = [("Rank", "Name", "Points")] + [
        (x.rank, x.name if len(x.name) < 13 else f"{x.name[:11]}...", x.points)
        for x in cup.standings
    ]
    return "".join("\t".join(map(str, row)) + "\n" for row in body)


@shape("Print: word processor, cells with empty lines", FRESH, points=True, verdict="doubted")
def word_cells(cup: Cup) -> str:
    text = ["Rank", "", "Player", "", "Points", ""]
    for x in cup.standings:
        text += [str(x.rank), "", x.name, "", str(x.points), ""]
    return lines(*text)


@shape("Lines: Japanese, places and records", FRESH, verdict="doubted")
def japanese_places(cup: Cup) -> str:
    return lines(*(f"{x.rank}位：{x.name}さん（{x.wins}勝{x.losses}敗）" for x in cup.standings))


@shape("Lines: Japanese, circles and crosses around", FRESH, rounds="last")
def japanese_circles(cup: Cup) -> str:
    return "3回戦\n" + lines(
        *(f"{g.table}卓 {told(g, '○', '×', '△')}{g.first} － {g.second}{told(g, '×', '○', '△')}"
          for g in cup.last)
    )  # fmt: skip


@shape("Lines: Chinese pairings with rounds and tables", FRESH, rounds="last")
def chinese_lines(cup: Cup) -> str:
    return lines(
        "第3轮", *(f"第{g.table}桌 {g.first} {dashed(g)[:3].replace('-', ':')} {g.second}"
                 for g in cup.last)
    )  # fmt: skip


@shape("Lines: Korean pairings", FRESH, rounds="last")
def korean_lines(cup: Cup) -> str:
    return lines(
        "3라운드", *(f"{g.table}번 테이블: {g.first} vs {g.second} ({dashed(g)[:3]})"
                  for g in cup.last)
    )  # fmt: skip


@shape("Lines: French, bat between and points", FRESH, rounds="last")
def french_lines(cup: Cup) -> str:
    return lines(
        "Ronde 3",
        *(f"{a} et {b} 1-1" if games == "1-1" else f"{a} bat {b} {games}"
          for a, b, games in sides(cup)),
    )  # fmt: skip


@shape("Lines: Italian, contro and the score", FRESH, rounds="last")
def italian_lines(cup: Cup) -> str:
    return lines(
        "Turno 3", *(f"Tavolo {g.table}: {g.first} contro {g.second} {dashed(g)}" for g in cup.last)
    )


@shape("Lines: Spanish, contra without results", FRESH, rounds="last", results=False)
def spanish_lines(cup: Cup) -> str:
    return lines("Ronda 3", *(f"Mesa {g.table}: {g.first} contra {g.second}" for g in cup.last))


@shape("Lines: German, gegen and a result", FRESH, rounds="last")
def german_lines(cup: Cup) -> str:
    return lines(
        "Runde 3:",
        *(f"Tisch {g.table}: {g.first} gegen {g.second} {dashed(g)[:3].replace('-', ':')}"
          for g in cup.last),
    )  # fmt: skip


@shape("Lines: points before the names", FRESH, points=True)
def points_first(cup: Cup) -> str:
    return "Standings\n" + lines(*(f"{x.points} pts - {x.name}" for x in cup.standings))


@shape("Lines: deck behind a bar", FRESH, points=True, verdict="doubted")
def deck_bars(cup: Cup) -> str:
    return lines(
        *(f"{x.rank} | {x.name} | {DECKS[x.rank % 4]} | {x.points}" for x in cup.standings)
    )


@shape("Lines: points of both in brackets, v between", FRESH, rounds="last", results=False)
def both_points(cup: Cup) -> str:
    has = points(cup)
    return lines(
        *(f"{g.table} {g.first} [{has[g.first]}] v {g.second} [{has[g.second or '']}]"
          for g in cup.last)
    )  # fmt: skip
