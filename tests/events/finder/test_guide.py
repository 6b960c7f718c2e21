"""The guide in the event: each staff page leads to its part, offline as well."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest

from events.finder.guide import GUIDES, PARTS, anchor, guide_html, part_of
from events.web.access import Action
from tests import factories
from tests.events.support.access_cases import Route, check_access
from tests.events.support.doors import address
from tests.events.support.entry_box import playing
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


def test_most_staff_pages_have_a_part_of_their_own() -> None:
    names = {
        screen.name.removeprefix("staff:") for screen in SCREENS if screen.name.startswith("staff:")
    }
    own = {name for name in names if part_of(name)[1]}
    assert len(own) > 40, sorted(names - own)
