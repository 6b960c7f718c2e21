"""The appeals of an event, and the people who may hear one."""

from django.db.models import Q

from events.models import Appeal, Event


def appeals_of(event: Event) -> list[Appeal]:
    """Return every appeal, the oldest first, with its player. One query."""
    return list(Appeal.objects.filter(enrollment__event=event).select_related("enrollment"))


def may_hear(event: Event) -> list[str]:
    """Return the user names of the head judges and of those whom they named for appeals."""
    members = event.staff.filter(Q(head_judge=True) | Q(hears_appeals=True))
    return [member.user.get_username() for member in members.select_related("user")]


def who_rules(event: Event) -> list[str]:
    """Return the user names of the staff: each of them may have made the ruling."""
    return [member.user.get_username() for member in event.staff.select_related("user")]
