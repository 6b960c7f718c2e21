"""Every question has the same effect by its action, by its screen and by its call."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import pairings
from events.core.judging.penalty_actions import give_penalty
from events.core.players.enrollment_actions import enroll_player
from events.core.players.player_entries import NewEnrollment
from events.core.questions.question import Given, Question, QuestionsError
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.steps import actions as steps
from events.models import (
    Decklist,
    EligibilityMark,
    Event,
    FactSheet,
    Infraction,
    JournalEntry,
    Round,
)
from events.roster.drop_actions import drop
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.preflight.answers import as_it_is, questions_after
from tests.events.preflight.test_preflight import started
from tests.events.scenario import at_table, enter_slips, event_with_owner, play_round, start_round
from tests.events.support.doors import address
from tests.events.test_desk_moves import archived
from tests.events.test_preflight_moves import asked_of_everything

REASON = "The hall closes."
Scene = tuple[Event, User, "Asked"]


@dataclass(frozen=True)
class Asked:
    """An act that asks: as an action, as a screen with its fields, as a call with its body."""

    act: Callable[[Event, User, Given], Any]
    screen: Callable[[Event], str]
    fields: Mapping[str, str]
    call: str
    body: Mapping[str, Any]
    # The question stores a report that waits for its answer.
    writes: bool = False


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pair both events alike."""
    monkeypatch.setattr(pairings, "new_seed", lambda: 7)


def _round_1() -> Scene:
    event, owner = event_with_owner(8, platform="Arena", round_minutes=30)
    FactSheet.objects.create(event=event, decklists="open", tier="premier")
    event.enrollments.filter(number__lte=6).update(checked_in=True, platform_id="")
    for number in (1, 2, 3, 4, 5):
        Decklist.objects.create(
            enrollment=event.enrollments.get(number=number), state=Decklist.State.RECEIVED
        )
    EligibilityMark.objects.create(event=event, kind="suspended", name="Player 001")
    return event, owner, _pairing(1)


def _short_rounds() -> Scene:
    event, owner = event_with_owner(4, round_minutes=30)
    return event, owner, _pairing(1)


def _pairing(number: int) -> Asked:
    return Asked(
        lambda event, actor, given: steps.pair_round(
            event_id=event.pk, actor=actor, number=number, given=given
        ),
        lambda event: address(event, "pair", number=number),
        {},
        f"rounds/{number}/pair",
        {},
    )


def _early_end() -> Scene:
    event, owner = event_with_owner(4)
    play_round(event, owner, 1)
    asked = Asked(
        lambda event, actor, given: steps.finish(event_id=event.pk, actor=actor, given=given),
        lambda event: address(event, "finish"),
        {"reason": REASON},
        "finish",
        {"reason": REASON},
    )
    return event, owner, asked


def _new_player(event: Event, owner: User) -> Scene:
    asked = Asked(
        lambda event, actor, given: enroll_player(
            event_id=event.pk, actor=actor, entry=NewEnrollment(name="Player 001"), given=given
        ),
        lambda event: address(event, "roster-add"),
        {"name": "Player 001"},
        "players",
        {"name": "Player 001"},
    )
    return event, owner, asked


def _namesake() -> Scene:
    return _new_player(*event_with_owner(4))


def _left_player() -> Scene:
    event, owner = event_with_owner(4)
    drop(event_id=event.pk, actor=owner, number=1)
    return _new_player(event, owner)


def _dropping(*slips: str, rounds: int = 1) -> Scene:
    event, owner = event_with_owner(4)
    for number in range(1, rounds):
        play_round(event, owner, number)
    start_round(event, owner, rounds)
    started(event, 40, rounds)
    enter_slips(event, owner, rounds, *slips)
    number = at_table(event, rounds, 1).first.number
    asked = Asked(
        lambda event, actor, given: drop(
            event_id=event.pk, actor=actor, number=number, given=given
        ),
        lambda event: address(event, "player-drop", number=number),
        {},
        f"players/{number}/drop",
        {},
    )
    return event, owner, asked


def _after_round() -> Scene:
    event, owner = asked_of_everything()
    event.rounds.filter(number=2).update(state=Round.State.COMPLETE)
    asked = Asked(
        lambda event, actor, given: steps.publish_after_round(
            event_id=event.pk, actor=actor, number=2, given=given
        ),
        lambda event: address(event, "publish", number=2),
        {"reason": REASON},
        "rounds/2/publish",
        {"reason": REASON},
    )
    return event, owner, asked


def _result(typed: str, slip: Slip, body: dict[str, Any], *, before: str = "") -> Scene:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    if before:
        enter_slips(event, owner, 1, before)
    asked = Asked(
        lambda event, actor, given: enter_result(
            event_id=event.pk,
            actor=actor,
            number=1,
            table=1,
            slip=slip,
            reports_drops=True,
            given=given,
        ),
        lambda event: address(event, "enter", number=1),
        {"entry": typed},
        "rounds/1/tables/1/result",
        body,
        writes=bool(before),
    )
    return event, owner, asked


def _second_result() -> Scene:
    return _result("1 02", Slip.of(0, 2), {"games": [0, 2, 0]}, before="1 20")


def _both_drop() -> Scene:
    slip = Slip.of(2, 1, drop_first=True, drop_second=True)
    return _result("1 21 x12", slip, {"games": [2, 1, 0], "drops": ["first", "second"]})


def _penalty() -> Scene:
    event, owner = event_with_owner(4)
    slow: dict[str, Any] = {"number": 1, "infraction": Infraction.SLOW_PLAY, "earlier": 0}
    give_penalty(event_id=event.pk, actor=owner, **slow)
    asked = Asked(
        lambda event, actor, given: give_penalty(
            event_id=event.pk, actor=actor, **slow, given=given
        ),
        lambda event: address(event, "penalty-give", number=1),
        {"infraction": "slow-play", "penalty": "", "earlier": "0"},
        "players/1/penalties",
        {"infraction": "slow-play", "earlier": 0},
    )
    return event, owner, asked


SCENES: dict[str, Callable[[], Scene]] = {
    "round 1": _round_1,
    "short rounds": _short_rounds,
    "early end": _early_end,
    "namesake": _namesake,
    "left player": _left_player,
    "winner drops": lambda: _dropping("1 20", "2 20"),
    "leader drops": lambda: _dropping("1 11t", "2 11t", rounds=2),
    "after a round": _after_round,
    "second result": _second_result,
    "both drop": _both_drop,
    "penalty": _penalty,
}
WAYS = {"seed", "program", "source"}


def journal_of(event: Event) -> list[tuple[str, Any]]:
    """Return what the journal says, without drawn seeds and the way that it came in."""
    entries = JournalEntry.objects.filter(event=event).order_by("pk")
    return [
        (
            entry.verb,
            {name: entry.data[name] for name in sorted(entry.data.keys() - WAYS)},
        )
        for entry in entries
    ]


def questions_asked(event: Event, owner: User, asked: Asked) -> tuple[Question, ...]:
    before = journal_of(event)
    with pytest.raises(QuestionsError) as raised:
        asked.act(event, owner, Given())
    assert asked.writes or journal_of(event) == before, "nothing is written"
    return raised.value.questions


def by_screen(browser: Client, event: Event, asked: Asked, answers: Mapping[str, str]) -> None:
    """Press the button, then answer one question after the other as the page shows them."""
    given: dict[str, str] = {}
    for key, answer in answers.items():
        page = browser.post(asked.screen(event), {**asked.fields, **given}, follow=True)
        assert f'name="answers.{key}"' in page.content.decode(), key
        given[f"answers.{key}"] = answer
    done = browser.post(asked.screen(event), {**asked.fields, **given})
    assert done.status_code in (200, 302), done.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("scene", SCENES)
def test_an_answer_has_the_same_effect_by_action_by_screen_and_by_call(scene: str) -> None:
    results = []
    for way in ("action", "screen", "call"):
        event, owner, asked = SCENES[scene]()
        questions = questions_asked(event, owner, asked)
        answers = {question.key: as_it_is(question) for question in questions}
        program = Program(event, owner)
        if way == "action":
            asked.act(event, owner, Given(answers, REASON, may_go_over=True))
        elif way == "screen":
            by_screen(factories.client_of(owner), event, asked, answers)
        else:
            refused = program.call("POST", asked.call, asked.body)
            keys = [question["key"] for question in refused.json()["questions"]]
            assert (refused.status_code, keys) == (409, list(answers))
            program.done("POST", asked.call, {**asked.body, "answers": answers})
        players = list(
            event.enrollments.order_by("number").values_list("name", "state", "excluded")
        )
        results.append((journal_of(event), players, event.rounds.count()))
    assert results[0] == results[1] == results[2]


@pytest.mark.django_db
def test_the_checks_of_a_round_have_the_same_answers_by_screen_and_by_call() -> None:
    results = []
    for way in ("call", "screen"):
        event, owner = asked_of_everything()
        questions = questions_after(event, 2)
        answers = {question.key: as_it_is(question) for question in questions}
        if way == "call":
            given = Given(answers, REASON, may_go_over=True)
            steps.answer_checks(event_id=event.pk, actor=owner, number=2, given=given)
        else:
            browser = factories.client_of(owner)
            for key, answer in answers.items():
                fields = {f"answers.{key}": answer, "reason": REASON}
                browser.post(address(event, "preflight-answer", number=2), fields)
        assert questions_after(event, 2) == []
        stored = archived(event)["gate_answers"]
        results.append((journal_of(event), [{**row, "at": "", "by": ""} for row in stored]))
    assert results[0] == results[1]
