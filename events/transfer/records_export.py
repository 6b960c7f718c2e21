"""Reading what an event keeps beside its rounds, for its archive."""

from archive.drawings import ArchivedDrawing
from archive.records import (
    ArchivedAppeal,
    ArchivedChange,
    ArchivedDeck,
    ArchivedDeckCheck,
    ArchivedFacts,
    ArchivedMark,
    ArchivedPenalty,
)
from domain.kinds import (
    AnnouncedKind,
    AppealOutcome,
    Deck,
    Infraction,
    Lists,
    Mark,
    Origin,
    PenaltyKind,
    Tier,
)
from events.core.eligibility.queries import fact_sheet_of
from events.core.judging.appeal_queries import appeals_of
from events.models import (
    DeckCheck,
    Decklist,
    Event,
    Penalty,
)


def changes_of(event: Event) -> tuple[ArchivedChange, ...]:
    """Return what was announced and is another number since, the oldest first."""
    return tuple(
        ArchivedChange(
            what=AnnouncedKind(change.what),
            at=change.at,
            stage=change.stage,
            before=change.before,
            after=change.after,
            reason=change.reason,
        )
        for change in event.announced_changes.all()
    )


def drawings_of(event: Event) -> tuple[ArchivedDrawing, ...]:
    """Return every drawing of every round, by rounds, the oldest first."""
    return tuple(
        ArchivedDrawing(
            round=drawing.number,
            seed=drawing.seed,
            origin=Origin(drawing.origin),
            announced=drawing.announced,
            given_up=drawing.given_up,
            at=drawing.at,
        )
        for drawing in event.drawings.all()
    )


def penalties_of(event: Event) -> tuple[ArchivedPenalty, ...]:
    """Return every penalty, the oldest first."""
    given = Penalty.objects.filter(enrollment__event=event).select_related("enrollment")
    return tuple(
        ArchivedPenalty(
            player=penalty.enrollment.number,
            infraction=Infraction(penalty.infraction),
            penalty=PenaltyKind(penalty.penalty),
            given_at=penalty.given_at,
            round=penalty.round_number,
            note=penalty.note,
        )
        for penalty in given.order_by("given_at", "pk")
    )


def archived_appeals(event: Event, *, names: bool) -> tuple[ArchivedAppeal, ...]:
    """Return every appeal, the oldest first; without `names` not who ruled and who heard it."""
    return tuple(
        ArchivedAppeal(
            player=appeal.enrollment.number,
            outcome=AppealOutcome(appeal.outcome),
            at=appeal.at,
            ruling=appeal.ruling,
            round=appeal.round_number,
            ruled_by=appeal.ruled_by if names else "",
            heard_by=appeal.heard_by if names else "",
            note=appeal.note,
        )
        for appeal in appeals_of(event)
    )


def facts_of(event: Event) -> ArchivedFacts | None:
    """Return what the fact sheet says; None of an event that has none."""
    sheet = fact_sheet_of(event)
    facts = ArchivedFacts(
        tier=Tier(sheet.tier) if sheet.tier else None,
        sanctioning_number=sheet.sanctioning_number,
        description_en=sheet.description_en,
        description_ja=sheet.description_ja,
        channel=sheet.channel,
        prizes=sheet.prizes,
        deck_rules=sheet.deck_rules,
        decklists=Lists(sheet.decklists) if sheet.decklists else None,
        deck_deadline=sheet.deck_deadline,
        by_invitation=sheet.by_invitation,
        least_age=sheet.least_age,
    )
    return None if facts == ArchivedFacts() else facts


def archived_marks(event: Event, *, emails: bool) -> tuple[ArchivedMark, ...]:
    """Return the marks that were given in the event."""
    return tuple(
        ArchivedMark(
            kind=Mark(mark.kind),
            name=mark.name,
            email=mark.email if emails else "",
            note=mark.note,
        )
        for mark in event.eligibility_marks.all()
    )


def archived_decks(event: Event) -> tuple[ArchivedDeck, ...]:
    """Return the decklists by the players' numbers."""
    decks = Decklist.objects.filter(enrollment__event=event).select_related("enrollment")
    return tuple(
        ArchivedDeck(
            player=deck.enrollment.number,
            state=Deck(deck.state) if deck.state else None,
            text=deck.text,
        )
        for deck in decks.order_by("enrollment__number")
    )


def archived_deck_checks(event: Event) -> tuple[ArchivedDeckCheck, ...]:
    """Return the checks of decks at tables, the oldest first."""
    checks = DeckCheck.objects.filter(match__round__event=event).select_related("match__round")
    return tuple(
        ArchivedDeckCheck(
            round=check.match.round.number,
            table=check.match.table,
            started_at=check.started_at,
            ended_at=check.ended_at,
            findings=check.findings,
        )
        for check in checks
        if check.match.table is not None
    )
