"""Shapes of the fourth collection: pages of tools, as people copy and save them."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import points, spaced, tabs
from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import chess, dashed, family_first

FOUND = "found later"


def below(*cells: object) -> str:
    """Return cells one below the other."""
    return "".join(f"{cell}\n" for cell in cells)


def percent(share: float) -> str:
    """Return a percentage with two digits."""
    return f"{share:.2f}%"


def rank_rows(cup: Cup, heads: tuple[object, ...], *before: object, points_as: str = "{}") -> str:
    """Return standings with tabs: rank, other cells, name, points, three shares."""
    rows: list[tuple[object, ...]] = [heads]
    for line in cup.standings:
        has = points_as.format(line.points)
        rows.append((line.rank, *before, line.name, has, *map(percent, line.shares)))
    return tabs(*rows)


@shape("Melee: standings, each cell a line", FOUND, points=True, verdict="doubted")
def melee_stacked(cup: Cup) -> str:
    text = below("Rank", "Player", "Match Record", "Game Record", "Points", "OMW%", "TGW%", "OGW%")
    for line in cup.standings:
        shares = map(percent, line.shares)
        text += below(line.rank, line.name, line.record, "5-3-0", line.points, *shares)
    return text


@shape("Melee: pairings, results as Name won", FOUND, rounds="last")
def melee_words(cup: Cup) -> str:
    text = "Pairings\tStandings\tDecklists\nRound 3\n"
    rows: list[tuple[object, ...]] = [("Table", "Player 1", "Player 2", "Result")]
    for game in cup.last:
        assert game.games is not None
        won = sorted(game.games[:2], reverse=True)
        word = f"{game.winner} won {won[0]}-{won[1]}-{game.games[2]}"
        word = "1-1-1 Draw" if game.winner == "draw" else word
        rows.append((f"#{game.table}", game.first, game.second, word))
    return text + tabs(*rows) + "Showing 1 to 4 of 4 entries\nPrevious1Next\n"


@shape("Melee: standings, a line of paging below", FOUND, points=True)
def melee_paged(cup: Cup) -> str:
    heads = ("Rank", "Player", "Points", "OMW%", "TGW%", "OGW%")
    return rank_rows(cup, heads) + "\nShowing 1 to 8 of 8 entries\nPrevious\n1\nNext\n"


@shape("Melee: standings, first page of three", FOUND, points=True, verdict="doubted")
def melee_first_page(cup: Cup) -> str:
    heads = ("Rank", "Player", "Points", "OMW%", "TGW%", "OGW%")
    return rank_rows(cup, heads) + "\nShowing 1 to 8 of 24 entries\nPrevious\n1\n2\n3\nNext\n"


@shape("Companion: typed pairings, v between", FOUND, rounds="last")
def companion_typed(cup: Cup) -> str:
    return "".join(
        f"T{game.table} {game.first} v {game.second} {dashed(game)}\n" for game in cup.last
    )


@shape("Companion: typed results with d.", FOUND, rounds="last")
def companion_defeats(cup: Cup) -> str:
    lines = ["Round 3"]
    for game in cup.last:
        assert game.games is not None
        won, lost = sorted(game.games[:2], reverse=True)
        loser = game.second if game.winner == game.first else game.first
        line = f"{game.first} drew {game.second} 1-1-1"
        lines.append(line if won == lost else f"{game.winner} d. {loser} {won}-{lost}")
    return "\n".join(lines)


@shape("EventLink: print of its page", FOUND, points=True)
def eventlink_print(cup: Cup) -> str:
    lines = [
        "Friday Night 11/27/2026                                     Event ID: 9000001",
        "Standings by Rank                                                     Round 3",
        "",
        "Rank  Name                            Points   OMW%   GW%   OGW%",
    ]
    for line in cup.standings:
        shares = "  ".join(f"{share:5.1f}" for share in line.shares)
        lines.append(f"{line.rank:>4}  {line.name:<32}{line.points:>6}  {shares}")
    lines += ["", "11/27/2026 9:14 PM                                                Page 1 of 1"]
    return "\n".join(lines) + "\n"


@shape("EventLink: heads over two lines", FOUND, points=True)
def eventlink_two_heads(cup: Cup) -> str:
    lines = [
        "                                Match     Opp. Match   Game      Opp. Game",
        "Rank  Name                      Points    Win %        Win %     Win %",
        "----  ------------------------  ------    ----------   ------    ---------",
    ]
    for line in cup.standings:
        one, two, three = (f"{share:.1f}%" for share in line.shares)
        lines.append(f"{line.rank:<6}{line.name:<26}{line.points:<10}{one:<13}{two:<10}{three}")
    return "\n".join(lines) + "\n"


@shape("Challonge: bracket copied as text", FOUND, rounds="last", verdict="doubted")
def challonge_bracket(cup: Cup) -> str:
    text = "Round 3\n"
    for game in cup.last:
        assert game.games is not None
        text += below(game.table, game.first, game.games[0], game.second, game.games[1])
    return text


@shape("Challonge: standings with history", FOUND, points=True)
def challonge_history(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Rank", "Participant Name", "Match W-L-T", "TB", "Buchholz", "Pts", "Match History")
    ]
    for line in cup.standings:
        record = f"{line.wins} - {line.losses} - {line.draws}"
        history = "W" * line.wins + "L" * line.losses + "D" * line.draws
        rows.append((line.rank, line.name, record, 2, 14.5, f"{line.points}.0", history))
    return tabs(*rows)


@shape("start.gg: standings of its page", FOUND)
def start_gg_standings(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Placement", "Entrant", "Set record")]
    rows += [(line.rank, line.name, f"{line.wins}-{line.losses}") for line in cup.standings]
    return tabs(*rows)


@shape("TopDeck: standings, W-L-D and shares", FOUND, points=True)
def topdeck_table(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Rank", "Player", "Deck", "Points", "W - L - D", "OW%", "GW%", "OGW%")
    ]
    for line in cup.standings:
        shares = (f"{share:.1f}%" for share in line.shares)
        record = f"{line.wins} - {line.losses} - {line.draws}"
        rows.append((line.rank, line.name, "View Decklist", line.points, record, *shares))
    return tabs(*rows)


@shape("Limitless: players with flags in brackets", FOUND, points=True)
def limitless_country(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("#", "Player", "", "Record", "Points", "Res.")]
    for line in cup.standings:
        rows.append((line.rank, f"{line.name} [DE]", "🇩🇪", line.record, line.points, "61.11%"))
    return tabs(*rows)


@shape("Pages: flags written as letters", FOUND, points=True)
def flag_letters(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Player", "Points")]
    flags = ("🇯🇵", "🇩🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇧🇷")
    for at, line in enumerate(cup.standings):
        rows.append((line.rank, f"{flags[at % 4]} {line.name}", line.points))
    return tabs(*rows)


@shape("AetherHub: standings, cells with breaks", FOUND, points=True)
def aetherhub_breaks(cup: Cup) -> str:
    text = "Rank\tName\tPoints\tResults\tOMW\tGW\tOGW\n"
    for line in cup.standings:
        one, two, three = map(percent, line.shares)
        text += (
            f"{line.rank}\t\n{line.name}\n\t{line.points}\t{line.record}\t{one}\t{two}\t{three}\n"
        )
    return text


@shape("chess-results: pairings of all rounds", FOUND, rounds="all")
def chess_all_rounds(cup: Cup) -> str:
    text = "Winter Open\n"
    for number, games in enumerate(cup.rounds, start=1):
        rows: list[tuple[object, ...]] = [
            ("Bo.", "No.", "", "Name", "Rtg", "Pts.", "Result", "Pts.", "", "Name", "Rtg", "No.")
        ]
        for at, game in enumerate(games, start=1):
            mark = {game.first: "1 - 0", game.second: "0 - 1"}.get(game.winner, "½ - ½")
            first, second = family_first(game.first), family_first(game.second or "")
            rows.append((game.table, at, "", first, 0, 0, mark, 0, "WFM", second, 1800, at + 4))
        text += f"Round {number} on 2026/11/2{number} at 18:00\n{tabs(*rows)}"
    return text


@shape("chess-results: pairings with a bye and one not paired", FOUND, rounds="last", players=9)
def chess_bye(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Bo.", "No.", "Name", "Pts.", "Result", "Pts.", "Name", "No.")
    ]
    for at, game in enumerate(cup.last, start=1):
        first = family_first(game.first)
        if game.second is None:
            rows.append((game.table, at, first, 1, "1", "", "bye", ""))
        else:
            second = family_first(game.second)
            rows.append((game.table, at, first, 1, chess(game), 0, second, at + 4))
    return "Round 3\n" + tabs(*rows)


@shape("chess-results: forfeits + - -", FOUND, rounds="last")
def chess_forfeits(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Bo.", "White", "Result", "Black")]
    for game in cup.last:
        mark = {game.first: "+ - -", game.second: "- - +"}.get(game.winner, "½ - ½")
        rows.append((game.table, game.first, mark, game.second))
    return tabs(*rows)


@shape("HTML: two rows of headings", FOUND, points=True)
def html_two_heads(cup: Cup) -> str:
    rows = "<tr><th rowspan=2>Rank</th><th rowspan=2>Name</th><th colspan=2>Match</th>"
    rows += "<th colspan=2>Tiebreakers</th></tr>"
    rows += "<tr><th>Points</th><th>W-L-D</th><th>OMW%</th><th>GW%</th></tr>"
    for line in cup.standings:
        one, two, _three = line.shares
        rows += f"<tr><td>{line.rank}</td><td>{line.name}</td><td>{line.points}</td>"
        rows += f"<td>{line.record}</td><td>{one}</td><td>{two}</td></tr>"
    return f"<html><body><table>{rows}</table></body></html>"


@shape("HTML: a table within a table of layout", FOUND, rounds="last")
def html_nested(cup: Cup) -> str:
    rows = "<tr><th>Table</th><th>Player</th><th>Opponent</th><th>Result</th></tr>"
    for game in cup.last:
        rows += f"<tr><td>{game.table}</td><td><a href='/p/1'>{game.first}</a></td>"
        rows += f"<td>{game.second}</td><td>{spaced(game)}</td></tr>"
    inner = f"<table>{rows}</table>"
    menu = "<ul><li>Home</li><li>Login</li></ul>"
    return f"<html><body><table><tr><td>{menu}</td><td>{inner}</td></tr></table></body></html>"


@shape("HTML: rows and cells by their roles", FOUND, points=True)
def html_roles(cup: Cup) -> str:
    rows = "<div role='row'><span role='columnheader'>Rank</span>"
    rows += "<span role='columnheader'>Player</span><span role='columnheader'>Points</span></div>"
    for line in cup.standings:
        cells = (line.rank, line.name, line.points)
        rows += "<div role='row'>"
        rows += "".join(f"<div role='cell'><span>{cell}</span></div>" for cell in cells) + "</div>"
    return f"<!doctype html><html><body><div role='table'>{rows}</div></body></html>"


@shape("HTML: scripts, styles and hidden cells", FOUND, points=True)
def html_scripts(cup: Cup) -> str:
    rows = "<tr><th>Rank</th><th>Player</th><th style='display:none'>id</th><th>Pts</th></tr>"
    for line in cup.standings:
        rows += (
            f"<tr><td>{line.rank}</td><td>{line.name}<script>track(1)</script><p hidden>old</td>"
        )
        rows += f"<td style='display:none'>77{line.rank}</td><td>{line.points}</td></tr>"
    return f"<html><head><style>td{{}}</style></head><body><table>{rows}</table></body></html>"


@shape("HTML: name over given name in one cell", FOUND, points=True)
def html_cell_lines(cup: Cup) -> str:
    rows = "<tr><th>Rank</th><th>Player</th><th>Points</th></tr>"
    for line in cup.standings:
        rows += f"<tr><td>{line.rank}</td><td><div>{line.name}</div><div>she/her</div></td>"
        rows += f"<td>{line.points}</td></tr>"
    return f"<html><body><table>{rows}</table></body></html>"


@shape("JSON: a list of standings of no known tool", FOUND, points=True)
def json_standings(cup: Cup) -> str:
    return json.dumps(
        [{"rank": line.rank, "name": line.name, "points": line.points} for line in cup.standings]
    )


@shape("JSON: pairings within an object", FOUND, rounds="last")
def json_pairings(cup: Cup) -> str:
    rows = [
        {"table": g.table, "player1": g.first, "player2": g.second, "result": dashed(g)}
        for g in cup.last
    ]
    return json.dumps({"event": "Friday", "round": 3, "pairings": rows})


@shape("JSON: a line for each row", FOUND, points=True)
def json_lines(cup: Cup) -> str:
    return "".join(
        json.dumps({"place": line.rank, "player": line.name, "points": line.points}) + "\n"
        for line in cup.standings
    )


@shape("Standings: points of each copy after a dash", FOUND, points=True)
def lines_dash(cup: Cup) -> str:
    return "Top 8\n" + "".join(
        f"{line.rank}. {line.name} - {line.points} pts ({line.record})\n" for line in cup.standings
    )


@shape("Sheet pasted in a chat: pairs with points", FOUND, rounds="last", results=False)
def chat_points(cup: Cup) -> str:
    has = points(cup)
    return "".join(
        f"{g.first} ({has[g.first]}) vs {g.second} ({has[g.second or '']})\n" for g in cup.last
    )
