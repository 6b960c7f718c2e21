"""Two organizers make and renew badges at the same moment."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from events.badges.actions import make_badges, renew_badge, revoke_badge
from events.core.refusals import RefusedError
from events.models import Badge, OrganisationEntry
from tests.events.badges.days import ada, event_of_day, owner_of, shop

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("file_database"),
]


def at_once(*writes: Callable[[], Any]) -> list[Any]:
    """Run writes in parallel; return answers or refusals."""
    begin = threading.Barrier(len(writes))

    def run(write: Callable[[], Any]) -> Any:
        begin.wait(30)
        try:
            return write()
        except RefusedError as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(writes)) as pool:
        return [running.result(60) for running in [pool.submit(run, write) for write in writes]]


def test_made_by_several_at_once_each_player_has_one_badge() -> None:
    owner = owner_of()
    event = event_of_day(owner, "Modern")
    players = list(event.enrollments.values_list("player", flat=True))
    who: dict[str, Any] = {"organisation": shop(), "actor": owner}
    answers = at_once(*[lambda: make_badges(**who, players=players)] * 4)
    assert sorted(len(made) for made in answers) == [0, 0, 0, 4]
    assert Badge.objects.count() == 4
    assert OrganisationEntry.objects.filter(verb="badges-changed").count() == 1
    key = ada().pk
    answers = at_once(
        lambda: renew_badge(**who, player_id=key),
        lambda: revoke_badge(**who, player_id=key),
        lambda: revoke_badge(**who, player_id=key),
    )
    assert any(isinstance(answer, RefusedError) for answer in answers)
    assert not Badge.objects.filter(player=key).exists()
