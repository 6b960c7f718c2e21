"""A random walk over an event: after each act, all views of a fact say the same."""

import pytest

from tests import factories
from tests.longer import longer
from tests.seams.kinds import STARTS
from tests.seams.views import Views
from tests.seams.walk import Walk

pytestmark = pytest.mark.django_db

STEPS = 30
KINDS = [*STARTS]


@pytest.mark.parametrize("seed", range(longer(3)))
def test_all_views_say_the_same_after_each_act(seed: int) -> None:
    kind = KINDS[seed % len(KINDS)]
    walk = Walk(seed, STARTS[kind])
    views = Views(walk, factories.client_of(walk.owner))
    acts: list[str] = [kind]
    for _ in range(STEPS):
        act = walk.step()
        if act:
            acts.append(act)
            found = views.differences()
            assert not found, " ".join(acts) + "\n" + "\n".join(found)
