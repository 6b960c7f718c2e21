"""One player as the desk sees them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Enrollment, Event, Role
from events.views.access import Action
from tests import factories
from tests.events.views.access_cases import Route, check_access, check_methods

pytestmark = pytest.mark.django_db

PLAYER = "roster/players/1/"
ROUTES = [
    Route(PLAYER, Action.SEE),
    Route(PLAYER, Action.EDIT_ROSTER, "post", {"name": "New Name"}),
    Route(f"{PLAYER}check-in/", Action.CHECK_IN, "post"),
    Route(f"{PLAYER}drop/", Action.DROP, "post"),
    Route(f"{PLAYER}reinstate/", Action.REINSTATE, "post"),
    Route(f"{PLAYER}disqualify/", Action.DISQUALIFY, "post"),
    Route(f"{PLAYER}remove/", Action.EDIT_ROSTER, "post"),
    Route(f"{PLAYER}penalties/", Action.PENALTY),
    Route(f"{PLAYER}penalties/", Action.PENALTY, "post"),
]
READ = {route.path for route in ROUTES if route.method == "get"}
WRITE_ONLY = [route for route in ROUTES if route.path not in READ]


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    event = factories.event_with_players(2)
    # So that nobody can be removed and every role meets the player.
    event.rounds.create(stage=event.stages.get(), number=1)
    check_access(event, route)


@pytest.mark.parametrize("route", WRITE_ONLY, ids=str)
def test_methods(route: Route) -> None:
    check_methods(factories.event_with_players(2), route)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_unknown_numbers_are_not_there(route: Route) -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, list(Role)))
    path = f"/staff/e/{event.slug}/{route.path}".replace("players/1/", "players/99/")
    assert getattr(client, route.method)(path, {**route.data, "reason": "x"}).status_code == 404


def owner_of(event: Event) -> tuple[object, str]:
    client = factories.client_of(factories.staff_member(event, list(Role)))
    return client, f"/staff/e/{event.slug}/roster/players/1/"


def state_of(event: Event) -> str:
    return str(event.enrollments.get(number=1).state)


def test_the_page_shows_matches_from_the_players_side() -> None:
    event = factories.event_with_players(3)
    first, second, third = event.enrollments.order_by("number")
    stage = event.stages.get()
    one = event.rounds.create(stage=stage, number=1, state="complete")
    score = {"first_wins": 2, "second_wins": 1, "drawn_games": 0}
    one.matches.create(first=second, second=first, table=5, **score)
    two = event.rounds.create(stage=stage, number=2, state="complete")
    two.matches.create(first=first, kind="bye", first_wins=2, second_wins=0, drawn_games=0)
    three = event.rounds.create(stage=stage, number=3, state="posted")
    three.matches.create(first=first, second=third, table=9)
    client, path = owner_of(event)
    found = client.get(path).context["page"].matches  # type: ignore[attr-defined]
    assert [(item.outcome, item.games) for item in found] == [
        ("lost", (1, 2, 0)),
        ("bye", (2, 0, 0)),
        ("", None),
    ]
    assert [getattr(item.opponent, "name", None) for item in found] == [
        "Player 002",
        None,
        "Player 003",
    ]


def test_queries_do_not_grow_with_matches_and_penalties() -> None:
    event = factories.event_with_players(8)
    client, path = owner_of(event)
    players = list(event.enrollments.order_by("number"))
    judge = factories.user()
    counts = []
    for number in range(1, 6):
        made = event.rounds.create(stage=event.stages.get(), number=number, state="posted")
        made.matches.create(first=players[0], second=players[number], table=1)
        players[0].penalties.create(infraction="tardiness", penalty="game-loss", given_by=judge)
        with CaptureQueriesContext(connection) as queries:
            client.get(path)  # type: ignore[attr-defined]
        counts.append(len(queries))
    assert len(set(counts)) == 1


def test_change_and_refusal() -> None:
    event = factories.event_with_players(2, platform="Arena")
    client, path = owner_of(event)
    data = {
        "name": "Ada Falk",
        "email": "ada@example.org",
        "platform_id": "Ada#1",
        "awarded_byes": "1",
        "fixed_table": "3",
    }
    assert client.post(path, data)["Location"] == path  # type: ignore[attr-defined]
    one = Enrollment.objects.get(event=event, number=1)
    assert (one.name, one.platform_id, one.awarded_byes, one.fixed_table) == (
        "Ada Falk",
        "Ada#1",
        1,
        3,
    )
    response = client.post(path.replace("/1/", "/2/"), {**data, "name": "Kept"})  # type: ignore[attr-defined]
    assert response.status_code == 422
    page = response.content.decode()
    assert 'value="Kept"' in page
    assert "already enrolled" in page
    # Without a platform and after round 1 the fields are gone; what they held stays.
    Event.objects.filter(pk=event.pk).update(platform="")
    event.rounds.create(stage=event.stages.get(), number=1)
    client.post(path, {"name": "Ada Moe", "email": "ada@example.org"})  # type: ignore[attr-defined]
    one.refresh_from_db()
    assert (one.name, one.platform_id, one.awarded_byes, one.fixed_table) == (
        "Ada Moe",
        "Ada#1",
        1,
        None,
    )


def test_leaving_and_coming_back() -> None:
    event = factories.event_with_players(2)
    client, path = owner_of(event)

    def do(what: str, **data: str) -> object:
        return client.post(f"{path}{what}/", data, follow=True)  # type: ignore[attr-defined]

    assert "did not take part" in do("drop").content.decode()  # type: ignore[attr-defined]
    assert state_of(event) == "dropped"
    again = do("drop")
    assert again.status_code == 409  # type: ignore[attr-defined]
    do("reinstate")
    assert state_of(event) == "active"
    refused = do("disqualify", reason=" ")
    assert refused.status_code == 422  # type: ignore[attr-defined]
    assert state_of(event) == "active"
    do("disqualify", reason="Cheating: marked sleeves")
    assert state_of(event) == "disqualified"
    assert event.journal.filter(data__reason="Cheating: marked sleeves").exists()


def test_check_in_and_back() -> None:
    event = factories.event_with_players(1)
    client, path = owner_of(event)
    client.post(f"{path}check-in/")  # type: ignore[attr-defined]
    assert event.enrollments.get().checked_in
    client.post(f"{path}check-in/", {"absent": "1"})  # type: ignore[attr-defined]
    assert not event.enrollments.get().checked_in


def test_remove_before_round_1_only() -> None:
    event = factories.event_with_players(2)
    client, path = owner_of(event)
    assert "Remove Player 001" in client.get(path).content.decode()  # type: ignore[attr-defined]
    response = client.post(f"{path}remove/")  # type: ignore[attr-defined]
    assert response["Location"].endswith("/roster/")
    assert client.get(path).status_code == 404  # type: ignore[attr-defined]
    event.rounds.create(stage=event.stages.get(), number=1)
    path = path.replace("/1/", "/2/")
    assert "Remove Player" not in client.get(path).content.decode()  # type: ignore[attr-defined]
    assert client.post(f"{path}remove/").status_code == 409  # type: ignore[attr-defined]


def test_a_judge_sees_neither_addresses_nor_what_is_not_allowed() -> None:
    event = factories.event_with_players(1)
    event.enrollments.get().player.__class__.objects.update(email="secret@example.org")
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = client.get(f"/staff/e/{event.slug}/roster/players/1/").content.decode()
    assert "secret@example.org" not in page
    for word in ("/drop/", "/reinstate/", "/disqualify/", "/remove/"):
        assert word not in page
    assert "penalties/?infraction=slow-play" in page
