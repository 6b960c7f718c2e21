"""Results of matches on camera that are not public yet: only their players and staff read them.

The owner of the delay for streams, `Event.feature_delay`: every public reader asks here.
"""

import datetime
from collections.abc import Mapping

from django.utils import timezone

from events.core.event_write import Write
from events.models import Event, FeatureMatch, Verb

# The journal's word, under `change`, for a result whose delay ended.
SHOWN = "shown"


def delayed_matches(event: Event) -> Mapping[int, int]:
    """Return the matches whose result is not public yet, with their rounds, by key.

    They are or were on camera. Empty without a delay, and once the event is finished. One query,
    none without a delay.
    """
    return {feature.match_id: feature.match.round_id for feature in _delayed(event)}


def _delayed(event: Event, *joined: str) -> list[FeatureMatch]:
    if not event.feature_delay or event.is_finished:
        return []
    now, features = timezone.now(), FeatureMatch.objects.filter(match__round__event=event)
    joined_features = features.select_related("match__official_report", *joined)
    return [feature for feature in joined_features if not is_public(feature, event, now)]


def is_public(feature: FeatureMatch, event: Event, now: datetime.datetime) -> bool:
    """Return whether the result of a match on camera is public, as far as the delay decides."""
    if event.is_finished:
        return feature.match.official_report_id is not None
    at = public_at(feature, event)
    return at is not None and at <= now


def public_at(feature: FeatureMatch, event: Event) -> datetime.datetime | None:
    """Return when the result of a match on camera becomes public; None before there is one.

    The delay begins when the server gets the official report, whatever the clock of a phone says. A
    corrected result is delayed again.
    """
    report, shown = feature.match.official_report, feature.shown_at
    if report is None:
        return None
    received = report.received_at or report.at
    if shown is not None and shown >= received:
        return shown
    return received + datetime.timedelta(minutes=event.feature_delay)


def is_delayed(feature: FeatureMatch, event: Event) -> bool:
    """Return whether the result of this match is not public yet; no query with its report."""
    return bool(event.feature_delay) and not is_public(feature, event, timezone.now())


def show_delayed(write: Write, feature: FeatureMatch) -> None:
    """Record that a result is public now, as a part of a write, which sends messages about it."""
    feature.shown_at = timezone.now()
    feature.save(update_fields=["shown_at"])
    match = feature.match
    match.round.event = write.event
    write.journal(Verb.FEATURE_CHANGED, round=match.round, match=match, change=SHOWN)


def waiting_results(event: Event) -> list[tuple[FeatureMatch, datetime.datetime]]:
    """Return the delayed results, each with the moment when it becomes public. One query."""
    joined = ("match__first", "match__second", "match__round__stage")
    moments = [(feature, public_at(feature, event)) for feature in _delayed(event, *joined)]
    return [(feature, at) for feature, at in moments if at is not None]
