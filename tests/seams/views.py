"""One fact as each view says it: pages, calls and files of an event, compared."""

import csv
import html
import io
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from django.test import Client

from events.models import Event, Round
from events.public_site.reads.events import read_event
from tests.seams import drawn_views, more_views, outside_views
from tests.seams.walk import Walk

_GONE = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.S)
_ROW = re.compile(r"<tr\b[^>]*>")
_CELL = re.compile(r"<t[hd]\b[^>]*>")
_PLAYER = re.compile(r"players/(\d+)/")


def text_of(markup: str) -> str:
    """Return markup as it is read, with single blanks."""
    return " ".join(html.unescape(_GONE.sub(" ", markup)).split())


def rows_of(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each row of a page that leads to a player: the number, and its cells as texts."""
    for row in _ROW.split(page)[1:]:
        row = re.split(r"</tr>|</tbody>|</table>", row)[0]
        player = _PLAYER.search(row)
        if player is not None:
            yield player[1], [text_of(cell) for cell in _CELL.split(row)[1:]]


def _digits(ordinal: str) -> str:
    return "".join(letter for letter in ordinal if letter.isdigit())


def _difference(views: list[tuple[str, Any]]) -> str:
    """Return where two views first differ, with what each says; "" where none does."""
    (name, value), *others = views
    for other, theirs in others:
        if found := _first(value, theirs):
            at, *both = found
            return f"{at} {name} {both[0]!r}, {other} {both[1]!r}"
    return ""


def _first(one: Any, other: Any, at: str = "") -> tuple[str, Any, Any] | None:
    """Return the first place where two values differ, and what they are there."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(f"{at}.{key}", one[key], other[key]) for key in one]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            return at, one, other
        pairs = [
            (f"{at}[{place}]", *both) for place, both in enumerate(zip(one, other, strict=True))
        ]
    else:
        return None if one == other else (at, one, other)
    return next((found for at, a, b in pairs if (found := _first(a, b, at))), None)


class Views:
    """The answers of every view of an event, by fact and by view."""

    def __init__(self, walk: Walk, staff: Client) -> None:
        self.walk, self.staff, self.anyone = walk, staff, Client()
        # Which views are asked after an act is drawn: each after some act of some seed.
        self.random = random.Random(walk.slug)
        self.outside = random.Random(f"{walk.slug} outside")
        outside_views.prepare(walk.event)
        self.said: dict[str, dict[str, Any]] = defaultdict(dict)
        self.event: Event = walk.event
        self.newest: Round | None = None

    def differences(self) -> list[str]:
        """Ask every view, and return each fact of which two do not say the same."""
        self.said.clear()
        self.event = self.walk.event
        self.newest = self.event.rounds.select_related("stage").order_by("-number").first()
        self._roster()
        if self.newest is not None:
            self._pairings(self.newest)
            if self.newest.is_posted:
                self._counts(self.newest)
            self._published()
            if self.random.random() < 0.5:
                self._report()
        more_views.phones(self._say, self.event, self._some())
        if self.random.random() < 0.3:
            more_views.embedded(self._say, self.event, self.anyone, rows_of)
        if self.random.random() < 0.2:
            more_views.copy_of(self._say, self.walk, self.event, self.staff)
        self._outside()
        return [
            f"{fact}: {difference}"
            for fact, views in self.said.items()
            if (difference := _difference([*views.items()]))
        ]

    def _outside(self) -> None:
        """Ask three of the views outside the pages, drawn anew each time."""
        shown = read_event(self.event.pk)
        some = self._some(self.outside)
        asked: tuple[Callable[[], None], ...] = (
            lambda: outside_views.notices(self._say, self.event, some),
            lambda: outside_views.messages(self._say, self.event),
            lambda: outside_views.overlays(self._say, self.event, some),
            lambda: outside_views.counts(self._say, self.event),
            lambda: outside_views.badges(self._say, self.event, some),
            lambda: outside_views.paper(self._say, self.event, shown),
            lambda: drawn_views.bracket(self._say, self.event, shown, self.staff),
            lambda: drawn_views.wall(self._say, self.event, shown),
            lambda: drawn_views.report(self._say, self.event, self._table),
            lambda: drawn_views.floor(self._say, self.event, self.staff),
            lambda: drawn_views.stream(self._say, self.event),
        )
        self._say("players", "public", shown.players)
        for ask in self.outside.sample(asked, 3):
            ask()

    def _say(self, fact: str, view: str, value: Any) -> None:
        self.said[fact][view] = value

    def _page(self, path: str) -> str:
        answer = self.staff.get(f"/staff/e/{self.event.slug}/{path}", follow=True)
        assert answer.status_code in (200, 404), (path, answer.status_code)
        return answer.content.decode("utf-8-sig") if answer.status_code == 200 else ""

    def _public(self, path: str) -> Any:
        answer = self.anyone.get(f"/api/v1/events/{self.event.slug}{path}")
        return answer.json() if answer.status_code == 200 else None

    def _roster(self) -> None:
        players = self.walk.call("GET", f"{self.walk.path}/players")["players"]
        for player in players:
            self._say(f"state of {player['number']}", "call", player["state"])
        page = self._page("roster/")
        for number, cells in rows_of(page):
            state = next((word for word in ("dropped", "disqualified") if word in cells[-1]), "")
            self._say(f"state of {number}", "roster", state or "active")
            if re.fullmatch(r"[\d.]+", cells[-2]):
                self._say(f"record of {number}", "roster", [cells[-3], cells[-2]])
        for chosen in self._some():
            self._player(str(chosen))

    def _some(self, drawing: random.Random | None = None) -> list[int]:
        """Return the numbers of two players, drawn anew each time."""
        numbers = [*self.event.enrollments.order_by("number").values_list("number", flat=True)]
        return (drawing or self.random).sample(numbers, min(2, len(numbers)))

    def _player(self, number: str) -> None:
        body = self._page(f"roster/players/{number}/").partition("<main")[2]
        figures = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", body, re.S)
        told = {text_of(name): text_of(value) for name, value in figures}
        if "record" in told:
            self._say(f"record of {number}", "page", [told["record"], told["match points"]])
        for name, value in told.items():
            if place := re.fullmatch(r"of (\d+) after round (\d+)", name):
                self._say(f"place after {place[2]} of {number}", "page", _digits(value))

    def _pairings(self, newest: Round) -> None:
        path = f"{self.walk.path}/rounds/{newest.number}/pairings"
        matches = self.walk.call("GET", path)["matches"]
        self._opponents(
            "call", [(m.get("seats") or [m["first"], m["second"]], m["table"]) for m in matches]
        )
        waiting = sum(match["games"] is None and not match.get("marks") for match in matches)
        self._say("tables", "call", [waiting, sum(match["table"] is not None for match in matches)])
        posted = None if newest.is_unposted else self._public(f"/rounds/{newest.number}")
        sides = [] if posted is None else posted["matches"]
        self._opponents(
            "public call",
            [
                (
                    [one["number"] for one in m.get("seats") or (m["first"], m["second"]) if one],
                    m["table"],
                )
                for m in sides
            ],
        )

    def _opponents(self, view: str, matches: list[tuple[list[int | None], int | None]]) -> None:
        for players, table in matches:
            seated = [player for player in players if player is not None]
            for player in seated:
                others = sorted(other for other in seated if other != player)
                self._say(f"place of {player}", view, [others, table])

    def _counts(self, newest: Round) -> None:
        counter = r'id="left">\s*(\d+)\s*</strong>\s*<span>\s*of (\d+)'
        desk = re.search(counter, self._page(f"rounds/{newest.number}/"))
        if desk is not None:
            self._say("tables", "desk", [int(desk[1]), int(desk[2])])
        day = self.staff.get("/staff/").content.decode()
        row = next(row for row in _ROW.split(day) if f"/staff/e/{self.event.slug}/" in row)
        today = re.search(r'day-play">\s*(\d+) of (\d+)', row)
        if today is not None:
            self._say("tables", "today", [int(today[1]), int(today[2])])

    def _published(self) -> None:
        value = self._public("/standings")
        for row in value["rows"] if value else ():
            record = f"{row['wins']}-{row['losses']}-{row['draws']}"
            told = [str(row["place"]), f"{row['points']:g}", record]
            self._say(f"published place of {row['number']}", "call", told)
        page = self.anyone.get(f"/e/{self.event.slug}/standings/").content.decode()
        for number, cells in rows_of(page) if value else ():
            told = [more_views.place_in(cells[0]), cells[2], cells[3]]
            self._say(f"published place of {number}", "page", told)

    def _table(self, name: str) -> list[dict[str, str]]:
        """Return the lines of a table of the report."""
        return list(csv.DictReader(io.StringIO(self._page(f"report/csv/{name}/"))))

    def _report(self) -> None:
        complete = self.event.rounds.complete().select_related("stage").order_by("-number").first()
        if complete is None:
            return
        after = complete.number
        report = self._table("standings")
        self._say(f"order after {after}", "report", [row["Number"] for row in report])
        for row in report:
            number, points = row["Number"], float(row["Match points"])
            if row["Place"]:
                self._say(f"place after {after} of {number}", "report", row["Place"])
            self._say(f"points after {after} of {number}", "report", points)
            state = row["State"].replace("playing", "active")
            self._say(f"state of {number}", "report", state)
        told = json.loads(self._page("export/to/topdeck-json/"))["standings"]
        self._say(f"order after {after}", "topdeck", [row["id"] for row in told])
        for row in told:
            self._say(f"points after {after} of {row['id']}", "topdeck", float(row["points"]))
        lines = self._page("export/to/trf26/").splitlines()
        for line in lines if not complete.stage.is_elimination else ():
            number = line[4:8].strip()
            if line.startswith("001") and any(row["Number"] == number for row in report):
                self._say(f"points after {after} of {number}", "trf", float(line[80:84]))
