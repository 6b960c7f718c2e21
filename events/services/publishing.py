"""Publishing standings: snapshots with revisions."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

import standings
from events.adapters import snapshot_rows, tournament_of
from events.models import Event, Round, StandingsSnapshot, Verb
from events.services.errors import RefusedError
from events.services.locking import lock_unfinished, write_journal
from events.services.states import find_round


def publish_standings(
    *, event_id: int, actor: User, number: int, reason: str = ""
) -> StandingsSnapshot:
    """Freeze the standings after a complete round and show them to players.

    Publishing again makes a new revision when something has changed, and is refused otherwise.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = find_round(event, number)
        if round.state != Round.State.COMPLETE:
            raise RefusedError(
                _("Complete round %(number)d before you publish its standings.")
                % {"number": number}
            )
        snapshot = publish_round(event, actor, round, reason)
        if snapshot is None:
            raise RefusedError(
                _("The standings after round %(number)d are published as they are now.")
                % {"number": number}
            )
    return snapshot


def publish_round(
    event: Event, actor: User | None, round: Round, reason: str
) -> StandingsSnapshot | None:
    """Write a new revision in the caller's transaction; None when the newest one is the same."""
    tournament = tournament_of(event, round.number)
    rows = snapshot_rows(event, standings.compute(tournament), round.number)
    newest = round.snapshots.order_by("-revision").first()
    if newest is not None and not newest.withdrawn and newest.rows == rows:
        return None
    latest = round.snapshots.aggregate(latest=Max("revision"))["latest"] or 0
    snapshot = StandingsSnapshot.objects.create(
        round=round, revision=latest + 1, rows=rows, reason=reason, published_by=actor
    )
    write_journal(
        event,
        actor,
        Verb.STANDINGS_PUBLISHED,
        round=round,
        revision=snapshot.revision,
        reason=reason,
    )
    return snapshot


def publish_revisions(event: Event, actor: User, since: int, reason: str) -> None:
    """Give every published standings from round `since` on a new revision where it changed."""
    published = event.rounds.filter(number__gte=since, snapshots__withdrawn=False).distinct()
    for round in published.order_by("number"):
        publish_round(event, actor, round, reason)


def withdraw_standings(*, event_id: int, actor: User, number: int, reason: str) -> None:
    """Hide the standings after a round from players; every revision stays in the table."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = find_round(event, number)
        if not reason.strip():
            raise RefusedError(_("Say why; the journal keeps it."), "reason")
        if not round.snapshots.filter(withdrawn=False).update(withdrawn=True):
            raise RefusedError(
                _("The standings after round %(number)d are not published.") % {"number": number}
            )
        write_journal(event, actor, Verb.STANDINGS_WITHDRAWN, round=round, reason=reason.strip())
