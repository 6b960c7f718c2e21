"""Stored estimates of chances: read for a page, never computed for one."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from events.models import ChanceEstimate
from events.public_site.reads.chance_states import KnownStage
from events.public_site.reads.events import PublicEvent

# With more rounds before the cut, estimates are vague and slow.
MOST_ROUNDS_LEFT = 3
THOUSAND = 1_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """In how many of a thousand samples each player advances; empty while there is none.

    `drawn`: the same if the tables from `first_table` to `last_table` draw. `made_at`: when.
    """

    shares: Mapping[int, int] = field(default_factory=dict)
    drawn: Mapping[int, int] = field(default_factory=dict)
    first_table: int = 0
    last_table: int = 0
    made_at: datetime.datetime | None = None

    def tenths(self, number: int) -> int | None:
        """Return the share of a player in tenths; None without an estimate."""
        share = self.shares.get(number)
        return None if share is None else tenths_of(share)

    @property
    def changed_by_draws(self) -> dict[int, tuple[int, int]]:
        """Players whose tenths the draws would change: now and then."""
        return {
            number: (tenths_of(self.shares[number]), tenths_of(share))
            for number, share in self.drawn.items()
            if number in self.shares and tenths_of(self.shares[number]) != tenths_of(share)
        }


def tenths_of(share: int) -> int:
    """Round a share of a thousand to tenths, half up."""
    return (share * 10 + THOUSAND // 2) // THOUSAND


def key_live(known: KnownStage) -> str:
    """Return what the desk's estimate belongs to: standings and the round in progress."""
    return f"{known.after}/{known.playing or 0}"


def key_public(shown: PublicEvent, known: KnownStage) -> str:
    """Return what the players' estimate follows from: published standings, the posted round."""
    snapshot, newest = shown.standings(), shown.round()
    return f"{snapshot.id if snapshot else 0}/{newest.id if newest else 0}/{known.playing or 0}"


def live_estimate(known: KnownStage) -> Estimate:
    """Return the newest estimate for the desk. One query."""
    stored = ChanceEstimate.objects.filter(event=known.stage.event_id).first()
    if stored is None or stored.live.get("key") != key_live(known):
        return Estimate()
    return _estimate(stored.live, stored.made_at)


def public_estimate(shown: PublicEvent, known: KnownStage) -> Estimate:
    """Return the estimate that players see. One query."""
    stored = ChanceEstimate.objects.filter(event=known.stage.event_id).first()
    if stored is None or stored.public.get("key") != key_public(shown, known):
        return Estimate()
    return _estimate(stored.public, stored.made_at)


def _estimate(stored: Mapping[str, Any], made_at: datetime.datetime) -> Estimate:
    first, last = stored.get("tables") or (0, 0)
    return Estimate(
        _numbered(stored.get("shares", {})),
        _numbered(stored.get("drawn", {})),
        first,
        last,
        made_at,
    )


def _numbered(shares: Mapping[str, int]) -> dict[int, int]:
    return {int(number): share for number, share in shares.items()}
