"""The page of announcements, and where they are shown."""

import datetime
import json
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.events.announcement_actions import announce
from events.models import Announcement, Event
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.doors import DESK, EVERYBODY, address, check_refusals, check_wrong_method
from tests.events.support.phones import Phone, event_of_phones
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def opened(players: int = 4) -> tuple[Event, User, Client]:
    event, owner = event_with_owner(players)
    return event, owner, factories.client_of(owner)


def say(event: Event, owner: User, text: str = "Lunch at <one>", **more: Any) -> Announcement:
    until = timezone.now() + datetime.timedelta(hours=1)
    return announce(event_id=event.pk, actor=owner, until=until, text_en=text, **more)


def test_who_announces() -> None:
    event, owner, _browser = opened()
    made = say(event, owner)
    down = address(event, "announcement-down", announcement=made.pk)
    check_refusals("get", address(event, "announcements"), EVERYBODY, event)
    check_refusals("post", address(event, "announcements"), DESK, event)
    check_refusals("post", down, DESK, event)
    check_wrong_method("post", down, event)


def test_what_is_typed_is_announced_and_taken_down() -> None:
    event, _owner, browser = opened()
    in_an_hour = (timezone.now() + datetime.timedelta(hours=1)).strftime("%H:%M")
    fields = {"text_en": "Lunch", "text_ja": "昼食", "until": in_an_hour}
    page = browser.post(address(event, "announcements"), fields, follow=True).content.decode()
    assert "The announcement is now on every phone, projector, and desk." in page
    made = event.announcements.get()
    assert f'id="announcement-{made.pk}"' in browser.get(address(event, "roster")).content.decode()
    down = address(event, "announcement-down", announcement=made.pk)
    assert "The announcement was taken down." in browser.post(down, follow=True).content.decode()
    assert (
        "This announcement is no longer shown." in browser.post(down, follow=True).content.decode()
    )


def test_ready_made_lines_are_added_below_what_is_typed() -> None:
    event, _owner, browser = opened()
    fields = {"text_en": "Hello", "text_ja": "", "at": "14:30", "ready": "round"}
    page = browser.post(address(event, "announcements"), fields).content.decode()
    assert "Hello\nRound 1 starts at 14:30." in page
    assert "第1回戦は14:30に開始します。" in page
    assert 'value="14:30"' in page
    assert not event.announcements.exists()


@pytest.mark.parametrize(
    ("fields", "words", "status"),
    [
        (
            {"text_en": "Lunch", "until": "soon"},
            "Enter a time in “Shown until”, such as 14:30.",
            422,
        ),
        ({"text_en": "", "until": "14:00"}, "Enter the announcement text.", 409),
        ({"text_en": "x" * 301, "until": "14:00"}, "Use at most 300 characters.", 422),
    ],
)
def test_what_is_refused_stays_typed(fields: dict[str, str], words: str, status: int) -> None:
    event, _owner, browser = opened()
    answer = browser.post(address(event, "announcements"), fields)
    assert answer.status_code == status
    page = answer.content.decode()
    assert words in page
    assert fields["text_en"] in page


def test_every_public_page_has_it_in_the_reader_s_language() -> None:
    event, owner, _browser = opened()
    start_round(event, owner, 1)
    say(event, owner, text_ja="昼食")
    for page in ("", "pairings/", "standings/", "projector/", "rules/", "players/1/"):
        url = f"/e/{event.slug}/{page}"
        english = Client().get(url, headers={"accept-language": "en"}).content.decode()
        assert "Lunch at &lt;one&gt;" in english, page
        assert "data-until" in english
        assert "昼食" in Client().get(url, headers={"accept-language": "ja"}).content.decode(), page


def test_the_card_and_the_stamp_carry_it() -> None:
    event, owner, _browser = opened()
    start_round(event, owner, 1)
    card = json.loads(Client().get(f"/e/{event.slug}/players/1.json").content)
    assert "announcements" not in card
    made = say(event, owner)
    told = [{"en": "Lunch at <one>", "ja": "", "until": made.until.isoformat(timespec="seconds")}]
    for page in ("players/1.json", "stamp.json"):
        assert json.loads(Client().get(f"/e/{event.slug}/{page}").content)["announcements"] == told


def test_the_desk_takes_it_without_a_reload() -> None:
    event, owner, browser = opened()
    start_round(event, owner, 1)
    event.refresh_from_db()
    since = event.revision
    say(event, owner)
    page = browser.get(address(event, "live", number=1), {"since": since}).content.decode()
    assert 'id="announcements"' in page
    assert "Lunch at &lt;one&gt;" in page


def test_the_page_takes_the_same_queries_for_one_and_for_many() -> None:
    event, owner, browser = opened()
    say(event, owner)
    few = queries_of(lambda: browser.get(address(event, "announcements")))
    for number in range(12):
        say(event, owner, f"Line {number}")
    event.announcements.filter(text_en__contains="1").update(ended_at=timezone.now())
    assert queries_of(lambda: browser.get(address(event, "announcements"))) == few


def test_a_repair_is_told_where_the_pairings_are() -> None:
    event, owner, _browser = opened(8)
    round = start_round(event, owner, 1)
    words = "These pairings were changed after they were posted."
    assert words not in Client().get(f"/e/{event.slug}/pairings/").content.decode()
    assert round.posted_rows
    for one in ("first", "second"):
        round.posted_rows[0][one]["moved"] = True
    round.save()
    for page in ("pairings/", "projector/"):
        text = Client().get(f"/e/{event.slug}/{page}").content.decode()
        assert words in text
        assert "2 players have a different table:" in text


def test_a_tab_leads_there() -> None:
    event, _owner, browser = opened()
    page = browser.get(address(event, "desk")).content.decode()
    assert address(event, "announcements") in page
    answer = browser.get(address(event, "announcements"))
    assert answer.status_code == HTTPStatus.OK
    assert "No announcements yet." in answer.content.decode()


def test_a_player_s_own_phone_has_it_and_asks_anew() -> None:
    event, owner = event_of_phones()
    phone = Phone(event.enrollments.get(number=1))
    before = phone.client.get(phone.url())
    assert "Lunch at" not in before.content.decode()
    say(event, owner)
    answer = phone.client.get(phone.url(), {"since": before.context["stamp"]})
    assert answer.status_code == HTTPStatus.OK
    assert "Lunch at &lt;one&gt;" in answer.content.decode()
