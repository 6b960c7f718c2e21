"""End a playoff by agreement before its last match, or resume it."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.adapters import playoff_of
from events.core.drops.drop_parts import recount_dropped_after
from events.core.event_write import Write, event_write
from events.core.guards import find_stage, has_results
from events.core.refusals import RefusedError
from events.core.stages.playoff_actions import continue_bracket
from events.core.typed_values import needed_reason
from events.models import Round, Stage, Verb


def end_playoff(*, event_id: int, actor: User, number: int, reason: str) -> Stage:
    """End the playoff of stage `number` by agreement: nothing more of it is played.

    The remaining players are tied, and placed in the order of the Swiss rounds. A posted round is
    removed if none of its matches is played; RefusedError once one is, and when the bracket has its
    winner.
    """
    with event_write(event_id, actor) as write:
        stage = _playoff(write, number)
        if stage.ended_by_agreement:
            raise RefusedError(_("The playoff has already ended."))
        reason = needed_reason(reason)
        last = stage.round_set.order_by("-number").first()
        if last is None:
            raise RefusedError(_("The playoff has not started. Remove the stage instead."))
        playoff = playoff_of(stage)
        if playoff is not None and playoff.is_over:
            raise RefusedError(_("The playoff is decided. No matches are left to play."))
        if not last.is_complete:
            _take_away(write, last)
        if not stage.round_set.exists():
            raise RefusedError(
                _("No playoff round is complete. Unpost the round and remove the stage.")
            )
        stage.ended_by_agreement = reason
        stage.save(update_fields=["ended_by_agreement"])
        write.journal(Verb.PLAYOFF_ENDED, stage=number, reason=reason)
    return stage


def resume_playoff(*, event_id: int, actor: User, number: int) -> Stage:
    """Resume a playoff that was ended by agreement: its next round is posted again."""
    with event_write(event_id, actor) as write:
        stage = _playoff(write, number)
        if not stage.ended_by_agreement:
            raise RefusedError(_("The playoff was not ended by agreement."))
        stage.ended_by_agreement = ""
        stage.save(update_fields=["ended_by_agreement"])
        write.journal(Verb.PLAYOFF_RESUMED, stage=number)
        last = write.event.rounds.order_by("-number").first()
        continue_bracket(write, stage, last.number + 1 if last else 1)
    return stage


def _playoff(write: Write, number: int) -> Stage:
    stage = find_stage(write.event, number)
    if not stage.is_elimination:
        raise RefusedError(_("Stage %(number)d is not a playoff.") % {"number": number})
    return stage


def _take_away(write: Write, round: Round) -> None:
    if has_results(round):
        raise RefusedError(
            _(
                "Round %(number)d has results. Complete it or undo the results, then end the "
                "playoff."
            )
            % {"number": round.number}
        )
    write.journal(Verb.ROUND_DISCARDED, round=round, seed=None)
    round.delete()
    recount_dropped_after(write.event)
