"""Preview of enrolling a list, line by line, before anything is written."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from domain.limits import LONGEST_LIGHT_LIST, MOST_AWARDED_BYES, MOST_PLAYERS, NAME_LENGTH
from domain.names import (
    clean_email,
    clean_members,
    clean_name,
    clean_reading,
    name_key,
)
from events.core.eligibility.staff_players import StaffNames
from events.core.players.player_entries import NewEnrollment, is_email
from events.core.players.same_person import enrolled_words
from events.core.players.teams import TeamsOfEvent
from events.core.refusals import RefusedError
from events.core.search import likely_key
from events.models import Enrollment, Event
from events.roster.parsing.listed_players import (
    Answers,
    Fate,
    Preview,
    PreviewLine,
    Twin,
    mostly_family_first,
    turned_name,
)
from events.roster.parsing.pasted_text import RosterList, SkippedLine, Why, read_list
from events.roster.parsing.people import RosterLine
from events.roster.reviewing import Edits, digest_of, reviewed
from events.web.heavy import run
from interchange.near_names import crowded_forms, near_forms

# Room for the largest list: titles, empty lines and team members count as well.
MOST_LINES = 5 * MOST_PLAYERS
_DIGITS = {str(number): number for number in range(MOST_AWARDED_BYES + 1)}


def preview(
    event: Event,
    text: str,
    *,
    late: str | None = None,
    answers: Answers | None = None,
    columns: Sequence[str] = (),
    taken: Collection[int] = (),
    turned: bool | None = None,
    shape: str | None = None,
    edits: Edits | None = None,
) -> Preview:
    """Say of each line of the list whether it can be enrolled.

    Three queries, whatever the length, and one more for teams. `late` goes into every entry.
    `columns` says what the columns are and `taken` which lines are players, as `read_list` takes
    them; columns that were chosen for a list of another `shape` do not count. `turned`: write
    "Rossi, Mario" as "Mario Rossi", None: where most names are so. `edits`: what a person
    changed in the preview. Raises RefusedError for a list that is too long.
    """
    seats = len(event.seats)
    listed = list_of(text, seats, taken=taken)
    chosen = any(
        kind and kind != column.kind for kind, column in zip(columns, listed.columns, strict=False)
    )
    if chosen and shape in (None, listed.shape):
        listed = list_of(text, seats, columns, taken)
    if len(listed.lines) > MOST_PLAYERS:
        raise RefusedError(
            _("The list has %(lines)d lines. At most %(most)d can be imported at once.")
            % {"lines": len(listed.lines), "most": MOST_PLAYERS},
            "text",
        )
    if turned is None:
        turned = mostly_family_first(line.name for line in listed.lines)
    edits = (edits or Edits()).of(text)
    known = _Known(event, turned=turned, crowded=crowded_forms(line.name for line in listed.lines))
    previewed = Preview(
        answers=answers or Answers(),
        header=listed.header,
        shape=listed.shape,
        columns=listed.columns,
        not_players=[*listed.skipped, *_left_out(listed.lines, edits)],
        turned=turned,
        digest=digest_of(text),
    )
    for line in listed.lines:
        if line.number not in edits.left_out:
            item = known.judge(edits.applied(line), late)
            read = known.called(line)
            previewed.lines.append(replace(reviewed(item, turned=turned), read=read))
    return previewed


def _left_out(lines: Sequence[RosterLine], edits: Edits) -> list[SkippedLine]:
    return [
        SkippedLine(line.number, line.text, Why.LEFT_OUT)
        for line in lines
        if line.number in edits.left_out
    ]


def list_of(
    text: str, seats: int, columns: Sequence[str] = (), taken: Collection[int] = ()
) -> RosterList:
    """Return what `read_list` reads; long lists are read in the process of heavy work.

    Raises RefusedError for a list of too many lines.
    """
    if len(text) <= LONGEST_LIGHT_LIST:
        return read_list(text, seats, columns, taken)
    if (lines := text.count("\n")) > MOST_LINES:
        raise RefusedError(
            _("The list has %(lines)d lines. At most %(most)d can be imported at once.")
            % {"lines": lines, "most": MOST_PLAYERS},
            "text",
        )
    return run(read_list, text, seats, columns, taken)


class _Known:
    """Players who are in the event or occurred earlier in the list."""

    def __init__(self, event: Event, *, turned: bool, crowded: frozenset[str]) -> None:
        self.turned = turned
        self.crowded = crowded
        self.platform = event.platform
        self.started = event.rounds.exists()
        self.staff = StaffNames(event.pk)
        self.teams = TeamsOfEvent(event, self.staff)
        # For each spelling, what distinguishes its players: email address, platform ID.
        self.names: dict[str, dict[tuple[bool, bool], Twin]] = {}
        self.likely: dict[str, dict[tuple[bool, bool], Twin]] = {}
        # By name without one letter, so that a typing error does not hide a duplicate.
        self.near: dict[str, dict[tuple[bool, bool], Twin]] = {}
        self.emails: dict[str, tuple[str, Twin]] = {}
        self.platform_ids: dict[str, tuple[str, Twin]] = {}
        rows = event.enrollments.values_list(
            "number", "name", "player__email", "platform_id", "state", "dropped_after"
        )
        for number, name, email, platform_id, state, dropped_after in rows.order_by("number"):
            where = _("Already on the roster as number %(number)d, %(name)s.") % {
                "number": number,
                "name": name,
            }
            left = state == Enrollment.State.DROPPED
            if left:
                where = enrolled_words(name, number, state, dropped_after)
            twin = Twin(
                where,
                number=number,
                email=bool(email),
                platform_id=bool(platform_id),
                left=left,
            )
            self._remember(name, email, platform_id, twin)

    def judge(self, line: RosterLine, late: str | None) -> PreviewLine:
        """Say what happens to the line, and remember it for those below."""
        name = clean_name(line.name)
        entry = NewEnrollment(
            name=self.called(line),
            email=clean_email(line.email),
            reading=clean_reading(line.reading),
            sort_name=line.sort_name or (name if self._turns(line) and "," in name else ""),
            platform_id=clean_name(line.platform_id),
            awarded_byes=_DIGITS.get(line.awarded_byes.strip() or "0", 0),
            late=late,
            members=clean_members(line.members),
            paid=line.paid,
        )
        if self.teams.has(entry.name, entry.members):
            where = next(iter(self.names[name_key(entry.name)].values())).why
            return PreviewLine(line, entry, Fate.DUPLICATE, where)
        error = self._error(line, entry)
        if error:
            return PreviewLine(line, entry, Fate.ERROR, error)
        fate, twin = self._sharing(entry)
        twin = twin or self._twin_of(entry)
        self._remember(entry.name, entry.email, entry.platform_id, self._as_twin(line, entry, twin))
        self.teams.add(entry.name, entry.members)
        notes = self._notes(entry)
        if twin:
            return PreviewLine(line, entry, fate, twin.why, notes=notes, twin=twin)
        return PreviewLine(line, entry, Fate.NEW, notes=notes)

    def called(self, line: RosterLine) -> str:
        """Return the name of a line as it is enrolled."""
        name = clean_name(line.name)
        return turned_name(name) if self._turns(line) else name

    def _turns(self, line: RosterLine) -> bool:
        return self.turned and not line.members and not line.typed

    def _sharing(self, entry: NewEnrollment) -> tuple[Fate, Twin | None]:
        """Find the player with the same e-mail address or platform ID.

        The line is a duplicate if it also has the same name.
        """
        by_email = self.emails.get(entry.email) if entry.email else None
        by_id = self.platform_ids.get(entry.platform_id) if entry.platform_id else None
        known = by_email or by_id
        if known is None:
            return Fate.NAMESAKE, None
        name, twin = known
        same = likely_key(name) == likely_key(entry.name)
        shared = replace(
            twin, same=same, shares_email=by_email is not None, shares_platform_id=by_id is not None
        )
        return Fate.DUPLICATE if same else Fate.NAMESAKE, shared

    def _notes(self, entry: NewEnrollment) -> tuple[str | Promise, ...]:
        missing = [_("No platform ID yet.")] if self.platform and not entry.platform_id else []
        return tuple(missing)

    @staticmethod
    def _as_twin(line: RosterLine, entry: NewEnrollment, twin: Twin | None) -> Twin:
        """Return the twin for duplicates further down: this line's own twin, or else this line."""
        if twin is not None:
            return replace(
                twin,
                shares_email=False,
                shares_platform_id=False,
                email=twin.email or bool(entry.email),
                platform_id=twin.platform_id or bool(entry.platform_id),
            )
        return Twin(
            _("Same as line %(line)d.") % {"line": line.number},
            line=line.number,
            email=bool(entry.email),
            platform_id=bool(entry.platform_id),
        )

    def _twin_of(self, entry: NewEnrollment) -> Twin | None:
        """Return the first player of this name whom no e-mail or ID distinguishes from the line.

        Players with the same e-mail or platform ID were found before: where both have one, it
        differs.
        """
        same = self.names.get(name_key(entry.name), {})
        likely = {} if entry.members else self.likely.get(likely_key(entry.name), {})
        near = [] if entry.members else [self.near.get(form, {}) for form in self._near(entry.name)]
        for alike, is_same in ((same, True), (likely, False), *((each, False) for each in near)):
            for (has_email, has_platform_id), twin in alike.items():
                apart = (has_email and entry.email) or (has_platform_id and entry.platform_id)
                if not apart:
                    return replace(twin, same=is_same)
        return None

    def _remember(self, name: str, email: str, platform_id: str, twin: Twin) -> None:
        has = bool(email), bool(platform_id)
        self.names.setdefault(name_key(name), {}).setdefault(has, twin)
        self.likely.setdefault(likely_key(name), {}).setdefault(has, twin)
        for form in self._near(name):
            self.near.setdefault(form, {}).setdefault(has, twin)
        if email:
            self.emails.setdefault(email, (name, twin))
        if platform_id:
            self.platform_ids.setdefault(platform_id, (name, twin))

    def _near(self, name: str) -> Collection[str]:
        """Return the forms by which a name is found although a letter differs."""
        return near_forms(name) - self.crowded

    def _error(self, line: RosterLine, entry: NewEnrollment) -> str | Promise:
        if line.too_long:
            return _("This line is too long for a player.")
        if line.surplus:
            return _(
                "This line has more fields than headings. Put a name with a comma in quotation "
                "marks, or add the missing heading."
            )
        if not entry.name:
            return _("The name is missing.")
        if len(entry.name) > NAME_LENGTH:
            return _("The name is longer than %(most)d characters.") % {"most": NAME_LENGTH}
        if len(entry.platform_id) > NAME_LENGTH:
            return _("The platform ID is longer than %(most)d characters.") % {"most": NAME_LENGTH}
        if entry.email and not is_email(entry.email):
            return _("%(value)s is not an email address.") % {"value": entry.email}
        return self._error_of_byes(line, entry) or self._error_of_people(entry)

    def _error_of_byes(self, line: RosterLine, entry: NewEnrollment) -> str | Promise:
        if (line.awarded_byes.strip() or "0") not in _DIGITS:
            return _("Awarded byes must be 0 to %(most)d, not %(value)s.") % {
                "most": MOST_AWARDED_BYES,
                "value": line.awarded_byes,
            }
        if entry.awarded_byes and self.started:
            return _("Byes can be awarded only before round 1 is paired.")
        return ""

    def _error_of_people(self, entry: NewEnrollment) -> str | Promise:
        try:
            self.staff.refuse(entry.name, entry.email)
            self.teams.refuse(entry.members)
        except RefusedError as refused:
            return refused.message
        return ""
