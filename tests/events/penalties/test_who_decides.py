"""Recording, deciding, appointing and hearing (rules, 1.3, 1.7, 1.9), in the documents' words."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from events.appeals.actions import record_appeal
from events.core.journal.words.entries import sentence
from events.core.judging.penalty_actions import give_penalty
from events.models import Appeal, Event, Infraction, Penalty, PenaltyKind, Role, StaffMember, Verb
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner, journaled, refused, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def as_role(event: Event, role: Role, username: str = "") -> Client:
    return factories.client_of(factories.staff_member(event, role, username))


def given(event: Event) -> Penalty:
    return give_penalty(
        event_id=event.pk,
        actor=factories.staff_member(event, Role.JUDGE),
        number=1,
        infraction=Infraction.SLOW_PLAY,
        penalty=PenaltyKind.WARNING,
    )


def test_infractions_are_recorded_through_the_whole_event_by_scorekeepers_too() -> None:
    event = factories.event_with_players(1)
    keeper = as_role(event, Role.SCOREKEEPER)
    url = f"{address(event, 'player', number=1)}penalties/"
    keeper.post(url, {"infraction": "slow-play", "penalty": "warning"})
    assert Penalty.objects.get().penalty == "warning"


def test_who_may_remove_or_upgrade_a_penalty_is_the_head_judge() -> None:
    event = factories.event_with_players(1)
    penalty = given(event)
    change = {"penalty": "game-loss", "reason": "the third time today"}
    judge, head = as_role(event, Role.JUDGE), as_role(event, Role.HEAD_JUDGE, "hana")
    url = address(event, "penalty-change", penalty_id=penalty.pk)
    answer = judge.post(url, change)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "Ask hana." in answer.content.decode()
    assert (
        "Give a reason. It is recorded" in head.post(url, {**change, "reason": ""}).content.decode()
    )
    assert "Choose a penalty." in head.post(url, {"penalty": "x"}).content.decode()
    head.post(url, change)
    penalty.refresh_from_db()
    assert penalty.penalty == PenaltyKind.GAME_LOSS
    said = sentence(journaled(event, Verb.PENALTY_CHANGED)[0])
    assert "penalty for Slow Play changed from warning to game loss" in said
    assert "This is already the recorded penalty." in head.post(url, change).content.decode()


def test_reinstating_needs_the_head_judges_approval_and_an_organizer_is_told_whom_to_ask() -> None:
    event = factories.event_with_players(4)
    factories.staff_member(event, Role.HEAD_JUDGE, "hana")
    organizer = as_role(event, Role.ORGANIZER)
    answer = organizer.post(address(event, "player-reinstate", number=1))
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "This action requires a different role: head judge. Ask hana." in answer.content.decode()


def test_one_person_with_both_roles_asks_nobody() -> None:
    browser = factories.client_of(factories.user("shop"))
    browser.post(
        "/staff/new/",
        {"name": "Friday", "date": "2026-05-09", "time_zone": "UTC", "team_size": "1"}
        | {"games_to_win": "2", "round_minutes": "50", "profile": "mtr", "late_policy": "losses"}
        | {"first_table": "1", "paper_size": "a4"},
    )
    member = StaffMember.objects.get(user__username="shop")
    assert {Role.ORGANIZER, Role.HEAD_JUDGE} <= member.roles


def test_the_head_judge_appoints_judges_and_scorekeepers_and_may_hand_it_over() -> None:
    event = factories.event()
    factories.staff_member(event, Role.ORGANIZER, "olga")
    head = as_role(event, Role.HEAD_JUDGE, "hana")
    url = address(event, "staff")
    for name, role in (("jo", "judge"), ("sam", "scorekeeper"), ("kim", "head_judge")):
        assert head.post(url, {"username": name, "roles": [role]}).status_code == HTTPStatus.FOUND
    bad = head.post(url, {"username": "max", "roles": ["organizer"]})
    words = "Only an organizer can add or remove organizers. Ask olga."
    assert words in bad.content.decode()
    member = f"{url}olga/"
    assert words in head.post(member, {"roles": []}, follow=True).content.decode()
    assert event.staff.filter(organizer=True).count() == 1


def test_an_organizers_invitation_is_not_shown_to_a_head_judge() -> None:
    event = factories.event()
    organizer = as_role(event, Role.ORGANIZER)
    organizer.post(address(event, "staff"), {"username": "jo", "roles": ["organizer"]})
    assert "/join/" in organizer.get(address(event, "staff")).content.decode()
    head = as_role(event, Role.HEAD_JUDGE)
    assert "/join/" not in head.get(address(event, "staff")).content.decode()


def appeal(event: Event, actor: Any, **more: Any) -> Appeal:
    plain = {"ruling": "game rule violation", "ruled_by": "jo", "heard_by": "hana"}
    return record_appeal(
        event_id=event.pk, actor=actor, number=1, outcome="upheld", **{**plain, **more}
    )


def test_an_appeal_says_who_ruled_who_heard_it_and_the_outcome() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    factories.staff_member(event, Role.HEAD_JUDGE, "hana")
    factories.staff_member(event, Role.JUDGE, "jo")
    browser = factories.client_of(owner)
    typed = {"player": "Player 001", "ruling": "game rule violation", "ruled_by": "jo"}
    bad = browser.post(address(event, "appeals"), typed)
    assert bad.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'value="game rule violation"' in bad.content.decode()
    typed |= {"heard_by": "hana", "outcome": "overturned"}
    page = browser.post(address(event, "appeals"), typed, follow=True).content.decode()
    assert "ruling: jo, appeal: hana" in page
    assert "The ruling was overturned" in page
    said = sentence(journaled(event, Verb.APPEAL_RECORDED)[0])
    assert "ruling by jo, appeal decided by hana, outcome: the ruling was overturned" in said
    report = browser.get(address(event, "report")).content.decode()
    assert "game rule violation" in report


def test_the_form_says_before_it_is_sent_that_nobody_else_is_there_to_hear() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    words = "An appeal is decided by the head judge or an appointed judge, not by the judge who"
    assert words in browser.get(address(event, "appeals")).content.decode()
    factories.staff_member(event, Role.HEAD_JUDGE, "hana")
    assert words not in browser.get(address(event, "appeals")).content.decode()


def test_the_head_judge_may_name_judges_who_hear_appeals() -> None:
    event, owner = event_with_owner(4)
    factories.staff_member(event, Role.HEAD_JUDGE, "hana")
    for name in ("jo", "kim"):
        factories.staff_member(event, Role.JUDGE, name)
    words = "Appeals are heard by the head judge or a judge named by the head judge."
    with refused(words, "heard_by"):
        appeal(event, owner, heard_by="kim")
    with refused("The judge who ruled cannot hear the appeal.", "heard_by"):
        appeal(event, owner, ruled_by="hana")
    with refused("Choose the judge who ruled.", "ruled_by"):
        appeal(event, owner, ruled_by="nobody")
    kim = f"{address(event, 'staff')}kim/"
    named = {"roles": ["judge"], "save": "1", "hears_appeals": "1"}
    as_role(event, Role.ORGANIZER).post(kim, named)
    assert not event.staff.get(user__username="kim").hears_appeals, "not an organizer's to name"
    as_role(event, Role.HEAD_JUDGE).post(kim, named)
    assert appeal(event, owner, heard_by="kim").heard_by == "kim"


def test_appeals_travel_and_one_by_mistake_goes_with_a_reason() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    factories.staff_member(event, Role.HEAD_JUDGE, "hana")
    factories.staff_member(event, Role.JUDGE, "jo")
    made = appeal(event, owner)
    event.refresh_from_db()
    values = export_archive(event)
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values
    assert "ruled_by" not in export_archive(event, emails=False)["appeals"][0]
    browser = factories.client_of(owner)
    url = address(event, "appeal-remove", appeal_id=made.pk)
    assert "Give a reason. It is recorded" in browser.post(url, follow=True).content.decode()
    browser.post(url, {"reason": "another event"})
    assert not Appeal.objects.filter(enrollment__event=event).exists()
    assert (
        "This appeal was already removed."
        in browser.post(url, {"reason": "x"}, follow=True).content.decode()
    )


def test_the_appeals_take_as_many_queries_for_one_as_for_many() -> None:
    event, owner = event_with_owner(4)
    factories.staff_member(event, Role.HEAD_JUDGE, "hana")
    factories.staff_member(event, Role.JUDGE, "jo")
    browser = factories.client_of(owner)
    counts = []
    for more in (1, 5):
        for _time in range(more):
            appeal(event, owner)
        counts.append(queries_of(lambda: browser.get(address(event, "appeals"))))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "route",
    [
        Route("appeals/", Action.SEE),
        Route("appeals/", Action.APPEAL, "post"),
        Route("appeals/9/remove/", Action.CHANGE_PENALTY, "post"),
        Route("penalties/9/change/", Action.CHANGE_PENALTY, "post"),
    ],
    ids=str,
)
def test_doors(route: Route) -> None:
    check_access(factories.event(), route)
    if route.path != "appeals/":
        check_methods(factories.event(), route)
