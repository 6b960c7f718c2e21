"""Events in the states that a screen shows, and the browsers that may see them.

A scene is known by its name, which is the slug of its event. Small scenes are for tests, too; the
gallery makes all of them. Large events get their results in bulk, because that is quick.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import time, timedelta
from functools import partial
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from domain.results import result_of
from events.core.clock.actions import start_clock
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.events.finishing_actions import finish_event
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.private_address import sign_up_token_of, token_of
from events.core.results.report_actions import NewReport, make_newest_official, write_reports
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.core.standings.actions import publish_standings
from events.models import (
    Event,
    FactSheet,
    Report,
    Role,
    SignUpSettings,
    StaffMember,
    Stage,
)
from events.simulation.names import make_names, make_team_names
from events.stages.actions import lay_out_stages
from tests import factories
from tests.events.scenario import enter_slips
from tests.events.support.phones import EVERYTHING
from tests.events.support.public_events import long_names
from tests.events.support.stages import confirm
from tests.screens.badge_day import badge_address
from tests.screens.busy_event import make_busy_event
from tests.screens.commander import make_commander
from tests.screens.convention import make_convention
from tests.screens.long_names import LONG_STATES, make_long_names
from tests.screens.own_event import OWN_STATES, make_own_event
from tests.screens.stand import make_stand
from tests.screens.visitors import Visitor

SCORES = ((2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0))
SINGLE = StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION)
# The time since the round started, for each state with a running clock.
CLOCKS = {"clock": timedelta(minutes=23), "overtime": timedelta(minutes=54)}
# The state of an event: in its second round, or later.
STATES = (
    *("setup", "unposted", "posted", "clock", "overtime", "all-in", "complete", "published"),
    "finished",
)
NEWCOMER = "newcomer"


def visitor_of(scene: str, who: str) -> Visitor:
    """Return a browser: `staff` may do all of an event, `judge` little, `player` has a phone."""
    if who == "player":
        player = Event.objects.get(slug=scene).enrollments.order_by("number")[2]
        token = token_of(player.pk, player.address_nonce)
        return Visitor(phone=reverse("me:open", args=[token]))
    if who == "waiting":
        waiting = Event.objects.get(slug=scene).sign_ups.order_by("pk")[0]
        token = sign_up_token_of(waiting.pk, waiting.nonce)
        return Visitor(phone=reverse("me:open", args=[token]))
    if who == "badge":
        return Visitor(phone=badge_address(scene))
    if who == "invited":
        account = User.objects.get(username=f"judge.{scene}")
        code = urlsafe_base64_encode(force_bytes(account.pk))
        token = default_token_generator.make_token(account)
        return Visitor(phone=reverse("join", args=[code, token]))
    if who == "nobody":
        return Visitor()
    name = settings.SESSION_COOKIE_NAME
    browser = factories.client_of(User.objects.get(username=f"{who}.{scene}"))
    return Visitor({name: browser.cookies[name].value})


def make_scene(name: str) -> None:
    """Make the event of a scene, and its accounts: all roles, a judge, and the operator."""
    owner, judge = factories.user(f"staff.{name}"), factories.user(f"judge.{name}")
    if name == NEWCOMER:
        return
    event = SCENES[name](name, owner)
    everything = {role.value: True for role in Role}
    StaffMember.objects.filter(event=event, user=owner).update(**everything)
    StaffMember.objects.create(event=event, user=judge, judge=True)
    factories.user(f"operator.{name}", is_superuser=True)


class _Play:
    """An event that is moved on; results come in bulk."""

    def __init__(self, slug: str, owner: User, names: Sequence[str], **values: Any) -> None:
        plans = values.pop("plans", None)
        phones = values.pop("phones", {})
        data = EventData(**{"date": timezone.localdate(), "game_format": "Modern", **values})
        # An event at tables of four has no stages for matches of two.
        at_once = {} if data.profile.table_size is None else {"plans": plans}
        self.event = create_event(actor=owner, data=data, **at_once)
        # Before anything is cached, because the slug identifies a scene.
        Event.objects.filter(pk=self.event.pk).update(slug=slug, **phones)
        self.event.refresh_from_db()
        self.who: dict[str, Any] = {"event_id": self.event.pk, "actor": owner}
        self.draw = Random(slug)
        if plans and not at_once:
            lay_out_stages(**self.who, plans=plans)
        size = len(self.event.seats)
        people = make_names(len(names) * size, Random(1))
        entries = [
            NewEnrollment(name=name, members=tuple(people[place * size : (place + 1) * size]))
            for place, name in enumerate(names)
        ]
        if entries:
            enroll(**self.who, entries=entries)

    def start(self, number: int) -> None:
        """Pair and post a round; its number is the announced seed."""
        Event.objects.filter(pk=self.event.pk).update(next_seed=number)
        if not self.event.rounds.filter(number=number).exists():
            pair_next_round(**self.who, number=number)
            post_round(**self.who, number=number)

    def report(self, number: int, outstanding: int = 0) -> None:
        """Enter eight results as a scorekeeper does, and the others in bulk."""
        round = self.event.rounds.get(number=number)
        matches = list(round.matches.of_two().filter(official_report=None).order_by("table"))
        self.draw.shuffle(matches)
        reported = matches[outstanding:]
        typed = [] if round.by_seats else reported[:8]
        slips = (f"{match.table} {self.draw.choice(('20', '21', '12'))}" for match in typed)
        enter_slips(self.event, self.who["actor"], number, *slips)
        write_reports(
            [
                NewReport(match, result_of(*self.draw.choice(SCORES)), Report.Source.SLIP)
                for match in reported[len(typed) :]
            ]
        )
        make_newest_official(round.matches.all())

    def finish_round(self, number: int) -> None:
        """Complete a posted round and publish its standings."""
        self.report(number)
        complete_round(**self.who, number=number)
        publish_standings(**self.who, number=number)

    def play(self, first: int, last: int) -> None:
        """Play rounds from the pairing to the standings."""
        for number in range(first, last + 1):
            self.start(number)
            self.finish_round(number)

    def go_to(self, state: str) -> None:
        """Play until round 2 is in this state; `finished`: the event is."""
        if state == "setup":
            return
        self.play(1, 1)
        if state == "unposted":
            Event.objects.filter(pk=self.event.pk).update(next_seed=2)
            pair_next_round(**self.who, number=2)
            return
        self.start(2)
        if state in CLOCKS:
            round = start_clock(**self.who, number=2)
            round.started_at = timezone.now().replace(microsecond=0) - CLOCKS[state]
            round.save(update_fields=["started_at"])
        tables = self.event.rounds.get(number=2).matches.of_two().count()
        late = {"posted": tables, "clock": tables // 2, "overtime": max(1, tables // 12)}
        self.report(2, late.get(state, 0))
        if state in ("complete", "published", "finished"):
            complete_round(**self.who, number=2)
        if state in ("published", "finished"):
            publish_standings(**self.who, number=2)
        if state == "finished":
            finish_event(**self.who)


def _friday(state: str, slug: str, owner: User) -> Event:
    """Eleven players on a Friday night."""
    names = make_names(11, Random(4))
    rounds = 2 if state == "finished" else 4
    play = _Play(slug, owner, names, name="Friday Night Magic", rounds=rounds, staff_may_play=True)
    play.go_to(state)
    return play.event


def _open(state: str, slug: str, owner: User) -> Event:
    """226 players who play for a top 8, with phones."""
    plans = [StagePlan(rounds=3, cut_by=Stage.Cut.RANK, cut_value=8), SINGLE]
    if state == "finished":
        plans = [StagePlan(rounds=2)]
    names = make_names(226, Random(5))
    values = {"name": "Harbour City Open", "venue": "Harbour Hall", "show_chances": True}
    play = _Play(slug, owner, names, plans=plans, phones=EVERYTHING, **values)
    if state not in ("cut", "bracket"):
        play.go_to(state)
        return play.event
    play.play(1, 3)
    if state == "bracket":
        confirm(play.event, owner, 1)
        play.start(4)
        play.report(4, outstanding=2)
    return play.event


def _grand(slug: str, owner: User) -> Event:
    """1,200 players, a third of them with names of 40 letters; half of round 2 is in."""
    names = [*long_names(400), *make_names(800, Random(6))]
    Random(7).shuffle(names)
    name = "Grand Prix of the United Harbour Cities and Islands"
    play = _Play(slug, owner, names, name=name, phones=EVERYTHING, rounds=9)
    play.go_to("clock")
    return play.event


def _empty(slug: str, owner: User) -> Event:
    """An event in which nothing has happened."""
    return _Play(slug, owner, [], name="Saturday Standard").event


def _coming(slug: str, owner: User) -> Event:
    """A Sunday with everything that a newcomer asks, sign-up open; some of the places are taken."""
    plans = [StagePlan(rounds=4, cut_by=Stage.Cut.RANK, cut_value=4), SINGLE]
    values = {"name": "Harbour City Trial", "venue": "Pier 4", "plans": plans}
    event = _Play(slug, owner, make_names(11, Random(4)), phones=EVERYTHING, **values).event
    FactSheet.objects.create(
        event=event,
        description_en="Sixteen byes for the Open are played for.",
        description_ja="本戦の不戦勝16枠を争います。",
        address="18 Quay Street, Harbour City",
        map_link="https://map.example/pier-4",
        contact="hello@harbour.example",
        schedule="09:00 Doors open\n09:45 Players' meeting\n10:00 Round 1",
        prizes="A trophy, and packs for everybody.",
    )
    begins = time(10)
    ask: dict[str, Any] = {"ask_email": "optional", "ask_reading": "optional"}
    SignUpSettings.objects.create(
        event=event, is_open=True, capacity=32, fee="10 €", begins=begins, **ask
    )
    return event


def _playoff(slug: str, owner: User) -> Event:
    """The semifinals of a top 4, one of them played."""
    plans = [StagePlan(rounds=1, cut_by=Stage.Cut.RANK, cut_value=4), SINGLE]
    play = _Play(slug, owner, make_names(8, Random(8)), name="Playoff Night", plans=plans)
    play.play(1, 1)
    confirm(play.event, owner, 1)
    play.start(2)
    play.report(2, outstanding=1)
    return play.event


def _double(slug: str, owner: User) -> Event:
    """A double elimination in its second round."""
    plans = [StagePlan(kind=Stage.Kind.DOUBLE_ELIMINATION)]
    play = _Play(slug, owner, make_names(12, Random(9)), name="Double Elimination", plans=plans)
    play.start(1)
    play.report(1)
    complete_round(**play.who, number=1)
    play.start(2)
    return play.event


def _draft(slug: str, owner: User, *, posted: bool = True) -> Event:
    """Two pods, before round 1."""
    plans = [StagePlan(rounds=3, pods=True)]
    play = _Play(slug, owner, make_names(17, Random(10)), name="Booster Draft", plans=plans)
    draw_stage_pods(**play.who, stage=1, seed=7)
    if posted:
        post_pods(**play.who, stage=1)
    return play.event


def _teams(slug: str, owner: User) -> Event:
    """Teams of three in round 1."""
    names = make_team_names(6, Random(11))
    play = _Play(slug, owner, names, name="Team Trios", team_size=Event.TeamSize.THREE)
    play.start(1)
    return play.event


def _online(slug: str, owner: User) -> Event:
    """An event on a platform, whose tables report that they are ready."""
    names = make_names(8, Random(12))
    play = _Play(slug, owner, names, name="Online League", platform="Arena", phones=EVERYTHING)
    play.start(1)
    return play.event


Make = Callable[[str, User], Event]
SMALL: Mapping[str, Make] = {
    "busy": make_busy_event,
    "friday-setup": partial(_friday, "setup"),
    "friday-published": partial(_friday, "published"),
    "playoff": _playoff,
    "draft": _draft,
    "draft-drawn": partial(_draft, posted=False),
    "coming": _coming,
    "online": _online,
    "commander": partial(make_commander, _Play),
    "commander-cut": partial(make_commander, _Play, cut=True),
}
SCENES: Mapping[str, Make] = {
    **{f"friday-{state}": partial(_friday, state) for state in STATES},
    **{f"open-{state}": partial(_open, state) for state in (*STATES, "cut", "bracket")},
    **SMALL,
    **{f"own-{state}": partial(make_own_event, state) for state in OWN_STATES},
    **{f"long-{state}": partial(make_long_names, _Play, state) for state in LONG_STATES},
    "empty": _empty,
    "stand": partial(make_stand, _Play),
    "convention": partial(make_convention, _Play),
    "double": _double,
    "teams": _teams,
    "grand": _grand,
}
