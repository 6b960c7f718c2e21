"""The stages of an event: laying them out, adding one, removing the last one."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.adapters import profile_of
from events.core.edit_conflicts import check_token
from events.core.event_write import event_write
from events.core.events.actions import follow_match_lengths
from events.core.events.announced_value_actions import What, keep_change
from events.core.progress.recommended_rounds import recommended_playoff
from events.core.refusals import RefusedError
from events.core.stages.plans import (
    StagePlan,
    check_fits_tables,
    check_plans,
    plan_of,
    stages_values,
)
from events.core.stages.templates import playoff_for
from events.models import Stage, Verb


def lay_out_stages(
    *, event_id: int, actor: User, plans: Sequence[StagePlan], token: str = ""
) -> list[Stage]:
    """Replace the stages of an event before its first round is paired.

    `token`: as check_token takes it. Raises RefusedError as check_plans does.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        check_token(token, stages_values(event))
        if event.rounds.exists():
            raise RefusedError(_("Round 1 is paired. You can still add stages at the end."))
        if event.stages.filter(pods_posted_at__isnull=False).exists():
            raise RefusedError(_("The pods are posted, and players are already seated."))
        check_plans(plans)
        check_fits_tables(plans, profile_of(event))
        event.stages.all().delete()
        stages = [
            Stage.objects.create(event=event, number=number, **asdict(plan))
            for number, plan in enumerate(plans, 1)
        ]
        follow_match_lengths(event)
        write.journal(Verb.STAGES_CHANGED, stages=[plan.in_journal for plan in plans])
    return stages


def add_stage(
    *,
    event_id: int,
    actor: User,
    plan: StagePlan,
    reason: str = "",
    token: str = "",
) -> Stage:
    """Add a stage after the last one, which so far ends the event.

    The cut of `plan` decides who advances to the new stage.

    Once round 1 is posted this is the head judge's decision, and needs a reason. `token`:
    as check_token takes it. Raises RefusedError with the refused value as its field.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        check_token(token, stages_values(event))
        last = event.stages.order_by("-number").first()
        if last is None or last.is_elimination:
            raise RefusedError(_("A playoff must be the last stage."))
        if last.is_tables and not plan.is_tables:
            raise RefusedError(
                _("Tables of four and matches of two cannot be in one event. Create two events.")
            )
        cut_by, cut_value = plan.cut_by, plan.cut_value
        plan = replace(plan, cut_by=Stage.Cut.NONE, cut_value=None)
        try:
            check_plans([replace(plan_of(last), cut_by=cut_by, cut_value=cut_value), plan])
        except RefusedError as refused:
            # Both plans are about the one stage that is added.
            raise RefusedError(refused.message, refused.field.rpartition(".")[2]) from refused
        last.cut_by, last.cut_value = cut_by, cut_value
        last.save(update_fields=["cut_by", "cut_value"])
        stage = Stage.objects.create(event=event, number=last.number + 1, **asdict(plan))
        follow_match_lengths(event)
        why = keep_change(write, What.STAGE_ADDED, reason, stage=stage.number, after=plan.rounds)
        write.journal(Verb.STAGES_CHANGED, stages=[plan.in_journal], added=True, **why)
    return stage


def add_playoff(*, event_id: int, actor: User) -> Stage:
    """Add a playoff of the recommended size after the last stage, before round 1 is paired."""
    with event_write(event_id, actor) as write:
        event = write.event
        if event.rounds.exists():
            raise RefusedError(_("Round 1 is paired. You can still add stages at the end."))
        size = recommended_playoff(event)
        plan = replace(playoff_for(event), cut_by=Stage.Cut.RANK, cut_value=size)
        return add_stage(event_id=event_id, actor=actor, plan=plan)


def drop_stage(*, event_id: int, actor: User, reason: str = "", token: str = "") -> None:
    """Remove the last stage again while nothing of it is paired or drawn.

    Once round 1 is posted this is the head judge's decision, and needs a reason. `token`: see
    check_token.
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
        follow_match_lengths(event)
        write.journal(Verb.STAGES_CHANGED, removed=number, **why)
