"""Shapes of the fourth collection: prints, mails, chats, markup and other texts."""

from __future__ import annotations

from tests.interchange.shapes.copied import spaced, tabs
from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.found_pages import FOUND, percent
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed, ordinal


@shape("PDF: standings with single blanks", FOUND, points=True)
def single_blanks(cup: Cup) -> str:
    lines = ["Rank Name Points OMW% GW% OGW%"]
    for line in cup.standings:
        lines.append(
            f"{line.rank} {line.name} {line.points} " + " ".join(map(percent, line.shares))
        )
    return "\n".join(lines) + "\n"


@shape("PDF: pairings with single blanks", FOUND, rounds="last", verdict="refused")
def single_pairs(cup: Cup) -> str:
    lines = ["Table Player 1 Player 2 Result"]
    lines += [f"{g.table} {g.first} {g.second} {dashed(g)}" for g in cup.last]
    return "\n".join(lines) + "\n"


@shape("PDF: columns of pairings, points before names", FOUND, rounds="last", results=False)
def print_points(cup: Cup) -> str:
    lines = [
        "Pairings by Table             Round 3",
        "",
        "Table  Pts  Player                      Pts  Opponent",
    ]
    lines += [f"{g.table:>5}  {3:>3}  {g.first:<26}  {0:>3}  {g.second}" for g in cup.last]
    return "\n".join(lines) + "\n"


@shape("Print: result slips with lines to fill in", FOUND, rounds="last", results=False)
def blank_lines(cup: Cup) -> str:
    lines = ["Table   Player 1                   Player 2                   Result"]
    lines += [f"{g.table:<8}{g.first:<27}{g.second:<27}___-___" for g in cup.last]
    return "\n".join(lines) + "\n"


@shape("Mail: greeting, pairings, signature", FOUND, rounds="last")
def mail(cup: Cup) -> str:
    text = "Hi all,\n\nhere are the results of last night:\n\nTable\tPlayer 1\tPlayer 2\tResult\n"
    text += tabs(*((g.table, g.first, g.second, dashed(g)) for g in cup.last))
    return text + "\nSee you next week!\nBest regards\nSam from the store\n"


@shape("Markdown: no bars at the ends", FOUND, points=True)
def markdown_open(cup: Cup) -> str:
    text = "Rank | Player | Points\n---:|:---|---\n"
    return text + "".join(f"{line.rank} | {line.name} | {line.points}\n" for line in cup.standings)


@shape("Markdown: names are links", FOUND, points=True)
def markdown_links(cup: Cup) -> str:
    text = "| Rank | Player | Points |\n|---|---|---|\n"
    return text + "".join(
        f"| {line.rank} | [{line.name}](https://example.org/p/{line.rank}) | {line.points} |\n"
        for line in cup.standings
    )


@shape("Wiki: Jira's bars", FOUND, points=True)
def jira(cup: Cup) -> str:
    text = "||Rank||Player||Points||\n"
    return text + "".join(f"|{line.rank}|{line.name}|{line.points}|\n" for line in cup.standings)


@shape("Wiki: MediaWiki's table", FOUND, points=True)
def mediawiki(cup: Cup) -> str:
    text = '{| class="wikitable"\n! Rank !! Player !! Points\n'
    return (
        text
        + "".join(f"|-\n| {line.rank} || {line.name} || {line.points}\n" for line in cup.standings)
        + "|}\n"
    )


@shape("Org: a table of Emacs", FOUND, points=True)
def org(cup: Cup) -> str:
    text = "|  Rank | Player           | Points |\n|-------+------------------+--------|\n"
    return text + "".join(
        f"| {line.rank:>5} | {line.name:<16} | {line.points:>6} |\n" for line in cup.standings
    )


@shape("Grid: reStructuredText", FOUND, points=True)
def rest(cup: Cup) -> str:
    rule = f"+------+{'-' * 26}+--------+\n"
    text = f"{rule}| Rank | {'Player':<24} | Points |\n{rule.replace('-', '=')}"
    for line in cup.standings:
        text += f"| {line.rank:<4} | {line.name:<24} | {line.points:<6} |\n{rule}"
    return text


@shape("Box: frames of a terminal", FOUND, rounds="last")
def boxed(cup: Cup) -> str:
    lines = ["┌───────┬──────────────────────────┬──────────────────────────┬────────┐"]
    lines += [f"│ Table │ {'Player 1':<24} │ {'Player 2':<24} │ Result │"]
    lines += ["├───────┼──────────────────────────┼──────────────────────────┼────────┤"]
    lines += [
        f"│ {g.table:<5} │ {g.first:<24} │ {g.second:<24} │ {dashed(g):<6} │" for g in cup.last
    ]
    return "\n".join(
        [*lines, "└───────┴──────────────────────────┴──────────────────────────┴────────┘"]
    )


@shape("BBCode: a table of a forum", FOUND, points=True)
def bbcode(cup: Cup) -> str:
    rows = "[tr][th]Rank[/th][th]Player[/th][th]Points[/th][/tr]\n"
    for line in cup.standings:
        rows += f"[tr][td]{line.rank}[/td][td]{line.name}[/td][td]{line.points}[/td][/tr]\n"
    return f"[table]\n{rows}[/table]\n"


@shape("Reddit: bold names, records", FOUND, points=True)
def reddit(cup: Cup) -> str:
    return "".join(
        f"{line.rank}. **{line.name}** — {line.points} ({line.record})\n\n"
        for line in cup.standings
    )


@shape("Chat of a phone: lines with time and sender", FOUND, rounds="last")
def phone_chat(cup: Cup) -> str:
    return "".join(
        f"[29.11.26, 20:0{g.table}] Sam: {g.first} - {g.second} {spaced(g)}\n" for g in cup.last
    )


@shape("Lines: winner over loser", FOUND, rounds="last")
def over(cup: Cup) -> str:
    lines = []
    for g in cup.last:
        assert g.games is not None
        won, lost = sorted(g.games[:2], reverse=True)
        loser = g.second if g.winner == g.first else g.first
        drawn = f"{g.first} drew with {g.second} 1-1-1"
        lines.append(drawn if won == lost else f"{g.winner} over {loser} {won}-{lost}")
    return "\n".join(lines)


@shape(
    "Lines: a fraction of tables and two names with a slash",
    FOUND,
    rounds="last",
    results=False,
    verdict="refused",
)
def slashes(cup: Cup) -> str:
    return "".join(f"{g.table}/4: {g.first} / {g.second}\n" for g in cup.last)


def _ruled(game: Game) -> str:
    return spaced(game).replace(" - ", " : ")


@shape("Lines: German, dash between, games with a colon", FOUND, rounds="last")
def german_lines(cup: Cup) -> str:
    return "Runde 3\n" + "".join(
        f"Tisch {g.table}: {g.first} – {g.second}   {_ruled(g)}\n" for g in cup.last
    )


@shape("Text: ranks as words", FOUND, points=True)
def rank_words(cup: Cup) -> str:
    return "".join(
        f"{ordinal(line.rank)}: {line.name}, {line.points} points\n" for line in cup.standings
    )


@shape("Text: a card of an address book", FOUND, verdict="refused")
def vcard(cup: Cup) -> str:
    return "".join(f"BEGIN:VCARD\nVERSION:3.0\nFN:{name}\nEND:VCARD\n" for name in cup.names)


@shape("Text: statements of a database", FOUND, verdict="refused")
def sql(cup: Cup) -> str:
    return "".join(
        f"INSERT INTO players VALUES ({line.rank}, '{line.name}', {line.points});\n"
        for line in cup.standings
    )


@shape("Text: YAML of players", FOUND, verdict="refused")
def yaml(cup: Cup) -> str:
    return "players:\n" + "".join(
        f"  - rank: {line.rank}\n    name: {line.name}\n    points: {line.points}\n"
        for line in cup.standings
    )


@shape("Text: a program", FOUND, verdict="refused")
def program(cup: Cup) -> str:
    return "import sys\n\ndef main(a, b):\n    return a - b\n\nprint(main(2, 1), sys.argv)\n"


@shape("Names: with numbers in brackets", FOUND, verdict="doubted")
def names_brackets(cup: Cup) -> str:
    return "".join(f"({at}) {name}\n" for at, name in enumerate(cup.names, start=1))


@shape("Names: one line, commas between", FOUND, verdict="doubted")
def names_line(cup: Cup) -> str:
    return ", ".join(cup.names) + "\n"


@shape("Names: with addresses in angles", FOUND, verdict="doubted")
def names_mails(cup: Cup) -> str:
    return "".join(f"{name} <p{at}@example.org>\n" for at, name in enumerate(cup.names))


@shape("Names: a heading and decks behind dashes", FOUND, verdict="refused")
def names_decks(cup: Cup) -> str:
    return "Players\n" + "".join(f"{name} – Mono Red\n" for name in cup.names)


@shape("Roster: id, name, e-mail, deck, notes", FOUND)
def roster(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("#", "Player ID", "Full name", "E-mail", "Deck", "Notes")]
    for at, name in enumerate(cup.names, start=1):
        rows.append((at, 900100 + at, name, f"p{at}@example.org", "Burn", "needs table near door"))
    return commas(*rows)
