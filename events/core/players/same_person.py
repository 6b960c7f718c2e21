"""Detection of the same human: accounts against players, players against players."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from domain.names import clean_email, name_key
from domain.written_names import written
from events.core.players.player_entries import NewEnrollment
from events.core.refusals import RefusedError
from events.core.search import likely_key
from events.models import (
    Enrollment,
    Event,
    FactSheet,
    OrganisationMember,
    Player,
    TeamMember,
)


class StaffNames:
    """The staff of one event, to be asked whether a player is one of them (rules, 1.4).

    Nobody, where the event lets its staff play. Of a premier event also the owners of its
    organisation, on the staff or not.
    """

    def __init__(self, event_id: int) -> None:
        self._event_id = event_id
        staff = User.objects.filter(staff_of__event=event_id, staff_of__event__staff_may_play=False)
        premier = Event.every.filter(pk=event_id, fact_sheet__tier=FactSheet.Tier.PREMIER)
        theirs = OrganisationMember.objects.filter(owner=True, organisation__events__in=premier)
        owners = Q(pk__in=theirs.values("user"))
        users = User.objects.filter(Q(pk__in=staff.values("pk")) | owners).annotate(
            owns=Exists(theirs.filter(user=OuterRef("pk")))
        )
        self._by_email = {clean_email(user.email): user for user in users if user.email}
        self._by_name: dict[str, User] = {}
        self._alike: set[str] = set()
        for user in users:
            for name in filter(None, (user.get_username(), user.get_full_name())):
                self._by_name[name_key(name)] = user
                self._alike.add(likely_key(name))

    def find(self, name: str, email: str) -> User | None:
        """The staff member with this e-mail address or this name, if there is one."""
        member = self._by_email.get(clean_email(email)) if email else None
        return member or self._by_name.get(name_key(name))

    def is_like(self, name: str) -> bool:
        """Whether this is likely the name of a staff member, spelled in another way."""
        return likely_key(name) in self._alike

    def refuse(self, name: str, email: str, field: str = "name") -> None:
        """Raise RefusedError, about this field of a form, when this person is on the staff."""
        user = self.find(name, email)
        if user is not None and vars(user)["owns"]:
            owner_words = _(
                "%(name)s owns the organisation (%(user)s). Owners cannot play in a premier event "
                "of their organisation."
            )
            names = {"name": written(name), "user": user.get_username()}
            raise RefusedError(owner_words % names, field)
        if user is not None:
            words = _("%(name)s is on the staff (%(user)s).") % {
                "name": written(name),
                "user": user.get_username(),
            }
            raise staff_who_play(self._event_id, str(words), field)


def staff_who_play(event_id: int, who: str, field: str) -> RefusedError:
    """Return the refusal of a person on the staff as a player, with the way out; one query.

    `who` says which person it is. A premier event has no setting that allows it (rules, 1.4).
    """
    sheet = FactSheet.objects.filter(event=event_id).first()
    if sheet is not None and sheet.is_premier:
        words = _(
            "%(who)s Staff cannot play in a premier event. Remove the person from the "
            "staff or the roster."
        )
        return RefusedError(words % {"who": who}, field)
    words = _(
        "%(who)s Staff cannot play in their own event. Remove them from the staff first, or "
        "allow staff to play in the settings."
    )
    return RefusedError(words % {"who": who}, field, setting="staff_may_play")


def enrolled_as(event_id: int, user: User) -> Enrollment | None:
    """The enrollment in this event that is the same human as the account, if there is one.

    A member of a team counts as well.
    """
    names = {name_key(user.get_username())}
    if user.get_full_name():
        names.add(name_key(user.get_full_name()))
    address = clean_email(user.email)
    for enrollment in Enrollment.objects.filter(event=event_id).select_related("player"):
        if name_key(enrollment.name) in names:
            return enrollment
        if address and enrollment.player.email == address:
            return enrollment
    members = TeamMember.objects.filter(enrollment__event=event_id).select_related("enrollment")
    return next((member.enrollment for member in members if name_key(member.name) in names), None)


def namesake_of(event_id: int, name: str) -> Enrollment | None:
    """The first player enrolled in the event under this name, however it is spelled."""
    key = likely_key(name)
    rows = Enrollment.objects.filter(event=event_id).order_by("number")
    return next((enrollment for enrollment in rows if likely_key(enrollment.name) == key), None)


def enrolled_words(name: str, number: int, state: str, dropped_after: int | None) -> str:
    """Say that a player is on the roster already; of one who left, how to bring them back."""
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
    """Return who left the event and is likely the player of `entry`; None without one. One query.

    By the email address or the platform ID, else by the name where neither tells them apart.
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
    """Return what stands in the place of a player's name whose personal data are removed.

    The same in every language, and none of the names that are `taken`.
    """
    keys = set(map(name_key, taken))
    first = name = f"Player {number}"
    more = 1
    while name_key(name) in keys:
        more += 1
        name = f"{first}-{more}"
    return name


def is_number_for_name(enrollment: Enrollment) -> bool:
    """Whether a number stands in the place of the name, so that it is no name of a person."""
    number = number_for_name(enrollment.number)
    return enrollment.name == number or enrollment.name.startswith(f"{number}-")


def highest_number(event: Event) -> int:
    """Return the highest number of a player; those who are enrolled later have higher ones."""
    return event.enrollments.aggregate(most=Max("number"))["most"] or 0


def check_no_twin_since(event: Event, number: int, names: Iterable[str]) -> None:
    """Raise RefusedError when one of these names was enrolled after player `number`.

    A double click, or a second desk, enrolls between the question for namesakes and the write.
    """
    keys = set(map(likely_key, names))
    since = event.enrollments.filter(number__gt=number).order_by("number")
    for name in since.values_list("name", flat=True):
        if likely_key(name) in keys:
            words = _("%(name)s was enrolled a moment ago. Check the roster.")
            raise RefusedError(words % {"name": written(name)})


def players_by_email(event: Event, emails: Iterable[str]) -> dict[str, Player]:
    """The players whom the event's organisation knows by one of these addresses, by address."""
    ours = Player.objects.filter(organisation=event.organisation_id)
    players = ours.filter(email__in={email for email in emails if email})
    return {player.email: player for player in players}
