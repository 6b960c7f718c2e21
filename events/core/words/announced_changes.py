"""Wording of a change to the announced rounds or minutes."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import AnnouncedChange

What = AnnouncedChange.What


def announced_words(change: AnnouncedChange) -> str:
    """Name one changed number: "5 Swiss rounds instead of 4"."""
    return _words(change.what, change.stage, change.before, change.after)


def announced_changed(values: Mapping[str, Any]) -> str:
    """Return the journal's sentence about changed rounds and minutes."""
    changes = [
        _words(
            change.get("what", ""), change.get("stage"), change.get("before"), change.get("after")
        )
        for change in values.get("changes", [])
    ]
    return _("Rounds and time limit changed: %(changes)s.") % {"changes": _(", ").join(changes)}


def _words(what: str, stage: int | None, before: int | None, after: int | None) -> str:
    if what == What.STAGE_ADDED:
        return _("stage %(stage)s was added") % {"stage": stage}
    if what == What.STAGE_REMOVED:
        return _("stage %(stage)s was removed") % {"stage": stage}
    if what == What.ROUNDS:
        text = ngettext(
            "stage %(stage)s has %(after)d round instead of %(before)s",
            "stage %(stage)s has %(after)d rounds instead of %(before)s",
            after or 0,
        )
        return text % {"stage": stage, "after": after or 0, "before": before}
    values = {"stage": stage, "after": _minutes(after or 0), "before": _minutes(before or 0)}
    if stage is None:
        return _("%(after)s per round instead of %(before)s") % values
    return _("stage %(stage)s: %(after)s per round instead of %(before)s") % values


def _minutes(minutes: int) -> str:
    if not minutes:
        return _("no time limit")
    text = ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes)
    return text % {"minutes": minutes}
