"""Every drawing of a bracket has every match of it."""

import pytest
from django.template.loader import render_to_string

from events.core.stages.plans import StagePlan
from events.integrations.overlays import overlay
from events.paper import brackets
from events.report.queries import newest_bracket
from tests.events.scenario import play_round, start_round
from tests.events.support.stages import SINGLE, confirm, finish_round, staged

pytestmark = pytest.mark.django_db


def test_the_match_for_the_third_place_is_drawn_on_a_stream_and_on_paper() -> None:
    event, owner = staged(
        4,
        StagePlan(rounds=1, cut_by="rank", cut_value=4),
        StagePlan(kind=SINGLE, third_place=True),
    )
    play_round(event, owner, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    finish_round(event, owner, 2)
    event.refresh_from_db()
    scene = render_to_string("integrations/overlay_scene.html", overlay(event, "bracket", None))
    picture = newest_bracket(event)
    assert picture is not None
    rows = brackets.bracket(picture).data["rows"]
    paper = [
        side["name"]
        for row in rows
        for column in row
        for box in column["boxes"]
        for side in box["sides"]
    ]
    for player in event.enrollments.all():
        # In a semifinal, and in the final or the match for the third place.
        assert scene.count(player.name) == 2
        assert sum(player.name in name for name in paper) == 2
