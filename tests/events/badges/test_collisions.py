"""Which events need a player at the same time."""

import datetime

import pytest

from events.badges.collisions import Busy, Collision, Kind, collisions

NOW = datetime.datetime(2026, 11, 28, 14, 0, tzinfo=datetime.UTC)


def at(minutes: int) -> datetime.datetime:
    return NOW + datetime.timedelta(minutes=minutes)


PLAYING = Busy(is_now=True, until=at(30))
OPEN_END = Busy(is_now=True)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (PLAYING, OPEN_END, (Kind.NOW, 0, 1)),
        (PLAYING, Busy(start=at(29)), (Kind.NEXT, 0, 1)),
        (Busy(start=at(29)), PLAYING, (Kind.NEXT, 1, 0)),
        (PLAYING, Busy(start=at(30)), None),
        (OPEN_END, Busy(start=at(-1)), (Kind.NEXT, 0, 1)),
        (OPEN_END, Busy(start=at(1)), None),
        (Busy(start=at(10), end=at(60)), Busy(start=at(50), end=at(90)), (Kind.LATER, 0, 1)),
        (Busy(start=at(10), end=at(60)), Busy(start=at(60), end=at(90)), None),
        (Busy(start=at(10)), Busy(start=at(10), end=at(90)), None),
        (Busy(), PLAYING, None),
    ],
)
def test_a_pair(first: Busy, second: Busy, expected: tuple[Kind, int, int] | None) -> None:
    found = collisions([first, second], NOW)
    assert found == ([] if expected is None else [Collision(*expected)])


def test_each_pair_is_named_once_and_the_most_urgent_first() -> None:
    later = Busy(start=at(100), end=at(150))
    found = collisions([later, later, PLAYING, Busy(start=at(5)), PLAYING], NOW)
    kinds = [(pair.kind, pair.first, pair.second) for pair in found]
    assert kinds == [
        (Kind.NOW, 2, 4),
        (Kind.NEXT, 2, 3),
        (Kind.NEXT, 4, 3),
        (Kind.LATER, 0, 1),
    ]
