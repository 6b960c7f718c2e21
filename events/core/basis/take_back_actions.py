"""Undo a cut, seeds, pods or a pairing that no longer follows from its basis, before play."""

from collections import Counter

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.kinds import PreflightCode
from events.core.basis.departure import Departure
from events.core.basis.queries import departure_of
from events.core.event_write import Write, event_write
from events.core.progress.queries import entrants_of
from events.core.refusals import RefusedError
from events.core.rounds.actions import unpost_round
from events.core.rounds.pairing_actions import discard_round, pair_again, pair_next_round
from events.core.stages.cut_actions import take_cut_back
from events.core.stages.pod_actions import draw_stage_pods, take_pods_back
from events.core.typed_values import needed_reason


def take_back(*, event_id: int, actor: User, code: str, number: int, reason: str) -> Departure:
    """Undo a cut, seeds, pods or a pairing that no longer follows from its basis.

    A posted round that was made from it is unposted and discarded first. A cut must then be
    confirmed again. Pods are redrawn, a bracket is reseated and a round is paired again at once,
    for staff only. `number`: of the stage or the round, as Departure has it. Raises RefusedError if
    nothing departs any more, if play has begun, and without a reason.
    """
    with event_write(event_id, actor) as write:
        departure = departure_of(write.event, code, number)
        if departure is None:
            raise RefusedError(_("This check has already been answered or resolved."))
        if not departure.is_taken_back:
            raise RefusedError(_("This has been played and can no longer change."))
        reason = needed_reason(reason)
        if departure.round is not None and departure.round.is_posted:
            unpost_round(
                event_id=event_id, actor=actor, number=departure.round.number, reason=reason
            )
        if departure.is_of_a_stage:
            _take_back_of_stage(write, actor, departure, reason)
        else:
            pair_again(event_id=event_id, actor=actor, number=number, reason=reason)
    return departure


def _take_back_of_stage(write: Write, actor: User, departure: Departure, reason: str) -> None:
    event, number = write.event, departure.number
    if departure.round is not None:
        made = departure.round.number
        discard_round(event_id=event.pk, actor=actor, number=made, reason=reason)
    if departure.code is PreflightCode.SEEDS_DIFFER:
        pair_next_round(event_id=event.pk, actor=actor, number=departure.after + 1)
    elif departure.code is PreflightCode.PODS_DIFFER:
        stage = event.stages.get(number=number)
        seated = Counter(stage.pod_seats.values_list("pod", flat=True))
        fits = sum(seated.values()) == len(entrants_of(stage))
        sizes = [seated[pod] for pod in sorted(seated)] if fits else None
        take_pods_back(write, stage, reason, clear=False)
        draw_stage_pods(event_id=event.pk, actor=actor, stage=number, sizes=sizes, reason=reason)
    else:
        for stage in event.stages.filter(number__gt=number, pods=True):
            take_pods_back(write, stage, reason, clear=True)
        take_cut_back(event_id=event.pk, actor=actor, number=number, reason=reason)
