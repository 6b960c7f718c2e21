"""Events of tables of three to five players, played through the services."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from django.contrib.auth.models import User

from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.actions import enter_result
from events.core.results.round_rules import rules_of
from events.core.results.slips import parse_entry
from events.core.rounds.actions import complete_round
from events.core.stages.cut_actions import confirm_cut
from events.core.stages.cuts import cut_line
from events.core.stages.plans import StagePlan
from events.core.stages.templates import TABLES_PLAYOFF
from events.core.standings.actions import publish_standings
from events.models import Event, Match, Round, Stage
from standings.tables.table_profiles import TABLE_PROFILES
from tests import factories
from tests.events.scenario import start_round


def table_event(
    players: int,
    *,
    rounds: int | None = 3,
    owner: User | None = None,
    profile: str = "five-one",
    plan: StagePlan | None = None,
    cut: int | None = None,
    name: str = "Commander Night",
) -> tuple[Event, User]:
    """Create an event of tables of four with players "P1", "P2" ..., and an owner.

    `cut`: how many advance to a cut after the rounds.
    """
    owner = owner or factories.user()
    data = EventData(
        name=name,
        date=date(2026, 11, 28),
        game_format="Commander",
        games_to_win=Event.GamesToWin.ONE,
        profile=TABLE_PROFILES[profile],
        round_minutes=80,
        rounds=rounds,
    )
    plans = [plan or StagePlan(kind=Stage.Kind.TABLES)]
    if cut is not None:
        plans = [replace(plans[0], cut_by=Stage.Cut.RANK, cut_value=cut), TABLES_PLAYOFF]
    event = create_event(actor=owner, data=data, plans=plans)
    entries = [NewEnrollment(name=f"P{number}") for number in range(1, players + 1)]
    enroll(event_id=event.pk, actor=owner, entries=entries)
    event.refresh_from_db()
    return event, owner


def enter(event: Event, actor: User, number: int, *typed: str) -> None:
    """Enter slips of tables of four as a scorekeeper types them: "1 3", "2 d", "3 0 x1"."""
    rules = rules_of(event.rounds.select_related("stage", "event").get(number=number))
    for text in typed:
        entry = parse_entry(text, rules)
        assert entry.slip is not None, text
        enter_result(
            event_id=event.pk, actor=actor, number=number, table=entry.table, slip=entry.slip
        )


def report_tables(
    event: Event, actor: User, number: int, results: Mapping[int, str] | None = None
) -> None:
    """Enter the results given by table; seat 1 wins at every other table without one."""
    waiting = Match.objects.filter(round__event=event, round__number=number, first_wins=None)
    for table in list(waiting.order_by("table").values_list("table", flat=True)):
        enter(event, actor, number, f"{table} {(results or {}).get(table or 0, '1')}")


def play_tables(
    event: Event, actor: User, number: int, results: Mapping[int, str] | None = None
) -> Round:
    """Seat, post, report and complete a round, and publish its standings."""
    start_round(event, actor, number)
    report_tables(event, actor, number, results)
    made = complete_round(event_id=event.pk, actor=actor, number=number)
    publish_standings(event_id=event.pk, actor=actor, number=number)
    return made


def advance(event: Event, actor: User) -> Stage:
    """Confirm who advances from stage 1, as the standings have it."""
    stage = event.stages.get(number=1)
    line = cut_line(stage)
    return confirm_cut(event_id=event.pk, actor=actor, number=1, advancing=line.numbers)


def seated(event: Event, number: int) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the players at each table of a round, by seat."""
    matches = Match.objects.filter(round__event=event, round__number=number).of_tables()
    return {
        match.table or 0: tuple(player.number for player in match.players)
        for match in matches.prefetch_related("table_seats__enrollment")
    }
