"""Rounds of events that share the tables of a venue."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from events.core.events.actions import change_settings, create_event
from events.core.events.declared_settings import EventData
from events.core.events.finishing_actions import finish_event
from events.core.refusals import RefusedError
from events.core.rounds.actions import reopen_round
from events.core.rounds.pairing_actions import discard_round, pair_next_round
from events.core.seats.allocator import take_tables
from events.desk.unposted_actions import set_table
from events.models import Enrollment, Event, GivenTable, Organisation, OrganisationMember, Venue
from events.seating.actions import move_match
from tests import factories
from tests.events.scenario import play_round, start_round
from tests.events.support.venues import event_at, given, played, venue

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return factories.user("anna")


def drop(event: Event, leaving: int) -> None:
    first = event.enrollments.values_list("pk", flat=True)[:leaving]
    event.enrollments.filter(pk__in=list(first)).update(
        state=Enrollment.State.DROPPED, dropped_after=1
    )


def test_events_get_blocks_that_shrink_and_grow_with_their_rounds(owner: User) -> None:
    place = venue(blocked="5")
    main, side = event_at(place, 12, owner), event_at(place, 8, owner)
    play_round(main, owner, 1)
    assert played(main, 1) == given(main) == [1, 2, 3, 4, 6, 7]
    start_round(side, owner, 1)
    assert played(side, 1) == [8, 9, 10, 11]
    drop(main, 4)
    play_round(main, owner, 2)
    assert played(main, 2) == given(main) == [1, 2, 3, 4]
    assert main.rounds.get(number=2).seated_before == ""
    main.enrollments.update(state=Enrollment.State.ACTIVE, dropped_after=None)
    factories.enroll_players(main, [f"Late {number}" for number in range(6)])
    start_round(main, owner, 3)
    assert played(main, 3) == [1, 2, 3, 4, 6, 7, 12, 13, 14]


def test_a_full_venue_refuses_and_names_who_could_make_room(owner: User) -> None:
    place = venue(rows="1-6")
    main, side = event_at(place, 10, owner, name="Open"), event_at(place, 8, owner)
    play_round(main, owner, 1)
    drop(main, 4)
    with pytest.raises(RefusedError, match=r"is full. 3 more tables are needed.*Open \(2\)"):
        pair_next_round(event_id=side.pk, actor=owner, number=1)
    assert not side.rounds.exists()
    finish_event(event_id=main.pk, actor=owner, early=True, reason="snow")
    assert given(main) == []
    pair_next_round(event_id=side.pk, actor=owner, number=1)
    assert given(side) == [1, 2, 3, 4]
    discard_round(event_id=side.pk, actor=owner, number=1, reason="late player")
    assert given(side) == [1, 2, 3, 4]


def test_no_hand_puts_a_match_at_a_table_of_another_event(owner: User) -> None:
    place = venue()
    main, side = event_at(place, 4, owner, name="Open"), event_at(place, 4, owner)
    start_round(main, owner, 1)
    pair_next_round(event_id=side.pk, actor=owner, number=1)
    with pytest.raises(RefusedError, match="Table 2 belongs to Open now"):
        set_table(event_id=side.pk, actor=owner, number=1, table=3, to=2)
    set_table(event_id=side.pk, actor=owner, number=1, table=3, to=5)
    with pytest.raises(RefusedError, match="Table 5 belongs to"):
        move_match(event_id=main.pk, actor=owner, number=1, table=1, to=5)
    move_match(event_id=main.pk, actor=owner, number=1, table=1, to=6)
    assert (given(main), given(side)) == ([1, 2, 6], [3, 4, 5])
    with pytest.raises(IntegrityError), transaction.atomic():
        GivenTable.objects.create(venue=place, table=6, event=side)


def test_fixed_tables_are_taken_where_nobody_else_has_them(owner: User) -> None:
    place = venue()
    main, side = event_at(place, 4, owner), event_at(place, 4, owner)
    main.enrollments.filter(number=1).update(fixed_table=9)
    side.enrollments.filter(number=1).update(fixed_table=9)
    start_round(main, owner, 1)
    start_round(side, owner, 1)
    assert (played(main, 1), played(side, 1)) == ([1, 9], [2, 3])


def test_a_round_opens_again_only_at_its_own_tables(owner: User) -> None:
    place = venue(rows="1-4")
    main, side = event_at(place, 4, owner), event_at(place, 6, owner)
    play_round(main, owner, 1, publish=False)
    GivenTable.objects.filter(event=main).delete()
    start_round(side, owner, 1)
    with pytest.raises(RefusedError, match="Table 1 belongs to"):
        reopen_round(event_id=main.pk, actor=owner, number=1)


def test_the_name_of_the_venue_decides_within_one_organisation(owner: User) -> None:
    place = venue()
    venue(slug="club")
    OrganisationMember.objects.create(
        organisation=place.organisation, user=owner, owner=True, organizer=True
    )
    data = EventData(name="Friday", date=factories.event().date, rounds=3, venue="harbour hall")
    event = create_event(actor=owner, data=data)
    assert event.mapped_venue == place
    take_tables(event, [3, None])
    changed = change_settings(event_id=event.pk, actor=owner, changes={"venue": "Kitchen"})
    assert (changed.mapped_venue, given(event)) == (None, [])
    take_tables(changed, [3])
    assert not GivenTable.objects.exists()
    assert Venue.objects.count() == Organisation.objects.count() == 2


def test_an_event_that_moved_says_where_it_was(owner: User) -> None:
    place = venue()
    main = event_at(place, 4, owner)
    play_round(main, owner, 1)
    GivenTable.objects.filter(event=main).delete()
    blocker = event_at(place, 4, owner)
    start_round(blocker, owner, 1)
    start_round(main, owner, 2)
    assert main.rounds.get(number=2).seated_before == "1–2"
    assert played(main, 2) == [3, 4]
