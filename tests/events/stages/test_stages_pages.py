"""The pages of stages: laying them out, adding one, confirming who advances."""

import re
from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.core.stages.templates import TEMPLATES
from events.models import Event, Role
from events.stages.actions import lay_out_stages
from events.stages.forms import stages_form
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner
from tests.events.support.doors import (
    EVERYBODY,
    LAST_WORD,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.paper_files import pages_of, texts
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, staged
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ORGANIZER = {Role.ORGANIZER}
TOP_4 = (StagePlan(rounds=2, cut_by="rank", cut_value=4), StagePlan(kind=SINGLE))


def cut_open(players: int = 8) -> tuple[Event, User, Client]:
    event, owner = staged(players, *TOP_4)
    play_swiss(event, owner, 1, 2)
    return event, owner, factories.client_of(owner)


def page_of(browser: Client, url: str) -> str:
    answer = browser.get(url)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


def typed(*stages: dict[str, Any]) -> dict[str, Any]:
    """The fields of the form for these stages."""
    fields: dict[str, Any] = {"stage-TOTAL_FORMS": len(stages), "stage-INITIAL_FORMS": len(stages)}
    for index, stage in enumerate(stages):
        fields |= {f"stage-{index}-{name}": value for name, value in stage.items()}
    return fields


@pytest.mark.parametrize(
    ("method", "name", "numbers", "allowed"),
    [
        ("get", "stages", {}, EVERYBODY),
        ("post", "stages", {}, ORGANIZER),
        ("post", "stage-add", {}, LAST_WORD),
        ("post", "stage-remove", {}, LAST_WORD),
        ("get", "cut", {"number": 1}, EVERYBODY),
        ("post", "cut", {"number": 1}, LAST_WORD),
        ("post", "cut-back", {"number": 1}, LAST_WORD),
        ("get", "pdf-seats", {}, EVERYBODY),
    ],
)
def test_who_may_do_what(
    method: str, name: str, numbers: dict[str, int], allowed: set[Role]
) -> None:
    event, _owner = staged(8, *TOP_4)
    check_refusals(method, address(event, name, **numbers), allowed, event)
    if name not in ("stages", "cut"):
        check_wrong_method(method, address(event, name, **numbers), event)


def test_a_template_leaves_the_number_of_rounds_that_is_set() -> None:
    event, owner = staged(
        8, StagePlan(rounds=4, cut_by="rank", cut_value=8), StagePlan(kind=SINGLE)
    )
    browser = factories.client_of(owner)
    chosen = browser.get(address(event, "stages"), {"template": "top-4"}).context["forms"]
    assert (chosen[0].initial["rounds"], chosen[0].initial["cut_value"]) == (4, 4)
    days = browser.get(address(event, "stages"), {"template": "two-days-rank"}).context["forms"]
    assert days[0].initial["rounds"] == 8


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.code)
def test_a_template_fills_the_form_and_is_saved(template: Any) -> None:
    event, owner = event_with_owner(8)
    browser = factories.client_of(owner)
    answer = browser.get(address(event, "stages"), {"template": template.code})
    forms = answer.context["forms"]
    assert [form.initial["kind"] for form in forms] == [one.kind for one in template.plans]
    # Options that a template leaves at their defaults are folded.
    for form, plan in zip(forms, template.plans, strict=True):
        assert form.has_options or not plan.pods
    usual, untimed = stages_form([StagePlan(rounds=5), StagePlan(round_minutes=0)])
    assert (usual.has_options, untimed.has_options) == (False, True)
    stages = [
        {name: "" if value in (None, False) else value for name, value in form.initial.items()}
        for form in forms
    ]
    saved = browser.post(address(event, "stages"), typed(*stages))
    assert saved.status_code == HTTPStatus.FOUND, saved.context and saved.context["forms"].errors
    kept = [
        (one.kind, one.rounds, one.pods, one.cut_by, one.cut_value) for one in event.stages.all()
    ]
    assert kept == [
        (one.kind, one.rounds, one.pods, one.cut_by, one.cut_value) for one in template.plans
    ]


def test_what_does_not_belong_to_a_kind_is_not_looked_at() -> None:
    event, owner = event_with_owner(8)
    browser = factories.client_of(owner)
    swiss = {"kind": "swiss", "rounds": 3, "third_place": "on", "cut_by": "rank", "cut_value": 4}
    playoff = {
        "kind": "single-elimination",
        "pods": "on",
        "rounds": 5,
        "round_minutes": 0,
        "games_to_win": 3,
        "leaver": "highest",
        "cut_by": "points",
        "cut_value": 1,
    }
    answer = browser.post(address(event, "stages"), typed(swiss, playoff))
    assert answer.status_code == HTTPStatus.FOUND
    one, two = event.stages.all()
    assert (one.third_place, one.cut_value) == (False, 4)
    assert (two.pods, two.rounds, two.cut_by) == (False, None, "")
    assert (two.games_to_win, two.round_minutes, two.leaver) == (3, 0, "highest")
    shown = page_of(browser, address(event, "stages"))
    assert "Best-of-five matches." in shown
    assert "No time limit." in shown
    assert "The top 4 players advance." in shown


def test_another_stage_without_scripts_and_one_left_out() -> None:
    event, owner = event_with_owner(8)
    browser = factories.client_of(owner)
    stage = {"kind": "swiss", "rounds": 2}
    more = browser.post(address(event, "stages"), {**typed(stage), "more": "1"})
    assert len(more.context["forms"].forms) == 2
    assert event.stages.get().rounds is None, "nothing is saved yet"
    browser.post(address(event, "stages"), typed(stage, {**stage, "remove": "on"}))
    assert event.stages.get().rounds == 2


def test_a_plan_that_can_not_work_is_shown_at_its_stage_with_everything_typed() -> None:
    event, owner = event_with_owner(8)
    browser = factories.client_of(owner)
    stages = typed({"kind": "swiss", "rounds": 17}, {"kind": "single-elimination"})
    answer = browser.post(address(event, "stages"), stages)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    errors = answer.context["forms"].forms[0].errors
    assert errors == {"cut_by": ["Choose who advances to the playoff."]}
    assert 'value="17"' in answer.content.decode()
    answer = browser.post(address(event, "stages"), typed({"kind": "swiss", "rounds": 99}))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert event.stages.get().rounds is None


def test_after_round_1_stages_are_added_and_removed_at_the_end() -> None:
    event, owner = staged(8, StagePlan(rounds=2))
    browser = factories.client_of(owner)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    page = page_of(browser, address(event, "stages"))
    assert "Add a stage" in page
    assert "Players advancing to this stage" in page
    assert "Players advancing to the next stage" not in page
    refused = browser.post(address(event, "stages"), typed({"kind": "swiss", "rounds": 1}))
    assert "Round 1 is paired" in refused.content.decode()
    fields = {"new-kind": "single-elimination", "new-cut_by": "rank", "new-cut_value": 4}
    bad = browser.post(address(event, "stage-add"), {"new-kind": "single-elimination"})
    assert bad.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert bad.context["new"].errors == {"cut_by": ["Choose who advances to the playoff."]}
    assert "Choose who advances to the playoff." in bad.content.decode()
    bad = browser.post(address(event, "stage-add"), {**fields, "new-cut_value": 1})
    assert bad.context["new"].errors == {"cut_value": ["A playoff takes 2 to 32 players."]}
    bad = browser.post(address(event, "stage-add"), {"new-kind": "swiss"})
    assert bad.context["new"].errors == {"rounds": ["Enter the number of rounds for this stage."]}
    page = browser.post(address(event, "stage-add"), fields, follow=True).content.decode()
    assert "Stage 2 was added." in page
    assert event.stages.get(number=1).cut_value == 4
    page = browser.post(address(event, "stage-remove"), follow=True).content.decode()
    assert "The last stage was removed." in page
    page = browser.post(address(event, "stage-remove"), follow=True).content.decode()
    assert "An event needs at least one stage." in page


def test_the_one_next_step_leads_from_the_last_round_to_the_finish() -> None:
    event, owner, browser = cut_open()
    page = page_of(browser, address(event, "desk"))
    assert "Confirm advancing players" in page
    assert "Pair round 3" not in page
    advancing = browser.get(address(event, "cut", number=1)).context["page"].line.numbers
    browser.post(address(event, "cut", number=1), {"advancing": ",".join(map(str, advancing))})
    assert "Create bracket" in page_of(browser, address(event, "desk"))
    paired = browser.post(address(event, "pair", number=3), follow=True).content.decode()
    assert "Semifinals paired." in paired
    post_round(event_id=event.pk, actor=owner, number=3)
    finish_round(event, owner, 3)
    finish_round(event, owner, 4)
    page = page_of(browser, address(event, "desk"))
    assert "Finish event" in page
    assert "before everything announced is played?" not in page


def test_the_line_is_drawn_explained_and_confirmed() -> None:
    event, _owner, browser = cut_open()
    answer = browser.get(address(event, "cut", number=1))
    shown = answer.context["page"]
    assert [len(shown.above), len(shown.below)] == [4, 4]
    page = answer.content.decode()
    assert "Cut line: 4 players advance" in page
    assert "Confirm: 4 players advance" in page
    numbers = ",".join(str(row.number) for row in shown.above)
    answer = browser.post(address(event, "cut", number=1), {"advancing": numbers}, follow=True)
    assert "4 players advance to the next stage." in answer.content.decode()
    assert "Confirmed." in page_of(browser, address(event, "cut", number=1))


def test_a_line_that_has_moved_is_not_confirmed() -> None:
    event, owner, browser = cut_open()
    numbers = [
        row.number for row in browser.get(address(event, "cut", number=1)).context["page"].above
    ]
    drop(event_id=event.pk, actor=owner, number=numbers[0])
    answer = browser.post(
        address(event, "cut", number=1), {"advancing": ",".join(map(str, numbers))}
    )
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "The standings have changed. Check the cut line again." in answer.content.decode()
    assert not event.stages.get(number=1).has_cut


def test_the_line_stands_as_it_is_before_the_last_round_is_complete() -> None:
    event, owner = staged(8, *TOP_4)
    play_swiss(event, owner, 1, 1)
    page = page_of(factories.client_of(owner), address(event, "cut", number=1))
    assert "Preliminary: the last round of this stage is not complete." in page
    assert "Confirm: " not in page


def test_a_judge_sees_the_line_without_the_button() -> None:
    event, _owner, _browser = cut_open()
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = page_of(judge, address(event, "cut", number=1))
    assert "The head judge or the organizer confirms this." in page
    assert "Confirm: " not in page


def test_a_cut_is_taken_back_with_a_reason() -> None:
    event, owner, browser = cut_open()
    confirm(event, owner, 1)
    url = address(event, "cut-back", number=1)
    refused = browser.post(url, {"reason": ""})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Give a reason. It is recorded in the journal." in refused.content.decode()
    page = browser.post(url, {"reason": "a slip"}, follow=True).content.decode()
    assert "The cut was undone. The advancing players are no longer confirmed." in page
    assert not event.stages.get(number=1).has_cut


@pytest.mark.parametrize("number", [3, 10**9])
def test_a_stage_that_is_not_there_is_not_found(number: int) -> None:
    event, _owner, browser = cut_open()
    assert browser.get(address(event, "cut", number=number)).status_code == HTTPStatus.NOT_FOUND
    assert browser.get(address(event, "cut", number=2)).status_code == HTTPStatus.NOT_FOUND


def test_a_condition_is_announced_and_its_decision_shown() -> None:
    event, owner = staged(8, StagePlan(rounds=2, extra_round=True))
    browser = factories.client_of(owner)
    announced = "One more round is played unless exactly one player is 2-0."
    assert announced in page_of(browser, address(event, "stages"))
    play_swiss(event, owner, 1, 2)
    assert "Decided: one more round will be played." in page_of(browser, address(event, "stages"))
    page = page_of(browser, address(event, "desk"))
    assert "Decided: one more round will be played." in page
    assert "Pair round 3" in page


def test_pages_need_as_many_queries_for_many_players_as_for_few() -> None:
    counts: dict[str, set[int]] = {"stages": set(), "cut": set(), "pdf-seats": set()}
    for players in (8, 24):
        event, _owner, browser = cut_open(players)
        for name, found in counts.items():
            numbers = {"number": 1} if name == "cut" else {}
            found.add(queries_of(partial(browser.get, address(event, name, **numbers))))
    assert all(len(found) == 1 for found in counts.values()), counts


def test_seats_for_the_player_meeting_are_by_name_two_at_a_table() -> None:
    event, owner = event_with_owner(0, first_table=11)
    factories.enroll_players(event, ["Zoe", "Ann", "Bob"])
    lay_out_stages(event_id=event.pk, actor=owner, plans=[StagePlan()])
    (text,) = texts(pages_of(factories.client_of(owner), address(event, "pdf-seats")))
    seats = re.findall(r"(\d+)\s+(Ann|Bob|Zoe)", text)
    assert seats == [("11", "Ann"), ("11", "Bob"), ("12", "Zoe")]
