"""Writing what an archive keeps beside the rounds, as a part of an import."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from msgspec import structs

from archive.values import Archive
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
from events.rules.errors import RefusedError

BATCH = 1000


def create_changes(event: Event, archive: Archive) -> None:
    """Write what was announced and is another number since; whose doing it was is not known."""
    AnnouncedChange.objects.bulk_create(
        AnnouncedChange(
            event=event,
            what=one.what.value,
            stage=one.stage,
            before=one.before,
            after=one.after,
            reason=one.reason,
            at=one.at,
        )
        for one in archive.announced_changes
    )


def create_drawings(event: Event, archive: Archive) -> None:
    """Write every drawing of every round, those too that the file does not need to say."""
    Drawing.objects.bulk_create(
        [
            Drawing(
                event=event,
                number=one.round,
                seed=one.seed,
                origin=one.origin.value,
                announced=one.announced,
                given_up=one.given_up,
                at=one.at,
            )
            for one in archive.drawings
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
            _("This archive has penalties, which belong to an account: name an owner.")
        )
    given = Penalty.objects.bulk_create(
        Penalty(
            enrollment=people[one.player],
            round_number=one.round,
            infraction=one.infraction.value,
            penalty=one.penalty.value,
            note=one.note,
            given_by=actor,
        )
        for one in archive.penalties
    )
    # The database sets the time of a new penalty to now; the archive knows better.
    for penalty, one in zip(given, archive.penalties, strict=True):
        if one.given_at is not None:
            penalty.given_at = one.given_at
    Penalty.objects.bulk_update(given, ["given_at"], batch_size=BATCH)


def create_appeals(archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the appeals; who ruled and heard them are names and become nobody's account."""
    Appeal.objects.bulk_create(
        Appeal(
            enrollment=people[one.player],
            round_number=one.round,
            ruling=one.ruling,
            ruled_by=one.ruled_by,
            heard_by=one.heard_by,
            outcome=one.outcome.value,
            note=one.note,
            at=one.at,
        )
        for one in archive.appeals
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
                event=event, kind=one.kind.value, name=one.name, email=one.email, note=one.note
            )
            for one in archive.eligibility
        ],
        ignore_conflicts=True,
    )


def create_decks(event: Event, archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the decklists and the checks of decks; rounds and players are written already."""
    Decklist.objects.bulk_create(
        Decklist(enrollment=people[one.player], state=one.state or "", text=one.text)
        for one in archive.decks
    )
    if not archive.deck_checks:
        return
    matches = Match.objects.filter(round__event=event).select_related("round")
    by_table = {(match.round.number, match.table): match for match in matches}
    DeckCheck.objects.bulk_create(
        DeckCheck(
            match=by_table[one.round, one.table],
            started_at=one.started_at,
            ended_at=one.ended_at,
            findings=one.findings,
        )
        for one in archive.deck_checks
    )
