"""Penalties, from the player's page in three taps."""

import pytest

from events.models import Penalty, Role
from events.views.access import Action
from tests import factories
from tests.events.views.access_cases import Route, check_access, check_methods
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ROUTES = [
    Route("penalties/", Action.SEE),
    Route("penalties/999/remove/", Action.CHANGE_PENALTY, "post"),
]


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    check_access(factories.event(), route)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_methods(route: Route) -> None:
    check_methods(factories.event(), route)


def test_player_then_infraction_then_record() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    player = f"/staff/e/{event.slug}/roster/players/1/"
    link = f"{player}penalties/?infraction=tardiness"
    assert link in client.get(player).content.decode()
    page = client.get(link)
    assert page.context["form"].initial == {"infraction": "tardiness", "penalty": "game-loss"}
    assert 'value="game-loss" required id="id_penalty_2" checked' in page.content.decode()
    data = {"infraction": "tardiness", "penalty": "game-loss", "note": "Train"}
    assert client.post(link, data)["Location"] == player
    made = Penalty.objects.get()
    assert (made.infraction, made.penalty, made.note) == ("tardiness", "game-loss", "Train")
    assert "1 time before in this event" in client.get(link).content.decode()


def test_mistakes_write_nothing() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    path = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    for data in ({}, {"infraction": "nonsense", "penalty": "warning"}, {"infraction": "cheating"}):
        assert client.post(path, data).status_code == 422
    assert client.get(f"{path}?infraction=nonsense").status_code == 200
    assert not Penalty.objects.exists()


def test_a_disqualification_offers_to_disqualify() -> None:
    event = factories.event_with_players(1)
    data = {"infraction": "cheating", "penalty": "disqualification", "note": "Sleeves"}
    for role, words in ((Role.HEAD_JUDGE, "Disqualify now"), (Role.JUDGE, "Ask the head judge")):
        client = factories.client_of(factories.staff_member(event, role))
        path = f"/staff/e/{event.slug}/roster/players/1/penalties/"
        page = client.post(path, data, follow=True).content.decode()
        assert words in page
    assert event.enrollments.get().state == "active"
    head = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    page = head.post(path, data, follow=True).content.decode()
    assert 'value="Cheating: Sleeves"' in page


def test_list_and_remove() -> None:
    event = factories.event_with_players(3)
    client = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    path = f"/staff/e/{event.slug}/penalties/"
    assert "No penalty so far" in client.get(path).content.decode()
    judge = factories.user("jo")
    counts = []
    for one in event.enrollments.all():
        one.penalties.create(infraction="slow-play", penalty="warning", given_by=judge)
        counts.append(queries_of(lambda: client.get(path)))
    assert len(set(counts)) == 1
    page = client.get(path).content.decode()
    assert page.count("Slow Play") == 3
    made = Penalty.objects.earliest("pk")
    response = client.post(f"{path}{made.pk}/remove/", follow=True)
    assert "The penalty of Player 001 is removed" in response.content.decode()
    assert client.post(f"{path}{made.pk}/remove/").status_code == 409
    assert Penalty.objects.count() == 2


def test_penalties_of_another_event_are_out_of_reach() -> None:
    event, other = factories.event_with_players(1), factories.event_with_players(1)
    made = other.enrollments.get().penalties.create(
        infraction="slow-play", penalty="warning", given_by=factories.user()
    )
    client = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    assert client.post(f"/staff/e/{event.slug}/penalties/{made.pk}/remove/").status_code == 409
    assert Penalty.objects.filter(pk=made.pk).exists()
