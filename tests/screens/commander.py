"""A Commander night: tables of four in round 2, and the final table of its cut."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.actions import start_clock
from events.core.stages.plans import StagePlan
from events.core.stages.templates import TABLES_PLAYOFF
from events.models import Event, Stage
from events.simulation.names import make_names
from standings.tables.table_profiles import FIVE_ONE
from tests.events.support.phones import EVERYTHING
from tests.events.tables_of_four.playing import advance, enter, report_tables
from tests.screens.convention import Play

LONG = "Maximiliana-Konstantina Wolfeschlegelst."
CLOCK = timedelta(minutes=39)


def make_commander(play_of: Play, slug: str, owner: User, *, cut: bool = False) -> Event:
    """Return a night of fourteen in round 2, two tables reported; `cut`: its final is playing."""
    plan = StagePlan(kind=Stage.Kind.TABLES, rounds=2, cut_by=Stage.Cut.RANK, cut_value=4)
    names = [*make_names(13, Random(41)), LONG]
    values = {
        "name": "Harbour Commander Open",
        "game_format": "Commander",
        "profile": FIVE_ONE,
        "games_to_win": Event.GamesToWin.ONE,
        "round_minutes": 80,
    }
    play = play_of(
        slug, owner, names, plans=[plan, replace(TABLES_PLAYOFF)], phones=EVERYTHING, **values
    )
    event: Event = play.event
    for number in (1, 2):
        play.start(number)
        if number == 1 or cut:
            report_tables(event, owner, number, {1: "3", 2: "d", 3: "d13"})
            play.finish_round(number)
    if cut:
        advance(event, owner)
        play.start(3)
        return event
    round = start_clock(event_id=event.pk, actor=owner, number=2)
    round.started_at = timezone.now().replace(microsecond=0) - CLOCK
    round.save(update_fields=["started_at"])
    enter(event, owner, 2, "1 2 x3", "2 d c1")
    return event
