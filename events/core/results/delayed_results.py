"""Results of matches on camera that only their players and staff may read for now.

The owner of the delay for streams, `Event.feature_delay`: everything that strangers read asks here.
"""

import datetime
from collections.abc import Mapping

from django.utils import timezone

from events.models import Event, FeatureMatch


def delayed_matches(event: Event) -> Mapping[int, int]:
    """Return the matches whose result strangers may not read yet, with their rounds, by key.

    They are or were on camera, and no result of them is public yet. Empty without a delay, and once
    the event is finished. One query, none without a delay.
    """
    return {feature.match_id: feature.match.round_id for feature in _delayed(event)}


def _delayed(event: Event, *joined: str) -> list[FeatureMatch]:
    if not event.feature_delay or event.is_finished:
        return []
    now, features = timezone.now(), FeatureMatch.objects.filter(match__round__event=event)
    joined_features = features.select_related("match__official_report", *joined)
    return [feature for feature in joined_features if not is_public(feature, event, now)]


def is_public(feature: FeatureMatch, event: Event, now: datetime.datetime) -> bool:
    """Whether everybody may read the result of a match on camera, as far as the delay goes."""
    at = public_at(feature, event)
    return at is not None and at <= now


def public_at(feature: FeatureMatch, event: Event) -> datetime.datetime | None:
    """Return when the result of a match on camera becomes public; None before there is one.

    The delay begins with the official report: a corrected result waits again.
    """
    report, shown = feature.match.official_report, feature.shown_at
    if report is None:
        return None
    if shown is not None and shown >= report.at:
        return shown
    return report.at + datetime.timedelta(minutes=event.feature_delay)


def waiting_results(event: Event) -> list[tuple[FeatureMatch, datetime.datetime]]:
    """Return the results that wait, each with the moment when it becomes public. One query."""
    joined = ("match__first", "match__second", "match__round__stage")
    moments = [(feature, public_at(feature, event)) for feature in _delayed(event, *joined)]
    return [(feature, at) for feature, at in moments if at is not None]
