"""The head of the staff's pages: few tabs, the rest in menus."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from events.accounts.staff_actions import change_staff
from events.models import FactSheet, Role
from events.stages.actions import add_playoff, drop_stage
from events.templatetags.event_parts import UsedParts, used_parts
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.staffing import add_staff
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

TAB = re.compile(r"<a href=\"([^\"]+)\"[^>]*>\s*([^<]+?)\s*</a>")


def tabs_of(page: str) -> list[str]:
    """The names of the tabs that are shown without opening a menu."""
    nav = page.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    return [name for _address, name in TAB.findall(nav.partition("<details")[0])]


def test_a_friday_night_has_three_tabs() -> None:
    event, owner = event_with_owner(8)
    event.staff.update(organizer=True, head_judge=True, judge=False)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/roster/").content.decode()
    assert tabs_of(page) == ["Desk", "Roster", "Standings"]
    for hidden in ("floor/", "journal/", "settings/", "stages/", "report/", "print/"):
        assert f'href="/staff/e/{event.slug}/{hidden}"' in page, hidden


def test_a_judge_and_a_bracket_bring_their_tabs(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event, owner = event_with_owner(8)
    event.staff.update(organizer=True, head_judge=True, judge=False)
    assert used_parts(event) == UsedParts()
    by_owner: Any = {"event_id": event.pk, "actor": owner}
    add_staff(**by_owner, username="ann", roles=[Role.JUDGE])
    add_playoff(**by_owner)
    event.refresh_from_db()
    assert used_parts(event) == UsedParts(bracket=2, judges=True)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/roster/").content.decode()
    assert tabs_of(page) == ["Desk", "Roster", "Standings", "Bracket", "Floor"]
    with django_assert_num_queries(0):
        used_parts(event)
    drop_stage(**by_owner)
    change_staff(**by_owner, username="ann", roles=[])
    event.refresh_from_db()
    assert used_parts(event) == UsedParts()


def test_the_menu_lists_what_is_not_over_with_its_round() -> None:
    first, owner = event_with_owner(8)
    start_round(first, owner, 1)
    client = factories.client_of(owner)
    ended = factories.event(name="Last week")
    ended.staff.create(user=owner, organizer=True)
    ended.state = ended.State.FINISHED
    ended.save()
    address = f"/staff/e/{first.slug}/switch/"
    answer = client.get(address)
    assert answer.status_code == HTTPStatus.OK
    shown = " ".join(answer.content.decode().split())
    assert "Round 1 · 4 playing" in shown
    assert "Last week" not in shown
    assert factories.client_of(factories.user()).get(address).status_code == HTTPStatus.NOT_FOUND
    assert factories.client_of().get(address).status_code == HTTPStatus.FOUND

    few = queries_of(lambda: client.get(address))
    for number in range(5):
        other = factories.event_with_players(2, name=f"Side event {number}")
        other.staff.create(user=owner, organizer=True)
    assert "Side event 4" in client.get(address).content.decode()
    assert queries_of(lambda: client.get(address)) == few


def test_required_decklists_are_in_the_menu() -> None:
    event, owner = event_with_owner(8)
    plain = factories.event(name="Friday")
    plain.staff.create(user=owner, organizer=True)
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    client = factories.client_of(owner)

    def menu(slug: str) -> str:
        page = client.get(f"/staff/e/{slug}/decks/checks/").content.decode()
        return page.partition('<nav class="tabs"')[2].partition("</nav>")[0]

    assert f'href="/staff/e/{event.slug}/decks/" aria-current="page"' in menu(event.slug)
    assert "/decks/" not in menu(plain.slug)
