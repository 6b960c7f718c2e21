"""The buttons of a program: each carries out an action and reports its effect."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.written_names import written_name
from events.integrations import actions

Button = Callable[..., str]


def _kinds(request: HttpRequest, **who: Any) -> str:
    kinds, token = request.POST.getlist("kinds"), request.POST.get("token", "")
    changed = actions.choose_kinds(**who, kinds=kinds, token=token)
    return _("The messages to %(name)s were saved.") % {"name": written_name(changed)}


def _remove(_request: HttpRequest, **who: Any) -> str:
    removed = actions.remove_endpoint(**who)
    return _("%(name)s was removed.") % {"name": removed.name}


def _pause(request: HttpRequest, **who: Any) -> str:
    paused = request.POST.get("paused") == "1"
    changed = actions.pause_endpoint(**who, paused=paused)
    words = (
        _("%(name)s is paused. Its messages are held until it resumes.")
        if paused
        else _("%(name)s is active.")
    )
    return words % {"name": written_name(changed)}


def _test(_request: HttpRequest, **who: Any) -> str:
    actions.send_test(**who)
    return _("A test is on its way. Reload this page to see the answer.")


def _failed(_request: HttpRequest, **who: Any) -> str:
    count = actions.replay_failed(**who)
    words = ngettext(
        "%(count)d message is sent again, with the same ID.",
        "%(count)d messages are sent again, with the same IDs.",
        count,
    )
    return words % {"count": count}


BUTTONS: Mapping[str, Button] = {
    "kinds": _kinds,
    "remove": _remove,
    "pause": _pause,
    "test": _test,
    "failed": _failed,
}
