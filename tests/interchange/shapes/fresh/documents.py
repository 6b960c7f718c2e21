"""Documents of programs: JSON, JavaScript, YAML and web pages."""

from __future__ import annotations

import json

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.fresh.tools import FRESH, counts
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.wild import dashed


@shape("JSON: names as keys with points", FRESH, points=True)
def json_points(cup: Cup) -> str:
    return json.dumps({"standings": {x.name: x.points for x in cup.standings}})


@shape("JSON: pairs in lists of lists", FRESH, rounds="last", results=False)
def json_pairs(cup: Cup) -> str:
    return json.dumps({"round": 3, "pairings": [[g.first, g.second] for g in cup.last]})


@shape("JSON: matches by keys of players", FRESH, rounds="all")
def json_keys(cup: Cup) -> str:
    keys = {name: f"p{at}" for at, name in enumerate(cup.names)}
    players = [{"id": key, "name": name} for name, key in keys.items()]
    matches = [
        {"round": number, "player1Id": keys[g.first], "player2Id": keys[g.second or ""],
         "score1": counts(g)[0], "score2": counts(g)[1]}
        for number, games in enumerate(cup.rounds, start=1)
        for g in games
    ]  # fmt: skip
    return json.dumps({"name": "Cup", "players": players, "matches": matches})


@shape("JavaScript: an array of objects", FRESH, points=True)
def javascript(cup: Cup) -> str:
    body = ",\n".join(
        f"  {{ rank: {x.rank}, name: {json.dumps(x.name)}, points: {x.points} }}"
        for x in cup.standings
    )
    return f"const standings = [\n{body},\n];\n"


@shape("JavaScript: an array of names", FRESH, verdict="doubted")
def javascript_names(cup: Cup) -> str:
    return f"const players = {json.dumps(cup.names, ensure_ascii=False)};\n"


@shape("Python: a list of tuples", FRESH, points=True, verdict="doubted")
def tuples(cup: Cup) -> str:
    return "standings = [\n" + "".join(
        f"    ({x.rank}, {json.dumps(x.name, ensure_ascii=False)}, {x.points}),\n"
        for x in cup.standings
    ) + "]\n"  # fmt: skip


@shape("YAML: matches", FRESH, rounds="last", verdict="refused")
def yaml_matches(cup: Cup) -> str:
    return "round: 3\nmatches:\n" + "".join(
        f"  - table: {g.table}\n    player1: {g.first}\n    player2: {g.second}\n"
        f"    result: {dashed(g)}\n" for g in cup.last
    )  # fmt: skip


@shape("HTML: an ordered list", FRESH, points=True)
def ordered_list(cup: Cup) -> str:
    items = "".join(f"<li>{x.name} – {x.points} points</li>" for x in cup.standings)
    return f"<html><body><h1>Standings</h1><ol>{items}</ol></body></html>"


@shape("HTML: results as choices of a form", FRESH, rounds="last")
def html_choices(cup: Cup) -> str:
    cells = ""
    for g in cup.last:
        options = "".join(
            f"<option{' selected' if score == dashed(g) else ''}>{score}</option>"
            for score in ("", "2-0-0", "2-1-0", "1-1-1", "1-2-0", "0-2-0")
        )
        cells += f"<tr><td>{g.table}</td><td>{g.first}</td><td>{g.second}</td>"
        cells += f"<td><select>{options}</select></td></tr>"
    heads = "<tr><th>Table</th><th>Player 1</th><th>Player 2</th><th>Result</th></tr>"
    return f"<table>{heads}{cells}</table>"


@shape("HTML: a published sheet with numbers of rows", FRESH, points=True)
def published_sheet(cup: Cup) -> str:
    body = "<tr><th></th><th>A</th><th>B</th><th>C</th></tr>"
    body += "<tr><th>1</th><td>Rank</td><td>Player</td><td>Points</td></tr>"
    for at, x in enumerate(cup.standings, start=2):
        body += f"<tr><th>{at}</th><td>{x.rank}</td><td>{x.name}</td><td>{x.points}</td></tr>"
    return f"<html><body><table class='waffle'>{body}</table></body></html>"


@shape("HTML: divs of a grid", FRESH, points=True, verdict="doubted")
def div_grid(cup: Cup) -> str:
    body = "<div class=row><div>Rank</div><div>Player</div><div>Points</div></div>"
    for x in cup.standings:
        body += f"<div class=row><div>{x.rank}</div><div>{x.name}</div><div>{x.points}</div></div>"
    return f"<!doctype html><html><body>{body}</body></html>"
