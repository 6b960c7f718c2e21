"""Times of a round as pages of staff send them: a button of its clock, the extension of a table."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from events.core.clock import actions
from events.core.refusals import RefusedError
from events.core.rounds.actions import extend_time
from events.core.typed_values import whole_number
from events.models import Round
from events.web.access import Desk
from events.web.version_tokens import posted_token

START, ADD = "start", "add"
_CHANGES: dict[str, Callable[..., Round]] = {
    START: actions.start_clock,
    "pause": actions.pause_clock,
    "resume": actions.resume_clock,
    ADD: actions.add_time,
    "restart": actions.restart_clock,
    "stop": actions.stop_clock,
}
BUTTONS = frozenset(_CHANGES)


def press(
    *, event_id: int, actor: User, number: int, button: str, token: str = "", minutes: str = ""
) -> Round:
    """Apply a button of BUTTONS to the clock of round `number`.

    `token` is the version token of the form, `minutes` the typed text: "5", or "-1" to take time
    away. RefusedError where the clock does not allow it.
    """
    more: dict[str, object] = {} if button == START else {"token": token}
    if button == ADD:
        more["minutes"] = _minutes(minutes)
    return _CHANGES[button](event_id=event_id, actor=actor, number=number, **more)


def _minutes(text: str) -> int:
    minutes = whole_number(text.removeprefix("-").removeprefix("+"))
    if minutes is None:
        raise RefusedError(_("Enter 1 to 120 minutes."), "minutes")
    return -minutes if text.startswith("-") else minutes


def press_posted(request: HttpRequest, desk: Desk, number: int) -> str:
    """Press the posted button on the clock of a round, and return it: `do`, or START.

    Http404 for an unknown button; RefusedError as `press` raises it.
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
