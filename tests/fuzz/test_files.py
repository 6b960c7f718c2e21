"""Files of other tools after what happens to files: nothing is lost in silence, nothing breaks."""

import pytest

from tests.fuzz.bounds import ASKED_FOR
from tests.interchange.shapes.fuzz import FAILED, trials

PARTS = 4
COUNT = max(600, ASKED_FOR) // PARTS


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutated_file_is_read_the_same_or_says_what_is_missing(part: int) -> None:
    failed = [
        (tried.seed, tried.mutation, tried.shape, tried.verdict)
        for tried in trials(COUNT, start=part * 10**7)
        if tried.verdict.startswith(FAILED)
    ]
    assert failed == []
