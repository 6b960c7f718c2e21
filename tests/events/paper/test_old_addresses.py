"""Addresses that had a page for the browser's printer: each answers with the paper that stayed."""

from http import HTTPStatus

import pytest
from django.test import Client

from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods
from events.models import Event
from tests import factories
from tests.events.scenario import start_round
from tests.events.support.doors import EVERYBODY, address, check_refusals, check_wrong_method
from tests.events.support.paper_files import url
from tests.events.support.public_addresses import unset
from tests.events.support.public_events import Played
from tests.events.support.stages import SINGLE, staged

pytestmark = pytest.mark.django_db

ROUND = {
    "rounds/1/print/pairings/": "pdf-pairings",
    "rounds/1/print/slips/": "pdf-slips",
    "standings/1/print/": "pdf-standings",
    "print/seats/": "pdf-seats",
}


def old_address(event: Event, rest: str) -> str:
    return f"/staff/e/{event.slug}/{rest}"


def check_same_paper(client: Client, old: str, new: str, **query: str | int) -> None:
    """Check that both addresses set the same paper."""
    with unset():
        answers = [client.get(one, query) for one in (old, new)]
    for answer in answers:
        assert answer.status_code == HTTPStatus.OK, old
        assert answer["Content-Type"] == "application/pdf", old
        assert answer["Content-Disposition"].startswith('inline; filename="'), old
    assert answers[0].content == answers[1].content, old


def test_an_old_address_gives_the_paper() -> None:
    played = Played(["Ann", "Ben", "Cleo", "Dov", "Eve"])
    played.play(1)
    client = factories.client_of(played.organizer)
    queries: list[tuple[str, dict[str, str | int]]] = [
        *((rest, {}) for rest in ROUND),
        ("rounds/1/print/pairings/", {"by": "name"}),
        ("rounds/1/print/pairings/", {"by": "table"}),
        ("rounds/1/print/slips/", {"a_page": 4}),
    ]
    for rest, query in queries:
        old = old_address(played.event, rest)
        check_same_paper(client, old, url(played.event, ROUND[rest]), **query)
    for rest in ROUND:
        check_refusals("get", old_address(played.event, rest), EVERYBODY, played.event)
        check_wrong_method("get", old_address(played.event, rest), played.event)


@pytest.mark.parametrize("rest", [rest for rest in ROUND if "1" in rest])
def test_a_round_that_is_not_there_has_no_paper(rest: str) -> None:
    played = Played(["Ann", "Ben"])
    client = factories.client_of(played.organizer)
    assert client.get(old_address(played.event, rest)).status_code == HTTPStatus.NOT_FOUND


def test_the_seats_of_a_draft() -> None:
    event, owner = staged(12, StagePlan(rounds=3, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    client = factories.client_of(owner)
    queries: list[dict[str, str | int]] = [{}, {"by": "pod"}]
    for query in queries:
        old = old_address(event, "stages/1/pods/print/")
        check_same_paper(client, old, address(event, "pdf-pods", number=1), **query)


def test_the_bracket_of_a_playoff() -> None:
    event, owner = staged(4, StagePlan(kind=SINGLE))
    start_round(event, owner, 1)
    client = factories.client_of(owner)
    old = old_address(event, "stages/1/bracket/print/")
    check_same_paper(client, old, address(event, "pdf-bracket", number=1))
