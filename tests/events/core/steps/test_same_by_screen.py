"""Every question has the same effect by the screen as by the action that a program calls."""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

import pairings
from events.api.calls import WRITES
from events.core.players.enrollment_actions import enroll_player
from events.core.players.enrollment_questions import LEFT_PLAYER, NAMESAKE
from events.core.players.player_entries import NewEnrollment
from events.core.preflight.round_questions import ASKED
from events.core.questions.question import Given, Question, QuestionsError
from events.core.results.result_questions import RESULT_DIFFERS
from events.core.steps import actions as steps
from events.core.steps.finishing_question import UNFINISHED
from events.core.steps.round_1_questions import CODES, SHORT_ROUND, WITHOUT_ID
from events.models import Decklist, EligibilityMark, Event, FactSheet, JournalEntry
from events.roster.drop_actions import drop
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.preflight.answers import as_it_is, questions_after
from tests.events.preflight.test_preflight import started
from tests.events.scenario import at_table, enter_slips, event_with_owner, play_round, start_round
from tests.events.support.doors import address
from tests.events.test_desk_moves import archived
from tests.events.test_preflight_moves import asked_of_everything

ROOT = Path(__file__).parents[4]
DOCUMENT = ROOT / "docs" / "reference" / "questions.md"
REASON = "The hall closes."


@dataclass(frozen=True)
class Asked:
    """An act that asks: as an action, as a screen with its fields, as a call with its body."""

    act: Callable[[Event, User, Given], Any]
    screen: Callable[[Event], str]
    fields: Mapping[str, str]
    call: str
    body: Mapping[str, str]


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pair both events alike."""
    monkeypatch.setattr(pairings, "new_seed", lambda: 7)


def _round_1() -> tuple[Event, User, Asked]:
    event, owner = event_with_owner(8, platform="Arena", round_minutes=30)
    FactSheet.objects.create(event=event, decklists="open", tier="premier")
    event.enrollments.filter(number__lte=6).update(checked_in=True, platform_id="")
    for number in (1, 2, 3, 4, 5):
        Decklist.objects.create(
            enrollment=event.enrollments.get(number=number), state=Decklist.State.RECEIVED
        )
    EligibilityMark.objects.create(event=event, kind="suspended", name="Player 001")
    return event, owner, _pairing(1)


def _short_rounds() -> tuple[Event, User, Asked]:
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


def _early_end() -> tuple[Event, User, Asked]:
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


def _new_player(event: Event, owner: User) -> tuple[Event, User, Asked]:
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


def _namesake() -> tuple[Event, User, Asked]:
    return _new_player(*event_with_owner(4))


def _left_player() -> tuple[Event, User, Asked]:
    event, owner = event_with_owner(4)
    drop(event_id=event.pk, actor=owner, number=1)
    return _new_player(event, owner)


def _dropping(*slips: str, rounds: int = 1) -> tuple[Event, User, Asked]:
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


SCENES: dict[str, Callable[[], tuple[Event, User, Asked]]] = {
    "round 1": _round_1,
    "short rounds": _short_rounds,
    "early end": _early_end,
    "namesake": _namesake,
    "left player": _left_player,
    "winner drops": lambda: _dropping("1 20", "2 20"),
    "leader drops": lambda: _dropping("1 11t", "2 11t", rounds=2),
}


def journal_of(event: Event) -> list[tuple[str, Any]]:
    """Return what the journal says, without the seeds that were drawn and the program's name."""
    entries = JournalEntry.objects.filter(event=event).order_by("pk")
    return [
        (
            entry.verb,
            {name: entry.data[name] for name in sorted(entry.data.keys() - {"seed", "program"})},
        )
        for entry in entries
    ]


def questions_asked(event: Event, owner: User, asked: Asked) -> tuple[Question, ...]:
    before = journal_of(event)
    with pytest.raises(QuestionsError) as raised:
        asked.act(event, owner, Given())
    assert journal_of(event) == before, "nothing is written"
    return raised.value.questions


def by_screen(browser: Client, event: Event, asked: Asked, answers: Mapping[str, str]) -> None:
    """Press the button, then answer one question after the other as the page shows them."""
    given: dict[str, str] = {}
    for key, answer in answers.items():
        page = browser.post(asked.screen(event), {**asked.fields, **given}, follow=True)
        assert f'name="answers.{key}"' in page.content.decode(), key
        given[f"answers.{key}"] = answer
    assert browser.post(asked.screen(event), {**asked.fields, **given}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("scene", SCENES)
def test_an_answer_has_the_same_effect_by_action_by_screen_and_by_call(scene: str) -> None:
    results = []
    for way in ("action", "screen", "call"):
        event, owner, asked = SCENES[scene]()
        questions = questions_asked(event, owner, asked)
        answers = {question.key: question.acts[0].code for question in questions}
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
    assert results[0] == results[1]


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


def documented() -> dict[str, set[str]]:
    """Return the codes of the document, by the heading that they stand under."""
    codes: dict[str, set[str]] = {}
    heading = ""
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
            codes[heading] = set()
        elif row := re.match(r"\| `([\w-]+)` \|", line):
            codes[heading].add(row[1])
    return codes


def test_the_document_lists_every_question() -> None:
    drops = {"winner-drops", "leader-drops"}
    assert documented() == {
        "Before round 1": {*CODES, WITHOUT_ID, SHORT_ROUND},
        "Before pairing, publishing and finishing": {code.value for code in ASKED},
        "Before finishing alone": {UNFINISHED},
        "Before a second result of a table": {RESULT_DIFFERS},
        "Before enrolling a player": {NAMESAKE, LEFT_PLAYER},
        "Before dropping a player": drops,
    }
    made = {
        str(path.relative_to(ROOT / "events"))
        for path in (ROOT / "events").rglob("*.py")
        if any(
            isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Question"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        )
    }
    assert made == {
        "core/players/enrollment_questions.py",
        "core/preflight/round_questions.py",
        "core/results/result_questions.py",
        "core/steps/finishing_question.py",
        "core/steps/round_1_questions.py",
    }, "a question made elsewhere belongs into the document"


def test_the_document_names_screens_and_calls_that_exist() -> None:
    screens, calls = set(), set()
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("Screen"):
            on_screens, _call, by_calls = line.partition("call")
            screens |= set(re.findall(r"`([\w-]+)`", on_screens))
            calls |= set(re.findall(r"`([\w-]+)`", by_calls))
    assert len(screens) == 10
    for name in screens:
        numbers = [] if name in ("finish", "roster-add", "roster-selected-drop") else [1]
        tables = [1] if name.startswith("table-") else []
        reverse(f"staff:{name}", args=["x", *numbers, *tables])
    assert calls == {write.name for write in WRITES if write.is_asked}
