"""Save several changes of an event's settings at once."""

from collections.abc import Callable, Sequence

from django.contrib.auth.models import User

from events.core.event_write import event_write


def change_all(*, event_id: int, actor: User, changes: Sequence[Callable[[], object]]) -> None:
    """Make all of these changes of an event, or none: each is an action of its own."""
    with event_write(event_id, actor, finished=True):
        for change in changes:
            change()
