"""The rules enforcement level of an event, and what follows from it."""

from typing import Any

import pytest
from django.utils import translation

from events.core.eligibility.actions import change_fact_sheet
from events.core.events.actions import change_settings, create_event
from events.core.events.declared_settings import EventData
from events.core.events.kinds import KINDS, kind_of
from events.core.judging.penalty_actions import give_penalty
from events.core.refusals import RefusedError
from events.decks.actions import start_deck_check
from events.models import Event, FactSheet, Infraction, JournalEntry, PenaltyKind, Role
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.access_cases import Route, check_access
from tests.events.support.paper_files import pages_of, texts, url
from tests.events.support.settings import group_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
REGULAR, COMPETITIVE = Event.Enforcement.REGULAR, Event.Enforcement.COMPETITIVE


def at(level: str, players: int = 4) -> Event:
    event, _owner = event_with_owner(players, enforcement_level=level)
    return event


def test_access() -> None:
    data: dict[str, object] = {"enforcement_level": "competitive", "profile": "mtr"}
    check_access(at(""), Route("settings/rules/", Action.EDIT_EVENT, "post", data))


def test_store_kinds_are_regular_and_a_championship_is_competitive() -> None:
    levels = {kind.code: kind.values["enforcement_level"] for kind in KINDS}
    assert levels.pop("playoff") == COMPETITIVE
    assert set(levels.values()) == {REGULAR}


@pytest.mark.parametrize(("code", "lists"), [("friday", ""), ("playoff", "closed")])
def test_a_new_competitive_event_requires_decklists(code: str, lists: str) -> None:
    kind = kind_of(code)
    assert kind is not None
    data = EventData(
        name="Cup",
        date=factories.event().date,
        enforcement_level=str(kind.values["enforcement_level"]),
    )
    event = create_event(actor=factories.user(), data=data, plans=kind.plans)
    sheet = FactSheet.objects.filter(event=event).first() or FactSheet()
    assert sheet.decklists == lists


def test_the_form_of_a_new_event_takes_the_level_of_its_kind() -> None:
    browser = factories.client_of(factories.user())
    data = {"name": "Championship", "date": "2026-12-05", "kind": "playoff", "shown": "friday"}
    browser.post("/staff/new/", data | {"enforcement_level": "regular", "profile": "mtr"} | {
        "time_zone": "UTC", "team_size": "1", "games_to_win": "2", "round_minutes": "50",
        "late_policy": "losses", "first_table": "1", "paper_size": "a4",
    })  # fmt: skip
    assert Event.objects.get().enforcement_level == COMPETITIVE


@pytest.mark.parametrize(
    ("level", "kinds"),
    [
        ("", ["warning", "warning", "game-loss"]),
        ("regular", ["none", "warning", "game-loss"]),
        ("competitive", ["warning", "warning", "game-loss"]),
        ("professional", ["warning", "warning", "game-loss"]),
    ],
)
def test_recommended_penalties_follow_the_level(level: str, kinds: list[str]) -> None:
    event, owner = event_with_owner(4, enforcement_level=level)
    given = [
        give_penalty(
            event_id=event.pk, actor=owner, number=1, infraction=Infraction.GAME_RULE_VIOLATION
        ).penalty
        for _time in kinds
    ]
    assert given == kinds


def test_the_page_of_a_penalty_names_the_level() -> None:
    path = "/staff/e/{}/roster/players/1/penalties/"
    words = {
        "": "",
        "regular": "Rules enforcement level: Regular. Explain the mistake",
        "competitive": "Rules enforcement level: Competitive. Recommended penalties",
    }
    for level, expected in words.items():
        event, owner = event_with_owner(2, enforcement_level=level)
        page = flat(factories.client_of(owner).get(path.format(event.slug)))
        assert expected in page
        assert ("Rules enforcement level" in page) == bool(level)


def test_the_level_changes_in_a_running_event_and_the_journal_says_from_what() -> None:
    event, owner = event_with_owner(4, enforcement_level=REGULAR)
    start_round(event, owner, 1)
    penalty = give_penalty(
        event_id=event.pk, actor=owner, number=1, infraction=Infraction.SLOW_PLAY
    )
    changes = {"enforcement_level": COMPETITIVE.value}
    change_settings(event_id=event.pk, actor=owner, changes=changes)
    penalty.refresh_from_db()
    assert penalty.penalty == PenaltyKind.NONE
    page = flat(factories.client_of(owner).get(f"/staff/e/{event.slug}/journal/"))
    assert "Rules enforcement level: Regular → Competitive." in page
    entry = JournalEntry.objects.latest("pk")
    assert (entry.actor, entry.data["level"]) == (owner, "competitive")


def test_another_setting_says_nothing_of_the_level() -> None:
    event, owner = event_with_owner(4, enforcement_level=REGULAR)
    change_settings(event_id=event.pk, actor=owner, changes={"late_policy": "nothing"})
    assert "level" not in JournalEntry.objects.latest("pk").data


def test_a_premier_event_is_not_regular() -> None:
    event, owner = event_with_owner(4, enforcement_level=REGULAR)
    premier = {"tier": "premier"}
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    with pytest.raises(RefusedError, match="Competitive or Professional") as refused:
        change_fact_sheet(**who, values=premier, formats={})
    assert refused.value.field == "tier"
    change_settings(**who, changes={"enforcement_level": "professional"})
    change_fact_sheet(**who, values=premier, formats={})
    with pytest.raises(RefusedError, match="Competitive or Professional") as refused:
        change_settings(**who, changes={"enforcement_level": "regular"})
    assert refused.value.field == "enforcement_level"
    data = EventData(name="Next", date=event.date, enforcement_level="regular", draws_allowed=False)
    with pytest.raises(RefusedError, match="Competitive or Professional"):
        create_event(actor=owner, data=data, like=event)


def test_deck_checks_are_proposed_unasked_above_regular_only() -> None:
    for level, proposed in (("", True), ("regular", False), ("competitive", True)):
        event, owner = event_with_owner(8, rounds=3, enforcement_level=level)
        start_round(event, owner, 1)
        browser = factories.client_of(owner)
        path = f"/staff/e/{event.slug}/decks/checks/"
        page = flat(browser.get(path))
        assert ("Plan to the cut" in page) == proposed
        assert ("Deck checks are optional at Regular." in page) != proposed
        assert "Plan to the cut" in flat(browser.get(f"{path}?tables=2"))


def test_a_level_that_is_raised_later_offers_decklists_where_they_are_missing() -> None:
    event, owner = event_with_owner(4, enforcement_level=REGULAR)
    browser = factories.client_of(owner)
    pages = [f"/staff/e/{event.slug}/settings/", f"/staff/e/{event.slug}/decks/"]
    words = "At Competitive, decklists are required (MTR 2.7)."
    assert not any(words in flat(browser.get(page)) for page in pages)
    change_settings(
        event_id=event.pk, actor=owner, changes={"enforcement_level": COMPETITIVE.value}
    )
    assert all(words in flat(browser.get(page)) for page in pages)
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    assert words not in flat(judge.get(pages[1])), "a judge cannot change it"
    added = browser.post(f"/staff/e/{event.slug}/add/", {"what": "decklists", "back": "decks"})
    assert added["Location"] == pages[1]
    assert FactSheet.objects.get(event=event).decklists == "closed"
    assert not any(words in flat(browser.get(page)) for page in pages)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("", ""),
        ("regular", ""),
        ("competitive", "Competitive requires one of ten over the event (MTR 2.8): 2."),
        ("professional", "Professional requires one of ten over the event (MTR 2.8): 2."),
    ],
)
def test_the_share_of_decks_to_check_follows_the_level(level: str, words: str) -> None:
    event, owner = event_with_owner(12, rounds=3, enforcement_level=level)
    event.enrollments.filter(number=12).update(state="dropped", dropped_after=0)
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    path = f"/staff/e/{event.slug}/decks/checks/"
    page = flat(browser.get(path))
    assert ("one of ten" in page) == bool(words)
    assert words in page
    if words:
        assert "Decks checked: 0 of 11." in page
        start_deck_check(event_id=event.pk, actor=owner, number=1, table=1)
        page = flat(browser.get(path))
        assert "Decks checked: 2 of 11." in page
        assert "reached" in page


def test_lists_that_are_not_required_are_marked_above_regular() -> None:
    for level, marked in (("regular", False), ("competitive", True)):
        event, owner = event_with_owner(4, enforcement_level=level)
        facts = group_of(
            factories.client_of(owner).get(f"/staff/e/{event.slug}/settings/"), "facts"
        )
        usual = {setting.field.name: setting.usual for setting in facts.settings}
        assert bool(usual["decklists"]) == marked


def test_the_event_page_the_report_and_paper_name_the_level() -> None:
    event, owner = event_with_owner(4, enforcement_level=COMPETITIVE)
    start_round(event, owner, 1)
    browser = factories.client_of(owner)
    assert "Rules enforcement level</dt><dd>Competitive</dd>" in flat(
        browser.get(f"/e/{event.slug}/about/")
    )
    assert "Rules enforcement level" in flat(browser.get(f"/staff/e/{event.slug}/report/"))
    for name in ("pdf-slips", "pdf-pairings"):
        assert "Competitive REL" in texts(pages_of(browser, url(event, name)))[0]
    with translation.override("ja"):
        assert str(event.get_enforcement_level_display()) == "競技"
