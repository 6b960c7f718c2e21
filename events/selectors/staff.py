"""The staff of an event."""

from dataclasses import dataclass

from events.models import Event, StaffMember


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member of the staff; `waiting`: invited, no password chosen; `ours`: invited here."""

    member: StaffMember
    waiting: bool
    ours: bool


def staff_of(event: Event) -> list[MemberLine]:
    """The staff by user name. Two queries."""
    invited = set(event.invited.values_list("pk", flat=True))
    return [
        MemberLine(
            member=member,
            waiting=not member.user.has_usable_password(),
            ours=member.user_id in invited,
        )
        for member in event.staff.select_related("user").order_by("user__username")
    ]
