"""Progress of an event through its stages: finished stages, entrants, players to advance."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from django.db.models import QuerySet

from events.core.adapters import Playoff, playoff_of
from events.core.progress.ahead import robin_rounds, robin_sizes
from events.core.progress.recommended_rounds import proposed_rounds
from events.models import Enrollment, Event, Match, PodSeat, Round, Stage
from pairings.formats.brackets import needs_reset


@dataclass(frozen=True, slots=True)
class StageStatus:
    """Progress of a stage.

    `played` counts its paired rounds, `planned` the rounds that it will have, as far as known now.
    `over`: every round that it needs is complete. `extra`: the decision of the announced condition
    for one more round (None while that is open, or without one).
    """

    stage: Stage
    played: int
    planned: int | None
    over: bool
    extra: bool | None = None

    @property
    def needs_cut(self) -> bool:
        """Whether staff must confirm the advancing players before the next stage."""
        return self.over and self.stage.cut_by != Stage.Cut.NONE and not self.stage.has_cut


def stage_status(stage: Stage) -> StageStatus:
    """Return the progress of a stage, in a fixed number of queries."""
    states = list(stage.round_set.order_by("number").values_list("state", flat=True))
    played = len(states)
    complete = all(state == Round.State.COMPLETE for state in states)
    if stage.is_elimination:
        playoff = playoff_of(stage)
        planned = playoff.rounds if playoff else None
        if stage.ended_by_agreement:
            return StageStatus(stage, played, played, over=True)
        return StageStatus(
            stage, played, planned, complete and playoff is not None and playoff.is_over
        )
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        count = robin_sizes([stage.pk]).get(stage.pk, 0) if played else len(entrants_of(stage))
        planned = robin_rounds(count)
        return StageStatus(stage, played, planned, complete and played == planned)
    planned = stage.rounds
    if planned is None and stage.number == 1:
        planned = proposed_rounds(stage.event).rounds
    extra = None
    decides = planned is not None and stage.extra_round and played >= planned
    if planned and decides and all(state == Round.State.COMPLETE for state in states[:planned]):
        extra = is_extended(stage, planned)
        planned += extra
    return StageStatus(
        stage, played, planned, complete and planned is not None and played >= planned, extra
    )


def is_extended(stage: Stage, rounds: int) -> bool:
    """Return whether the results add one more round after the first `rounds` of a stage.

    By the announced condition. In a double elimination the final is played again if the player with
    one loss won it.
    """
    if stage.kind == Stage.Kind.DOUBLE_ELIMINATION:
        playoff = playoff_of(stage)
        return isinstance(playoff, Playoff) and needs_reset(playoff.bracket, playoff.results)
    return perfect_players(stage, rounds) != 1


def perfect_players(stage: Stage, rounds: int) -> int:
    """Count the players who have won every match of the first `rounds` rounds of a stage."""
    numbers = list(stage.round_set.order_by("number").values_list("number", flat=True)[:rounds])
    won: dict[int, int] = {}
    for match in Match.objects.filter(round__stage=stage, round__number__in=numbers).exclude(
        kind=Match.Kind.UNPAIRED
    ):
        winner = match.winner_id
        if winner is not None:
            won[winner] = won.get(winner, 0) + 1
    return sum(count == rounds for count in won.values())


def entrants_of(stage: Stage) -> list[Enrollment]:
    """Return the active players of a stage; after a cut only those who advanced."""
    return list(entrants(stage))


class Entrant(NamedTuple):
    """Data of a player that pairing needs in a stage; `pk` is the enrollment's key."""

    pk: int
    number: int
    awarded_byes: int
    fixed_table: int | None


def entrants_to_pair(stage: Stage) -> list[Entrant]:
    """Return the players of entrants_of as plain rows, without an object for each enrollment."""
    return [Entrant(*row) for row in entrants(stage).values_list(*Entrant._fields)]


def entrants(stage: Stage) -> QuerySet[Enrollment]:
    """Return the players of entrants_of as a queryset by number, to read only what is needed."""
    cut = _cut_before(stage)
    people = stage.event.enrollments if cut is None else cut.advancing
    return people.active().order_by("number")


def _cut_before(stage: Stage) -> Stage | None:
    """Return the last earlier stage with a cut; None without one."""
    if stage.number == 1:
        return None
    before = Stage.objects.filter(event=stage.event_id, number__lt=stage.number, has_cut=True)
    return before.order_by("-number").first()


def advanced_to(stage: Stage) -> list[Enrollment] | None:
    """Return the players who advanced to a stage by the last cut before it, dropped ones too.

    None without a cut.
    """
    before = _cut_before(stage)
    return None if before is None else list(before.advancing.order_by("number"))


def stage_statuses(event: Event) -> list[StageStatus]:
    """Return the progress of every stage, in order."""
    return [stage_status(stage) for stage in event.stages.order_by("number")]


class Step(Enum):
    """Next step of the desk; CUT: confirm the players who advance."""

    CUT = auto()
    DRAW_PODS = auto()
    POST_PODS = auto()
    PAIR = auto()
    FINISH = auto()


@dataclass(frozen=True, slots=True)
class NextStep:
    """The step after a complete round, or before the first one."""

    step: Step
    status: StageStatus

    @property
    def is_cut(self) -> bool:
        """True if the advancing players are to be confirmed."""
        return self.step is Step.CUT

    @property
    def is_drawing_pods(self) -> bool:
        """True if the pods of a draft are to be drawn."""
        return self.step is Step.DRAW_PODS

    @property
    def is_posting_pods(self) -> bool:
        """True if pods are drawn and not posted."""
        return self.step is Step.POST_PODS

    @property
    def is_pairing(self) -> bool:
        """True if the next round is to be paired."""
        return self.step is Step.PAIR

    @property
    def is_finish(self) -> bool:
        """True if all rounds are complete."""
        return self.step is Step.FINISH


def next_step(event: Event) -> NextStep | None:
    """Return the next step of an event; None while a stage is missing."""
    status = current_stage(event)
    if status is None:
        return None
    if status.needs_cut:
        return NextStep(Step.CUT, status)
    if status.over:
        return NextStep(Step.FINISH, status)
    if status.stage.pods and status.stage.pods_posted_at is None:
        drawn = status.stage.pod_seats.exists()
        if not status.played:
            return NextStep(Step.POST_PODS if drawn else Step.DRAW_PODS, status)
    return NextStep(Step.PAIR, status)


def current_stage(event: Event) -> StageStatus | None:
    """Return the stage that is being played or is next; the last one when all are over."""
    status = None
    for stage in event.stages.order_by("number"):
        status = stage_status(stage)
        if not status.over or status.needs_cut:
            return status
    return status


def seats_by_pod(stage: Stage) -> dict[int, list[PodSeat]]:
    """Return the seats of each pod of a draft, in one query."""
    pods: dict[int, list[PodSeat]] = {}
    for seat in stage.pod_seats.select_related("enrollment").order_by("pod", "seat"):
        pods.setdefault(seat.pod, []).append(seat)
    return pods
