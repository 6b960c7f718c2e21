"""A walk over an event: acts drawn from a seed, made by calls as programs make them."""

import datetime
import json
import random
from collections.abc import Callable
from typing import Any

from django.test import Client

from events.api.token_actions import make_organisation_token
from events.models import Event, Match, Organisation, OrganisationMember, TokenScope
from tests import factories
from tests.events.support.phones import EVERYTHING, Phone
from tests.seams.kinds import GAMES, NAMES, Start

# Acts at any time, beside those that go on.
RARE = (
    *("enroll", "check_in", "check_out", "drop", "undo_drop", "reinstate", "rename", "merge"),
    *("disqualify", "set_byes", "fix_table", "swap", "take_out", "unpost", "dispute", "undo"),
    *("correct", "correct", "reopen_round", "withdraw", "undo_cut", "reopen", "give_byes"),
    *("discard", "put_in", "move_table", "extend", "start_clock", "remove", "end_playoff"),
    *("resume_playoff", "phone_report", "phone_drop", "absent", "move_up"),
)
TRIES = 4
REFUSED: dict[str, Any] = {}


class Walk:
    """An event of an organisation, a token of its owner, and the acts on it."""

    def __init__(self, seed: int, start: Start, beside: "Walk | None" = None) -> None:
        """Create the event; `beside`: a walk over another event of the same organisation."""
        self.random = random.Random(seed)
        self.start = start
        if beside is None:
            self.owner = factories.user(f"owner-{seed}")
            self.shop = Organisation.objects.create(slug=f"shop-{seed}", name="Shop")
            OrganisationMember.objects.create(organisation=self.shop, user=self.owner, owner=True)
            scopes = [scope.value for scope in TokenScope]
            _token, self.secret = make_organisation_token(
                organisation=self.shop, actor=self.owner, name="Walk", scopes=scopes
            )
        else:
            self.owner, self.shop, self.secret = beside.owner, beside.shop, beside.secret
        self.program = Client()
        self.names = list(NAMES)
        self.random.shuffle(self.names)
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        new = {"name": f"Walk {seed}", "date": today, "enforcement_level": "regular"}
        more = {"kind": start.kind, **start.values}
        made = self.call("POST", f"/organisations/{self.shop.slug}/events", {**new, **more})
        self.slug: str = made["slug"]
        self.path = f"/events/{self.slug}"
        if start.rounds is not None:
            made = self.call(
                "PATCH", f"{self.path}/settings", {"rounds": start.rounds}, made["version"]
            )
            assert made
        if start.stages:
            version = self.call("GET", f"{self.path}/stages")["version"]
            assert self.call("PUT", f"{self.path}/stages", {"stages": start.stages}, version)
        Event.objects.filter(slug=self.slug).update(**EVERYTHING)
        for _ in range(start.players + self.random.randrange(3)):
            assert self.enroll()

    @property
    def event(self) -> Event:
        """The event as the database has it now."""
        return Event.objects.get(slug=self.slug)

    def call(
        self, method: str, path: str, body: Any = None, version: str = "", tries: int = TRIES
    ) -> Any:
        """Make a call; an answer is drawn for each question. REFUSED for a call that is refused."""
        headers = {"authorization": f"Bearer {self.secret}"}
        if version:
            headers["if-match"] = version
        sent = "" if method == "GET" else json.dumps(body or {})
        kind = "application/json"
        answer = self.program.generic(
            method, f"/api/v1{path}", sent, content_type=kind, headers=headers
        )
        value = answer.json()
        if answer.status_code < 300:
            return value
        if not (questions := value.get("questions")) or not tries:
            return REFUSED
        chosen = {each["key"]: self.random.choice(each["answers"]) for each in questions}
        more = {**(body or {}), "answers": {key: one["code"] for key, one in chosen.items()}}
        if any(one["needs_reason"] for one in chosen.values()):
            more["reason"] = "because"
        return self.call(method, path, more, version, tries - 1)

    def step(self) -> str:
        """Make one act, often the one that goes on; return its name, "" where it was refused."""
        newest = self.event.rounds.order_by("-number").first()
        usual: tuple[str, ...] = ("check_in", "pair", "pair", "draw_pods", "post_pods")
        if not self.event.stages.filter(pods=True).exists():
            usual = usual[:3]
        if newest is not None and newest.is_unposted:
            usual = ("post", "post", "pair_again")
        elif newest is not None and newest.is_posted:
            usual = ("results", "complete", "complete")
        elif newest is not None:
            usual = ("publish", "publish", "pair", "cut", "finish")
        name = self.random.choice(usual if self.random.random() < 0.6 else RARE)
        act: Callable[[], Any] = getattr(self, name)
        return name if act() is not REFUSED else ""

    # The subjects of the acts.

    @property
    def number(self) -> int:
        newest = self.event.rounds.order_by("-number").first()
        return newest.number if newest else 1

    def player(self, **where: Any) -> int:
        players = self.event.enrollments.filter(**where).order_by("number")
        return self.random.choice([*players.values_list("number", flat=True)] or [1])

    def on_player(self, method: str, what: str, body: Any = None, **where: Any) -> Any:
        return self.call(method, f"{self.path}/players/{self.player(**where)}{what}", body)

    def on_round(self, what: str, body: Any = None, *, later: int = 0) -> Any:
        return self.call("POST", f"{self.path}/rounds/{self.number + later}/{what}", body)

    def table(self, number: int, **where: Any) -> str:
        """Return the address of the result of a table, of one that is not there without any."""
        matches = Match.objects.filter(round__event__slug=self.slug, round__number=number, **where)
        tables = matches.filter(table__isnull=False).order_by("table")
        table = self.random.choice([*tables.values_list("table", flat=True)] or [9999])
        return f"{self.path}/rounds/{number}/tables/{table}/result"

    def slip(self) -> dict[str, Any]:
        if self.event.at_tables:
            return self.marks()
        if self.random.random() < 0.1:
            return {"double_loss": True}
        drops = {"drops": [self.random.choice(("first", "second"))]}
        return {
            "games": self.random.choice(GAMES),
            **(drops if self.random.random() < 0.15 else {}),
        }

    def marks(self) -> dict[str, Any]:
        """Return a result for a table of three or four, which may have the other size."""
        size = self.random.choice((3, 4, 4))
        winner = self.random.randrange(size)
        won = "".join("w" if seat == winner else "l" for seat in range(size))
        drops = [self.random.randint(1, size)] if self.random.random() < 0.15 else []
        return {"marks": self.random.choice((won, won, won, "d" * size)), "seat_drops": drops}

    @property
    def stage(self) -> int:
        """The number of the newest stage with a round, often; else any."""
        stages = [*self.event.stages.values_list("number", flat=True)]
        played = self.event.rounds.order_by("-number").values_list("stage__number", flat=True)
        newest = played.first() or 1
        return newest if self.random.random() < 0.7 else self.random.choice(stages)

    # Acts.

    def enroll(self) -> Any:
        name = self.names.pop() if self.names else f"Player {self.random.randrange(999)}"
        byes = self.random.choice((0, 0, 0, 1, 2))
        late = self.random.choice(("losses", "nothing", None))
        body = {"name": name, "another_person": True, "awarded_byes": byes, "late": late}
        if self.start.kind == "teams":
            body["members"] = [f"{name[:20]} {seat}" for seat in "ABC"]
        return self.call("POST", f"{self.path}/players", body)

    def check_in(self) -> Any:
        return self.on_player("POST", "/check-in")

    def check_out(self) -> Any:
        return self.on_player("DELETE", "/check-in")

    def drop(self) -> Any:
        return self.on_player("POST", "/drop", {"silently": self.random.random() < 0.3})

    def undo_drop(self) -> Any:
        body = {"players": [self.player(state="dropped")]}
        return self.call("POST", f"{self.path}/drop/undo", body)

    def reinstate(self) -> Any:
        return self.on_player("POST", "/reinstate", {"reason": "by mistake"}, state="dropped")

    def disqualify(self) -> Any:
        return self.on_player("POST", "/disqualify", {"reason": "theft"})

    def merge(self) -> Any:
        return self.on_player("POST", "/merge", {"other": self.player()})

    def change(self, **values: Any) -> Any:
        path = f"{self.path}/players/{self.player()}"
        return self.call("PATCH", path, values, self.call("GET", path)["version"])

    def rename(self) -> Any:
        return self.change(name=self.random.choice(NAMES))

    def set_byes(self) -> Any:
        return self.change(awarded_byes=self.random.choice((0, 1, 2)))

    def fix_table(self) -> Any:
        return self.change(fixed_table=self.random.choice((None, 1, 2, 40)))

    def pair(self) -> Any:
        started = self.event.rounds.exists()
        return self.on_round("pair", later=int(started))

    def pair_again(self) -> Any:
        return self.on_round("pair-again", {"reason": "a player was missing"})

    def swap(self) -> Any:
        path = f"{self.path}/rounds/{self.number}"
        version = self.call("GET", f"{path}/pairings").get("version", "")
        both = {"first": self.player(), "second": self.player()}
        return self.call("POST", f"{path}/swap", both, version)

    def take_out(self) -> Any:
        return self.call("DELETE", f"{self.path}/rounds/{self.number}/players/{self.player()}")

    def post(self) -> Any:
        return self.on_round("post")

    def unpost(self) -> Any:
        return self.on_round("unpost", {"reason": "too early"})

    def results(self) -> Any:
        for _ in range(self.event.enrollments.count()):
            self.call("POST", self.table(self.number, official_report=None), self.slip())

    def dispute(self) -> Any:
        table = self.table(self.number, official_report__isnull=False)
        return self.call("POST", table, self.slip(), tries=self.random.choice((0, TRIES)))

    def undo(self) -> Any:
        return self.call("DELETE", self.table(self.number, official_report__isnull=False))

    def correct(self) -> Any:
        path = self.table(self.random.randint(1, self.number), official_report__isnull=False)
        version = self.call("GET", path).get("version", "")
        return self.call("PUT", path, {**self.slip(), "reason": "misread"}, version)

    def complete(self) -> Any:
        return self.on_round("complete")

    def reopen_round(self) -> Any:
        return self.on_round("reopen", {"reason": "too early"})

    def publish(self) -> Any:
        return self.on_round("publish")

    def withdraw(self) -> Any:
        return self.on_round("withdraw", {"reason": "a result is wrong"})

    def cut(self) -> Any:
        path = f"{self.path}/stages/{self.stage}/cut"
        advancing = self.call("GET", path).get("advancing", [])
        return self.call("POST", path, {"advancing": advancing})

    def undo_cut(self) -> Any:
        path = f"{self.path}/stages/{self.stage}/cut/undo"
        return self.call("POST", path, {"reason": "a drop"})

    def finish(self) -> Any:
        return self.call("POST", f"{self.path}/finish")

    def reopen(self) -> Any:
        return self.call("POST", f"{self.path}/reopen", {"reason": "a wrong result"})

    def move_up(self) -> Any:
        path = f"{self.path}/stages/{self.stage}/cut"
        advancing = self.call("GET", path).get("advancing", [])
        return self.call("POST", path, {"advancing": advancing, "moves_up": True})

    def draw_pods(self) -> Any:
        return self.call("POST", f"{self.path}/stages/{self.stage}/pods", {"reason": "again"})

    def post_pods(self) -> Any:
        return self.call("POST", f"{self.path}/stages/{self.stage}/pods/post")

    def give_byes(self) -> Any:
        return self.on_player("POST", "/byes")

    def remove(self) -> Any:
        return self.on_player("DELETE", "")

    def absent(self) -> Any:
        return self.on_player("POST", "/drop", {"silently": True}, checked_in=False)

    def discard(self) -> Any:
        return self.on_round("discard", {"reason": "a player was missing"})

    def put_in(self) -> Any:
        return self.call("PUT", f"{self.path}/rounds/{self.number}/players/{self.player()}")

    def move_table(self) -> Any:
        version = self.call("GET", f"{self.path}/rounds/{self.number}/pairings").get("version", "")
        path = self.table(self.number).replace("/result", "/move")
        return self.call("POST", path, {"to": self.random.randint(1, 9)}, version)

    def extend(self) -> Any:
        path = self.table(self.number).replace("/result", "/extension")
        version = self.call("GET", path).get("version", "")
        return self.call("PUT", path, {"minutes": self.random.choice((0, 3, 10))}, version)

    def start_clock(self) -> Any:
        return self.on_round("clock/start")

    def end_playoff(self) -> Any:
        return self.call("POST", f"{self.path}/stages/{self.stage}/end", {"reason": "a split"})

    def resume_playoff(self) -> Any:
        return self.call("POST", f"{self.path}/stages/{self.stage}/resume")

    # Acts of players, on their phones.

    def phone(self) -> Phone:
        return Phone(self.event.enrollments.get(number=self.player()))

    def phone_drop(self) -> Any:
        phone = self.phone()
        before = phone.enrollment.is_active
        phone.post("drop", after=self.number)
        phone.enrollment.refresh_from_db()
        return None if before and not phone.enrollment.is_active else REFUSED

    def phone_report(self) -> Any:
        mine = self.phone()
        match = (
            Match.objects.filter(round__event__slug=self.slug, round__number=self.number)
            .filter(first=mine.enrollment, second__isnull=False)
            .first()
        )
        if match is None or match.second is None:
            return REFUSED
        score = self.random.choice(("2-0", "1-2", "1-1"))
        mine.tell(score, match.second, key=str(self.random.random()), round=self.number)
        if self.random.random() < 0.7:
            other = Phone(match.second)
            theirs = "-".join(reversed(score.split("-")))
            other.tell(theirs, mine.enrollment, key=str(self.random.random()), round=self.number)
        return None
