"""Two people undo the same result at the same moment: the earlier result counts and stays."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.models import Event, Role
from tests import factories
from tests.events.scenario import at_table, event_with_owner, start_round
from tests.events.test_concurrency import at_once, browser_posts
from tests.longer import longer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


@pytest.mark.parametrize("times", [2, 3])
def test_one_result_is_taken_back_however_often_it_is_asked_for(times: int) -> None:
    event, owner = event_with_owner(4)
    other = factories.staff_member(event, Role.SCOREKEEPER, f"second-of-{event.slug}")
    start_round(event, owner, 1)
    url = reverse("staff:undo", args=[event.slug, 1])
    browsers = [factories.client_of((owner, other)[place % 2]) for place in range(times)]
    enter(event, owner, 1, Slip.of(2, 1))
    enter(event, owner, 2, Slip.of(2, 1))
    for turn in range(longer(2)):
        enter(event, other, 1, Slip.of(2, 0), replace="2-1")
        newest = at_table(event, 1, 1).official_report_id
        line = {"line": f"1-{newest}"}
        answers = at_once(event, *(browser_posts(browser, url, **line) for browser in browsers))
        codes = sorted(answer.status_code for answer in answers)
        refused = [HTTPStatus.UNPROCESSABLE_ENTITY] * (times - 1)
        assert codes == [HTTPStatus.OK, *refused], turn
        assert at_table(event, 1, 1).result_text == "2-1", "the older one stays"
        assert at_table(event, 1, 2).result_text == "2-1", "and every other table"


def enter(event: Event, actor: User, table: int, slip: Slip, replace: str | None = None) -> None:
    enter_result(event_id=event.pk, actor=actor, number=1, table=table, slip=slip, replace=replace)
