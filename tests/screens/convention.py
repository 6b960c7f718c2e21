"""A day of six events at one venue, with a queue at a stand and people in two events."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.actions import start_clock
from events.core.organisations.ownership import organisation_for
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.rounds.actions import complete_round
from events.models import Event
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue
from events.simulation.names import make_names, make_team_names
from events.venues.actions import create_venue

VENUE = "Harbour Hall"
# These two play in the main event and, under the same address, in a side event.
IN_TWO = (("Ada Whitcombe", "ada@example.org"), ("遠藤 蓮", "ren@example.org"))
Play = Callable[..., Any]


def make_convention(play_of: Play, slug: str, owner: User) -> Event:
    """Return the main event; five more are in other states.

    `play_of` makes an event with these names, and moves it on (tests/screens/scenes.py).
    """
    organisation = organisation_for(owner)
    create_venue(
        organisation=organisation,
        actor=owner,
        name=VENUE,
        rows="1-40\n41-80\n81-120\n121-160\n161-200",
        blocked_tables="40, 80",
    )

    def event_of(name: str, people: int, number: int, **values: Any) -> Any:
        names = make_names(people, Random(20 + number))
        address = f"{slug}-{number}" if number else slug
        return play_of(address, owner, names, name=name, venue=VENUE, rounds=5, **values)

    main = event_of("Harbour City Open", 226, 0, game_format="Pioneer")
    side = event_of("Modern Side A", 38, 1)
    for play in (main, side):
        entries = [NewEnrollment(name=name, email=email) for name, email in IN_TWO]
        enroll(**play.who, entries=entries)
    main.play(1, 1)
    main.start(2)
    _start_clock(main, minutes=52)
    main.report(2, outstanding=31)
    side.start(1)
    _start_clock(side, minutes=31)
    side.report(1, outstanding=9)
    pauper = event_of("Pauper at Noon", 21, 2, game_format="Pauper")
    pauper.start(1)
    pauper.report(1)
    trios = play_of(
        f"{slug}-3",
        owner,
        make_team_names(14, Random(23)),
        name="Sunday Team Trios Championship Qualifier",
        venue=VENUE,
        team_size=Event.TeamSize.THREE,
    )
    trios.start(1)
    standard = event_of("Standard Showdown", 24, 4, game_format="Standard")
    standard.start(1)
    standard.report(1)
    complete_round(**standard.who, number=1)
    event_of("Commander Night", 17, 5, game_format="Commander")
    queue = open_queue(
        organisation=organisation,
        actor=owner,
        values={
            "name": "Booster Draft",
            "date": timezone.localdate(),
            "least": 6,
            "first_table": 301,
            "last_table": 340,
        },
    )
    for name in make_names(11, Random(26)):
        join(queue=queue, name=name)
    return Event.objects.get(slug=slug)


def _start_clock(play: Any, *, minutes: int) -> None:
    number = play.event.rounds.latest("number").number
    round = start_clock(**play.who, number=number)
    round.started_at = timezone.now().replace(microsecond=0) - timedelta(minutes=minutes)
    round.save(update_fields=["started_at"])
