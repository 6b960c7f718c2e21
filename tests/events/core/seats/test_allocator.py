"""One allocator gives tables to rounds, pods and queues, with a venue and without."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.events.actions import change_settings
from events.core.refusals import RefusedError
from events.core.rounds.pairing_actions import pair_next_round
from events.core.seats.allocator import free_for_queue, next_tables
from events.core.stages.cut_actions import confirm_cut
from events.core.stages.cuts import cut_line
from events.core.stages.pod_queries import meeting_seats
from events.day.queries import day_rows
from events.models import Event, Organisation, OrganisationMember, Queue, QueuePod, Stage
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue, post_pod
from events.seating.actions import move_match
from events.venues.queries import venue_map
from tests import factories
from tests.events.scenario import play_round, start_round
from tests.events.support.venues import event_at, given, played, venue
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    account = factories.user("anna")
    shop = Organisation.objects.create(slug="shop", name="Shop")
    OrganisationMember.objects.create(
        organisation=shop, user=account, owner=True, organizer=True, scorekeeper=True
    )
    return account


def shop_event(players: int, owner: User, **columns: object) -> Event:
    event: Event = factories.EventFactory.create(
        players=players,
        organisation=Organisation.objects.get(slug="shop"),
        **{"date": timezone.localdate(), **columns},
    )
    factories.StaffMemberFactory.create(
        event=event, user=owner, organizer=True, head_judge=True, scorekeeper=True
    )
    return event


def queue_of(owner: User, size: int = 4, **columns: object) -> Queue:
    values = {"name": "Draft", "date": timezone.localdate(), "size": size, "play": "elimination"}
    shop = Organisation.objects.get(slug="shop")
    return open_queue(organisation=shop, actor=owner, values=values | columns)


def call(queue: Queue, names: str = "ABCD") -> QueuePod:
    for name in names:
        join(queue=queue, name=f"{name} {queue.name}")
    return queue.pods.get()


def block(pod: QueuePod) -> tuple[int, int]:
    return pod.first_table, pod.last_table


@pytest.mark.parametrize("with_venue", [True, False])
def test_a_pod_is_not_called_to_tables_of_an_event(owner: User, with_venue: bool) -> None:
    if with_venue:
        main = event_at(venue(), 8, owner, date=timezone.localdate())
    else:
        main = shop_event(8, owner)
    start_round(main, owner, 1)
    pod = call(queue_of(owner))
    assert block(pod) == (5, 6)
    side = shop_event(4, owner)
    start_round(side, owner, 1)
    assert played(side, 1) == [41, 42], "nor an event to tables of the queue"
    post_pod(pod=pod, actor=owner)
    assert pod.event is not None
    assert played(pod.event, 1) == [5, 6]
    assert not any(row.shared for row in day_rows(owner))


def test_a_venue_gives_no_table_of_a_called_pod(owner: User) -> None:
    place = venue(rows="1-12")
    pod = call(queue_of(owner))
    assert block(pod) == (1, 2)
    main = event_at(place, 8, owner, date=timezone.localdate())
    start_round(main, owner, 1)
    assert played(main, 1) == given(main) == [3, 4, 5, 6]
    with pytest.raises(RefusedError, match="Table 2 belongs to Draft 1 now"):
        move_match(event_id=main.pk, actor=owner, number=1, table=3, to=2)
    shown = venue_map(place)
    assert (shown.free, [line.tables for line in shown.events]) == ("7–12", ["1–2", "3–6"])


def test_a_pod_without_free_tables_names_who_has_them(owner: User) -> None:
    start_round(shop_event(8, owner, name="Open"), owner, 1)
    queue = queue_of(owner, last_table=5)
    for name in "ABCD":
        join(queue=queue, name=name)
    queue.refresh_from_db()
    assert queue.trouble == (
        "Tables 1 to 5 do not have 2 free tables in a row. In use: Open (1–4)."
    )


def test_a_new_queue_is_offered_free_tables(owner: User) -> None:
    start_round(shop_event(8, owner, name="Open"), owner, 1)
    queue_of(owner, first_table=101, last_table=140)
    shop = Organisation.objects.get()
    tables = free_for_queue(shop, timezone.localdate(), least=4).tables
    assert (tables[0], tables[-1]) == (5, 44)
    page = factories.client_of(owner).get("/staff/organisations/shop/on-demand/new/")
    assert 'value="5"' in page.content.decode()
    assert 'value="44"' in page.content.decode()
    other = queue_of(owner, name="Other", first_table=1, last_table=40)
    page = factories.client_of(owner).get(
        f"/staff/organisations/shop/on-demand/{other.number}/settings/"
    )
    assert "In use: Open (1–4)." in page.content.decode()


def test_rounds_leave_the_tables_of_an_open_queue_free(owner: User) -> None:
    early = shop_event(8, owner, name="Early")
    play_round(early, owner, 1)
    queue = queue_of(owner)
    late = shop_event(4, owner, name="Late")
    why = "In use: Early (1–4). The queue Draft calls pods to tables 1–40."
    assert next_tables(late, 2).words == f"Tables 41–42. {why}"
    new = factories.client_of(owner).get("/staff/new/").content.decode()
    assert f"tables from 1 · free from 41. {why}" in with_plain_names(new)
    start_round(late, owner, 1)
    assert played(late, 1) == [41, 42]
    start_round(early, owner, 2)
    assert played(early, 2) == [1, 2, 3, 4], "it stays where it is"
    pod = call(queue)
    assert block(pod) == (5, 6)
    assert pod.event is not None
    post_pod(pod=pod, actor=owner)
    assert {match.table for match in pod.event.rounds.get().matches.all()} == {5, 6}
    Queue.objects.update(state=Queue.State.CLOSED)
    assert next_tables(shop_event(4, owner), 2).tables == (7, 8)


def test_a_fixed_table_counts_for_more_than_an_open_queue(owner: User) -> None:
    queue_of(owner)
    event = shop_event(4, owner)
    event.enrollments.filter(number=1).update(fixed_table=3)
    start_round(event, owner, 1)
    assert played(event, 1) == [3, 41]


def test_a_venue_gives_tables_of_an_open_queue_last(owner: User) -> None:
    place = venue(rows="1-12")
    queue_of(owner, last_table=8)
    today = timezone.localdate()
    first = event_at(place, 6, owner, date=today)
    start_round(first, owner, 1)
    assert played(first, 1) == [9, 10, 11]
    second = event_at(place, 6, owner, date=today)
    start_round(second, owner, 1)
    assert len(set(played(second, 1)) - {9, 10, 11}) == 3, "no round waits for an idle queue"


def test_a_queue_names_the_other_queue_at_its_tables(owner: User) -> None:
    queue_of(owner, name="Sealed", first_table=30, last_table=60)
    other = queue_of(owner, name="Other", first_table=1, last_table=40)
    address = f"/staff/organisations/shop/on-demand/{other.number}/settings/"
    page = with_plain_names(factories.client_of(owner).get(address).content.decode())
    assert "The queue Sealed calls pods to tables 30–60." in page
    assert "The queue Other" not in page


def test_an_event_between_two_rounds_keeps_its_tables(owner: User) -> None:
    main = shop_event(16, owner, name="Championship")
    play_round(main, owner, 1)
    side = shop_event(8, owner)
    start_round(side, owner, 1)
    assert played(side, 1) == [9, 10, 11, 12]
    start_round(main, owner, 2)
    assert played(main, 2) == list(range(1, 9))


def test_a_championship_plays_its_quarterfinals_at_its_own_tables(owner: User) -> None:
    main = shop_event(16, owner, name="Championship", rounds=1)
    Stage.objects.filter(event=main).update(rounds=1, cut_by=Stage.Cut.RANK, cut_value=8)
    Stage.objects.create(event=main, number=2, kind=Stage.Kind.SINGLE_ELIMINATION)
    play_round(main, owner, 1)
    start_round(shop_event(8, owner), owner, 1)
    best = cut_line(main.stages.get(number=1)).numbers
    confirm_cut(event_id=main.pk, actor=owner, number=1, advancing=best)
    pair_next_round(event_id=main.pk, actor=owner, number=2)
    assert played(main, 2) == [1, 2, 3, 4]


def test_an_event_that_has_nothing_left_to_play_holds_no_table(owner: User) -> None:
    noon = shop_event(8, owner)
    Stage.objects.filter(event=noon).update(rounds=1)
    play_round(noon, owner, 1)
    evening = shop_event(8, owner)
    start_round(evening, owner, 1)
    assert played(evening, 1) == [1, 2, 3, 4]


def test_every_screen_that_names_tables_says_why_they_are_not_the_first(owner: User) -> None:
    start_round(shop_event(8, owner, name="Open"), owner, 1)
    side = shop_event(4, owner, name="Side")
    words = "Tables 5–6. In use: Open (1–4)."
    assert next_tables(side, 2).words == words
    browser = factories.client_of(owner)
    assert words in browser.get(f"/staff/e/{side.slug}/").content.decode()
    assert words in browser.get(f"/staff/e/{side.slug}/settings/").content.decode()
    new = browser.get("/staff/new/").content.decode()
    assert "tables from 1 · free from 5. In use: Open (1–4)." in new
    assert {seat.table for seat in meeting_seats(side)} == {5, 6}
    start_round(side, owner, 1)
    assert played(side, 1) == [5, 6]


def test_a_full_venue_says_so_before_round_1(owner: User) -> None:
    place = venue(rows="1-3")
    start_round(event_at(place, 4, owner, name="Open"), owner, 1)
    side = event_at(place, 8, owner)
    page = factories.client_of(owner).get(f"/staff/e/{side.slug}/").content.decode()
    assert "Harbour Hall is full. 3 more tables are needed." in page


def test_a_blocked_table_stays_on_the_map_when_an_event_joins_at_it(owner: User) -> None:
    place = venue(rows="1-20\n21-30", blocked="13")
    side = shop_event(36, owner, name="Side", first_table=13)
    start_round(side, owner, 1)
    change_settings(event_id=side.pk, actor=owner, changes={"venue": place.name})
    assert given(side) == list(range(13, 31))
    row = venue_map(place).rooms[0].rows[0]
    assert [(part.tables, part.style) for part in row.segments] == [
        ("1–12", "free"),
        ("13", "given c0 blocked"),
        ("14–20", "given c0"),
    ]
    page = factories.client_of(owner).get(f"/staff/venues/{place.pk}/").content.decode()
    assert "blocked" in page


def test_today_tells_of_a_table_that_an_event_of_others_uses(owner: User) -> None:
    mine = shop_event(8, owner, name="Mine")
    start_round(mine, owner, 1)
    theirs = shop_event(8, factories.user("ben"), name="Theirs", venue="Far")
    start_round(theirs, theirs.staff.get().user, 1)
    Event.objects.filter(pk=theirs.pk).update(venue="")
    theirs.rounds.get().matches.filter(table=5).update(table=1)
    (row,) = [row for row in day_rows(owner) if row.event == mine]
    assert [(shared.other.name, shared.tables) for shared in row.shared] == [("Theirs", "1")]


def test_events_of_another_day_share_no_table(owner: User) -> None:
    start_round(shop_event(8, owner), owner, 1)
    later = shop_event(8, owner, date=timezone.localdate() + datetime.timedelta(days=1))
    start_round(later, owner, 1)
    assert played(later, 1) == [1, 2, 3, 4]
