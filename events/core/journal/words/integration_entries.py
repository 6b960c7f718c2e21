"""Journal sentences about programs that receive messages about an event, or write in it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from events.models import Verb

CHANGES: Mapping[str, Promise] = {
    "added": gettext_lazy("The integration %(name)s (%(host)s) was added."),
    "removed": gettext_lazy("The integration %(name)s (%(host)s) was removed."),
    "edited": gettext_lazy("The messages to the integration %(name)s were changed."),
    "paused": gettext_lazy("The integration %(name)s was paused."),
    "resumed": gettext_lazy("The integration %(name)s was resumed."),
    "tested": gettext_lazy("A test was sent to the integration %(name)s."),
    "renewed": gettext_lazy("The integration %(name)s has a new secret."),
    "replayed": gettext_lazy("A message was sent again to the integration %(name)s."),
}


def _changed(values: Mapping[str, Any]) -> str:
    words = CHANGES.get(values["change"], gettext_lazy("The integration %(name)s was changed."))
    return str(words) % {key: values[key] for key in ("name", "host")}


_FEATURE: Mapping[str, Promise] = {
    "chosen": gettext_lazy("Table %(table)s is on camera: %(first)s – %(second)s."),
    "ended": gettext_lazy("Table %(table)s is off camera: %(first)s – %(second)s."),
    "counted": gettext_lazy("On camera, table %(table)s: %(first)s – %(second)s %(score)s."),
    "shown": gettext_lazy(
        "The result of the feature match at table %(table)s is public: %(first)s – %(second)s."
    ),
}


def _feature(values: Mapping[str, Any]) -> str:
    words = _FEATURE.get(values["change"], gettext_lazy("The feature match was changed."))
    keys = ("table", "first", "second", "score")
    return str(words) % {key: values[key] for key in keys}


def _stream_link(values: Mapping[str, Any]) -> str:
    if values.get("ended"):
        return gettext("The overlay address was deactivated.")
    return gettext("A new overlay address was created.")


MADE = "made"


def _token(values: Mapping[str, Any]) -> str:
    if values["change"] == MADE:
        words = gettext_lazy("The access token %(name)s was created.")
    else:
        words = gettext_lazy("The access token %(name)s was revoked.")
    return str(words) % {"name": values["name"]}


SENTENCES: dict[Verb, Callable[[Any], str]] = {
    Verb.PROGRAMS_CHANGED: _changed,
    Verb.FEATURE_CHANGED: _feature,
    Verb.STREAM_LINK_CHANGED: _stream_link,
    Verb.TOKENS_CHANGED: _token,
}
