"""Members of the teams of an event."""

from events.models import Event, TeamMember


def members_by_number(event: Event) -> dict[int, list[str]]:
    """Return the members' names of each team in the order of the seats, by enrollment number.

    One query; none and nothing in an event of single players.
    """
    members: dict[int, list[str]] = {}
    if event.is_for_teams:
        rows = TeamMember.objects.filter(enrollment__event=event).order_by("enrollment", "seat")
        for number, name in rows.values_list("enrollment__number", "name"):
            members.setdefault(number, []).append(name)
    return members
