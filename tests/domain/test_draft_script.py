"""The script of a called draft against the published times, and the way through it."""

from itertools import pairwise

import pytest

from domain.draft_script import (
    PASSING,
    PodLag,
    StepKind,
    construction_script,
    draft_script,
    pick_seconds,
)

# Magic Tournament Rules, Appendix B: cards in the booster, seconds.
PUBLISHED = (
    (14, 40), (13, 35), (12, 30), (11, 25), (10, 25), (9, 20), (8, 20),
    (7, 15), (6, 10), (5, 10), (4, 5), (3, 5), (2, 5),
)  # fmt: skip


@pytest.mark.parametrize("pack", [1, 2, 3])
@pytest.mark.parametrize(("cards", "seconds"), PUBLISHED)
def test_each_of_3_times_14_picks_has_the_published_time(
    pack: int, cards: int, seconds: int
) -> None:
    script = draft_script(3, 14)
    (step,) = [
        step
        for step in script.steps
        if (step.kind, step.pack, step.cards) == (StepKind.PICK, pack, cards)
    ]
    assert abs(step.seconds - seconds) < 1
    # A clock read every half second finds the pick for exactly its seconds.
    times = [at / 2 for at in range(2 * script.seconds + 1)]
    assert sum(script.steps[script.at(at)] is step for at in times) == 2 * seconds


def test_the_last_card_has_no_time_and_reviews_stand_between_boosters() -> None:
    script = draft_script(3, 14)
    kinds = [step.kind for step in script.steps]
    assert kinds.count(StepKind.PICK) == 3 * 13
    reviews = [(step.pack, step.seconds) for step in script.steps if step.kind == StepKind.REVIEW]
    assert reviews == [(1, 30), (2, 45)]
    assert [kinds[0], kinds[1], kinds[-2], kinds[-1]] == ["seats", "open", "hand-on", "done"]
    picks = 3 * sum(seconds for _cards, seconds in PUBLISHED)
    assert (picks, script.seconds) == (735, 120 + 3 * 40 + picks + 3 * 13 * PASSING + 30 + 45)
    assert all(step.end == after.start for step, after in pairwise(script.steps))
    directions = {step.pack: step.to_left for step in script.steps if step.pack}
    assert directions == {1: True, 2: False, 3: True}


@pytest.mark.parametrize(("packs", "cards", "picks"), [(3, 15, 42), (1, 2, 1), (4, 9, 32)])
def test_other_sets_take_their_own_number_of_picks(packs: int, cards: int, picks: int) -> None:
    script = draft_script(packs, cards)
    assert sum(step.kind == StepKind.PICK for step in script.steps) == picks
    assert pick_seconds(20) == pick_seconds(15) == 40


@pytest.mark.parametrize(("packs", "cards"), [(0, 14), (7, 14), (3, 1), (3, 21)])
def test_a_draft_that_nobody_plays_is_none(packs: int, cards: int) -> None:
    with pytest.raises(ValueError, match="boosters"):
        draft_script(packs, cards)


def test_a_long_pick_and_deck_construction_say_what_is_left() -> None:
    picks = [step for step in draft_script(1, 14).steps if step.kind == StepKind.PICK]
    assert [step.cards for step in picks if step.warnings == (5,)] == [*range(14, 6, -1)]
    assert not any(step.warnings for step in picks if step.cards < 7)
    build, tables = construction_script(25).steps
    assert (build.seconds, build.warnings, tables.kind) == (1500, (600, 300, 60), "tables")
    assert construction_script(10).steps[0].warnings == (300, 60)


def test_next_and_back_lead_from_step_to_step() -> None:
    script = draft_script(3, 14)
    first_pick = script.steps[2]
    assert script.following(0) == 120
    assert script.following(first_pick.start + 7) == first_pick.end
    assert script.before(first_pick.start + 7) == first_pick.start
    assert script.before(first_pick.start + 1) == script.steps[1].start
    assert (script.before(0), script.before(-3)) == (0, 0)
    assert script.following(script.seconds + 99) == script.seconds
    assert script.steps[script.at(script.seconds + 99)].kind is StepKind.DONE


def test_a_pod_that_was_paused_stays_behind_by_the_pause() -> None:
    pod = PodLag()
    assert pod.position(200) == 200
    held = pod.paused(200)
    assert (held.position(260), held.paused(280)) == (200, held)
    on = held.resumed(260)
    assert (on.lag, on.position(261), on.resumed(300)) == (60, 201, on)
    again = on.paused(300).resumed(330)
    assert again.position(330) == 240
