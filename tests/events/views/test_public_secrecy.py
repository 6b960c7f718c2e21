import re
from http import HTTPStatus

import pytest
from django.test import Client

from events.models import Enrollment, Match
from events.services.publishing import withdraw_standings
from events.services.results import correct_result, enter_result
from events.services.rounds import unpost_round
from events.services.score import Score
from tests import factories
from tests.events.views.public_events import Played

pytestmark = pytest.mark.django_db

FOUR = ["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor"]


def status(client: Client, address: str) -> int:
    return client.get(address).status_code


def everything(client: Client, played: Played) -> str:
    """All the words of every public page of the event that answers."""
    parts: list[tuple[object, ...]] = [(), ("pairings",), ("standings",), ("rules",)]
    parts += [("projector",), *(("players", number) for number in range(6))]
    parts += [(kind, number) for kind in ("pairings", "standings") for number in range(5)]
    pages = [client.get(played.url(*part)) for part in parts]
    return "".join(page.content.decode() for page in pages if page.status_code == HTTPStatus.OK)


@pytest.fixture
def played() -> Played:
    return Played(FOUR)


def test_the_roster_is_not_public_before_a_round_is_posted(client: Client, played: Played) -> None:
    words = everything(client, played)
    assert not [name for name in FOUR if name in words]
    assert status(client, played.url("players", 1)) == HTTPStatus.NOT_FOUND


def test_a_draft_is_not_there(client: Client, played: Played) -> None:
    played.draft(1)
    words = everything(client, played)
    assert not [name for name in FOUR if name in words]
    assert status(client, played.url("pairings", 1)) == HTTPStatus.NOT_FOUND
    assert client.get(played.url("pairings"), {"q": "anna"}).content.decode().count("Anna") == 0


def test_a_draft_after_a_posted_round_is_not_there(client: Client, played: Played) -> None:
    played.play(1)
    played.publish(1)
    before = {number: client.get(played.url("players", number)).content for number in range(1, 5)}
    played.draft(2)
    assert status(client, played.url("pairings", 2)) == HTTPStatus.NOT_FOUND
    for number, page in before.items():
        assert client.get(played.url("players", number)).content == page
    assert ">Round 1<" in client.get(played.url("projector")).content.decode()


def test_a_round_that_was_taken_back_is_gone(client: Client, played: Played) -> None:
    played.post(1)
    assert status(client, played.url("pairings", 1)) == HTTPStatus.OK
    unpost_round(event_id=played.event.pk, actor=played.organizer, number=1, reason="wrong roster")
    assert not [name for name in FOUR if name in everything(client, played)]


def test_results_wait_for_published_standings(client: Client, played: Played) -> None:
    played.play(1)
    hidden = everything(client, played)
    assert not re.search(r"Won|Lost|\b2-1\b|\b1-2\b|66\.67", hidden)
    played.publish(1)
    shown = everything(client, played)
    assert "Won" in shown
    assert "2-1" in shown


def test_results_of_the_round_being_played_are_hidden(client: Client, played: Played) -> None:
    played.play(1)
    played.publish(1)
    played.post(2)
    before = everything(client, played)
    enter_result(
        event_id=played.event.pk, actor=played.organizer, number=2, table=1, score=Score(2, 0, 0)
    )
    assert everything(client, played) == before


def test_withdrawn_standings_are_gone_with_their_results(client: Client, played: Played) -> None:
    played.play(1)
    played.publish(1)
    withdraw_standings(
        event_id=played.event.pk, actor=played.organizer, number=1, reason="a mistake"
    )
    assert status(client, played.url("standings", 1)) == HTTPStatus.NOT_FOUND
    assert not re.search(r"Won|Lost|\b2-1\b|\b1-2\b|66\.67", everything(client, played))


def test_an_older_revision_does_not_come_back(client: Client, played: Played) -> None:
    played.play(1)
    played.publish(1)
    correct_result(
        event_id=played.event.pk,
        actor=played.organizer,
        number=1,
        table=1,
        score=Score(0, 2, 0),
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


def test_mail_addresses_never_show(client: Client, played: Played) -> None:
    for enrollment in played.players:
        enrollment.player.email = f"p{enrollment.number}@mail.invalid"
        enrollment.player.save()
    played.play(1)
    played.publish(1)
    played.post(2)
    assert "mail.invalid" not in everything(client, played)


def test_a_player_of_another_event_is_not_found(client: Client, played: Played) -> None:
    played.post(1)
    other = Played(["One", "Two", "Three", "Four", "Five"])
    assert status(client, other.url("players", 1)) == HTTPStatus.NOT_FOUND
    other.post(1)
    assert status(client, other.url("players", 5)) == HTTPStatus.OK
    assert status(client, played.url("players", 5)) == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    "address",
    [
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
    ],
)
def test_guessed_addresses_lead_nowhere(client: Client, played: Played, address: str) -> None:
    played.post(1)
    answer = client.get(address.format(slug=played.event.slug))
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "There is nothing here" in answer.content.decode()


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_players_pages_take_no_other_method(client: Client, played: Played, method: str) -> None:
    played.post(1)
    for part in ((), ("pairings",), ("standings",), ("players", 1), ("rules",), ("projector",)):
        answer = getattr(client, method)(played.url(*part))
        assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    factories.user()
    assert getattr(client, method)("/").status_code == HTTPStatus.METHOD_NOT_ALLOWED


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
    words = everything(client, played)
    assert "<img" not in words
    assert "<script>alert" not in words
    assert "&lt;img src=x" in words
    assert "{{ event }}" in words
    assert "@@content-stamp@@" in words
