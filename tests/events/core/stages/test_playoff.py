"""Playing brackets: seats, byes, who plays first, the third place, the reset final."""

from typing import Any

import pytest

from events.core.adapters import playoff_of
from events.core.events.finishing_actions import finish_event
from events.core.results.actions import enter_result
from events.core.results.report_actions import undo_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, post_round, reopen_round
from events.core.rounds.pairing_actions import discard_round, pair_again, pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.playoff_actions import choose_play
from events.core.standings.actions import publish_standings
from events.core.standings.correction_actions import correct_result
from events.desk.unposted_actions import swap_players
from events.models import Event, Match, Round, Verb
from tests.events.preflight.answers import drop
from tests.events.scenario import (
    at_table,
    event_with_owner,
    journaled,
    player,
    refused,
    report,
    round_of,
    start_round,
    tables,
)
from tests.events.support.stages import (
    DOUBLE,
    SINGLE,
    best_seed,
    by_seed,
    final_order,
    finish_round,
    playoff,
    seeds,
    slots,
    staged,
)

pytestmark = pytest.mark.django_db

NO_DRAW = (
    "A playoff match needs a winner. At time, the higher life total wins, then sudden death "
    "(MTR 2.5). If neither player appears, the head judge decides who advances."
)


def test_a_top_eight_is_seated_by_swiss_rank() -> None:
    event, _owner = playoff(16, 8)
    assert by_seed(event, 2) == {"W1-1": (1, 8), "W1-2": (4, 5), "W1-3": (2, 7), "W1-4": (3, 6)}
    snapshot = round_of(event, 1).snapshots.get()
    assert [row["number"] for row in snapshot.rows][:8] == [
        seeds(event)[seed] for seed in range(1, 9)
    ]


def test_rounds_follow_from_results_without_pairing() -> None:
    event, owner = playoff(16, 8)
    finish_round(event, owner, 2, best_seed(event))
    assert round_of(event, 3).state == Round.State.POSTED
    assert by_seed(event, 3) == {"W2-1": (1, 4), "W2-2": (2, 3)}
    assert [row["kind"] for row in round_of(event, 3).posted_rows or []] == ["played"] * 2
    finish_round(event, owner, 3, best_seed(event))
    assert by_seed(event, 4) == {"W3-1": (1, 2)}
    finish_round(event, owner, 4, best_seed(event))
    assert not event.rounds.filter(number=5).exists()
    with refused("All 4 rounds have been played. Finish the event."):
        pair_next_round(event_id=event.pk, actor=owner, number=5)
    assert [one.data.get("follows") for one in journaled(event, Verb.ROUND_POSTED)][2:] == [
        True,
        True,
    ]


def test_six_players_and_the_best_two_have_byes() -> None:
    event, owner = playoff(12, 6)
    assert by_seed(event, 2) == {
        "W1-1": (1, None),
        "W1-2": (4, 5),
        "W1-3": (2, None),
        "W1-4": (3, 6),
    }
    assert sorted(tables(event, 2)) == [1, 2]
    finish_round(event, owner, 2, best_seed(event))
    assert by_seed(event, 3) == {"W2-1": (1, 4), "W2-2": (2, 3)}


def test_final_standings_go_by_how_far_everybody_came() -> None:
    event, owner = playoff(16, 8)
    for number in (2, 3, 4):
        finish_round(event, owner, number, best_seed(event, upset=8))
    finish_event(event_id=event.pk, actor=owner)
    seat = seeds(event)
    order = final_order(event)
    # 8 beat 1, 4 and 2; the losers of the semifinals and quarterfinals go by Swiss rank.
    assert order[:8] == [seat[place] for place in (8, 2, 3, 4, 1, 5, 6, 7)]
    swiss = [row["number"] for row in round_of(event, 1).snapshots.get().rows]
    assert order[8:] == swiss[8:]
    rows = round_of(event, 4).snapshots.get().rows
    assert [row["place"] for row in rows] == list(range(1, 17))
    swiss_points = {row["number"]: row["points"] for row in round_of(event, 1).snapshots.get().rows}
    assert {row["number"]: row["points"] for row in rows} == swiss_points, "playoffs do not count"


def test_the_third_place_is_played_beside_the_final() -> None:
    event, owner = playoff(8, 4, third_place=True)
    finish_round(event, owner, 2, best_seed(event))
    assert by_seed(event, 3) == {"W2-1": (1, 2), "T": (4, 3)}
    finish_round(event, owner, 3, best_seed(event, upset=4))
    finish_event(event_id=event.pk, actor=owner)
    assert final_order(event)[:4] == [seeds(event)[place] for place in (1, 2, 4, 3)]


def test_a_draft_playoff_is_drawn_and_meets_by_seat() -> None:
    event, owner = playoff(8, 8, seating="draft")
    stage = event.stages.get(number=2)
    seat = dict(stage.bracket_seats.values_list("seat", "enrollment__number"))
    assert sorted(seat) == list(range(1, 9))
    expected = {
        "W1-1": (seat[1], seat[5]),
        "W1-2": (seat[3], seat[7]),
        "W1-3": (seat[2], seat[6]),
        "W1-4": (seat[4], seat[8]),
    }
    assert slots(event, 2) == expected
    orders = set()
    for _time in range(6):
        Round.objects.filter(event=event, number=2).update(state=Round.State.UNPOSTED)
        discard_round(event_id=event.pk, actor=owner, number=2, reason="a latecomer")
        pair_next_round(event_id=event.pk, actor=owner, number=2)
        orders.add(tuple(stage.bracket_seats.values_list("enrollment__number", flat=True)))
    assert len(orders) > 1, "the seats are drawn"


def test_single_elimination_alone_draws_its_seeds() -> None:
    event, owner = staged(5, StagePlan(kind=SINGLE))
    start_round(event, owner, 1)
    assert sum(second is None for _first, second in slots(event, 1).values()) == 3
    for number in (1, 2, 3):
        finish_round(event, owner, number)
    assert finish_event(event_id=event.pk, actor=owner).state == Event.State.FINISHED
    assert final_order(event)[0] == 1


def test_too_many_players_for_a_bracket_are_refused() -> None:
    event, owner = staged(33, StagePlan(kind=SINGLE))
    with refused("A playoff is for 2 to 32 players. There are 33 players."):
        pair_next_round(event_id=event.pk, actor=owner, number=1)


@pytest.mark.parametrize(
    "score",
    [
        Slip.of(1, 1),
        Slip.of(1, 1, 1),
        Slip.of(0, 0, 3),
        Slip.of(0, 0),
        Slip.of(0, 0, double_loss=True),
    ],
    ids=str,
)
def test_a_playoff_match_has_a_winner(score: Slip) -> None:
    event, owner = playoff(8, 4)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 2}
    with refused(NO_DRAW, "score"):
        enter_result(**who, table=1, slip=score)
    with refused(NO_DRAW, "resolutions[0].score"):
        complete_round(**who, resolutions={1: score, 2: Slip.of(2, 0)})
    assert not round_of(event, 2).matches.filter(first_wins__isnull=False).exists()


def test_neither_came_is_no_answer_in_a_playoff() -> None:
    event, owner = playoff(8, 4)
    both = Slip.of(0, 0, double_loss=True, drop_first=True, drop_second=True)
    with refused(NO_DRAW, "resolutions[0].score"):
        complete_round(
            event_id=event.pk, actor=owner, number=2, resolutions={1: both, 2: Slip.of(2, 0)}
        )
    assert player(event, tables(event, 2)[1][0]).dropped_after is None


def test_double_elimination_with_its_reset_final() -> None:
    event, owner = playoff(8, 4, kind=DOUBLE)
    assert by_seed(event, 2) == {"W1-1": (1, 4), "W1-2": (2, 3)}
    finish_round(event, owner, 2, best_seed(event))
    assert by_seed(event, 3) == {"W2-1": (1, 2), "L1-1": (4, 3)}
    finish_round(event, owner, 3, best_seed(event))
    assert by_seed(event, 4) == {"L2-1": (3, 2)}
    finish_round(event, owner, 4, best_seed(event))
    assert by_seed(event, 5) == {"F1": (1, 2)}
    finish_round(event, owner, 5, best_seed(event, upset=2))
    assert by_seed(event, 6) == {"F2": (1, 2)}, "each has lost once now"
    finish_round(event, owner, 6, best_seed(event, upset=2))
    assert not event.rounds.filter(number=7).exists()
    finish_event(event_id=event.pk, actor=owner)
    assert final_order(event)[:4] == [seeds(event)[place] for place in (2, 1, 3, 4)]


def test_double_elimination_needs_no_reset_when_the_unbeaten_wins() -> None:
    event, owner = playoff(8, 4, kind=DOUBLE)
    for number in (2, 3, 4, 5):
        finish_round(event, owner, number, best_seed(event))
    assert not event.rounds.filter(number=6).exists()
    playoff_now = playoff_of(event.stages.get(number=2))
    assert playoff_now is not None
    assert playoff_now.is_over


def test_opening_a_playoff_round_again_takes_the_next_one_back() -> None:
    event, owner = playoff(8, 4)
    finish_round(event, owner, 2, best_seed(event))
    assert event.rounds.filter(number=3).exists()
    reopen_round(event_id=event.pk, actor=owner, number=2)
    assert not event.rounds.filter(number=3).exists()
    undo_result(event_id=event.pk, actor=owner, number=2, table=1)
    enter_result(event_id=event.pk, actor=owner, number=2, table=1, slip=Slip.of(0, 2))
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert by_seed(event, 3) == {"W2-1": (4, 2)}


def test_a_playoff_round_stays_closed_while_the_next_one_has_results() -> None:
    event, owner = playoff(8, 4)
    finish_round(event, owner, 2, best_seed(event))
    report(event, owner, 3)
    with refused("Round 3 has results. Undo them first, then reopen this round."):
        reopen_round(event_id=event.pk, actor=owner, number=2)


def test_undoing_the_match_that_a_leaver_lost_brings_them_back_and_opens_the_round_before() -> None:
    event, owner = playoff(8, 4)
    finish_round(event, owner, 2, best_seed(event))
    drop(event_id=event.pk, actor=owner, number=seeds(event)[2])
    assert player(event, seeds(event)[2]).dropped_after == 3
    with refused("Round 3 has results. Undo them first, then reopen this round."):
        reopen_round(event_id=event.pk, actor=owner, number=2)
    lost = round_of(event, 3).matches.get(first_wins__isnull=False)
    undo_result(event_id=event.pk, actor=owner, number=3, table=lost.table or 0)
    assert player(event, seeds(event)[2]).dropped_after is None
    reopen_round(event_id=event.pk, actor=owner, number=2)
    assert round_of(event, 2).is_posted


def test_a_correction_may_change_the_games_but_not_who_went_on() -> None:
    event, owner = playoff(8, 4)
    finish_round(event, owner, 2, best_seed(event))
    who: dict[str, Any] = {
        "event_id": event.pk,
        "actor": owner,
        "number": 2,
        "reason": "the slip says so",
    }
    correct_result(**who, table=1, slip=Slip.of(2, 0))
    words = (
        "A different winner would change the next bracket round, which is posted. Reopen round "
        "2 instead."
    )
    with refused(words, "score"):
        correct_result(**who, table=1, slip=Slip.of(0, 2))
    with refused(NO_DRAW, "score"):
        correct_result(**who, table=1, slip=Slip.of(1, 1))


def test_the_better_seed_chooses_and_it_is_recorded() -> None:
    event, owner = playoff(8, 4)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 2, "table": 1}
    choose_play(**who, first="second")
    assert at_table(event, 2, 1).play_first == Match.PlayFirst.SECOND
    with refused("Choose which player plays first.", "first"):
        choose_play(**who, first="nobody")
    entry = journaled(event, Verb.PLAY_CHOSEN)[0]
    assert (entry.table, entry.data["play_first"]) == (1, "second")
    finish_round(event, owner, 2, best_seed(event))
    with refused("Round 2 is complete. The head judge can correct a result."):
        choose_play(**who, first="first")


def test_in_swiss_rounds_chance_decides_who_plays_first() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    with refused("In Swiss rounds, the player who plays first is chosen at random."):
        choose_play(event_id=event.pk, actor=owner, number=1, table=1, first="first")


def test_a_bracket_is_not_changed_by_hand() -> None:
    event, owner = playoff(8, 4)
    Round.objects.filter(event=event, number=2).update(state=Round.State.UNPOSTED)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 2}
    first, second = tables(event, 2)[1]
    with refused("Bracket pairings follow from the seeds and the results."):
        swap_players(**who, first=first, second=second)
    with refused("Bracket pairings follow from the seeds and the results."):
        pair_again(**who, reason="a latecomer")
    post_round(**who)
    assert round_of(event, 2).state == Round.State.POSTED


def test_standings_during_the_playoff_show_how_far_it_is() -> None:
    event, owner = playoff(8, 4)
    finish_round(event, owner, 2, best_seed(event))
    publish_standings(event_id=event.pk, actor=owner, number=2)
    assert final_order_after(event, 2)[:4] == [seeds(event)[place] for place in (1, 2, 3, 4)]
    finish_round(event, owner, 3, best_seed(event, upset=2))
    publish_standings(event_id=event.pk, actor=owner, number=3)
    assert final_order_after(event, 3)[:4] == [seeds(event)[place] for place in (2, 1, 3, 4)]
    assert final_order_after(event, 2)[:4] == [seeds(event)[place] for place in (1, 2, 3, 4)]


def final_order_after(event: Event, number: int) -> list[int]:
    snapshot = round_of(event, number).snapshots.order_by("-revision").first()
    assert snapshot is not None
    return [row["number"] for row in snapshot.rows]
