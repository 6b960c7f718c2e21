"""Mark the players of an event with the same name, so that a number distinguishes them."""

from collections import Counter
from typing import Any

from domain.names import name_key
from events.models import Enrollment, Event
from events.models.journal import Verb

# Journal entries that can change the names in an event.
NAMING_VERBS = frozenset(
    {
        Verb.EVENT_IMPORTED,
        Verb.ENROLLED,
        Verb.ENROLLMENT_CHANGED,
        Verb.PLAYER_PSEUDONYMIZED,
    }
)


def journaled_names(**players: Enrollment | None) -> dict[str, Any]:
    """Return the journal data of an entry's players: their names, and which are namesakes."""
    there = {side: player for side, player in players.items() if player is not None}
    namesakes = [side for side, player in there.items() if player.namesake]
    names: dict[str, Any] = {side: player.name for side, player in there.items()}
    return names | {"namesakes": namesakes} if namesakes else names


def mark_namesakes(event: Event) -> None:
    """Store with each player of an event whether another one has the same name (`name_key`).

    One query, and one more to update players who became namesakes, or no longer are.
    """
    rows = list(event.enrollments.order_by().values_list("pk", "name", "namesake"))
    players = Counter(name_key(name) for _key, name, _namesake in rows)
    wrong: dict[bool, list[int]] = {True: [], False: []}
    for key, name, namesake in rows:
        shares = players[name_key(name)] > 1
        if shares != namesake:
            wrong[shares].append(key)
    for shares, keys in wrong.items():
        if keys:
            Enrollment.objects.filter(pk__in=keys).update(namesake=shares)
