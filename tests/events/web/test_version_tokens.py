"""Two people edit the same thing: the second sees what the first made of it, and loses nothing."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from events.core.eligibility.queries import fact_sheet_of
from events.core.judging.penalty_actions import give_penalty
from events.core.players.waiting_list import sign_up_settings
from events.models import Decklist, Event, Infraction, Penalty, PenaltyKind, Role
from tests import factories
from tests.events.scenario import event_with_owner, player, start_round
from tests.events.support.doors import address
from tests.events.support.settings import fields_of, group_of
from tests.fuzz.pages import read
from tests.markup import flat

pytestmark = pytest.mark.django_db
EVENT = {"code": "event"}


def opened(browser: Client, url: str) -> dict[str, Any]:
    """The fields of a form as a browser would send them back."""
    page = browser.get(url)
    context = page.context
    if "/settings/" in url:
        return fields_of(page, url.split("/")[-2])
    form = context["form"]
    seen = getattr(form, "seen", None) or context["seen"]
    values = {name: form[name].value() for name in form.fields}
    return {"seen": seen.value} | {
        name: "on" if value is True else value
        for name, value in values.items()
        if value is not None and value is not False
    }


def two_at(name: str, **numbers: int | str) -> tuple[Event, str, Client, Client]:
    event, owner = event_with_owner(3)
    other = factories.staff_member(event, list(Role), f"other-of-{event.slug}")
    return (
        event,
        address(event, name, **numbers),
        factories.client_of(owner),
        factories.client_of(other),
    )


def address_of_member(event: Event, username: str) -> str:
    return reverse("staff:staff-member", args=[event.slug, username])


def hidden(page: str, url: str = "") -> str:
    """Return the version token of a page's form, or of the one that leads to `url`."""
    groups = [form for form in read(page).forms if url and form.action == url]
    forms = [dict(form.fields) for form in groups or read(page).forms]
    saying = [fields for fields in forms if "seen" in fields and "alias" not in fields]
    [seen] = {fields["seen"] for fields in saying}
    return seen


@pytest.mark.parametrize(
    ("name", "numbers", "field", "theirs", "ours", "untouched"),
    [
        ("settings-group", EVENT, "venue", "Hall B", "Hall C", "platform_setup"),
        ("player", {"number": 1}, "name", "Anna Rossi", "Anne Rossi", "fixed_table"),
        ("room", {}, "blocked_tables", "3", "4", "feature_tables"),
        ("settings-group", {"code": "facts"}, "channel", "the chat", "the board", "least_age"),
        ("settings-group", {"code": "players"}, "fee", "10 EUR", "12 EUR", "capacity"),
    ],
)
def test_the_second_is_shown_both_and_saves_again(
    name: str, numbers: dict[str, int | str], field: str, theirs: str, ours: str, untouched: str
) -> None:
    event, url, one, two = two_at(name, **numbers)

    def stands() -> str:
        row: Model = Event.objects.get(pk=event.pk)
        if field == "fee":
            row = sign_up_settings(event)
        if name == "player" or field == "channel":
            row = player(event, 1) if name == "player" else fact_sheet_of(event)
        return str(getattr(row, field))

    first, second = opened(one, url), opened(two, url)
    assert one.post(url, first | {field: theirs}).status_code == 302
    answer = two.post(url, second | {field: ours, untouched: "7"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This changed since you opened this page." in page
    assert f"Current value: {theirs}" in page
    assert re.search(rf'value="{ours}"|>\s*{ours}</textarea>', page)
    assert re.search(r'value="7"|>\s*7</textarea>', page)
    assert stands() == theirs
    again = second | {field: ours, untouched: "7", "seen": hidden(page, url)}
    assert two.post(url, again).status_code == 302
    assert stands() == ours


@pytest.mark.parametrize(
    ("name", "numbers"), [("settings-group", EVENT), ("player", {"number": 1})]
)
def test_a_mistake_first_does_not_hide_a_colleagues_change(
    name: str, numbers: dict[str, int | str]
) -> None:
    _event, url, one, two = two_at(name, **numbers)
    first, second = opened(one, url), opened(two, url)
    assert one.post(url, first | {"name": "Of a Colleague"}).status_code == 302
    page = two.post(url, second | {"name": ""}).content.decode()
    assert "This changed since you opened this page." not in page
    page = two.post(url, second | {"name": "Mine", "seen": hidden(page, url)}).content.decode()
    assert "Current value: Of a Colleague" in page


def test_what_phones_do_is_shown_to_the_second() -> None:
    event, url, one, two = two_at("settings-group", code="shown")
    first, second = opened(one, url), opened(two, url)
    assert one.post(url, first | {"private_pages": "on", "judge_calls": "on"}).status_code == 302
    answer = two.post(url, second | {"private_pages": "on", "phone_drops": "on"})
    assert answer.status_code == 422
    assert Event.objects.get(pk=event.pk).judge_calls
    page = answer.content.decode()
    again = second | {"private_pages": "on", "judge_calls": "on", "phone_drops": "on"}
    assert two.post(url, again | {"seen": hidden(page, url)}).status_code == 302
    assert Event.objects.get(pk=event.pk).phone_drops


def test_own_rules_are_shown_at_each_knob() -> None:
    event, url, one, two = two_at("settings-group", code="rules")

    def own(browser: Client, **knobs: str) -> dict[str, Any]:
        [part] = group_of(browser.get(url), "rules").parts
        form: Any = part.form.own  # type: ignore[attr-defined]
        values = {form.add_prefix(name): form[name].value() for name in form.fields}
        sent = {
            name: "on" if value is True else value
            for name, value in values.items()
            if value is not None and value is not False
        }
        changed = {form.add_prefix(name): value for name, value in knobs.items()}
        return opened(browser, url) | sent | {"profile": "own"} | changed

    assert one.post(url, own(one)).status_code == 302
    first, second = own(one, win="5"), own(two, win="4", digits="4")
    assert one.post(url, first).status_code == 302
    answer = two.post(url, second)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Current value: 5" in page
    assert Event.objects.get(pk=event.pk).profile["win"] == 5
    assert two.post(url, second | {"seen": hidden(page, url)}).status_code == 302
    assert Event.objects.get(pk=event.pk).profile["win"] == 4


def test_the_second_who_lays_out_stages_sees_the_first_ones() -> None:
    event, url, one, two = two_at("stages")

    def typed(browser: Client, **more: str) -> dict[str, Any]:
        context = browser.get(url).context
        [form], management = context["forms"].forms, context["forms"].management_form
        sent = {form.add_prefix(name): form[name].value() or "" for name in form.fields}
        sent |= {
            management.add_prefix(name): management[name].value() for name in management.fields
        }
        sent = {name: value for name, value in sent.items() if value is not False and value != ""}
        return {"seen": context["seen"].value} | sent | more

    rounds = {"stage-0-rounds": "5"}
    first, second = typed(one, **rounds), typed(two, **{"stage-0-rounds": "6"})
    assert one.post(url, first).status_code == 302
    answer = two.post(url, second)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "The stages changed since you opened this page. Check them and save again." in page
    assert [status.stage.rounds for status in answer.context["statuses"]] == [5]
    assert 'value="6"' in page
    assert event.stages.get().rounds == 5
    seen = re.findall(r'name="seen" value="([^"]*)"', page)[0]
    assert two.post(url, second | {"seen": seen}).status_code == 302
    assert event.stages.get().rounds == 6


def test_the_second_who_gives_roles_sees_the_first_ones() -> None:
    event, url, one, two = two_at("staff")
    factories.staff_member(event, Role.JUDGE, "judy")
    member = address_of_member(event, "judy")
    lines = two.get(url).context["lines"]
    [seen] = [boxes.seen for line, _, boxes in lines if line.member.user.username == "judy"]
    change = {"seen": seen, "save": "1"}
    assert one.post(member, change | {"roles": ["judge", "scorekeeper"]}).status_code == 302
    answer = two.post(member, change | {"roles": ["judge", "head_judge"]})
    assert answer.status_code == 422
    assert "Current value: judge, scorekeeper" in flat(answer)
    assert event.staff.get(user__username="judy").scorekeeper
    # Removing a member of the staff needs the version token too.
    assert two.post(member, {"seen": seen}).status_code == 422
    lines = answer.context["lines"]
    [boxes] = [boxes for line, _, boxes in lines if line.member.user.username == "judy"]
    assert set(boxes.roles) == {Role.JUDGE, Role.HEAD_JUDGE}
    change = {"seen": boxes.seen, "save": "1", "roles": ["judge", "head_judge"]}
    assert two.post(member, change).status_code == 302
    assert event.staff.get(user__username="judy").roles == {Role.JUDGE, Role.HEAD_JUDGE}


@pytest.mark.parametrize(
    ("name", "numbers"), [("settings-group", EVENT), ("player", {"number": 1})]
)
def test_one_person_alone_is_not_asked(name: str, numbers: dict[str, int]) -> None:
    _event, url, one, _two = two_at(name, **numbers)
    for title in ("First", "Second"):
        assert one.post(url, opened(one, url) | {"name": title}).status_code == 302


def test_the_second_who_changes_what_was_announced_sees_the_first_change() -> None:
    event, url, one, two = two_at("announced")
    start_round(event, User.objects.get(username=f"owner-of-{event.slug}"), 1)
    first, second = opened(one, url), opened(two, url)
    assert one.post(url, first | {"minutes": "60", "reason": "Heat"}).status_code == 302
    answer = two.post(url, second | {"minutes": "45", "reason": "The hall closes"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This changed since you opened this page." in page
    assert "Current value: 60" in page
    assert 'value="The hall closes"' in page
    assert Event.objects.get(pk=event.pk).round_minutes == 60
    again = second | {"minutes": "45", "reason": "The hall closes", "seen": hidden(page)}
    assert two.post(url, again).status_code == 302
    assert Event.objects.get(pk=event.pk).round_minutes == 45


def typed_deck(browser: Client, url: str, **typed: str) -> dict[str, str]:
    page = browser.get(url).content.decode()
    return {"seen": hidden(page), "state": "submitted", "text": "60 Island"} | typed


def test_the_second_who_writes_a_decklist_sees_the_first_one() -> None:
    _event, url, one, two = two_at("deck", number=1)
    assert one.post(url, typed_deck(one, url)).status_code == 302
    first = typed_deck(one, url, text="60 Forest", state="checked")
    second = typed_deck(two, url, text="60 Swamp")
    assert one.post(url, first).status_code == 302
    answer = two.post(url, second)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This changed since you opened this page." in page
    assert "<pre>60 Forest</pre>" in page
    assert ">60 Swamp</textarea>" in page
    assert "Current value: checked" in page
    assert Decklist.objects.get().text == "60 Forest"
    assert two.post(url, second | {"seen": hidden(page)}).status_code == 302
    assert Decklist.objects.get().text == "60 Swamp"


def test_the_second_who_says_how_far_a_list_is_sees_how_far_it_is() -> None:
    event, url, one, two = two_at("deck", number=1)
    lines = two.get(reverse("staff:decks", args=[event.slug])).context["lines"]
    [seen] = [line.seen_state for line, _check in lines if line.enrollment.number == 1]
    assert one.post(url, typed_deck(one, url, state="checked")).status_code == 302
    answer = two.post(url, {"seen": seen, "state": "received"})
    assert answer.status_code == 422
    assert "Current value: checked" in flat(answer)
    assert Decklist.objects.get().state == "checked"


def test_the_second_who_changes_a_penalty_sees_the_first_change() -> None:
    event, _url, one, two = two_at("penalties")
    given = give_penalty(
        event_id=event.pk,
        actor=User.objects.get(username=f"owner-of-{event.slug}"),
        number=1,
        infraction=Infraction.SLOW_PLAY,
        penalty=PenaltyKind.WARNING,
    )
    url, gone = (
        reverse(f"staff:penalty-{what}", args=[event.slug, given.pk])
        for what in ("change", "remove")
    )
    [(_penalty, seen, _is_fresh)] = two.get(address(event, "penalties")).context["penalties"]
    first = {"seen": seen, "penalty": "game-loss", "reason": "Repeated"}
    second = {"seen": seen, "penalty": "none", "reason": "It was the opponent"}
    assert one.post(url, first).status_code == 302
    answer = two.post(url, second)
    page = flat(answer)
    assert answer.status_code == 409
    assert "This changed since you opened this page." in page
    assert "Current value: game loss" in page
    assert 'value="It was the opponent"' in page
    assert '<option value="none" selected>' in page
    assert two.post(gone, {"seen": seen}).status_code == 409
    assert Penalty.objects.get().penalty == "game-loss"
    now = re.findall(r'name="seen" value="([^"]*)"', answer.content.decode())
    assert two.post(url, second | {"seen": now[0]}).status_code == 302
    assert Penalty.objects.get().penalty == "none"
