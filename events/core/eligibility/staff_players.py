"""Refuse staff, and owners of the organisation, as players (rules, 1.4)."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from domain.names import clean_email, name_key
from domain.written_names import written, written_name
from events.core.refusals import RefusedError
from events.core.search import likely_key
from events.models import Enrollment, Event, FactSheet, OrganisationMember, TeamMember


class StaffNames:
    """Names of an event's staff, against which players are checked (rules, 1.4).

    Empty if the event lets its staff play. In a premier event it includes the owners of its
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
        """Return the staff member with this e-mail address or this name, if there is one."""
        member = self._by_email.get(clean_email(email)) if email else None
        return member or self._by_name.get(name_key(name))

    def is_like(self, name: str) -> bool:
        """Return whether this is likely the name of a staff member in another spelling."""
        return likely_key(name) in self._alike

    def refuse(self, name: str, email: str, field: str = "name") -> None:
        """Raise RefusedError at this field of a form if this person is on the staff."""
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
    """Return the refusal of a staff member as a player, with the remedy; one query.

    `who` is the sentence that names the person. A premier event has no setting that allows it
    (rules, 1.4).
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
    """Return the enrollment in this event of the human who owns the account, if there is one.

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


def refuse_owners_who_play(event: Event, owners: Iterable[User], field: str) -> None:
    """Raise RefusedError for an owner of the organisation who plays in its premier event."""
    for owner in owners:
        enrollment = enrolled_as(event.pk, owner)
        if enrollment is not None:
            words = _(
                "%(user)s owns the organisation and is enrolled as %(name)s in %(event)s. Owners "
                "cannot play in a premier event of their organisation. Remove the player from the "
                "roster first."
            )
            names = {
                "user": owner.get_username(),
                "name": written_name(enrollment),
                "event": written(event.name),
            }
            raise RefusedError(words % names, field)
