"""The roster as it is looked at, and what is done with several players at once."""

from functools import partial
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from domain.names import by_family_name, split_name
from events.core.players.leaving_actions import drop_absent
from events.core.refusals import RefusedError
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.models import Event, Role, SignUpSettings, Verb
from events.roster.selection_actions import drop_players
from events.web.access import Action
from tests import factories
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    play_round,
    report,
    start_round,
)
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.stages import SINGLE, staged
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ROUTES = [
    Route("roster/selected/check-in/", Action.CHECK_IN, "post", {"number": "1"}),
    Route("roster/check-in/again/", Action.CHECK_IN, "post"),
    Route("roster/selected/paid/", Action.EDIT_ROSTER, "post", {"number": "1"}),
    Route("roster/selected/drop/", Action.DROP, "post", {"number": "1"}),
]


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    check_access(factories.event_with_players(2), route)
    check_methods(factories.event_with_players(2), route)


def scorekeeper(event: Event) -> tuple[Client, str]:
    client = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    return client, f"/staff/e/{event.slug}/roster/"


def states(event: Event) -> dict[int, str]:
    return dict(event.enrollments.values_list("number", "state"))


def here(event: Event) -> set[int]:
    return set(event.enrollments.filter(checked_in=True).values_list("number", flat=True))


def shown(client: Client, path: str) -> list[int]:
    return [player.number for player in client.get(path).context["list"].players]


def test_a_second_day_begins_with_a_new_check_in() -> None:
    event, owner = event_with_owner(4)
    event.enrollments.update(checked_in=True, checked_in_at=timezone.now())
    client, path = scorekeeper(event)
    door = f"{path}check-in/"
    again = f"{door}again/"
    assert again not in client.get(door).content.decode()
    refused = client.post(again, follow=True).content.decode()
    assert "A new check-in can start only between two rounds." in refused
    start_round(event, owner, 1)
    assert again not in client.get(door).content.decode()
    assert "only between two rounds" in client.post(again, follow=True).content.decode()
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert here(event) == {1, 2, 3, 4}
    assert again in client.get(door).content.decode()
    page = client.post(again, follow=True)
    assert "4 players are expected again." in page.content.decode()
    assert "4 players are not here yet." in page.content.decode()
    assert here(event) == set()
    assert event.journal.filter(verb=Verb.CHECKED_IN, data__present=False).count() == 4
    assert again not in client.get(door).content.decode()
    assert "Nobody is checked in." in client.post(again, follow=True).content.decode()
    undone = client.post(again, {"undo": page.context["done"]["token"]}, follow=True)
    assert "4 players are checked in." in undone.content.decode()
    assert here(event) == {1, 2, 3, 4}


def test_players_are_checked_in_together_and_one_click_takes_it_back() -> None:
    event = factories.event_with_players(4)
    client, path = scorekeeper(event)
    chosen = {"number": ["1", "3"], "show": "missing", "sort": "family"}
    answer = client.post(f"{path}selected/check-in/", chosen)
    assert answer["Location"].startswith(f"{path}?show=missing&sort=family&done=")
    page = client.get(answer["Location"])
    assert "2 players are checked in." in page.content.decode()
    assert "2 players are not here yet." in page.content.decode()
    assert here(event) == {1, 3}
    assert event.journal.filter(verb=Verb.CHECKED_IN).count() == 2
    token = page.context["done"]["token"]
    again = client.post(f"{path}selected/check-in/", {"undo": token}, follow=True)
    assert "2 players are no longer checked in." in again.content.decode()
    assert here(event) == set()
    assert event.enrollments.filter(checked_in_at__isnull=False).count() == 0
    again = client.post(f"{path}selected/check-in/", {"undo": token}, follow=True)
    assert "be undone: it has changed since" in again.content.decode()


def test_an_undo_is_of_the_person_who_did_it_and_of_the_same_kind() -> None:
    event = factories.event_with_players(2)
    client, path = scorekeeper(event)
    answer = client.post(f"{path}selected/check-in/", {"number": "1"})
    token = answer["Location"].partition("done=")[2]
    other, _path = scorekeeper(event)
    for browser, action in ((other, "check-in"), (client, "drop")):
        said = browser.post(f"{path}selected/{action}/", {"undo": token}, follow=True)
        assert "be undone: it has changed since" in said.content.decode()
    assert here(event) == {1}
    assert "1 player is checked in" not in other.get(answer["Location"]).content.decode()


def test_nothing_selected_is_said_where_it_was_done() -> None:
    event = factories.event_with_players(2)
    client, path = scorekeeper(event)
    for action in ("check-in", "paid"):
        said = client.post(f"{path}selected/{action}/", follow=True)
        assert "Select at least one player first." in said.content.decode()
    said = client.post(f"{path}selected/drop/", follow=True)
    assert "Select at least one player who is still playing." in said.content.decode()


def test_several_are_marked_as_paid_where_the_event_has_a_fee() -> None:
    event = factories.event_with_players(3)
    client, path = scorekeeper(event)
    assert "Mark as paid" not in client.get(path).content.decode()
    SignUpSettings.objects.create(event=event, fee="10")
    assert "Mark as paid" in client.get(path).content.decode()
    answer = client.post(f"{path}selected/paid/", {"number": ["1", "2"]}, follow=True)
    assert "2 players are marked as paid." in answer.content.decode()
    assert "1 player has not paid yet." in answer.content.decode()
    assert shown(client, f"{path}?show=paid") == [1, 2]
    assert shown(client, f"{path}?show=unpaid") == [3]
    client.post(f"{path}selected/paid/", {"undo": answer.context["done"]["token"]})
    assert not event.enrollments.filter(paid=True).exists()


def test_a_drop_is_confirmed_by_name_and_can_be_undone_until_the_next_pairing() -> None:
    event, owner = event_with_owner(6)
    play_round(event, owner, 1)
    client, path = scorekeeper(event)
    asked = client.post(f"{path}selected/drop/", {"number": ["5", "6"]})
    assert "Drop 2 players?" in asked.content.decode()
    assert "Player 005" in asked.content.decode()
    assert set(states(event).values()) == {"active"}
    confirm = {"number": ["5", "6"], "confirm": "1", "answers.winner-drops": "drop"}
    done = client.post(f"{path}selected/drop/", confirm, follow=True)
    assert "2 players were dropped." in done.content.decode()
    assert set(event.enrollments.filter(state="dropped").values_list("dropped_after")) == {(1,)}
    undo = {"undo": done.context["done"]["token"]}
    client.post(f"{path}selected/drop/", undo)
    assert set(states(event).values()) == {"active"}
    back = "Player 005 is back in the event. Reason: drop undone."
    assert back in flat(client.get(f"{path.removesuffix('roster/')}journal/"))
    done = client.post(f"{path}selected/drop/", confirm, follow=True)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=1)
    undo = {"undo": done.context["done"]["token"]}
    said = client.post(f"{path}selected/drop/", undo, follow=True)
    assert "Round 2 is paired without Player 005." in said.content.decode()
    assert states(event)[6] == "dropped"


def test_a_winner_among_the_selected_is_asked_about() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 20")
    winner, loser = at_table(event, 1, 1).first, at_table(event, 1, 1).second
    assert loser is not None
    client, path = scorekeeper(event)
    both = {"number": [str(winner.number), str(loser.number)], "confirm": "1"}
    asked = client.post(f"{path}selected/drop/", both)
    assert asked.status_code == 409
    assert f"Drop {winner.name}, who won this round?" in flat(asked)
    key = f"answers.winner-drops:1:{winner.number}"
    client.post(f"{path}selected/drop/", {**both, key: "keep-in"})
    assert set(states(event).values()) == {"active"}
    client.post(f"{path}selected/drop/", {**both, key: "drop"})
    assert states(event)[winner.number] == states(event)[loser.number] == "dropped"
    told = {
        entry.data["first"]: entry.data.get("answers")
        for entry in event.journal.filter(verb=Verb.DROPPED)
    }
    assert told[loser.name] is None
    assert [answer["answer"] for answer in told[winner.name]] == ["drop"]


def test_a_player_with_a_playoff_match_to_play_is_dropped_alone() -> None:
    event, owner = staged(4, StagePlan(kind=SINGLE))
    start_round(event, owner, 1)
    with pytest.raises(RefusedError, match="playoff match"):
        drop_players(event_id=event.pk, actor=owner, numbers=[1])
    assert set(states(event).values()) == {"active"}


def test_absent_players_are_dropped_at_once_but_not_who_came_meanwhile() -> None:
    event = factories.event_with_players(5)
    event.enrollments.filter(number__in=[1, 2]).update(checked_in=True)
    actor = factories.user()
    assert drop_absent(event_id=event.pk, actor=actor, numbers=[2, 3, 4]) == [3, 4]
    assert [number for number, state in states(event).items() if state == "dropped"] == [3, 4]
    assert event.journal.filter(verb=Verb.DROPPED).count() == 2
    assert drop_absent(event_id=event.pk, actor=actor, numbers=[]) == []


def test_players_left_out_of_round_1_enter_late_when_they_are_checked_in_together() -> None:
    event, owner = event_with_owner(6)
    event.enrollments.filter(number__lte=4).update(checked_in=True)
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/"
    page = client.get(f"{path}roster/check-in/").content.decode()
    assert "Pair the 4 who are here" in page
    assert "Pair all 6" in page
    client.post(f"{path}rounds/1/pair/", {"answers.absent": "leave-out"})
    post_round(event_id=event.pk, actor=owner, number=1)
    assert shown(client, f"{path}roster/?show=dropped") == [5, 6]
    client.post(f"{path}roster/selected/check-in/", {"number": ["5", "6"]})
    late = event.enrollments.filter(number__gte=5)
    assert set(late.values_list("state", "first_round", "excluded")) == {("active", 2, "")}


def test_some_players_in_an_order_and_what_a_search_without_a_script_shows() -> None:
    event = factories.event()
    names = ["Zoë Abel", "Ada van den Heuvel", "Rossi, Mario", "Bo Lind"]
    factories.enroll_players(event, names)
    event.enrollments.filter(number__in=[1, 2]).update(checked_in=True)
    client, path = scorekeeper(event)
    assert shown(client, path) == [2, 4, 3, 1]
    assert shown(client, f"{path}?sort=family") == [1, 4, 3, 2]
    assert shown(client, f"{path}?sort=number") == [1, 2, 3, 4]
    assert shown(client, f"{path}?sort=state") == [4, 3, 2, 1]
    assert shown(client, f"{path}?show=here&sort=family") == [1, 2]
    assert shown(client, f"{path}?show=missing") == [4, 3]
    assert shown(client, f"{path}?show=nonsense&sort=nonsense") == [2, 4, 3, 1]
    page = client.get(f"{path}?sort=family").content.decode()
    assert "Ada <b>van den Heuvel</b>" in page
    page = client.get(f"{path}?q=lind").content.decode()
    assert page.count("<tr hidden>") == 3
    assert 'data-none-of="#roster" hidden' in " ".join(page.split())
    page = client.get(f"{path}?q=nobody").content.decode()
    assert 'href="?add=nobody"' in page


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Mario Rossi", ("Mario", "Rossi")),
        ("Rossi, Mario", ("Mario", "Rossi")),
        ("Ruben van den Heuvel", ("Ruben", "van den Heuvel")),
        ("Martin Luther King Jr.", ("Martin Luther", "King Jr.")),
        ("佐々木 健太郎", ("健太郎", "佐々木")),
        ("田中太郎", ("", "田中太郎")),
        ("Madonna", ("", "Madonna")),
        ("van Dam", ("van", "Dam")),
        ("", ("", "")),
    ],
)
def test_given_and_family_name(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_a_phonetic_name_sorts_by_family_name_too() -> None:
    names = [("佐々木 健太郎", "ささき けんたろう"), ("遠藤 蓮", "えんどう れん")]
    order = sorted(names, key=lambda name: by_family_name(name[0], 1, name[1]))
    assert [name for name, _reading in order] == ["遠藤 蓮", "佐々木 健太郎"]


def test_writing_takes_as_many_queries_for_many_players() -> None:
    counts: dict[str, set[int]] = {}
    for size in (2, 30):
        event = factories.event_with_players(size)
        client, path = scorekeeper(event)
        numbers = [str(number) for number in range(1, size + 1)]
        for action, fields in (("check-in", {}), ("paid", {}), ("drop", {"confirm": "1"})):
            post = partial(client.post, f"{path}selected/{action}/", {"number": numbers, **fields})
            counts.setdefault(action, set()).add(queries_of(post, HTTPStatus.FOUND))
    assert all(len(count) == 1 for count in counts.values()), counts
