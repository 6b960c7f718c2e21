"""Every page, every form and every field with what no person types: no error, no hang.

The addresses come from the table of addresses, the fields from the pages and from what the views
read, so a new one is tried by itself. An archive can hold everything that a form accepts: after
every write the event is exported and read again.
"""

import json
import subprocess
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from events.models import Event
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from tests.fuzz import pages, values
from tests.fuzz.addresses import Address, addresses
from tests.fuzz.bounds import ASKED_FOR, examples, in_time
from tests.fuzz.pages import Fields, Found, Reader
from tests.fuzz.scenes import Scene, scenes

ADDRESSES = addresses()
[START] = [one for one in ADDRESSES if one.route == "staff/e/<slug:slug>/"]
EVERYWHERE = {"/logout/"}
READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def path_of(data: st.DataObject, scene: Scene, address: Address) -> str:
    parts = {name: data.draw(values.in_an_address, name) for name in address.numbers}
    for name in address.texts:
        others = st.sampled_from(["nobody", "..", "a" * 300, "1"])
        known = {"slug": scene.event.slug, "username": scene.owner.username, "code": "ja"}
        parts[name] = known[name] if name in known else data.draw(others, name)
    return address.filled(parts)


def some_fields(data: st.DataObject, names: tuple[str, ...]) -> Fields:
    chosen = data.draw(st.lists(st.sampled_from(names), max_size=5), "names") if names else []
    return [(name, data.draw(st.one_of(values.usual, values.nasty), name)) for name in chosen]


def as_sent(fields: Fields) -> dict[str, list[str]]:
    sent: dict[str, list[str]] = {}
    for name, value in fields:
        sent.setdefault(name, []).append(value)
    return sent


def bent(data: st.DataObject, form: Found) -> Fields:
    """Return the form's fields, with some of them changed, added or left out."""
    fields = list(form.fields)
    for name, options in form.options.items():
        chosen: bool = data.draw(st.booleans(), f"choose {name}")
        if options and chosen:
            fields.append((name, data.draw(st.sampled_from(options), name)))
    for _ in range(data.draw(st.integers(0, 3), "changes")):
        if fields:
            at = data.draw(st.integers(0, len(fields) - 1), "at")
            name, value = fields[at]
            value = data.draw(st.one_of(values.nasty, st.just(value)), name)
            fields[at] = (name, value)
    return fields


def ask(browser: Client, method: str, path: str, fields: Fields) -> str:
    """Ask, and return the page; anything but an answer of our own fails."""
    asked = browser.post if method == "post" else browser.get
    with in_time((method, path[:200], fields)):
        answer = asked(path, as_sent(fields))
    assert answer.status_code < 500, (method, path, fields, answer.status_code)
    is_page = answer.headers.get("Content-Type", "").startswith("text/html")
    return answer.content.decode() if is_page else ""


class Writes:
    """The statements of a block that may have changed rows."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(self, run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith(READS):
            self.found.append(sql)
        return run(sql, *rest)


def check_export(event: Event) -> None:
    """Check that an archive can hold the event."""
    kept = Event.objects.filter(pk=event.pk).first()
    if kept is not None:
        read_archive(json.dumps(export_archive(kept)).encode())


class EveryForm(TestCase):
    scenes: list[Scene]
    seen: dict[str, Reader]

    @classmethod
    def setUpTestData(cls) -> None:
        cls.scenes = scenes()
        cls.seen = {}
        for scene in cls.scenes:
            check_export(scene.event)

    def setUp(self) -> None:
        patch = pytest.MonkeyPatch()
        self.addCleanup(patch.undo)
        if not ASKED_FOR:
            # Typesetting takes most of the time, and its input is data that it never reads.
            patch.setattr("events.paper.typst_process.subprocess", SimpleNamespace(run=_paper))

    def page(self, browser: Client, path: str) -> Reader:
        """A page before anything is written, which looks the same in each example."""
        if path not in self.seen:
            self.seen[path] = pages.read(ask(browser, "get", path, []))
        return self.seen[path]

    @examples(120, 0.35)
    @given(st.data())
    def test_every_form_that_a_page_shows(self, data: st.DataObject) -> None:
        scene = data.draw(st.sampled_from(range(len(self.scenes))).map(self.scenes.__getitem__))
        browser = scene.browser()
        path = path_of(data, scene, START)
        page = self.page(browser, path)
        for _ in range(data.draw(st.integers(1, 3), "steps")):
            links = [link for link in page.links if scene.event.slug in link]
            path = data.draw(st.sampled_from(links), "link") if links else path
            page = self.page(browser, path)
        # Forms in the head of every page are not tested here.
        found = [form for form in page.forms if form.action not in EVERYWHERE]
        if not found:
            return
        form = data.draw(st.sampled_from(found), "form")
        self.ask_and_export(scene, browser, form.method, form.action or path, bent(data, form))

    @examples(120, 0.35)
    @given(st.data())
    def test_every_address_with_every_name(self, data: st.DataObject) -> None:
        scene = data.draw(st.sampled_from(range(len(self.scenes))).map(self.scenes.__getitem__))
        address = data.draw(st.sampled_from(ADDRESSES))
        method = data.draw(st.sampled_from(["get", "post"]))
        path = path_of(data, scene, address)
        fields = some_fields(data, address.names)
        self.ask_and_export(scene, scene.browser(), method, path, fields)

    def ask_and_export(
        self, scene: Scene, browser: Client, method: str, path: str, fields: Fields
    ) -> None:
        """Ask, and export the event if anything was written; before, an archive could hold it."""
        writes = Writes()
        with connection.execute_wrapper(writes):
            ask(browser, method, path, fields)
        if writes.found:
            check_export(scene.event)


def _paper(
    command: list[str], *, input: bytes, **_more: Any
) -> "subprocess.CompletedProcess[bytes]":
    preview = json.loads(input)["kind"] == "preview"
    return subprocess.CompletedProcess(
        command, 0, b'{"picture": "", "sheets": 1}' if preview else b"%PDF-1.7"
    )
