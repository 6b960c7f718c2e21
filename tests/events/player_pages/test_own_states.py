"""States of a player's own page, and what each costs."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.public_site.live_values import live
from events.public_site.page_cache import page_cache
from tests.events.support.phones import Phone, event_of_phones, pair_at

pytestmark = pytest.mark.django_db


def test_the_page_asks_the_same_number_of_queries_for_few_and_many(settings: Any) -> None:
    counts = []
    for players in (4, 40):
        event, _owner = event_of_phones(players)
        one, other = (Phone(player) for player in pair_at(event))
        one.tell("2-1", other.enrollment)
        settings.PUBLIC_SECONDS = 60
        one.page()
        live.forget()
        with CaptureQueriesContext(connection) as queries:
            one.page()
        settings.PUBLIC_SECONDS = 0
        counts.append(len(queries))
    page_cache.forget()
    live.forget()
    assert counts[0] == counts[1] <= 12, "five of them to know what all phones show"
