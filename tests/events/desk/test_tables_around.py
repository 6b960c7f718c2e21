"""The tables before and after the one that is shown."""

import re

import pytest

from tests.events.support.doors import address
from tests.events.support.entry_box import playing

pytestmark = pytest.mark.django_db


def test_a_table_leads_to_the_tables_around_it() -> None:
    event, _owner, browser = playing()
    here = f"/staff/e/{event.slug}/rounds/1/tables/"

    def page(table: int, **more: str) -> str:
        shown = browser.get(address(event, "table", number=1, table=table), more)
        return shown.content.decode()

    assert re.findall(r'rel="(\w+)"\s+href="([^"]*)"\s+data-key="(\w)"', page(2)) == [
        ("prev", f"{here}1/", "p"),
        ("next", f"{here}3/", "n"),
    ]
    first = page(1, back="floor")
    assert 'rel="prev"' not in first
    assert f'{here}2/?back=floor"' in first
    assert 'rel="next"' not in page(3)
