"""An answer about a wrong value says in good English what to send, and where."""

from http import HTTPStatus

import pytest

from tests.events.api.test_writing import Program
from tests.events.scenario import event_with_owner

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
    ],
)
def test_a_wrong_value_says_what_to_send(path: str, body: dict[str, object], detail: str) -> None:
    program = Program(*event_with_owner(2))
    answer = program.call("POST", path, body)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    problem = answer.json()
    assert (problem["code"], problem["detail"]) == ("wrong-value", detail)
    assert problem["field"].partition("[")[0] in body
