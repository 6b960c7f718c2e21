"""People who are several players of an organisation: one for each event without an address."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from events.core.players.same_person import is_number_for_name
from events.core.search import likely_key
from events.models import Enrollment, Event, Series

MOST_SHOWN = 400


@dataclass(slots=True)
class SameName:
    """Players of one name who never met in an event, and who may be one person.

    `players`: keys, the longest known first. `events`: names of the events, the oldest first.
    """

    name: str = ""
    players: list[int] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    addresses: set[str] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)
    met: bool = False

    @property
    def value(self) -> str:
        """The keys, as a form sends them."""
        return ",".join(map(str, self.players))

    @property
    def may_be_one(self) -> bool:
        """Whether these are several players without two addresses or an event in common."""
        return len(self.players) > 1 and len(self.addresses) < 2 and not self.met


@dataclass(frozen=True, slots=True)
class Combined:
    """A person whose entries were combined; `key` of the CombinedPlayer."""

    key: int
    name: str
    events: tuple[str, ...]


def same_names(events: Sequence[Event]) -> list[SameName]:
    """Return who may be one person in these events, by name. One query.

    People whose personal data were removed are left out: a number is not a name.
    """
    by_name: dict[str, SameName] = defaultdict(SameName)
    rows = Enrollment.objects.filter(event__in=events).select_related("player", "event")
    for enrollment in rows.order_by("event__date", "event", "number"):
        if is_number_for_name(enrollment):
            continue
        same = by_name[likely_key(enrollment.name)]
        same.name = enrollment.name
        same.met |= enrollment.event_id in same.seen
        same.seen.add(enrollment.event_id)
        same.events.append(enrollment.event.name)
        if enrollment.player.email:
            same.addresses.add(enrollment.player.email)
        if enrollment.player_id not in same.players:
            same.players.append(enrollment.player_id)
    several = [same for same in by_name.values() if same.may_be_one]
    return sorted(several, key=lambda same: same.name)


def combined_players(series: Series) -> list[Combined]:
    """Return the people whose entries were combined in a series, the newest first. Two queries.

    Without those who have no enrollment left that could be separated.
    """
    rows = list(series.combined_players.all()[:MOST_SHOWN])
    keys = {key for row in rows for key in row.enrollments}
    enrollments = Enrollment.objects.filter(pk__in=keys).select_related("event")
    theirs: dict[int, list[Enrollment]] = defaultdict(list)
    for enrollment in enrollments.order_by("event__date", "pk"):
        theirs[enrollment.player_id].append(enrollment)
    shown = []
    for row in rows:
        left = [
            enrollment for enrollment in theirs[row.player_id] if enrollment.pk in row.enrollments
        ]
        if left:
            shown.append(
                Combined(row.pk, left[-1].name, tuple(enrollment.event.name for enrollment in left))
            )
    return shown
