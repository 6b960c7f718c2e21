"""Many joins at the same moment, and a simulated afternoon."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from django.db import connections

from events.core.refusals import RefusedError
from events.models import Enrollment, Organisation, OrganisationMember, QueueEntry, QueuePod
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue
from events.simulation.on_demand import play_afternoon
from tests import factories


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("file_database")
def test_people_who_join_at_the_same_moment_are_in_one_pod_each() -> None:
    owner = factories.user("anna")
    shop = Organisation.objects.create(slug="shop", name="Shop")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True, organizer=True)
    values = {"date": date(2026, 5, 9), "size": 4, "last_table": 40}
    queues = [
        open_queue(organisation=shop, actor=owner, values=values | {"name": name})
        for name in ("Draft A", "Draft B")
    ]
    # The desk adds each of twelve people to both queues, twice.
    asked = [(queue, f"Person {number}") for number in range(12) for queue in queues * 2]
    begin = threading.Barrier(8)

    def ask(part: int) -> int:
        begin.wait(30)
        refused = 0
        try:
            for queue, name in asked[part::8]:
                try:
                    join(queue=queue, name=name, actor=owner)
                except RefusedError:
                    refused += 1
        finally:
            connections.close_all()
        return refused

    with ThreadPoolExecutor(8) as pool:
        refused = sum(pool.map(ask, range(8)))
    assert refused == len(asked) - 12
    assert QueueEntry.objects.count() == 12
    players = Counter(Enrollment.objects.values_list("player", flat=True))
    assert set(players.values()) <= {1}
    pods = list(QueuePod.objects.all())
    assert len(players) == 4 * len(pods)
    assert {pod.entries.count() for pod in pods} == {4}
    first_tables = [pod.first_table for pod in pods]
    assert len(set(first_tables)) == len(pods)


@pytest.mark.django_db
def test_an_afternoon_posts_every_pod_in_time_with_two_taps() -> None:
    played = play_afternoon(factories.user("anna"), arrivals=24, minutes=2, seed=5)
    assert len(played.joins) == 24
    assert played.pods >= 2
    assert (played.twice, played.refusals) == (0, 0)
    assert max(played.posted_after) < 10
    assert max(played.taps) <= 2
