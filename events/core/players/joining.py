"""Decide whether a player can still join the event."""

from django.utils.translation import gettext as _

from events.core.progress.queries import current_stage
from events.core.refusals import RefusedError
from events.models import Event


def check_joining(event: Event) -> None:
    """Raise RefusedError if only players who advanced, or who have a seat, can play."""
    words = why_closed(event)
    if words:
        raise RefusedError(words)


def why_closed(event: Event) -> str:
    """Return why no player can join any more; empty while players can."""
    if event.stages.filter(has_cut=True).exists():
        return _("The cut is confirmed, so no player can join.")
    status = current_stage(event)
    if status is None:
        return ""
    stage = status.stage
    if stage.pods_posted_at is not None:
        return _("The pods are posted, so no player can join this draft.")
    last = stage.round_set.order_by("-number").first()
    if last is None or stage.has_set_rounds:
        return ""
    if last.is_unposted and status.played == 1:
        return _("Discard the unposted round first, then add the player.")
    return _("This stage has started, so no player can join it.")
