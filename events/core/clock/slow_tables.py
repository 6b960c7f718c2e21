"""Predict which table of a round ends last: by its extension, and by its players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import fmean

from django.db.models import Min

from events.core.clock.forecast import LATER
from events.core.revision_cache import cached_snapshot
from events.models import Match, Report, Round

# A player without earlier results counts as ending in the middle of each round.
USUAL = 0.5


def predicted_last(matches: Iterable[Match], lateness: Mapping[int, float]) -> frozenset[int]:
    """Return the tables that are predicted to end last; none if all are alike.

    `matches`: of one round. `lateness`: how late each player's tables ended, by enrollment key. The
    longest extension decides, then the mean of the players.
    """
    ends = {
        match.table: (
            match.extension_minutes,
            fmean(lateness.get(player.pk, USUAL) for player in match.players),
        )
        for match in matches
        if match.table is not None
    }
    if len(set(ends.values())) < 2:
        return frozenset()
    last = max(ends.values())
    return frozenset(table for table, end in ends.items() if end == last)


def lateness_of(before: Round) -> Mapping[int, float]:
    """Return how late players' tables ended in earlier rounds, from 0, first, to 1, last.

    By enrollment key, the mean of the rounds. One query, once in each process for each round.
    """
    key = ("lateness", before.event_id, before.pk, before.posted_at)
    return cached_snapshot(key, lambda: _lateness(before))


def _lateness(before: Round) -> dict[int, float]:
    rounds = before.event.rounds.complete().filter(number__lt=before.number)
    reports = Report.objects.filter(match__round__in=rounds, undone_at__isnull=True)
    first = reports.exclude(source__in=LATER).values_list(
        "match__round", "match__first", "match__second"
    )
    by_round = defaultdict(list)
    for round, player, other, at in first.annotate(at=Min("at")).values_list(
        "match__round", "match__first", "match__second", "at"
    ):
        by_round[round].append((at, player, other))
    late = defaultdict(list)
    for ends in by_round.values():
        ends.sort()
        for place, (_at, *players) in enumerate(ends):
            for player in players:
                late[player].append(place / max(len(ends) - 1, 1))
    return {player: fmean(shares) for player, shares in late.items()}
