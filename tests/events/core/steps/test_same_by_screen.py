"""Every question has the same effect by its action, by its screen and by its call."""

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import resolve

import pairings
from events.api.calls import WRITES
from events.api.declared import EVENT, route
from events.core.questions.question import Given, Question, QuestionsError, UnchangedError
from events.core.revision_cache import clear_revision_caches
from events.core.steps import actions as steps
from events.models import Event, JournalEntry, Match, Penalty
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.core.questions.document import SECTIONS
from tests.events.core.steps import departure_scenes as after
from tests.events.core.steps import question_scenes as before
from tests.events.core.steps.question_scenes import ENTER, REASON, TABLE, Asked, Scene
from tests.events.preflight.answers import as_it_is, questions_after
from tests.events.support.doors import address
from tests.events.test_desk_moves import archived
from tests.events.test_preflight_moves import asked_of_everything


@dataclass(frozen=True)
class Case:
    """A scene below its heading of the document: its screen, its call, the codes it asks."""

    heading: str
    screen: str
    call: str
    codes: frozenset[str]
    scene: Callable[[], Scene]


def _case(heading: str, screen: str, call: str, codes: str, scene: Callable[[], Scene]) -> Case:
    return Case(f"Before {heading}", screen, call, frozenset(codes.split()), scene)


# Steps after a round, a second result, two drops of a table, one drop.
STEPS, SECOND = "pairing, publishing and finishing", "a second result of a table"
BOTH, DROP = "both players of a table drop", "dropping a player"
IN_A_ROUND = (
    "contradiction sources-differ called-wrong loss-not-shown to-disqualify disqualified-plays "
    "winner-drops early-result present-no-show without-id not-eligible without-match unplanned-bye"
)
LEAVE = {"drop_first": "1", "drop_second": "1"}
WON, LOST = before.games(before.WON), before.games(before.LOST)
IN_LIST = "rounds/1/results"
CASES = (
    _case(
        "round 1",
        *("pair", "pair", "absent decklist not-eligible without-id"),
        before.of_round_1,
    ),
    _case("round 1", "pair", "pair", "short-round", before.short_rounds),
    _case(
        "round 1",
        *("pair", "pair", "earned-byes byes-by-name byes-by-address"),
        before.with_earned_byes,
    ),
    _case(
        "enrolling a player",
        *("roster-add", "enroll", "byes-by-address"),
        before.late_with_an_address,
    ),
    _case("finishing alone", "finish", "finish", "unfinished", before.early_end),
    _case("enrolling a player", "roster-add", "enroll", "namesake", before.namesake),
    _case("enrolling a player", "roster-add", "enroll", "left-player", before.left_player),
    _case("enrolling a list", "roster-paste", "enroll-list", "namesake", before.pasted_list),
    _case(DROP, "player-drop", "drop", "winner-drops", before.dropping("1 20", "2 20")),
    _case(
        DROP,
        *("roster-selected-drop", "drop-list", "leader-drops"),
        before.dropping("1 11t", "2 11t", rounds=2, together=True),
    ),
    _case(STEPS, "publish", "publish", IN_A_ROUND, after.after_a_round),
    _case(STEPS, "pair", "pair", "leader-drops", after.leader_dropped),
    _case(STEPS, "finish", "finish", "winner-drops", after.winner_dropped),
    _case(STEPS, "finish", "finish", "winner-drops", after.both_winners_dropped),
    _case(STEPS, "pair", "pair", "cut-differs", after.other_cut),
    *(_case(STEPS, "publish", "publish", code, scene) for code, scene in after.DEPARTURES.items()),
    _case(
        SECOND,
        *("enter", "enter", "result-differs"),
        partial(before.second_result, ENTER, {"entry": "1 02"}),
    ),
    _case(
        SECOND,
        *("table-enter", "enter-results", "result-differs"),
        partial(before.second_result, TABLE, {"score": "02"}, IN_LIST),
    ),
    _case(
        SECOND,
        *("table-games", "enter", "result-differs"),
        partial(before.second_result, TABLE, LOST),
    ),
    _case(
        BOTH,
        *("enter", "enter", "both-drop"),
        partial(before.both_drop, ENTER, {"entry": "1 21 x12"}),
    ),
    _case(
        BOTH,
        *("table-enter", "enter-results", "both-drop"),
        partial(before.both_drop, TABLE, {"score": "21", **LEAVE}, IN_LIST),
    ),
    _case(
        BOTH,
        *("table-games", "correct", "both-drop"),
        partial(before.both_drop, TABLE, {**WON, **LEAVE}, method="PUT"),
    ),
    _case(BOTH, "complete", "complete", "both-drop", before.both_drop_at_the_end),
    _case(
        "recording a penalty",
        *("penalty-give", "give-penalty", "recommendation-changed"),
        before.changed_recommendation,
    ),
)
# The pre-flight checks, with their own page and their own call.
ALONE, ALONE_BY_CALL = "preflight-answer", "answer-questions"
# Without a call: test_staff_board.py of the day, test_take_over_steps.py of transfer.
ELSEWHERE = {"Before a break of a staff member", "Before taking an event over"}
WAYS = {"seed", "program", "source"}
NAMED = re.compile(r'name="numbers" value="([^"]+)"')


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pair both events alike."""
    monkeypatch.setattr(pairings, "new_seed", lambda: 7)


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
    earlier = journal_of(event)
    with pytest.raises(QuestionsError) as raised:
        asked.act(event, owner, Given())
    assert asked.writes or journal_of(event) == earlier, "nothing is written"
    return raised.value.questions


def by_screen(browser: Client, event: Event, case: Case, asked: Asked, answers: Any) -> None:
    """Press the button, then answer one question after the other as the page shows them."""
    screen = address(event, case.screen, **asked.numbers)
    given: dict[str, str] = {}
    for key, answer in answers.items():
        # A pasted list has the answer to a question in the field of its line.
        name = key.partition(":")[2] if case.screen == "roster-paste" else f"answers.{key}"
        page = browser.post(screen, {**asked.fields, **given}, follow=True).content.decode()
        assert f'name="{name}"' in page, key
        # The form carries the numbers of the players whom its questions name.
        carried = NAMED.search(page)
        given |= {name: answer} | ({"numbers": carried[1]} if carried else {})
    done = browser.post(screen, {**asked.fields, **given})
    assert done.status_code in (200, 302), done.content.decode()


def by_call(program: Program, case: Case, asked: Asked, answers: Mapping[str, str]) -> None:
    """Send the call, then once more with the answers. Answers that keep all refuse the second."""
    [write] = (write for write in WRITES if write.name == case.call)
    at = f"/api/v1/events/{program.event.slug}/{asked.call}"
    assert resolve(at).route == route(write.path), "the call of the document"
    assert (write.method, write.path.startswith(EVENT)) == (asked.method, True)
    refused = program.call(asked.method, asked.call, asked.body, **asked.headers)
    assert refused.status_code == 409, refused.content.decode()
    assert [question["key"] for question in refused.json()["questions"]] == list(answers)
    sent = {**asked.body, "answers": answers}
    done = program.call(asked.method, asked.call, sent, **asked.headers)
    if done.status_code == 409:
        assert done.json()["code"] == "nothing-changed", done.content.decode()
    else:
        assert done.status_code in (200, 201), done.content.decode()


def by_action(event: Event, owner: User, asked: Asked, answers: Mapping[str, str]) -> None:
    """Do it with the answers; those that keep everything are refused."""
    with contextlib.suppress(UnchangedError):
        asked.act(event, owner, Given(answers, REASON, may_go_over=True))


def state_of(event: Event) -> tuple[object, ...]:
    """Return what answers can change: the journal, players, results, what is published."""
    players = event.enrollments.order_by("number").values_list("name", "state", "excluded")
    matches = Match.objects.filter(round__event=event).order_by("round__number", "table", "pk")
    return (
        journal_of(event),
        list(players),
        list(matches.values_list("table", "kind", "first__number", "first_wins", "second_wins")),
        list(event.rounds.order_by("number").values_list("number", "state")),
        Penalty.objects.filter(enrollment__event=event).count(),
        Event.objects.get(pk=event.pk).state,
    )


def chosen(question: Question, place: int) -> str:
    """Return the answer at a place among those of a question; as it is where there is none."""
    acts = question.acts
    return acts[place].code if place < len(acts) else as_it_is(question)


@contextlib.contextmanager
def undone() -> Iterator[None]:
    """Take back what is written inside, and forget what was read."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    clear_revision_caches()


@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.screen}-{min(case.codes)}")
def test_an_answer_has_the_same_effect_by_action_by_screen_and_by_call(case: Case) -> None:
    """Each answer of a question in turn, with the others as they are.

    Of two questions of one kind, one has another answer, too.
    """
    event, owner, asked = case.scene()
    questions = questions_asked(event, owner, asked)
    assert {question.code for question in questions} == case.codes
    for question in questions:
        possible = SECTIONS[case.heading].answers[question.code]
        assert {answer.code for answer in question.acts} <= possible, question.code
    for place in range(max(len(question.acts) for question in questions)):
        answers = {question.key: chosen(question, place) for question in questions}
        check_answers(case, event, owner, asked, answers)
    if any(question.code == questions[0].code for question in questions[1:]):
        answers |= {questions[0].key: chosen(questions[0], 0)}
        check_answers(case, event, owner, asked, answers)


def check_answers(
    case: Case, event: Event, owner: User, asked: Asked, answers: Mapping[str, str]
) -> None:
    """Give these answers in all three ways, each from the same state of the event."""
    results = []
    for way in ("action", "screen", "call"):
        with undone():
            program = Program(event, owner)
            if way == "action":
                by_action(event, owner, asked, answers)
            elif way == "screen":
                by_screen(factories.client_of(owner), event, case, asked, answers)
            else:
                by_call(program, case, asked, answers)
            results.append(state_of(event))
    assert results[0] == results[1] == results[2]


@pytest.mark.django_db
def test_the_checks_of_a_round_have_the_same_answers_by_screen_and_by_call() -> None:
    results = []
    for way in ("action", "call", "screen"):
        event, owner = asked_of_everything()
        questions = questions_after(event, 2)
        answers = {question.key: as_it_is(question) for question in questions}
        program = Program(event, owner)
        if way == "action":
            given = Given(answers, REASON, may_go_over=True)
            steps.answer_checks(event_id=event.pk, actor=owner, number=2, given=given)
        elif way == "call":
            sent = {"answers": answers, "reason": REASON}
            assert program.done("POST", "rounds/2/questions", sent)["questions"] == []
        else:
            browser = factories.client_of(owner)
            for key, answer in answers.items():
                fields = {f"answers.{key}": answer, "reason": REASON}
                browser.post(address(event, ALONE, number=2), fields)
        assert questions_after(event, 2) == []
        stored = archived(event)["gate_answers"]
        results.append((journal_of(event), [{**row, "at": "", "by": ""} for row in stored]))
    assert results[0] == results[1] == results[2]


def test_every_question_of_the_document_is_answered_here() -> None:
    """Each code, screen and call of the table is a case: a new one fails without its case."""
    assert SECTIONS.keys() >= ELSEWHERE
    for heading, section in SECTIONS.items():
        if heading in ELSEWHERE:
            continue
        cases = [case for case in CASES if case.heading == heading]
        assert set().union(*(case.codes for case in cases)) == section.answers.keys(), heading
        alone = {ALONE} & section.screens
        assert {case.screen for case in cases} | alone == section.screens, heading
        by_call_alone = {ALONE_BY_CALL} & section.calls
        assert {case.call for case in cases} | by_call_alone == section.calls, heading
