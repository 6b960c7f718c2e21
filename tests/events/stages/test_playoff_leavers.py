"""Players who leave a playoff: nobody is moved up (rules, 2.9; the 2025 rules)."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from events.core.events.finishing_actions import finish_event
from events.core.refusals import RefusedError
from events.core.rounds.actions import complete_round
from events.core.stages.plans import StagePlan
from events.models import Enrollment, Event, Match, Stage
from events.roster.drop_actions import disqualify, reinstate
from tests.events.preflight.answers import drop
from tests.events.scenario import player, round_of, start_round
from tests.events.support.stages import (
    DOUBLE,
    SINGLE,
    best_seed,
    by_seed,
    confirm,
    final_order,
    finish_round,
    play_swiss,
    playoff,
    report_by,
    seeds,
    staged,
)
from tests.factories import client_of

pytestmark = pytest.mark.django_db


def leaving(leaver: str, seed: int, *, before: bool = False) -> tuple[Event, User]:
    """A top eight in which a player leaves: before the bracket is made, or after round 2."""
    event, owner = staged(
        16,
        StagePlan(rounds=1, cut_by="rank", cut_value=8),
        StagePlan(kind=SINGLE, leaver=leaver),
    )
    play_swiss(event, owner, 1, 1)
    advanced = confirm(event, owner, 1)
    if before:
        drop(event_id=event.pk, actor=owner, number=advanced[seed - 1])
    start_round(event, owner, 2)
    return event, owner


def decided(event: Event, number: int) -> dict[str, tuple[int, int]]:
    """Matches that were decided without being played: winner and loser by seed."""
    seed = {player: place for place, player in seeds(event).items()}
    found = {}
    for match in round_of(event, number).matches.filter(
        kind=Match.Kind.PLAYED, first_wins__isnull=False
    ):
        assert match.second is not None
        both = seed[match.first.number], seed[match.second.number]
        assert match.table is None
        assert match.games is not None
        found[match.slot] = both if match.games[0] > match.games[1] else both[::-1]
    return found


def test_2021_the_opponent_of_who_left_after_the_cut_gets_the_win() -> None:
    event, owner = leaving("opponent", 3, before=True)
    assert decided(event, 2) == {"W1-4": (6, 3)}
    assert len(seeds(event)) == 8, "nobody is moved up"
    finish_round(event, owner, 2, best_seed(event))
    assert by_seed(event, 3) == {"W2-1": (1, 4), "W2-2": (2, 6)}


def test_2025_the_highest_remaining_seed_gets_the_bye() -> None:
    event, owner = leaving("highest", 3, before=True)
    assert decided(event, 2) == {"W1-1": (1, 3)}
    assert by_seed(event, 2)["W1-4"] == (6, 8), "whom they would have met play each other"
    finish_round(event, owner, 2, best_seed(event))
    assert by_seed(event, 3) == {"W2-1": (1, 4), "W2-2": (2, 6)}


def test_2025_the_opponent_of_the_highest_seed_left() -> None:
    event, _owner = leaving("highest", 8, before=True)
    assert decided(event, 2) == {"W1-1": (1, 8)}
    assert by_seed(event, 2)["W1-4"] == (3, 6)


def test_2025_the_highest_seed_sits_further_down() -> None:
    event, owner = leaving("highest", 0)
    seat = seeds(event)
    # 8 beats 1 and 4 beats 5; then 4 drops, and the best of 8, 2 and 3 is 2.
    finish_upset(event, owner)
    assert decided(event, 3) == {"W2-2": (2, 4)}
    assert by_seed(event, 3)["W2-1"] == (8, 3)
    assert player(event, seat[4]).dropped_after == 2


def finish_upset(event: Event, owner: User) -> None:
    report_by(event, owner, 2, best_seed(event, upset=8))
    drop(event_id=event.pk, actor=owner, number=seeds(event)[4])
    complete_round(event_id=event.pk, actor=owner, number=2)


def test_2025_two_leave_in_one_round() -> None:
    event, owner = staged(
        16,
        StagePlan(rounds=1, cut_by="rank", cut_value=8),
        StagePlan(kind=SINGLE, leaver="highest"),
    )
    play_swiss(event, owner, 1, 1)
    advanced = confirm(event, owner, 1)
    for seed in (3, 5):
        drop(event_id=event.pk, actor=owner, number=advanced[seed - 1])
    start_round(event, owner, 2)
    won = decided(event, 2)
    assert {loser for _winner, loser in won.values()} == {3, 5}
    assert {winner for winner, _loser in won.values()} == {1, 2}, "the two best seeds"
    playing = {slot: both for slot, both in by_seed(event, 2).items() if slot not in won}
    assert {one for both in playing.values() for one in both} == {4, 6, 7, 8}
    finish_round(event, owner, 2, best_seed(event))
    assert {one for both in by_seed(event, 3).values() for one in both} == {1, 2, 4, 6}


@pytest.mark.parametrize("leaver", Stage.Leaver)
def test_who_leaves_before_the_third_place_gives_it_to_the_opponent(leaver: str) -> None:
    event, owner = playoff(8, 4, third_place=True, leaver=leaver)
    report_by(event, owner, 2, best_seed(event))
    drop(event_id=event.pk, actor=owner, number=seeds(event)[3])
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert decided(event, 3) == {"T": (4, 3)}
    assert by_seed(event, 3)["W2-1"] == (1, 2), "the final is played"


@pytest.mark.parametrize("leaver", Stage.Leaver)
def test_a_finalist_who_leaves_loses_the_final(leaver: str) -> None:
    event, owner = playoff(8, 4, leaver=leaver)
    report_by(event, owner, 2, best_seed(event))
    drop(event_id=event.pk, actor=owner, number=seeds(event)[1])
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert decided(event, 3) == {"W2-1": (2, 1)}
    complete_round(event_id=event.pk, actor=owner, number=3)
    finish_event(event_id=event.pk, actor=owner)
    assert final_order(event)[0] == seeds(event)[2]


def test_who_left_with_a_table_loses_there() -> None:
    event, owner = playoff(8, 4)
    drop(event_id=event.pk, actor=owner, number=seeds(event)[1])
    lost = round_of(event, 2).matches.reported().get()
    assert lost.table == 1, "who is paired stays paired"
    assert lost.winner_id == player(event, seeds(event)[4]).pk


@pytest.mark.parametrize("leaver", Stage.Leaver)
def test_who_leaves_a_double_elimination_loses_twice(leaver: str) -> None:
    event, owner = playoff(8, 4, kind=DOUBLE, leaver=leaver)
    report_by(event, owner, 2, best_seed(event))
    drop(event_id=event.pk, actor=owner, number=seeds(event)[2])
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert decided(event, 3) == {"W2-1": (1, 2)}
    finish_round(event, owner, 3, best_seed(event))
    assert decided(event, 4) == {"L2-1": (3, 2)}


@pytest.mark.parametrize(("platform", "rule"), [("", "highest"), ("Arena", "opponent")])
def test_what_happens_follows_the_kind_of_event_unless_it_was_set(platform: str, rule: str) -> None:
    event, _owner = playoff(8, 4, leaver="")
    Event.objects.filter(pk=event.pk).update(platform=platform)
    for chosen in ("", "highest", "opponent"):
        Stage.objects.filter(event=event, number=2).update(leaver=chosen)
        stage = Stage.objects.select_related("event").get(event=event, number=2)
        assert stage.leaver_rule == (chosen or rule)


def test_at_tables_the_highest_remaining_seed_gets_the_bye_by_default() -> None:
    event, owner = leaving("", 3, before=True)
    assert decided(event, 2) == {"W1-1": (1, 3)}
    page = client_of(owner).get(f"/e/{event.slug}/rules/").content.decode()
    assert "the highest remaining seed gets the bye (MTR 2.10, 2025)" in page


def test_on_a_platform_the_opponent_gets_the_win_by_default() -> None:
    event, owner = staged(
        16,
        StagePlan(rounds=1, cut_by="rank", cut_value=8),
        StagePlan(kind=SINGLE),
        platform="Arena",
    )
    play_swiss(event, owner, 1, 1)
    advanced = confirm(event, owner, 1)
    drop(event_id=event.pk, actor=owner, number=advanced[2])
    start_round(event, owner, 2)
    assert decided(event, 2) == {"W1-4": (6, 3)}
    page = client_of(owner).get(f"/e/{event.slug}/rules/").content.decode()
    assert "the opponent wins the match (digital event rules, 2021)" in page


@pytest.mark.parametrize("leaves", [drop, disqualify])
def test_who_left_a_playoff_by_a_mis_click_plays_on(leaves: Callable[..., Enrollment]) -> None:
    event, owner = leaving("opponent", 3)
    number = seeds(event)[3]
    leaves(event_id=event.pk, actor=owner, number=number, reason="a mis-click")
    playing = round_of(event, 2).matches.select_related("first", "second", "official_report")
    seats = {
        seat.number: match for match in playing for seat in (match.first, match.second) if seat
    }
    lost = seats[number]
    assert lost.official_report is not None
    reinstate(event_id=event.pk, actor=owner, number=number)
    assert round_of(event, 2).matches.get(pk=lost.pk).official_report is None
    assert player(event, number).state == Enrollment.State.ACTIVE
    # Once the round is over, the bracket has continued without the player.
    leaves(event_id=event.pk, actor=owner, number=number, reason="for good")
    finish_round(event, owner, 2, best_seed(event))
    with pytest.raises(RefusedError, match="after the cut"):
        reinstate(event_id=event.pk, actor=owner, number=number)
