"""Writing what an archive keeps beside the rounds, as a part of an import."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from msgspec import structs

from archive.values import Archive
from events.core.refusals import RefusedError
from events.models import (
    AnnouncedChange,
    Appeal,
    DeckCheck,
    Decklist,
    Drawing,
    EligibilityMark,
    Enrollment,
    Event,
    FactSheet,
    Match,
    Penalty,
)

BATCH = 1000


def create_changes(event: Event, archive: Archive) -> None:
    """Write the changes of announced values; the person who made them is not known."""
    AnnouncedChange.objects.bulk_create(
        AnnouncedChange(
            event=event,
            what=change.what.value,
            stage=change.stage,
            before=change.before,
            after=change.after,
            reason=change.reason,
            at=change.at,
        )
        for change in archive.announced_changes
    )


def create_drawings(event: Event, archive: Archive) -> None:
    """Write every drawing of every round, those too that the file does not need to say."""
    Drawing.objects.bulk_create(
        [
            Drawing(
                event=event,
                number=drawing.round,
                seed=drawing.seed,
                origin=drawing.origin.value,
                announced=drawing.announced,
                given_up=drawing.given_up,
                at=drawing.at,
            )
            for drawing in archive.drawings
        ],
        batch_size=BATCH,
    )


def create_penalties(
    archive: Archive, people: Mapping[int, Enrollment], actor: User | None
) -> None:
    """Write the penalties; RefusedError where nobody can be said to have given them."""
    if not archive.penalties:
        return
    if actor is None:
        raise RefusedError(
            _("This archive contains penalties, which must belong to an account. Name an owner.")
        )
    given = Penalty.objects.bulk_create(
        Penalty(
            enrollment=people[record.player],
            round_number=record.round,
            infraction=record.infraction.value,
            penalty=record.penalty.value,
            note=record.note,
            given_by=actor,
        )
        for record in archive.penalties
    )
    # The database sets the time of a new penalty to now; the archive knows better.
    for penalty, record in zip(given, archive.penalties, strict=True):
        if record.given_at is not None:
            penalty.given_at = record.given_at
    Penalty.objects.bulk_update(given, ["given_at"], batch_size=BATCH)


def create_appeals(archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the appeals; the judges are stored as names, not linked to accounts."""
    Appeal.objects.bulk_create(
        Appeal(
            enrollment=people[appeal.player],
            round_number=appeal.round,
            ruling=appeal.ruling,
            ruled_by=appeal.ruled_by,
            heard_by=appeal.heard_by,
            outcome=appeal.outcome.value,
            note=appeal.note,
            at=appeal.at,
        )
        for appeal in archive.appeals
    )


def create_facts(event: Event, archive: Archive) -> None:
    """Write the fact sheet and the marks of who may not play or is invited."""
    if archive.facts is not None:
        facts = structs.asdict(archive.facts)
        FactSheet.objects.create(
            event=event,
            **{**facts, "tier": facts["tier"] or "", "decklists": facts["decklists"] or ""},
        )
    EligibilityMark.objects.bulk_create(
        [
            EligibilityMark(
                event=event, kind=fact.kind.value, name=fact.name, email=fact.email, note=fact.note
            )
            for fact in archive.eligibility
        ],
        ignore_conflicts=True,
    )


def create_decks(event: Event, archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the decklists and the checks of decks; rounds and players are written already."""
    Decklist.objects.bulk_create(
        Decklist(enrollment=people[deck.player], state=deck.state or "", text=deck.text)
        for deck in archive.decks
    )
    if not archive.deck_checks:
        return
    matches = Match.objects.filter(round__event=event).select_related("round")
    by_table = {(match.round.number, match.table): match for match in matches}
    DeckCheck.objects.bulk_create(
        DeckCheck(
            match=by_table[check.round, check.table],
            started_at=check.started_at,
            ended_at=check.ended_at,
            findings=check.findings,
        )
        for check in archive.deck_checks
    )
