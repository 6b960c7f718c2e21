"""Reading what an event keeps beside its rounds, for its archive."""

from archive.drawings import ArchivedDrawing
from archive.kinds import (
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
from archive.records import (
    ArchivedAppeal,
    ArchivedChange,
    ArchivedDeck,
    ArchivedDeckCheck,
    ArchivedFacts,
    ArchivedMark,
    ArchivedPenalty,
)
from events.models import (
    DeckCheck,
    Decklist,
    Event,
    Penalty,
)
from events.selectors.appeals import appeals_of
from events.selectors.eligibility import fact_sheet_of


def changes_of(event: Event) -> tuple[ArchivedChange, ...]:
    """Return what was announced and is another number since, the oldest first."""
    return tuple(
        ArchivedChange(
            what=AnnouncedKind(one.what),
            at=one.at,
            stage=one.stage,
            before=one.before,
            after=one.after,
            reason=one.reason,
        )
        for one in event.announced_changes.all()
    )


def drawings_of(event: Event) -> tuple[ArchivedDrawing, ...]:
    """Return every drawing of every round, by rounds, the oldest first."""
    return tuple(
        ArchivedDrawing(
            round=one.number,
            seed=one.seed,
            origin=Origin(one.origin),
            announced=one.announced,
            given_up=one.given_up,
            at=one.at,
        )
        for one in event.drawings.all()
    )


def penalties_of(event: Event) -> tuple[ArchivedPenalty, ...]:
    """Return every penalty, the oldest first."""
    given = Penalty.objects.filter(enrollment__event=event).select_related("enrollment")
    return tuple(
        ArchivedPenalty(
            player=one.enrollment.number,
            infraction=Infraction(one.infraction),
            penalty=PenaltyKind(one.penalty),
            given_at=one.given_at,
            round=one.round_number,
            note=one.note,
        )
        for one in given.order_by("given_at", "pk")
    )


def archived_appeals(event: Event, *, names: bool) -> tuple[ArchivedAppeal, ...]:
    """Return every appeal, the oldest first; without `names` not who ruled and who heard it."""
    return tuple(
        ArchivedAppeal(
            player=one.enrollment.number,
            outcome=AppealOutcome(one.outcome),
            at=one.at,
            ruling=one.ruling,
            round=one.round_number,
            ruled_by=one.ruled_by if names else "",
            heard_by=one.heard_by if names else "",
            note=one.note,
        )
        for one in appeals_of(event)
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
            kind=Mark(one.kind),
            name=one.name,
            email=one.email if emails else "",
            note=one.note,
        )
        for one in event.eligibility_marks.all()
    )


def archived_decks(event: Event) -> tuple[ArchivedDeck, ...]:
    """Return the decklists by the players' numbers."""
    decks = Decklist.objects.filter(enrollment__event=event).select_related("enrollment")
    return tuple(
        ArchivedDeck(
            player=one.enrollment.number,
            state=Deck(one.state) if one.state else None,
            text=one.text,
        )
        for one in decks.order_by("enrollment__number")
    )


def archived_deck_checks(event: Event) -> tuple[ArchivedDeckCheck, ...]:
    """Return the checks of decks at tables, the oldest first."""
    checks = DeckCheck.objects.filter(match__round__event=event).select_related("match__round")
    return tuple(
        ArchivedDeckCheck(
            round=one.match.round.number,
            table=one.match.table,
            started_at=one.started_at,
            ended_at=one.ended_at,
            findings=one.findings,
        )
        for one in checks
        if one.match.table is not None
    )
