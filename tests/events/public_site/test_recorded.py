"""The recorded result of a match, on the two players' public own pages."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from events.core.phones.actions import PhoneData, change_phones
from events.core.players.privacy_actions import choose_public_names
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.standings.correction_actions import correct_result
from events.models import Event, PublicNames
from events.public_site.live_values import live
from tests.events.scenario import event_with_owner, report, start_round
from tests.events.support.public_addresses import everything
from tests.events.support.public_events import Played
from tests.markup import flat

pytestmark = pytest.mark.django_db

WON = "won 2\N{NON-BREAKING HYPHEN}1"


@pytest.fixture
def played() -> Played:
    made = Played(["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor", "Eve Late"])
    made.post(1)
    return made


def pair(played: Played) -> tuple[int, int]:
    match = played.event.rounds.get().matches.select_related("first", "second").get(table=1)
    assert match.second is not None
    return match.first.number, match.second.number


def enter(played: Played, table: int = 1) -> None:
    enter_result(
        event_id=played.event.pk,
        actor=played.organizer,
        number=1,
        table=table,
        slip=Slip.of(2, 1),
    )


def said(client: Client, played: Played, number: int) -> str:
    return flat(client.get(played.url("players", number, "recorded")))


def test_both_own_pages_say_at_once_what_the_desk_recorded(client: Client, played: Played) -> None:
    first, second = pair(played)
    assert ": no result recorded yet." in said(client, played, first)
    enter(played)
    name = played.event.enrollments.get(number=first).name
    for number in (first, second):
        assert f"recorded: {name} {WON}" in said(client, played, number)
    words = said(client, played, second)
    assert "Call a judge before the next round is paired." in words
    assert re.search(r"<time [^>]*>", words)
    other = played.event.rounds.get().matches.get(table=2).first.number
    assert ": no result recorded yet." in said(client, played, other)


def test_it_is_said_in_japanese(client: Client, played: Played) -> None:
    first, _second = pair(played)
    enter(played)
    address = played.url("players", first, "recorded")
    words = flat(client.get(address, headers={"accept-language": "ja"}))
    name = played.event.enrollments.get(number=first).name
    assert f"記録：{name}の勝ち（2\N{NON-BREAKING HYPHEN}1）" in words


def test_what_is_taken_back_or_corrected_is_followed(client: Client, played: Played) -> None:
    first, second = pair(played)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    enter(played)
    undo_result(event_id=played.event.pk, actor=played.organizer, number=1, table=1)
    assert ": no result recorded yet." in said(client, played, first)
    enter(played)
    enter(played, 2)
    complete_round(event_id=played.event.pk, actor=played.organizer, number=1)
    correct_result(**who, number=1, table=1, slip=Slip.of(1, 2), reason="misread")
    name = played.event.enrollments.get(number=second).name
    assert f"recorded: {name} {WON}" in said(client, played, first)


def test_nothing_else_public_says_it(client: Client, played: Played) -> None:
    before = everything(client, played.event)
    enter(played)
    assert everything(client, played.event) == before
    assert WON not in before
    first, _second = pair(played)
    assert f'href="{played.url("players", first, "recorded")}"' in before


def test_the_organizer_can_switch_it_off(client: Client, played: Played) -> None:
    first, _second = pair(played)
    enter(played)
    change_phones(
        event_id=played.event.pk, actor=played.organizer, data=PhoneData(show_recorded=False)
    )
    address = played.url("players", first, "recorded")
    assert client.get(address).status_code == HTTPStatus.NOT_FOUND
    assert f'href="{address}"' not in client.get(played.url("players", first)).content.decode()


def test_who_plays_nobody_has_nothing_recorded(client: Client, played: Played) -> None:
    numbers = {one.number for one in played.players}
    matches = played.event.rounds.get().matches.of_two()
    for first, second in matches.values_list("first__number", "second__number"):
        numbers -= {first, second}
    assert len(numbers) == 1
    for number in (*numbers, 99):
        address = played.url("players", number, "recorded")
        assert client.get(address).status_code == HTTPStatus.NOT_FOUND
    assert client.get("/e/nowhere/players/1/recorded/").status_code == HTTPStatus.NOT_FOUND


def test_a_draft_shows_nowhere(client: Client, played: Played) -> None:
    first, _second = pair(played)
    enter(played)
    enter(played, 2)
    complete_round(event_id=played.event.pk, actor=played.organizer, number=1)
    before = said(client, played, first)
    played.pair(2)
    assert said(client, played, first) == before


@pytest.mark.parametrize("players", [4, 40])
def test_asked_again_it_costs_four_queries_and_remembered_none(
    client: Client,
    players: int,
    settings: object,
    django_assert_num_queries: object,
) -> None:
    event: Event
    event, owner = event_with_owner(players)
    start_round(event, owner, 1)
    report(event, owner, 1)
    address = f"/e/{event.slug}/players/1/recorded/"
    with django_assert_num_queries(4):  # type: ignore[operator]
        assert client.get(address).status_code == HTTPStatus.OK
    settings.PUBLIC_SECONDS = 60  # type: ignore[attr-defined]
    live.forget()
    tag = client.get(address)["ETag"]
    with django_assert_num_queries(0):  # type: ignore[operator]
        again = client.get(address, headers={"if-none-match": tag})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    live.forget()


def test_a_phone_reads_of_followed_players_at_once_and_of_no_hidden_name(
    client: Client, played: Played
) -> None:
    first, second = pair(played)
    followed = [player.number for player in played.players if player.number not in (first, second)]
    players = ",".join(str(number) for number in (*followed, first, 99))
    address = f"{played.url('around')}?players={players},x,-4"
    before = flat(client.get(address))
    assert "2 of 2 tables" in before
    assert "Won" not in before
    assert 'data-n="99"' not in before
    enter(played)
    after = flat(client.get(address))
    assert "1 of 2 tables" in after
    assert "Won 2-1" in after
    # The new result is above the others.
    numbers = [int(number) for number in re.findall(r'data-n="(\d+)"', after)]
    assert numbers[0] == first
    assert set(numbers) == {first, *followed}
    answer = client.get(address)
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    choose_public_names(**who, names=PublicNames.NUMBER)
    hidden = flat(client.get(address))
    assert not any(player.name in hidden for player in played.players)
    assert f"№ {first}" in hidden
    change_phones(**who, data=PhoneData(show_recorded=False))
    assert "Won" not in flat(client.get(address))
    assert client.get("/e/nowhere/around/").status_code == HTTPStatus.NOT_FOUND


def test_followed_players_have_their_place_between_rounds(client: Client, played: Played) -> None:
    first, _second = pair(played)
    played.finish_round(1)
    played.publish(1)
    words = flat(client.get(f"{played.url('around')}?players={first}"))
    assert "Still playing" not in words
    assert "1-0-0" in words
    assert "Won 2-1" in words
    assert "data-n" not in flat(client.get(played.url("around")))
