"""The staff of an event."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from events.models import AccountTrust, Event, Organisation, OrganisationMember, StaffMember

JUST_NOW = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member of the staff; `waiting`: no password chosen yet; `ours`: invited by this event only.

    An invitation link gives its holder the account in every event.
    """

    member: StaffMember
    waiting: bool
    ours: bool

    @property
    def just_logged_in(self) -> bool:
        """Whether the last login was within the last JUST_NOW."""
        last = self.member.user.last_login
        return last is not None and timezone.now() - last < JUST_NOW


def staff_of(event: Event) -> list[MemberLine]:
    """Return the staff by user name, with each member's areas. Four queries."""
    elsewhere = StaffMember.objects.exclude(event=event).values("user_id")
    invited = set(event.invited.exclude(pk__in=elsewhere).values_list("pk", flat=True))
    return [
        MemberLine(
            member=member,
            waiting=not member.user.has_usable_password(),
            ours=member.user_id in invited,
        )
        for member in event.staff.select_related("user")
        .prefetch_related("areas")
        .order_by("user__username")
    ]


def is_asked_in(user: User) -> bool:
    """Whether all events whose staff include the account invited it themselves."""
    invited = Event.objects.filter(invited=user)
    return not StaffMember.objects.filter(user=user).exclude(event__in=invited).exists()


@dataclass(frozen=True, slots=True)
class Helper:
    """An organisation that an account works for, and whether it may help with the account."""

    organisation: Organisation
    allowed: bool


def helpers_of(user: User) -> list[Helper]:
    """Return the organisations of an account's events and memberships, by name. Two queries."""
    trusted = set(AccountTrust.objects.filter(user=user).values_list("organisation", flat=True))
    joined = OrganisationMember.objects.filter(user=user).values("organisation")
    staffed = StaffMember.objects.filter(user=user).values("event__organisation")
    here = Organisation.objects.filter(Q(pk__in=trusted) | Q(pk__in=joined) | Q(pk__in=staffed))
    return [Helper(each, each.pk in trusted) for each in here.order_by("name", "pk")]
