"""Teams: an enrollment is the team; its members have seats, and no player is in two teams."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from domain.limits import NAME_LENGTH
from domain.names import name_key
from domain.written_names import written, written_name
from events.core.eligibility.staff_players import StaffNames
from events.core.refusals import RefusedError, Text
from events.models import Enrollment, Event, TeamMember


def seat_field(seat: str) -> str:
    """Return the name of the form's field for a seat, which RefusedError also names."""
    return f"seat_{seat.lower()}"


class TeamsOfEvent:
    """Members of the teams of an event, against which one more team is checked.

    `but` is left out: the team that is being changed. One query; none in a single-player event.
    """

    def __init__(self, event: Event, staff: StaffNames, but: Enrollment | None = None) -> None:
        self._seats = event.seats
        self._staff = staff
        self._team_of: dict[str, str] = {}
        self._whole: set[tuple[str, ...]] = set()
        if not event.is_for_teams:
            return
        rows = TeamMember.objects.filter(enrollment__event=event)
        if but is not None:
            rows = rows.exclude(enrollment=but)
        teams: dict[tuple[int, str], list[str]] = {}
        columns = rows.order_by("enrollment", "seat").values_list
        for number, team, name in columns("enrollment__number", "enrollment__name", "name"):
            teams.setdefault((number, team), []).append(name)
        for (_number, team), names in teams.items():
            self.add(team, names)

    def has(self, team: str, members: Sequence[str]) -> bool:
        """Return whether this team is enrolled, with the same members at the same seats."""
        return bool(members) and _key(team, members) in self._whole

    def refuse(self, members: Sequence[str]) -> None:
        """Raise RefusedError, naming the field of the seat, unless these can be a team's members.

        Each seat of the event's teams needs a name, and no member may be on the staff, in another
        team or in this one twice.
        """
        if len(members) > len(self._seats):
            raise RefusedError(self._too_many(len(members)), "members")
        seen: set[str] = set()
        for number, seat in enumerate(self._seats):
            name = members[number] if number < len(members) else ""
            self._check_name(seat, name)
            self._staff.refuse(name, "", seat_field(seat))
            key = name_key(name)
            if key in seen:
                raise RefusedError(
                    _("%(name)s is in this team twice.") % {"name": written(name)}, seat_field(seat)
                )
            if key in self._team_of:
                raise RefusedError(
                    _(
                        "%(name)s is already in the team %(team)s. If this is a different "
                        "person, enter a name that distinguishes them."
                    )
                    % {"name": written(name), "team": written(self._team_of[key])},
                    seat_field(seat),
                )
            seen.add(key)

    def add(self, team: str, members: Sequence[str]) -> None:
        """Remember a team, so that the next one checked can't have its members."""
        for name in members:
            self._team_of.setdefault(name_key(name), team)
        self._whole.add(_key(team, members))

    def _too_many(self, count: int) -> Text:
        if not self._seats:
            return _("Only teams have members. This is a single-player event.")
        return _("A team in this event has %(size)d members, not %(count)d.") % {
            "size": len(self._seats),
            "count": count,
        }

    def _check_name(self, seat: str, name: str) -> None:
        if not name:
            raise RefusedError(
                _("The name for seat %(seat)s is missing.") % {"seat": seat}, seat_field(seat)
            )
        if len(name) > NAME_LENGTH:
            raise RefusedError(
                _("The name %(name)s… is longer than %(most)d characters.")
                % {"name": written(name[:20]), "most": NAME_LENGTH},
                seat_field(seat),
            )


def _key(team: str, members: Sequence[str]) -> tuple[str, ...]:
    return tuple(name_key(name) for name in (team, *members))


def members_of(team: Enrollment) -> tuple[str, ...]:
    """Return the names of a team's members in the order of the seats; none of a single player."""
    return tuple(team.members.order_by("seat").values_list("name", flat=True))


def member_at(team: Enrollment, seat: str) -> str:
    """Return the name of the member at a seat; "" for an empty seat, which is the whole team.

    Raises RefusedError for a seat that the team does not have.
    """
    if not seat:
        return ""
    member = team.members.filter(seat=seat).first() if seat.isalpha() else None
    if member is None:
        raise RefusedError(
            _("%(name)s has no player in seat %(seat)s.")
            % {"name": written_name(team), "seat": seat[:1]},
            "seat",
        )
    return member.name
