"""A round of a playoff has one name on every page: never the number of the round."""

import re

import pytest
from django.test import Client

from events.core.stages.plans import StagePlan
from tests.events.scenario import play_round, start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.support.stages import SINGLE, confirm, report_by, staged
from tests.factories import client_of
from tests.seams.views import text_of

pytestmark = pytest.mark.django_db

PAGES = (
    *("rounds/2/", "rounds/2/reading/", "rounds/2/sources/", "rounds/2/clock/", "decks/checks/"),
    *("rounds/2/gate/", "roster/players/1/", "rounds/2/check/", "floor/"),
)


def test_a_playoff_round_is_numbered_nowhere() -> None:
    event, owner = staged(
        4,
        StagePlan(rounds=1, cut_by="rank", cut_value=4),
        StagePlan(kind=SINGLE),
        **EVERYTHING,
    )
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    report_by(event, owner, 2)
    staff, named = client_of(owner), 0
    pages = {path: staff.get(f"/staff/e/{event.slug}/{path}") for path in PAGES}
    pages["public"] = Client().get(f"/e/{event.slug}/about/")
    texts = {path: page.content.decode() for path, page in pages.items() if page.status_code == 200}
    texts["phone"] = Phone(event.enrollments.get(number=1)).page()
    for path, page in texts.items():
        # The journal has the number under which the round is stored.
        main = text_of(page.partition("<main")[2].partition("</main>")[0].partition("<aside")[0])
        assert not re.search(r"[Rr]ound 2\b", main), (path, main)
        named += "Semifinals" in main
    assert named > len(texts) / 2
