"""Cache parts of pages for as long as the values that they are rendered from stay the same.

The template of such a part sees plain values and nothing else. The part is cached under these
values and the language, so the cached text equals a new rendering.
"""

import datetime
from collections import namedtuple
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from events.core.events.declared_settings import SETTINGS
from events.core.words.entry_nouns import says_team
from events.models import Event
from events.public_site.page import STAMP_PLACE
from events.public_site.reads.events import PublicEvent

# Enough for a few dozen events in every language.
MOST_CACHED = 1000
# Equal values of these types render identically.
PLAIN = (str, int, bool, type(None), datetime.date, datetime.time)
# Private-use letters, which no event or player name contains.
TITLE_PLACE = "\ue000title\ue001"
LIVE_PLACE = "\ue000live\ue001"
CUT = "\ue000cut\ue001"

Values = tuple[tuple[str, Any], ...]


# A setting with options is shown by its label.
SHOWN = {
    name: f"get_{name}_display" if getattr(Event._meta.get_field(name), "choices", None) else name
    for name, known in SETTINGS.items()
    if known.is_public
}
PLAIN_VALUES = (
    *("slug", "is_finished", "is_for_teams", "at_tables", "enforcement_level"),
    *SHOWN.values(),
)
# An event's settings in the active language, for cached templates.
PlainEvent: Any = namedtuple("PlainEvent", PLAIN_VALUES)  # type: ignore[misc]


def plain_event(shown: PublicEvent) -> Any:
    """Return an event's settings as plain values, assembled once per language."""
    return shown.remember(f"plain {get_language()}", lambda: _plain_event(shown.event))


def _plain_event(event: Event) -> Any:
    values: list[Any] = [getattr(event, name) for name in PLAIN_VALUES]
    return PlainEvent(*(str(value()) if callable(value) else value for value in values))


class FrameTabs(NamedTuple):
    """Tabs besides those that every event has, and the colour of its organisation."""

    bracket: bool
    pods_stage: bool
    is_played: bool
    is_over: bool
    colour: str


def frame_tabs(shown: PublicEvent) -> FrameTabs:
    """Return the values that the head of every page of an event needs."""
    return FrameTabs(
        bracket=shown.bracket is not None,
        pods_stage=shown.pods_stage is not None,
        is_played=shown.is_played,
        is_over=shown.is_over,
        colour=shown.colour,
    )


def cached_fragment(template: str, values: Mapping[str, Any]) -> SafeString:
    """Render a template with these values once, in the active language with its nouns.

    Values are plain, or tuples of such; TypeError for anything else.
    """
    known = tuple(sorted(values.items()))
    types = _types_of(tuple(values[name] for name, _value in known))
    # With 0 seconds every page is rendered anew, for work on templates.
    write = _rendered if settings.PUBLIC_SECONDS > 0 else _rendered.__wrapped__
    return write(template, (get_language(), says_team()), known, types)


@lru_cache(MOST_CACHED)
def _rendered(
    template: str, _language: tuple[str | None, bool], values: Values, _types: Any
) -> SafeString:
    return render_to_string(template, dict(values))


def forget() -> None:
    """Clear the cache."""
    _rendered.cache_clear()


def _types_of(value: Any) -> Any:
    """Return the types of a value and of its parts: 1 equals True, but renders differently.

    TypeError for a value that is not plain.
    """
    if isinstance(value, tuple):
        return tuple([_types_of(part) for part in value])
    # An exact type: a safe string equals an unsafe one.
    if type(value) not in PLAIN:
        raise TypeError(f"{value!r} is no plain value")
    return type(value)


def in_frame(shown: PublicEvent, template: str, context: Mapping[str, Any], **of_frame: Any) -> str:
    """Return a page in a cached frame; only its changing parts are rendered.

    `context` is that of the whole page, with its `plain` event; `of_frame` is what the frame also
    needs, the tab and the address. The changing parts are the title and the block `live`.
    """
    frame = cached_fragment(
        template,
        {
            "event": context["plain"],
            "shown": frame_tabs(shown),
            "stamp": STAMP_PLACE,
            "title_place": TITLE_PLACE,
            "live_place": LIVE_PLACE,
            **{name: context[name] for name in ("tab", "path", "page_name")},
            **of_frame,
        },
    )
    changing = {**context, **of_frame, "layout": "public_site/changing.html", "cut": CUT}
    title, _cut, live = render_to_string(template, changing).partition(CUT)
    # The head has the title twice: for the browser and for link previews.
    titled = frame.replace(TITLE_PLACE, title, 1).replace(TITLE_PLACE, " ".join(title.split()))
    return titled.replace(LIVE_PLACE, live, 1)
