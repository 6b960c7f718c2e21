"""Tables that wait for somebody who joins the staff."""

from events.models import StaffMember


def take_areas(member: StaffMember) -> None:
    """Give a new staff member the tables that an archive assigns to their user name."""
    waiting = member.event.areas.filter(member=None, judge_name=member.user.get_username())
    waiting.update(member=member)
