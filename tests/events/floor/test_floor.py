"""Judges on the floor: one at a table, additional turns, areas and how tables are shared."""

import datetime
from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.clock.actions import start_clock
from events.core.judging.floor_queries import FloorLine, areas_of, covered_by, floor_page
from events.core.phones.actions import call
from events.core.rounds.actions import extend_time
from events.floor.actions import (
    assign_area,
    attend_table,
    begin_turns,
    deal_tables,
    leave_table,
    remove_area,
    take_turns_back,
)
from events.models import Call, Event, Role, Verb
from tests import factories
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    journaled,
    refused,
    round_of,
    start_round,
)
from tests.events.support.phones import event_of_phones, pair_at

pytestmark = pytest.mark.django_db


def playing(players: int = 8) -> tuple[Event, User, dict[str, Any]]:
    event, owner = event_with_owner(players)
    start_round(event, owner, 1)
    start_clock(event_id=event.pk, actor=owner, number=1)
    return event, owner, {"event_id": event.pk, "number": 1}


def judges(event: Event, *names: str) -> list[User]:
    return [factories.staff_member(event, Role.JUDGE, name) for name in names]


def let_time_run(event: Event, minutes: int) -> None:
    round = round_of(event, 1)
    assert round.started_at is not None
    round.started_at -= datetime.timedelta(minutes=minutes)
    round.save()


def test_one_judge_is_at_a_table() -> None:
    event, _owner, same = playing()
    ann, ben = judges(event, "ann", "ben")
    attend_table(**same, actor=ann, table=2)
    attend_table(**same, actor=ann, table=2)
    with refused("ann is already at table 2."):
        attend_table(**same, actor=ben, table=2)
    assert at_table(event, 1, 2).judge == ann
    leave_table(**same, actor=ben, table=2)
    leave_table(**same, actor=ben, table=2)
    attend_table(**same, actor=ben, table=2)
    assert at_table(event, 1, 2).judge == ben
    assert len(journaled(event, Verb.TABLE_ATTENDED)) == 2
    [left] = journaled(event, Verb.TABLE_LEFT)
    assert left.data["judge"] == "ann"


def test_nobody_goes_to_a_table_with_a_result() -> None:
    event, owner, same = playing()
    enter_slips(event, owner, 1, "3 20")
    with refused("Table 3 has a result."):
        attend_table(**same, actor=owner, table=3)
    with refused("Table 3 has a result."):
        begin_turns(**same, actor=owner, table=3)


def test_turns_begin_when_time_is_over_at_the_table() -> None:
    event, owner, same = playing()
    extend_time(event_id=event.pk, actor=owner, number=1, table=2, minutes=5)
    with refused("Time is not up at table 1."):
        begin_turns(**same, actor=owner, table=1)
    let_time_run(event, 52)
    begin_turns(**same, actor=owner, table=1)
    begin_turns(**same, actor=owner, table=1)
    with refused("Time is not up at table 2."):
        begin_turns(**same, actor=owner, table=2)
    assert at_table(event, 1, 1).turns_at is not None
    take_turns_back(**same, actor=owner, table=1)
    assert at_table(event, 1, 1).turns_at is None
    assert len(journaled(event, Verb.TURNS_BEGUN)) == 1


def numbers(lines: Sequence[FloorLine]) -> list[int]:
    return [line.table for line in lines]


@pytest.mark.usefixtures("stopped_time")
def test_each_table_is_in_the_part_where_a_judge_is_needed() -> None:
    event, owner, same = playing(16)
    ann, ben = judges(event, "ann", "ben")
    assign_area(event_id=event.pk, actor=owner, username="ann", first=1, last=4)
    for table, minutes in ((2, 5), (3, 9), (6, 9), (7, 5)):
        extend_time(event_id=event.pk, actor=owner, number=1, table=table, minutes=minutes)
    attend_table(**same, actor=ben, table=4)
    attend_table(**same, actor=ann, table=8)
    page = floor_page(round_of(event, 1), ann)
    assert page.over == ()
    assert numbers(page.own.lines) == [1, 2, 3, 8], "and where she is, but not where ben is"
    assert numbers(page.extended) == [6, 7]
    assert numbers(page.others.lines) == [4, 5]
    let_time_run(event, 56)
    begin_turns(**same, actor=ben, table=5)
    page = floor_page(round_of(event, 1), ann)
    assert numbers(page.over) == [2, 1, 8, 7, 5], "her own first, what ends last before the rest"
    assert numbers(page.own.lines) == [3]
    assert numbers(page.extended) == [6]
    assert numbers(page.others.lines) == [4]
    assert [str(line.time.state) for line in page.over] == ["time"] * 4 + ["turns"]
    over = {line.table: line.time.over for line in page.lines}
    assert over[3] is None
    # A clock starts on a whole second, up to one second early.
    assert over[2] in (60, 61)
    assert over[1] in (360, 361)


def test_a_judge_sees_the_tables_of_her_areas() -> None:
    event, owner, _same = playing(12)
    ann, ben = judges(event, "ann", "ben")
    given: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    assign_area(**given, username="ann", first=1, last=2, name="Stage")
    area = assign_area(**given, username="ann", first=6, last=6)
    with refused("ann is already assigned to these tables."):
        assign_area(**given, username="ann", first=1, last=2)
    with refused("Choose a staff member."):
        assign_area(**given, username="nobody", first=1, last=2)
    with refused("Enter the first and the last table, the lower number first.", "last"):
        assign_area(**given, username="ben", first=3, last=2)
    round = round_of(event, 1)
    own = floor_page(round, ann)
    assert numbers(own.own.lines) == [1, 2, 6]
    assert numbers(own.others.lines) == [3, 4, 5]
    assert not own.own_are_in
    assert numbers(floor_page(round, ben).others.lines) == [1, 2, 3, 4, 5, 6]
    enter_slips(event, owner, 1, "1 20", "2 20", "6 20")
    assert floor_page(round, ann).own_are_in
    assert covered_by(areas_of(event), 2) == ("ann",)
    assert covered_by(areas_of(event), 3) == ()
    remove_area(**given, area_id=area.pk)
    with refused("This was just changed. No judge is assigned to these tables now."):
        remove_area(**given, area_id=area.pk)


def test_many_tables_are_ranges_of_which_one_is_open() -> None:
    event, owner, _same = playing(100)
    [ann] = judges(event, "ann")
    round = round_of(event, 1)
    group = floor_page(round, owner).others
    assert (group.count, group.lines) == (50, ())
    assert [(one.key, one.first, one.last, one.count) for one in group.ranges] == [
        ("1", 1, 20, 20),
        ("21", 21, 40, 20),
        ("41", 41, 60, 10),
    ]
    assert numbers(floor_page(round, owner, opened="41").others.lines) == list(range(41, 51))
    assert floor_page(round, owner, opened="x").others.lines == ()
    assign_area(event_id=event.pk, actor=owner, username="ann", first=5, last=40)
    own = floor_page(round, ann, opened="m1")
    assert numbers(own.own.lines) == list(range(5, 21))
    assert [one.is_open for one in own.own.ranges] == [True, False]
    assert [one.count for one in own.others.ranges] == [4, 10]
    let_time_run(event, 51)
    over = floor_page(round_of(event, 1), owner)
    assert numbers(over.over) == list(range(1, 11)), "ten elsewhere; the rest is in the ranges"
    assert [one.over for one in over.others.ranges] == [10, 20, 10]


def test_tables_are_shared_among_the_judges() -> None:
    event, owner, same = playing(14)
    with refused("No staff member is a judge."):
        deal_tables(**same, actor=owner)
    judges(event, "cleo", "ann", "ben")
    assign_area(event_id=event.pk, actor=owner, username="ann", first=40, last=50)
    deal_tables(**same, actor=owner)
    shared = [(one.judge, str(one)) for one in areas_of(event)]
    assert shared == [("ann", "1-2"), ("ben", "3-4"), ("cleo", "5-7")]


def test_who_leaves_the_staff_has_no_tables() -> None:
    event, owner, same = playing()
    judges(event, "ann")
    deal_tables(**same, actor=owner)
    event.staff.filter(user__username="ann").delete()
    assert areas_of(event) == []


def test_who_goes_to_a_table_answers_its_calls_for_a_judge() -> None:
    event, owner = event_of_phones(8)
    same: dict[str, Any] = {"event_id": event.pk, "number": 1}
    caller, _opponent = pair_at(event, 3)
    call(**same, enrollment_id=caller.pk, kind=Call.Kind.JUDGE)
    page = floor_page(round_of(event, 1), owner)
    assert numbers(page.calls) == [3]
    assert [one.enrollment for one in page.calls[0].calls] == [caller]
    attend_table(**same, actor=owner, table=3)
    assert Call.objects.get().answered_by == owner
    page = floor_page(round_of(event, 1), owner)
    assert page.calls == ()
    assert numbers(page.own.lines) == [3]
