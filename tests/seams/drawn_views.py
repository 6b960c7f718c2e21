"""Views that draw or publish the whole: brackets, wall, report, floor and stream."""

import json
import re
from collections.abc import Callable
from typing import Any

from django.test import Client

from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.bracket_values import Picture, Side
from events.integrations.overlays import overlay
from events.models import Event
from events.paper import brackets
from events.paper.document import name_on_paper
from events.public_site.reads.events import PublicEvent
from events.report.queries import event_report, newest_bracket
from events.report.report_document import report_document

Say = Callable[[str, str, Any], None]

_SIDE = re.compile(r'<p class="side( won)?[^>]*?(?:data-n="(\d+)")?\s*>(.*?)</p>', re.S)
_GAMES = re.compile(r'class="games">(\d+)<')
_WALL_TABLE = re.compile(r'class="?t"?>([^<]*)</span>')


def _drawn(page: str) -> list[tuple[int, bool, str]]:
    """Return the players of a drawn bracket: number, won, games; once for a page without one."""
    found = []
    for won, number, inside in _SIDE.findall(page):
        games = _GAMES.search(inside)
        found.append((int(number or 0), bool(won), games[1] if games else ""))
    return found


def _sides(picture: Picture | None) -> list[Side]:
    if picture is None:
        return []
    columns = [column for row in picture.drawn_rows for column in row]
    return [side for column in columns for box in column.boxes for side in box.sides]


def _values(picture: Picture | None) -> list[tuple[int, bool, str]]:
    return [
        (
            side.player.number if side.player else 0,
            side.won,
            "" if side.games is None else str(side.games),
        )
        for side in _sides(picture)
    ]


def bracket(say: Say, event: Event, shown: PublicEvent, staff: Client) -> None:
    """Compare the drawings of the newest bracket that everyone may see."""
    stage = shown.bracket
    if stage is None:
        return
    anyone, open_fact = Client(), "public bracket"
    picture = bracket_picture(stage, names=shown.names)
    say(open_fact, "picture", _values(picture))
    say(open_fact, "page", _drawn(anyone.get(f"/e/{event.slug}/bracket/").content.decode()))
    scene = overlay(event, "bracket", None)["picture"]
    say(open_fact, "overlay", _values(scene))
    newest = shown.round()
    if newest is not None and newest.stage == stage:
        wall = anyone.get(f"/e/{event.slug}/projector/").content.decode()
        say(open_fact, "wall", _drawn(wall))
    mine = newest_bracket(event)
    page = staff.get(f"/staff/e/{event.slug}/stages/{stage.number}/bracket/").content.decode()
    say("bracket", "staff page", _drawn(page))
    say("bracket", "report", _values(mine))
    if newest is not None and newest.complete:
        say("bracket", "everyone", _values(picture))
    if mine is not None:
        boxes = [
            box
            for row in brackets.bracket(mine).data["rows"]
            for column in row
            for box in column["boxes"]
        ]
        paper = [(side["name"], side["won"]) for box in boxes for side in box["sides"]]
        say("bracket on paper", "paper", paper)
        names = [
            (name_on_paper(side.player) if side.player else "–" if side.nobody else "", side.won)
            for side in _sides(mine)
        ]
        say("bracket on paper", "picture", names)
        report = event_report(event)
        first = [line.person.number for line in report.winners]
        if mine.winner is not None:
            say("champion", "bracket", [mine.winner.number])
            say("champion", "report", first)


def wall(say: Say, event: Event, shown: PublicEvent) -> None:
    """Compare the tables and the places on a big screen with what is posted and published."""
    page = Client().get(f"/e/{event.slug}/projector/").content.decode()
    scenes = {
        part.partition('"')[0]: part.partition("</section>")[0]
        for part in page.split('data-scene="')[1:]
    }
    newest = shown.round()
    if "wall-rows" in scenes.get("pairings", "") and not shown.pods_to_play:
        tables = sorted(table.strip() for table in _WALL_TABLE.findall(scenes["pairings"]))
        rows = shown.newest_pairings.values()
        say("wall tables", "wall", [table for table in tables if table.isdigit()])
        posted = sorted(str(row.table) for row in rows if row.table is not None)
        say("wall tables", "posted", posted)
    if "standings" in scenes and newest is not None and shown.has_records:
        places = re.findall(r"<span class=s>(\d+)</span>", scenes["standings"])
        points = _WALL_TABLE.findall(scenes["standings"])
        value = Client().get(f"/api/v1/events/{event.slug}/standings").json()
        ranked = [row for row in value["rows"] if row["place"] is not None]
        say("wall places", "wall", [*zip(places, points, strict=True)])
        published = [(str(row["place"]), f"{row['points']:g}") for row in ranked]
        say("wall places", "call", published)


def report(say: Say, event: Event, table: Callable[[str], list[dict[str, str]]]) -> None:
    """Compare the report as one document with its tables."""
    value = event_report(event)
    if value.standings_after is None or value.elimination_results is not None:
        return
    data = report_document(value, (), newest_bracket(event)).data
    rows = table("standings")
    lines = data["standings"]["rows"]
    say("places in the report", "document", [[row["place"], row["cells"][0]] for row in lines])
    say(
        "places in the report",
        "table",
        [[row["Place"], _figure(row["Match points"])] for row in rows],
    )
    matches = sum(len(round["matches"]) for round in data["matches"]["rounds"])
    if not event.at_tables:
        say("matches in the report", "document", matches)
        say("matches in the report", "table", len(table("matches")))


def _figure(text: str) -> str:
    return f"{float(text):g}"


def floor(say: Say, event: Event, staff: Client) -> None:
    """Compare the number of tables that play on the floor's page."""
    page = staff.get(f"/staff/e/{event.slug}/floor/").content.decode()
    playing = re.search(r"<small>\s*(\d+) tables? playing", page)
    newest = event.rounds.order_by("-number").first()
    if newest is not None and newest.is_posted and playing is not None:
        matches = newest.matches.filter(table__isnull=False, official_report=None)
        say("tables playing", "floor", int(playing[1]))
        say("tables playing", "round", matches.count())


def stream(say: Say, event: Event) -> None:
    """Compare the newest message of the stream with the answers that it announces."""
    anyone, path = Client(), f"/api/v1/events/{event.slug}"
    answer = anyone.get(f"{path}/stream")
    if answer.status_code != 200:
        say("stream is over", "stream", True)
        say("stream is over", "event", event.is_finished)
        return
    news = json.loads(re.search(r"data: (.*)", answer.content.decode())[1])  # type: ignore[index]
    values = anyone.get(path).json()
    say("state in public", "stream", news["state"])
    say("state in public", "call", values["state"])
    for name, etag in news["etags"].items():
        address = path if name == "event" else f"{path}/{name}"
        there = anyone.get(address)
        say(f"etag of {name}", "stream", etag)
        say(f"etag of {name}", "call", there.get("ETag") if there.status_code == 200 else None)
