"""Simulate a day of one main event and many side events, with phones and scorekeepers."""

import multiprocessing
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connections
from django.urls import reverse
from django.utils import timezone

from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.hosting.rehearsal import load
from events.hosting.rehearsal.day_drill import DayDrill
from events.hosting.rehearsal.desk_line import DeskLine
from events.hosting.rehearsal.load import Keeper
from events.hosting.rehearsal.own_server import keepers
from events.hosting.rehearsal.posting_drill import WatchedEvent
from events.hosting.rehearsal.watching_phones import PhonesError, PhoneTally, room_for, run
from events.models import Event, Round, StaffMember
from events.simulation.made_up_results import report_and_complete

HOST = "127.0.0.1"
KEEPERS, TURNS = 10, 2
# The previous round was played without a server, so that the day begins with this one.
ROUND = 2
ONE, ALL = "quiet, all phones in one event", "quiet"
POSTING, ENTERING = "while rounds are posted", "while results are entered"


@dataclass(frozen=True, slots=True)
class Size:
    """Size of the day; `every`: seconds between two requests of a phone."""

    events: int
    phones: int
    main: int
    side: int
    every: float


@dataclass(slots=True)
class Findings:
    """Findings of a day: seconds of each posting, results per second, waiting times of phones."""

    main: PhoneTally = field(default_factory=PhoneTally)
    side: PhoneTally = field(default_factory=PhoneTally)
    in_one: list[float] = field(default_factory=list)
    in_ten: list[float] = field(default_factory=list)
    asked: dict[str, PhoneTally] = field(default_factory=dict)
    heard: PhoneTally = field(default_factory=PhoneTally)
    statuses: dict[int, int] = field(default_factory=dict)


def make_events(size: Size, tell: Callable[[str], None]) -> tuple[User, list[Event]]:
    """Create the main event and the side events, each with a complete first round."""
    actor = User.objects.create_user(f"rehearsal-{time.monotonic_ns()}")
    made = []
    for number in range(size.events + 1):
        players = size.side if number else size.main
        name = f"Side event {number}" if number else "Main event"
        data = EventData(name=name, date=timezone.localdate(), rounds=3)
        event = create_event(actor=actor, data=data)
        names = (f"Player {place:05}" for place in range(1, players + 1))
        entries = [NewEnrollment(name=name) for name in names]
        enroll(event_id=event.pk, actor=actor, entries=entries)
        pair_next_round(event_id=event.pk, actor=actor, number=1, seed=number)
        post_round(event_id=event.pk, actor=actor, number=1)
        report_and_complete(event, 1, random.Random(number))
        publish_standings(event_id=event.pk, actor=actor, number=1)
        made.append(event)
        if number % 10 == 0:
            tell(f"{number + 1} of {size.events + 1} events made")
    return actor, made


class Day:
    """Simulates the day against a server on this computer."""

    def __init__(self, port: int, size: Size, actor: User, events: Sequence[Event]) -> None:
        self.port, self.size, self.events = port, size, events
        self.desk = DeskLine(f"http://{HOST}:{port}", actor)
        self.findings = Findings()
        self.entering: set[str] = set()

    def play(self) -> Findings:
        """Simulate the day and return the findings; PhonesError if it is impossible."""
        room_for(self.size.phones, HOST)
        try:
            alone = DayDrill(
                [self._watched_event(self.events[0], self.size.phones)], ROUND, part=ONE
            )
            run(alone.run(self._rest))
            everywhere = DayDrill(self._watched_events(), ROUND, part=ALL)
            run(everywhere.run(lambda: self._hours(everywhere)))
        finally:
            self.desk.close()
            log_out(self.entering)
        self.findings.asked = {**alone.asked, **everywhere.asked}
        self.findings.heard = everywhere.heard
        return self.findings

    def _watched_events(self) -> list[WatchedEvent]:
        """Distribute the phones to the events by number of players."""
        players = self.size.main + self.size.side * self.size.events
        side = self.size.phones * self.size.side // players
        watched_events = [self._watched_event(event, side) for event in self.events[1:]]
        return [
            self._watched_event(self.events[0], self.size.phones - side * len(watched_events)),
            *watched_events,
        ]

    def _watched_event(self, event: Event, phones: int) -> WatchedEvent:
        numbers = list(event.enrollments.values_list("number", flat=True))
        return WatchedEvent(HOST, self.port, event.slug, numbers, phones, self.size.every)

    def _rest(self) -> None:
        """Wait while every phone polls twice without news; the first requests arrive at once."""
        time.sleep(2.5 * self.size.every)

    def _hours(self, drill: DayDrill) -> None:
        self._rest()
        drill.part = POSTING
        for event in self.events:
            self._post(event, drill)
        # Every phone has polled once after the last event was posted.
        time.sleep(1.5 * self.size.every)
        drill.part = ENTERING
        self._enter()
        connections.close_all()

    def _post(self, event: Event, drill: DayDrill) -> None:
        def address(button: str) -> str:
            return reverse(f"staff:{button}", args=[event.slug, ROUND])

        self.desk.act(address("pair"))
        seconds = self.desk.act(address("post"))
        drill.posted_at[event.slug] = time.perf_counter()
        if not event.rounds.filter(number=ROUND, state=Round.State.POSTED).exists():
            raise PhonesError(f"Round {ROUND} of {event.name} could not be posted.")
        tally = self.findings.main if event == self.events[0] else self.findings.side
        tally.seconds.append(seconds)

    def _enter(self) -> None:
        """Let ten scorekeepers enter results in one event and in ten, alternately."""
        share = KEEPERS // min(KEEPERS, self.size.events)
        each = min(self.size.side // share, self.size.main // KEEPERS) // 2 // TURNS
        for event in self.events:
            event.refresh_from_db()
        together = keepers(self.events[0], ROUND, KEEPERS, each * TURNS)
        ten = [
            keeper
            for event in self.events[1 : KEEPERS + 1]
            for keeper in keepers(event, ROUND, share, each * TURNS)
        ]
        accounts = StaffMember.objects.filter(event__in=self.events).exclude(user=self.desk.user)
        self.entering = {str(pk) for pk in accounts.values_list("user", flat=True)}
        for turn in range(TURNS):
            self.findings.in_one.append(self._results(together, turn, each))
            self.findings.in_ten.append(self._results(ten, turn, each))

    def _results(self, people: Sequence[Keeper], turn: int, each: int) -> float:
        """Return the rate of entered results, per second."""
        share = [Keeper(person.requests[turn * each : (turn + 1) * each]) for person in people]
        spawn = multiprocessing.get_context("spawn")
        out: multiprocessing.queues.Queue[tuple[load.AnswerTally, float]] = spawn.Queue()
        process = spawn.Process(target=load.enter_at_once, args=(self.port, share, out))
        process.start()
        tally, seconds = out.get()
        process.join()
        for status, count in tally.statuses.items():
            self.findings.statuses[status] = self.findings.statuses.get(status, 0) + count
        return len(tally.times) / seconds


def log_out(accounts: set[str]) -> None:
    """End the logins of these accounts."""
    for session in Session.objects.all():
        if session.get_decoded().get(SESSION_KEY) in accounts:
            session.delete()


def lines(size: Size, findings: Findings) -> list[str]:
    """Format the findings for the terminal."""
    head = f"{size.events + 1} events ({size.main} and {size.side} players), {size.phones} phones"
    table = [f"{head}, a question every {size.every:g} s", f"{'':52}{'number':>8}{'median':>9}"]
    table[-1] += f"{'99 %':>9}{'slowest':>9}  errors"
    rows = {
        **{f"a phone's question, {part}": tally for part, tally in findings.asked.items()},
        "the new round on a phone, after posting": findings.heard,
        "posting a round of the main event": findings.main,
        "posting a round of a side event": findings.side,
    }
    for name, tally in rows.items():
        times = "".join(f"{_read(tally.at(share)):>9}" for share in (0.5, 0.99, 1))
        table.append(f"{name:52}{len(tally.seconds):>8}{times}  {tally.faults()}")
    for name, rates in (
        ("one event", findings.in_one),
        (f"{min(KEEPERS, size.events)} events", findings.in_ten),
    ):
        each = ", ".join(f"{rate:.0f}" for rate in rates)
        table.append(f"results a second, {KEEPERS} scorekeepers in {name}: {each}")
    statuses = ", ".join(f"{count} x {status}" for status, count in findings.statuses.items())
    table.append(f"answers to results: {statuses}")
    return table


def _read(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
