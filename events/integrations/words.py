"""Kinds of messages and answers of receivers, in words."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.integrations.sending import Problem
from events.models import HookDelivery, HookKind
from events.models.programs.hooks import TEST

_PROBLEMS: Mapping[str, Promise] = {
    Problem.NOT_ALLOWED: gettext_lazy("This server does not connect to that address"),
    Problem.NO_ADDRESS: gettext_lazy("The host was not found"),
    Problem.TIMEOUT: gettext_lazy("No answer in 10 seconds"),
    Problem.TLS: gettext_lazy("The certificate is not valid"),
    Problem.CONNECTION: gettext_lazy("No connection"),
}


_SCENES: Mapping[str, Promise] = {
    "match": gettext_lazy("Feature match"),
    "lower": gettext_lazy("Lower third"),
    "pairings": gettext_lazy("Pairings"),
    "standings": gettext_lazy("Standings, top 8"),
    "bracket": gettext_lazy("Bracket"),
}


def scene_words(scene: str) -> str:
    """Return the name of an overlay."""
    return str(_SCENES[scene])


def kind_words(kind: str) -> str:
    """Return the name of a kind of message."""
    return _("Test") if kind == TEST else str(HookKind(kind).label)


def answer_words(delivery: HookDelivery) -> str:
    """Describe the last answer to a message: HTTP status, or why none came; "" before one."""
    if delivery.status is not None:
        return _("Answer %(status)d") % {"status": delivery.status}
    problem = _PROBLEMS.get(delivery.problem)
    return str(problem) if problem is not None else ""


def host_of(address: str) -> str:
    """Return the host of an address for display; "" for an invalid one.

    The full address may be as secret as a password.
    """
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
