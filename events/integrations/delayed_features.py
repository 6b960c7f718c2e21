"""Delay the feature match: games as viewers see them, and results after the delay."""

import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from events.core.results.delayed_results import is_delayed
from events.integrations.feature_actions import show_due_result
from events.models import Event, FeatureMatch

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
    return sum(map(_show, _delayed()))


def look() -> bool:
    """Show due results; return whether one may become due by time alone."""
    show_due()
    return _delayed().exists()


def _delayed() -> QuerySet[Any]:
    """Return each result that is not shown yet: its row, event, delay in minutes, and when."""
    waiting = FeatureMatch.objects.filter(
        Q(shown_at=None) | Q(shown_at__lt=RECEIVED_AT),
        match__official_report__isnull=False,
        match__round__event__feature_delay__gt=0,
        match__round__event__importing_since=None,
    ).exclude(match__round__event__state=Event.State.FINISHED)
    return waiting.values_list(
        "pk", "match__round__event", "match__round__event__feature_delay", RECEIVED_AT
    )


def _show(result: tuple[int, int, int, datetime.datetime]) -> int:
    feature, event, minutes, at = result
    if at + datetime.timedelta(minutes=minutes) > timezone.now():
        return 0
    return show_due_result(event_id=event, feature_id=feature)
