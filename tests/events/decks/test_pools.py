"""Pools of a sealed event: registered by phone or on paper, passed by seats, compared."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.cards.pool_check import outside_pool
from events.core.cards.pool_seats import line_of, pool_lines
from events.core.refusals import RefusedError
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.decks import pool_actions
from events.decks.actions import save_decklist
from events.models import Decklist, Event, FactSheet, Pool, PoolRegistration, Role, Verb
from events.roster.merging_actions import merge_players
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, journaled, player, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.paper_files import pages_of, texts, url
from tests.events.support.phones import Phone, event_of_phones
from tests.events.support.public_addresses import everything
from tests.events.support.stages import staged
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
POOL = "2 Giant Growth\n1 Secret Dragon\n1 Island"


def sealed(players: int = 5, **columns: Any) -> tuple[Event, User]:
    return event_of_phones(players, posted=False, game_format="Sealed Deck", **columns)


def opened(players: int = 5, *, passes: bool = True) -> tuple[Event, User, dict[str, Any]]:
    event, owner = sealed(players)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    pool_actions.open_pools(**who, passes=passes)
    return event, owner, who


def phone_of(event: Event, number: int, language: str = "en") -> Phone:
    return Phone(player(event, number), language)


def register_all(event: Event, who: dict[str, Any]) -> None:
    for pool in Pool.objects.filter(enrollment__event=event).select_related("enrollment"):
        number = pool.enrollment.number
        pool_actions.save_pool(**who, number=number, text=f"1 Zyx of {number}\n1 Island")


def receivers(event: Event) -> dict[int, int]:
    pools = Pool.objects.filter(enrollment__event=event, received_by__isnull=False)
    return dict(pools.values_list("enrollment__number", "received_by__number"))


def test_access() -> None:
    event, _owner, _who = opened()
    check_access(event, Route("decks/pools/", Action.SEE))
    check_access(event, Route("decks/pools/", Action.DECKS, "post", {"do": "seat-late"}))
    check_access(event, Route("decks/pools/1/", Action.SEE))
    check_access(event, Route("decks/pools/1/", Action.DECKS, "post", {"text": POOL}))
    check_access(event, Route("print/pools.pdf", Action.SEE))
    check_methods(event, Route("print/pools.pdf", Action.SEE))


def test_players_register_pass_by_seats_and_confirm() -> None:
    event, owner, who = opened(5)
    seats = [(line.player.number, line.pool.table, line.pool.seat) for line in pool_lines(event)]
    assert seats == [(1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 2, 2), (5, 3, 1)]
    phone = phone_of(event, 1)
    assert "Register your pool." in flat(phone.page())
    page = flat(phone.client.get(phone.url("pool")))
    assert "Table 1, seat 1" in page
    phone.post("pool", text=POOL)
    pool = Pool.objects.get(enrollment__number=1)
    assert (pool.text, pool.cards, pool.received_by) == (POOL, 4, None)
    assert "Register your pool." not in flat(phone.page())
    with pytest.raises(RefusedError, match="not registered: 4"):
        pool_actions.close_pools(**who, seats_on=2)
    register_all(event, who)
    for wrong in (None, 0, 5):
        with pytest.raises(RefusedError, match="from 1 to 4"):
            pool_actions.close_pools(**who, seats_on=wrong)
    pool_actions.close_pools(**who, seats_on=2)
    assert receivers(event) == {1: 3, 2: 4, 3: 5, 4: 1, 5: 2}
    page = flat(phone.client.get(phone.url("pool")))
    assert "Pass your pool to" in page
    assert "Player 003" in page
    assert "Table 2, seat 1" in page
    assert "You receive a pool from" in page
    assert "Player 004" in page
    assert "1 Zyx of 4" in page
    assert "Zyx of 1" not in page, "the registered pool is another's now"
    assert "Pass your pool, and check the pool that you receive." in flat(phone.page())
    phone.post("pool-confirm")
    assert Pool.objects.get(received_by__number=1).confirmed_at is not None
    assert "Pass your pool" not in flat(phone.page())
    steps = [entry.data["step"] for entry in journaled(event, Verb.POOLS_CHANGED)]
    assert steps == ["opened", "passed"]
    assert not any("Zyx of" in str(entry.data) for entry in event.journal.all())
    journal = flat(factories.client_of(owner).get(address(event, "journal")))
    assert "The registered pools were passed on. Seats: 2." in journal
    assert "Player 001 confirmed the received pool." in journal


def test_the_page_shows_missing_pools_and_takes_paper_lists() -> None:
    event, owner, _who = opened(3)
    browser = factories.client_of(owner)
    page = flat(browser.get(address(event, "pools")))
    assert "0 of 3 pools registered" in page
    data = {"do": "paper", "paper": ["1", "2"]}
    page = flat(browser.post(address(event, "pools"), data, follow=True))
    assert "2 of 3 pools registered" in page
    assert page.count(">on paper</span>") == 2
    answer = browser.post(address(event, "pools"), {"do": "paper"})
    assert "Select the players" in flat(answer)
    assert browser.post(address(event, "pools"), {"do": "no"}).status_code == 404


def test_own_pools_close_late_players_and_dropped_ones() -> None:
    event, owner, who = opened(3, passes=False)
    assert receivers(event) == {1: 1, 2: 2, 3: 3}
    assert pool_actions.note_paper_pools(**who, numbers=[1, 2, 3]) == 3
    pool_actions.close_pools(**who)
    late = factories.EnrollmentFactory.create(event=event, number=9, name="Late")
    browser = factories.client_of(owner)
    assert "1 player has no seat" in flat(browser.get(address(event, "pools")))
    assert pool_actions.seat_late_players(**who) == 1
    line = line_of(late)
    assert line is not None
    assert (line.pool.table, line.gets) == (3, line.pool)
    with pytest.raises(RefusedError, match="All players have a seat"):
        pool_actions.seat_late_players(**who)


def test_dropped_players_are_no_part_of_the_ring() -> None:
    event, _owner, who = opened(4)
    register_all(event, who)
    event.enrollments.filter(number=2).update(state="dropped", dropped_after=0)
    pool_actions.close_pools(**who, seats_on=1)
    assert receivers(event) == {1: 3, 3: 4, 4: 1}


def test_a_registration_is_reopened_with_a_reason_and_discarded_while_empty() -> None:
    event, _owner, who = opened(4)
    register_all(event, who)
    with pytest.raises(RefusedError, match="stays"):
        pool_actions.discard_pools(**who)
    pool_actions.close_pools(**who, seats_on=1)
    with pytest.raises(RefusedError, match="reason"):
        pool_actions.reopen_pools(**who, reason="")
    pool_actions.reopen_pools(**who, reason="wrong number")
    assert receivers(event) == {}
    assert PoolRegistration.objects.get().seats_on is None
    other, _owner, others = opened(2)
    pool_actions.discard_pools(**others)
    assert not Pool.objects.filter(enrollment__event=other).exists()
    assert Pool.objects.filter(enrollment__event=event).count() == 4


def test_pools_of_a_draft_stay_in_their_pod() -> None:
    event, owner = staged(16, StagePlan(pods=True))
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    draw_stage_pods(**who, stage=1, seed=3)
    post_pods(**who, stage=1)
    pool_actions.open_pools(**who, passes=True)
    register_all(event, who)
    pool_actions.close_pools(**who, seats_on=3)
    lines = {line.player.number: line for line in pool_lines(event)}
    for line in lines.values():
        assert line.gets is not None
        assert line.gets.table == line.pool.table
        assert (line.gets.seat + 2) % 8 + 1 == line.pool.seat
    assert "Pod 1, seat 1" in flat(factories.client_of(owner).get(address(event, "pools")))


def test_a_stale_form_is_a_conflict() -> None:
    event, owner, who = opened(3)
    browser = factories.client_of(owner)
    before = str(browser.get(address(event, "pools")).context["seen"])
    of_pool = str(browser.get(address(event, "pool", number=1)).context["seen"])
    phone = phone_of(event, 1)
    of_phone = str(phone.client.get(phone.url("pool")).context["seen"])
    register_all(event, who)
    answer = browser.post(address(event, "pool", number=1), {"text": POOL, "seen": of_pool})
    assert answer.status_code == 422
    assert "1 Zyx of 1" in flat(answer)
    assert "Secret Dragon" in flat(answer), "nothing typed is lost"
    refused = phone.post("pool", text=POOL, seen=of_phone)
    assert refused.status_code == 422
    assert "1 Zyx of 1" in flat(refused)
    pool_actions.close_pools(**who, seats_on=1)
    stale = {"do": "reopen", "reason": "no", "seen": before}
    answer = browser.post(address(event, "pools"), stale)
    assert answer.status_code == 409
    assert "The registration changed since you opened this page." in flat(answer)


def test_a_closed_list_changes_at_the_desk_with_a_reason_alone() -> None:
    event, owner, who = opened(3)
    register_all(event, who)
    pool_actions.close_pools(**who, seats_on=1)
    answer = phone_of(event, 1).post("pool", text=POOL)
    assert "Pool registration is closed." in flat(answer)
    browser = factories.client_of(owner)
    assert browser.post(address(event, "pool", number=1), {"text": POOL}).status_code == 422
    data = {"text": POOL, "reason": "a card was forgotten"}
    assert browser.post(address(event, "pool", number=1), data).status_code == 302
    assert journaled(event, Verb.POOL_REGISTERED)[-1].data["reason"] == "a card was forgotten"


@pytest.mark.parametrize(
    ("deck", "outside"),
    [
        ("2 Giant Growth\n1 Secret Dragon\n17 Forest", []),
        ("1 giant growth\nSideboard\n1 Giant Growth\n2 平地", []),
        ("3 Giant Growth", [("Giant Growth", 3, 2, "1")]),
        ("2 Giant Growth\n1 Wastes\nSideboard\n1 Giant Growth", [
            ("Giant Growth", 3, 2, "1, 4"), ("Wastes", 1, 0, "2"),
        ]),
        ("1 Snow-Covered Island", [("Snow-Covered Island", 1, 0, "1")]),
        ("", []),
    ],
)  # fmt: skip
def test_a_deck_is_compared_with_its_pool(deck: str, outside: list[tuple[Any, ...]]) -> None:
    found = outside_pool(deck, POOL)
    assert [(card.name, card.listed, card.opened, card.line_numbers) for card in found] == outside


def test_the_deck_is_compared_with_the_pool_that_the_player_got() -> None:
    event, owner, who = opened(2)
    register_all(event, who)
    pool_actions.close_pools(**who, seats_on=1)
    save_decklist(**who, number=1, state="received", text="1 Zyx of 2\n2 Zyx of 1\n40 Island")
    browser = factories.client_of(owner)
    page = flat(browser.get(address(event, "deck", number=1)))
    assert "Line 2: 2 × Zyx of 1, 0 in the pool" in page
    assert "registered by Player 002" in page
    assert "1 card is not in the pool" in flat(browser.get(address(event, "decks")))
    phone = phone_of(event, 1)
    assert "Line 2: 2 × Zyx of 1, 0 in the pool" in flat(phone.client.get(phone.url("deck")))


def test_sheets_name_the_seat_and_after_the_pass_both_players_and_the_cards() -> None:
    event, owner, who = opened(3)
    browser = factories.client_of(owner)
    before = texts(pages_of(browser, url(event, "pdf-pools")))
    assert len(before) == 3
    assert "Table 1, seat 1" in before[0]
    assert "Player 001" in before[0]
    assert "Received by" in before[0]
    register_all(event, who)
    pool_actions.close_pools(**who, seats_on=1)
    after = texts(pages_of(browser, url(event, "pdf-pools")))
    assert "Player 002" in after[0]
    assert "Table 1, seat 2" in after[0]
    assert "Zyx of 1" in after[0]


def test_pools_are_on_no_public_page_and_in_no_public_data() -> None:
    event, owner, who = opened(4)
    register_all(event, who)
    for number in range(1, 5):
        text = f"Zyx of {number}\n40 Island"
        save_decklist(**who, number=number, state="received", text=text)
    Decklist.objects.update(text="")
    shown = {"lists_during": "all", "lists_after": "all", "decklists": "open"}
    FactSheet.objects.update_or_create(event=event, defaults=shown)
    stranger = factories.client_of()
    for step in (
        lambda: pool_actions.close_pools(**who, seats_on=1),
        lambda: start_round(event, owner, 1),
        lambda: Event.objects.filter(pk=event.pk).update(state="finished"),
        lambda: None,
    ):
        assert "Zyx of" not in everything(stranger, event)
        step()


def test_merging_keeps_the_seat_and_a_registered_pool_keeps_its_player() -> None:
    event, _owner, who = opened(3)
    late = factories.EnrollmentFactory.create(event=event, number=9, name="Late")
    merge_players(**who, number=late.number, other=3)
    assert Pool.objects.get(enrollment__number=9).table == 2
    pool_actions.note_paper_pools(**who, numbers=[2])
    with pytest.raises(RefusedError, match="has played"):
        merge_players(**who, number=1, other=2)


def test_the_pages_ask_a_fixed_number_of_queries() -> None:
    counts = []
    for players in (3, 12):
        event, owner, who = opened(players)
        register_all(event, who)
        pool_actions.close_pools(**who, seats_on=1)
        browser, path = factories.client_of(owner), address(event, "pools")
        counts.append(queries_of(lambda browser=browser, path=path: browser.get(path)))  # type: ignore[misc]
    assert counts[0] == counts[1]


def test_a_judge_opens_it_and_an_event_without_players_can_not() -> None:
    event, _owner = event_with_owner(0)
    judge = factories.staff_member(event, Role.JUDGE)
    with pytest.raises(RefusedError, match="No players"):
        pool_actions.open_pools(event_id=event.pk, actor=judge, passes=True)
