"""Events, people and clients for the tests: factories, with traits for the usual states.

    EventFactory.create(players=6)                  in set-up, six players enrolled
    EventFactory.create(players=6, posted=True)     round 1 is being played
    EventFactory.create(players=6, complete=True)   round 1 is closed, every table has a 2-0
    EventFactory.create(players=6, finished=True)   and that was all
    EventFactory.create(players=4, trios=True)      teams of three, with their members

A trait writes the rows that the database would hold then. A test of the way there plays it through
the services (tests/events/scenario.py). The functions at the end are the usual calls, typed.
"""

import datetime
from collections.abc import Sequence
from typing import Any

import factory
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone
from factory.django import DjangoModelFactory, Password

from domain.results import Result
from events.core.adapters import posted_rows
from events.core.namesakes import mark_namesakes
from events.core.results.report_actions import NewReport, make_newest_official, write_reports
from events.models import (
    AccountTrust,
    Enrollment,
    Event,
    Match,
    Organisation,
    Player,
    Report,
    Role,
    Round,
    StaffMember,
    Stage,
    TeamMember,
)
from standings import PROFILES

PASSWORD = "correct horse battery"
SEATS = "ABC"


class UserFactory(DjangoModelFactory[User]):
    """An account with PASSWORD."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"person-{number + 1}")
    password = Password(PASSWORD)


class PlayerFactory(DjangoModelFactory[Player]):
    """A person who plays."""

    class Meta:
        model = Player

    name = factory.Sequence(lambda number: f"Somebody {number + 1}")


def _round_1(state: str) -> factory.RelatedFactory:
    return factory.RelatedFactory(
        "tests.factories.RoundFactory", "event", state=state, with_matches=True
    )


class EventFactory(DjangoModelFactory[Event]):
    """An event in set-up with one Swiss stage and nobody on its staff.

    `rounds`: those of the stage, None as proposed. `players`: how many are enrolled, "Player 001"
    first. In round 1 of a trait 1 plays 2, 3 plays 4 and so on.
    """

    class Meta:
        model = Event
        skip_postgeneration_save = True

    slug = factory.Sequence(lambda number: f"event-{number + 1}")
    name = factory.Sequence(lambda number: f"Event {number + 1}")
    date = datetime.date(2026, 5, 9)
    profile = factory.LazyFunction(lambda: PROFILES["mtr"].to_dict())
    seed = 12345

    @factory.post_generation
    def rounds(self: Any, create: bool, extracted: int | None, **_more: Any) -> None:
        Stage.objects.create(event=self, number=1, rounds=extracted)

    @factory.post_generation
    def players(self: Any, create: bool, extracted: int | None, **_more: Any) -> None:
        names = [f"Player {number:03}" for number in range(1, (extracted or 0) + 1)]
        made = enroll_players(self, names)
        if self.team_size > 1:
            TeamMember.objects.bulk_create(
                TeamMember(enrollment=one, seat=seat, name=f"{one.name} {seat}")
                for one in made
                for seat in SEATS[: self.team_size]
            )

    class Params:
        posted = factory.Trait(state=Event.State.RUNNING, round_1=_round_1(Round.State.POSTED))
        complete = factory.Trait(state=Event.State.RUNNING, round_1=_round_1(Round.State.COMPLETE))
        finished = factory.Trait(
            state=Event.State.FINISHED,
            finished_at=factory.LazyFunction(timezone.now),
            round_1=_round_1(Round.State.COMPLETE),
        )
        trios = factory.Trait(team_size=Event.TeamSize.THREE)


class StageFactory(DjangoModelFactory[Stage]):
    """A stage of Swiss rounds, or what `kind` says."""

    class Meta:
        model = Stage

    event = factory.SubFactory(EventFactory)
    number = factory.LazyAttribute(lambda stage: stage.event.stages.count() + 1)


class EnrollmentFactory(DjangoModelFactory[Enrollment]):
    """A player in an event, with the next number; `dropped` and `disqualified` are traits."""

    class Meta:
        model = Enrollment

    class Params:
        dropped = factory.Trait(state=Enrollment.State.DROPPED, dropped_after=0)
        disqualified = factory.Trait(state=Enrollment.State.DISQUALIFIED, dropped_after=0)

    event = factory.SubFactory(EventFactory)
    player = factory.SubFactory(PlayerFactory)
    number = factory.LazyAttribute(lambda one: one.event.enrollments.count() + 1)
    name = factory.SelfAttribute("player.name")


class StaffMemberFactory(DjangoModelFactory[StaffMember]):
    """An account on the staff of an event; the roles are keywords: `judge=True`."""

    class Meta:
        model = StaffMember

    event = factory.SubFactory(EventFactory)
    user = factory.SubFactory(UserFactory)


class RoundFactory(DjangoModelFactory[Round]):
    """The next round of an event, in its only stage: unposted; `posted` and `complete` are traits.

    With `with_matches` the players of the event are paired by number, the last of an odd field
    has a bye, and a complete round has a 2-0 at every table.
    """

    class Meta:
        model = Round
        skip_postgeneration_save = True

    class Params:
        posted = factory.Trait(state=Round.State.POSTED)
        complete = factory.Trait(state=Round.State.COMPLETE)

    event = factory.SubFactory(EventFactory)
    stage = factory.LazyAttribute(lambda round: round.event.stages.get())
    number = factory.LazyAttribute(lambda round: round.event.rounds.count() + 1)
    state = Round.State.UNPOSTED

    @factory.post_generation
    def with_matches(self: Any, create: bool, extracted: bool | None, **_more: Any) -> None:
        if not extracted:
            return
        seats = list(self.event.enrollments.order_by("number"))
        pairs = list(zip(seats[::2], seats[1::2], strict=False))
        # In a single statement, because a factory per table took as long as the rest of an event.
        matches = [
            MatchFactory.build(round=self, first=first, second=second, table=table)
            for table, (first, second) in enumerate(pairs, self.event.first_table)
        ]
        if len(seats) % 2:
            matches.append(MatchFactory.build(round=self, first=seats[-1], bye=True))
        Match.objects.bulk_create(matches)
        if self.state == Round.State.COMPLETE:
            report_round(self)
        if self.state != Round.State.UNPOSTED:
            self.posted_at = timezone.now()
            self.posted_rows = posted_rows(self)
            self.save(update_fields=["posted_at", "posted_rows"])


class MatchFactory(DjangoModelFactory[Match]):
    """Two enrollments at a table; `bye` and `unpaired` are traits for one alone."""

    class Meta:
        model = Match

    class Params:
        bye = factory.Trait(
            kind=Match.Kind.BYE, second=None, table=None, first_wins=2, second_wins=0, drawn_games=0
        )
        unpaired = factory.Trait(
            kind=Match.Kind.UNPAIRED,
            second=None,
            table=None,
            first_wins=0,
            second_wins=0,
            drawn_games=0,
        )

    round = factory.SubFactory(RoundFactory)
    first = factory.SubFactory(EnrollmentFactory, event=factory.SelfAttribute("..round.event"))
    second = factory.SubFactory(EnrollmentFactory, event=factory.SelfAttribute("..round.event"))
    table = factory.LazyAttribute(
        lambda match: match.round.matches.filter(table__isnull=False).count() + 1
    )


def report_round(round: Round, result: Result | None = None) -> None:
    """Let the same result count at every table without one: 2-0, or 2-0 in seats."""
    said = [
        NewReport(match, result or Result(2, 0), Report.Source.SLIP)
        for match in round.matches.filter(table__isnull=False, official_report=None)
    ]
    write_reports(said)
    make_newest_official(round.matches.all())


def user(username: str = "", **columns: Any) -> User:
    """An account with PASSWORD; a name of its own when none is given."""
    named = {"username": username} if username else {}
    made: User = UserFactory.create(**named, **columns)
    return made


def event(**columns: Any) -> Event:
    """An event in set-up with one Swiss stage and nobody on its staff; see EventFactory."""
    made: Event = EventFactory.create(**columns)
    return made


def enroll_players(event: Event, names: Sequence[str]) -> list[Enrollment]:
    """Enroll these names in two statements, numbered on from the players there are."""
    if not names:
        return []
    first = event.enrollments.count() + 1
    # Without factories, which took a tenth of the time of most tests.
    players = Player.objects.bulk_create([Player(name=name) for name in names])
    made = Enrollment.objects.bulk_create(
        [
            Enrollment(event=event, player=player, number=number, name=player.name)
            for number, player in enumerate(players, first)
        ]
    )
    if len(set(names)) < len(names):
        mark_namesakes(event)
    return made


def event_with_players(players: int, **columns: Any) -> Event:
    """An event with so many enrolled players: "Player 001" is number 1."""
    return event(players=players, **columns)


def staff_member(
    event: Event, role: Role | str | Sequence[Role | str] = Role.ORGANIZER, username: str = ""
) -> User:
    """A new account on the staff of the event with this role, or these."""
    roles = [role] if isinstance(role, str) else role
    made = user(username)
    StaffMemberFactory.create(event=event, user=made, **{Role(name).value: True for name in roles})
    return made


def trust_of(member: User, event: Event) -> Organisation:
    """Let an account trust the organisation of an event, which gets one where it has none."""
    if event.organisation is None:
        event.organisation = Organisation.objects.create(slug=f"of-{event.slug}", name=event.name)
        event.save(update_fields=["organisation"])
    AccountTrust.objects.create(user=member, organisation=event.organisation)
    return event.organisation


def invited_before(event: Event, username: str) -> User:
    """An account without a password on the staff, as invitations by name made it until 0.2."""
    made = staff_member(event, Role.JUDGE, username)
    made.set_unusable_password()
    made.save()
    event.invited.add(made)
    return made


def client_of(person: User | None = None) -> Client:
    """Return a browser in which this person is logged in; without a person, nobody is.

    Only the session is made; the tests of logins cover the rest of a login.
    """
    browser = Client()
    if person is not None:
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.save()
        browser.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return browser
