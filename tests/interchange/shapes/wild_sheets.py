"""Shapes of sheets, chats and pages that were written down before any reader had seen them."""

from __future__ import annotations

from io import BytesIO

from openpyxl import Workbook

from tests.interchange.shapes.copied import spaced, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import WILD, dashed


def book(*sheets: tuple[str, list[list[object]]], merged: tuple[str, ...] = ()) -> bytes:
    """Return a workbook of these sheets, with cells of the first one merged."""
    made = Workbook()
    first = made.active
    assert first is not None
    for at, (title, rows) in enumerate(sheets):
        sheet = first if at == 0 else made.create_sheet()
        sheet.title = title
        for row in rows:
            sheet.append(row)
    for cells in merged:
        first.merge_cells(cells)
    data = BytesIO()
    made.save(data)
    return data.getvalue()


@shape("Workbook: a title over all columns", WILD, points=True)
def titled(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Harbour Cup, 27 November 2026"], [], ["Rank", "Name", "Points"]]
    rows += [[line.rank, line.name, line.points] for line in cup.standings]
    return book(("Standings", rows), merged=("A1:C1",))


@shape("Workbook: pairings and standings on one sheet", WILD, rounds="last", points=True)
def two_tables(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Round 3"], ["Table", "Player 1", "Player 2", "Result"]]
    rows += [[game.table, game.first, game.second, dashed(game)] for game in cup.last]
    rows += [[], ["Standings"], ["Rank", "Player", "Points"]]
    rows += [[line.rank, line.name, line.points] for line in cup.standings]
    return book(("Sheet1", rows))


@shape("Workbook: two tables side by side", WILD, points=True)
def side_by_side(cup: Cup) -> bytes:
    half = len(cup.standings) // 2
    rows: list[list[object]] = [["Rank", "Name", "Points", None, "Rank", "Name", "Points"]]
    for left, right in zip(cup.standings[:half], cup.standings[half:], strict=True):
        rows.append([left.rank, left.name, left.points, None, right.rank, right.name, right.points])
    return book(("Standings", rows))


@shape("Workbook: numbers as text, points as decimals", WILD, points=True)
def decimals(cup: Cup) -> bytes:
    rows: list[list[object]] = [["Rank", "Name", "Points", "OMW"]]
    rows += [[str(line.rank), line.name, float(line.points), 0.5556] for line in cup.standings]
    return book(("Standings", rows))


@shape("Workbook: Japanese pairings", WILD, rounds="last")
def japanese(cup: Cup) -> bytes:
    rows: list[list[object]] = [["第3回戦"], ["卓番", "プレイヤー1", "結果", "プレイヤー2"]]
    words = {"draw": "引き分け"}
    for game in cup.last:
        word = "○" if game.winner == game.first else words.get(game.winner, "●")
        rows.append([game.table, game.first, word, game.second])
    return book(("対戦表", rows))


@shape("CSV: two columns of results", WILD, rounds="last")
def both_results(cup: Cup) -> str:
    lines = ["Table,Player A,Result A,Player B,Result B"]
    for game in cup.last:
        sign = {game.first: ("Win", "Loss"), game.second: ("Loss", "Win")}
        first, second = sign.get(game.winner, ("Draw", "Draw"))
        lines.append(f"{game.table},{game.first},{first},{game.second},{second}")
    return "\n".join(lines) + "\n"


@shape("CSV: results as W and L", WILD, rounds="all")
def letters(cup: Cup) -> str:
    lines = ["Round,Player,Opponent,Result"]
    for number, games in enumerate(cup.rounds, start=1):
        for game in games:
            word = {game.first: "W", game.second: "L"}.get(game.winner, "D")
            lines.append(f"{number},{game.first},{game.second},{word}")
    return "\n".join(lines) + "\n"


@shape("CSV: each match twice, once a player", WILD, rounds="all")
def twice(cup: Cup) -> str:
    lines = ["Round,Player,Opponent,Result"]
    for number, games in enumerate(cup.rounds, start=1):
        for game in games:
            word = {game.first: "W", game.second: "L"}.get(game.winner, "D")
            other = {"W": "L", "L": "W"}.get(word, "D")
            lines.append(f"{number},{game.first},{game.second},{word}")
            lines.append(f"{number},{game.second},{game.first},{other}")
    return "\n".join(lines) + "\n"


@shape("CSV: a row for each player of a table", WILD, rounds="all")
def seats(cup: Cup) -> str:
    lines = ["Round,Table,Player,Games won"]
    for number, games in enumerate(cup.rounds, start=1):
        for game in games:
            assert game.games is not None
            lines.append(f"{number},{game.table},{game.first},{game.games[0]}")
            lines.append(f"{number},{game.table},{game.second},{game.games[1]}")
    return "\n".join(lines).replace("Games won", "Result") + "\n"


@shape("CSV: winner and loser", WILD, rounds="all")
def winner_loser(cup: Cup) -> str:
    lines = ["Round,Winner,Loser,Draw"]
    for number, games in enumerate(cup.rounds, start=1):
        for game in games:
            pair = (game.first, game.second or "")
            won, lost = pair[::-1] if game.winner == game.second else pair
            lines.append(f"{number},{won},{lost},{'yes' if game.winner == 'draw' else ''}")
    return "\n".join(lines) + "\n"


@shape("CSV: registrations with dates and fees", WILD)
def registrations(cup: Cup) -> str:
    lines = ["Order,Date,Name,Email,Ticket,Paid"]
    for at, name in enumerate(cup.names, start=1):
        mail = f"p{at}@example.org"
        lines.append(f"#{1000 + at},2026-11-{at:02d} 18:0{at % 10},{name},{mail},Main event,$25.00")
    return "\n".join(lines) + "\n"


@shape("CSV: decklists, a row for each player", WILD)
def decklists(cup: Cup) -> str:
    lines = ["Name,Deck Name,Decklist URL"]
    for at, name in enumerate(cup.names, start=1):
        lines.append(f"{name},Burn,https://decks.example/{at}")
    return "\n".join(lines) + "\n"


@shape("CSV: a sum below the rows", WILD, points=True)
def summed(cup: Cup) -> str:
    lines = ["Rank,Name,Points"]
    lines += [f"{line.rank},{line.name},{line.points}" for line in cup.standings]
    lines.append(f",Total,{sum(line.points for line in cup.standings)}")
    return "\n".join(lines) + "\n"


@shape("Chat: rounds with scores and mentions", WILD, rounds="last")
def mentions(cup: Cup) -> str:
    lines = ["**Round 3 results**"]
    for game in cup.last:
        lines.append(f"T{game.table}: {game.first} {spaced(game).replace(' ', '')} {game.second}")
    return "\n".join(lines) + "\n"


@shape("Chat: medals for the first three", WILD, points=True)
def medals(cup: Cup) -> str:
    signs = {1: "🥇", 2: "🥈", 3: "🥉"}
    lines = [
        f"{signs.get(line.rank, f'{line.rank}.')} {line.name} – {line.points} pts"
        for line in cup.standings
    ]
    return "\n".join(lines) + "\n"


@shape("Chat: names in a numbered list", WILD, verdict="doubted")
def numbered(cup: Cup) -> str:
    return "".join(f"{at}) {name}\n" for at, name in enumerate(cup.names, start=1))


@shape("Chat: drops in words", WILD, verdict="refused")
def drops(cup: Cup) -> str:
    lines = [f"{name} is dropping after this round, see you next week!" for name in cup.names]
    return "\n".join(lines) + "\n"


@shape("Page: menu, table and footer", WILD, points=True)
def with_menu(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Name", "Points")]
    rows += [(line.rank, line.name, line.points) for line in cup.standings]
    head = "Home\nEvents\nDecks\nLog in\n\nHarbour Cup\n27 Nov 2026\nStandings\n"
    return f"{head}{tabs(*rows)}\nAbout us · Privacy · © 2026 Example\n"


@shape("Page: pairings with deck below each name", WILD, rounds="last")
def decks_below(cup: Cup) -> str:
    rows = "Table\tPlayer 1\tPlayer 2\tResult\n"
    for game in cup.last:
        rows += f"{game.table}\t{game.first} (6 pts)\t{game.second} (4 pts)\t{dashed(game)}\n"
    return rows


@shape("Page: rank changes and arrows", WILD, points=True)
def arrows(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "", "Name", "Points")]
    rows += [(line.rank, "▲ 2", line.name, line.points) for line in cup.standings]
    return tabs(*rows)


@shape("Page: Cyrillic standings", WILD, points=True)
def cyrillic(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Место", "Имя", "Рейт", "Очки", "Бх")]
    rows += [(line.rank, line.name, 1500, f"{line.points},0", "9,5") for line in cup.standings]
    return tabs(*rows)


@shape("Page: bracket of a playoff", WILD, verdict="refused", players=8)
def bracket(cup: Cup) -> str:
    lines = ["Quarterfinals"]
    for game in cup.rounds[0]:
        lines += [game.first, "2", game.second or "", "0"]
    return "\n".join([*lines, "Semifinals", cup.names[0], cup.names[1]]) + "\n"


@shape("Text: pairings with a colon and a score", WILD, rounds="last")
def colons(cup: Cup) -> str:
    return "".join(
        f"{game.first} : {game.second}   {spaced(game).replace(' - ', ':')}\n" for game in cup.last
    )


@shape("Text: a price list", WILD, verdict="refused")
def prices(_cup: Cup) -> str:
    return "Item,Price,Stock\nBooster,4.50,36\nSleeves,9.90,12\nPlaymat,24.00,3\nDice,1.20,80\n"


@shape("Text: a schedule", WILD, verdict="refused")
def schedule(_cup: Cup) -> str:
    return "10:00\tDoors\n10:30\tPlayer meeting\n11:00\tRound 1\n12:00\tRound 2\n13:00\tLunch\n"


@shape("Text: a decklist", WILD, verdict="refused")
def decklist(_cup: Cup) -> str:
    return "Deck\n4 Lightning Bolt\n4 Lava Spike\n20 Mountain\n\nSideboard\n3 Smash to Dust\n"


@shape("Text: a log of a server", WILD, verdict="refused")
def log(_cup: Cup) -> str:
    return "".join(
        f"2026-11-27 18:0{at} INFO worker {at} started, port 80{at}0\n" for at in range(8)
    )
