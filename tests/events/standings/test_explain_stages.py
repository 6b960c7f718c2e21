"""The arithmetic after a cut: frozen percentages, and places that a playoff decides."""

import json
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from events.core.stages.cut_actions import confirm_cut
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import Event, Stage, StandingsSnapshot
from tests.events.scenario import start_round
from tests.events.standings.test_explain import read, words
from tests.events.support.stages import SINGLE, finish_round, play_swiss, staged

pytestmark = pytest.mark.django_db


def rows(event: Event, number: int) -> list[dict[str, Any]]:
    newest = StandingsSnapshot.objects.filter(round__event=event, round__number=number)
    found: list[dict[str, Any]] = newest.order_by("-revision")[0].rows
    return found


def why(client: Client, event: Event, number: int, player: int) -> dict[str, Any]:
    url = f"/e/{event.slug}/standings/{number}/players/{player}.json"
    found: dict[str, Any] = json.loads(client.get(url).content)
    return found


def test_a_playoff_decides_between_those_who_played_in_it(client: Client) -> None:
    event, owner = staged(
        8, StagePlan(rounds=3, cut_by=Stage.Cut.RANK, cut_value=4), StagePlan(kind=SINGLE)
    )
    play_swiss(event, owner, 1, 3)
    before = rows(event, 3)
    best = [row["number"] for row in before[:4]]
    confirm_cut(event_id=event.pk, actor=owner, number=1, advancing=best)
    start_round(event, owner, 4)
    for number in (4, 5):
        finish_round(event, owner, number, max)
        publish_standings(event_id=event.pk, actor=owner, number=number)
    after = rows(event, 5)
    assert [row["number"] for row in after] != [row["number"] for row in before]
    decided = set()
    for ahead, behind in pairwise(after):
        below = why(client, event, 5, ahead["number"])["below"]
        if ahead["points"] != behind["points"]:
            assert below is None
            continue
        in_playoff = {ahead["number"], behind["number"]} & set(best)
        assert (below["by"] == "playoff") == bool(in_playoff)
        decided.add(below["by"])
        if in_playoff:
            url = f"/e/{event.slug}/standings/5/players/{behind['number']}/"
            text = words(read(client, url))
            assert f"{ahead['name']} ranks above {behind['name']} by playoff finish" in text
    assert "playoff" in decided
    for row in after:
        part = why(client, event, 5, row["number"])["explanation"]["parts"][0]
        assert part["value"] == row["omw"], "playoff matches count for nothing"
    for one in before[:3]:
        below = why(client, event, 3, one["number"])["below"]
        assert below is None or below["by"] != "playoff"


def test_who_did_not_advance_is_explained_as_of_the_cut(client: Client) -> None:
    event, owner = staged(
        8, StagePlan(rounds=3, cut_by=Stage.Cut.RANK, cut_value=4), StagePlan(rounds=2)
    )
    play_swiss(event, owner, 1, 3)
    before = {row["number"]: row for row in rows(event, 3)}
    best = list(before)[:4]
    confirm_cut(event_id=event.pk, actor=owner, number=1, advancing=best)
    play_swiss(event, owner, 4, 5)
    for row in rows(event, 5):
        found = why(client, event, 5, row["number"])["explanation"]
        assert found["parts"][0]["value"] == row["omw"]
        out = row["number"] not in best
        assert found["frozen_after"] == (3 if out else None)
        if out:
            assert row["omw"] == before[row["number"]]["omw"]
            url = f"/e/{event.slug}/standings/5/players/{row['number']}/"
            assert "These figures are from after round 3." in words(read(client, url))
