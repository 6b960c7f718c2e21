"""Publish standings: snapshots with revisions."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils.translation import gettext as _

import standings
from events.core.adapters import Basis, basis_of, snapshot_rows, tournament_of
from events.core.adapters.stored_rows import same_rows
from events.core.event_write import Write, event_write
from events.core.guards import find_round
from events.core.refusals import RefusedError
from events.core.typed_values import checked_reason, needed_reason
from events.models import Event, Round, StandingsSnapshot, Verb


def publish_standings(
    *, event_id: int, actor: User, number: int, reason: str = ""
) -> StandingsSnapshot:
    """Freeze the standings after a complete round and show them to players.

    Publishing again makes a new revision if anything changed, and is refused otherwise.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number)
        if not round.is_complete:
            raise RefusedError(
                _("Complete round %(number)d before you publish its standings.")
                % {"number": number}
            )
        snapshot = publish_round(write, round, checked_reason(reason))
        if snapshot is None:
            raise RefusedError(
                _("The current standings after round %(number)d are already published.")
                % {"number": number}
            )
    return snapshot


def publish_round(write: Write, round: Round, reason: str) -> StandingsSnapshot | None:
    """Write a new revision of a round's standings; None if the newest one is the same."""
    rows, basis = standings_after(write.event, round.number)
    newest = round.snapshots.order_by("-revision").first()
    if newest is not None and not newest.withdrawn and _is_the_same(newest, rows, basis):
        return None
    latest = round.snapshots.aggregate(latest=Max("revision"))["latest"] or 0
    snapshot = StandingsSnapshot.objects.create(
        round=round,
        revision=latest + 1,
        rows=rows,
        basis=basis,
        # The journal entry increases the event's revision by one.
        event_revision=write.event.revision + 1,
        reason=reason,
        published_by=write.actor,
    )
    write.journal(
        Verb.STANDINGS_PUBLISHED,
        round=round,
        revision=snapshot.revision,
        reason=reason,
    )
    return snapshot


def standings_after(event: Event, number: int) -> tuple[list[dict[str, Any]], Basis]:
    """Return the standings after a round in the form of a snapshot, and their basis."""
    tournament = tournament_of(event, number)
    rows = snapshot_rows(event, standings.compute(tournament), number)
    return rows, basis_of(event, tournament, number)


def _is_the_same(newest: StandingsSnapshot, rows: list[dict[str, Any]], basis: Basis) -> bool:
    """Return whether players would see the same: neither another line nor another result."""
    results = None if newest.basis is None else newest.basis["matches"]
    return same_rows(newest.rows, rows) and results in (None, basis["matches"])


def publish_revisions(write: Write, since: int, reason: str) -> None:
    """Publish a new revision of all published standings from round `since` on that changed."""
    published = write.event.rounds.published().filter(number__gte=since)
    for round in published.order_by("number"):
        publish_round(write, round, reason)


def withdraw_standings(*, event_id: int, actor: User, number: int, reason: str) -> None:
    """Hide the standings after a round from players; every revision stays in the table."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number)
        reason = needed_reason(reason)
        if not round.snapshots.filter(withdrawn=False).update(withdrawn=True):
            raise RefusedError(
                _("The standings after round %(number)d are not published.") % {"number": number}
            )
        write.journal(Verb.STANDINGS_WITHDRAWN, round=round, reason=reason)
