"""What a cut, pods and seeds were made from, in an archive of version 4."""

from collections.abc import Callable
from typing import Any

import pytest

from archive.dumping import values_of
from archive.errors import ArchiveError
from archive.loading import read_archive
from archive.versions import least_version
from tests.archives import as_bytes, small

Bend = Callable[[dict[str, Any]], object]


def cut() -> dict[str, Any]:
    """The small event with what its cut was confirmed from."""
    archive = small()
    archive["version"] = 4
    archive["stages"][0]["basis"] = {
        "cut": {"after": 2, "order": [1, 2, 5, 4], "groups": [2, 2]},
        "confirmed": [1, 5],
    }
    archive["stages"][1]["basis"] = {
        "seeds": {"after": 2, "order": [1, 2], "groups": [1, 1]},
    }
    return archive


def test_a_basis_is_read_and_written_again() -> None:
    archive = cut()
    assert values_of(read_archive(as_bytes(archive))) == archive


def test_only_a_basis_needs_version_4() -> None:
    archive = cut()
    assert least_version(archive) == 4
    for stage in archive["stages"]:
        del stage["basis"]
    assert least_version(archive) == least_version(small())
    answer = {"round": 2, "line": "cut-differs", "at": "2026-03-14T10:00:00Z", "people": "0" * 32}
    assert least_version({**archive, "gate_answers": [answer]}) == 4
    assert least_version({**archive, "gate_answers": [{**answer, "line": "drops"}]}) == 3


def test_an_older_version_has_no_basis() -> None:
    with pytest.raises(ArchiveError, match="basis"):
        read_archive(as_bytes({**cut(), "version": 3}))


@pytest.mark.parametrize(
    ("bend", "place"),
    [
        (lambda basis: basis["cut"].update(order=[1, 2, 5, 9]), "cut.order[3]"),
        (lambda basis: basis["cut"].update(order=[1, 2, 2, 4]), "cut.order[2]"),
        (lambda basis: basis["cut"].update(groups=[2, 1]), "cut.groups"),
        (lambda basis: basis["cut"].update(after=9), "cut.after"),
        (lambda basis: basis.update(confirmed=[7]), "confirmed[0]"),
    ],
)
def test_a_basis_that_can_not_be_is_refused_at_its_place(bend: Bend, place: str) -> None:
    archive = cut()
    bend(archive["stages"][0]["basis"])
    with pytest.raises(ArchiveError) as refused:
        read_archive(as_bytes(archive))
    assert refused.value.path == f"stages[0].basis.{place}"
