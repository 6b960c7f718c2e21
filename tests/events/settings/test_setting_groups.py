"""The settings in eight groups: summaries, marks, search, and each group saved on its own."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from events.core.events.additions import ADDITIONS
from events.models import Event, FactSheet, SignUpSettings
from tests import factories
from tests.events.support.doors import address
from tests.events.support.settings import errors_of, fields_of, group_of, settings_address
from tests.events.support.stages import playoff
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

CODES = ["event", "rounds", "rules", "playoff", "players", "shown", "paper", "facts"]


def opened(**values: Any) -> tuple[Event, Client]:
    event = factories.event_with_players(4, **values)
    return event, factories.client_of(factories.staff_member(event))


def changed(client: Client, event: Event) -> dict[str, int]:
    """Return how many settings of each group are marked."""
    page = client.get(address(event, "settings"))
    return {group.code: group.changed for group in page.context["page"].groups if group.changed}


def test_each_group_says_in_one_line_what_is_set() -> None:
    event, client = opened(name="Cup", venue="Old Hall", game_format="Modern", first_table=20)
    SignUpSettings.objects.create(event=event, is_open=True, capacity=32)
    page = client.get(address(event, "settings"))
    summaries = {group.code: group.summary for group in page.context["page"].groups}
    assert list(summaries) == CODES
    assert summaries["event"].startswith("Cup · ")
    assert "Old Hall" in summaries["event"]
    assert summaries["rounds"] == "Modern · best of three · 50 minutes · rounds as recommended"
    assert summaries["playoff"] == "No playoff"
    assert summaries["players"] == "Sign-up open · limit 32 players · staff may not play"
    assert summaries["paper"] == "Tables from 20 · A4 paper"
    assert "open" not in page.content.decode().split('id="group-event"')[1].split(">")[0]


def test_a_summary_keeps_each_name_in_its_direction() -> None:
    event, client = opened(name="גביע 7", venue="אולם 3")
    (summary, *_others) = client.get(address(event, "settings")).context["page"].groups
    assert summary.summary.startswith("\u2068גביע 7\u2069 · ")
    assert "\u2068אולם 3\u2069" in summary.summary
    preview = Client().get(f"/e/{event.slug}/").content.decode()
    assert "\u2068אולם 3\u2069" in preview.partition("og:description")[2].partition(">")[0]


def test_a_setting_that_differs_from_its_kind_is_marked_and_reset() -> None:
    event, client = opened(staff_may_play=True)
    assert changed(client, event) == {}
    url = settings_address(event, "rounds")
    sent = fields_of(client.get(url), "rounds")
    assert client.post(url, sent | {"round_minutes": "45"}).status_code == HTTPStatus.FOUND
    assert changed(client, event) == {"rounds": 1}
    page = flat(client.get(address(event, "settings")))
    assert "1 changed from “Friday night”" in page
    assert "Reset to “50”" in page
    sent = fields_of(client.get(url), "rounds") | {"reset": "round_minutes"}
    assert client.post(url, sent).status_code == HTTPStatus.FOUND
    event.refresh_from_db()
    assert event.round_minutes == 50
    assert changed(client, event) == {}


def test_marks_follow_the_stages_of_the_event() -> None:
    event, owner = playoff(8, 4)
    client = factories.client_of(owner)
    Event.objects.filter(pk=event.pk).update(show_chances=True)
    assert changed(client, event).get("shown", 0) == 0
    Event.objects.filter(pk=event.pk).update(private_pages=True, judge_calls=True)
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    marks = changed(client, event)
    assert (marks["shown"], marks["facts"]) == (2, 1)


@pytest.mark.parametrize(
    ("sought", "codes", "fields"),
    [
        (
            "decklist",
            ["rules", "players", "shown", "facts"],
            {"enforcement_level", "ask_decklist", "phone_decks", "decklists"},
        ),
        ("MTR 2.10", ["rules"], {"re_entry"}),
        ("blocked tables", ["paper"], set()),
        ("tiebreakers", ["rules"], {"profile", "late_policy", "re_entry"}),
        ("zebra", [], set()),
    ],
)
def test_search_looks_through_names_and_help(
    sought: str, codes: list[str], fields: set[str]
) -> None:
    event, client = opened()
    page = client.get(address(event, "settings"), {"q": sought})
    groups = [group for group in page.context["page"].groups if group.is_sought]
    assert [group.code for group in groups] == codes
    assert all(group.is_open for group in groups)
    names = {
        setting.field.name for group in groups for setting in group.settings if setting.is_sought
    }
    assert fields <= names
    words = "No matching settings."
    assert (f"hidden>{words}" in page.content.decode()) == bool(codes)


def needed(client: Client, event: Event, query: str = "") -> dict[str, str]:
    page = client.get(address(event, "settings") + query).context["page"]
    return {
        setting.field.name: setting.needs
        for group in page.groups
        for setting in group.settings
        if setting.needs
    }


def test_a_setting_waits_for_the_one_it_needs_while_it_is_off_itself() -> None:
    event, client = opened(judge_calls=True)
    SignUpSettings.objects.create(event=event, capacity=32)
    waiting = needed(client, event)
    assert waiting["phone_drops"] == waiting["phone_reports"] == "private_pages"
    assert waiting["deadline"] == waiting["ask_email"] == "is_open"
    assert not {"judge_calls", "capacity", "fee", "private_pages", "show_recorded"} & set(waiting)
    # A link to a setting, or a search without scripts, opens its group.
    assert "phone_drops" not in needed(client, event, "?open=phone_drops")
    assert needed(client, event, "?q=phone") == {}


def test_an_error_is_at_its_field_and_its_group_is_open() -> None:
    event, client = opened()
    url = settings_address(event, "event")
    sent = fields_of(client.get(url), "event") | {"venue": "New Hall", "time_zone": "Mars/Olympus"}
    answer = client.post(url, sent)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert list(errors_of(answer, "event")) == ["time_zone"]
    is_open = [group.code for group in answer.context["page"].groups if group.is_open]
    assert is_open == ["event"]
    page = answer.content.decode()
    assert 'value="New Hall"' in page
    assert "Mars/Olympus is not a time zone." in page
    event.refresh_from_db()
    assert event.venue != "New Hall"


def test_a_refusal_of_one_part_saves_nothing_of_the_group() -> None:
    event, client = opened()
    factories.staff_member(event, username="jo")
    factories.enroll_players(event, ["Jo"])
    Event.objects.filter(pk=event.pk).update(staff_may_play=True)
    url = settings_address(event, "players")
    sent = fields_of(client.get(url), "players")
    del sent["staff_may_play"]
    answer = client.post(url, sent | {"is_open": "on"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "staff_may_play" in errors_of(answer, "players")
    assert not SignUpSettings.objects.filter(event=event, is_open=True).exists()


def test_one_group_leaves_the_others_as_a_colleague_saved_them() -> None:
    event, client = opened()
    sent = fields_of(client.get(settings_address(event, "event")), "event")
    Event.objects.filter(pk=event.pk).update(round_minutes=40, restrictions="Members")
    answer = client.post(settings_address(event, "event"), sent | {"venue": "New Hall"})
    assert answer.status_code == HTTPStatus.FOUND
    event.refresh_from_db()
    assert (event.venue, event.round_minutes, event.restrictions) == ("New Hall", 40, "Members")


def test_what_is_locked_is_text_with_the_reason() -> None:
    event, client = opened(rounds=3)
    factories.RoundFactory.create(event=event, posted=True)
    page = client.get(settings_address(event, "rounds"))
    locked = {one.field.name: one.locked for one in group_of(page, "rounds").settings}
    assert (locked["rounds"], locked["round_minutes"], locked["game_format"]) == ("3", "50", "")
    text = flat(page)
    assert "The number of rounds can&#x27;t change after round 1 is paired." in text
    assert 'name="rounds"' not in page.content.decode()
    assert address(event, "announced") in page.content.decode()


@pytest.mark.parametrize(
    ("name", "code"),
    [("names", "shown"), ("phones", "shown"), ("facts", "facts"), ("sign-up-settings", "players")],
)
def test_pages_of_their_own_lead_to_their_group(name: str, code: str) -> None:
    event, client = opened()
    answer = client.get(address(event, name), follow=True)
    assert answer.redirect_chain == [(settings_address(event, code), HTTPStatus.FOUND)]
    assert group_of(answer, code).is_open
    assert client.get(address(event, "settings-group", code="no-such")).status_code == 404


def test_every_addition_is_offered_until_it_is_used() -> None:
    event, client = opened()

    def offered() -> list[str]:
        page = client.get(address(event, "settings"))
        return [addition.code for addition in page.context["additions"]]

    every = [addition.code for addition in ADDITIONS]
    assert offered() == [code for code in every if code != "chances"]
    client.post(address(event, "stage-playoff"), {"back": "settings"})
    for what in ("chances", "sign-up", "check-in", "results", "calls", "decklists"):
        assert what in offered()
        answer = client.post(address(event, "add"), {"what": what, "back": "settings"})
        assert answer["Location"] == address(event, "settings") + "?open=add"
    assert offered() == ["areas", "prizes", "facts"]
    event.refresh_from_db()
    assert (event.phone_reports, event.judge_calls, event.phone_check_in) == ("count", True, True)
    event.stages.filter(number=2).delete()
    factories.RoundFactory.create(event=event, posted=True)
    assert offered() == ["areas", "prizes", "facts"], (
        "a playoff is added by the head judge, with a reason"
    )


def test_the_settings_take_a_fixed_number_of_queries() -> None:
    event, client = opened()
    first = queries_of(lambda: client.get(address(event, "settings")))
    factories.enroll_players(event, [f"More {number}" for number in range(20)])
    event.enrollments.update(alias="Moth")
    for _number in range(3):
        factories.staff_member(event)
    assert queries_of(lambda: client.get(address(event, "settings"))) == first
