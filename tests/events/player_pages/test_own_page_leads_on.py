"""Each link and button of an own page leads somewhere, in every state and at both addresses."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client

from events.models import Event
from tests.events.support.phones import Phone
from tests.screens.own_event import OWN_STATES, PLAYER
from tests.screens.scenes import make_scene

pytestmark = pytest.mark.django_db
# Further scenes: a draft seat, a platform, before round 1, after it, in a playoff.
OTHER_SCENES = ("draft", "online", "coming", "friday-published", "playoff")
TEMPLATES = Path("templates")
RELATIVE = re.compile(r"""\b(?:href|src|action)=["']?(?!data:|https?:|mailto:|tel:|#)[\w.]""")


@dataclass
class Form:
    """A form with its hidden and filled fields, and the buttons that send it."""

    action: str
    is_post: bool
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)


class Ways(HTMLParser):
    """All addresses that a page names, and its forms as a browser without scripts sends them."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: list[Form] = []
        self._form: Form | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Take in one tag."""
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._form = Form(values.get("action", ""), values.get("method", "").lower() == "post")
            self.forms.append(self._form)
        elif tag == "button" and self._form and values.get("type", "submit") == "submit":
            named = {values["name"]: values.get("value", "")} if "name" in values else {}
            self._form.buttons.append(named)
        elif tag == "input" and self._form and "name" in values:
            if values.get("type") not in ("radio", "checkbox") or "checked" in values:
                self._form.fields[values["name"]] = values.get("value", "")
        else:
            self.links |= {values[name] for name in ("href", "src") if name in values}

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self._form = None


def ways_of(text: str) -> Ways:
    """Return the ways that lead on from a page."""
    ways = Ways()
    ways.feed(text)
    return ways


def dead_links(client: Client, page: str, ways: Ways, tried: set[str]) -> list[tuple[str, int]]:
    """Return the links of the page at this address that lead nowhere.

    Public pages are the same for everyone: those that were `tried` are not asked for again.
    """
    dead = []
    for link in sorted(ways.links):
        parts = urlsplit(urljoin(f"http://testserver{page}", link))
        if parts.netloc != "testserver" or parts.path.startswith("/static/") or link[0] == "#":
            continue
        address = parts.path + (f"?{parts.query}" if parts.query else "")
        if address in tried:
            continue
        if parts.path.startswith("/e/"):
            tried.add(address)
        answer: Any = client.get(address, follow=True)
        if answer.status_code != 200:
            dead.append((link, answer.status_code))
    return dead


def dead_buttons(client: Client, page: str, ways: Ways) -> list[tuple[str, dict[str, str], int]]:
    """Press each button, each from the state of now, and return those that lead nowhere."""
    dead = []
    for form in ways.forms:
        action = urljoin(page, form.action)
        for button in form.buttons:
            sent = {**form.fields, **button}
            with transaction.atomic():
                send = client.post if form.is_post else client.get
                cookies = {name: morsel.value for name, morsel in client.cookies.items()}
                answer: Any = send(action, sent, follow=True)
                transaction.set_rollback(True)
            client.cookies.clear()
            client.cookies.load(cookies)
            # A phone that has just forgotten its player belongs to none, and can undo that.
            is_forgotten = "data-forgotten" in answer.content.decode()
            if answer.status_code != 200 and not is_forgotten:
                dead.append((action, sent, answer.status_code))
    return dead


@pytest.mark.parametrize("scene", [*(f"own-{state}" for state in OWN_STATES), *OTHER_SCENES])
def test_every_link_and_button_leads_somewhere(scene: str) -> None:
    make_scene(scene)
    event = Event.objects.get(slug=scene)
    player = event.enrollments.get(number=PLAYER)
    pages = {f"/e/{scene}/players/{PLAYER}/": Client(headers={"accept-language": "en"})}
    if event.private_pages:
        phone = Phone(player)
        pages[phone.url()] = phone.client
    tried: set[str] = set()
    for page, client in pages.items():
        answer: Any = client.get(page)
        if answer.status_code == 404:
            assert not event.rounds.posted().exists(), page
            continue
        ways = ways_of(answer.content.decode())
        assert len(ways.links) > 5
        assert dead_links(client, page, ways, tried) == []
        assert dead_buttons(client, page, ways) == []


def test_no_template_holds_a_relative_link() -> None:
    # Pages at several addresses include a part, so its links start at the root.
    relative = [
        f"{path}: {line.strip()}"
        for path in TEMPLATES.rglob("*.html")
        for line in path.read_text().splitlines()
        if RELATIVE.search(line)
    ]
    assert relative == []
