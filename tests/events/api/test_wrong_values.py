"""An answer about a wrong value says in good English what to send, and where."""

from http import HTTPStatus

import pytest

from events.models import Role
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.scenario import event_with_owner, start_round
from tests.events.tables_of_four.playing import table_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "body", "detail"),
    [
        ("check-in", {"players": []}, "Send at least 1 value."),
        ("drop/undo", {"players": []}, "Send at least 1 value."),
        ("enroll/undo", {"players": []}, "Send at least 1 value."),
        ("check-in", {"players": ["one"]}, "Send a whole number."),
        ("enroll", {"list": ""}, "Use at least 1 character."),
        ("players", {"name": "x" * 81}, "Use at most 80 characters."),
        ("check-in", {"players": [0]}, "Send a number of at least 1."),
        ("players", {"name": "Ada", "late": "soon"}, 'Send one of "losses", "nothing".'),
        ("players/1/drop", {"seat": "D"}, 'Send one of "", "A", "B", "C".'),
        (
            "rounds/1/tables/1/result",
            {"games": [2, 0, 0], "drops": ["first", "third"]},
            'Send one of "first", "second".',
        ),
        (
            "rounds/1/tables/1/result",
            {"marks": "w"},
            "Send a text that matches ^([wdl]{3,5}|[1-5]{3,5})$.",
        ),
    ],
)
def test_a_wrong_value_says_what_to_send(path: str, body: dict[str, object], detail: str) -> None:
    program = Program(*event_with_owner(2))
    answer = program.call("POST", path, body)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    problem = answer.json()
    assert (problem["code"], problem["detail"]) == ("wrong-value", detail)
    assert problem["field"].partition("[")[0] in body


def test_a_table_of_four_takes_a_mark_of_each_seat_and_no_games() -> None:
    event, owner = table_event(8)
    start_round(event, owner, 1)
    program = Program(event, owner)
    words = "Table 1 has 4 seats: send a mark for each seat."
    for body, field in (({"games": [2, 0, 0]}, "games"), ({"marks": "wll"}, "marks")):
        alone = program.call("POST", "rounds/1/tables/1/result", body).json()
        assert (alone["detail"], alone["field"]) == (words, field)
        listed = {"results": [{"table": 1, **body}]}
        problem = program.call("POST", "rounds/1/results", listed).json()
        assert (problem["detail"], problem["field"]) == (words, f"results[0].{field}")


@pytest.mark.parametrize(
    ("method", "body", "field"),
    [
        ("PUT", {"stages": [{"third_place": True}]}, "stages[0].third_place"),
        ("PUT", {"stages": [{"cut_by": "rank"}]}, "stages[0].cut_value"),
        ("PUT", {"stages": [{"rounds": 2}, {}]}, "stages[1].rounds"),
        ("POST", {"third_place": True, "rounds": 2}, "third_place"),
        ("POST", {"kind": "single-elimination"}, "cut_by"),
    ],
)
def test_a_stage_names_the_value_that_does_not_fit(
    method: str, body: dict[str, object], field: str
) -> None:
    program = Program(*event_with_owner(4))
    problem = program.call(method, "stages", body, If_Match="*").json()
    assert (problem["status"], problem["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, field)


def test_the_state_and_not_a_number_of_the_address_refuses_a_call() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    event.rounds.update(state="unposted", posted_rows=None)
    problem = Program(event, owner).call("PUT", "rounds/1/players/1", {}).json()
    assert (problem["status"], problem["code"]) == (HTTPStatus.CONFLICT, "refused")
    assert problem["detail"] == "Player 001 is already paired."
    assert "field" not in problem


def test_a_stage_is_added_and_removed_during_the_event() -> None:
    event, owner = event_with_owner(4, rounds=3)
    start_round(event, owner, 1)
    program = Program(event, owner)
    playoff = {"kind": "single-elimination", "cut_by": "rank", "cut_value": 2}
    assert program.call("POST", "stages", playoff).json()["field"] == "reason"
    made = program.done("POST", "stages", {**playoff, "reason": "time for a final"})["stages"]
    assert [stage["kind"] for stage in made] == ["swiss", "single-elimination"]
    left = program.done("POST", "stages/remove", {"reason": "late"})["stages"]
    assert [stage["cut_by"] for stage in left] == [""]


def test_the_staff_are_named_as_an_appeal_takes_them() -> None:
    event, owner = event_with_owner(2)
    judge = factories.staff_member(event, Role.JUDGE)
    start_round(event, owner, 1)
    program = Program(event, owner)
    staff = program.done("GET", "staff")["staff"]
    hearing = {each["account"] for each in staff if each["hears_appeals"]}
    assert judge.username in {each["account"] for each in staff if each["roles"] == ["judge"]}
    body = {"ruling": "late", "ruled_by": judge.username, "heard_by": hearing.pop()}
    program.done("POST", "players/1/appeals", {**body, "outcome": "upheld"})
