"""The time line of the stages: what is over, what is played, what comes."""

import pytest

from events.core.progress.queries import stage_statuses
from events.core.stages.plans import StagePlan
from events.models import Stage
from events.stages.timeline import timeline
from tests import factories
from tests.events.scenario import play_round, start_round
from tests.events.support.stages import playoff, staged
from tests.markup import flat

pytestmark = pytest.mark.django_db

SINGLE = StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION)


def test_rounds_are_over_played_or_still_to_come() -> None:
    event, owner = staged(8, StagePlan(rounds=3, cut_by="rank", cut_value=4), SINGLE)
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    first, second = timeline(event, stage_statuses(event))
    assert [(step.label, step.number, step.is_over) for step in first.rounds] == [
        ("1", 1, True),
        ("2", 2, False),
        ("3", None, False),
    ]
    assert [step.label for step in second.rounds] == ["Top 4"]
    assert (first.is_now, second.is_now) == (True, False)
    page = flat(factories.client_of(owner).get(f"/staff/e/{event.slug}/stages/"))
    assert f'href="/staff/e/{event.slug}/rounds/2/"' in page


def test_a_bracket_names_the_rounds_that_follow() -> None:
    event, _owner = playoff(8, 4)
    _first, second = timeline(event, stage_statuses(event))
    assert [(step.label, step.number) for step in second.rounds] == [
        ("Semifinals", 2),
        ("Final", None),
    ]
