"""The stages of an event: laying them out, confirming who advances."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from events.models import Event, Stage, Verb
from events.selectors.stages import cut_line, stage_status
from events.services.errors import RefusedError
from events.services.locking import lock_unfinished, write_journal
from pairings.brackets import MOST_ENTRANTS

MOST_STAGES = 6
MOST_ROUNDS = 40
MOST_MINUTES = 600
MOST_CUT = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """One stage as the organizer plans it; the fields are those of models.Stage.

    `cut_by` and `cut_value` say who goes on to the stage after this one.
    """

    kind: str = Stage.Kind.SWISS
    rounds: int | None = None
    extra_round: bool = False
    last_by_standings: bool = False
    pods: bool = False
    cut_by: str = Stage.Cut.NONE
    cut_value: int | None = None
    seating: str = Stage.Seating.RANK
    third_place: bool = False
    leaver: str = Stage.Leaver.OPPONENT
    games_to_win: int | None = None
    round_minutes: int | None = None

    @property
    def is_elimination(self) -> bool:
        """True for a playoff."""
        return self.kind in (Stage.Kind.SINGLE_ELIMINATION, Stage.Kind.DOUBLE_ELIMINATION)


def lay_out_stages(*, event_id: int, actor: User, plans: Sequence[StagePlan]) -> list[Stage]:
    """Replace the stages of an event before its first round is paired.

    Raises RefusedError, with the number of the stage as its field, for a plan that can't work.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        if event.rounds.exists():
            raise RefusedError(
                _("Round 1 is paired: the stages that follow can still be added at the end.")
            )
        if event.stages.filter(pods_posted_at__isnull=False).exists():
            raise RefusedError(_("The pods are posted: players sit there already."))
        _check_plans(plans)
        event.stages.all().delete()
        stages = [
            Stage.objects.create(event=event, number=number, **asdict(plan))
            for number, plan in enumerate(plans, 1)
        ]
        write_journal(
            event, actor, Verb.STAGES_CHANGED, stages=[_in_journal(plan) for plan in plans]
        )
    return stages


def add_stage(
    *, event_id: int, actor: User, plan: StagePlan, cut_by: str, cut_value: int | None
) -> Stage:
    """Add a stage after the last one, which so far ends the event; who advances is said with it."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        last = event.stages.order_by("-number").first()
        if last is None or last.is_elimination:
            raise RefusedError(_("Nothing can follow a playoff."))
        plans = [
            StagePlan(kind=last.kind, rounds=last.rounds or 1, cut_by=cut_by, cut_value=cut_value),
            plan,
        ]
        _check_plans(plans)
        last.cut_by, last.cut_value = cut_by, cut_value
        last.save(update_fields=["cut_by", "cut_value"])
        stage = Stage.objects.create(event=event, number=last.number + 1, **asdict(plan))
        write_journal(event, actor, Verb.STAGES_CHANGED, stages=[_in_journal(plan)], added=True)
    return stage


def drop_stage(*, event_id: int, actor: User) -> None:
    """Remove the last stage again while nothing of it is paired or drawn."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        last = event.stages.order_by("-number").first()
        if last is None or last.number == 1:
            raise RefusedError(_("An event has at least one stage."))
        if last.round_set.exists() or last.pod_seats.exists():
            raise RefusedError(_("The last stage has begun."))
        before = event.stages.get(number=last.number - 1)
        if before.has_cut:
            raise RefusedError(_("Who advances is confirmed. Take the cut back first."))
        before.cut_by, before.cut_value = Stage.Cut.NONE, None
        before.save(update_fields=["cut_by", "cut_value"])
        last.delete()
        write_journal(event, actor, Verb.STAGES_CHANGED, removed=last.number)


def confirm_cut(*, event_id: int, actor: User, number: int, advancing: Sequence[int]) -> Stage:
    """Confirm who advances from stage `number`: everybody else's percentages are frozen.

    `advancing` are the enrollment numbers that the head judge has seen; when the list is another
    one by now it is refused, so that nobody confirms what they have not seen.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        stage = _stage(event, number)
        status = stage_status(stage)
        if not status.needs_cut:
            raise RefusedError(
                _("Who advances is confirmed already.")
                if stage.has_cut
                else _("Complete the last round of this stage first.")
            )
        line = cut_line(stage)
        if sorted(advancing) != sorted(line.numbers):
            raise RefusedError(_("The standings have changed. Look at the line again."))
        following = event.stages.filter(number=number + 1).first()
        if following is not None:
            _check_entrants(following, len(line.numbers))
        stage.has_cut = True
        stage.save(update_fields=["has_cut"])
        stage.advancing.set(event.enrollments.filter(number__in=line.numbers))
        write_journal(event, actor, Verb.CUT_CONFIRMED, stage=number, advancing=list(line.numbers))
    return stage


def take_cut_back(*, event_id: int, actor: User, number: int, reason: str) -> Stage:
    """Take the cut of a stage back while nothing of the next stage is paired or drawn."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        stage = _stage(event, number)
        if not stage.has_cut:
            raise RefusedError(_("Who advances is not confirmed yet."))
        following = event.stages.filter(number__gt=number).first()
        if following is not None and (following.round_set.exists() or following.pod_seats.exists()):
            raise RefusedError(_("The next stage has begun: the cut stays."))
        if not reason.strip():
            raise RefusedError(_("Say why; the journal keeps it."), "reason")
        stage.has_cut = False
        stage.save(update_fields=["has_cut"])
        stage.advancing.clear()
        write_journal(event, actor, Verb.CUT_TAKEN_BACK, stage=number, reason=reason.strip())
    return stage


def _stage(event: Event, number: int) -> Stage:
    stage = event.stages.filter(number=number).first()
    if stage is None:
        raise RefusedError(_("There is no stage %(number)d.") % {"number": number})
    return stage


def _check_plans(plans: Sequence[StagePlan]) -> None:
    if not 1 <= len(plans) <= MOST_STAGES:
        raise RefusedError(_("An event has 1 to %(most)d stages.") % {"most": MOST_STAGES})
    for number, plan in enumerate(plans, 1):
        is_last = number == len(plans)
        following = None if is_last else plans[number]
        _check_plan(plan, number, following)


def _check_plan(plan: StagePlan, number: int, following: StagePlan | None) -> None:
    field = str(number)
    if plan.is_elimination and following is not None:
        raise RefusedError(_("Nothing can follow a playoff."), field)
    if plan.rounds is not None and not 1 <= plan.rounds <= MOST_ROUNDS:
        raise RefusedError(
            _("The number of rounds must be 1 to %(most)d.") % {"most": MOST_ROUNDS}, field
        )
    _check_lengths(plan, field)
    if plan.kind == Stage.Kind.SWISS and plan.rounds is None and number > 1:
        raise RefusedError(_("Say how many rounds this stage has."), field)
    if plan.kind != Stage.Kind.SWISS and (plan.pods or plan.last_by_standings or plan.extra_round):
        raise RefusedError(_("Pods and special rounds belong to Swiss rounds."), field)
    if plan.pods and plan.extra_round:
        raise RefusedError(_("A draft has no conditional round."), field)
    if plan.pods and plan.last_by_standings:
        raise RefusedError(_("A draft is paired inside its pods, its last round too."), field)
    if (plan.cut_by == Stage.Cut.NONE) != (plan.cut_value is None):
        raise RefusedError(_("Say how many advance, or from how many points."), field)
    if following is None and plan.cut_by != Stage.Cut.NONE:
        raise RefusedError(_("Nobody advances from the last stage."), field)
    if following is not None and following.is_elimination:
        most = MOST_ENTRANTS
        if plan.cut_by == Stage.Cut.NONE:
            raise RefusedError(_("Say who advances to the playoff."), field)
        if plan.cut_by == Stage.Cut.RANK and not 2 <= (plan.cut_value or 0) <= most:
            raise RefusedError(_("A playoff takes 2 to %(most)d players.") % {"most": most}, field)


def _check_lengths(plan: StagePlan, field: str) -> None:
    if plan.games_to_win is not None and plan.games_to_win not in Event.GamesToWin.values:
        raise RefusedError(_("A match is won by 1, 2 or 3 games."), field)
    if plan.round_minutes is not None and not 0 <= plan.round_minutes <= MOST_MINUTES:
        raise RefusedError(
            _("A time limit is 0 to %(most)d minutes; 0 is none.") % {"most": MOST_MINUTES}, field
        )
    if plan.cut_value is not None and not 1 <= plan.cut_value <= MOST_CUT:
        raise RefusedError(_("The line is drawn at 1 to %(most)d.") % {"most": MOST_CUT}, field)


def _check_entrants(stage: Stage, count: int) -> None:
    """Refuse a cut that leaves too few or too many for the stage that follows."""
    if stage.is_elimination and not 2 <= count <= MOST_ENTRANTS:
        raise RefusedError(
            _("%(count)d players would advance; a playoff takes 2 to %(most)d.")
            % {"count": count, "most": MOST_ENTRANTS}
        )
    if count < 2:
        raise RefusedError(_("Fewer than two players would advance."))


def _in_journal(plan: StagePlan) -> dict[str, object]:
    return {"kind": plan.kind, "rounds": plan.rounds, "pods": plan.pods}
