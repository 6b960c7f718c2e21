"""Call a draft: start it, move from step to step, pause one pod."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.draft_script import (
    FEWEST_CARDS,
    MOST_CARDS,
    MOST_PACKS,
    draft_script,
)
from domain.limits import MOST_MINUTES
from events.core.clock.draft_calls import call_of, position_of, script_of
from events.core.clock.preparation_actions import (
    begin_preparation,
    checked_preparation,
    keep_preparation,
)
from events.core.clock.round_clock import MINUTE
from events.core.event_write import Write, event_write
from events.core.refusals import RefusedError
from events.models import DraftCall, Event

MOST_PASSING = 60


def start_call(
    *, event_id: int, actor: User, packs: int, cards: int, passing: int, construction_minutes: int
) -> None:
    """Start the clock of a draft that is called step by step; construction follows automatically.

    RefusedError as start_preparation, and for numbers that no draft has.
    """
    if not 1 <= packs <= MOST_PACKS:
        raise RefusedError(_("Enter 1 to %(most)d boosters.") % {"most": MOST_PACKS}, "packs")
    if not FEWEST_CARDS <= cards <= MOST_CARDS:
        words = _("Enter %(least)d to %(most)d cards per booster.")
        raise RefusedError(words % {"least": FEWEST_CARDS, "most": MOST_CARDS}, "cards")
    if not 0 <= passing <= MOST_PASSING:
        words = _("Enter 0 to %(most)d seconds.")
        raise RefusedError(words % {"most": MOST_PASSING}, "passing")
    if not 1 <= construction_minutes <= MOST_MINUTES:
        words = _("Enter a time between 1 and %(most)d minutes.")
        raise RefusedError(words % {"most": MOST_MINUTES}, "construction_minutes")
    script = draft_script(packs, cards, passing=passing)
    with event_write(event_id, actor) as write:
        begin_preparation(write, Event.Preparation.DRAFT, -(-script.seconds // MINUTE))
        DraftCall.objects.create(
            event=write.event,
            packs=packs,
            cards=cards,
            passing=passing,
            construction_minutes=construction_minutes,
        )


def start_construction(*, event_id: int, actor: User, token: str) -> None:
    """Start deck construction after a called draft: by the page itself, or earlier by a person.

    RefusedError if the draft changed meanwhile, so that two pages start it once.
    """
    with event_write(event_id, actor) as write:
        checked_preparation(write.event, token)
        call = _call(write)
        begin_preparation(write, Event.Preparation.CONSTRUCTION, call.construction_minutes)
        call.pods = {}
        call.save(update_fields=["pods"])


def move_call(*, event_id: int, actor: User, forward: bool, token: str) -> None:
    """Go to the next step of the call, or back; a paused call stays paused at the new step."""
    with event_write(event_id, actor) as write:
        event = write.event
        running = checked_preparation(event, token)
        script = script_of(_call(write), running)
        position = position_of(running)
        to = script.following(position) if forward else script.before(position)
        event.preparation_added_seconds += int(position) - to
        keep_preparation(write, "moved")


def pause_pod(*, event_id: int, actor: User, pod: int, paused: bool, token: str) -> None:
    """Pause one pod at its position, or resume it from there, behind the others."""
    with event_write(event_id, actor) as write:
        running = checked_preparation(write.event, token)
        call = _call(write)
        position = position_of(running)
        lag = call.lag_of(pod)
        if paused == (lag.held is not None):
            raise RefusedError(_("The pod changed a moment ago. Check it, then press again."))
        call.keep_lag(pod, lag.paused(position) if paused else lag.resumed(position))
        call.save(update_fields=["pods"])
        keep_preparation(write, "pod-paused" if paused else "pod-resumed", pod=pod)


def _call(write: Write) -> DraftCall:
    call = call_of(write.event)
    if call is None:
        raise RefusedError(_("No draft is being called."))
    return call
