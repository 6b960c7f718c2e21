"""Combine one person's entries in several events into one player, or separate them again."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from domain.written_names import written
from events.core.event_write import events_write, lock_name
from events.core.refusals import RefusedError
from events.models import (
    Badge,
    CombinedPlayer,
    Enrollment,
    Event,
    OrganisationEntry,
    Player,
    QueueEntry,
    Series,
)
from events.series.actions import journal_series

_Verb = OrganisationEntry.Verb


def combine_players(*, series: Series, actor: User, players: Collection[int]) -> Player:
    """Make one player of the organisation out of several; return the one that remains.

    It applies to all events of the organisation, not only to those of the series. The player with
    an email address remains, else the one with a badge, else the longest known. RefusedError where
    they played in one event, have two addresses or two badges, or wait in two queues.
    """
    ours = series.organisation_id
    events = _events_of(Enrollment.objects.filter(player__organisation=ours, player__in=players))
    with events_write(events, actor):
        lock_name(f"players/{ours}")
        rows = list(Player.objects.filter(organisation=ours, pk__in=players).order_by("pk"))
        if len(rows) < 2:
            raise RefusedError(_("These entries are one player already."))
        badges = set(Badge.objects.filter(player__in=rows).values_list("player", flat=True))
        kept = min(rows, key=lambda row: (not row.email, row.pk not in badges, row.pk))
        gone = [row for row in rows if row != kept]
        _check_one_person(rows, len(badges), kept.name)
        parts = [list(row.enrollments.order_by("pk").values_list("pk", flat=True)) for row in gone]
        Enrollment.objects.filter(player__in=gone).update(player=kept)
        QueueEntry.objects.filter(player__in=gone).update(player=kept)
        Badge.objects.filter(player__in=gone).update(player=kept)
        CombinedPlayer.objects.filter(player__in=gone).update(player=kept)
        Player.objects.filter(pk__in=[row.pk for row in gone]).delete()
        CombinedPlayer.objects.create(series=series, player=kept, parts=parts)
        journal_series(series, actor, _Verb.SERIES_CHANGED, combined=True)
    return kept


def separate_players(*, series: Series, actor: User, key: int) -> str:
    """Take back that players were combined, by the key of the CombinedPlayer; return the name.

    Each of them gets back the events that it had and the person still has. Badge and places in
    queues stay with the one that remained. RefusedError if they are separate already.
    """
    known = series.combined_players.filter(pk=key)
    moved = [key for row in known for key in row.enrollments]
    with events_write(_events_of(Enrollment.objects.filter(pk__in=moved)), actor):
        lock_name(f"players/{series.organisation_id}")
        row = known.first()
        if row is None:
            raise RefusedError(_("These entries are separate already."))
        name = row.player.name
        for part in row.parts:
            theirs = Enrollment.objects.filter(pk__in=part, player=row.player_id)
            newest = theirs.order_by("-event__date", "-pk").first()
            if newest is not None:
                name = newest.name
                player = Player.objects.create(name=name, organisation_id=series.organisation_id)
                theirs.update(player=player)
        row.delete()
        journal_series(series, actor, _Verb.SERIES_CHANGED, parted=True)
    return name


def _events_of(enrollments: QuerySet[Enrollment]) -> QuerySet[Event]:
    return Event.objects.filter(pk__in=enrollments.values("event"))


def _check_one_person(rows: Sequence[Player], badges: int, name: str) -> None:
    """Raise RefusedError where data show that these are several people."""
    events = Enrollment.objects.filter(player__in=rows).values_list("event__name", "event")
    seen: set[int] = set()
    for event, key in events:
        if key in seen:
            words = _("Two players called %(name)s played in %(event)s. They are not one person.")
            raise RefusedError(words % {"name": written(name), "event": event})
        seen.add(key)
    if len({row.email for row in rows if row.email}) > 1:
        words = _("%(name)s has two email addresses. Correct the address in one of the events.")
        raise RefusedError(words % {"name": written(name)})
    if badges > 1:
        raise RefusedError(
            _("%(name)s has two badges. Revoke one first.") % {"name": written(name)}
        )
    waits = QueueEntry.objects.filter(player__in=rows, state__in=QueueEntry.ACTIVE)
    if waits.count() > 1:
        words = _("%(name)s waits or plays in two queues. Remove one of the entries first.")
        raise RefusedError(words % {"name": written(name)})
