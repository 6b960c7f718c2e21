"""The room: rows, blocked tables, those kept free, several events, moving a match."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.repairing.actions import undo_repairing
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import extend_time
from events.core.rounds.pairing_actions import pair_next_round
from events.core.seats.queries import room_map
from events.models import Enrollment, Event, Match, Organisation, Role, Verb
from events.seating.actions import change_room, move_match
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
from tests.events.support.stages import finish_round

pytestmark = pytest.mark.django_db


def describe(event: Event, owner: User, **values: object) -> None:
    given = {"room": "", "blocked_tables": "", "feature_tables": "", "shuffled_tables": False}
    change_room(event_id=event.pk, actor=owner, **{**given, **values})  # type: ignore[arg-type]


def tables(event: Event, number: int = 1) -> list[int | None]:
    found = round_of(event, number).matches.filter(table__isnull=False).order_by("id")
    return list(found.values_list("table", flat=True))


def test_tables_come_from_the_rows_without_what_is_blocked_or_kept_free() -> None:
    event, owner = event_with_owner(12)
    describe(event, owner, room="11-13\n21-25", blocked_tables="12, 22", feature_tables="21 Stream")
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert tables(event) == [11, 13, 23, 24, 25, 26], "behind the last one when the room is full"
    [entry] = journaled(event, Verb.EVENT_CHANGED)
    assert entry.data["fields"] == ["blocked_tables", "feature_tables", "room"]


def test_without_rows_tables_begin_at_the_first_one() -> None:
    event, owner = event_with_owner(6)
    describe(event, owner, blocked_tables="2")
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert tables(event) == [1, 3, 4]


def test_a_fixed_seat_is_never_given_away() -> None:
    event, owner = event_with_owner(7)
    event.enrollments.filter(number=7).update(fixed_table=2, awarded_byes=1)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert Match.objects.get(first__number=7).kind == Match.Kind.BYE
    assert tables(event) == [1, 3, 4]


def test_tables_can_be_drawn() -> None:
    event, owner = event_with_owner(40)
    describe(event, owner, shuffled_tables=True)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=5)
    drawn = tables(event)
    assert sorted(map(int, filter(None, drawn))) == list(range(1, 21))
    assert drawn != sorted(map(int, filter(None, drawn)))


def at_venue(event: Event, venue: str, organizer: User | None = None, **columns: object) -> None:
    Event.objects.filter(pk=event.pk).update(venue=venue, **columns)
    if organizer is not None:
        factories.StaffMemberFactory.create(event=event, user=organizer, organizer=True)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("Card Cellar", "Card Cellar"), ("", ""), ("Card Cellar", "card cellar"), ("", "Card Cellar")],
)
def test_two_events_of_one_organizer_never_have_a_table_twice(mine: str, theirs: str) -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    at_venue(one, mine)
    at_venue(two, theirs, owner)
    start_round(one, owner, 1)
    start_round(two, other, 1)
    assert tables(one) == [1, 2, 3]
    assert tables(two) == [4, 5, 6]
    finish_round(one, owner, 1)
    start_round(one, owner, 2)
    assert tables(one, 2) == [1, 2, 3]


@pytest.mark.parametrize("venue", ["Game store", ""])
def test_events_of_strangers_keep_their_tables_whatever_the_venue_is_called(venue: str) -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    at_venue(one, venue)
    at_venue(two, venue)
    start_round(one, owner, 1)
    start_round(two, other, 1)
    assert tables(two) == [1, 2, 3]
    assert {cell.table for cell in room_map(two).outside} <= {1, 2, 3}


def test_two_events_of_one_organisation_never_have_a_table_twice() -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    shop = Organisation.objects.create(slug="shop", name="Shop")
    for event in (one, two):
        at_venue(event, "Game store", organisation=shop)
    start_round(one, owner, 1)
    start_round(two, other, 1)
    assert tables(two) == [4, 5, 6]


@pytest.mark.parametrize("role", [Role.JUDGE, Role.SCOREKEEPER, Role.HEAD_JUDGE])
def test_a_shared_judge_does_not_make_it_one_room(role: Role) -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    judge = factories.staff_member(one, role)
    factories.StaffMemberFactory.create(event=two, user=judge, organizer=True)
    start_round(one, owner, 1)
    start_round(two, other, 1)
    assert tables(two) == [1, 2, 3]


def test_an_event_that_is_still_being_imported_holds_no_table() -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    start_round(one, owner, 1)
    at_venue(two, "", owner)
    Event.objects.filter(pk=one.pk).update(importing_since=timezone.now())
    start_round(two, other, 1)
    assert tables(two) == [1, 2, 3]


@pytest.mark.parametrize(("rounds", "expected"), [(1, [1, 2, 3]), (3, [4, 5, 6])])
def test_a_complete_round_holds_its_tables_only_for_a_next_one(
    rounds: int, expected: list[int]
) -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    one.stages.update(rounds=rounds)
    at_venue(two, "", owner)
    start_round(one, owner, 1)
    finish_round(one, owner, 1)
    start_round(two, other, 1)
    assert tables(two) == expected


def test_the_same_event_imported_again_holds_no_table() -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    start_round(one, owner, 1)
    at_venue(two, "", owner, name=one.name, seed=one.seed)
    start_round(two, other, 1)
    assert tables(two) == [1, 2, 3]


@pytest.mark.parametrize(
    "columns", [{"venue": "Far away"}, {"date": "2026-05-10"}, {"platform": "Arena"}]
)
def test_another_venue_another_day_or_a_platform_is_another_room(columns: dict[str, str]) -> None:
    one, owner = event_with_owner(6)
    two, other = event_with_owner(6)
    at_venue(one, "Card Cellar" if "venue" in columns else "")
    at_venue(two, columns.pop("venue", ""), owner, **columns)
    start_round(one, owner, 1)
    start_round(two, other, 1)
    assert tables(two) == [1, 2, 3]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"room": "1-10\nx"}, ("“x” is not a table. Type numbers and ranges, for example 3, "
"10-14.")),
        ({"room": "1-10\n5"}, "Table 5 appears in two rows."),
        ({"blocked_tables": "0"}, "Tables are numbered from 1 to 999999."),
        ({"feature_tables": "Stream 1"},
         "“Stream” is not a table. Type numbers and ranges, for example 3, 10-14."),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(values: dict[str, str], words: str) -> None:
    event, owner = event_with_owner(4)
    with refused(words):
        describe(event, owner, **values)
    assert not journaled(event, Verb.EVENT_CHANGED)


def test_a_match_moves_with_everything_it_has() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    extend_time(event_id=event.pk, actor=owner, number=1, table=2, minutes=7)
    enter_result(event_id=event.pk, actor=owner, number=1, table=2, slip=Slip.of(2, 1))
    before = at_table(event, 1, 2)
    move_match(event_id=event.pk, actor=owner, number=1, table=2, to=301)
    moved = at_table(event, 1, 301)
    assert moved.pk == before.pk
    assert (moved.result_text, moved.extension_minutes) == ("2-1", 7)
    rows = round_of(event, 1).posted_rows or []
    [row] = [row for row in rows if row["table"] == 301]
    assert row["first"]["moved"]
    assert row["second"]["moved"]
    assert journaled(event, Verb.MATCH_MOVED)[0].data["went_to"] == 301
    first, second = at_table(event, 1, 1).first.name, at_table(event, 1, 1).second
    assert second is not None
    with refused(f"{first} and {second.name} are already playing at table 1."):
        move_match(event_id=event.pk, actor=owner, number=1, table=301, to=1)
    with refused("Tables are numbered from 1 to 999999."):
        move_match(event_id=event.pk, actor=owner, number=1, table=301, to=0)


def test_a_repair_is_not_undone_onto_a_table_that_is_taken() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    round = round_of(event, 1)
    match = at_table(event, 1, 2)
    assert match.second is not None
    row = {"kind": "played", "table": 2, "first": match.first_id, "second": match.second_id}
    made = round.repairings.create(
        plan="fewest", account=owner, at=timezone.now(), before=[row], after=[row | {"table": 9}]
    )
    Match.objects.filter(pk=match.pk).update(table=9)
    move_match(event_id=event.pk, actor=owner, number=1, table=1, to=2)
    with refused("Another match was moved to one of those tables. Move it back first."):
        undo_repairing(event_id=event.pk, actor=owner, number=1, repairing=made.pk)


def test_the_map_says_what_is_at_each_table() -> None:
    event, owner = event_with_owner(12)
    describe(event, owner, room="1-4\n5-9", blocked_tables="3", feature_tables="9 Stream")
    event.enrollments.filter(number=1).update(fixed_table=2)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    event.refresh_from_db()
    shown = room_map(event)
    states = [[cell.state for cell in row] for row in shown.rows]
    assert states[0] == ["reported", "outstanding", "blocked", "outstanding"]
    assert states[1] == ["outstanding", "outstanding", "outstanding", "free", "special"]
    assert shown.rows[0][1].name == Enrollment.objects.get(event=event, number=1).name
    assert shown.rows[1][4].name == "Stream"
