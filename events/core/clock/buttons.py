"""The buttons of a round's clock, at the desk and on the page of the clock."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.clock import actions
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.models import Round

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
    """Do what a button of BUTTONS says with the clock of round `number`.

    `token` is the version token of the form, `minutes` the typed text: "5", or "-1" to take time
    away. RefusedError where the clock can't be changed so.
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
