"""The stages of an event: laying them out, confirming who advances."""

from collections.abc import Sequence
from dataclasses import asdict

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.limits import MOST_ENTRANTS
from events.core.edit_conflicts import check_token
from events.core.event_write import event_write
from events.core.events.announced_value_actions import What, keep_change
from events.core.progress.queries import stage_status
from events.core.progress.recommended_rounds import recommended_playoff
from events.core.refusals import RefusedError
from events.core.stages.cuts import cut_line
from events.core.stages.edited_stages import stages_values
from events.core.stages.plans import StagePlan, check_plans
from events.core.stages.templates import PLAYOFF
from events.core.typed_values import needed_reason
from events.models import Enrollment, Event, Stage, Verb


def lay_out_stages(
    *, event_id: int, actor: User, plans: Sequence[StagePlan], token: str = ""
) -> list[Stage]:
    """Replace the stages of an event before its first round is paired.

    `token`: as check_token takes it. Raises RefusedError, with the number of the stage as its
    field, for a plan that can't work.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        check_token(token, stages_values(event))
        if event.rounds.exists():
            raise RefusedError(_("Round 1 is paired. You can still add stages at the end."))
        if event.stages.filter(pods_posted_at__isnull=False).exists():
            raise RefusedError(_("The pods are posted, and players are already seated."))
        check_plans(plans)
        event.stages.all().delete()
        stages = [
            Stage.objects.create(event=event, number=number, **asdict(plan))
            for number, plan in enumerate(plans, 1)
        ]
        write.journal(Verb.STAGES_CHANGED, stages=[plan.in_journal for plan in plans])
    return stages


def add_stage(
    *,
    event_id: int,
    actor: User,
    plan: StagePlan,
    cut_by: str,
    cut_value: int | None,
    reason: str = "",
    token: str = "",
) -> Stage:
    """Add a stage after the last one, which so far ends the event, with the rule for the cut.

    Once round 1 is posted this is the head judge's decision, and needs a reason. `token`:
    as check_token takes it.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        check_token(token, stages_values(event))
        last = event.stages.order_by("-number").first()
        if last is None or last.is_elimination:
            raise RefusedError(_("A playoff must be the last stage."))
        plans = [
            StagePlan(kind=last.kind, rounds=last.rounds or 1, cut_by=cut_by, cut_value=cut_value),
            plan,
        ]
        check_plans(plans)
        last.cut_by, last.cut_value = cut_by, cut_value
        last.save(update_fields=["cut_by", "cut_value"])
        stage = Stage.objects.create(event=event, number=last.number + 1, **asdict(plan))
        why = keep_change(write, What.STAGE_ADDED, reason, stage=stage.number, after=plan.rounds)
        write.journal(Verb.STAGES_CHANGED, stages=[plan.in_journal], added=True, **why)
    return stage


def add_playoff(*, event_id: int, actor: User) -> Stage:
    """Add a playoff of the recommended size after the last stage, before round 1 is paired."""
    with event_write(event_id, actor) as write:
        event = write.event
        if event.rounds.exists():
            raise RefusedError(_("Round 1 is paired. You can still add stages at the end."))
        playing = event.enrollments.filter(state=Enrollment.State.ACTIVE)
        size = recommended_playoff(playing.values_list("awarded_byes", flat=True))
        return add_stage(
            event_id=event_id, actor=actor, plan=PLAYOFF, cut_by=Stage.Cut.RANK, cut_value=size
        )


def drop_stage(*, event_id: int, actor: User, reason: str = "", token: str = "") -> None:
    """Remove the last stage again while nothing of it is paired or drawn.

    Once round 1 is posted this is the head judge's, and needs a reason. `token`: see check_token.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        check_token(token, stages_values(event))
        last = event.stages.order_by("-number").first()
        if last is None or last.number == 1:
            raise RefusedError(_("An event needs at least one stage."))
        if last.has_begun:
            raise RefusedError(_("The last stage has already started."))
        before = event.stages.get(number=last.number - 1)
        if before.has_cut:
            raise RefusedError(_("The advancing players are confirmed. Undo the cut first."))
        number = last.number
        why = keep_change(write, What.STAGE_REMOVED, reason, stage=number, before=last.rounds)
        before.cut_by, before.cut_value = Stage.Cut.NONE, None
        before.save(update_fields=["cut_by", "cut_value"])
        last.delete()
        write.journal(Verb.STAGES_CHANGED, removed=number, **why)


def confirm_cut(*, event_id: int, actor: User, number: int, advancing: Sequence[int]) -> Stage:
    """Confirm who advances from stage `number`: everybody else's percentages are frozen.

    `advancing` are the enrollment numbers that the head judge has seen; when the list is another
    one by now it is refused, so that nobody confirms what they have not seen.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        stage = _stage(event, number)
        status = stage_status(stage)
        if not status.needs_cut:
            raise RefusedError(
                _("The advancing players are already confirmed.")
                if stage.has_cut
                else _("Complete the last round of this stage first.")
            )
        line = cut_line(stage)
        if sorted(advancing) != sorted(line.numbers):
            raise RefusedError(_("The standings have changed. Check the cut line again."))
        following = event.stages.filter(number=number + 1).first()
        if following is not None:
            _check_entrants(following, len(line.numbers))
        stage.has_cut = True
        stage.save(update_fields=["has_cut"])
        stage.advancing.set(event.enrollments.filter(number__in=line.numbers))
        write.journal(Verb.CUT_CONFIRMED, stage=number, advancing=list(line.numbers))
    return stage


def take_cut_back(*, event_id: int, actor: User, number: int, reason: str) -> Stage:
    """Take the cut of a stage back while nothing of the next stage is paired or drawn."""
    with event_write(event_id, actor) as write:
        event = write.event
        stage = _stage(event, number)
        if not stage.has_cut:
            raise RefusedError(_("The advancing players are not confirmed yet."))
        following = event.stages.filter(number__gt=number).first()
        if following is not None and following.has_begun:
            raise RefusedError(_("The next stage has started, so the cut can't be undone."))
        reason = needed_reason(reason)
        stage.has_cut = False
        stage.save(update_fields=["has_cut"])
        stage.advancing.clear()
        write.journal(Verb.CUT_TAKEN_BACK, stage=number, reason=reason)
    return stage


def _stage(event: Event, number: int) -> Stage:
    stage = event.stages.filter(number=number).first()
    if stage is None:
        raise RefusedError(_("Stage %(number)d does not exist.") % {"number": number})
    return stage


def _check_entrants(stage: Stage, count: int) -> None:
    """Refuse a cut that leaves too few or too many for the stage that follows."""
    if stage.is_elimination and not 2 <= count <= MOST_ENTRANTS:
        raise RefusedError(
            ngettext(
                "%(count)d player would advance. A playoff is for 2 to %(most)d players.",
                "%(count)d players would advance. A playoff is for 2 to %(most)d players.",
                count,
            )
            % {"count": count, "most": MOST_ENTRANTS}
        )
    if count < 2:
        raise RefusedError(_("Fewer than two players would advance."))
