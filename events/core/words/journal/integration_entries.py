"""Journal sentences about programs that hear of an event."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from events.models import Verb

_CHANGES: Mapping[str, Promise] = {
    "added": gettext_lazy("The integration %(name)s (%(host)s) was added."),
    "removed": gettext_lazy("The integration %(name)s (%(host)s) was removed."),
    "paused": gettext_lazy("The integration %(name)s was paused."),
    "resumed": gettext_lazy("The integration %(name)s was resumed."),
    "tested": gettext_lazy("A test was sent to the integration %(name)s."),
    "replayed": gettext_lazy("A message was sent again to the integration %(name)s."),
}


def _changed(values: Mapping[str, Any]) -> str:
    words = _CHANGES.get(values["change"], gettext_lazy("The integration %(name)s was changed."))
    return str(words) % {key: values[key] for key in ("name", "host")}


SENTENCES: dict[Verb, Callable[[Any], str]] = {Verb.PROGRAMS_CHANGED: _changed}
