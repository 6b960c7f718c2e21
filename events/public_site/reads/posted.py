"""Posted rounds and published standings, without their rows."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field

from events.core.adapters.stored_rows import StandingRow
from events.core.players.shown_names import ShownNames
from events.models import Enrollment, Event, Stage


@dataclass(frozen=True, slots=True)
class PublicSnapshot:
    """Standings that are published: which, and since when."""

    id: int
    round_number: int
    revision: int
    published_at: datetime.datetime
    names: ShownNames = field(default_factory=ShownNames)

    @property
    def state_key(self) -> tuple[object, ...]:
        """Permanent cache key of these standings as they are shown."""
        return self.id, self.published_at, *self.names.key


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A posted round, without its rows, and the standings after it where there are some."""

    id: int
    number: int
    complete: bool
    posted_at: datetime.datetime | None
    started_at: datetime.datetime | None
    paused_at: datetime.datetime | None
    added_seconds: int
    snapshot: PublicSnapshot | None
    stage: Stage
    minutes: int
    # A re-pairing may change the posted rows of a round in progress.
    state_key: tuple[object, ...] = ()
    next_at: datetime.datetime | None = None
    bracket_players: int | None = None
    seated_before: str = ""
    # In a complete playoff round: a result awaits the delay of the feature match.
    has_delayed: bool = False
    names: ShownNames = field(default_factory=ShownNames)


def without_undone_drops(event: Event, rows: Iterable[StandingRow]) -> dict[int, StandingRow]:
    """Return published standings by number; a player who came back since then plays in them.

    A drop or a disqualification since then is public with the next round or standings. One query
    if a player had left.
    """
    by_number = {row.number: row for row in rows}
    left = [number for number, row in by_number.items() if not row.is_active]
    back = event.enrollments.active().filter(number__in=left) if left else ()
    for player in back:
        by_number[player.number] = by_number[player.number]._replace(state=Enrollment.State.ACTIVE)
    return by_number
