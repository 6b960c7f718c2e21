"""What enrolling a list would do, line by line, before anything is written."""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.roster_text import MOST_LINES, RosterLine, header_of, read_lines
from events.services.enrollment import MOST_AWARDED_BYES, NewEnrollment
from events.services.errors import RefusedError
from events.services.identity import (
    NAME_LENGTH,
    StaffNames,
    clean_email,
    clean_name,
    name_key,
)
from events.services.teams import TeamsOfEvent, clean_members

_DIGITS = {str(number): number for number in range(MOST_AWARDED_BYES + 1)}


class Fate(StrEnum):
    """What happens to a line."""

    NEW = "new"
    NAMESAKE = "namesake"
    DUPLICATE = "duplicate"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One line and what happens to it; `why` says so in words, unless it is plainly new.

    A NAMESAKE has the name of somebody else and nothing that tells the two apart - e-mails or
    platform IDs of both that differ: it is left out unless the person at the desk says that it is
    another human.
    """

    line: RosterLine
    entry: NewEnrollment
    fate: Fate
    why: str | Promise = ""
    notes: tuple[str | Promise, ...] = ()


@dataclass(slots=True)
class Preview:
    """A whole list; `anyway` holds the numbers of the namesakes that are to be enrolled."""

    lines: list[PreviewLine] = field(default_factory=list)
    anyway: frozenset[int] = frozenset()
    header: str = ""

    @property
    def new(self) -> int:
        """How many lines are plainly new."""
        return sum(item.fate is Fate.NEW for item in self.lines)

    @property
    def asks(self) -> bool:
        """Whether there are namesakes, so that the person at the desk chooses."""
        return any(item.fate is Fate.NAMESAKE for item in self.lines)

    @property
    def left_over(self) -> str:
        """What has to be corrected, as it was typed, with the line of headings."""
        wrong = [item.line.text for item in self.errors]
        return "\n".join([self.header, *wrong] if self.header and wrong else wrong)

    @property
    def entries(self) -> list[NewEnrollment]:
        """Who would be enrolled."""
        return [item.entry for item in self.lines if self.takes(item)]

    @property
    def count(self) -> int:
        """How many would be enrolled."""
        return len(self.entries)

    @property
    def errors(self) -> list[PreviewLine]:
        """The lines that have to be corrected first."""
        return [item for item in self.lines if item.fate is Fate.ERROR]

    @property
    def skipped(self) -> int:
        """How many are enrolled already."""
        left = [i for i in self.lines if i.fate is not Fate.ERROR and not self.takes(i)]
        return len(left)

    def takes(self, item: PreviewLine) -> bool:
        """Return whether this line would be enrolled."""
        if item.fate is Fate.NAMESAKE:
            return item.line.number in self.anyway
        return item.fate is Fate.NEW


def preview(
    event: Event, text: str, *, late: str | None = None, anyway: Collection[int] = ()
) -> Preview:
    """Say of each line of the list whether it can be enrolled.

    Three queries, whatever the length, and one more for teams. `late` goes into every entry.
    Raises RefusedError for a list that is too long.
    """
    seats = len(event.seats)
    lines = read_lines(text, seats)
    if len(lines) > MOST_LINES:
        raise RefusedError(
            _("The list has %(lines)d lines; at most %(most)d can be read at once.")
            % {"lines": len(lines), "most": MOST_LINES},
            "text",
        )
    known = _Known(event)
    found = Preview(anyway=frozenset(anyway), header=header_of(text, seats))
    for line in lines:
        found.lines.append(known.judge(line, late))
    return found


class _Known:
    """Who is in the event, and who came earlier in the list."""

    def __init__(self, event: Event) -> None:
        self.platform = event.platform
        self.started = event.rounds.exists()
        self.staff = StaffNames(event.pk)
        self.teams = TeamsOfEvent(event, self.staff)
        # Under each name by what is there to tell people apart: an e-mail, a platform ID.
        self.names: dict[str, dict[tuple[bool, bool], str | Promise]] = {}
        self.emails: dict[str, str | Promise] = {}
        self.platform_ids: dict[str, str | Promise] = {}
        rows = event.enrollments.values_list("number", "name", "player__email", "platform_id")
        for number, name, email, platform_id in rows:
            where = _("Already enrolled as number %(number)d, %(name)s.") % {
                "number": number,
                "name": name,
            }
            self._remember(name, email, platform_id, where)

    def judge(self, line: RosterLine, late: str | None) -> PreviewLine:
        """Say what happens to the line, and remember it for those below."""
        entry = NewEnrollment(
            name=clean_name(line.name),
            email=clean_email(line.email),
            platform_id=clean_name(line.platform_id),
            awarded_byes=_DIGITS.get(line.awarded_byes.strip() or "0", 0),
            late=late,
            members=clean_members(line.members),
        )
        if self.teams.has(entry.name, entry.members):
            where = next(iter(self.names[name_key(entry.name)].values()))
            return PreviewLine(line, entry, Fate.DUPLICATE, where)
        error = self._error(line, entry)
        if error:
            return PreviewLine(line, entry, Fate.ERROR, error)
        twin = self.emails.get(entry.email) or self.platform_ids.get(entry.platform_id)
        if twin:
            return PreviewLine(line, entry, Fate.DUPLICATE, twin)
        namesake = self._namesake(entry)
        where = _("The same as line %(line)d.") % {"line": line.number}
        self._remember(entry.name, entry.email, entry.platform_id, where)
        self.teams.add(entry.name, entry.members)
        if namesake:
            return PreviewLine(line, entry, Fate.NAMESAKE, namesake)
        notes: tuple[Promise, ...] = ()
        if self.platform and not entry.platform_id:
            notes = (_("No platform ID yet."),)
        return PreviewLine(line, entry, Fate.NEW, notes=notes)

    def _namesake(self, entry: NewEnrollment) -> str | Promise:
        """Where the first one of this name stands of whom no e-mail or ID tells the line apart.

        Those with the same e-mail or platform ID are out already: where both have one, it differs.
        """
        alike = self.names.get(name_key(entry.name), {})
        for (has_email, has_platform_id), where in alike.items():
            apart = (has_email and entry.email) or (has_platform_id and entry.platform_id)
            if not apart:
                return where
        return ""

    def _remember(self, name: str, email: str, platform_id: str, where: str | Promise) -> None:
        alike = self.names.setdefault(name_key(name), {})
        alike.setdefault((bool(email), bool(platform_id)), where)
        if email:
            self.emails.setdefault(email, where)
        if platform_id:
            self.platform_ids.setdefault(platform_id, where)

    def _error(self, line: RosterLine, entry: NewEnrollment) -> str | Promise:
        if line.too_long:
            return _("The line is too long to be a player.")
        if line.surplus:
            return _(
                "The line has more fields than there are headings. Put a name that contains "
                "a comma in quotation marks, or add the heading that is missing."
            )
        if not entry.name:
            return _("There is no name.")
        if len(entry.name) > NAME_LENGTH:
            return _("The name is longer than %(most)d characters.") % {"most": NAME_LENGTH}
        if len(entry.platform_id) > NAME_LENGTH:
            return _("The platform ID is longer than %(most)d characters.") % {"most": NAME_LENGTH}
        if entry.email and not _is_email(entry.email):
            return _("%(value)s is not an e-mail address.") % {"value": entry.email}
        return self._error_of_byes(line, entry) or self._error_of_people(entry)

    def _error_of_byes(self, line: RosterLine, entry: NewEnrollment) -> str | Promise:
        if (line.awarded_byes.strip() or "0") not in _DIGITS:
            return _("Awarded byes must be 0 to %(most)d, not %(value)s.") % {
                "most": MOST_AWARDED_BYES,
                "value": line.awarded_byes,
            }
        if entry.awarded_byes and self.started:
            return _("Awarded byes can be given only before round 1 is paired.")
        return ""

    def _error_of_people(self, entry: NewEnrollment) -> str | Promise:
        try:
            self.staff.refuse(entry.name, entry.email)
            self.teams.refuse(entry.members)
        except RefusedError as refused:
            return refused.message
        return ""


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 254
