"""The page that calls a draft: its step by the clock, pauses, steps, pods, deck construction."""

import datetime
import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone, translation

from domain.draft_script import StepKind, construction_script, draft_script
from events.core.clock.draft_calls import left_call, step_call
from events.core.clock.preparation_clock import preparation_of
from events.core.clock.round_clock import clock_of
from events.models import DraftCall, Enrollment, Event, JournalEntry, PodSeat
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner
from tests.events.support.access_cases import Route, check_access
from tests.markup import flat

pytestmark = pytest.mark.django_db
NUMBERS = {"packs": "3", "cards": "14", "passing": "10", "construction_minutes": "25"}
SCRIPT = draft_script(3, 14)


def called(players: int = 8) -> tuple[Event, Client, str]:
    event, owner = event_with_owner(players)
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/preparation/call/"
    client.post(path, {"do": "start", **NUMBERS})
    return event, client, path


def stand_at(event: Event, position: int) -> None:
    """Let the draft have started so many seconds ago."""
    begun = timezone.now() - datetime.timedelta(seconds=position)
    Event.objects.filter(pk=event.pk).update(
        preparation_started_at=begun, preparation_added_seconds=0
    )


def act(event: Event, client: Client, path: str, do: str, **more: str) -> HTTPStatus:
    event.refresh_from_db()
    running = preparation_of(event)
    seen = clock_of(running).token if running else ""
    return HTTPStatus(client.post(path, {"do": do, "seen": seen, **more}).status_code)


def shown(client: Client, path: str) -> tuple[str, int]:
    """The step in large letters, and the seconds that are left of it."""
    page = flat(client.get(path))
    title = re.search(r'id="call-title">([^<]*)<', page)
    left = re.search(r'id="call-left" role="timer">(\d+)<', page)
    assert title is not None
    assert left is not None
    return title[1], int(left[1])


@pytest.mark.parametrize(
    "route",
    [
        Route("preparation/call/", Action.SEE),
        Route("preparation/call/", Action.CLOCK, "post", {"do": "pause"}),
    ],
    ids=str,
)
def test_access(route: Route) -> None:
    check_access(called()[0], route)


def test_every_pick_is_shown_with_its_time_and_a_reload_goes_on() -> None:
    event, client, path = called()
    for step in SCRIPT.steps[1::9]:
        stand_at(event, step.start + 2)
        title, left = shown(client, path)
        assert abs(left - (step.seconds - 2)) <= 1, step
        if step.kind is StepKind.PICK:
            assert title == f"Booster {step.pack}: {step.cards} cards"
    page = flat(client.get(path))
    # The page contains every announcement with its second, so a reloaded screen continues.
    at = [int(second) for second in re.findall(r'<li data-at="(\d+)"', page)]
    assert at == sorted(at)
    assert set(SCRIPT.starts) <= set(at)
    assert 'data-en="14 cards. 40 seconds. Pick up."' in page
    assert 'data-ja="カードは14枚、' in page


def test_a_pause_holds_the_step_and_next_and_back_lead_through_it() -> None:
    event, client, path = called()
    pick = SCRIPT.steps[2]
    stand_at(event, pick.start + 15)
    act(event, client, path, "pause")
    Event.objects.filter(pk=event.pk).update(preparation_paused_at=timezone.now())
    before = shown(client, path)
    assert before == ("Booster 1: 14 cards", 25)
    act(event, client, path, "next")
    assert shown(client, path) == ("Pass to the left", 10), "a person calls: step by step"
    act(event, client, path, "back")
    assert shown(client, path) == ("Booster 1: 14 cards", 40)
    act(event, client, path, "resume")
    title, left = shown(client, path)
    assert title == "Booster 1: 14 cards"
    assert 38 <= left <= 40
    entries = JournalEntry.objects.filter(verb="preparation-timed").order_by("pk")
    said = [entry.data["done"] for entry in entries]
    assert said == ["started", "paused", "moved", "moved", "resumed"]


def test_one_pod_is_paused_and_is_called_by_itself() -> None:
    event, client, path = called()
    stage = event.stages.get()
    stage.pods, stage.pods_posted_at = True, timezone.now()
    stage.save()
    for number, player in enumerate(Enrollment.objects.filter(event=event)):
        PodSeat.objects.create(
            stage=stage, enrollment=player, pod=1 + number // 4, seat=1 + number % 4
        )
    pick = SCRIPT.steps[2]
    stand_at(event, pick.start + 5)
    act(event, client, path, "pause-pod", pod="2")
    assert act(event, client, path, "pause-pod", pod="2") == HTTPStatus.CONFLICT
    stand_at(event, pick.start + 65)
    assert shown(client, path)[0] != "Booster 1: 14 cards"
    assert shown(client, f"{path}?pod=2")[0] == "Booster 1: 14 cards"
    assert "data-auto" not in flat(client.get(path)), "construction waits for the pod"
    act(event, client, path, "resume-pod", pod="2")
    title, left = shown(client, f"{path}?pod=2")
    assert (title, 33 <= left <= 36) == ("Booster 1: 14 cards", True)
    # The requests themselves take time: a second or more between the two on a busy machine.
    behind = re.search(r"(\d+) seconds behind", flat(client.get(path)))
    assert behind is not None
    assert 60 <= int(behind[1]) <= 75
    assert act(event, client, path, "pause-pod", pod="x") == HTTPStatus.NOT_FOUND


def test_deck_construction_follows_once_and_calls_the_tables() -> None:
    event, client, path = called()
    stand_at(event, SCRIPT.seconds + 1)
    page = flat(client.get(path))
    assert "The draft is over" in page
    assert re.search(
        r'id="call-construction" data-auto >|id="call-construction"[^>]*data-auto', page
    )
    event.refresh_from_db()
    running = preparation_of(event)
    assert running is not None
    both = {"do": "construction", "seen": clock_of(running).token}
    assert client.post(path, both).status_code == HTTPStatus.FOUND
    assert client.post(path, both).status_code == HTTPStatus.CONFLICT, "two screens start it once"
    event.refresh_from_db()
    assert (event.preparation, event.preparation_minutes) == ("construction", 25)
    assert shown(client, path)[0] == "Deck construction"
    stand_at(event, 25 * 60 + 5)
    assert shown(client, path) == ("Deck construction is over", 0)
    event.refresh_from_db()
    assert act(event, client, f"/staff/e/{event.slug}/preparation/", "end") == HTTPStatus.FOUND
    assert not DraftCall.objects.exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("packs", "0"),
        ("cards", "21"),
        ("cards", "x"),
        ("passing", "61"),
        ("construction_minutes", "0"),
    ],
)
def test_numbers_that_no_draft_has_are_refused_at_their_field(name: str, value: str) -> None:
    event, owner = event_with_owner(8)
    client = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/preparation/call/"
    answer = client.post(path, {"do": "start", **NUMBERS, name: value})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert re.search(rf'name="{name}"[^>]*value="{value}"[^>]*aria-invalid', flat(answer))
    event.refresh_from_db()
    assert not event.preparation


def test_an_ordinary_clock_is_not_called_and_an_unchanged_page_is_not_sent_again() -> None:
    event, client, path = called()
    state = re.search(r'\?state=([^"&]*)', flat(client.get(path)))
    assert state is not None
    again = client.get(f"{path}?state={state[1]}", headers={"HX-Request": "true"})
    assert again.status_code == HTTPStatus.NO_CONTENT
    ordinary = f"/staff/e/{event.slug}/preparation/"
    act(event, client, ordinary, "end")
    act(event, client, ordinary, "start", kind="draft", minutes="40")
    assert "that is not called" in flat(client.get(path))
    assert act(event, client, path, "next") == HTTPStatus.CONFLICT
    assert client.post(path, {"do": "dance"}).status_code == HTTPStatus.NOT_FOUND


def test_both_languages_say_every_step() -> None:
    steps = [*SCRIPT.steps, *construction_script(25).steps]
    with translation.override("ja"):
        japanese = [step_call(step) for step in steps]
        assert left_call(300) == "残り5分です。"
    with translation.override("en"):
        english = [step_call(step) for step in steps]
        assert (left_call(5), left_call(60)) == ("5 seconds left.", "1 minute left.")
    assert not set(japanese) & set(english)
    assert english[3] == "Draft. Pass 13 cards to the left."
    assert english[-1] == "Deck construction is over. Hand in your list. Pairings follow."


def test_the_wall_shows_the_call_to_everybody_and_without_buttons(client: Client) -> None:
    event, staff, path = called()
    wall = flat(client.get(f"/e/{event.slug}/projector/"))
    assert re.search(r'data-scene="call" data-now', wall)
    assert 'data-title="Booster 1: 14 cards"' in wall
    assert "14 cards. 40 seconds. Pick up." in wall
    assert "The call is paused." not in wall
    assert path not in wall
    assert act(event, staff, path, "pause") == HTTPStatus.FOUND
    wall = flat(client.get(f"/e/{event.slug}/projector/"))
    assert "The call is paused." in wall
    japanese = flat(client.get(f"/e/{event.slug}/projector/", HTTP_ACCEPT_LANGUAGE="ja"))
    assert "The call is paused." not in japanese


def test_a_wall_without_a_called_draft_has_no_call(client: Client) -> None:
    event, _owner = event_with_owner(4)
    assert 'data-scene="call"' not in flat(client.get(f"/e/{event.slug}/projector/"))
