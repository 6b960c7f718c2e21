"""Penalties: looked for by the infraction, proposed, given with a reason where it is another."""

import pytest

from events.models import Infraction, Penalty, PenaltyKind, Role, StaffMember
from events.penalties.words import infractions_like
from events.web.access import Action
from tests import factories
from tests.events.support.access_cases import Route, check_access, check_methods
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
    give = f"{player}penalties/"
    assert f'action="{give}"' in client.get(player).content.decode()
    link = f"{give}?infraction=tardiness"
    assert f'href="{link}"' in client.get(give).content.decode()
    page = client.get(f"{give}?infraction=TARD")
    assert page.context["form"].initial == {"infraction": "tardiness", "penalty": "game-loss"}
    assert 'value="game-loss" required id="id_penalty_2" checked' in page.content.decode()
    data = {"infraction": "tardiness", "penalty": "game-loss", "note": "Train"}
    assert client.post(link, data)["Location"] == player
    made = Penalty.objects.get()
    assert (made.infraction, made.penalty, made.note) == ("tardiness", "game-loss", "Train")
    assert "Already given 1 time in this event" in client.get(link).content.decode()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("slow", ["slow-play"]),
        ("Slow Play", ["slow-play"]),
        ("遅い", ["slow-play"]),
        ("unsp", ["unsporting-conduct-minor", "unsporting-conduct-major"]),
        ("cond maj", ["unsporting-conduct-major"]),
        ("decklist-problem", ["decklist-problem"]),
        ("deck", ["deck-problem"]),
        ("nothing of the kind", []),
    ],
)
def test_infractions_are_found_by_a_part_of_the_name(typed: str, found: list[str]) -> None:
    said = [infraction.value for infraction in infractions_like(typed)]
    assert said == found or set(found) <= set(said) == {"deck-problem", "decklist-problem"}


def test_a_search_without_scripts_narrows_and_says_when_nothing_fits() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    assert len(infractions_like("")) == len(Infraction)
    narrowed = client.get(give, {"infraction": "unsporting"}).content.decode()
    assert "Unsporting Conduct (Major)" in narrowed
    assert f"{give}?infraction=slow-play" not in narrowed
    none = client.get(give, {"infraction": "xyz"}).content.decode()
    assert "No infraction matches that name. All infractions:" in none
    assert f"{give}?infraction=slow-play" in none
    assert 'value="xyz"' in none


def test_another_penalty_than_the_proposed_one_needs_a_reason() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    data = {"infraction": "slow-play", "penalty": "game-loss", "note": " "}
    answer = client.post(give, data)
    assert answer.status_code == 422
    assert (
        "Give a reason. The recommended penalty for Slow Play is: warning."
        in answer.content.decode()
    )
    client.post(give, data | {"penalty": "warning"})
    again = client.get(give, {"infraction": "slow-play"})
    assert again.context["proposed"] == PenaltyKind.GAME_LOSS, "the second one of its kind"
    assert client.post(give, data).status_code == 302
    assert client.post(give, data | {"penalty": "warning", "note": "New"}).status_code == 302
    assert Penalty.objects.count() == 3


def test_earlier_ones_are_those_of_the_organizer_s_events_alone() -> None:
    event = factories.event_with_players(1)
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    organizer = factories.staff_member(event, Role.ORGANIZER)
    one = event.enrollments.get()
    theirs, strange = factories.event(name="Spring Open"), factories.event(name="Elsewhere")
    StaffMember.objects.create(event=theirs, user=organizer, organizer=True)
    for other in (theirs, strange):
        there = other.enrollments.create(player=one.player, number=1, name=one.name)
        there.penalties.create(infraction="cheating", penalty="warning", given_by=organizer)
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/?infraction=slow-play"
    few = queries_of(lambda: judge.get(give))
    page = judge.get(give).content.decode()
    assert "Spring Open" in page
    assert "Elsewhere" not in page
    for _time in range(5):
        one.penalties.create(infraction="tardiness", penalty="warning", given_by=organizer)
    assert queries_of(lambda: judge.get(give)) == few


def test_from_the_floor_one_goes_back_there() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    page = client.get(give, {"back": "floor"}).content.decode()
    assert "?infraction=slow-play&amp;back=floor" in page
    form = client.get(give, {"back": "floor", "infraction": "slow-play"}).content.decode()
    assert '<input type="hidden" name="back" value="floor">' in form
    data = {"infraction": "slow-play", "penalty": "warning", "back": "floor"}
    assert client.post(give, data)["Location"] == f"/staff/e/{event.slug}/floor/"


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
    assert "No penalties yet." in client.get(path).content.decode()
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
    assert "The penalty for Player 001 was removed" in response.content.decode()
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
