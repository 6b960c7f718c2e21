"""The desk before round 1: add players, check in, pair; one primary button at a time."""

import re
from typing import Any

import pytest
from django.test import Client

from domain.own_command import PACKAGE
from events.core.stages.templates import template_of
from events.models import Area, Event, FactSheet, Role, SignUpSettings
from events.stages.actions import lay_out_stages
from events.web.access import Action
from events.web.site_address import LOCAL_NAMES
from tests import factories
from tests.events.scenario import start_round
from tests.events.support.access_cases import Route, check_access
from tests.markup import with_plain_names
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

NAMES = "Ada Whitcombe\nHenrik Novák\n佐々木 健太郎"


def opened(players: int = 0, **values: object) -> tuple[Event, Client]:
    event = factories.event_with_players(players, **values)
    return event, factories.client_of(factories.staff_member(event))


def page_of(client: Client, event: Event) -> str:
    answer = client.get(f"/staff/e/{event.slug}/")
    assert answer.status_code == 200
    return with_plain_names(answer.content.decode())


def primaries(page: str) -> list[str]:
    """Return the words on the primary buttons of a page."""
    found = re.findall(r'class="[^"]*\bprimary\b[^"]*"[^>]*>(.*?)</(?:button|a)>', page, re.DOTALL)
    return [" ".join(words.split()) for words in found]


def check_in(event: Event, *numbers: int) -> None:
    event.enrollments.filter(number__in=numbers).update(checked_in=True)


@pytest.mark.parametrize(
    ("players", "here", "button"),
    [
        (0, (), "Add players"),
        (1, (), "Add player"),
        (11, (), "Pair round 1"),
        (11, range(1, 10), "Pair the 9 who are here"),
        (11, range(1, 12), "Pair round 1"),
    ],
)
def test_one_primary_button_leads(players: int, here: range, button: str) -> None:
    event, client = opened(players)
    check_in(event, *here)
    assert primaries(page_of(client, event)) == [button]


def test_a_pasted_list_of_names_is_added_at_once() -> None:
    event, client = opened()
    url = f"/staff/e/{event.slug}/roster/paste/"
    answer = client.post(url, {"text": NAMES, "add": "1", "back": "desk"})
    assert answer["Location"] == f"/staff/e/{event.slug}/"
    assert list(event.enrollments.order_by("number").values_list("name", flat=True)) == (
        NAMES.splitlines()
    )
    assert "3 on the list" in page_of(client, event)


@pytest.mark.parametrize(
    "text",
    [
        NAMES + "\nAda Whitcombe",
        "Name,Email\nAda Whitcombe,ada@example.org",
        "Ada Whitcombe, ada@example.org\nHenrik Novák, henrik@example.org",
        "Rossi, Mario\nNovák, Henrik",
        NAMES + "\n" + "x" * 400,
    ],
)
def test_a_list_that_leaves_a_question_is_shown_first(text: str) -> None:
    event, client = opened()
    url = f"/staff/e/{event.slug}/roster/paste/"
    answer = client.post(url, {"text": text, "add": "1", "back": "desk"})
    assert answer.status_code == 200
    assert 'name="back" value="desk"' in answer.content.decode()
    assert not event.enrollments.exists()


def test_a_name_is_added_and_the_cursor_stays() -> None:
    event, client = opened(2)
    url = f"/staff/e/{event.slug}/roster/add/"
    answer = client.post(url, {"name": "Ada Whitcombe", "back": "desk"})
    assert answer["Location"] == f"/staff/e/{event.slug}/?added"
    assert "autofocus" in client.get(answer["Location"]).content.decode()
    assert client.post(url, {"name": "Zoë"})["Location"].endswith("/roster/?added")


def test_an_absent_player_is_checked_in_from_the_list() -> None:
    event, client = opened(4)
    check_in(event, 1, 2, 3)
    page = page_of(client, event)
    assert "Player 004 is here" in page
    assert "3 of 4 are here" in page
    url = f"/staff/e/{event.slug}/roster/check-in/"
    answer = client.post(url, {"number": "4", "back": "desk"})
    assert answer["Location"] == f"/staff/e/{event.slug}/"
    assert event.enrollments.get(number=4).checked_in


def test_those_who_are_here_are_paired_with_one_button() -> None:
    event, client = opened(5)
    check_in(event, 1, 2, 3)
    page = page_of(client, event)
    assert "Pair all 5" in page
    numbers = re.findall(r'name="numbers" value="([^"]+)">', page)
    url = f"/staff/e/{event.slug}/rounds/1/pair/"
    [field] = set(re.findall(r'name="(answers.absent:[^"]+)"', page))
    client.post(url, {field: "leave-out", "numbers": numbers})
    assert event.rounds.get().matches.count() == 2


def test_what_needs_an_answer_is_asked_above_the_button() -> None:
    event, client = opened(4, round_minutes=30)
    page = page_of(client, event)
    assert "Play rounds of 30 minutes?" in page
    assert page.index("Keep 30 minutes") < page.index("1 question above")
    assert primaries(page) == ["Pair round 1"]
    url = f"/staff/e/{event.slug}/rounds/1/pair/"
    assert client.post(url).status_code == 409
    client.post(url, {"answers.short-round:30": "continue"})
    assert event.rounds.count() == 1


def test_a_draft_leads_to_its_pods() -> None:
    event, client = opened(8)
    draft = template_of("draft")
    assert draft is not None
    actor = event.staff.get().user
    lay_out_stages(event_id=event.pk, actor=actor, plans=draft.plans)
    page = page_of(client, event)
    assert primaries(page) == ["Draw the pods"]
    assert "Draft clock" in page


def test_a_judge_reads_the_list_and_changes_nothing() -> None:
    event = factories.event_with_players(4)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    page = page_of(client, event)
    assert primaries(page) == []
    assert "The organizer, the head judge or a scorekeeper pairs the round." in page
    assert "Add to this event" not in page
    assert "/roster/add/" not in page


def test_codes_lead_to_the_page_for_players_and_to_an_open_sign_up() -> None:
    event, client = opened(2)
    page = page_of(client, event)
    assert page.count('class="code"') == 1
    assert f"testserver/e/{event.slug}" in page
    assert f"/me/{event.slug}/sign-up/" not in page
    SignUpSettings.objects.create(event=event, is_open=True)
    page = page_of(client, event)
    assert page.count('class="code"') == 2
    assert f"testserver/me/{event.slug}/sign-up" in page


def test_an_addition_is_offered_until_the_event_uses_it() -> None:
    event, client = opened(4)
    page = page_of(client, event)
    offered = ["Add playoff", "Open sign-up", "Add results by phone", "Collect decklists"]
    assert [words for words in (*offered, "Add areas") if words not in page] == []
    Event.objects.filter(pk=event.pk).update(private_pages=True, phone_reports="count")
    SignUpSettings.objects.create(event=event, is_open=True)
    FactSheet.objects.create(event=event, decklists="closed")
    Area.objects.create(event=event, first_table=1, last_table=10)
    top = template_of("top-8")
    assert top is not None
    lay_out_stages(event_id=event.pk, actor=event.staff.get().user, plans=top.plans)
    page = page_of(client, event)
    assert [words for words in (*offered, "Add areas") if words in page] == []
    assert "top 8 playoff" in page


def test_the_checklist_takes_a_fixed_number_of_queries() -> None:
    event, client = opened(4)
    first = queries_of(lambda: client.get(f"/staff/e/{event.slug}/"))
    factories.enroll_players(event, [f"More {number}" for number in range(40)])
    check_in(event, 1, 2)
    assert queries_of(lambda: client.get(f"/staff/e/{event.slug}/")) == first


@pytest.mark.parametrize(
    ("what", "then"),
    [
        ("sign-up", "Sign-up is open. Show players the code."),
        ("results", "Players report results by phone."),
        ("decklists", "Decklists are required."),
    ],
)
def test_an_addition_is_one_button(what: str, then: str) -> None:
    event, client = opened(4)
    url = f"/staff/e/{event.slug}/add/"
    assert f'name="what" value="{what}"' in page_of(client, event)
    answer = client.post(url, {"what": what}, follow=True)
    page = answer.content.decode()
    assert then in page
    assert f'name="what" value="{what}"' not in page
    assert client.post(url, {"what": "nothing"}).status_code == 404


@pytest.mark.parametrize(("players", "size"), [(0, 8), (6, 4), (11, 4), (24, 8)])
def test_a_playoff_of_the_recommended_size_is_one_button(players: int, size: int) -> None:
    event, client = opened(players)
    client.post(f"/staff/e/{event.slug}/stages/playoff/")
    swiss, playoff = event.stages.order_by("number")
    assert (swiss.cut_value, playoff.round_minutes, playoff.is_elimination) == (size, 90, True)
    assert f"top {size} playoff" in page_of(client, event)
    client.post(f"/staff/e/{event.slug}/stages/playoff/")
    assert event.stages.count() == 2


def test_a_playoff_is_not_added_after_round_1_is_paired() -> None:
    event = factories.EventFactory.create(players=4, posted=True)
    client = factories.client_of(factories.staff_member(event))
    client.post(f"/staff/e/{event.slug}/stages/playoff/")
    assert event.stages.count() == 1


def test_only_those_who_may_add_to_an_event() -> None:
    check_access(opened(4)[0], Route("add/", Action.EDIT_EVENT, "post", {"what": "sign-up"}))
    check_access(opened(4)[0], Route("stages/playoff/", Action.EDIT_STAGES, "post"))


def test_a_server_for_this_computer_alone_says_so_beside_its_codes(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, client = opened(2)
    hint = "make run HOST=0.0.0.0"
    assert hint not in page_of(client, event)
    settings.ALLOWED_HOSTS = list(LOCAL_NAMES)
    page = client.get(f"/staff/e/{event.slug}/", headers={"host": "127.0.0.1:8000"})
    assert page.content.decode().count(hint) == 1
    # Not the address on the network: it would not answer.
    assert f"http://127.0.0.1:8000/e/{event.slug}/" in page.content.decode()
    # Nobody has `make` who installed the package or unpacked the program.
    monkeypatch.setenv(PACKAGE, "1")
    page = client.get(f"/staff/e/{event.slug}/", headers={"host": "127.0.0.1:8000"})
    assert page.content.decode().count("matchslip serve --host 0.0.0.0") == 1
    assert hint not in page.content.decode()


def test_that_phones_are_kept_out_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event, client = opened(4)
    SignUpSettings.objects.create(event=event, is_open=True)
    monkeypatch.setattr("events.templatetags.phones.serves_only_this_computer", lambda: True)
    page = page_of(client, event)
    assert page.count('class="qr"') == 2
    assert page.count("the server runs for this computer only") == 1
    start_round(event, event.staff.get().user, 1)
    assert page_of(client, event).count("the server runs for this computer only") == 1
