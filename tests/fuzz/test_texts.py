"""Texts that a person types or a file brings: read, or refused in words, and in no time."""

import copy
import json
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from archive.errors import ArchiveError
from events.core.refusals import RefusedError
from events.core.results.slips import parse_entry
from events.core.seats.table_numbering import read_tables
from events.models import Event
from events.roster.preview import preview
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.archives import MADE_UP, small
from tests.events.scenario import event_with_owner
from tests.fuzz import values
from tests.fuzz.bounds import examples, in_time

MADE = json.loads(MADE_UP.read_bytes())
odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([2**31, 2**63, 2**64, -1, 10**400, 0.5, 1e308]),
    st.sampled_from([[], {}, [[]], [None], "9999-12-31T23:59:59-14:00", "0001-01-01"]),
    values.nasty,
)
words = st.lists(
    st.one_of(st.sampled_from(values.ENTRIES), st.sampled_from(values.TEXTS), values.usual),
    max_size=4,
).map(" ".join)
lines = st.lists(
    st.lists(st.one_of(values.nasty, st.sampled_from(["Rossi", "a@b.invalid", "2"])), max_size=4),
    max_size=6,
)


@examples(100, 0.1)
@given(words)
def test_what_is_typed_into_the_entry_box(text: str) -> None:
    with in_time(text):
        for read in (parse_entry, read_tables):
            with suppress(RefusedError):
                read(text)


class OddLists(TestCase):
    event: Event

    @classmethod
    def setUpTestData(cls) -> None:
        cls.event, _owner = event_with_owner(3)

    @examples(40, 0.1)
    @given(lines, st.sampled_from(["\t", ",", ";", " ", "|"]), st.booleans())
    def test_a_list_of_names(self, rows: list[list[str]], separator: str, turned: bool) -> None:
        text = "\n".join(separator.join(row) for row in rows)
        with in_time(text), suppress(RefusedError):
            preview(self.event, text, late=None, turned=turned)


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Return every place of these JSON values: its container, and its key or number."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], dict | list):
            found += places_in(value[key])
    return found


class OddArchives(TestCase):
    @examples(30, 0.1)
    @given(st.data())
    def test_an_archive_with_something_else_in_its_places(self, data: st.DataObject) -> None:
        archive = copy.deepcopy(MADE) if data.draw(st.booleans(), "large") else small()
        for _ in range(data.draw(st.integers(1, 3), "changes")):
            holder, key = data.draw(st.sampled_from(places_in(archive)))
            if data.draw(st.booleans(), "leave out"):
                del holder[key]
            else:
                holder[key] = data.draw(odd, str(key))
        event = None
        with in_time("an archive"), suppress(ArchiveError, RefusedError):
            event = self.imported(archive)
        if event is not None:
            again = json.dumps(export_archive(event)).encode()
            assert read_archive(again).event.name == event.name

    def imported(self, archive: Any) -> Event:
        _event, owner = event_with_owner(0)
        return import_archive(archive=read_archive(json.dumps(archive).encode()), actor=owner)
