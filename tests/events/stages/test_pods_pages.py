"""The pages of a draft: wishes, drawing, posting, paper, and what players see."""

import re
from functools import partial
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import Event, Role
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import start_round
from tests.events.support.doors import (
    DESK,
    EVERYBODY,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.paper_files import pages_of, texts
from tests.events.support.stages import finish_round, staged
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def draft(players: int = 12, *, posted: bool = False) -> tuple[Event, User, Client]:
    event, owner = staged(players, StagePlan(rounds=3, pods=True))
    if posted:
        draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
        post_pods(event_id=event.pk, actor=owner, stage=1)
    return event, owner, factories.client_of(owner)


def press(browser: Client, event: Event, name: str, **fields: object) -> str:
    answer = browser.post(address(event, name, number=1), fields, follow=True)
    return answer.content.decode()


def test_sizes_and_places_are_changed_on_the_page() -> None:
    event, owner, browser = draft(21)
    page = flat(browser.get(address(event, "pods", number=1)).content.decode())
    assert "<strong>8, 7, 6</strong>" in page
    answer = browser.post(address(event, "pods-draw", number=1), {"sizes": "8 8"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Pods of 8-8 have 16 seats for 21 players." in answer.content.decode()
    assert 'value="8 8"' in answer.content.decode()
    assert "Enter one number per pod, for example 8 7 6." in press(
        browser, event, "pods-draw", sizes="9" * 300
    )
    assert "3 pods were drawn. Only staff can see them." in press(
        browser, event, "pods-draw", sizes="7-7-7"
    )
    post_pods(event_id=event.pk, actor=owner, stage=1)
    places = {"player": "1", "other": "2"}
    assert "Give a reason. It is recorded in the journal." in press(
        browser, event, "pods-change", **places
    )
    page = press(browser, event, "pods-change", **places, reason="brothers")
    assert "The players swapped seats." in page
    assert "Type a name or a number." not in page
    assert "No player is named “Nobody”" in press(
        browser, event, "pods-change", player="Nobody", other="2"
    )


@pytest.mark.parametrize(
    ("method", "name", "allowed"),
    [
        ("get", "pods", EVERYBODY),
        ("post", "pods-draw", DESK),
        ("post", "pods-post", DESK),
        ("post", "pods-change", DESK),
        ("post", "pods-wish", DESK),
        ("get", "pdf-pods", EVERYBODY),
    ],
)
def test_who_may_do_what(method: str, name: str, allowed: set[Role]) -> None:
    event, _owner, _browser = draft()
    check_refusals(method, address(event, name, number=1), allowed, event)
    check_wrong_method(method, address(event, name, number=1), event)


def test_from_a_wish_to_the_first_round() -> None:
    event, _owner, browser = draft()
    assert "Draw the pods" in browser.get(address(event, "desk")).content.decode()
    assert "The request was saved. It applies when the pods are drawn." in press(
        browser, event, "pods-wish", player="5 Player 005", pod="2", seat="3"
    )
    page = press(browser, event, "pods-draw")
    assert "2 pods were drawn. Only staff can see them." in page
    seats = event.stages.get().pod_seats
    assert seats.get(pod=2, seat=3).enrollment.number == 5
    assert "Post the pods" in browser.get(address(event, "desk")).content.decode()
    assert "Redraw the pods" in page
    page = press(browser, event, "pods-post")
    assert "The pods are posted. Players can see their seats." in page
    assert "Redraw the pods" not in page
    assert "Pair round 1" in browser.get(address(event, "desk")).content.decode()


def test_a_wish_is_forgotten_by_its_button() -> None:
    event, _owner, browser = draft()
    press(browser, event, "pods-wish", player="5", pod="2")
    page = flat(browser.get(address(event, "pods", number=1)))
    assert "Player 005: pod 2" in page
    press(browser, event, "pods-wish", player="5")
    assert event.stages.get().wishes == {}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"player": "Rossi", "pod": "1"}, "No player is named “Rossi”"),
        ({"player": "77", "pod": "1"}, "Player 77 is not playing in this event."),
        ({"player": "5", "pod": "0"}, "Enter 1 or more in “Pod”."),
    ],
)
def test_a_wish_that_can_not_be_is_shown_with_what_was_typed(
    fields: dict[str, str], words: str
) -> None:
    event, _owner, browser = draft()
    answer = browser.post(address(event, "pods-wish", number=1), fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    assert words in page
    assert f'value="{fields["player"]}"' in page


def test_wishes_that_can_not_all_be_kept_are_refused_at_the_draw() -> None:
    event, _owner, browser = draft()
    press(browser, event, "pods-wish", player="5", pod="7")
    answer = browser.post(address(event, "pods-draw", number=1))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "requested pod 7, but the last pod is 2." in answer.content.decode()


def test_who_came_or_left_since_the_draw_is_named() -> None:
    event, owner, browser = draft()
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    drop(event_id=event.pk, actor=owner, number=3)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment("Late Comer")])
    page = browser.get(address(event, "pods", number=1)).content.decode()
    assert "These players have no seat." in page
    assert "Late Comer" in page
    assert "These players are no longer in the event; their seats stay empty:" in page


def test_how_the_rounds_of_a_draft_were_paired_is_said_in_words() -> None:
    event, owner, browser = draft(posted=True)
    start_round(event, owner, 1)
    words = "First round of a draft: each player plays the player seated directly across the pod."
    finish_round(event, owner, 1)
    assert words in browser.get(address(event, "round", number=1)).content.decode()
    start_round(event, owner, 2)
    finish_round(event, owner, 2)
    words = "Paired within the pods, by points and without rematches."
    assert words in browser.get(address(event, "round", number=2)).content.decode()


def test_a_stage_that_is_no_draft_has_no_pods() -> None:
    event, owner = staged(8, StagePlan(rounds=2))
    browser = factories.client_of(owner)
    assert browser.get(address(event, "pods", number=1)).status_code == HTTPStatus.NOT_FOUND


def test_paper_by_name_and_by_pod() -> None:
    event, _owner, browser = draft(posted=True)
    url = address(event, "pdf-pods", number=1)
    (by_name,) = texts(pages_of(browser, url))
    assert re.findall(r"Player \d+", by_name) == [f"Player {one:03}" for one in range(1, 13)]
    (by_pod,) = texts(pages_of(browser, url, by="pod"))
    assert re.findall(r"Pod \d", by_pod) == ["Pod 1", "Pod 2"]
    assert "not posted" not in by_name + by_pod


def test_players_see_their_seats_once_they_are_posted() -> None:
    event, owner, _browser = draft()
    phone = factories.client_of()
    url = f"/e/{event.slug}/pods/"
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    assert phone.get(url).status_code == HTTPStatus.NOT_FOUND
    assert url not in phone.get(f"/e/{event.slug}/").content.decode()
    post_pods(event_id=event.pk, actor=owner, stage=1)
    assert url in phone.get(f"/e/{event.slug}/").content.decode()
    answer = phone.get(url)
    assert not answer.cookies
    page = answer.content.decode()
    seat = event.stages.get().pod_seats.get(enrollment__number=1)
    row = page[page.index('data-n="1"') :]
    assert row.index(f'<td class="figure">{seat.pod}</td>') < row.index(f"Seat {seat.seat}")
    found = phone.get(url, {"q": "Player 007"}).content.decode()
    assert "Player 007" in found
    assert "Player 001" not in found


def test_every_page_says_that_the_seats_are_posted_until_the_first_round_is() -> None:
    event, owner, _browser = draft()
    phone = factories.client_of()
    base = f"/e/{event.slug}/"
    words = "Draft seats are posted: find yours"
    seat = event.stages.get().pod_seats
    assert phone.get(f"{base}players/1/").status_code == HTTPStatus.NOT_FOUND
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    assert words not in phone.get(f"{base}pairings/").content.decode()
    assert phone.get(f"{base}players/1/").status_code == HTTPStatus.NOT_FOUND
    post_pods(event_id=event.pk, actor=owner, stage=1)
    mine = seat.get(enrollment__number=1)
    assert words in phone.get(f"{base}pairings/").content.decode()
    wall = phone.get(f"{base}projector/").content.decode()
    assert wall.count("<li>") == 12
    assert f"pod {mine.pod}, seat {mine.seat}" in wall
    own = phone.get(f"{base}players/1/").content.decode()
    assert f'<span class="table-number">{mine.pod}</span>' in own
    assert f"Seat {mine.seat}" in own
    start_round(event, owner, 1)
    assert words not in phone.get(f"{base}pairings/").content.decode()
    assert "Seat" not in phone.get(f"{base}players/1/").content.decode()
    assert "seat" not in phone.get(f"{base}projector/").content.decode()


def test_pages_need_as_many_queries_for_many_players_as_for_few() -> None:
    counts: dict[str, set[int]] = {"pods": set(), "pdf-pods": set(), "public": set()}
    for players in (8, 30):
        event, _owner, browser = draft(players, posted=True)
        for name, found in counts.items():
            url = f"/e/{event.slug}/pods/"
            if name != "public":
                url = address(event, name, number=1)
            found.add(queries_of(partial(browser.get, url)))
    assert all(len(found) == 1 for found in counts.values()), counts
