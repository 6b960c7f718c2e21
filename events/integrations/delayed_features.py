"""Delay the feature match: games as viewers see them, and results after the delay."""

import datetime

from django.db import close_old_connections
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from events.core.results.delayed_results import is_delayed
from events.integrations.feature_actions import show_due_result
from events.models import Event, FeatureMatch

LOOK_EVERY = 5.0
RECEIVED_AT = Coalesce("match__official_report__received_at", "match__official_report__at")


def counted_for_viewers(event: Event, feature: FeatureMatch) -> tuple[int, int]:
    """Return both players' counted games as they were one delay ago.

    No query if the official report is joined.
    """
    if not is_delayed(feature, event):
        return feature.first_games, feature.second_games
    since = timezone.now() - datetime.timedelta(minutes=event.feature_delay)
    first = second = 0
    for at, *games in feature.counts or ():
        if datetime.datetime.fromisoformat(at) <= since:
            first, second = games
    return first, second


def show_due() -> int:
    """Show the results whose delay is over; return how many. One query if none is due.

    Pages built before are built again with them.
    """
    waiting = FeatureMatch.objects.filter(
        Q(shown_at=None) | Q(shown_at__lt=RECEIVED_AT),
        match__official_report__isnull=False,
        match__round__event__feature_delay__gt=0,
        match__round__event__importing_since=None,
    ).exclude(match__round__event__state=Event.State.FINISHED)
    rows = waiting.values_list(
        "pk", "match__round__event", "match__round__event__feature_delay", RECEIVED_AT
    )
    now, shown = timezone.now(), 0
    for feature, event, minutes, at in rows:
        if at + datetime.timedelta(minutes=minutes) <= now:
            shown += show_due_result(event_id=event, feature_id=feature)
    return shown


def look() -> float:
    """Show due results; return how many seconds to wait."""
    try:
        show_due()
    finally:
        close_old_connections()
    return LOOK_EVERY
