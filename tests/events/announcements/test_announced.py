"""The announced number of rounds and time limit are kept (rules, 4.2)."""

from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from archive.loading import read_archive
from events.core.events.announced_value_actions import change_announced
from events.core.journal.words.entries import sentence
from events.core.stages.plans import StagePlan
from events.models import Event, Role, Verb
from events.stages.actions import add_stage
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner, journaled, refused, round_of, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.test_words_of_the_documents import BOTH, read, same_language_afterwards

__all__ = ["same_language_afterwards"]

pytestmark = pytest.mark.django_db


def posted(rounds: int = 3) -> tuple[Event, User]:
    event, owner = event_with_owner(4, rounds=rounds)
    start_round(event, owner, 1)
    return event, owner


def change(event: Event, actor: User, reason: str = "the hall closes", **more: Any) -> None:
    plain: dict[str, Any] = {"minutes": event.round_minutes, "rounds": {}, "stage_minutes": {}}
    change_announced(event_id=event.pk, actor=actor, reason=reason, **{**plain, **more})


def test_the_number_of_rounds_is_announced_at_or_before_round_1_and_then_locked() -> None:
    event, owner = posted()
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        change(event, owner, reason=" ", rounds={1: 4})
    organizer = factories.staff_member(event, Role.ORGANIZER)
    with refused(f"Only the head judge can decide this. Ask {owner.get_username()}."):
        change(event, organizer, rounds={1: 4})
    assert event.stages.get().rounds == 3
    change(event, owner, rounds={1: 2})
    assert event.stages.get().rounds == 2
    [entry] = journaled(event, Verb.ANNOUNCED_CHANGED)
    assert "stage 1 has 2 rounds instead of 3" in sentence(entry)
    assert "the hall closes" in sentence(entry)


def test_nothing_goes_below_what_is_paired_and_nothing_changes_without_a_difference() -> None:
    event, owner = posted()
    event.stages.update(rounds=3)
    with refused("1 round is already paired. Choose 1 to 40.", "rounds_1"):
        change(event, owner, rounds={1: 0})
    with refused("Nothing has changed since the announcement."):
        change(event, owner)
    with refused("A time limit is at most 600 minutes; 0 means no limit.", "minutes"):
        change(event, owner, minutes=2000)


def test_before_round_1_is_posted_it_is_a_setting() -> None:
    event, owner = event_with_owner(4, rounds=3)
    with refused("Round 1 is not posted yet. Change this in the settings."):
        change(event, owner, minutes=60)


def test_a_posted_time_limit_is_not_changed_in_the_settings() -> None:
    event, owner = posted()
    browser = factories.client_of(owner)
    page = browser.get(address(event, "settings"))
    text = page.content.decode()
    assert 'name="round_minutes"' not in text
    assert address(event, "announced") in text


def test_the_head_judge_changes_it_on_a_page_and_a_mistake_keeps_what_was_typed() -> None:
    event, owner = posted()
    browser = factories.client_of(owner)
    typed = {"minutes": "60", "rounds_1": "4", "reason": ""}
    bad = browser.post(address(event, "announced"), typed)
    assert bad.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'value="60"' in bad.content.decode()
    typed["reason"] = "a table fell over"
    page = browser.post(address(event, "announced"), typed, follow=True).content.decode()
    assert "stage 1 has 4 rounds instead of 3" in page
    event.refresh_from_db()
    assert round_of(event, 1).minutes == 60


@BOTH
def test_every_page_that_announced_the_old_number_says_what_changed_when(language: str) -> None:
    event, owner = posted()
    change(event, owner, minutes=60, rounds={1: 4})
    rounds, minutes = {
        "en": ("stage 1 has 4 rounds instead of 3", "60 minutes per round instead of 50 minutes"),
        "ja": ("3回戦ではなく4回戦", "50分ではなく60分"),
    }[language]
    client = Client()
    for name in ("pairings", "players/1", "projector"):
        assert minutes in read(client, event, name, language), name
    for name in ("about", "rules"):
        words = read(client, event, name, language)
        assert rounds in words
        assert minutes in words
        assert "the hall closes" in words


def test_a_stage_that_is_added_or_removed_is_told_too_and_travels() -> None:
    event, owner = posted()
    plan = StagePlan(kind="single-elimination", cut_by="rank", cut_value=2)
    fields = {"new-kind": "single-elimination", "new-cut_by": "rank", "new-cut_value": 2}
    bad = factories.client_of(owner).post(address(event, "stage-add"), fields)
    assert bad.context["new"].errors == {
        "reason": [("Give a reason. It is recorded in the journal.")]
    }
    add_stage(event_id=event.pk, actor=owner, plan=plan, reason="asked for")
    change(event, owner, minutes=0)
    assert "stage 2 was added" in read(Client(), event, "rules", "en")
    assert "no time limit" in read(Client(), event, "rules", "en")
    event.refresh_from_db()
    values = export_archive(event)
    assert values["version"] == 3
    assert [one["what"] for one in values["announced_changes"]] == ["stage-added", "minutes"]
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values


def test_the_page_opens_to_the_staff_and_changes_for_the_head_judge() -> None:
    event, _owner = posted()
    check_access(event, Route("announced/", Action.SEE))
    route = Route("announced/", Action.CHANGE_ANNOUNCED, "post")
    check_access(event, route)


def test_other_methods_are_refused() -> None:
    event, _owner = posted()
    check_methods(event, Route("announced/", Action.SEE))
