"""Confirm who advances from a stage, and undo that."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.limits import MOST_ENTRANTS
from events.core.event_write import event_write
from events.core.guards import find_stage
from events.core.progress.queries import stage_status
from events.core.refusals import RefusedError
from events.core.stages.cuts import cut_line
from events.core.stages.plans import entrants_problem
from events.core.typed_values import needed_reason
from events.models import Stage, Verb


def confirm_cut(
    *, event_id: int, actor: User, number: int, advancing: Sequence[int], moves_up: bool = False
) -> Stage:
    """Confirm who advances from stage `number`: everyone else's percentages are frozen.

    `advancing` are the enrollment numbers that the head judge has seen; RefusedError if the list
    has changed since, so that nobody confirms an unseen list. `moves_up`: the rules of the event
    let the next player move up for one who advanced by a cut that was undone and has dropped since;
    without it nobody moves up (MTR 2.10).
    """
    with event_write(event_id, actor) as write:
        event = write.event
        stage = find_stage(event, number)
        status = stage_status(stage)
        if not status.needs_cut:
            raise RefusedError(
                _("The advancing players are already confirmed.")
                if stage.has_cut
                else _("Complete the last round of this stage first.")
            )
        line = cut_line(stage, moves_up=moves_up)
        if sorted(advancing) != sorted(line.numbers):
            raise RefusedError(_("The standings have changed. Check the cut line again."))
        following = event.stages.filter(number=number + 1).first()
        if following is not None:
            _check_entrants(following, len(line.numbers))
        moved_up = moves_up and bool(cut_line(stage).held)
        stage.has_cut = True
        stage.keep_basis("cut", line.basis.values)
        stage.keep_basis("confirmed", None)
        stage.save(update_fields=["has_cut", "basis"])
        stage.advancing.set(event.enrollments.filter(number__in=line.numbers))
        more: dict[str, Any] = {"held": list(line.held)} if line.held else {}
        more |= {"moved_up": True} if moved_up else {}
        write.journal(Verb.CUT_CONFIRMED, stage=number, advancing=list(line.numbers), **more)
    return stage


def take_cut_back(*, event_id: int, actor: User, number: int, reason: str) -> Stage:
    """Undo the cut of a stage while nothing of the next stage is paired or drawn.

    The stage remembers who advanced: nobody moves up for one of them who drops (MTR 2.10).
    """
    with event_write(event_id, actor) as write:
        event = write.event
        stage = find_stage(event, number)
        if not stage.has_cut:
            raise RefusedError(_("The advancing players are not confirmed yet."))
        following = event.stages.filter(number__gt=number).first()
        if following is not None and following.has_begun:
            raise RefusedError(_("The next stage has started, so the cut can't be undone."))
        reason = needed_reason(reason)
        stage.has_cut = False
        advanced = stage.advancing.order_by("number").values_list("number", flat=True)
        stage.keep_basis("confirmed", list(advanced))
        stage.keep_basis("cut", None)
        stage.save(update_fields=["has_cut", "basis"])
        stage.advancing.clear()
        write.journal(Verb.CUT_TAKEN_BACK, stage=number, reason=reason)
    return stage


def _check_entrants(stage: Stage, count: int) -> None:
    """Raise RefusedError for a cut with too few or too many players for the next stage."""
    if stage.is_tables_cut and entrants_problem(stage, count):
        raise RefusedError(entrants_problem(stage, count))
    if stage.is_elimination and not stage.is_tables_cut and not 2 <= count <= MOST_ENTRANTS:
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
