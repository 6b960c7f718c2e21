"""What an event keeps beside its rounds: what was announced and changed, penalties."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from archive.kinds import AnnouncedKind, AppealOutcome, Infraction, PenaltyKind
from archive.limits import NOTE_LENGTH, RESTRICTIONS_LENGTH
from archive.parts import CLEAN, Moment, Number, Part, Whole

Note = Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN)]
Restrictions = Annotated[str, Meta(max_length=RESTRICTIONS_LENGTH, pattern=CLEAN)]


class ArchivedChange(Part, frozen=True, kw_only=True):
    """One number that was announced with round 1 and is another one since.

    `stage` None: of the whole event. `before`, `after`: rounds or minutes.
    """

    what: AnnouncedKind
    at: Moment
    stage: Number | None = None
    before: Whole | None = None
    after: Whole | None = None
    reason: Note = ""


class ArchivedPenalty(Part, frozen=True, kw_only=True):
    """What was applied to a player, in round `round` or outside the rounds."""

    player: Whole
    infraction: Infraction
    penalty: PenaltyKind
    given_at: Moment | None = None
    round: Number | None = None
    note: Note = ""


class ArchivedAppeal(Part, frozen=True, kw_only=True):
    """A ruling that a player appealed: who ruled and who heard it, by their user names."""

    player: Whole
    outcome: AppealOutcome
    at: Moment
    ruling: Note = ""
    round: Number | None = None
    ruled_by: Annotated[str, Meta(max_length=150, pattern=CLEAN)] = ""
    heard_by: Annotated[str, Meta(max_length=150, pattern=CLEAN)] = ""
    note: Note = ""
