"""Shapes that are copied from pages of the tools."""

from __future__ import annotations

from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.registry import shape

COPIED = "copied"


def tabs(*rows: tuple[object, ...]) -> str:
    """Return rows as a browser copies them."""
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def spaced(game: Game) -> str:
    """Return a score as pages show it."""
    assert game.games is not None
    won, lost, drawn = game.games
    return f"{won} - {lost} - {drawn}" if drawn else f"{won} - {lost}"


def points(cup: Cup) -> dict[str, int]:
    """Return everyone's points."""
    return {line.name: line.points for line in cup.standings}


@shape("AetherHub: pairings", COPIED, rounds="last")
def aetherhub_pairings(cup: Cup) -> str:
    has = points(cup)
    lines = ["Table   Player 1    Player 2    Match Results   "]
    for game in cup.last:
        second = f"{game.second} ({has[game.second]} Points)" if game.second else "BYE"
        lines.append(
            f"{game.table}   {game.first} ({has[game.first]} Points)     {second}    "
            f"{spaced(game)}  "
        )
    return "\n".join(lines) + "\n"


@shape("AetherHub: no headings, a bye", COPIED, rounds="last", verdict="doubted", players=9)
def aetherhub_bare(cup: Cup) -> str:
    return str(aetherhub_pairings(cup)).split("\n", 1)[1]


@shape("AetherHub: pairings, no results yet", COPIED, rounds="last", results=False)
def aetherhub_open(cup: Cup) -> str:
    has = points(cup)
    lines = ["Table   Player 1    Player 2    Match Results   "]
    for game in cup.last:
        lines.append(
            f"{game.table}   {game.first} ({has[game.first]} Points)     "
            f"{game.second} ({has[game.second or '']} Points)    No results  "
        )
    return "\n".join(lines) + "\n"


@shape("AetherHub: standings", COPIED, points=True)
def aetherhub_standings(cup: Cup) -> str:
    lines = [" Rank   Name    Points  Results     OMW     GW  OGW"]
    for line in cup.standings:
        record = f"{line.wins} - {line.losses}" + (f" - {line.draws}" if line.draws else "")
        shares = "    ".join(f"{share:.2f}00%" for share in line.shares)
        lines.append(f"{line.rank}   {line.name}    {line.points}   {record}   {shares}")
    return "\n".join(lines) + " \n"


@shape("EventLink: pairings of its page", COPIED, rounds="last", verdict="doubted")
def eventlink_page(cup: Cup) -> str:
    has = points(cup)
    return tabs(
        *(
            (
                game.table,
                f"{game.first} ({has[game.first]} Points)",
                f"{game.second} ({has[game.second or '']} Points)",
                spaced(game),
            )
            for game in cup.last
        )
    )


@shape("Melee: pairings of its page", COPIED, rounds="last")
def melee_pairings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Table", "Team 1", "Team 2", "Status", "Result")]
    for game in cup.last:
        assert game.games is not None
        games = game.games if game.winner != game.second else (game.games[1], game.games[0], 0)
        score = "-".join(map(str, games))
        word = f"{score} Draw" if game.winner == "draw" else f"{game.winner} won {score}"
        rows.append((game.table, game.first, game.second, "Completed", word))
    return tabs(*rows)


@shape("Melee: standings of its page", COPIED, points=True)
def melee_standings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Rank", "Player", "Match Record", "Game Record", "Points", "OMW%", "TGW%", "OGW%")
    ]
    rows += [
        (
            line.rank,
            line.name,
            line.record,
            "5-3-0",
            line.points,
            *(f"{share:.1f}%" for share in line.shares),
        )
        for line in cup.standings
    ]
    return tabs(*rows)


@shape("Melee: pairings, cells of several lines", COPIED, rounds="last", results=False)
def melee_broken(cup: Cup) -> str:
    rows = "Table\tPlayer 1\tPlayer 2\tResult\n"
    for game in cup.last:
        rows += f"{game.table}\t{game.first}\nthey/them\t{game.second}\nshe/her\tNot reported\n"
    return rows


@shape("TopDeck: pairings as cards", COPIED, rounds="last", results=False)
def topdeck_cards(cup: Cup) -> str:
    return "".join(
        f"Table {game.table}\n{game.first}\n6 points\nvs\n{game.second}\n3 points\n\n"
        for game in cup.last
    )


@shape("Limitless: standings", COPIED, points=True)
def limitless(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Place", "Name", "Country", "Points", "Record", "Opp Win %", "Deck")
    ]
    for line in cup.standings:
        record = f"{line.wins} - {line.losses} - {line.draws}"
        rows.append(
            (line.rank, line.name, "", line.points, record, f"{line.shares[0]:.2f}%", "Rogue")
        )
    return tabs(*rows)


@shape("Limitless: pairings", COPIED, rounds="last")
def limitless_pairings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Table", "Player", "Score", "", "Score", "Player")]
    for game in cup.last:
        assert game.games is not None
        rows.append((game.table, game.first, game.games[0], "vs", game.games[1], game.second))
    return tabs(*rows)


@shape("Challonge: standings", COPIED, points=True)
def challonge(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Rank", "Participant Name", "Match W-L-T", "Byes", "Set Wins", "Pts", "TB")
    ]
    for line in cup.standings:
        record = f"{line.wins} - {line.losses} - {line.draws}"
        rows.append((line.rank, line.name, record, 0, 5, f"{line.points}.0", 3))
    return tabs(*rows)


@shape("MTGO: standings", COPIED, points=True)
def mtgo(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Player", "Pts", "OMWP", "GWP", "OGWP")]
    rows += [
        (line.rank, line.name, line.points, *(f"{share / 100:.4f}" for share in line.shares))
        for line in cup.standings
    ]
    return tabs(*rows)


@shape("Japanese pairings", COPIED, rounds="last")
def japanese(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("テーブル", "プレイヤー1", "プレイヤー2", "結果")]
    for game in cup.last:
        assert game.games is not None
        rows.append((game.table, game.first, game.second, "{}-{}-{}".format(*game.games)))
    return f"第3回戦\n{tabs(*rows)}"


@shape("Japanese standings", COPIED, points=True)
def japanese_standings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("順位", "氏名", "勝点", "OMW%", "GW%", "OGW%")]
    rows += [
        (line.rank, line.name, line.points, *(f"{share:.2f}%" for share in line.shares))
        for line in cup.standings
    ]
    return tabs(*rows)


@shape("Several rounds, titles above each", COPIED, rounds="all")
def titled_rounds(cup: Cup) -> str:
    text = ""
    for number, games in enumerate(cup.rounds, start=1):
        text += f"Round {number}\n\nTable\tPlayer 1\tPlayer 2\tResult\n"
        text += tabs(*((g.table, g.first, g.second or "Bye", spaced(g)) for g in games)) + "\n"
    return text
