"""A random walk over an event: after each act, all views of a fact say the same."""

import json
import shutil

import pytest

from events.transfer.event_export import export_archive
from tests import factories
from tests.longer import longer
from tests.seams.kinds import STARTS
from tests.seams.views import Views
from tests.seams.walk import Walk
from tests.verifier.test_verifier import reports, sentences

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
    if shutil.which("node"):
        # The page that counts again, without this program.
        (report,) = reports([json.dumps(export_archive(walk.event, chain=True))])
        assert not report["differs"], " ".join(acts) + "\n" + "\n".join(sentences(report, False))
