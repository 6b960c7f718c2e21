"""Investigation notes of the head judge: write and remove them, also after the event."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.limits import DESCRIPTION_LENGTH
from events.core.drops.drop_parts import find_player
from events.core.event_write import event_write
from events.core.refusals import RefusedError
from events.core.typed_values import checked_text
from events.models import InvestigationNote, Verb


def note_investigation(
    *, event_id: int, actor: User, text: str, number: int | None = None
) -> InvestigationNote:
    """Store a note about an investigation, of player `number` or without a player.

    The journal records only that a note was written, not its text or its player. RefusedError for
    an empty note and for a number that no player has.
    """
    with event_write(event_id, actor, finished=True) as write:
        text = checked_text(text, DESCRIPTION_LENGTH, "text")
        if not text:
            raise RefusedError(_("Write the note first."), "text")
        player = find_player(write.event, number) if number is not None else None
        note = InvestigationNote.objects.create(
            event=write.event,
            player_number=player.number if player else None,
            text=text,
            written_by=actor,
        )
        write.journal(Verb.INVESTIGATION_NOTED)
    return note


def remove_investigation(*, event_id: int, actor: User, note_id: int) -> None:
    """Remove a note for good: its text is stored nowhere else. RefusedError if it is gone."""
    with event_write(event_id, actor, finished=True) as write:
        deleted, _rows = write.event.investigation_notes.filter(pk=note_id).delete()
        if not deleted:
            raise RefusedError(_("This note was already removed."))
        write.journal(Verb.INVESTIGATION_REMOVED)
