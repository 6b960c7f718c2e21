"""Times of a round as pages of staff send them: a button of its clock, the extension of a table."""

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from events.core.clock.buttons import BUTTONS, START, press
from events.core.refusals import RefusedError
from events.core.rounds.actions import extend_time
from events.core.typed_values import whole_number
from events.web.access import Desk
from events.web.version_tokens import posted_token


def press_posted(request: HttpRequest, desk: Desk, number: int) -> str:
    """Do with the clock of a round what was posted, and return the button: `do`, or START.

    Http404 for a button that there is not; RefusedError as `press` raises it.
    """
    button = request.POST.get("do", START)
    if button not in BUTTONS:
        raise Http404
    press(
        **desk.who,
        number=number,
        button=button,
        token=request.POST.get("seen", ""),
        minutes=request.POST.get("minutes", ""),
    )
    return button


def extend_posted(request: HttpRequest, desk: Desk, number: int, table: int) -> int:
    """Set the time extension of a table to the posted minutes; return them."""
    minutes = whole_number(request.POST.get("minutes", ""))
    if minutes is None:
        raise RefusedError(_("A time extension must be a whole number of minutes."), "minutes")
    extend_time(
        **desk.who,
        number=number,
        table=table,
        minutes=minutes,
        reason=request.POST.get("reason", ""),
        token=posted_token(request),
    )
    return minutes
