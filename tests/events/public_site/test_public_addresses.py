"""Every public address shows what was posted, and nothing of it before.

The addresses are those of the table of addresses: one that is added there without a case here
fails.
"""

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.events.announcement_actions import announce
from events.core.events.finishing_actions import finish_event
from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.core.standings.actions import publish_standings
from events.models import Decklist, Event, FactSheet
from tests.events.scenario import report, start_round
from tests.events.support.public_addresses import (
    TRIED,
    address_of,
    addresses_of,
    everything,
    patterns,
)
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, staged
from tests.markup import flat

pytestmark = pytest.mark.django_db

SEED = 918_273_645
WON = "1-0-0"
EVENT_AND_OWNER = tuple[Event, User]


def unposted() -> EVENT_AND_OWNER:
    """Round 1 is paired, and only staff know."""
    event, owner = staged(4, StagePlan(rounds=1, extra_round=True))
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=SEED)
    return event, owner


def post(event: Event, owner: User) -> None:
    last = event.rounds.order_by("-number")[0]
    post_round(event_id=event.pk, actor=owner, number=last.number)


def unpublished() -> EVENT_AND_OWNER:
    """Round 1 is complete: two players are 1-0, so that there is one more round."""
    event, owner = unposted()
    post(event, owner)
    finish_round(event, owner, 1)
    return event, owner


def publish(event: Event, owner: User) -> None:
    publish_standings(event_id=event.pk, actor=owner, number=1)


def bracket_unposted() -> EVENT_AND_OWNER:
    event, owner = staged(
        6, StagePlan(rounds=1, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 1)
    confirm(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    return event, owner


def pods_drawn() -> EVENT_AND_OWNER:
    event, owner = staged(8, StagePlan(rounds=3, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=7)
    return event, owner


def show_pods(event: Event, owner: User) -> None:
    post_pods(event_id=event.pk, actor=owner, stage=1)


def with_lists() -> EVENT_AND_OWNER:
    event, owner = staged(
        8, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    )
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    for one in event.enrollments.all():
        Decklist.objects.create(enrollment=one, text="4 Lightning Bolt")
    play_swiss(event, owner, 1, 1)
    return event, owner


def show_lists(event: Event, owner: User) -> None:
    confirm(event, owner, 1)


def unfinished() -> EVENT_AND_OWNER:
    event, owner = unpublished()
    publish(event, owner)
    return event, owner


def finish(event: Event, owner: User) -> None:
    finish_event(event_id=event.pk, actor=owner, early=True, reason="the hall closes")


def announced(event: Event, owner: User) -> None:
    until = timezone.now() + datetime.timedelta(hours=1)
    announce(event_id=event.pk, actor=owner, text_en="Lunch at noon", until=until)


@dataclass(frozen=True)
class Case:
    """The text that an address shows once posted: `thing` after `reveal`, not before."""

    thing: str
    hidden: Callable[[], EVENT_AND_OWNER] = unposted
    reveal: Callable[[Event, User], None] = post
    numbers: dict[str, int] = field(default_factory=dict)


PLAYER = "Player 001"
ONE_MORE = "Decided: one more round will be played."
WHERE = {"round": 1, "number": 1}
CASES: dict[str, list[Case]] = {
    "event": [Case(PLAYER), Case("Winner", unfinished, finish)],
    "pairings": [Case(PLAYER)],
    "pairings number": [Case(PLAYER, numbers={"number": 1})],
    "standings": [Case(WON, unpublished, publish)],
    "standings number": [Case(WON, unpublished, publish, {"number": 1})],
    "explain number round": [Case(PLAYER, unpublished, publish, WHERE)],
    "explain-json number round": [Case('"points": 3', unpublished, publish, WHERE)],
    "player number": [
        Case(PLAYER, numbers={"number": 1}),
        Case("Won", unpublished, publish, {"number": 1}),
    ],
    "card number": [
        Case(PLAYER, numbers={"number": 1}),
        Case('"points":3', unpublished, publish, {"number": 1}),
    ],
    "recorded number": [Case(PLAYER, numbers={"number": 1})],
    "around": [Case("Still playing")],
    "stamp": [Case('"round": 1'), Case('"after": 1', unpublished, publish)],
    "bracket": [Case(PLAYER, bracket_unposted)],
    "pods": [Case(PLAYER, pods_drawn, show_pods)],
    "about": [
        Case(ONE_MORE, unpublished, publish),
        Case("Standings after round 1", unpublished, publish),
        Case(PLAYER, unpublished, publish),
    ],
    "decks": [Case("Lightning Bolt", with_lists, show_lists)],
    "rules": [Case(ONE_MORE, unpublished, publish)],
    "report": [Case("Final standings", unfinished, finish)],
    "seeds": [Case(str(SEED))],
    "projector": [Case(PLAYER)],
    "api-event": [Case('"round":1'), Case('"results_through":1', unpublished, publish)],
    "api-rounds": [Case(PLAYER), Case('"games":[', unpublished, publish)],
    "api-round number": [
        Case(PLAYER, numbers={"number": 1}),
        Case('"games":[', unpublished, publish, {"number": 1}),
    ],
    "api-standings": [Case('"points":3', unpublished, publish)],
    "api-bracket": [Case(PLAYER, bracket_unposted)],
    "api-pods": [Case(PLAYER, pods_drawn, show_pods)],
    "api-decklists": [Case("Lightning Bolt", with_lists, show_lists)],
    "api-announcements": [Case("Lunch at noon", unposted, announced)],
    "api-clock": [Case('"round":1')],
    "api-stream": [Case('"round":1'), Case('"results_through":1', unpublished, publish)],
    "api-report": [Case('"winner"', unfinished, finish)],
    "api-archive": [Case(PLAYER), Case('"games":[', unpublished, publish)],
    "embed-standings": [Case("after round 1", unpublished, publish)],
    "embed-pairings": [Case(PLAYER)],
}
# The lists of events: names and dates, which are not secret; the code of an event's address; the
# script that stores pages on a phone; the privacy page, which is the same for all. Pictures and the
# report's PDF are not text: tests/events/report and settings cover them.
FILES = {"calendar", "logo", "organisation-logo", "report-pdf", "share", "share-place number"}
# The list of events for programs, and descriptions of the interface.
FOR_ALL = {"api-events", "api-openapi", "api-docs"}
WITHOUT_SECRETS = {"events", "organisation", "code", "worker", "privacy", *FILES, *FOR_ALL}


def test_every_public_address_has_a_case() -> None:
    assert set(CASES) | WITHOUT_SECRETS == set(patterns())


@pytest.mark.parametrize(
    ("route", "case"), [(route, case) for route, cases in CASES.items() for case in cases]
)
def test_an_address_shows_a_thing_once_it_is_posted(client: Client, route: str, case: Case) -> None:
    event, owner = case.hidden()
    address = address_of(event, route, **case.numbers)
    before = client.get(address)
    assert before.status_code in (200, 302, 404)
    assert case.thing not in flat(before)
    case.reveal(event, owner)
    after = client.get(address)
    assert after.status_code == 200
    assert case.thing in flat(after)


@pytest.mark.parametrize("hidden", [unposted, pods_drawn])
def test_no_address_names_a_player_before_anything_is_posted(
    client: Client, hidden: Callable[[], EVENT_AND_OWNER]
) -> None:
    event, _owner = hidden()
    words = everything(client, event, tried=TRIED)
    assert event.name in words
    assert "Player 0" not in words
    assert str(SEED) not in words


def test_no_address_says_who_won_before_standings_are_published(client: Client) -> None:
    event, owner = unpublished()
    assert WON not in everything(client, event)
    publish(event, owner)
    assert WON in everything(client, event)


def test_no_address_tells_a_result_of_the_round_that_is_played(client: Client) -> None:
    event, owner = unpublished()
    publish(event, owner)
    start_round(event, owner, 2)
    before = everything(client, event)
    report(event, owner, 2)
    assert everything(client, event) == before


def test_what_is_guessed_goes_beyond_what_there_is() -> None:
    event, _owner = unposted()
    guessed = list(addresses_of(event, TRIED))
    assert len(guessed) == len(set(guessed))
    assert address_of(event, "player number", number=5) in guessed
    assert address_of(event, "explain number round", round=2, number=5) in guessed
