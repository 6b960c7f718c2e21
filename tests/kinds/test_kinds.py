"""A kind of match or stage that is not named fails here: no place lets it fall through."""

from enum import Enum

import pytest

from domain.kinds import MatchKind, StageKind
from events.models import Match, Stage
from tests.kinds.decided import MATCHES, STAGES, Answers, decided


def test_a_new_kind_is_missing_at_each_place() -> None:
    class More(Enum):
        PLAYED = "played"
        TABLE = "table"
        BYE = "bye"
        UNPAIRED = "unpaired"
        QUEUE = "queue"

    everything = {kind.value for kind in More}
    assert all(everything - named == {"queue"} for named in decided(MatchKind).values())


@pytest.mark.parametrize(
    ("model", "kinds", "answers"), [(Match, MatchKind, MATCHES), (Stage, StageKind, STAGES)]
)
def test_each_question_is_decided_for_every_kind(
    model: type[Match] | type[Stage], kinds: type[Enum], answers: Answers
) -> None:
    for question, (yes, no) in answers.items():
        asked = {kind.value: getattr(model(kind=kind.value), question) for kind in kinds}
        assert asked == dict.fromkeys(yes.split(), True) | dict.fromkeys(no.split(), False)
