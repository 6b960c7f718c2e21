"""The page of an organisation shows what its parts hold, and each staff page leads to it."""

import pytest
from django.contrib.auth.models import User

from events.core.organisations.ownership import create_organisation
from events.models import Organisation, OrganisationMember, Queue, Venue
from tests import factories
from tests.markup import flat, with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

BASE = "/staff/organisations/shop/"


@pytest.fixture
def owner() -> User:
    return factories.user("anna")


@pytest.fixture
def shop(owner: User) -> Organisation:
    return create_organisation("Corner Shop", "shop", owner)


def hall(shop: Organisation, name: str) -> Venue:
    venue = Venue.objects.create(organisation=shop, name=name)
    venue.rooms.create(rows="1-10\n11-20", blocked_tables="13")
    return venue


def queue(shop: Organisation, number: int) -> Queue:
    made: Queue = shop.queues.create(number=number, name=f"Draft {number}", date="2026-05-09")
    made.entries.create(organisation=shop, number=1, name="Ada", key=f"ada {number}")
    return made


def test_each_line_says_what_is_so_now(owner: User, shop: Organisation) -> None:
    hall(shop, "Harbour Hall")
    queue(shop, 1)
    page = with_plain_names(flat(factories.client_of(owner).get(BASE)))
    for words in ("19 tables", "blocked: 13", "Now: all free", "1 of 8 waiting", "Add venue"):
        assert words in page


def test_a_judge_reads_and_is_offered_nothing_to_change(shop: Organisation) -> None:
    judge = factories.user("judge")
    OrganisationMember.objects.create(organisation=shop, user=judge, judge=True)
    hall(shop, "Harbour Hall")
    page = flat(factories.client_of(judge).get(BASE))
    assert "Show map" in page
    for words in ("Add venue", "New queue", "New series", "Print badges", "Show tokens"):
        assert words not in page


def test_many_venues_and_queues_take_no_more_queries(owner: User, shop: Organisation) -> None:
    browser = factories.client_of(owner)
    hall(shop, "Hall 0")
    queue(shop, 1)
    few = queries_of(lambda: browser.get(BASE))
    for number in range(2, 6):
        hall(shop, f"Hall {number}")
        queue(shop, number)
    assert queries_of(lambda: browser.get(BASE)) == few


def test_the_tab_has_the_name_and_is_the_current_one(owner: User, shop: Organisation) -> None:
    browser = factories.client_of(owner)
    assert f'href="{BASE}"' in flat(browser.get("/staff/"))
    tab = with_plain_names(flat(browser.get(BASE)))
    assert f'<a href="{BASE}" aria-current="page">Corner Shop</a>' in tab
    assert BASE not in flat(factories.client_of(factories.user()).get("/staff/"))
