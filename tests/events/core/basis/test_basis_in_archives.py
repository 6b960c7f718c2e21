"""What was made from standings keeps its basis in an archive."""

import pytest

from events.core.stages.plans import StagePlan
from events.models import Event
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.archives import as_bytes
from tests.events.core.basis.test_departures import correct
from tests.events.core.basis.test_departures import found as found_of
from tests.events.scenario import start_round
from tests.events.support.stages import SINGLE, confirm, play_swiss, staged

pytestmark = pytest.mark.django_db


def test_a_cut_and_its_seeds_keep_their_basis_in_an_archive() -> None:
    event, owner = staged(
        8, StagePlan(rounds=2, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 2)
    advanced = confirm(event, owner, 1)
    start_round(event, owner, 3)
    archive = export_archive(Event.objects.get(pk=event.pk))
    assert archive["version"] == 4
    cut = archive["stages"][0]["basis"]["cut"]
    assert (cut["after"], cut["groups"], cut["order"][:4]) == (2, [4, 4], list(advanced))
    assert archive["stages"][1]["basis"]["seeds"]["order"] == list(advanced)
    copied = import_archive(archive=read_archive(as_bytes(archive)), actor=owner)
    assert export_archive(copied) == archive
    found = []
    for made in (event, copied):
        assert found_of(made) == []
        correct(made, owner, 2, advanced[3], (0, 2))
        correct(made, owner, 2, advanced[2], (0, 2))
        found.append([departure.key for departure in found_of(made)])
    assert found[0] == found[1] != []
