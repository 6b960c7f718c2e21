"""Playing a whole made-up event through the services that the screens call."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from events.models import Enrollment, Event, Match
from events.services.departures import drop
from events.services.drafting import pair_next_round
from events.services.enrollment import NewEnrollment, enroll
from events.services.errors import RefusedError
from events.services.events import EventData, create_event
from events.services.finishing import finish_event
from events.services.made_up_names import make_names
from events.services.publishing import publish_standings
from events.services.results import enter_result
from events.services.rounds import complete_round, post_round, start_clock
from events.services.score import Score

# What a played best of three looks like: about what the published results of large events show.
TWO_ONE = 0.46
UNFINISHED_WIN = 0.01
DRAW = 0.02
AGREED_DRAW = 0.25
DOUBLE_LOSS = 0.002
DROP_AFTER_TWO_LOSSES = 0.10
DROP_BETWEEN_ROUNDS = 0.01
ONE_AWARDED_BYE_IN = 40
LATE_FROM = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to simulate.

    - `players`, `rounds`, `seed`: everything made up follows from these.
    - `stop_in_round`: leave this round being played with `outstanding` tables without a result.
    - `finish`: finish the event after its last round.
    """

    players: int
    rounds: int
    seed: int
    name: str
    stop_in_round: int | None = None
    outstanding: int = 0
    finish: bool = False


@dataclass(slots=True)
class _Field:
    """What the players bring: how strong they are, and how often they have lost."""

    strength: dict[int, float]
    losses: dict[int, int]


def simulate_event(
    *, actor: User, plan: Plan, progress: Callable[[int, int], None] | None = None
) -> Event:
    """Create an event, enroll made-up players and play it; `progress` gets round and rounds.

    The same plan gives the same players, pairings and results. Raises RefusedError for a plan
    that can't be played.
    """
    _check(plan)
    random = Random(plan.seed)
    data = EventData(
        name=plan.name, date=timezone.localdate(), game_format="Modern", rounds=plan.rounds
    )
    event = create_event(actor=actor, data=data)
    # The services draw these in secret; a simulation is there to be repeated.
    Event.objects.filter(pk=event.pk).update(
        seed=random.getrandbits(63), next_seed=random.getrandbits(63)
    )
    late = _enroll(event, actor, plan, random)
    strength = {number: random.gauss(0, 1) for number in range(1, plan.players + 1)}
    field = _Field(strength, dict.fromkeys(strength, 0))
    for number in range(1, plan.rounds + 1):
        stops = number == plan.stop_in_round
        _pair(event, actor, number, random)
        if number == 1 and late:
            enroll(event_id=event.pk, actor=actor, entries=late)
        _play(event, actor, number, field, random, plan.outstanding if stops else 0)
        if progress:
            progress(number, plan.rounds)
        if stops:
            break
        complete_round(event_id=event.pk, actor=actor, number=number, resolutions={})
        publish_standings(event_id=event.pk, actor=actor, number=number)
        if number < plan.rounds:
            _drop_some(event, actor, field, random)
    if plan.finish:
        finish_event(event_id=event.pk, actor=actor)
    event.refresh_from_db()
    return event


def _check(plan: Plan) -> None:
    if plan.players < 2:
        raise RefusedError(_("A simulation needs at least two players."), "players")
    if plan.rounds < 1:
        raise RefusedError(_("A simulation needs at least one round."), "rounds")
    if plan.stop_in_round is not None and not 1 <= plan.stop_in_round <= plan.rounds:
        raise RefusedError(
            _("The round to stop in must be 1 to %(rounds)d.") % {"rounds": plan.rounds},
            "stop_in_round",
        )
    if plan.stop_in_round is not None and plan.finish:
        raise RefusedError(_("An event that stops in a round is not finished."), "finish")
    if plan.outstanding and plan.stop_in_round is None:
        raise RefusedError(_("Tables can be outstanding only in the round to stop in."))


def _enroll(event: Event, actor: User, plan: Plan, random: Random) -> list[NewEnrollment]:
    """Enroll everybody but those who come late; return the latter."""
    names = make_names(plan.players, random)
    lucky = set(random.sample(range(plan.players), plan.players // ONE_AWARDED_BYE_IN))
    late = 1 if plan.players >= LATE_FROM and plan.players - 1 not in lucky else 0
    entries = [
        NewEnrollment(name=name, awarded_byes=1 if index in lucky else 0)
        for index, name in enumerate(names)
    ]
    on_time = entries[: plan.players - late]
    enroll(event_id=event.pk, actor=actor, entries=on_time)
    return entries[plan.players - late :]


def _pair(event: Event, actor: User, number: int, random: Random) -> None:
    seed = random.getrandbits(63)
    pair_next_round(event_id=event.pk, actor=actor, number=number, seed=seed)
    post_round(event_id=event.pk, actor=actor, number=number)
    start_clock(event_id=event.pk, actor=actor, number=number)


def _play(
    event: Event, actor: User, number: int, field: _Field, random: Random, outstanding: int
) -> None:
    """Enter the results of a round in the order in which matches end, but for the last ones."""
    matches = list(
        Match.objects.filter(round__event=event, round__number=number, kind=Match.Kind.PLAYED)
        .order_by("table")
        .values_list("table", "first__number", "second__number")
    )
    last = event.stages.get(number=1).rounds == number
    random.shuffle(matches)
    for table, first, second in matches[: max(0, len(matches) - outstanding)]:
        score = _score(field, first, second, random, last=last)
        for player, lost in (
            (first, score.first_wins < score.second_wins),
            (second, score.second_wins < score.first_wins),
        ):
            field.losses[player] += lost or score.double_loss
        enter_result(event_id=event.pk, actor=actor, number=number, table=table or 0, score=score)


def _score(field: _Field, first: int, second: int, random: Random, *, last: bool) -> Score:
    """Make one result up: the stronger player wins more often, not always."""
    kind = random.random()
    lost_least = max(field.losses[first], field.losses[second]) <= 1
    if last and lost_least and random.random() < AGREED_DRAW:
        return Score(0, 0, 3)
    if kind < DOUBLE_LOSS:
        return Score(0, 0, 0, double_loss=True)
    if kind < DOUBLE_LOSS + DRAW:
        return Score(1, 1, random.choice((0, 1)))
    chance = 1 / (1 + exp(field.strength[second] - field.strength[first]))
    won = random.random() < chance
    if kind < DOUBLE_LOSS + DRAW + UNFINISHED_WIN:
        games = (1, 0)
    else:
        games = (2, 1) if random.random() < TWO_ONE else (2, 0)
    loser = second if won else first
    leaves = not last and field.losses[loser] >= 1 and random.random() < DROP_AFTER_TWO_LOSSES
    ordered = games if won else games[::-1]
    return Score(*ordered, drop_first=leaves and not won, drop_second=leaves and won)


def _drop_some(event: Event, actor: User, field: _Field, random: Random) -> None:
    """Let a few of those who have lost leave at the desk, between two rounds."""
    active = (
        event.enrollments.filter(state=Enrollment.State.ACTIVE)
        .order_by("number")
        .values_list("number", flat=True)
    )
    playing = list(active)
    for number in playing:
        if len(playing) <= 4:
            return
        if field.losses[number] and random.random() < DROP_BETWEEN_ROUNDS:
            drop(event_id=event.pk, actor=actor, number=number)
