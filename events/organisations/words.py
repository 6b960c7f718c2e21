"""The journal of an organisation in words."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from events.core.journal.words.integration_entries import CHANGES
from events.core.sentences import with_single_stops
from events.core.staffing.place_words import words_of_data
from events.models import OrganisationEntry, Role

_Verb = OrganisationEntry.Verb
_TOKENS = {
    "made": gettext_lazy("Created the access token %(name)s."),
    "revoked": gettext_lazy("Revoked the access token %(name)s."),
}
_SERIES = {
    "removed": gettext_lazy(
        "Removed a person from the final standings of the series %(series)s: %(removed)s."
    ),
    "combined": gettext_lazy("Series %(series)s: combined the entries of one player."),
    "parted": gettext_lazy("Series %(series)s: separated the entries of one player."),
    "byes_in": gettext_lazy("Series %(series)s: byes count in “%(byes_in)s”."),
    "": gettext_lazy("Changed the series %(series)s."),
}
_BADGES = {
    "made": gettext_lazy("Created a badge for %(name)s."),
    "several": ngettext_lazy("Created %(count)d badge.", "Created %(count)d badges.", "count"),
    "renewed": gettext_lazy("Created a new badge for %(name)s. The old badge no longer works."),
    "revoked": gettext_lazy("Revoked the badge of %(name)s."),
}
_MOVED = gettext_lazy("Moved %(user)s: %(from)s → %(to)s.")
_PLANNED = gettext_lazy("Planned a move of %(user)s at %(at)s: %(to)s.")
_CANCELLED = gettext_lazy("Cancelled the planned move of %(user)s at %(at)s: %(to)s.")
_WANTED = ngettext_lazy(
    "%(place)s wants %(number)d person.", "%(place)s wants %(number)d people.", "number"
)
_NOT_WANTED = gettext_lazy("%(place)s wants no particular number of people.")
_UNDONE = gettext_lazy("Undid a move of %(user)s: %(from)s → %(to)s.")


def _moved(data: dict[str, Any]) -> Promise:
    """Name the state of a move: made now, planned for later, undone or cancelled."""
    if data.get("at"):
        return _CANCELLED if data.get("undone") else _PLANNED
    return _UNDONE if data.get("undone") else _MOVED


def roles_named(values: list[str], *, owner: bool) -> str:
    """Return roles in words, as a list with commas."""
    names = [str(Role(value).label) for value in values]
    return ", ".join([_("owner"), *names] if owner else names)


def entry_words(entry: OrganisationEntry) -> str:
    """Return a journal entry in words, without actor and time."""
    data = entry.data
    roles = roles_named(data.get("roles", []), owner=data.get("owner", False))
    secured = (
        _("A second factor is required.")
        if data.get("required")
        else _("A second factor is no longer required.")
    )
    words = {
        _Verb.RENAMED: _("Renamed “%(before)s” to “%(name)s”."),
        _Verb.LOOKED: _("Changed the look."),
        _Verb.INVITED: _("Created an invitation: %(roles)s."),
        _Verb.WITHDRAWN: _("Withdrew an invitation."),
        _Verb.JOINED: _("%(user)s joined by invitation."),
        _Verb.CHANGED: _("Changed the roles of %(user)s: %(roles)s."),
        _Verb.REMOVED: _("Removed %(user)s."),
        _Verb.QUEUE_OPENED: _("Opened the queue %(queue)s."),
        _Verb.QUEUE_CHANGED: _("Changed the queue %(queue)s: %(fields)s."),
        _Verb.QUEUE_REMOVED: _("Removed %(name)s from the queue %(queue)s."),
        _Verb.POD_CALLED: _("%(queue)s: called pod %(pod)s to tables %(first)s to %(last)s."),
        _Verb.POD_POSTED: _("%(queue)s: posted pod %(pod)s."),
        _Verb.POD_REPLACED: _("%(queue)s, pod %(pod)s: %(name)s was replaced by %(following)s."),
        _Verb.SERIES_CHANGED: _SERIES[next(filter(data.__contains__, _SERIES), "")],
        _Verb.SERIES_DECLARED: _("Closed the series %(series)s."),
        _Verb.SERIES_REOPENED: _("Reopened the series %(series)s."),
        _Verb.TICKETS_GIVEN: _("%(queue)s: handed out %(tickets)s tickets."),
        _Verb.SECURED: secured,
        _Verb.LIMITED: _("The operator of the server changed the limits."),
        _Verb.VENUE: _("Changed the venue %(name)s."),
        _Verb.TOKENS_CHANGED: _TOKENS.get(data.get("change", ""), "%(name)s"),
        _Verb.PROGRAMS_CHANGED: CHANGES.get(data.get("change", ""), "%(name)s"),
        _Verb.BADGES_CHANGED: _BADGES.get(data.get("change", ""), "%(name)s"),
        _Verb.STAFF_MOVED: _moved(data),
        _Verb.STAFF_WANTED: _WANTED if data.get("number") else _NOT_WANTED,
    }[_Verb(entry.verb)]
    fields = ", ".join(data.get("fields", []))
    following = data.get("following") or _("nobody")
    places = {key: words_of_data(data[key]) for key in ("from", "to", "place") if key in data}
    filled = words % {**data, **places, "roles": roles, "fields": fields, "following": following}
    return with_single_stops(filled, data)
