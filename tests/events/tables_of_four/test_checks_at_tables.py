"""The plan of deck checks at tables of four: whom it proposes, and what it thinks of chances."""

from functools import partial

import pytest

from events.decks.actions import start_deck_check
from events.decks.check_chances import TablesCourse, chances_at_tables
from events.decks.plan_queries import check_page
from tests import factories
from tests.events.scenario import start_round
from tests.events.tables_of_four.playing import enter, play_tables, seated, table_event
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def test_tables_of_players_who_may_advance_are_proposed_and_stay() -> None:
    event, owner = table_event(16, rounds=3, cut=4)
    play_tables(event, owner, 1)
    start_round(event, owner, 2)
    page = check_page(event, 1)
    assert (page.places, page.has_cut) == (4, True)
    [proposal] = page.proposals
    winners = {players[0] for players in seated(event, 1).values()}
    here = [candidate.player.number for candidate in proposal.players]
    assert len(here) == 4
    assert set(here) == winners, "winners of round 1 sit together, and each may advance"
    assert all(candidate.points == 5 for candidate in proposal.players)
    other = next(table for table in (1, 2, 3, 4) if table != proposal.table)
    enter(event, owner, 2, f"{other} 2")
    assert [made.table for made in check_page(event, 1).proposals] == [proposal.table]
    start_deck_check(event_id=event.pk, actor=owner, number=2, table=proposal.table)
    page = check_page(event, 1)
    assert page.proposals == ()
    assert {candidate.player.number for candidate in page.candidates if candidate.check} >= winners


def test_nobody_is_proposed_between_rounds_and_in_the_cut() -> None:
    event, owner = table_event(8, rounds=1, cut=4)
    assert check_page(event, 2).round is None
    play_tables(event, owner, 1)
    assert check_page(event, 2).proposals == ()


def test_the_page_asks_as_often_for_many_tables_as_for_few() -> None:
    asked = []
    for players in (8, 32):
        event, owner = table_event(players, rounds=3, cut=4, name=f"Night {players}")
        play_tables(event, owner, 1)
        start_round(event, owner, 2)
        client = factories.client_of(owner)
        address = f"/staff/e/{event.slug}/decks/checks/"
        assert "No tables are proposed" not in client.get(address).content.decode()
        asked.append(queries_of(partial(client.get, address)))
    assert asked[0] == asked[1]


def test_chances_add_up_to_the_places_and_follow_the_points() -> None:
    course = TablesCourse(
        {number: 5 if number < 4 else 0 for number in range(1, 15)},
        [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11), (12, 13, 14)],
        rounds_after=1,
        places=4,
        win=5,
        draw=1,
    )
    chances = chances_at_tables(course, 7)
    assert chances == chances_at_tables(course, 7)
    assert sum(chances.values()) == pytest.approx(4)
    assert min(chances[number] for number in (1, 2, 3)) > 2 * max(
        chances[number] for number in range(4, 15)
    )


def test_a_bye_counts_before_the_round_is_over() -> None:
    event, owner = table_event(13, rounds=2)
    event.stages.update(table_sizes="byes")
    start_round(event, owner, 1)
    assert len(check_page(event, 1).proposals) == 1
