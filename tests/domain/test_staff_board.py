"""The places of a day's staff: examples by hand."""

import datetime

import pytest

from domain.staff_board import (
    FREE,
    Move,
    Place,
    PlaceKind,
    RoundEnd,
    Stay,
    collision,
    covered,
    next_for,
    relying,
    stay_of,
)

MAIN, SIDE = Place(PlaceKind.EVENT, 1), Place(PlaceKind.EVENT, 2)
DESK, BREAK, HOME = (
    Place(PlaceKind.AREA, area="Desk"),
    Place(PlaceKind.BREAK),
    Place(PlaceKind.HOME),
)


def at(clock: str) -> datetime.datetime:
    hours, minutes = map(int, clock.split(":"))
    return datetime.datetime(2026, 11, 28, hours, minutes, tzinfo=datetime.UTC)


def end(event: int, earliest: str, likely: str, latest: str) -> RoundEnd:
    return RoundEnd(event, at(earliest), at(likely), at(latest))


def test_a_person_who_was_not_moved_is_at_the_first_place() -> None:
    assert stay_of([], MAIN) == Stay(MAIN)
    assert stay_of([]).place == FREE


def test_since_counts_from_the_first_move_to_the_place_and_work_from_the_last_break() -> None:
    day = [
        Move(at("9:00"), MAIN),
        Move(at("11:00"), BREAK, at("11:30")),
        Move(at("11:15"), BREAK, at("11:45")),
        Move(at("11:40"), SIDE),
        Move(at("12:30"), DESK),
    ]
    on_break = stay_of(day[:3])
    assert (on_break.since, on_break.until) == (at("11:00"), at("11:45"))
    assert (on_break.before, on_break.break_due, on_break.is_at_work) == (MAIN, None, False)
    assert on_break.late(at("11:45")) == 0
    assert on_break.late(at("11:53")) == 8
    now = stay_of(day)
    assert (now.place, now.since, now.until) == (DESK, at("12:30"), None)
    # Three hours after the break, wherever the person is.
    assert now.break_due == at("14:40")
    assert [now.is_due_soon(at(time)) for time in ("14:29", "14:30", "15:00")] == [0, 1, 1]
    assert stay_of([*day, Move(at("13:00"), HOME)]).break_due is None


@pytest.mark.parametrize(
    ("start", "until", "shorter"),
    [
        # Ends before the round needs its staff: five minutes before the likely end.
        ("14:30", "15:05", "none"),
        ("14:50", "15:06", "15:05"),
        # Six minutes do not count as a break.
        ("14:59", "15:30", None),
        # A break that begins while the round ends.
        ("15:12", "15:30", None),
        ("15:15", "15:30", "none"),
    ],
)
def test_a_break_collides_with_the_end_of_the_own_round(
    start: str, until: str, shorter: str | None
) -> None:
    ends = [end(1, "14:40", "15:10", "15:40"), end(2, "14:30", "14:45", "15:00")]
    hit = collision({1}, at(start), at(until), ends)
    if shorter == "none":
        assert hit is None
    else:
        assert hit is not None
        assert hit.shorter == (at(shorter) if shorter else None)
        assert (hit.end.event, hit.from_then) == (1, at("15:15"))
    assert collision((), at(start), at(until), ends) is None, "no event relies on the person"


def test_a_narrow_forecast_needs_staff_for_its_span_alone() -> None:
    narrow = end(1, "15:09", "15:10", "15:12")
    assert (narrow.start, narrow.over) == (at("15:09"), at("15:12"))
    assert narrow.overlaps(at("15:00"), at("15:10"))
    assert not narrow.overlaps(at("15:00"), at("15:09"))


def test_the_next_person_is_free_or_of_the_event_that_ends_last() -> None:
    ends = [end(1, "15:00", "15:10", "15:20"), end(2, "16:00", "16:10", "16:20")]
    third = Place(PlaceKind.EVENT, 3)
    pair = [Stay(SIDE), Stay(SIDE)]
    assert next_for(1, [Stay(DESK), *pair, Stay(FREE)], ends) == 3
    assert next_for(1, [Stay(third), Stay(third), *pair], ends) == 2
    assert next_for(1, [Stay(SIDE), Stay(DESK), Stay(BREAK), Stay(HOME)], ends) is None


def test_an_event_keeps_the_people_that_it_wants() -> None:
    ends = [end(1, "15:00", "15:10", "15:20"), end(2, "16:00", "16:10", "16:20")]
    pair = [Stay(SIDE), Stay(SIDE)]
    assert next_for(1, pair, ends, {2: 2}) is None
    assert next_for(1, pair, ends, {2: 1}) == 0
    assert next_for(1, [*pair, Stay(FREE)], ends, {2: 2}) == 2


def test_events_rely_on_the_people_whom_they_have_or_get_and_who_are_alone_there() -> None:
    third = Move(at("15:00"), Place(PlaceKind.EVENT, 3))
    assert relying(MAIN, [], [], {}) == {1}
    assert relying(MAIN, [third], [], {}) == {1, 3}
    # On the staff of three events, and alone in the second.
    assert relying(DESK, [], [1, 2, 4], {1: 2, 4: 1}) == {2}
    assert relying(FREE, [Move(at("15:00"), DESK)], [], {}) == frozenset()


def test_free_staff_covers_its_events_and_nobody_on_a_break_does() -> None:
    people = [(Stay(MAIN), [1, 2]), (Stay(FREE), [1, 2]), (Stay(BREAK), [3]), (Stay(DESK), [3])]
    assert covered(people) == {1: 2, 2: 1}


def test_a_form_names_a_place() -> None:
    codes = [place.code for place in (MAIN, DESK, BREAK, FREE, HOME)]
    assert codes == ["event-1", "area-Desk", "break", "free", "home"]
