"""An event that is held in memory, as while a server runs."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings

from events.public_site.event_list import event_list
from events.public_site.page_cache import page_cache
from tests.events.support.public_events import Played

FOUR = ["Anna Rossi", "Bob", "Carla", "Dan"]


@pytest.fixture(autouse=True)
def remembering(settings: LazySettings) -> Iterator[None]:
    """Hold what was asked for, and nothing from the test before."""
    settings.PUBLIC_SECONDS = 600
    page_cache.forget()
    event_list.forget()
    yield
    page_cache.forget()
    event_list.forget()
    # No thread takes changed events from the queue in tests, so it is emptied here.
    while not page_cache.changed.empty():
        page_cache.changed.get()


@pytest.fixture
def played(db: None) -> Played:
    """One published round, a second one that is being played."""
    made = Played(FOUR)
    made.play(1)
    made.publish(1)
    made.post(2)
    return made
