"""Badges of an organisation, and the people who play in its events today."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from domain.names import by_name, name_key
from domain.written_names import marked
from events.core.events.today import is_today, near
from events.models import Badge, Enrollment, Event, Organisation

# The list of all people; without it, only those in several events.
EVERYBODY = "all"


@dataclass(frozen=True, slots=True)
class DayPlayer:
    """A player of an organisation who plays in these events today; `badge`: None without one.

    `number`: in the first of the events. `namesake`: another player today has the same name.
    """

    key: int
    name: str
    number: int
    events: tuple[Event, ...]
    badge: Badge | None
    namesake: bool = False

    @property
    def called(self) -> str:
        """The name, with the number in the first event if another player has the same name."""
        return marked(self.name, self.number, self.namesake)

    @property
    def in_several(self) -> bool:
        """Whether the player is in more than one event."""
        return len(self.events) > 1


def players_today(
    organisation: Organisation, now: datetime.datetime | None = None
) -> list[DayPlayer]:
    """Return the people who play in an organisation's events today, by name. Three queries.

    People in several events are first. A team is not a person: its captain is listed where the
    captain also plays alone.
    """
    moment = now or timezone.now()
    events = {
        event.pk: event
        for event in Event.objects.filter(near(moment), organisation=organisation)
        if is_today(event, moment)
    }
    active = Enrollment.objects.active().filter(event__in=events)
    playing: dict[int, list[Event]] = defaultdict(list)
    names: dict[int, tuple[str, int]] = {}
    columns = active.order_by("event__date", "event__name", "event_id")
    known_as = columns.values_list("event", "player", "player__name", "number")
    for event, player, name, number in known_as:
        playing[player].append(events[event])
        if not events[event].is_for_teams:
            names.setdefault(player, (name, number))
    called = Counter(name_key(name) for name, _number in names.values())
    known = Badge.objects.filter(organisation=organisation, player__in=active.values("player"))
    badges = {badge.player_id: badge for badge in known.select_related("player")}
    people = [
        DayPlayer(
            key, name, number, tuple(playing[key]), badges.get(key), called[name_key(name)] > 1
        )
        for key, (name, number) in names.items()
    ]
    return sorted(people, key=lambda person: (not person.in_several, by_name(person.name, 0)))


def chosen(people: Sequence[DayPlayer], who: str) -> list[DayPlayer]:
    """Return everyone on a list, or only the people in several events."""
    return [person for person in people if who == EVERYBODY or person.in_several]
