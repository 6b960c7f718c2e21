"""More views of an event: phones, cards, pages that other sites show, and a copy of the event."""

import csv
import io
import json
import re
from collections.abc import Callable, Collection
from typing import Any

from django.test import Client

from events.core.progress.presence import Presence, due_round
from events.models import Event
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.events.support.phones import Phone
from tests.seams.walk import Walk

Say = Callable[[str, str, Any], None]
GONE = (Presence.DROPPED, Presence.NEVER_CAME)
# Words on a player's own page for each of these.
OUT_WORDS = ("You dropped", "You are disqualified.", "You are not in round 1.")
CUT_WORDS = ("Not advancing", "Not in the playoff")
FILES = ("melee-standings", "topdeck-json", "trf26")


def phones(say: Say, event: Event, numbers: Collection[int]) -> None:
    """Compare the roster with the players' own pages and cards, while the event is not over."""
    due, anyone = due_round(event), Client()
    newest = event.rounds.posted().order_by("-number").first()
    for player in event.enrollments.filter(number__in=numbers):
        presence = due.presence_of(player)
        answer = anyone.get(f"/e/{event.slug}/players/{player.number}.json")
        card = answer.json() if answer.status_code == 200 else {}
        _card(say, player.number, card)
        if event.is_finished or card.get("taken_back"):
            continue
        page = Phone(player).page()
        words = page.partition("<main")[2]
        say(f"{player.number} is out", "presence", presence in GONE)
        say(f"{player.number} is out", "phone", any(each in words for each in OUT_WORDS))
        if presence is Presence.CUT:
            said = any(each in words for each in CUT_WORDS)
            say(f"{player.number} is cut", "phone", said or "Out of the playoff" in words)
            state = card.get("player_state")
            say(f"{player.number} is cut", "card", state in ("cut", "beaten", "out"))
            say(f"{player.number} is cut", "presence", True)
        if newest is not None and not newest.is_complete:
            at = re.search(r'data-table="(\d*)"', page)
            table = at[1] if at else ""
            say(f"table of {player.number}", "phone", table)
            if "table" in card:
                say(f"table of {player.number}", "card", str(card["table"] or ""))


def _card(say: Say, number: int, card: dict[str, Any]) -> None:
    row = card.get("standing")
    if row is not None:
        shown = [str(row["place"]), f"{row['points']:g}", row["record"]]
        say(f"published place of {number}", "card", shown)


def place_in(cell: str) -> str:
    """Return a place as a list shows it: with a mark if drawn by lot, a dash without one."""
    return cell.rstrip("*").replace("–", "") or "None"


def embedded(say: Say, event: Event, anyone: Client, rows: Callable[[str], Any]) -> None:
    """Compare the standings that other sites show."""
    page = anyone.get(f"/e/{event.slug}/embed/standings/").content.decode()
    for number, cells in rows(page):
        say(f"published place of {number}", "embed", [place_in(cells[0]), cells[2], cells[3]])


def copy_of(say: Say, walk: Walk, event: Event, staff: Client) -> None:
    """Compare an event with a copy that was made of its archive."""
    values = export_archive(event)
    archive = read_archive(json.dumps(values).encode())
    copy = import_archive(archive=archive, actor=walk.owner)
    for each in (event, copy):
        view = "event" if each == event else "copy"
        for fact, value in _facts(each, staff).items():
            say(fact, view, value)


def _facts(event: Event, staff: Client) -> dict[str, Any]:
    """Return what is compared with a copy."""
    due, anyone = due_round(event), Client()
    facts: dict[str, Any] = {
        f"presence of {player.number}": due.presence_of(player)
        for player in event.enrollments.all()
    }
    for what in ("standings", "rounds", "bracket", "pods"):
        answer = anyone.get(f"/api/v1/events/{event.slug}/{what}")
        facts[f"public {what}"] = _without(answer.json()) if answer.status_code == 200 else None
    for what in ("standings", "matches", "players"):
        answer = staff.get(f"/staff/e/{event.slug}/report/csv/{what}/")
        text = answer.content.decode("utf-8-sig") if answer.status_code == 200 else ""
        facts[f"report {what}"] = list(csv.reader(io.StringIO(text)))
    if event.rounds.complete().exists():
        for what in FILES:
            answer = staff.get(f"/staff/e/{event.slug}/export/to/{what}/")
            facts[what] = answer.content.decode() if answer.status_code == 200 else ""
    return facts


_OWN = {"event", "slug", "url", "version", "revision", "published_at", "id"}


def _without(value: Any) -> Any:
    """Return values without those that are the copy's own."""
    if isinstance(value, dict):
        # A posted round has the names of its day; a file has one name a player.
        own = _OWN if "place" in value else {*_OWN, "name"}
        values = {key: _without(each) for key, each in value.items() if key not in own}
        if "matches" in values:
            # Byes have no table that orders them.
            values["matches"].sort(key=lambda match: json.dumps(match["first"]))
        return values
    return [_without(each) for each in value] if isinstance(value, list) else value
