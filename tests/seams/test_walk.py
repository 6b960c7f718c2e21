"""A random walk over an event: after each act, all views of a fact say the same."""

import pytest

from tests import factories
from tests.longer import longer
from tests.seams.views import Views
from tests.seams.walk import Walk

pytestmark = pytest.mark.django_db

STEPS = 30


@pytest.mark.parametrize("seed", range(longer(2)))
def test_all_views_say_the_same_after_each_act(seed: int) -> None:
    walk = Walk(seed, players=6 + seed % 4, playoff=seed % 2 == 1)
    views = Views(walk, factories.client_of(walk.owner))
    acts: list[str] = []
    for _ in range(STEPS):
        act = walk.step()
        if act:
            acts.append(act)
            assert not views.differences(), acts
