"""Queues from the first scan to the tickets, by role, and for two organisations."""

import datetime
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.players.private_address import token_of
from events.core.refusals import RefusedError
from events.hosting.personal_data.actions import delete_event, pseudonymize_player
from events.models import (
    Enrollment,
    Event,
    Match,
    Organisation,
    OrganisationEntry,
    OrganisationMember,
    Player,
    Queue,
    QueueEntry,
    QueuePod,
    Round,
    Venue,
)
from events.on_demand.actions import join, leave, replace_no_show
from events.on_demand.line import call_due
from events.on_demand.pod_actions import call_now, hand_out, open_queue, post_pod, take_back_tickets
from events.on_demand.pod_records import still_plays
from events.on_demand.queries import ticket_rows
from tests import factories
from tests.events.scenario import report
from tests.markup import flat

pytestmark = pytest.mark.django_db
State = QueueEntry.State
BASE = "/staff/organisations/shop/on-demand/"
NAMES = ["Ada", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun"]


def refused(words: str) -> Any:
    return pytest.raises(RefusedError, match=re.escape(words))


def owner_of(slug: str, name: str = "Corner Shop") -> User:
    account = factories.user(f"anna-{slug}")
    shop = Organisation.objects.create(slug=slug, name=name)
    OrganisationMember.objects.create(
        organisation=shop, user=account, owner=True, organizer=True, scorekeeper=True
    )
    return account


@pytest.fixture
def owner() -> User:
    return owner_of("shop")


def new_queue(owner: User, **columns: Any) -> Queue:
    values = {"name": "Draft", "date": datetime.date(2026, 5, 9), "size": 4, "last_table": 12}
    membership = owner.organisations.select_related("organisation").get()
    return open_queue(organisation=membership.organisation, actor=owner, values=values | columns)


def fill(queue: Queue, count: int = 4) -> list[QueueEntry]:
    return [join(queue=queue, name=name) for name in NAMES[:count]]


def names_in(pod: QueuePod) -> list[str]:
    assert pod.event is not None
    return sorted(pod.event.enrollments.values_list("name", flat=True))


def test_the_last_player_makes_the_pod_and_one_tap_posts_it(owner: User) -> None:
    judge = factories.user("judge")
    shop = Organisation.objects.get()
    OrganisationMember.objects.create(organisation=shop, user=judge, judge=True)
    queue = new_queue(owner, tickets={"2-0": 5})
    fill(queue)
    pod = QueuePod.objects.get()
    assert pod.event is not None
    assert (pod.event.name, pod.event.organisation, pod.judge) == ("Draft 1", shop, judge)
    assert (pod.first_table, pod.last_table, pod.event.first_table) == (1, 2, 1)
    assert names_in(pod) == NAMES[:4]
    assert set(QueueEntry.objects.values_list("state", flat=True)) == {State.CALLED}
    assert pod.event.staff.get(user=judge).judge
    post_pod(pod=pod, actor=owner)
    stage = pod.event.stages.get()
    assert stage.pods
    assert stage.pods_posted_at
    assert stage.pod_seats.count() == 4
    with refused("Pod 1 is already posted."):
        post_pod(pod=pod, actor=owner)
    verbs = list(OrganisationEntry.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs == ["queue-opened", "pod-called", "pod-posted"]
    # The next pod uses other tables while this one plays.
    for name in NAMES[4:8]:
        join(queue=queue, name=name)
    assert QueuePod.objects.get(number=2).first_table == 3


@pytest.mark.parametrize("play", Queue.Play.values)
def test_each_kind_of_pod_is_posted_and_replaces_a_no_show(owner: User, play: str) -> None:
    queue = new_queue(owner, play=play)
    ada, ben, *_rest = fill(queue, 6)
    pod = QueuePod.objects.get()
    ada.refresh_from_db()
    following = replace_no_show(entry=ada, actor=owner)
    assert following is not None
    assert (following.name, names_in(pod)) == ("Eve", ["Ben", "Cleo", "Dev", "Eve"])
    post_pod(pod=pod, actor=owner)
    ben.refresh_from_db()
    replace_no_show(entry=ben, actor=owner)
    assert names_in(pod) == ["Cleo", "Dev", "Eve", "Finn"]
    assert {entry.state for entry in pod.entries.all()} == {State.PLAYING}
    assert pod.event is not None
    if play == Queue.Play.DRAFT:
        seats = pod.event.stages.get().pod_seats
        seated = list(seats.values_list("enrollment__name", flat=True))
    else:
        assert pod.event.rounds.get().state == Round.State.POSTED
        matches = Match.objects.filter(round__event=pod.event).values_list(
            "first__name", "second__name"
        )
        seated = [name for names in matches for name in names]
        report(pod.event, owner, 1)
        with refused("has results"):
            replace_no_show(entry=following, actor=owner)
    assert sorted(seated) == ["Cleo", "Dev", "Eve", "Finn"]
    # The no-show returns to the end of the queue.
    again = join(queue=queue, name="Ada")
    assert again.state == State.WAITING


def test_nobody_waits_twice_or_plays_in_two_pods(owner: User) -> None:
    first, second = new_queue(owner, play=Queue.Play.ELIMINATION), new_queue(owner, name="Two")
    ada = join(queue=first, name="Ada")
    for queue in (first, second):
        with refused("ada is already waiting for Draft. If this"):
            join(queue=queue, name=" ada ", actor=owner)
        with refused("ada is already waiting for Draft. If this"):
            join(queue=queue, name=" ada ", mine=[ada.pk])
    leave(entry=ada)
    assert leave(entry=ada).state == State.LEFT
    fill(first)
    with refused("Ada is in a pod of Draft."):
        join(queue=second, name="Ada", actor=owner)
    pod = QueuePod.objects.get()
    post_pod(pod=pod, actor=owner)
    with refused("Ada is in a pod of Draft."):
        join(queue=second, name="Ada", actor=owner)
    assert pod.event is not None
    report(pod.event, owner, 1)
    entries = {still_plays(entry) for entry in pod.entries.all()}
    assert entries == {True, False}
    out = next(entry for entry in pod.entries.all() if not still_plays(entry))
    again = join(queue=second, name=out.name, actor=owner)
    # At the desk the same name on the same day is the same player.
    assert again.player == out.player
    out.refresh_from_db()
    assert out.state == State.DONE


def test_a_phone_does_not_learn_who_waits_or_plays(owner: User) -> None:
    queue = new_queue(owner, size=4)
    join(queue=queue, name="Ada", actor=owner)
    other, unknown = Client(), Client()
    address = "/o/shop/on-demand/1/"
    answers = [
        other.post(address, {"name": "ADA"}, follow=True),
        unknown.post(address, {"name": "Zoe"}, follow=True),
    ]
    assert [answer.redirect_chain for answer in answers] == [[(address, HTTPStatus.FOUND)]] * 2
    pages = [
        re.sub(r'value="[^"]+"', "", flat(answer)).replace(name, "NAME")
        for answer, name in zip(answers, ("ADA", "Zoe"), strict=True)
    ]
    assert pages[0].replace("Place 2", "Place").replace("<b>2</b>", "<b>3</b>") == pages[1].replace(
        "Place 3", "Place"
    )
    # The phone knows the people it added itself.
    again = other.post(address, {"name": "Ada"})
    assert again.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    board = factories.client_of(owner).get(BASE).content.decode()
    assert board.count("second player with this name") == 1
    join(queue=queue, name="Ben")
    pod = QueuePod.objects.get()
    players = {entry.player_id for entry in pod.entries.all()}
    assert (names_in(pod), len(players)) == (["ADA", "Ada", "Ben", "Zoe"], 4)
    late = Client().post(address, {"name": "Ada"})
    assert late.status_code == HTTPStatus.FOUND
    assert QueueEntry.objects.filter(name="Ada", state=State.WAITING).count() == 1


def test_a_smaller_pod_begins_after_the_wait_or_by_hand(owner: User) -> None:
    queue = new_queue(owner, size=6, least=3, wait_minutes=30)
    began = timezone.now()
    for name in NAMES[:2]:
        join(queue=queue, name=name, now=began)
    join(queue=queue, name="Cleo", now=began + datetime.timedelta(minutes=29))
    assert not QueuePod.objects.exists()
    join(queue=queue, name="Dev", now=began + datetime.timedelta(minutes=30))
    assert names_in(QueuePod.objects.get()) == NAMES[:4]
    join(queue=queue, name="Eve")
    with refused("A pod needs at least two players."):
        call_now(queue=queue, actor=owner)
    join(queue=queue, name="Finn")
    [pod] = call_now(queue=queue, actor=owner)
    assert names_in(pod) == ["Eve", "Finn"]


def test_a_pod_without_tables_waits_and_says_why(owner: User) -> None:
    queue = new_queue(owner, last_table=2)
    fill(queue, 8)
    queue.refresh_from_db()
    assert queue.trouble.endswith("2 free tables in a row. In use: Draft 1 (1–2).")
    assert queue.entries.filter(state=State.WAITING).count() == 4
    Event.objects.update(state=Event.State.FINISHED)
    join(queue=queue, name="Ivo")
    queue.refresh_from_db()
    assert (queue.trouble, queue.pods.count()) == ("", 2)


def test_a_template_gives_its_settings_and_the_list_or_a_badge_the_player(owner: User) -> None:
    shop = Organisation.objects.get()
    template = factories.event(
        organisation=shop,
        private_pages=True,
        game_format="Sealed",
        round_minutes=40,
        venue="Pier",
    )
    Venue.objects.create(organisation=shop, name="Pier")
    known = Player.objects.create(name="Zoe Known", organisation=shop)
    enrolled = Enrollment.objects.create(event=template, player=known, number=1, name="Zoe Known")
    queue = new_queue(owner, like=template, size=2, play=Queue.Play.SWISS, rounds=1)
    browser = factories.client_of(owner)
    page = browser.get(f"{BASE}1/add/?name=zoe").content.decode()
    assert "Zoe Known" in page
    link = f"https://example.test/me/{token_of(enrolled.pk, enrolled.address_nonce)}/"
    assert browser.post(f"{BASE}1/add/", {"name": link}).status_code == HTTPStatus.FOUND
    entry = queue.entries.get()
    assert entry.player == known
    answer = browser.post(f"{BASE}1/add/", {"name": "Zoe Known", "player": known.pk})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "already waiting" in answer.content.decode()
    join(queue=queue, name="Ben", actor=owner)
    event = Event.objects.get(queue_pod__queue=queue)
    assert (event.game_format, event.rounds.count()) == ("Sealed", 0)
    assert event.mapped_venue is None, "it plays at the tables of its queue"
    assert event.enrollments.get(name="Zoe Known").player == known


def test_tickets_follow_the_record_and_are_signed_for(owner: User) -> None:
    queue = new_queue(owner, size=2, play=Queue.Play.SWISS, rounds=1, tickets={"1-0": 7})
    fill(queue, 2)
    pod = QueuePod.objects.select_related("queue__organisation", "event").get()
    post_pod(pod=pod, actor=owner)
    assert pod.event is not None
    report(pod.event, owner, 1)
    first, second = ticket_rows(pod)
    assert [(str(row.record), row.tickets) for row in (first, second)] == [("1-0", 7), ("0-1", 0)]
    with refused("has changed"):
        hand_out(pod=pod, actor=owner, entries={first.entry.pk: 9})
    browser = factories.client_of(owner)
    address = f"{BASE}1/pods/1/tickets/"
    for _twice in range(2):
        browser.post(address, {"entry": f"{first.entry.pk}:7"})
    first.entry.refresh_from_db()
    assert (first.entry.tickets, first.entry.tickets_by) == (7, owner)
    given = OrganisationEntry.objects.filter(verb="tickets-given")
    assert given.get().data["tickets"] == 7
    assert (
        "Draft: handed out 7 tickets." in browser.get("/staff/organisations/shop/").content.decode()
    )
    assert "anna-shop" in browser.get(address).content.decode()
    take_back_tickets(entry=first.entry, actor=owner)
    assert ticket_rows(pod)[0].entry.tickets is None


def test_the_smaller_pod_begins_by_the_clock_alone(
    owner: User, django_assert_num_queries: Any
) -> None:
    queue = new_queue(owner, size=4, least=2, wait_minutes=30, last_table=1)
    fill(queue, 2)
    now = timezone.now()
    with django_assert_num_queries(1):
        assert call_due(now) == 0
    revision = Queue.objects.get().revision
    assert call_due(now + datetime.timedelta(minutes=31)) == 1
    pod = QueuePod.objects.get()
    assert names_in(pod) == ["Ada", "Ben"]
    # No table is free for the next players: the queue reports it once, until the first pod is over.
    later = now + datetime.timedelta(minutes=90)
    for name in ("Cleo", "Dev"):
        join(queue=queue, name=name, now=now + datetime.timedelta(minutes=32))
    assert call_due(later) == call_due(later) == 0
    after = Queue.objects.get()
    assert "1" in after.trouble
    assert after.revision == revision + 4
    Event.objects.filter(queue_pod=pod).update(state=Event.State.FINISHED)
    assert call_due(later) == 1
    assert Queue.objects.get().trouble == ""


def test_a_person_who_is_taken_out_of_a_pod_leaves_no_name_in_the_queue(owner: User) -> None:
    queue = new_queue(owner, size=2)
    gone, _ben = fill(queue, 2)
    leave(entry=join(queue=queue, name="Cleo"), actor=owner)
    replace_no_show(entry=gone, actor=owner)
    gone = join(queue=queue, name="Ada")
    fourth = join(queue=queue, name="Dev")
    fourth.refresh_from_db()
    assert fourth.pod is not None
    assert fourth.pod.event is not None
    number = Enrollment.objects.get(event=fourth.pod.event, name="Ada").number
    pseudonymize_player(event_id=fourth.pod.event.pk, actor=owner, number=number, typed="Ada")
    gone.refresh_from_db()
    assert gone.enrollment is not None
    assert (gone.name, gone.player) == (f"Player {number}", gone.enrollment.player)
    assert not QueueEntry.objects.filter(key="ada").exists()
    assert not OrganisationEntry.objects.filter(data__icontains='"Ada"').exists()
    assert OrganisationEntry.objects.filter(data__icontains='"Cleo"').exists()


def test_a_deleted_pod_leaves_no_name_in_the_queue_and_its_players_may_join_again(
    owner: User,
) -> None:
    queue = new_queue(owner, size=2)
    _ada, ben = fill(queue, 2)
    leave(entry=join(queue=queue, name="Cleo"), actor=owner)
    join(queue=queue, name="Dev")
    replace_no_show(entry=ben, actor=owner)
    event = Event.objects.get()
    delete_event(event_id=event.pk, actor=owner, typed=event.name)
    left = list(QueueEntry.objects.order_by("number").values_list("name", "state"))
    # Cleo and Ben were in no event when it was deleted.
    assert left == [
        ("Player 1", State.DONE), ("Ben", State.NO_SHOW), ("Cleo", State.LEFT),
        ("Player 4", State.DONE),
    ]  # fmt: skip
    for name in ("Ada", "Dev"):
        assert not OrganisationEntry.objects.filter(data__icontains=f'"{name}"').exists()
        join(queue=queue, name=name)
    assert QueuePod.objects.exclude(event=None).count() == 1
