"""Places for sign-ups: how many are free, and doubts for the desk."""

from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.eligibility.queries import Eligibility
from events.core.eligibility.staff_players import StaffNames
from events.core.players.same_person import enrolled_words
from events.core.players.teams import TeamsOfEvent
from events.core.refusals import RefusedError
from events.core.search import likely_key
from events.models import Enrollment, Event, SignUp, SignUpSettings

State = SignUp.State
PENDING = (State.ASKED, State.WAITING)


def sign_up_settings(event: Event) -> SignUpSettings:
    """Return the sign-up settings; an unsaved row with the defaults where none are stored."""
    return SignUpSettings.objects.filter(event=event).first() or SignUpSettings(event=event)


def free_places(event: Event, settings: SignUpSettings) -> int | None:
    """Return how many places are free; None without a limit. Every active player has one."""
    if settings.capacity is None:
        return None
    return places_left(settings.capacity, event.enrollments.active().count())


def places_left(capacity: int | None, players: int) -> int | None:
    """Return how many places these players leave free; None without a limit."""
    return None if capacity is None else max(0, capacity - players)


# Up to this many sign-ups within this many seconds are normal; further ones wait for the desk.
CROWD, CROWD_SECONDS = 30, 300
RUSH, RUSH_SECONDS = 12, 30
# Sign-ups fill at most half of the places before staff have looked; small events allow a few.
FEW = 8

_BARRED = {
    "suspended": lambda: _("Is suspended."),
    "under-age": lambda: _("Is under age."),
    "not-invited": lambda: _("Is not invited."),
}


def is_crowd(event: Event, settings: SignUpSettings) -> bool:
    """Return whether so many players signed up just now that the desk should check new ones.

    Counted by event, because a hall shares an IP address and a program has many. One query.
    """
    now = timezone.now()
    begun = [now - timedelta(seconds=seconds) for seconds in (CROWD_SECONDS, RUSH_SECONDS)]
    if settings.released_at is not None:
        begun = [max(since, settings.released_at) for since in begun]
    crowd, rush = begun
    came = event.sign_ups.aggregate(
        crowd=Count("pk", filter=Q(at__gt=crowd)), rush=Count("pk", filter=Q(at__gt=rush))
    )
    most = CROWD if settings.capacity is None else max(FEW, min(CROWD, settings.capacity // 2))
    return bool(came["crowd"] >= most or came["rush"] >= min(RUSH, most))


class Doubts:
    """Reasons for the desk to check sign-ups before enrolling, for many sign-ups at once.

    Only the staff see them: a person who signs up learns nothing about other people. A fixed number
    of queries.
    """

    def __init__(self, event: Event) -> None:
        self._event = event
        self._staff = StaffNames(event.pk)
        self._teams = TeamsOfEvent(event, self._staff)
        self._eligibility = Eligibility(event)
        self._names: dict[str, int] = {}
        self._emails: dict[str, int] = {}
        self._platform_ids: dict[str, int] = {}
        self._left: dict[int, str] = {}
        rows = event.enrollments.order_by("-number").values_list(
            "number", "name", "player__email", "platform_id", "state", "dropped_after"
        )
        for number, name, email, platform_id, state, dropped_after in rows:
            self._names[likely_key(name)] = number
            self._emails[email] = self._platform_ids[platform_id] = number
            if state == Enrollment.State.DROPPED:
                self._left[number] = enrolled_words(name, number, state, dropped_after)
        self._pending = list(event.sign_ups.filter(state__in=PENDING))

    def of(self, sign_up: SignUp) -> list[str]:
        """Return the doubts about a sign-up, in words; empty without any."""
        doubts = []
        known = self._known(sign_up)
        left = self.left(sign_up)
        numbers = ", ".join(str(number) for number in known)
        if left is not None:
            doubts.append(self._left[left])
        elif known:
            doubts.append(_("Looks like number %(numbers)s on the roster.") % {"numbers": numbers})
        if any(_alike(sign_up, other) for other in self._pending if other.place < sign_up.place):
            doubts.append(_("Similar to an earlier sign-up."))
        if self._staff.find(sign_up.name, sign_up.email):
            doubts.append(_("Is on the staff."))
        elif self._staff.is_like(sign_up.name):
            doubts.append(_("Has a name similar to a staff member's."))
        if sign_up.members and sign_up.is_complete:
            try:
                self._teams.refuse(sign_up.members)
            except RefusedError as refused:
                doubts.append(str(refused))
        barred = self._eligibility.why_not(sign_up.name, sign_up.email)
        if barred is not None:
            doubts.append(_BARRED[barred.why]())
        return doubts

    def left(self, sign_up: SignUp) -> int | None:
        """Return the number of the player who dropped and is likely this one; None without one."""
        return next((number for number in self._known(sign_up) if number in self._left), None)

    def _known(self, sign_up: SignUp) -> list[int]:
        """Return the numbers on the roster with the same email, platform ID or likely name."""
        known = {
            self._names.get(likely_key(sign_up.name)),
            self._emails.get(sign_up.email) if sign_up.email else None,
            self._platform_ids.get(sign_up.platform_id) if sign_up.platform_id else None,
        }
        return sorted(number for number in known if number is not None)

    def barred(self, sign_up: SignUp) -> bool:
        """Return whether enrolling them needs a reason."""
        return self._eligibility.why_not(sign_up.name, sign_up.email) is not None


def _alike(sign_up: SignUp, other: SignUp) -> bool:
    same_email = bool(sign_up.email) and sign_up.email == other.email
    same_id = bool(sign_up.platform_id) and sign_up.platform_id == other.platform_id
    return same_email or same_id or likely_key(sign_up.name) == likely_key(other.name)
