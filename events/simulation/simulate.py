"""Playing a whole made-up event through the services that the screens call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.clock.actions import start_clock
from events.core.event_write import turns
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.events.finishing_actions import finish_event
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.progress.queries import current_stage
from events.core.questions.question import Given
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.round_rules import rules_of
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.cut_actions import confirm_cut
from events.core.stages.cuts import cut_line
from events.core.stages.plans import StagePlan
from events.core.stages.playoff_actions import choose_play
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.core.standings.actions import publish_standings
from events.models import Event, Match, Round, Stage, TableSeat
from events.roster.drop_actions import drop
from events.simulation.event_shapes import (
    AT_TABLES,
    GAME_FORMATS,
    OPEN_KINDS,
    TEAM_SIZES,
    Kind,
    shape_of,
)
from events.simulation.made_up_results import (
    MatchShape,
    Strengths,
    finish_in_order,
    make_slip,
    make_table_slip,
)
from events.simulation.names import make_names, make_team_names
from events.stages.actions import lay_out_stages
from standings.tables.table_profiles import TABLE_PROFILES

DROPS = Given({"winner-drops": "drop", "leader-drops": "drop"})
DROP_BETWEEN_ROUNDS = 0.01
ONE_AWARDED_BYE_IN = 40
LATE_FROM = 16
TABLE_MINUTES = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Options of a simulation.

    - `players`, `rounds`, `seed`: everything made up follows from these. `players` are teams in
      an event of teams; `rounds` are the Swiss rounds of the first stage, where it has any.
    - `kind`: the kind of event.
    - `stop_in_round`: leave this round being played with `outstanding` tables without a result.
    - `finish`: finish the event after its last round.
    """

    players: int
    rounds: int
    seed: int
    name: str
    kind: Kind = Kind.SWISS
    stop_in_round: int | None = None
    outstanding: int = 0
    finish: bool = False


def simulate_event(
    *, actor: User, plan: Plan, progress: Callable[[int, int], None] | None = None
) -> Event:
    """Create an event, enroll made-up players and play it; `progress` gets round and rounds.

    The same plan gives the same players, pairings and results. Raises RefusedError for a plan
    that can't be played.
    """
    shape = shape_of(plan.kind, plan.players, plan.rounds)
    _check(plan, shape.least_rounds)
    random = Random(plan.seed)
    event = _create(actor, plan, shape.stages, random)
    late = _enroll(event, actor, plan, random)
    strength = {number: random.gauss(0, 1) for number in range(1, plan.players + 1)}
    strengths = Strengths(strength, dict.fromkeys(strength, 0))
    number = 0
    while _is_ready(event, actor, random):
        number += 1
        stops = number == plan.stop_in_round
        round = _start(event, actor, number, random)
        if number == 1 and late:
            enroll(event_id=event.pk, actor=actor, entries=late)
        _play(event, actor, round, strengths, random, plan.outstanding if stops else 0)
        if progress:
            progress(number, max(number, shape.least_rounds))
        if stops:
            break
        complete_round(event_id=event.pk, actor=actor, number=number, resolutions={})
        publish_standings(event_id=event.pk, actor=actor, number=number)
        if _more_to_come(round):
            _drop_some(event, actor, strengths, random)
    if plan.finish:
        finish_event(event_id=event.pk, actor=actor)
    event.refresh_from_db()
    return event


def _check(plan: Plan, least_rounds: int) -> None:
    if plan.rounds < 1:
        raise RefusedError(_("A simulation needs at least one round."), "rounds")
    if plan.stop_in_round is not None and not 1 <= plan.stop_in_round <= least_rounds:
        raise RefusedError(
            _("The round to stop in must be between 1 and %(rounds)d.") % {"rounds": least_rounds},
            "stop_in_round",
        )
    if plan.stop_in_round is not None and plan.finish:
        raise RefusedError(_("An event that stops in a round can't be finished."), "finish")
    if plan.outstanding and plan.stop_in_round is None:
        raise RefusedError(
            _("Only the round where the simulation stops can have outstanding tables.")
        )


def _create(actor: User, plan: Plan, stages: Sequence[StagePlan], random: Random) -> Event:
    data = EventData(
        name=plan.name,
        date=timezone.localdate(),
        game_format=GAME_FORMATS.get(plan.kind, "Modern"),
        team_size=TEAM_SIZES.get(plan.kind, Event.TeamSize.ONE),
        rounds=plan.rounds,
    )
    if plan.kind in AT_TABLES:
        by_place = plan.kind is Kind.TABLES_BY_PLACE
        profile = replace(TABLE_PROFILES["five-one"], by_place=by_place)
        data = replace(data, profile=profile, games_to_win=1, round_minutes=TABLE_MINUTES)
        event = create_event(actor=actor, data=data, plans=stages, seed=random.getrandbits(63))
    else:
        # The journal's chain starts from the seed, so the seed is never replaced.
        event = create_event(actor=actor, data=data, seed=random.getrandbits(63))
    Event.objects.filter(pk=event.pk).update(next_seed=random.getrandbits(63))
    if plan.kind not in AT_TABLES | {Kind.SWISS}:
        for stage in lay_out_stages(event_id=event.pk, actor=actor, plans=stages):
            if stage.is_elimination:
                Stage.objects.filter(pk=stage.pk).update(seed=random.getrandbits(63))
    event.refresh_from_db()
    return event


def _enroll(event: Event, actor: User, plan: Plan, random: Random) -> list[NewEnrollment]:
    """Enroll everyone but late players; return the entries of the late ones."""
    if event.is_for_teams:
        size = len(event.seats)
        teams = make_team_names(plan.players, random)
        people = make_names(plan.players * size, random)
        entries = [
            NewEnrollment(name=team, members=tuple(people[index * size : (index + 1) * size]))
            for index, team in enumerate(teams)
        ]
        enroll(event_id=event.pk, actor=actor, entries=entries)
        return []
    names = make_names(plan.players, random)
    lucky = set(random.sample(range(plan.players), plan.players // ONE_AWARDED_BYE_IN))
    late = 1 if plan.players >= LATE_FROM and plan.players - 1 not in lucky else 0
    if plan.kind not in OPEN_KINDS:
        lucky, late = set(), 0
    entries = [
        NewEnrollment(name=name, awarded_byes=1 if index in lucky else 0)
        for index, name in enumerate(names)
    ]
    on_time = entries[: plan.players - late]
    enroll(event_id=event.pk, actor=actor, entries=on_time)
    return entries[plan.players - late :]


def _is_ready(event: Event, actor: User, random: Random) -> bool:
    """Confirm who advances and seat a draft, so that a round can begin; False at the end."""
    status = current_stage(event)
    if status is not None and status.needs_cut:
        number = status.stage.number
        advancing = cut_line(status.stage).numbers
        confirm_cut(event_id=event.pk, actor=actor, number=number, advancing=advancing)
        status = current_stage(event)
    if status is None or status.over:
        return False
    stage = status.stage
    if stage.pods and not stage.pod_seats.exists():
        seed = random.getrandbits(63)
        draw_stage_pods(event_id=event.pk, actor=actor, stage=stage.number, seed=seed)
        post_pods(event_id=event.pk, actor=actor, stage=stage.number)
    return True


def _start(event: Event, actor: User, number: int, random: Random) -> Round:
    """Pair and post a round, unless it is one of a bracket, and start its clock."""
    if not event.rounds.filter(number=number).exists():
        Event.objects.filter(pk=event.pk).update(next_seed=random.getrandbits(63))
        pair_next_round(event_id=event.pk, actor=actor, number=number)
        turns.give()
        post_round(event_id=event.pk, actor=actor, number=number)
    return start_clock(event_id=event.pk, actor=actor, number=number)


def _play(
    event: Event, actor: User, round: Round, strengths: Strengths, random: Random, outstanding: int
) -> None:
    """Enter the results of a round in the order in which matches end, but for the last ones."""
    matches = list(
        round.matches.of_two()
        .outstanding()
        .order_by("table")
        .values_list("table", "first__number", "second__number")
    )
    table = MatchShape(
        games_to_win=round.games_to_win,
        playoff=round.stage.is_elimination,
        by_seats=round.by_seats,
        last=not _more_to_come(round),
    )
    random.shuffle(matches)
    for at, first, second in matches[: max(0, len(matches) - outstanding)]:
        if table.playoff:
            choice = random.choice(tuple(Match.PlayFirst))
            choose_play(
                event_id=event.pk, actor=actor, number=round.number, table=at or 0, first=choice
            )
        slip = make_slip(strengths, first, second, table, random)
        strengths.count(first, second, slip.result)
        enter_result(event_id=event.pk, actor=actor, number=round.number, table=at or 0, slip=slip)
        turns.give()
    if event.at_tables:
        _play_tables(event, actor, round, strengths, random, outstanding)


def _play_tables(
    event: Event, actor: User, round: Round, strengths: Strengths, random: Random, outstanding: int
) -> None:
    """Enter the results of the tables of three to five, likewise."""
    seats = TableSeat.objects.filter(match__in=round.matches.of_tables().outstanding())
    tables: dict[int, list[int]] = {}
    for at, player in seats.order_by("seat").values_list("match__table", "enrollment__number"):
        tables.setdefault(at or 0, []).append(player)
    ended = sorted(tables)
    random.shuffle(ended)
    by_place = rules_of(round).by_place
    for at in ended[: max(0, len(ended) - outstanding)]:
        players, last = tables[at], not _more_to_come(round)
        slip = make_table_slip(strengths, players, random, last=last)
        strengths.count_losses(players, slip.result)
        if by_place:
            slip = finish_in_order(slip, strengths, players, random)
        enter_result(event_id=event.pk, actor=actor, number=round.number, table=at, slip=slip)
        turns.give()


def _more_to_come(round: Round) -> bool:
    """Return whether another Swiss round of the same stage follows."""
    stage = round.stage
    return stage.has_set_rounds and stage.rounds is not None and round.place_in_stage < stage.rounds


def _drop_some(event: Event, actor: User, strengths: Strengths, random: Random) -> None:
    """Let a few of those who have lost leave at the desk, between two rounds."""
    active = event.enrollments.active().order_by("number").values_list("number", flat=True)
    playing = list(active)
    for number in playing:
        if len(playing) <= 4:
            return
        if strengths.losses[number] and random.random() < DROP_BETWEEN_ROUNDS:
            drop(event_id=event.pk, actor=actor, number=number, given=DROPS)
