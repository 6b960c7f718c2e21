"""More shapes that no reader had seen: forms, chats, tables of leagues, pages with signs."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import spaced, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import WILD, dashed


@shape("CSV: German pairings, games by colons", WILD, rounds="last")
def german_colons(cup: Cup) -> str:
    lines = ["Tisch;Spieler 1;Spieler 2;Ergebnis (S1:S2)"]
    lines += [
        f"{game.table};{game.first};{game.second};{':'.join(map(str, game.games or ()))}"
        for game in cup.last
    ]
    return "\r\n".join(lines)


@shape("Standings: points with the record behind", WILD, points=True)
def points_with_record(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Name", "Points (W-L-D)")]
    rows += [(line.rank, line.name, f"{line.points} ({line.record})") for line in cup.standings]
    return tabs(*rows)


@shape("Chat: ranks with points and a share", WILD, points=True)
def ranks_with_share(cup: Cup) -> str:
    return "".join(
        f"{line.rank}) {line.name} ({line.points} pts, {line.shares[0]:.1f}%)\n"
        for line in cup.standings
    )


@shape("Chat: vs with the table behind", WILD, rounds="last", results=False)
def table_behind(cup: Cup) -> str:
    return "".join(f"{game.first} vs. {game.second} (Table {game.table})\n" for game in cup.last)


@shape("Chat: records behind names, round and table in front", WILD, rounds="last", results=False)
def record_behind(cup: Cup) -> str:
    return "".join(
        f"Round 3 - Table {game.table}: {game.first} (1-1-0) vs {game.second} (2-0-0)\n"
        for game in cup.last
    )


@shape("Form: timestamp and questions", WILD)
def form(cup: Cup) -> str:
    lines = ["Timestamp,Email Address,What is your full name?,Deck"]
    for at, name in enumerate(cup.names, start=1):
        lines.append(f"11/{at}/2026 18:04:11,p{at}@example.org,{name},Burn")
    return "\n".join(lines) + "\n"


@shape("Standings: played, won, drawn, lost", WILD, points=True)
def league(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Pos", "Player", "P", "W", "D", "L", "Pts")]
    rows += [
        (line.rank, line.name, 3, line.wins, line.draws, line.losses, line.points)
        for line in cup.standings
    ]
    return tabs(*rows)


@shape("Standings: a row for the bye", WILD, points=True)
def bye_row(cup: Cup) -> str:
    lines = ["Rank,Name,Points"]
    lines += [f"{line.rank},{line.name},{line.points}" for line in cup.standings]
    return "\n".join([*lines, f"{len(cup.names) + 1},BYE,0"]) + "\n"


@shape("Lines: games behind each name", WILD, rounds="last")
def games_behind(cup: Cup) -> str:
    lines = ["Round 3"]
    for game in cup.last:
        assert game.games is not None
        lines.append(f"{game.first} {game.games[0]} {game.second} {game.games[1]}")
    return "\n".join(lines) + "\n"


@shape("Lines: numbered, a score between names", WILD, rounds="last")
def score_between(cup: Cup) -> str:
    return "".join(
        f"{game.table}. {game.first} {spaced(game).replace(' ', '')} {game.second}\n"
        for game in cup.last
    )


@shape("Lines: bold winners and dashes", WILD, rounds="last")
def bold(cup: Cup) -> str:
    lines = []
    for game in cup.last:
        first = f"**{game.first}**" if game.winner == game.first else game.first
        second = f"**{game.second}**" if game.winner == game.second else game.second
        lines.append(f"{first} {spaced(game).replace(' - ', '–')} {second}")
    return "\n".join(lines) + "\n"


@shape("CSV: tables with a letter", WILD, rounds="last")
def lettered(cup: Cup) -> str:
    lines = ["Table,Player 1,Player 2,Result"]
    lines += [f"A{game.table},{game.first},{game.second},{dashed(game)}" for game in cup.last]
    return "\n".join(lines) + "\n"


@shape("CSV: headings with explanations", WILD, points=True)
def explained(cup: Cup) -> str:
    lines = ["Rank (final),Name of player,Points (max. 9),OMW (%)"]
    lines += [f"{line.rank},{line.name},{line.points},{line.shares[0]}" for line in cup.standings]
    return "\n".join(lines) + "\n"


@shape("CSV: cells at the end empty", WILD, points=True)
def empty_ends(cup: Cup) -> str:
    lines = ["Platz;Name;Punkte;;"]
    lines += [f"{line.rank};{line.name};{line.points};;" for line in cup.standings]
    return "\r\n".join(lines)


@shape("Page: flags before names", WILD, points=True)
def flags(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Player", "Points")]
    rows += [(line.rank, f"🇩🇪 {line.name}", line.points) for line in cup.standings]
    return tabs(*rows)


@shape("Page: clubs behind names", WILD, points=True)
def clubs(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rang", "Name", "Verein", "Punkte")]
    rows += [(line.rank, line.name, "SC Hafen", line.points) for line in cup.standings]
    return tabs(*rows)


@shape("Page: dropped players marked", WILD, points=True)
def marked_drops(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Player", "Points")]
    last = len(cup.standings)
    rows += [
        (line.rank, f"{line.name} (Dropped)" if line.rank == last else line.name, line.points)
        for line in cup.standings
    ]
    return tabs(*rows)


@shape("Grid: everybody against everybody", WILD, verdict="refused")
def everybody(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("", *cup.names)]
    for name in cup.names:
        rows.append((name, *("X" if other == name else "2-1" for other in cup.names)))
    return tabs(*rows)


@shape("JSON: a list of matches of no known tool", WILD, rounds="last")
def plain_json(cup: Cup) -> str:
    rows = [
        {"round": 3, "player1": game.first, "player2": game.second, "score": dashed(game)}
        for game in cup.last
    ]
    return json.dumps(rows)


@shape("Text: a calendar", WILD, verdict="refused")
def calendar(_cup: Cup) -> str:
    return "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Harbour Cup\nEND:VEVENT\nEND:VCALENDAR\n"


@shape("Text: settings of a program", WILD, verdict="refused")
def settings(_cup: Cup) -> str:
    return "[server]\nhost = localhost\nport = 8000\n\n[players]\nmost = 64\nname = cup\n"
