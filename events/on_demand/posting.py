"""Post a pod inside a write: seats of a draft, or the pairings of round 1."""

import datetime

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.refusals import RefusedError
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import QueuePod


def post(pod: QueuePod, actor: User, now: datetime.datetime) -> None:
    """Draw and post the seats of a draft, or pair and post round 1; update pod and entries.

    RefusedError with fewer than two players.
    """
    event = pod.event
    if event is None:
        raise RefusedError(_("The event of this pod was deleted."))
    here = event.enrollments.count()
    if here < 2:
        raise RefusedError(_("A pod needs at least two players."))
    if event.stages.filter(number=1, pods=True).exists():
        draw_stage_pods(event_id=event.pk, actor=actor, stage=1, sizes=[here])
        post_pods(event_id=event.pk, actor=actor, stage=1)
    else:
        pair_next_round(event_id=event.pk, actor=actor, number=1)
        post_round(event_id=event.pk, actor=actor, number=1)
    pod.posted_at = now
    pod.save(update_fields=["posted_at"])
