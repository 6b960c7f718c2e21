"""Hand-over notes at a change of shift: one staff member writes, another acknowledges."""

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import DESCRIPTION_LENGTH
from domain.written_names import written_name
from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.models import HandOver, Verb


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
