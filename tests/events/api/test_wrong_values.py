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
