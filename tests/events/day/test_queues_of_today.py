"""The card of on-demand queues on the day page: who sees it, what it counts, what it costs."""

import datetime
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.day.queues_today import queues_today
from events.models import Organisation, OrganisationMember, Queue
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue
from tests import factories
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
PATH = "/staff/day/queues/"


def member(shop: Organisation, name: str, **roles: bool) -> User:
    account = factories.user(name)
    OrganisationMember.objects.create(organisation=shop, user=account, **roles)
    return account


@pytest.fixture
def shop() -> Organisation:
    return Organisation.objects.create(slug="shop", name="Corner Shop")


@pytest.fixture
def owner(shop: Organisation) -> User:
    return member(shop, "anna", owner=True, organizer=True)


def queue_of(shop: Organisation, owner: User, **values: object) -> Queue:
    wanted = {"name": "Booster Draft", "date": timezone.localdate(), "size": 4, "first_table": 301}
    wanted |= {"last_table": 320, "play": "elimination"}
    return open_queue(organisation=shop, actor=owner, values=wanted | values)


def card(user: User, path: str = "/staff/") -> str:
    answer = factories.client_of(user).get(path)
    assert answer.status_code == HTTPStatus.OK
    return flat(answer)


def test_the_card_counts_the_line_and_names_called_pods(shop: Organisation, owner: User) -> None:
    queue = queue_of(shop, owner)
    for name in ("Ada", "Ben", "Cleo", "Dev", "Eve"):
        join(queue=queue, name=name)
    queue.entries.filter(name="Eve").update(
        joined_at=timezone.now() - datetime.timedelta(minutes=12)
    )
    for path in ("/staff/", PATH):
        page = card(owner, path)
        assert "<b>1</b>of 4 waiting" in page
        assert "longest wait: 12 minutes" in page
        assert "Called: pod 1, tables 301–302" in page
        assert 'href="/staff/organisations/shop/on-demand/"' in page


def test_members_see_it_and_strangers_do_not(shop: Organisation, owner: User) -> None:
    queue_of(shop, owner)
    assert "Booster Draft" in card(member(shop, "joe", judge=True))
    other = Organisation.objects.create(slug="other", name="Corner Shop")
    for stranger in (factories.user(), member(other, "eve", owner=True)):
        assert "Booster Draft" not in card(stranger)
        assert "Booster Draft" not in card(stranger, PATH)
    assert factories.client_of(owner).post(PATH).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_other_days_and_closed_queues_are_left_out(shop: Organisation, owner: User) -> None:
    queue_of(shop, owner, date=timezone.localdate() + datetime.timedelta(days=1))
    closed = queue_of(shop, owner, name="Sealed", first_table=401, last_table=410)
    Queue.objects.filter(pk=closed.pk).update(state=Queue.State.CLOSED)
    assert queues_today(owner) == []
    assert "day-queues" not in card(owner)


def test_a_queue_is_on_the_date_of_its_own_place(shop: Organisation, owner: User) -> None:
    evening = datetime.datetime(2026, 11, 28, 20, 0, tzinfo=datetime.UTC)
    sunday = datetime.date(2026, 11, 29)
    queue_of(shop, owner, date=sunday, time_zone="Asia/Tokyo")
    queue_of(shop, owner, name="Sealed", date=sunday, first_table=401, last_table=410)
    assert [row.queue.name for row in queues_today(owner, evening)] == ["Booster Draft"]


def test_many_queues_cost_as_many_queries_as_one(shop: Organisation, owner: User) -> None:
    client = factories.client_of(owner)
    join(queue=queue_of(shop, owner), name="Ada")
    few = queries_of(lambda: client.get(PATH))
    for number in range(5):
        first = 401 + 20 * number
        queue = queue_of(
            shop, owner, name=f"Queue {number}", first_table=first, last_table=first + 19
        )
        join(queue=queue, name=f"Player {number}")
    assert queries_of(lambda: client.get(PATH)) == few
