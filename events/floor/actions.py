"""Judges on the floor: presence at tables, turns, areas of tables, notes at a change of shift."""

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import AREA_NAME_LENGTH, DESCRIPTION_LENGTH, MOST_FIRST_TABLE
from domain.written_names import written, written_name
from events.core.clock.round_clock import clock_of
from events.core.event_write import event_write
from events.core.guards import find_round, table_of
from events.core.judging.floor_time import dealt, table_time
from events.core.phones.actions import answer_judge_calls
from events.core.refusals import RefusedError
from events.core.results.report_actions import touched
from events.core.typed_values import checked_text
from events.models import Area, Event, HandOver, Match, StaffMember, Verb


def attend_table(*, event_id: int, actor: User, number: int, table: int) -> Match:
    """Record that the actor is at an outstanding table; this answers its calls for a judge.

    Refused while another person is there.
    """
    with event_write(event_id, actor) as write:
        match = _outstanding(write.event, number, table)
        if match.judge is not None and match.judge != actor:
            raise RefusedError(
                _("%(judge)s is already at table %(table)d.")
                % {"judge": match.judge.get_username(), "table": table}
            )
        if match.judge is None:
            match.judge = actor
            match.save(update_fields=["judge", *touched(match)])
            write.journal(Verb.TABLE_ATTENDED, round=match.round, match=match)
        answer_judge_calls(write, match)
    return match


def leave_table(*, event_id: int, actor: User, number: int, table: int) -> Match:
    """Record that no judge is at a table any more; any staff member may do so."""
    with event_write(event_id, actor) as write:
        match = table_of(find_round(write.event, number, "playing"), table, "judge")
        if match.judge is not None:
            gone = match.judge.get_username()
            match.judge = None
            match.save(update_fields=["judge", *touched(match)])
            write.journal(Verb.TABLE_LEFT, round=match.round, match=match, judge=gone)
    return match


def begin_turns(*, event_id: int, actor: User, number: int, table: int) -> Match:
    """Record that a table is playing its additional turns. Refused while it has time left."""
    with event_write(event_id, actor) as write:
        match = _outstanding(write.event, number, table)
        clock = clock_of(match.round)
        if not table_time(clock, match.extension_minutes, in_turns=False).is_over:
            raise RefusedError(_("Time is not up at table %(table)d.") % {"table": table})
        if match.turns_at is None:
            match.turns_at = timezone.now()
            match.save(update_fields=["turns_at", *touched(match)])
            write.journal(Verb.TURNS_BEGUN, round=match.round, match=match)
    return match


def take_turns_back(*, event_id: int, actor: User, number: int, table: int) -> Match:
    """Undo the record that a table is playing its additional turns."""
    with event_write(event_id, actor) as write:
        match = table_of(find_round(write.event, number, "playing"), table)
        if match.turns_at is not None:
            match.turns_at = None
            match.save(update_fields=["turns_at", *touched(match)])
            write.journal(Verb.TURNS_TAKEN_BACK, round=match.round, match=match)
    return match


def assign_area(
    *, event_id: int, actor: User, username: str, first: int, last: int, name: str = ""
) -> Area:
    """Make a member of the staff responsible for tables `first` to `last`."""
    with event_write(event_id, actor) as write:
        event = write.event
        member = event.staff.select_related("user").filter(user__username=username).first()
        if member is None:
            raise RefusedError(_("Choose a staff member."), "username")
        if not 1 <= first <= last <= 2 * MOST_FIRST_TABLE:
            raise RefusedError(
                _("Enter the first and the last table, the lower number first."), "last"
            )
        if member.areas.filter(first_table=first, last_table=last).exists():
            raise RefusedError(
                _("%(judge)s is already assigned to these tables.") % {"judge": written(username)}
            )
        made = _made(event, member, first, last, checked_text(name, AREA_NAME_LENGTH, "name"))
        write.journal(
            Verb.AREAS_CHANGED, judge=username, tables=str(made), name=made.name, given=True
        )
    return made


def remove_area(*, event_id: int, actor: User, area_id: int) -> Area:
    """Remove a member's range of tables."""
    with event_write(event_id, actor) as write:
        gone = write.event.areas.select_related("member__user").filter(pk=area_id).first()
        if gone is None:
            raise RefusedError(
                _("This was just changed. No judge is assigned to these tables now.")
            )
        gone.delete()
        write.journal(
            Verb.AREAS_CHANGED,
            judge=gone.judge,
            tables=str(gone),
            name=gone.name,
            given=False,
        )
    return gone


def deal_tables(*, event_id: int, actor: User, number: int) -> list[Area]:
    """Replace all areas by an even share of a posted round's tables for each judge."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "playing")
        judges = list(event.staff.filter(judge=True).select_related("user"))
        judges.sort(key=lambda member: member.user.get_username())
        tables = list(
            round.matches.filter(table__isnull=False)
            .order_by("table")
            .values_list("table", flat=True)
        )
        if not judges:
            raise RefusedError(_("No staff member is a judge."))
        if not tables:
            raise RefusedError(_("Round %(number)d has no tables.") % {"number": number})
        event.areas.all().delete()
        ranges = dealt([table for table in tables if table is not None], len(judges))
        made = [
            _made(event, member, *tables_of)
            for member, tables_of in zip(judges, ranges, strict=False)
        ]
        write.journal(Verb.AREAS_CHANGED, round=round, judges=len(made), dealt=True)
    return made


def _made(event: Event, member: StaffMember, first: int, last: int, name: str = "") -> Area:
    return Area.objects.create(
        event=event, member=member, first_table=first, last_table=last, name=name
    )


def _outstanding(event: Event, number: int, table: int) -> Match:
    """Return a match without a result, with its judge; RefusedError if it has one."""
    match = table_of(find_round(event, number, "playing"), table, "judge")
    if match.has_result:
        raise RefusedError(_("Table %(table)d has a result.") % {"table": table})
    return match


def write_hand_over(*, event_id: int, actor: User, text: str) -> HandOver:
    """Store a note for the next shift. RefusedError for an empty one.

    The journal records that it was written, but not its text.
    """
    with event_write(event_id, actor, finished=True) as write:
        text = checked_text(text, DESCRIPTION_LENGTH, "text")
        if not text:
            raise RefusedError(_("Write the note first."), "text")
        note = HandOver.objects.create(event=write.event, text=text, written_by=actor)
        write.journal(Verb.HAND_OVER_WRITTEN)
    return note


def acknowledge_hand_over(*, event_id: int, actor: User, note_id: int) -> HandOver:
    """Record that the actor has read a note and takes over; the journal names both.

    RefusedError for the actor's own note, and for one already acknowledged by another person.
    """
    with event_write(event_id, actor, finished=True) as write:
        notes = write.event.hand_overs.select_related("written_by", "read_by")
        note = notes.filter(pk=note_id).first()
        if note is None:
            raise RefusedError(_("This note does not exist."))
        if note.written_by == actor:
            raise RefusedError(_("Another person must acknowledge your note."))
        if note.read_at is not None:
            reader = written_name(note.read_by) if note.read_by else "–"
            words = _("%(name)s already acknowledged this note.")
            raise RefusedError(words % {"name": reader})
        note.read_by, note.read_at = actor, timezone.now()
        note.save(update_fields=["read_by", "read_at"])
        writer = note.written_by.get_username() if note.written_by else "–"
        write.journal(Verb.HAND_OVER_READ, user=writer, written_at=note.at.isoformat())
    return note
