"""Data of a player to enroll or to change; pure values."""

from dataclasses import dataclass, fields
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from domain.limits import EMAIL_LENGTH, MOST_AWARDED_BYES, NAME_LENGTH
from domain.names import clean_email, clean_members, clean_name, clean_reading, clean_sort_name
from domain.scans import is_code
from domain.written_names import written_name
from events.core.players.teams import members_of
from events.core.refusals import RefusedError
from events.core.typed_values import checked_reason
from events.models import (
    Enrollment,
    StaffMember,
)


@dataclass(frozen=True, slots=True)
class NewEnrollment:
    """A player to enroll; `late` is an Event.LatePolicy value, None for the event's own.

    `members` are those of a team in the order of the seats, empty for a single player.
    `eligible_because`: the reason to let an ineligible player play. `player`: the key of a player
    of the event's organisation; None: the player with the e-mail address, else a new one.
    """

    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: int = 0
    late: str | None = None
    members: tuple[str, ...] = ()
    reading: str = ""
    sort_name: str = ""
    eligible_because: str = ""
    paid: bool = False
    player: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrollmentData:
    """Editable data of an enrollment; `members` of a team, None if they do not change."""

    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: int = 0
    fixed_table: int | None = None
    members: tuple[str, ...] | None = None
    reading: str = ""
    sort_name: str = ""


def cleaned_entry(entry: NewEnrollment) -> NewEnrollment:
    """Return the entry with its names and addresses in their stored form."""
    return NewEnrollment(
        name=clean_name(entry.name),
        email=clean_email(entry.email),
        platform_id=clean_name(entry.platform_id),
        awarded_byes=entry.awarded_byes,
        late=entry.late,
        members=clean_members(entry.members),
        reading=clean_reading(entry.reading),
        sort_name=clean_sort_name(entry.sort_name, clean_name(entry.name)),
        eligible_because=checked_reason(entry.eligible_because),
        paid=entry.paid,
        player=entry.player,
    )


def check_entry(entry: NewEnrollment) -> None:
    """Raise RefusedError, naming the field, for an entry that is invalid in every event."""
    if not entry.name:
        raise RefusedError(_("A player needs a name."), "name")
    if any(map(is_code, (entry.name, *entry.members))):
        # The link of a player is private, and every name is public.
        raise RefusedError(_("This is a scanned code. Enter the name of the player."), "name")
    if len(entry.name) > NAME_LENGTH:
        raise RefusedError(
            _("The name %(name)s… is longer than %(most)d characters.")
            % {"name": written_name(entry.name[:20]), "most": NAME_LENGTH},
            "name",
        )
    if len(entry.platform_id) > NAME_LENGTH:
        raise RefusedError(
            _("%(name)s: the platform ID is longer than %(most)d characters.")
            % {"name": written_name(entry), "most": NAME_LENGTH},
            "platform_id",
        )
    if len(entry.reading) > NAME_LENGTH:
        raise RefusedError(
            _("%(name)s: the phonetic name is longer than %(most)d characters.")
            % {"name": written_name(entry), "most": NAME_LENGTH},
            "reading",
        )
    if len(entry.sort_name) > NAME_LENGTH:
        raise RefusedError(
            _("%(name)s: the sort name is longer than %(most)d characters.")
            % {"name": written_name(entry), "most": NAME_LENGTH},
            "sort_name",
        )
    if not 0 <= entry.awarded_byes <= MOST_AWARDED_BYES:
        raise RefusedError(
            _("%(name)s: awarded byes must be 0 to %(most)d.")
            % {"name": written_name(entry), "most": MOST_AWARDED_BYES},
            "awarded_byes",
        )


def is_email(text: str) -> bool:
    """Return whether a text is an e-mail address that can be stored."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= EMAIL_LENGTH


def member_values(member: StaffMember) -> dict[str, Any]:
    """Return the roles of a staff member for edit conflicts."""
    return {"roles": sorted(member.roles), "hears_appeals": member.hears_appeals}


def alias_values(enrollment: Enrollment) -> dict[str, Any]:
    """Return the public name of a player for edit conflicts."""
    return {"alias": enrollment.alias}


def enrollment_data(enrollment: Enrollment) -> EnrollmentData:
    """Return the editable data of a player or a team; queries its members."""
    return EnrollmentData(
        name=enrollment.name,
        email=enrollment.player.email,
        reading=enrollment.reading,
        sort_name=enrollment.sort_name,
        platform_id=enrollment.platform_id,
        awarded_byes=enrollment.awarded_byes,
        fixed_table=enrollment.fixed_table,
        members=members_of(enrollment) if enrollment.event.is_for_teams else (),
    )


def enrollment_values(enrollment: Enrollment) -> dict[str, Any]:
    """Return the editable data of a player or a team by field name; queries its members."""
    return values_of(enrollment_data(enrollment))


def values_of(data: EnrollmentData) -> dict[str, Any]:
    """Return the values of this data by field name."""
    return {field.name: getattr(data, field.name) for field in fields(data)}
