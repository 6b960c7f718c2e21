"""The staff of an event."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from events.models import Event, StaffMember


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member of the staff; `waiting`: invited, no password chosen; `ours`: invited here alone.

    The holder of an invitation link gets that account in every event.
    """

    member: StaffMember
    waiting: bool
    ours: bool


def staff_of(event: Event) -> list[MemberLine]:
    """The staff by user name. Three queries."""
    elsewhere = StaffMember.objects.exclude(event=event).values("user_id")
    invited = set(event.invited.exclude(pk__in=elsewhere).values_list("pk", flat=True))
    return [
        MemberLine(
            member=member,
            waiting=not member.user.has_usable_password(),
            ours=member.user_id in invited,
        )
        for member in event.staff.select_related("user").order_by("user__username")
    ]


def is_asked_in(user: User) -> bool:
    """Whether every event whose staff an account is on invited it itself."""
    invited = Event.objects.filter(invited=user)
    return not StaffMember.objects.filter(user=user).exclude(event__in=invited).exists()
