"""The pages of a round: permissions, and the answers of the buttons."""

from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.rounds.actions import complete_round
from events.core.rounds.pairing_actions import pair_next_round
from events.desk.unposted_actions import take_out_of_round
from events.models import Event, Role, Round
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    byes,
    enter_slips,
    event_with_owner,
    play_round,
    report,
    round_of,
    start_round,
    tables,
)
from tests.events.support.doors import (
    DESK,
    EVERYBODY,
    LAST_WORD,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.markup import with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

DOORS = [
    ("get", "round", EVERYBODY),
    ("post", "pair", DESK),
    ("post", "pair-again", DESK),
    ("post", "discard", DESK),
    ("post", "change-unposted", DESK),
    ("post", "post", DESK),
    ("post", "unpost", LAST_WORD),
    ("get", "complete", DESK),
    ("post", "complete", DESK),
    ("post", "reopen-round", DESK),
]


def drafted(players: int = 6) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    pair_next_round(event_id=event.pk, actor=owner, number=1, seed=1)
    return event, owner, factories.client_of(owner)


def playing(players: int = 6, **columns: object) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players, **columns)
    start_round(event, owner, 1)
    return event, owner, factories.client_of(owner)


def press(browser: Client, event: Event, name: str, number: Any = 1, **fields: Any) -> str:
    """Press a button and return the page that follows, messages included."""
    answer = browser.post(address(event, name, number=number), fields, follow=True)
    assert answer.status_code == HTTPStatus.OK
    return with_plain_names(answer.content.decode())


def state_of(event: Event, number: int = 1) -> str:
    return round_of(event, number).state


@pytest.mark.parametrize(("method", "name", "allowed"), DOORS)
def test_who_may_do_what(method: str, name: str, allowed: set[Role]) -> None:
    event, _owner, _browser = drafted()
    check_refusals(method, address(event, name, number=1), allowed, event)


@pytest.mark.parametrize(
    ("method", "name"), [(method, name) for method, name, _allowed in DOORS if name != "complete"]
)
def test_reading_and_writing_are_kept_apart(method: str, name: str) -> None:
    event, _owner, _browser = drafted()
    check_wrong_method(method, address(event, name, number=1), event)


@pytest.mark.parametrize("role", [Role.JUDGE, Role.SCOREKEEPER])
@pytest.mark.parametrize("state", [Round.State.UNPOSTED, Round.State.POSTED, Round.State.COMPLETE])
def test_all_of_the_staff_see_a_round_in_every_state(role: Role, state: Round.State) -> None:
    event, owner, _browser = drafted()
    if state != Round.State.UNPOSTED:
        press(factories.client_of(owner), event, "post")
    if state == Round.State.COMPLETE:
        report(event, owner, 1)
        complete_round(event_id=event.pk, actor=owner, number=1)
    browser = factories.client_of(factories.staff_member(event, role))
    answer = browser.get(address(event, "round", number=1))
    assert answer.status_code == HTTPStatus.OK
    page = answer.content.decode()
    assert page.count("Player 001") >= 1
    assert (address(event, "post", number=1) in page) == (
        state == Round.State.UNPOSTED and role == Role.SCOREKEEPER
    ), "a button only for who may press it"


@pytest.mark.parametrize("number", [0, 2, 10**12, 10**30])
@pytest.mark.parametrize("name", ["round", "complete"])
def test_a_round_that_is_not_there_is_not_found(number: int, name: str) -> None:
    event, _owner, browser = drafted()
    answer = browser.get(address(event, name, number=number))
    assert answer.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pair", "Pair round 1 first."),
        ("pair-again", "Round 1000000000000 does not exist."),
        ("post", "Round 1000000000000 does not exist."),
        ("clock", "Round 1000000000000 does not exist."),
        ("discard", "Round 1000000000000 does not exist."),
    ],
)
def test_writing_to_a_round_that_can_not_be_says_so(name: str, words: str) -> None:
    event, owner = event_with_owner(4)
    page = press(factories.client_of(owner), event, name, 10**12)
    assert words in page


def test_pairing_posting_and_starting_the_clock() -> None:
    event, owner = event_with_owner(6)
    browser = factories.client_of(owner)
    assert "Round 1 is paired. Only staff can see it until it is posted." in press(
        browser, event, "pair"
    )
    assert "Round 1 is already paired." in press(browser, event, "pair")
    assert "Round 1 is posted. Players can see it now." in press(browser, event, "post")
    assert "Round 1 is already posted. Players can see it." in press(browser, event, "post")
    assert "The clock for round 1 is running." in press(browser, event, "clock")
    assert round_of(event, 1).started_at is not None


def test_a_draft_says_what_it_is_and_offers_the_next_step() -> None:
    event, _owner, browser = drafted(5)
    page = browser.get(address(event, "round", number=1)).content.decode()
    assert "Post round 1" in page
    assert "Only staff can see this round. Posting makes it visible to players." in page
    assert "Paired from seed 1." in page
    assert "No pair-downs; no rematches. Proven: no better pairing exists" in page
    assert "Drawn from 5 players" in page


def test_a_draft_names_who_is_missing_and_adds_them() -> None:
    event, owner, browser = drafted(4)
    number = tables(event, 1)[1][0]
    take_out_of_round(event_id=event.pk, actor=owner, number=1, player=number)
    page = browser.get(address(event, "round", number=1)).content.decode()
    assert "Active players not in this round:" in page
    page = press(browser, event, "change-unposted", change="add", player=number)
    assert "The player was added to the unposted round." in page
    assert "Active players not in this round:" not in page


def test_pairing_again_from_a_seed_that_is_typed() -> None:
    event, _owner, browser = drafted()
    again = partial(press, browser, event, "pair-again", reason="a latecomer")
    assert "Round 1 was paired again." in again(seed="77")
    assert round_of(event, 1).seed == 77
    again(seed="")
    assert round_of(event, 1).seed not in (1, 77)
    for seed in ("x", "-1", str(2**63), "9" * 5000):
        before = round_of(event, 1).seed
        typed = {"seed": seed, "reason": "a latecomer"}
        answer = browser.post(address(event, "pair-again", number=1), typed)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        page = answer.content.decode()
        assert "A seed is a whole number below 2^63" in page
        assert f'value="{seed}"' in page
        assert round_of(event, 1).seed == before


def test_throwing_a_draft_away_goes_back_to_the_desk() -> None:
    event, _owner, browser = drafted()
    page = press(browser, event, "discard", reason="a latecomer")
    assert "Unposted round 1 was discarded." in page
    assert "Before round 1" in page
    assert "Round 1 does not exist." in press(browser, event, "discard")


@pytest.mark.parametrize("name", ["pair-again", "discard"])
def test_a_drawing_is_given_up_with_a_reason(name: str) -> None:
    event, _owner, browser = drafted()
    seed = round_of(event, 1).seed
    for reason, words in (
        ("", "Give a reason. It is recorded"),
        ("x" * 301, "Use at most 300 characters; this text has 301."),
    ):
        answer = browser.post(address(event, name, number=1), {"reason": reason, "seed": "12"})
        page = answer.content.decode()
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert words in page
        assert f'value="{reason}"' in page, "what was typed is there again"
        assert (name == "pair-again") == ('value="12"' in page)
    assert round_of(event, 1).seed == seed


def test_two_players_change_places_as_the_browser_completes_their_names() -> None:
    event, _owner, browser = drafted()
    (one, two), (three, four) = tables(event, 1)[1], tables(event, 1)[2]
    page = press(
        browser,
        event,
        "change-unposted",
        change="swap",
        first=f"{one} Player {one:03}",
        second=f"{three} Player {three:03}",
    )
    assert "The two players were swapped." in page
    assert "Changed by hand, but still as good as the best pairing." in page
    assert (tables(event, 1)[1], tables(event, 1)[2]) == ((three, two), (one, four))


def test_a_bye_that_is_moved_by_hand_is_not_called_drawn() -> None:
    event, _owner, browser = drafted(6)
    event.enrollments.filter(number=1).update(awarded_byes=1)
    press(browser, event, "pair-again", seed="1", reason="a latecomer")
    [drawn] = set(byes(event, 1)) - {1}
    one, two = (pair[0] for pair in tables(event, 1).values())
    page = press(browser, event, "change-unposted", change="swap", first=one, second=drawn)
    assert "Bye given by hand." in page
    assert "Drawn from" not in page
    assert page.count("awarded bye") == 1, "only beside the player who has one"
    page = press(browser, event, "change-unposted", change="swap", first=two, second=1)
    assert "Player 001 has an unused awarded bye for round 1." in page
    assert page.count("Bye given by hand.") == 2


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"change": "swap", "first": "Somebody Else", "second": "1"},
            "No player is named “Somebody Else”. Type the full name or the number.",
        ),
        ({"change": "swap", "first": "3 Somebody", "second": "3"}, "Choose two different players."),
        (
            {"change": "swap", "first": "3", "second": "99"},
            "Player 99 is not in the unposted round 1.",
        ),
        (
            {"change": "table", "table": "7", "to": "1"},
            "Table 7 does not exist in round 1. Tables run from 1 to 3.",
        ),
        ({"change": "table", "table": "1", "to": "0"}, "Tables are numbered from 1 to 999999."),
        (
            {"change": "table", "table": "1", "to": "9" * 5000},
            "Enter a table number.",
        ),
        ({"change": "take-out", "player": "99"}, "Player 99 is not in the unposted round 1."),
        ({"change": "add", "player": "99"}, "Player 99 is not playing in this event."),
    ],
)
def test_a_refused_change_says_why_and_keeps_what_was_typed(
    fields: dict[str, str], words: str
) -> None:
    event, _owner, browser = drafted()
    before = tables(event, 1)
    answer = browser.post(address(event, "change-unposted", number=1), fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = answer.content.decode()
    assert words in page
    shown = fields["change"] != "add"
    kept = [value for name, value in fields.items() if shown and name != "change"]
    assert all(f'value="{value}"' in page for value in kept)
    assert tables(event, 1) == before


def test_a_change_that_does_not_exist_is_not_found() -> None:
    event, _owner, browser = drafted()
    answer = browser.post(
        address(event, "change-unposted", number=1), {"change": "shuffle", "player": "1"}
    )
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_a_move_and_a_take_out_say_what_happened() -> None:
    event, _owner, browser = drafted(5)
    assert "The match was moved." in press(
        browser, event, "change-unposted", change="table", table="1", to="9"
    )
    assert set(tables(event, 1)) == {2, 9}
    [holder] = byes(event, 1)
    assert "The player was removed from the unposted round." in press(
        browser, event, "change-unposted", change="take-out", player=str(holder)
    )


def test_a_posted_round_is_taken_back_with_a_reason() -> None:
    event, owner, browser = playing()
    assert "Give a reason. It is recorded in the journal." in press(
        browser, event, "unpost", reason=""
    )
    page = press(browser, event, "unpost", reason="wrong room")
    assert "Round 1 is unposted. Players no longer see it." in page
    press(browser, event, "post")
    enter_slips(event, owner, 1, "1 20")
    assert "Round 1 has results." in press(browser, event, "unpost", reason="wrong room")
    assert state_of(event) == Round.State.POSTED


def queries_of_a_round(players: int, state: Round.State) -> int:
    """Count the queries of the page of round 2 in a state, with pair-downs, a bye and a drop."""
    event, owner = event_with_owner(players)
    browser = factories.client_of(owner)
    play_round(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=1)
    pair_next_round(event_id=event.pk, actor=owner, number=2, seed=2)
    if state != Round.State.UNPOSTED:
        press(browser, event, "post", 2)
        *reported, _last = tables(event, 2)
        enter_slips(event, owner, 2, *(f"{table} 20" for table in reported))
    if state == Round.State.COMPLETE:
        report(event, owner, 2)
        press(browser, event, "complete", 2)
    return queries_of(lambda: browser.get(address(event, "round", number=2)))


@pytest.mark.parametrize("state", [Round.State.UNPOSTED, Round.State.POSTED, Round.State.COMPLETE])
def test_a_round_costs_as_many_queries_for_three_tables_as_for_sixty(state: Round.State) -> None:
    few = queries_of_a_round(6, state)
    assert few == queries_of_a_round(120, state)
    # A complete round also reads its questions.
    assert few < (60 if state == Round.State.COMPLETE else 20)
