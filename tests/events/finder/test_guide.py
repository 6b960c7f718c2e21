"""The guide in the event: each staff page leads to its part, offline as well."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from django.test import Client

from events.finder.guide import GUIDES, PARTS, TRANSLATED, anchor, guide_html, part_of
from events.web.access import Action
from tests import factories
from tests.events.support.access_cases import Route, check_access
from tests.events.support.doors import address
from tests.events.support.entry_box import playing
from tests.events.tables_of_four.playing import table_event
from tests.screens.addresses import SCREENS

ROOT = Path(__file__).parents[3]


def headings(guide: str) -> set[str]:
    return set(re.findall(r'<h\d id="([^"]+)"', guide_html(guide)))


def test_every_part_is_a_heading_of_its_guide() -> None:
    for part in PARTS:
        guide, _hash, heading = part.partition("#")
        assert heading in headings(guide), part


def test_guides_are_whole_pages_of_plain_marks() -> None:
    for guide, path in GUIDES.items():
        text = (ROOT / "docs" / path).read_text(encoding="utf-8")
        made = guide_html(guide)
        titles = [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]
        assert {anchor(title) for title in titles} <= headings(guide)
        prose = re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", made, flags=re.DOTALL)
        assert "**" not in prose, guide
        assert "](" not in prose, guide
        assert not re.search(r"<(script|img|iframe)", made)


@pytest.mark.parametrize(("guide", "language"), TRANSLATED)
def test_a_translated_guide_has_the_headings_of_the_english_one(guide: str, language: str) -> None:
    names = re.compile(r'<h(\d) id="([^"]+)"')
    assert names.findall(guide_html(guide, language)) == names.findall(guide_html(guide))
    assert guide_html(guide, language) != guide_html(guide)
    assert not re.search(r"[ぁ-ん。、] [ぁ-ん一-龥]", guide_html(guide, language))


@pytest.mark.django_db
def test_a_japanese_reader_gets_the_japanese_guide() -> None:
    browser = factories.client_of(factories.user())
    guides = (("scorekeeper", "ja"), ("players", "ja"), ("organisations", "ja"), ("streams", "ja"))
    for guide, language in guides:
        page = browser.get(f"/staff/help/{guide}/", headers={"accept-language": "ja"})
        assert f'<article lang="{language}" class="guide">' in page.content.decode()
        english = browser.get(f"/staff/help/{guide}/").content.decode()
        assert '<article lang="en" class="guide">' in english


def test_markup_in_a_guide_is_text() -> None:
    assert "&lt;slug&gt;" in guide_html("players") or "<slug>" not in guide_html("players")


@pytest.mark.django_db
def test_all_staff_may_read_it() -> None:
    event = factories.event()
    check_access(event, Route("help/scorekeeper/", Action.SEE))


@pytest.mark.django_db
def test_a_page_leads_to_its_part_and_has_a_link_to_it() -> None:
    event, _owner, browser = playing()
    page = browser.get(address(event, "desk")).content.decode()
    link = f"/staff/e/{event.slug}/help/?on=desk"
    assert f'href="{link}"' in page
    there = browser.get(link)
    assert there["Location"] == f"/staff/e/{event.slug}/help/scorekeeper/#a-round"
    assert browser.get(there["Location"]).status_code == HTTPStatus.OK
    unknown = browser.get(f"/staff/e/{event.slug}/help/?on=<x>")
    assert unknown["Location"] == f"/staff/e/{event.slug}/help/scorekeeper/"
    missing = browser.get(f"/staff/e/{event.slug}/help/nothing/")
    assert missing.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "part"),
    [
        ("venues", "convention/#venue"),
        ("organisations", "organisations/#begin"),
        ("take-over", "moving-here/#take-over-a-running-event"),
        ("new", "scorekeeper/#settings-and-staff"),
    ],
)
def test_a_page_outside_events_leads_to_its_part(page: str, part: str) -> None:
    browser = factories.client_of(factories.user())
    shown = browser.get("/staff/new/").content.decode()
    assert 'href="/staff/help/?on=new"' in shown
    there = browser.get(f"/staff/help/?on={page}")["Location"]
    assert there == f"/staff/help/{part}"
    guide = browser.get(there).content.decode()
    assert 'href="/staff/help/commander/"' in guide
    assert Client().get(there)["Location"].startswith("/login")
    assert browser.get("/staff/help/nothing/").status_code == HTTPStatus.NOT_FOUND


def test_every_staff_page_has_a_part_of_its_own() -> None:
    names = {
        screen.name.removeprefix("staff:") for screen in SCREENS if screen.name.startswith("staff:")
    }
    # The guides themselves, and a page that does not exist.
    assert {name for name in names if not part_of(name)[1]} == {"guide", "guide-outside", "nothing"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "part"),
    [
        ("round", "commander/#each-round"),
        ("table", "commander/#results-at-the-desk"),
        ("cut", "commander/#a-cut"),
        ("roster", "scorekeeper/#players-who-drop-arrive-late-or-return"),
    ],
)
def test_help_of_an_event_at_tables_is_about_its_results(page: str, part: str) -> None:
    event, owner = table_event(4)
    client = factories.client_of(owner)
    answer = client.get(f"/staff/e/{event.slug}/help/?on={page}")
    assert answer["Location"].endswith(part)
    assert f'id="{part.partition("#")[2]}"' in client.get(answer["Location"]).content.decode()
