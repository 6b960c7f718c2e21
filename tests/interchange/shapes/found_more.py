"""Shapes of the fourth collection: those written after its first 135 were read."""

from __future__ import annotations

import json

from tests.interchange.shapes.copied import points, tabs
from tests.interchange.shapes.cup import Cup, Game
from tests.interchange.shapes.found_pages import FOUND, percent
from tests.interchange.shapes.found_sheets import commas
from tests.interchange.shapes.registry import Write, shape
from tests.interchange.shapes.wild import dashed, family_first


def told(game: Game, won: str, lost: str, drawn: str) -> str:
    """Return a result in words, from the side of the first player."""
    return {game.first: won, "draw": drawn}.get(game.winner, lost)


def _results(write: object) -> Write:
    def rows(cup: Cup) -> str:
        lines: list[tuple[object, ...]] = [("Table", "Player 1", "Player 2", "Result")]
        lines += [(g.table, g.first, g.second, write(g)) for g in cup.last]  # type: ignore[operator]
        return tabs(*lines)

    return rows


RESULTS = {
    "Won 2-1": lambda g: told(g, "Won ", "Lost ", "Drew ") + dashed(g),
    "W 2-1": lambda g: told(g, "W ", "L ", "D ") + dashed(g),
    "2–1 with a dash": lambda g: dashed(g).replace("-", "–"),
    "2 / 1 / 0": lambda g: dashed(g).replace("-", " / "),
    "2:1:0": lambda g: dashed(g).replace("-", ":"),
    "(2-1)": lambda g: f"({dashed(g)})",
    "2 to 1": lambda g: " to ".join(map(str, (g.games or ())[:2])),
    "2 1": lambda g: " ".join(map(str, (g.games or ())[:2])),
    "Player 1 wins 2-1": lambda g: (
        told(g, "Player 1 wins ", "Player 2 wins ", "Draw ")
        + "-".join(map(str, sorted((g.games or ())[:2], reverse=True)))
    ),
    "Player1": lambda g: told(g, "Player1", "Player2", "Tie"),
    "P1 / P2 / D": lambda g: told(g, "P1", "P2", "D"),
    "1-0-0 in matches": lambda g: told(g, "1-0-0", "0-1-0", "0-0-1"),
    "◯ × △": lambda g: told(g, "◯", "×", "△"),
    "3-0 in points": lambda g: told(g, "3-0", "0-3", "1-1"),
}
for _word, _write in RESULTS.items():
    shape(f"Results as {_word}", FOUND, rounds="last")(_results(_write))


@shape("CSV: headings of a database", FOUND, points=True)
def database(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("PLAYER_NAME", "FINAL_RANK", "MATCH_POINTS", "OPP_MATCH_WIN_PCT")
    ]
    rows += [(x.name, x.rank, x.points, x.shares[0] / 100) for x in cup.standings]
    return commas(*rows)


@shape("CSV: comments above", FOUND, points=True)
def comments(cup: Cup) -> str:
    text = "# exported 2026-11-29\n# event: Friday\nrank,player,points\n"
    return text + commas(*((x.rank, x.name, x.points) for x in cup.standings))


@shape("CSV: wide digits", FOUND, points=True)
def wide_digits(cup: Cup) -> str:
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    rows: list[tuple[object, ...]] = [("順位", "氏名", "勝点")]
    rows += [
        (str(x.rank).translate(wide), x.name, str(x.points).translate(wide)) for x in cup.standings
    ]
    return commas(*rows)


@shape("CSV: Arabic digits", FOUND, points=True)
def arabic_digits(cup: Cup) -> str:
    digits = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
    rows: list[tuple[object, ...]] = [("Rank", "Name", "Points")]
    rows += [
        (str(x.rank).translate(digits), x.name, str(x.points).translate(digits))
        for x in cup.standings
    ]
    return commas(*rows)


@shape("CSV: family and given name apart, standings", FOUND, points=True)
def apart(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Platz", "Vorname", "Nachname", "Punkte")]
    rows += [(x.rank, *x.name.split(" ", 1), x.points) for x in cup.standings]
    return commas(*rows).replace(",", ";")


@shape("CSV: deck behind the name in brackets", FOUND, points=True)
def name_and_deck(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Player", "Points")]
    rows += [(x.rank, f"{x.name} (Mono Red)", x.points) for x in cup.standings]
    return commas(*rows)


@shape("CSV: a club in brackets behind the name", FOUND, points=True)
def name_and_club(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rang", "Spieler", "Pkt.")]
    rows += [(x.rank, f"{family_first(x.name)} (SC Hafen)", x.points) for x in cup.standings]
    return commas(*rows).replace(",", ";").replace("; ", ", ")


@shape("Discord: an embed of standings", FOUND, points=True)
def embed(cup: Cup) -> str:
    return "**Standings**\n" + "".join(
        f"`{x.rank}` **{x.name}** · {x.points} pts · {x.record}\n" for x in cup.standings
    )


@shape("Text: name, colon, points", FOUND, points=True, verdict="doubted")
def name_points(cup: Cup) -> str:
    return "".join(f"{x.name}: {x.points}\n" for x in cup.standings)


@shape("JSON: standings of users", FOUND, points=True)
def json_users(cup: Cup) -> str:
    rows = [
        {"position": x.rank, "user": {"id": x.rank, "name": x.name}, "matchPoints": x.points}
        for x in cup.standings
    ]
    return json.dumps({"data": {"event": {"standings": rows}}})


@shape("JSON: matches with a list of two players", FOUND, rounds="last")
def json_sides(cup: Cup) -> str:
    rows = []
    for g in cup.last:
        assert g.games is not None
        sides = [{"name": g.first, "score": g.games[0]}, {"name": g.second, "score": g.games[1]}]
        rows.append({"table": g.table, "players": sides})
    return json.dumps({"rounds": [{"round": 3, "matches": rows}]})


@shape("JSON: a round for each key", FOUND, rounds="all")
def json_rounds(cup: Cup) -> str:
    rounds = [
        {
            "number": number,
            "pairings": [
                {"table": g.table, "player_a": g.first, "player_b": g.second, "result": dashed(g)}
                for g in games
            ],
        }
        for number, games in enumerate(cup.rounds, start=1)
    ]
    return json.dumps({"rounds": rounds})


@shape("HTML: rounds as captions within a wide cell", FOUND, rounds="all")
def html_round_rows(cup: Cup) -> str:
    rows = ""
    for number, games in enumerate(cup.rounds, start=1):
        rows += f"<tr><td colspan=4><b>Round {number}</b></td></tr>"
        rows += "<tr><th>Table</th><th>Player 1</th><th>Player 2</th><th>Result</th></tr>"
        for g in games:
            rows += f"<tr><td>{g.table}<td>{g.first}<td>{g.second}<td>{dashed(g)}</tr>"
    return f"<html><body><table>{rows}</table></body></html>"


@shape("HTML: entities, breaks and a picture for the place", FOUND, points=True)
def html_entities(cup: Cup) -> str:
    rows = "<tr><td>Rank</td><td>Player</td><td>Match&nbsp;Points</td><td>OMW&#37;</td></tr>"
    for x in cup.standings:
        name = x.name.replace("'", "&#39;")
        rows += f"<tr><td>{x.rank}<br></td><td><img alt='flag'>&nbsp;{name}</td>"
        rows += f"<td>{x.points}</td><td>{percent(x.shares[0])}</td></tr>"
    return f"<table>{rows}</table>"


@shape("Chess: ratings and countries between names", FOUND, rounds="last")
def chess_inline(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [
        ("Board", "White", "Rating", "Fed", "Result", "Black", "Rating", "Fed")
    ]
    for g in cup.last:
        mark = told(g, "1-0", "0-1", "1/2-1/2")
        rows.append((g.table, g.first, 2100, "ENG", mark, g.second, 1900, "SCO"))
    return tabs(*rows)


@shape("Pairings: names with records on the next line", FOUND, rounds="last", results=False)
def records_below(cup: Cup) -> str:
    has = points(cup)
    text = "Table\tPlayer 1\tPlayer 2\n"
    for g in cup.last:
        text += f"{g.table}\t{g.first}\n{has[g.first]} pts\t{g.second}\n{has[g.second or '']} pts\n"
    return text


@shape("Sheet: rounds as columns of points", FOUND, points=True, verdict="doubted")
def round_points(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Rank", "Player", "R1", "R2", "R3", "Total")]
    for x in cup.standings:
        each = [3] * x.wins + [1] * x.draws + [0] * x.losses
        rows.append((x.rank, x.name, *each, x.points))
    return commas(*rows)


@shape("Names: a column with check marks", FOUND)
def ticked(cup: Cup) -> str:
    rows: list[tuple[object, ...]] = [("Checked in", "Name", "Paid")]
    rows += [("✓", name, "yes") for name in cup.names]
    return commas(*rows)
