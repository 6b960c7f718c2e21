"""What an event keeps beside its rounds: what was announced and changed, penalties."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from archive.kinds import (
    AnnouncedKind,
    AppealOutcome,
    Deck,
    Infraction,
    Lists,
    Mark,
    PenaltyKind,
    Tier,
)
from archive.limits import (
    DESCRIPTION_LENGTH,
    EMAIL_LENGTH,
    EVENT_NAME_LENGTH,
    NOTE_LENGTH,
    SHORT_LENGTH,
)
from archive.parts import CLEAN, LINES, Moment, Name, Number, Part, Whole

Note = Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN)]
Text = Annotated[str, Meta(max_length=DESCRIPTION_LENGTH, pattern=LINES)]


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


class ArchivedFacts(Part, frozen=True, kw_only=True):
    """What players can read of an event before they enroll, and its conditions."""

    tier: Tier | None = None
    sanctioning_number: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN)] = ""
    description_en: Text = ""
    description_ja: Text = ""
    channel: Annotated[str, Meta(max_length=EVENT_NAME_LENGTH, pattern=CLEAN)] = ""
    prizes: Text = ""
    deck_rules: Text = ""
    decklists: Lists | None = None
    deck_deadline: Moment | None = None
    by_invitation: bool = False
    least_age: Annotated[int, Meta(ge=0, le=150)] = 0


class ArchivedDeck(Part, frozen=True, kw_only=True):
    """How far the list of a player is, and its text where it is not on paper."""

    player: Whole
    state: Deck | None = None
    text: Text = ""


class ArchivedDeckCheck(Part, frozen=True, kw_only=True):
    """A check of the decks at a table of a round."""

    round: Number
    table: Number
    started_at: Moment
    ended_at: Moment | None = None
    findings: Text = ""


class ArchivedMark(Part, frozen=True, kw_only=True):
    """Who is suspended, under age or invited."""

    kind: Mark
    name: Name
    email: Annotated[str, Meta(max_length=EMAIL_LENGTH, pattern=CLEAN)] = ""
    note: Note = ""
