"""Estimates of chances, made by the thread that `refresher.py` starts, and never in a request."""

from dataclasses import replace
from typing import Any

from django.db.models import F
from django.utils import timezone

from events.core.event_write import show_again, slice_write
from events.core.read_snapshot import one_snapshot
from events.models import ChanceEstimate, Event, Stage
from events.public_site.reads.chance_states import (
    KnownStage,
    Results,
    known_live,
    known_to_players,
    published_results,
)
from events.public_site.reads.estimates import MOST_ROUNDS_LEFT, THOUSAND, key_live, key_public
from events.public_site.reads.events import read_event
from standings.sampled_chances import Course, sampled_chances
from standings.types import MatchKind

# In the last two rounds players at the first tables may draw intentionally.
ROUNDS_OF_DRAWS = 2
FIRST_REVISION = 0


def estimate_what_changed() -> None:
    """Make the estimates of every running event that has changed since the last ones."""
    stages = Stage.objects.filter(
        kind=Stage.Kind.SWISS, has_cut=False, event__state=Event.State.RUNNING
    ).exclude(cut_by=Stage.Cut.NONE)
    waiting = stages.exclude(event__chance_estimate__revision=F("event__revision"))
    for event_id in waiting.order_by("event_id").values_list("event_id", flat=True).distinct():
        estimate(event_id)


def estimate(event_id: int) -> None:
    """Make the estimates of an event, unless another process makes or has made them."""
    with one_snapshot():
        event = Event.objects.get(pk=event_id)
        kept = ChanceEstimate.objects.filter(event=event).first()
    before = kept.revision if kept else FIRST_REVISION
    with slice_write():
        if kept is None:
            ChanceEstimate.objects.get_or_create(event=event, defaults={"revision": before})
        mine = ChanceEstimate.objects.filter(event=event, revision=before)
        if not mine.exclude(revision=event.revision).update(revision=event.revision):
            return
    with one_snapshot():
        event = Event.objects.get(pk=event_id)
        live, public = _live(event), _public(event, kept.public if kept else {})
    live["revision"] = event.revision
    stored = ChanceEstimate.objects.filter(event=event)
    with slice_write():
        # Another process may have stored a newer state first.
        newest = stored.get()
        if newest.live.get("revision", FIRST_REVISION) > event.revision:
            return
        stored.update(live=live, public=public, made_at=timezone.now())
        if newest.public != public:
            show_again(event_id)


def _live(event: Event) -> dict[str, Any]:
    newest = known_live(event)
    if newest is None:
        return {}
    known, results = newest
    return _shares(event, known, results, key_live(known))


def _public(event: Event, before: dict[str, Any]) -> dict[str, Any]:
    if not event.show_chances:
        return {}
    shown = read_event(event.pk)
    known = known_to_players(shown)
    if known is None:
        return {}
    key = key_public(shown, known)
    if before.get("key") == key:
        return before
    results = published_results(shown)
    return _shares(event, known, results, key) if results else {}


def _shares(event: Event, known: KnownStage, results: Results, key: str) -> dict[str, Any]:
    """Return an estimate as it is stored: shares of a thousand by player's number."""
    course = course_of(known, results)
    if course is None:
        return {}
    seed = event.seed + known.after
    values: dict[str, Any] = {"key": key, "shares": _of_thousand(sampled_chances(course, seed))}
    drawing = _drawing(known)
    if drawing:
        first, last, pairs = drawing
        agreed = sampled_chances(replace(course, agreed=pairs), seed)
        values |= {"tables": [first, last], "drawn": _of_thousand(agreed)}
    return values


def _of_thousand(shares: dict[int, float]) -> dict[str, int]:
    return {str(number): round(share * THOUSAND) for number, share in shares.items()}


def _drawing(known: KnownStage) -> tuple[int, int, frozenset[tuple[int, int]]] | None:
    """Return the first and last table that the cut has places for, and the pairs drawing there.

    Only outstanding pairs can draw. None without one, and while too many rounds follow.
    """
    situation = known.situation
    if situation is None or situation.places is None or situation.draw is None:
        return None
    first = known.tables[: situation.places // 2]
    pairs = frozenset((upper, lower) for _table, upper, lower in first) & set(known.pending)
    if not pairs or known.rounds_after >= ROUNDS_OF_DRAWS:
        return None
    return first[0][0], first[-1][0], pairs


def course_of(known: KnownStage, results: Results) -> Course | None:
    """Return what the rest of a stage depends on; None if it is over or too far away."""
    situation = known.situation
    if situation is None:
        return None
    left = situation.rounds_after + (known.playing is not None)
    if not 0 < left <= MOST_ROUNDS_LEFT:
        return None
    opponents: dict[int, list[int]] = {player: [] for player in situation.points}
    played = [match for match in results.tournament.matches if match.second is not None]
    met = [(match.first, match.second or 0) for match in played]
    for first, second in [*met, *situation.pending]:
        if first in opponents and second in opponents:
            opponents[first].append(second)
            opponents[second].append(first)
    rows = {row.player: row for row in results.rows}
    byes = {player: int(player in known.byes) for player in situation.points}
    return Course(
        situation,
        playing=known.eligible,
        opponents={player: tuple(faced) for player, faced in opponents.items()},
        rounds={player: row.rounds + byes.get(player, 0) for player, row in rows.items()},
        byes={player: row.byes + byes.get(player, 0) for player, row in rows.items()},
        places={player: row.place or len(rows) for player, row in rows.items()},
        floor=known.profile.floor,
        draws=sum(
            match.kind is MatchKind.PLAYED and match.games[0] == match.games[1] for match in played
        ),
        matches=len(played),
    )
