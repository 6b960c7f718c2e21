"""Check a file before its import: its archive, and its standings next to ours."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from archive.errors import ArchiveError, Message, _
from archive.loading import archive_of
from archive.values import Archive
from interchange.building import Built, build, rules_values
from interchange.importing import read_file
from interchange.near_names import People
from interchange.playoffs import ends_in_a_final, mark_playoff
from interchange.printed.comparing import Comparison, compare
from interchange.printed.fitting import fitted_cut, fitted_points, likeliest
from interchange.values import ForeignError, FoundEvent, Reading, Subject, Unread

Check = Callable[[Archive], None]


@dataclass(frozen=True, slots=True)
class Checked:
    """One event of a file: its archive, its unread items, and its standings next to ours."""

    event: FoundEvent
    archive: Archive
    built: Built
    comparison: Comparison

    @property
    def unread(self) -> list[Unread]:
        """Every person, round and result that could not be read unchanged."""
        return self.event.unread


def checked_events(
    data: bytes,
    today: datetime.date,
    *more: Check,
    columns: Sequence[str] = (),
    words: Mapping[str, str] | None = None,
    people: People | None = None,
) -> tuple[Reading, list[Checked]]:
    """Return the events of a file as they would be imported; ForeignError if none can be."""
    reading = read_file(data, columns, words, people)
    return reading, [checked_event(event, today, *more) for event in reading.events]


def checked_event(
    event: FoundEvent, today: datetime.date, *more: Check, going_on: bool = False
) -> Checked:
    """Return one event, counted by the profile that explains the most printed figures."""
    copy = _copied(event)
    marked = [] if going_on or copy.at_tables else mark_playoff(copy.rounds)
    if not marked:
        return _checked(copy, today, more, going_on=going_on)
    copy.final_order = True
    for round in marked:
        copy.note(
            Subject.FILE,
            round.name or Message(_("round %(number)d"), number=round.number),
            _(
                "The winners of the previous round play here, so the round is imported as "
                "a playoff."
            ),
        )
    playoff = _checked(copy, today, more)
    wrong, closed = playoff.comparison.different, ends_in_a_final(marked)
    if closed and not wrong:
        return playoff
    swiss = _checked(_copied(event), today, more)
    # Without a final, only the printed standings can show that this is a playoff.
    return playoff if wrong < swiss.comparison.different + closed else swiss


def _copied(event: FoundEvent) -> FoundEvent:
    return replace(event, unread=list(event.unread), rounds=[replace(r) for r in event.rounds])


def _checked(
    event: FoundEvent, today: datetime.date, more: tuple[Check, ...], *, going_on: bool = False
) -> Checked:
    built = _built(event, today, more, going_on=going_on)
    if not event.profiles:
        raise ForeignError(_("The file does not say which rules the event used."))
    archive = archive_of(built.values, *more)
    event.cut_after = None if going_on else fitted_cut(event, built, archive)
    if event.cut_after is not None:
        built = _built(event, today, more, going_on=going_on)
        archive = archive_of(built.values, *more)
    points = fitted_points(event, built, archive)
    event.points = points or event.points
    name = likeliest(event, built, archive)
    if points or name != event.profiles[0]:
        head = built.values["event"] | rules_values(event, name)
        archive = archive_of(built.values | {"event": head}, *more)
    return Checked(event, archive, built, compare(event, built, archive))


def _built(
    event: FoundEvent, today: datetime.date, more: tuple[Check, ...], *, going_on: bool
) -> Built:
    """Build an event that can have happened, without the playoff if that is impossible."""
    before = list(event.unread)
    built = build(event, today, going_on=going_on)
    try:
        archive_of(built.values, *more)
    except ArchiveError as error:
        playoff = [round for round in event.rounds if round.playoff]
        if not playoff:
            raise _refused(error) from error
        event.unread[:] = before
        event.rounds = [round for round in event.rounds if not round.playoff]
        for round in playoff:
            event.note(
                Subject.ROUND,
                round.name or Message(_("round %(number)d"), number=round.number),
                _("This playoff round is not possible and is left out: %(reason)s"),
                reason=error.text(),
            )
        built = build(event, today, going_on=going_on)
        try:
            archive_of(built.values, *more)
        except ArchiveError as second:
            raise _refused(second) from second
    return built


def _refused(error: ArchiveError) -> ForeignError:
    refused = ForeignError(error.message.words, **error.message.params)
    refused.message = error.message
    return refused
