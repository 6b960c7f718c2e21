"""An event of teams with its organizer in one browser and a player in another."""

import html
import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

from events.core.rounds.actions import complete_round
from events.core.standings.actions import publish_standings
from events.models import Event
from tests import factories
from tests.events.scenario import at_table, enter_slips, start_round
from tests.events.support.teams import team_event
from tests.markup import without_tags


class Site:
    """An event of teams, its organizer in a browser and a player in another."""

    def __init__(self, teams: int = 2, size: int = 3, **values: Any) -> None:
        self.event, self.owner = team_event(teams, size, **values)
        self.staff, self.anybody = factories.client_of(self.owner), Client()
        self.staff_at = f"/staff/e/{self.event.slug}/"
        self.public_at = f"/e/{self.event.slug}/"

    def staff_page(self, path: str, status: int = 200) -> str:
        return text_of(self.staff.get(self.staff_at + path), status)

    def public_page(self, path: str) -> str:
        return text_of(self.anybody.get(self.public_at + path))

    def post(self, path: str, status: int = 200, **fields: Any) -> str:
        response = self.staff.post(self.staff_at + path, fields, follow=True)
        return text_of(response, status)

    def play(self, *slips: str) -> None:
        """Play round 1 with these slips and publish its standings."""
        start_round(self.event, self.owner, 1)
        enter_slips(self.event, self.owner, 1, *slips)
        complete_round(event_id=self.event.pk, actor=self.owner, number=1)
        publish_standings(event_id=self.event.pk, actor=self.owner, number=1)


def text_of(response: Any, status: int = 200) -> str:
    """Return the visible text of a page with single spaces; its status must be as expected."""
    found: HttpResponse = response
    assert found.status_code == status
    parts = getattr(found, "streaming_content", None)
    content = b"".join(parts) if parts is not None else found.content
    plain = without_tags(content.decode())
    return re.sub(r"\s+", " ", html.unescape(plain)).replace("\u2011", "-")


def names_at(event: Event, table: int) -> tuple[str, str]:
    match = at_table(event, 1, table)
    assert match.second is not None
    return match.first.name, match.second.name
