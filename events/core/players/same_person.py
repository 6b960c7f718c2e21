"""Detect the same human among the players of an event, and entries that cannot be added."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from domain.names import name_key
from domain.written_names import written
from events.core.eligibility.staff_players import StaffNames
from events.core.players.player_entries import NewEnrollment, check_entry, is_email
from events.core.players.teams import TeamsOfEvent
from events.core.refusals import RefusedError
from events.core.search import likely_key
from events.models import Enrollment, Event, Player


def namesake_of(event_id: int, name: str) -> Enrollment | None:
    """Return the first player enrolled in the event under this name, in any spelling."""
    key = likely_key(name)
    rows = Enrollment.objects.filter(event=event_id).order_by("number")
    return next((enrollment for enrollment in rows if likely_key(enrollment.name) == key), None)


def enrolled_words(name: str, number: int, state: str, dropped_after: int | None) -> str:
    """Say that a player is on the roster already, and how to reinstate a dropped one."""
    values = {"name": written(name), "number": number, "round": dropped_after or 0}
    if state == Enrollment.State.ACTIVE:
        return _("%(name)s is already enrolled as number %(number)d.") % values
    if state == Enrollment.State.DISQUALIFIED:
        return _("%(name)s, number %(number)d, is disqualified.") % values
    if dropped_after:
        return (
            _(
                "%(name)s, number %(number)d, dropped after round %(round)d. Reinstate the player "
                "instead of enrolling again."
            )
            % values
        )
    return (
        _(
            "%(name)s, number %(number)d, dropped before round 1. Reinstate the player instead of "
            "enrolling again."
        )
        % values
    )


def left_player(event: Event, entry: NewEnrollment) -> Enrollment | None:
    """Return the dropped player who is likely the one of `entry`; None without one. One query.

    Found by the email address or the platform ID, else by the name if neither distinguishes them.
    """
    gone = event.enrollments.filter(state=Enrollment.State.DROPPED).select_related("player")
    email, platform_id = entry.email.strip().lower(), entry.platform_id.strip()
    alike = []
    for enrollment in gone.order_by("number"):
        known = enrollment.player.email
        if (email and known == email) or (platform_id and enrollment.platform_id == platform_id):
            return enrollment
        apart = (email and known) or (platform_id and enrollment.platform_id)
        if not apart and likely_key(enrollment.name) == likely_key(entry.name):
            alike.append(enrollment)
    return alike[0] if alike else None


def number_for_name(number: int, taken: Iterable[str] = ()) -> str:
    """Return the replacement for the name of a player whose personal data are removed.

    It is the same in every language, and none of the names in `taken`.
    """
    keys = set(map(name_key, taken))
    first = name = f"Player {number}"
    more = 1
    while name_key(name) in keys:
        more += 1
        name = f"{first}-{more}"
    return name


def is_number_for_name(enrollment: Enrollment) -> bool:
    """Return whether a number replaces this name, so that it is not a person's name."""
    number = number_for_name(enrollment.number)
    return enrollment.name == number or enrollment.name.startswith(f"{number}-")


def highest_number(event: Event) -> int:
    """Return the highest player number; players enrolled later have higher ones."""
    return event.enrollments.aggregate(most=Max("number"))["most"] or 0


def check_no_twin_since(event: Event, number: int, names: Iterable[str]) -> None:
    """Raise RefusedError if one of these names was enrolled after player `number`.

    A double click, or a second desk, can enroll a player between the question about namesakes and
    the write.
    """
    keys = set(map(likely_key, names))
    since = event.enrollments.filter(number__gt=number).order_by("number")
    for name in since.values_list("name", flat=True):
        if likely_key(name) in keys:
            words = _("%(name)s was enrolled a moment ago. Check the roster.")
            raise RefusedError(words % {"name": written(name)})


def players_by_email(event: Event, emails: Iterable[str]) -> dict[str, Player]:
    """Return the organisation's players with these e-mail addresses, by address."""
    ours = Player.objects.filter(organisation=event.organisation_id)
    players = ours.filter(email__in={email for email in emails if email})
    return {player.email: player for player in players}


_ENROLLED = ("name", "number", "state", "dropped_after")


def check_entries(
    event: Event,
    entries: Sequence[NewEnrollment],
    *,
    late: bool,
    but: Enrollment | None = None,
    frozen_byes: bool = False,
) -> None:
    """Raise RefusedError for the first entry that can't be added to the event."""
    others = event.enrollments.all() if but is None else event.enrollments.exclude(pk=but.pk)
    rows = list(others.values_list("player__email", "platform_id", *_ENROLLED))
    emails = {email: known for email, _id, *known in rows if email}
    platform_ids = {platform_id: known for _email, platform_id, *known in rows if platform_id}
    staff = StaffNames(event.pk)
    teams = TeamsOfEvent(event, staff, but)
    kept = "" if but is None else but.player.email
    for entry in entries:
        check_entry(entry)
        # A stored address stays as it is until somebody changes it.
        if entry.email and entry.email != kept and not is_email(entry.email):
            words = _("%(value)s is not an email address.") % {"value": entry.email}
            raise RefusedError(words, "email")
        teams.refuse(entry.members)
        teams.add(entry.name, entry.members)
        if late and (entry.awarded_byes or frozen_byes):
            raise RefusedError(
                _("Byes can be awarded only before round 1 is paired."), "awarded_byes"
            )
        if entry.email and entry.email in emails:
            words = _("%(value)s is already enrolled in this event.") % {"value": entry.email}
            raise RefusedError(_if_left(emails[entry.email], words), "email")
        if entry.platform_id and entry.platform_id in platform_ids:
            words = _("The platform ID %(value)s belongs to another player of this event.") % {
                "value": entry.platform_id
            }
            raise RefusedError(_if_left(platform_ids[entry.platform_id], words), "platform_id")
        staff.refuse(entry.name, entry.email)
        emails[entry.email] = platform_ids[entry.platform_id] = []


def _if_left(known: Sequence[Any], words: str) -> str:
    """Return `words`; for a player who left the event, that they can return."""
    if not known or known[2] == Enrollment.State.ACTIVE:
        return words
    return enrolled_words(*known)
