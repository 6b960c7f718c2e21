"""Plan of deck checks: who is checked, what is kept, whom the plan proposes next."""

from functools import partial
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from events.core.clock.slow_tables import predicted_last
from events.core.stages.plans import StagePlan
from events.decks.actions import start_deck_check, stop_deck_check
from events.decks.check_plan import tables_in_rounds
from events.decks.plan_queries import check_page
from events.integrations.feature_actions import choose_feature
from events.models import (
    DeckCheck,
    Decklist,
    Enrollment,
    Event,
    Match,
    Role,
    StandingsSnapshot,
    Verb,
)
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    at_table,
    enter_slips,
    event_with_owner,
    journaled,
    refused,
    start_round,
)
from tests.events.support.doors import address
from tests.events.support.stages import SINGLE, play_swiss, staged
from tests.markup import flat, with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def cut_event(players: int = 16, rounds: int = 4) -> tuple[Event, User]:
    """Return an event with a cut to the top 4."""
    return staged(
        players,
        StagePlan(rounds=rounds, cut_by="rank", cut_value=4),
        StagePlan(kind=SINGLE),
    )


def tables_of(event: Event, **more: object) -> list[int]:
    """Return the proposed tables."""
    return [made.table for made in check_page(event, 2, **more).proposals]  # type: ignore[arg-type]


def test_two_tables_are_proposed_and_the_plan_stays_while_results_and_checks_come_in() -> None:
    event, owner = cut_event()
    start_round(event, owner, 1)
    first, second = tables_of(event)
    start_deck_check(event_id=event.pk, actor=owner, number=1, table=first)
    assert tables_of(event) == [second]
    other = next(table for table in range(1, 9) if table not in (first, second))
    enter_slips(event, owner, 1, f"{other} 2-0")
    assert tables_of(event) == [second]
    assert tables_of(event, skipped={second}) not in ([], [second])


def test_the_first_rounds_save_a_table_each_for_the_last() -> None:
    assert tables_in_rounds(7, 2) == [1, 1, 2, 2, 2, 2, 4]
    assert tables_in_rounds(7, 1) == [1] * 7, "a round without a check would be guessable"
    assert tables_in_rounds(4, 2) == [2] * 4
    event, owner = cut_event(rounds=5)
    start_round(event, owner, 1)
    page = check_page(event, 2)
    assert (len(page.proposals), page.saves) == (1, True)
    shown = flat(factories.client_of(owner).get(address(event, "deck-checks")))
    assert "This round saves a table for the last round" in shown
    assert "Two candidates, both unchecked." in shown


def test_tables_a_round_and_passed_over_tables_stay_after_a_check_begins() -> None:
    event, owner = cut_event()
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    shown = browser.get(address(event, "deck-checks") + "?tables=3&not=1,").content.decode()
    form = f"{address(event, 'deck-check')}?tables=3&amp;not=1,"
    assert form in shown
    answer = browser.post(unescape(form), {"table": "2"})
    assert answer["Location"] == f"{address(event, 'deck-checks')}?tables=3&not=1%2C"


def test_checked_players_are_not_proposed_again_and_leaders_are() -> None:
    event, owner = cut_event()
    play_swiss(event, owner, 1, 1)
    checked = at_table(event, 1, 1)
    DeckCheck.objects.create(match=checked, by=owner, ended_at=checked.round.posted_at)
    start_round(event, owner, 2)
    page = check_page(event, 2)
    in_proposals = {player.player.pk for made in page.proposals for player in made.players}
    winners = {match.winner_id for match in Match.objects.filter(round__number=1)}
    assert in_proposals <= winners
    assert checked.first_id not in in_proposals
    assert page.places == 4
    assert [planned.number for planned in page.rounds] == [2, 3, 4]


def test_the_line_of_the_cut_counts_those_alone_who_still_play() -> None:
    event, owner = cut_event()
    play_swiss(event, owner, 1, 2)
    after = StandingsSnapshot.objects.latest("pk").rows
    fourth, fifth = (row["number"] for row in after[3:5])
    drop(event_id=event.pk, actor=owner, number=fourth)
    start_round(event, owner, 3)
    (last,) = (own.player.number for own in check_page(event, 2).candidates if own.is_last_in)
    assert last == fifth


def test_a_check_is_kept_with_the_list_and_shown_in_later_rounds() -> None:
    event, owner = cut_event()
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    match = at_table(event, 1, 2)
    browser.post(address(event, "deck-check"), {"table": "2"})
    check = DeckCheck.objects.get()
    running = flat(browser.get(address(event, "deck-checks")))
    for player in match.players:
        assert f'name="problem" value="{player.number}"' in running
    fields = {"problem": str(match.first.number), "findings": "61 cards"}
    browser.post(address(event, "deck-check-end", check_id=check.pk), fields)
    check.refresh_from_db()
    assert check.problems == [match.first.number]
    assert set(Decklist.objects.values_list("enrollment", "state")) == {
        (match.first_id, "checked"),
        (match.second_id, "checked"),
    }
    page = flat(browser.get(address(event, "decks")))
    assert page.count("✓ round 1") == 2
    assert page.count('class="badge bad">problem<') == 1
    own = with_plain_names(flat(browser.get(address(event, "deck", number=match.first.number))))
    assert "61 cards" in own
    assert "Deck check in round 1:" in own


def test_one_tap_assigns_the_free_judge_who_made_the_fewest_checks() -> None:
    event, owner = cut_event()
    tired = factories.staff_member(event, Role.JUDGE)
    fresh = factories.staff_member(event, Role.JUDGE)
    start_round(event, owner, 1)
    done = at_table(event, 1, 5)
    DeckCheck.objects.create(match=done, by=tired, ended_at=done.round.posted_at)
    page = check_page(event, 2)
    assert [member.user for member in page.judges][:2] == [fresh, tired]
    browser = factories.client_of(owner)
    shown = with_plain_names(flat(browser.get(address(event, "deck-checks"))))
    assert f"Assign {fresh.username}" in shown
    table = page.proposals[0].table
    browser.post(address(event, "deck-check"), {"table": table, "judge": fresh.username})
    check = DeckCheck.objects.get(ended_at=None)
    assert (check.by, check.match.judge) == (fresh, fresh), "the judge's phone shows the table"
    assert journaled(event, Verb.DECK_CHECKED)[-1].data["judge"] == fresh.username
    phone = flat(factories.client_of(fresh).get(address(event, "floor")))
    assert '<span class="badge info">Deck check</span>' in phone
    assert f'<a class="button" href="{address(event, "deck-checks")}">Deck check</a>' in phone
    shown = flat(browser.get(address(event, "deck-checks")))
    for player in check.match.players:
        assert f'name="problem" value="{player.number}"' in shown, "the result of each player"
    with refused("Choose a staff member.", "judge"):
        start_deck_check(event_id=event.pk, actor=owner, number=1, table=8, judge="stranger")


def test_a_stopped_check_counts_for_nobody_and_gives_no_time() -> None:
    event, owner = event_with_owner(6)
    start_round(event, owner, 1)
    check = start_deck_check(
        event_id=event.pk, actor=owner, number=1, table=2, judge=owner.username
    )
    stop_deck_check(event_id=event.pk, actor=owner, check_id=check.pk)
    match = at_table(event, 1, 2)
    assert (match.extension_minutes, match.judge) == (0, None)
    assert not DeckCheck.objects.exists()
    with refused("This deck check is already over."):
        stop_deck_check(event_id=event.pk, actor=owner, check_id=check.pk)


def test_a_table_that_is_predicted_to_end_last_is_never_proposed() -> None:
    event, owner = cut_event(8)
    start_round(event, owner, 1)
    for table in range(1, 5):
        Match.objects.update(extension_minutes=0)
        Match.objects.filter(table=table).update(extension_minutes=5)
        every = check_page(event, 4).proposals
        assert len(every) == 3
        assert table not in [made.table for made in every]


def test_the_slowest_players_sit_at_the_table_that_ends_last() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    matches = list(Match.objects.order_by("table"))
    assert predicted_last(matches, {}) == frozenset(), "nothing is known"
    slow = {matches[2].first_id: 1.0, matches[0].first_id: 0.1}
    assert predicted_last(matches, slow) == {3}


def test_earlier_checks_of_the_organisation_are_remembered() -> None:
    event, owner = cut_event()
    earlier, host = event_with_owner(2)
    organisation = factories.trust_of(owner, event)
    Event.objects.filter(pk=earlier.pk).update(organisation=organisation)
    start_round(event, owner, 1)
    start_round(earlier, host, 1)
    player = at_table(event, 1, 1).first
    old = Match.objects.get(round__event=earlier)
    Enrollment.objects.filter(pk=old.first.pk).update(player=player.player)
    DeckCheck.objects.create(match=old, ended_at=timezone.now(), problems=[old.first.number])
    event.refresh_from_db()
    candidates = check_page(event, 2).candidates
    remembered = {row.player: row.memory.problem for row in candidates if row.memory}
    assert remembered == {player: True}


def test_the_page_takes_as_many_queries_for_many_players_as_for_few() -> None:
    counts = []
    for players in (8, 40):
        event, owner = cut_event(players)
        start_round(event, owner, 1)
        page = partial(factories.client_of(owner).get, address(event, "deck-checks"))
        counts.append(queries_of(page))
    assert counts[0] == counts[1]


def test_a_player_without_a_list_is_marked_where_the_event_keeps_lists() -> None:
    event, owner = cut_event()
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    assert "no decklist" not in flat(browser.get(address(event, "deck-checks")))
    one = check_page(event, 2).proposals[0].players[0]
    Decklist.objects.create(enrollment=one.player, state=Decklist.State.RECEIVED)
    made, *_ = check_page(event, 2).proposals
    assert [player.has_list for player in made.players] == [True, False]
    assert "no decklist" in flat(browser.get(address(event, "deck-checks")))


def test_before_round_1_and_without_a_cut_the_page_says_so() -> None:
    event, owner = event_with_owner(8)
    browser = factories.client_of(owner)
    assert "No Swiss round is in progress." in flat(browser.get(address(event, "deck-checks")))
    start_round(event, owner, 1)
    assert "This event has no cut." in flat(browser.get(address(event, "deck-checks")))


def test_a_proposed_match_on_camera_says_so() -> None:
    event, owner = cut_event()
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    table = tables_of(event)[0]
    assert "This match is on camera." not in flat(browser.get(address(event, "deck-checks")))
    choose_feature(event_id=event.pk, actor=owner, number=1, table=table)
    assert tables_of(event)[0] == table
    assert "This match is on camera." in flat(browser.get(address(event, "deck-checks")))
