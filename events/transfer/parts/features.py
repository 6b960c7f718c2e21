"""Matches that were on camera."""

import datetime

from archive.records import ArchivedFeature
from archive.values import Archive
from events.models import Event, FeatureMatch, Match
from events.transfer.shared_fields import SharedFields

FEATURE = SharedFields(
    ArchivedFeature,
    "chosen_at",
    "first_games",
    "second_games",
    "on_camera",
    "shown_at",
    apart=("round", "table", "counts"),
)


def archived_features(event: Event) -> tuple[ArchivedFeature, ...]:
    """Return the matches that were on camera, in the order of being chosen."""
    features = FeatureMatch.objects.filter(match__round__event=event).select_related("match__round")
    return tuple(
        FEATURE.value_of(
            feature,
            round=feature.match.round.number,
            table=feature.match.table,
            counts=tuple(
                (datetime.datetime.fromisoformat(at), first, second)
                for at, first, second in feature.counts or ()
            ),
        )
        for feature in features
        if feature.match.table is not None
    )


def create_features(event: Event, archive: Archive) -> None:
    """Write the matches that were on camera; the rounds are written already."""
    if not archive.features:
        return
    matches = Match.objects.filter(round__event=event).select_related("round")
    by_table = {(match.round.number, match.table): match for match in matches}
    FeatureMatch.objects.bulk_create(
        FeatureMatch(
            match=by_table[feature.round, feature.table],
            counts=[[at.isoformat(), first, second] for at, first, second in feature.counts]
            or None,
            **FEATURE.columns_of(feature),
        )
        for feature in archive.features
    )
