import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import unpost_round
from events.core.standings.actions import publish_standings, withdraw_standings
from events.core.standings.correction_actions import correct_result
from events.models import Enrollment, Match
from events.roster.drop_actions import disqualify
from tests import factories
from tests.events.support.public_addresses import everything
from tests.events.support.public_events import Played
from tests.markup import flat

pytestmark = pytest.mark.django_db

FOUR = ["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor"]


def status(client: Client, address: str) -> int:
    return client.get(address).status_code


@pytest.fixture
def played() -> Played:
    return Played(FOUR)


def test_the_roster_is_not_public_before_a_round_is_posted(client: Client, played: Played) -> None:
    words = everything(client, played.event)
    assert not [name for name in FOUR if name in words]
    assert status(client, played.url("players", 1)) == HTTPStatus.NOT_FOUND


def test_a_draft_is_not_there(client: Client, played: Played) -> None:
    played.pair(1)
    words = everything(client, played.event)
    assert not [name for name in FOUR if name in words]
    assert status(client, played.url("pairings", 1)) == HTTPStatus.NOT_FOUND
    assert client.get(played.url("pairings"), {"q": "anna"}).content.decode().count("Anna") == 0


def test_a_draft_after_a_posted_round_is_not_there(client: Client, played: Played) -> None:
    played.play(1)
    played.publish(1)
    before = {number: client.get(played.url("players", number)).content for number in range(1, 5)}
    played.pair(2)
    assert status(client, played.url("pairings", 2)) == HTTPStatus.NOT_FOUND
    for number, page in before.items():
        assert client.get(played.url("players", number)).content == page
    assert ">Round 1<" in flat(client.get(played.url("projector")))


def test_a_round_that_was_taken_back_is_gone(client: Client, played: Played) -> None:
    played.post(1)
    assert status(client, played.url("pairings", 1)) == HTTPStatus.OK
    unpost_round(event_id=played.event.pk, actor=played.organizer, number=1, reason="wrong roster")
    assert not [name for name in FOUR if name in everything(client, played.event)]


def test_results_wait_for_published_standings_and_go_when_these_are_withdrawn(
    client: Client, played: Played
) -> None:
    a_result = re.compile(r"Won|Lost|\b2-1\b|\b1-2\b|66\.67")
    played.play(1)
    assert not a_result.search(everything(client, played.event))
    played.publish(1)
    shown = everything(client, played.event)
    assert "Won" in shown
    assert "2-1" in shown
    withdraw_standings(
        event_id=played.event.pk, actor=played.organizer, number=1, reason="a mistake"
    )
    assert status(client, played.url("standings", 1)) == HTTPStatus.NOT_FOUND
    assert not a_result.search(everything(client, played.event))


def test_results_of_the_round_being_played_and_mail_addresses_are_hidden(
    client: Client, played: Played
) -> None:
    for enrollment in played.players:
        enrollment.player.email = f"p{enrollment.number}@mail.invalid"
        enrollment.player.save()
    played.play(1)
    played.publish(1)
    played.post(2)
    before = everything(client, played.event)
    assert "mail.invalid" not in before
    enter_result(
        event_id=played.event.pk, actor=played.organizer, number=2, table=1, slip=Slip.of(2, 0, 0)
    )
    assert everything(client, played.event) == before


def test_an_older_revision_does_not_come_back(client: Client, played: Played) -> None:
    played.play(1)
    played.publish(1)
    correct_result(
        event_id=played.event.pk,
        actor=played.organizer,
        number=1,
        table=1,
        slip=Slip.of(0, 2, 0),
        reason="slip misread",
    )
    snapshots = played.event.rounds.get(number=1).snapshots
    assert snapshots.count() >= 2
    newest = snapshots.order_by("-revision")[0]
    type(newest).objects.filter(pk=newest.pk).update(withdrawn=True)
    assert status(client, played.url("standings", 1)) == HTTPStatus.NOT_FOUND


def test_posted_rows_stay_as_they_were_posted(client: Client, played: Played) -> None:
    played.post(1)
    before = client.get(played.url("pairings")).content
    Enrollment.objects.filter(event=played.event).update(name="Renamed")
    Match.objects.update(table=None)
    assert client.get(played.url("pairings")).content == before


def test_a_player_of_another_event_is_not_found(client: Client, played: Played) -> None:
    played.post(1)
    other = Played(["One", "Two", "Three", "Four", "Five"])
    assert status(client, other.url("players", 1)) == HTTPStatus.NOT_FOUND
    other.post(1)
    assert status(client, other.url("players", 5)) == HTTPStatus.OK
    assert status(client, played.url("players", 5)) == HTTPStatus.NOT_FOUND


def test_guessed_addresses_lead_nowhere(client: Client, played: Played) -> None:
    played.post(1)
    for address in (
        "/e/nowhere/",
        "/e/nowhere/pairings/",
        "/e/{slug}/pairings/0/",
        "/e/{slug}/pairings/2/",
        "/e/{slug}/pairings/99999999999999999999/",
        "/e/{slug}/standings/1/",
        "/e/{slug}/standings/-1/",
        "/e/{slug}/players/99999999999999999999/",
        "/e/{slug}/players/0/",
        "/e/{slug}/nothing/",
    ):
        answer = client.get(address.format(slug=played.event.slug))
        assert answer.status_code == HTTPStatus.NOT_FOUND, address
        assert "There is no page at this address" in answer.content.decode(), address


def test_players_pages_take_no_other_method(client: Client, played: Played) -> None:
    played.post(1)
    factories.user()
    parts = ((), ("pairings",), ("standings",), ("players", 1), ("rules",), ("projector",))
    for method in ("post", "put", "patch", "delete", "options"):
        for url in ("/", *(played.url(*part) for part in parts)):
            answer = getattr(client, method)(url)
            assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED, (method, url)


def test_asking_for_the_head_gives_no_body(client: Client, played: Played) -> None:
    played.post(1)
    answer = client.head(played.url("pairings"))
    assert answer.status_code == HTTPStatus.OK
    assert answer.content == b""
    assert answer["ETag"]


def test_names_are_text_and_never_markup(client: Client) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    played = Played([nasty, '"><script>alert(2)</script>', "{{ event }}", "@@content-stamp@@"])
    played.play(1)
    played.publish(1)
    played.post(2)
    words = everything(client, played.event, "text/html")
    assert "<img" not in words
    assert "<script>alert" not in words
    assert "&lt;img src=x" in words
    assert "{{ event }}" in words
    assert "@@content-stamp@@" in words


def test_an_unpublished_disqualification_shows_nowhere(client: Client, played: Played) -> None:
    """Neither the player's own line nor what separates the neighbours says it."""
    played.play(1)
    played.publish(1)
    before = everything(client, played.event)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    for number in (1, 2, 3, 4):
        disqualify(**who, number=number, reason="Cheating")
        assert everything(client, played.event) == before
    publish_standings(**who, number=1)
    assert "disqualified" in everything(client, played.event)


def test_a_result_that_was_corrected_after_withdrawing_is_not_public(
    client: Client, played: Played
) -> None:
    played.play(1)
    played.publish(1)
    played.play(2)
    before = everything(client, played.event)
    match = Match.objects.filter(round__number=2)[0]
    assert match.table is not None
    correct_result(
        event_id=played.event.pk,
        actor=played.organizer,
        number=2,
        table=match.table,
        slip=Slip.of(0, 2, 0),
        reason="slip misread",
    )
    assert everything(client, played.event) == before


def test_who_comes_late_is_public_with_the_next_posted_round(
    client: Client, played: Played
) -> None:
    played.play(1)
    late = NewEnrollment(name="Eve Late")
    enroll(event_id=played.event.pk, actor=played.organizer, entries=[late])
    assert Match.objects.filter(first__name="Eve Late").exists(), "a loss was assigned"
    assert "Eve Late" not in everything(client, played.event)
    assert status(client, played.url("players", 5)) == HTTPStatus.NOT_FOUND
    played.publish(1)
    assert "Eve Late" in everything(client, played.event)
    played.post(2)
    words = client.get(played.url("players", 5)).content.decode()
    assert "Assigned loss" in words


@pytest.mark.parametrize("platform", ["", "Arena"])
def test_names_on_a_platform_show_where_it_is_played_on_one(client: Client, platform: str) -> None:
    played = Played(FOUR, platform=platform)
    for player in played.players:
        player.platform_id = f"secret#{player.number}"
        player.save()
    played.post(1)
    assert ("secret#" in everything(client, played.event)) is bool(platform)


def test_rounds_posted_before_show_no_names_on_a_platform_either(
    client: Client, played: Played
) -> None:
    round = played.post(1)
    for row in round.posted_rows or []:
        row["first"]["platform_id"] = row["second"]["platform_id"] = "secret#1"
    round.save()
    assert "secret#1" not in everything(client, played.event)
