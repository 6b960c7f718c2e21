"""The player's own page agrees with the public ones; one phone can show several pages."""

import re
from datetime import datetime, time, timedelta
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format

from events.core.clock.actions import start_clock
from events.core.players.private_address import form_key, sign_up_token_of, team_token_of, token_of
from events.core.rounds.actions import complete_round, post_round, unpost_round
from events.core.standings.actions import publish_standings
from events.models import Call, Event, SignUp
from events.web.player_addresses import code_of
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import report, start_round
from tests.events.support.entry_box import words_of
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.public_events import Played
from tests.events.support.signing_up import Phone as SigningUp
from tests.events.support.signing_up import taking
from tests.markup import flat

pytestmark = pytest.mark.django_db

FOUR = ["Anna Rossi", "Bob Stone", "Carla Vega", "Dan Moor"]


def opened(*phones: Phone) -> Phone:
    """One phone that opened the addresses of several players, the last one last."""
    first, *more = phones
    for other in more:
        first.client.get(reverse("me:open", args=[other.token]))
    return first


def test_the_private_page_says_when_the_next_round_starts() -> None:
    event, _owner = event_of_phones()
    zone = ZoneInfo(event.time_zone)
    start = datetime.combine(event.date, time(14, 30), zone)
    event.rounds.update(next_at=start)
    phone = Phone(pair_at(event)[0])
    assert "Round 2 starts 14:30 " in words_of(phone.page())
    late = factories.enroll_players(event, ["Eve Late"])[0]
    assert "Round 2 starts 14:30 " in words_of(Phone(late).page())
    event.rounds.update(next_at=start + timedelta(days=1))
    day = date_format(event.date + timedelta(days=1), "N j")
    assert f"Round 2 starts {day} 14:30 " in words_of(phone.page())


def test_the_private_page_has_the_forecast_of_the_public_pages(client: Client) -> None:
    event, owner = event_of_phones(show_forecast=True)
    start_clock(event_id=event.pk, actor=owner, number=1)
    phone = Phone(pair_at(event)[0])
    assert "The last result is expected between" in flat(client.get(f"/e/{event.slug}/pairings/"))
    assert "Round ends about" in phone.page()


def test_a_complete_round_has_no_clock_on_the_private_page() -> None:
    event, owner = event_of_phones()
    phone = Phone(pair_at(event)[0])
    assert "Clock not started" in phone.page()
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert "Clock not started" not in phone.page()


def test_the_private_page_can_sound_and_says_how_old_it_is() -> None:
    event, _owner = event_of_phones()
    page = Phone(pair_at(event)[0]).page()
    assert "Play a sound when a round is posted" in page
    assert "No connection since {time}" in page
    for script in ("announce", "offline", "carry", "me-age"):
        assert f"js/phones/{script}" in page


def test_a_round_that_was_taken_back_says_so_on_both_own_pages(client: Client) -> None:
    event, owner = event_of_phones()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    report(event, owner, 1)
    complete_round(**who, number=1)
    start_round(event, owner, 2)
    phone = Phone(pair_at(event)[0])
    public = [f"/e/{event.slug}/{page}" for page in ("", "pairings/", "players/1/", "projector/")]
    card = f"/e/{event.slug}/players/1.json"
    assert "was withdrawn" not in phone.page()
    unpost_round(**who, number=2, reason="a wrong roster")
    page = phone.page()
    assert "Round 2 is no longer posted." in page
    assert 'class="table-number"' not in page, "nobody sits at the table of the round before"
    for address in public:
        assert "Round 2 is no longer posted." in flat(client.get(address)), address
    assert 'class="mine card"' not in flat(client.get(public[2]))
    assert client.get(card).json()["taken_back"] == 2
    post_round(**who, number=2)
    assert "was withdrawn" not in phone.page()
    assert 'class="table-number"' in phone.page()
    for address in public:
        assert "was withdrawn" not in flat(client.get(address))
    assert "taken_back" not in client.get(card).json()


def test_a_first_round_that_was_taken_back_says_so_where_nothing_is_posted(client: Client) -> None:
    event, owner = event_of_phones()
    phone = Phone(pair_at(event)[0])
    unpost_round(event_id=event.pk, actor=owner, number=1, reason="a wrong roster")
    assert "Round 1 is no longer posted." in phone.page()
    assert "Round 1 is no longer posted." in flat(client.get(f"/e/{event.slug}/pairings/"))


def test_the_captains_own_code_is_not_the_invitation() -> None:
    event = taking(columns={"team_size": Event.TeamSize.THREE})
    captain = SigningUp(event)
    captain.sign_up("The Trio", seat_a="Ann")
    made = SignUp.objects.get()
    page = captain.page()
    invited, _cut, rest = page.partition("<details>")
    assert "Invite your teammates" in invited
    site = "http://testserver/me/"
    assert code_of(f"{site}{team_token_of(made.pk, made.nonce)}/") in invited
    own = sign_up_token_of(made.pk, made.nonce)
    assert own not in invited
    assert code_of(f"{site}{own}/") not in invited
    assert code_of(f"{site}{own}/") in rest
    mate = Client()
    answer = mate.get(f"/me/{team_token_of(made.pk, made.nonce)}/")
    assert "own-page" not in answer.cookies, "the invitation makes nobody the captain"
    assert mate.get(f"/me/{event.slug}/").status_code == HTTPStatus.NOT_FOUND


def test_a_second_code_adds_a_page_and_replaces_none() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    one, other = Phone(first), Phone(second)
    phone = opened(one, other)
    page = phone.page()
    assert f"<h1>{second.name}</h1>" in page
    assert f"This is the page of {second.name}. This phone also opens:" in page
    link = re.search(rf'href="([^"]+)">{first.name}</a>', page)
    assert link
    answer = phone.client.get(link[1])
    assert answer["Location"] == phone.url()
    assert f"<h1>{first.name}</h1>" in phone.page()
    assert f">{second.name}</a>" in phone.page()
    for token in (one.token, other.token):
        assert token not in phone.page()


def test_one_player_opened_twice_is_one_page() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    phone = opened(Phone(first), Phone(second), Phone(first))
    page = phone.page()
    assert f"<h1>{first.name}</h1>" in page
    assert page.count("?page=") == 1


def test_a_form_is_of_the_page_that_it_stands_on_whoever_was_opened_since() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    phone = opened(Phone(first), Phone(second))
    phone.client.post(
        phone.url("call"), {"form": form_key(phone.token), "kind": "judge", "round": 1}
    )
    assert Call.objects.get().enrollment == first
    assert f"<h1>{first.name}</h1>" in phone.page(), "who acted sees the own page"


def test_a_window_goes_on_with_its_own_player() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    phone = Phone(first)
    mark = re.search(r'data-mark="(\w+)"', phone.page())
    assert mark
    opened(phone, Phone(second))
    answer = phone.client.get(phone.url(), {"since": "x", "page": mark[1]})
    assert f"<h1>{first.name}</h1>" in flat(answer)
    assert not answer.cookies, "asking what is new chooses nobody"


def test_this_is_not_my_phone_can_be_undone() -> None:
    event, _owner = event_of_phones()
    first, _second = pair_at(event)
    phone = Phone(first)
    assert phone.post("forget")["Location"] == phone.url()
    answer = phone.client.get(phone.url())
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert f"This phone no longer opens the page of {first.name}." in flat(answer)
    wrong = phone.client.post(phone.url("forget"), {"form": "x", "back": "1"})
    assert wrong.status_code == HTTPStatus.NOT_FOUND
    phone.post("forget", back="1")
    page = phone.page()
    assert f"<h1>{first.name}</h1>" in page
    assert "no longer opens" not in page
    assert Client().post(phone.url("forget"), {"back": "1"}).status_code == HTTPStatus.NOT_FOUND


def test_a_phone_with_two_pages_forgets_one_of_them() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    phone = opened(Phone(first), Phone(second))
    phone.post("forget")
    page = phone.page()
    assert f"<h1>{second.name}</h1>" in page
    assert f"no longer opens the page of {first.name}" in page
    assert "?page=" not in page


def test_a_phone_can_take_its_addresses_along_and_nobody_elses() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    phone = opened(Phone(first), Phone(second))
    answer = phone.client.get(phone.url(), {"links": ""})
    assert answer["Cache-Control"] == "private, no-store"
    paths = [link["path"] for link in answer.json()["links"]]
    tokens = [token_of(one.pk, one.address_nonce) for one in (second, first)]
    assert paths == [f"/me/{token}/" for token in tokens]
    assert Client().get(phone.url(), {"links": ""}).json() == {"links": []}


def test_a_player_without_a_match_is_found_and_told_why(client: Client) -> None:
    played = Played([*FOUR, "Eve Drop"])
    played.play(1)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    drop(**who, number=5)
    played.publish(1)
    played.post(2)
    page = flat(client.get(played.url("pairings"), {"q": "eve drop"}))
    assert "Eve Drop" in page
    assert "No match in this round: dropped." in page
    assert 'data-none-of="#list" hidden' in page
    near = flat(client.get(played.url("pairings"), {"q": "eve drpo"}))
    assert "No exact match. Similar names:" in near
    assert "dropped." in near
    listed = flat(client.get(played.url("pairings") + "?without"))
    assert re.findall(r'class="p"[^>]*>([^<]*)<', listed) == ["Eve Drop"]
    nobody = flat(client.get(played.url("pairings"), {"q": "zzzz"}))
    assert "Late players do not have a match yet. Ask at the desk." in nobody


def test_the_list_of_players_without_a_match_tells_nothing_that_is_not_public(
    client: Client,
) -> None:
    played = Played([*FOUR, "Eve Drop"])
    played.play(1)
    publish_standings(event_id=played.event.pk, actor=played.organizer, number=1)
    played.post(2)
    factories.enroll_players(played.event, ["Fay Late"])
    drop(event_id=played.event.pk, actor=played.organizer, number=1)
    listed = flat(client.get(played.url("pairings") + "?without"))
    assert "Fay Late" not in listed
    assert FOUR[0] not in listed
    assert "Fay Late" not in flat(client.get(played.url("pairings"), {"q": "fay"}))
