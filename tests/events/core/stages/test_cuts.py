"""Cuts: the line, ties at it, confirming it and taking it back, frozen percentages."""

from typing import Any

import pytest

from events.core.events.finishing_actions import finish_event
from events.core.players.actions import check_in
from events.core.players.listed_players import absent_players
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, reopen_round
from events.core.stages.cut_actions import confirm_cut, take_cut_back
from events.core.stages.cuts import cut_line, cut_page
from events.core.stages.plans import StagePlan
from events.core.stages.pod_queries import meeting_seats
from events.core.standings.actions import withdraw_standings
from events.models import Event
from events.paper.queries import players_by_name
from events.roster.door import door
from events.roster.drop_actions import reinstate
from events.roster.selection_actions import expect_everybody
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    pairs,
    play_round,
    refused,
    report,
    round_of,
    start_round,
    tables,
)
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, slots, staged
from tests.markup import flat

AFTER_THE_CUT = (
    "No player can be reinstated after the cut. If the drop was a mistake, undo the cut of stage 1 "
    "on the page “Stages”, reinstate the player, and confirm the cut again."
)
pytestmark = pytest.mark.django_db

TOP_4 = (StagePlan(rounds=3, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE))


def rows_after(event: Event, number: int) -> dict[int, dict[str, Any]]:
    """The newest published standings after a round, by player."""
    snapshot = round_of(event, number).snapshots.order_by("-revision").first()
    assert snapshot is not None
    return {row["number"]: row for row in snapshot.rows}


def test_only_the_line_that_was_seen_is_confirmed() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    line = cut_line(event.stages.get(number=1))
    leaves = line.numbers[0]
    drop(event_id=event.pk, actor=owner, number=leaves)
    with refused("The standings have changed. Check the cut line again."):
        confirm_cut(event_id=event.pk, actor=owner, number=1, advancing=line.numbers)
    advanced = confirm(event, owner, 1)
    assert leaves not in advanced, "somebody who left before the cut does not advance"
    assert len(advanced) == 4
    with refused("The advancing players are already confirmed."):
        confirm_cut(event_id=event.pk, actor=owner, number=1, advancing=advanced)


def test_the_line_can_not_be_confirmed_early_or_for_a_stage_without_one() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 2)
    with refused("Complete the last round of this stage first."):
        confirm(event, owner, 1)
    with refused("Stage 3 does not exist."):
        confirm_cut(event_id=event.pk, actor=owner, number=3, advancing=[1])


def test_a_cut_is_taken_back_until_the_next_stage_begins() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1}
    with refused("The advancing players are not confirmed yet."):
        take_cut_back(**who, reason="a slip")
    confirm(event, owner, 1)
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        take_cut_back(**who, reason=" ")
    take_cut_back(**who, reason="a slip was wrong")
    assert not event.stages.get(number=1).has_cut
    assert not event.stages.get(number=1).advancing.exists()
    confirm(event, owner, 1)
    start_round(event, owner, 4)
    with refused("The next stage has started, so the cut can't be undone."):
        take_cut_back(**who, reason="too late")


def test_the_last_round_stays_closed_while_the_cut_stands() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    withdraw_standings(event_id=event.pk, actor=owner, number=3, reason="to look again")
    confirm(event, owner, 1)
    with refused("The advancing players are confirmed. Undo the cut first."):
        reopen_round(event_id=event.pk, actor=owner, number=3)
    take_cut_back(event_id=event.pk, actor=owner, number=1, reason="a slip was wrong")
    reopen_round(event_id=event.pk, actor=owner, number=3)


def test_nobody_is_reinstated_after_the_cut() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    drop(event_id=event.pk, actor=owner, number=8)
    confirm(event, owner, 1)
    with refused(AFTER_THE_CUT):
        reinstate(event_id=event.pk, actor=owner, number=8)


def test_a_drop_by_mistake_after_the_cut_says_how_it_is_undone() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advancing = confirm(event, owner, 1)
    number = advancing[0]
    drop(event_id=event.pk, actor=owner, number=number)
    with refused(AFTER_THE_CUT):
        reinstate(event_id=event.pk, actor=owner, number=number)
    take_cut_back(event_id=event.pk, actor=owner, number=1, reason="dropped by mistake")
    reinstate(event_id=event.pk, actor=owner, number=number)
    assert confirm(event, owner, 1) == advancing
    drop(event_id=event.pk, actor=owner, number=8)
    start_round(event, owner, 4)
    with refused("No player can be reinstated after the cut."):
        reinstate(event_id=event.pk, actor=owner, number=8)


def test_pages_offer_no_way_back_that_would_be_refused() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    drop(event_id=event.pk, actor=owner, number=8)
    browser = factories.client_of(owner)

    def offered(page: str, act: str) -> bool:
        return f"/{act}/" in flat(browser.get(f"/staff/e/{event.slug}/{page}/"))

    assert offered("roster/players/8", "reinstate")
    confirm(event, owner, 1)
    page = flat(browser.get(f"/staff/e/{event.slug}/roster/players/8/"))
    assert AFTER_THE_CUT in page
    assert "/reinstate/" not in page
    assert offered("stages/1/cut", "cut/back")
    start_round(event, owner, 4)
    page = flat(browser.get(f"/staff/e/{event.slug}/stages/1/cut/"))
    assert "The next stage has started, so the cut can't be undone." in page
    assert "/cut/back/" not in page


def test_the_list_of_a_confirmed_cut_keeps_a_player_who_drops_later() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    advancing = confirm(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=advancing[1])
    page = cut_page(event.stages.get(number=1))
    assert [row.number for row in page.above] == list(advancing)
    assert len(page.below) == 4


def test_a_confirmed_cut_shows_the_figures_of_its_stage() -> None:
    event, owner = staged(8, StagePlan(rounds=2, cut_by="rank", cut_value=4), StagePlan(rounds=2))
    play_swiss(event, owner, 1, 2)
    confirm(event, owner, 1)
    before = cut_page(event.stages.get(number=1))
    play_swiss(event, owner, 3, 4)
    after = cut_page(event.stages.get(number=1))
    assert (after.above, after.below) == (before.above, before.below)
    assert after.line.separated_by == before.line.separated_by


def test_the_check_in_of_the_second_day_expects_advancing_players_only() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 3)
    assert len(door(event, "").absent) == len(absent_players(event)) == 8
    advancing = sorted(confirm(event, owner, 1))
    assert sorted(player.number for player in door(event, "").players) == advancing
    check_in(event_id=event.pk, actor=owner, number=advancing[0])
    assert sorted(player.number for player in absent_players(event)) == advancing[1:]
    assert sorted(player.number for player in door(event, "").absent) == advancing[1:]
    assert sorted(player.number for player in players_by_name(event)) == advancing
    assert sorted(seat.player.number for seat in meeting_seats(event)) == advancing
    event.enrollments.update(checked_in=True)
    assert expect_everybody(event_id=event.pk, actor=owner) == advancing
    assert event.enrollments.filter(checked_in=True).count() == 4


def test_a_cut_by_points_takes_everybody_from_that_many_on() -> None:
    event, owner = staged(8, StagePlan(rounds=2, cut_by="points", cut_value=3), StagePlan(rounds=2))
    play_swiss(event, owner, 1, 2)
    line = cut_line(event.stages.get(number=1))
    points = {row.player: row.points for row in line.rows}
    assert sorted(points.values()) == [0, 0, 3, 3, 3, 3, 6, 6]
    assert {number for number, earned in points.items() if earned >= 3} == set(line.numbers)
    assert not line.tied
    assert line.separated_by == "points"


def test_a_cut_by_rank_says_when_the_line_was_drawn_by_lot() -> None:
    event, owner = staged(4, StagePlan(rounds=1, cut_by="rank", cut_value=1), StagePlan(rounds=1))
    play_round(event, owner, 1)
    line = cut_line(event.stages.get(number=1))
    assert line.tied
    assert line.separated_by == ""
    with refused("Fewer than two players would advance."):
        confirm(event, owner, 1)


def test_a_cut_by_rank_names_the_tiebreaker_that_decides() -> None:
    event, owner = staged(4, StagePlan(rounds=1, cut_by="rank", cut_value=1), StagePlan(rounds=1))
    start_round(event, owner, 1)
    report(event, owner, 1, {1: Slip.of(2, 1)})
    complete_round(event_id=event.pk, actor=owner, number=1)
    line = cut_line(event.stages.get(number=1))
    assert not line.tied
    assert line.separated_by == "gw"
    assert line.numbers == (tables(event, 1)[2][0],), "2-0 stands above 2-1"


def test_a_line_that_leaves_too_many_for_the_playoff_is_refused() -> None:
    event, owner = staged(
        40, StagePlan(rounds=1, cut_by="points", cut_value=1), StagePlan(kind=SINGLE)
    )
    start_round(event, owner, 1)
    for table in tables(event, 1):
        enter_result(event_id=event.pk, actor=owner, number=1, table=table, slip=Slip.of(1, 1))
    complete_round(event_id=event.pk, actor=owner, number=1)
    with refused("40 players would advance. A playoff is for 2 to 32 players."):
        confirm(event, owner, 1)


def test_who_does_not_advance_keeps_the_percentages_of_that_moment() -> None:
    event, owner = staged(16, StagePlan(rounds=3, cut_by="rank", cut_value=8), StagePlan(rounds=2))
    play_swiss(event, owner, 1, 3)
    before = rows_after(event, 3)
    advanced = set(confirm(event, owner, 1))
    play_swiss(event, owner, 4, 5)
    after = rows_after(event, 5)
    moved = 0
    for number, row in after.items():
        same = [row[code] == before[number][code] for code in ("omw", "gw", "ogw", "points")]
        if number in advanced:
            moved += not all(same)
            assert row["rounds"] == 5
        else:
            assert all(same), number
            assert row["rounds"] == 3
    assert moved, "who advanced plays on and moves"


def test_a_two_day_event_of_40_players() -> None:
    event, owner = staged(
        40,
        StagePlan(rounds=4, cut_by="points", cut_value=9),
        StagePlan(rounds=2, cut_by="rank", cut_value=8),
        StagePlan(kind=SINGLE),
    )
    play_swiss(event, owner, 1, 4)
    day_two = set(confirm(event, owner, 1))
    assert 8 <= len(day_two) < 20
    play_swiss(event, owner, 5, 6)
    assert {one for two in pairs(event, 5) for one in two} <= day_two
    for earlier in range(1, 5):
        assert not pairs(event, 5) & pairs(event, earlier), "no rematch across the cut"
    top_8 = confirm(event, owner, 2)
    start_round(event, owner, 7)
    assert {one for two in slots(event, 7).values() for one in two} == set(top_8)
    for number in (7, 8, 9):
        finish_round(event, owner, number)
    finish_event(event_id=event.pk, actor=owner)
    final = rows_after(event, 9)
    order = sorted(final, key=lambda number: final[number]["place"])
    assert order[0] == min(top_8)
    assert set(order[:8]) == set(top_8), "the playoff stands before everybody else"
    assert [final[number]["place"] for number in order] == list(range(1, 41))
    swiss = rows_after(event, 6)
    assert order[8:] == [one for one in swiss if one not in top_8], "then by Swiss rank"
