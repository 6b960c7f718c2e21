"""A question before an act: asked without an answer, settled with one."""

import pytest

from events.core.questions.question import (
    NO_ANSWERS,
    Answer,
    Given,
    Page,
    Place,
    Question,
    QuestionsError,
    UnchangedError,
    answers_for_journal,
    digest_of_players,
    settle,
)
from events.core.refusals import RefusedError
from tests.events.scenario import event_with_owner

DROP = Answer("drop", "Drop Ada")
KEEP = Answer("keep", "Keep Ada in", cancels=True)
LEADER = Question("leader-drops", "4:41", "Drop Ada, who leads the event?", (DROP, KEEP))
PROBLEM = Question(
    "loss-not-shown",
    "9",
    "Table 3 does not show a game loss.",
    (
        Answer("change", "Change the result", place=Place(Page.TABLE, (4, 3))),
        Answer("leave-open", "Continue without", needs_reason=True),
    ),
    is_problem=True,
)


def test_without_an_answer_the_question_is_asked() -> None:
    with pytest.raises(QuestionsError) as asked:
        settle([LEADER], NO_ANSWERS)
    assert asked.value.questions == (LEADER,)
    assert str(asked.value) == "Drop Ada, who leads the event?"


def test_an_answer_by_key_or_by_kind_settles_it() -> None:
    for key in ("leader-drops:4:41", "leader-drops"):
        (settled,) = settle([LEADER], Given({key: "drop"}))
        assert settled.answer is DROP
    assert answers_for_journal([settled]) == {
        "answers": [{"code": "leader-drops", "answer": "drop", "names": "", "table": None}]
    }
    assert answers_for_journal([]) == {}


def test_an_answer_to_another_situation_does_not_count() -> None:
    with pytest.raises(QuestionsError) as asked:
        settle([LEADER], Given({"leader-drops:3:41": "drop", "other:1": "drop"}))
    assert asked.value.changed == ("leader-drops:3:41",)


def test_the_ones_that_are_answered_stay_answered_while_another_is_asked() -> None:
    with pytest.raises(QuestionsError) as asked:
        settle([LEADER, PROBLEM], Given({LEADER.key: "drop"}))
    assert asked.value.questions == (PROBLEM,)
    assert [each.question for each in asked.value.settled] == [LEADER]


def test_keeping_everything_writes_nothing() -> None:
    with pytest.raises(UnchangedError, match=r"Nothing was changed: Keep Ada in\."):
        settle([LEADER], Given({LEADER.key: "keep"}))


def test_a_problem_is_left_open_by_the_head_judge_with_a_reason() -> None:
    key = PROBLEM.key
    with pytest.raises(RefusedError, match="head judge"):
        settle([PROBLEM], Given({key: "leave-open"}, "Looked at it."))
    with pytest.raises(RefusedError, match="reason"):
        settle([PROBLEM], Given({key: "leave-open"}, may_go_over=True))
    (settled,) = settle([PROBLEM], Given({key: "leave-open"}, "Looked.", may_go_over=True))
    assert settled.answer.code == "leave-open"


def test_a_page_is_no_answer_of_a_request() -> None:
    with pytest.raises(QuestionsError):
        settle([PROBLEM], Given({PROBLEM.key: "change"}))


@pytest.mark.django_db
def test_an_answer_about_more_players_counts_for_fewer_of_them() -> None:
    event, _owner = event_with_owner(3)
    ada, ben, cleo = event.enrollments.order_by("number")
    asked_about = Question("absent", digest_of_players([ada, ben]), "?", (DROP,))
    now = Question("absent", digest_of_players([ben]), "?", (DROP,), players=(ben,))
    (settled,) = settle([now], Given({asked_about.key: "drop"}, seen=frozenset({1, 2})))
    assert settled.question is now
    both = digest_of_players([ben, cleo])
    more = Question("absent", both, "?", (DROP,), players=(ben, cleo))
    with pytest.raises(QuestionsError):
        settle([more], Given({asked_about.key: "drop"}, seen=frozenset({1, 2})))


@pytest.mark.django_db
def test_an_answer_about_a_player_does_not_count_for_another_of_the_same_kind() -> None:
    event, _owner = event_with_owner(2)
    ada, ben = (
        Question("leader-drops", f"4:{player.number}", "?", (DROP, KEEP), players=(player,))
        for player in event.enrollments.order_by("number")
    )
    given = Given({ada.key: "drop"}, seen=frozenset({1, 2}))
    for questions in ([ada, ben], [ben]):
        with pytest.raises(QuestionsError) as asked:
            settle(questions, given)
        assert asked.value.questions == (ben,)
