"""An event of four players with a posted round, and a page cache of its own for each test."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings

from events.public_site.event_list import event_list
from events.public_site.page_cache import page_cache
from tests.events.support.public_events import Played


@pytest.fixture
def played(db: None, settings: LazySettings) -> Iterator[Played]:
    """Return the event, which can be played on."""
    # Built pages are checked again each time, as a command does each second.
    settings.PUBLIC_SECONDS = 0.000_001
    page_cache.forget()
    event_list.forget()
    made = Played(["Anna Rossi", "Bob", "Carla", "Dan"])
    made.post(1)
    yield made
    page_cache.forget()
    event_list.forget()
