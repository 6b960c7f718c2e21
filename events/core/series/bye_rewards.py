"""Awarded byes that places in a series earn for one event."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.limits import MOST_AWARDED_BYES
from events.core.series.series_places import events_left, places_today
from events.models import Enrollment, Event, Series

# "2 byes", "a bye", "不戦勝2回", "2回の不戦勝".
_BYES = re.compile(
    r"\b(?P<before>\d|an?|one|two|three)\s+(?:awarded\s+)?byes?\b"
    r"|(?P<front>\d)\s*(?:つ|個|回(?:分|戦)?)?の?不戦勝"
    r"|不戦勝\s*[×x:]?\s*(?P<after>\d)?",
    re.IGNORECASE,
)
_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}


@dataclass(frozen=True, slots=True)
class Earned:
    """Earned byes of a player: their number, the name of the series, and the place there."""

    byes: int
    series: str
    place: int


def byes_of_words(words: str) -> int:
    """Return the number of byes that a reward names, 3 at most; 0 without any."""
    match = _BYES.search(words)
    if match is None:
        return 0
    count = (match["before"] or match["front"] or match["after"] or "1").lower()
    return min(_WORDS.get(count) or int(count), MOST_AWARDED_BYES)


def byes_of_place(place: int, rewards: Sequence[Sequence[int | str]]) -> int:
    """Return the number of byes that a place earns: the most that one of its rewards names."""
    earned = [
        byes_of_words(str(words))
        for first, last, words in rewards
        if int(first) <= place <= int(last)
    ]
    return max(earned, default=0)


def gives_byes(rewards: Iterable[Sequence[int | str]]) -> bool:
    """Return whether a reward of a series names byes."""
    return any(byes_of_words(str(words)) for _first, _last, words in rewards)


def earned_byes(event: Event) -> Mapping[int, Earned]:
    """Return the byes that players of the organisation earned for this event, by player key.

    One query if no series gives byes in it; four at most for each series that does. Of several
    series the one with the most byes counts.
    """
    earned: dict[int, Earned] = {}
    for series in Series.objects.filter(byes_in=event.pk).order_by("number"):
        for player, place in places_of(series).items():
            byes = byes_of_place(place, series.rewards)
            if byes and (player not in earned or earned[player].byes < byes):
                earned[player] = Earned(byes, series.name, place)
    return earned


def places_of(series: Series) -> dict[int, int]:
    """Return the place of each player by key; as declared once the series is over."""
    if series.declared is None:
        return {int(str(row.player)): row.place for row in places_today(series)}
    return _declared_places(series, series.declared)


def _declared_places(series: Series, declared: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Return the declared places. Players are found by number in an event that still exists."""
    known = Enrollment.objects.filter(event__slug__in=events_left(series))
    players = {
        (slug, number): player
        for slug, number, player in known.values_list("event__slug", "number", "player")
    }
    places: dict[int, int] = {}
    for row in declared:
        for line in row["lines"]:
            player = players.get((line["slug"], line.get("number")))
            if player is not None:
                places[player] = row["place"]
    return places
