"""A database of every older version, migrated to this one, says what it said before."""

import copy
import lzma
import sqlite3
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from events.core.known_migrations import known_migrations
from events.models import Event
from tests import factories
from tests.markup import without_tags
from tests.upgrades.conftest import VERSIONS
from tests.upgrades.facts import all_facts, facts
from tests.upgrades.make import KEPT
from tests.upgrades.play import play_everything

pytestmark = pytest.mark.slow


def test_there_is_a_database_of_an_older_version() -> None:
    assert VERSIONS


def test_everything_is_as_it_was_and_the_pages_show_it(kept: dict[str, Any]) -> None:
    """Both of one database: bringing it to the newest version takes most of the time."""
    check_facts(copy.deepcopy(kept))
    check_pages(kept)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_of_an_older_version_is_not_taken_for_a_newer_one(
    version: str, tmp_path: Path
) -> None:
    path = tmp_path / "kept.sqlite3"
    path.write_bytes(lzma.decompress((KEPT / f"{version}.sqlite3.xz").read_bytes()))
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT app, name FROM django_migrations WHERE app = 'events'")
        recorded = {".".join(row) for row in rows}
    assert len(recorded) > 1
    assert recorded <= known_migrations()


def check_facts(kept: dict[str, Any]) -> None:
    now = all_facts()
    assert sorted(now) == sorted(kept)
    for slug, before in kept.items():
        archive, archive_before = (without_words(one.pop("archive")) for one in (now[slug], before))
        check_matches(now[slug].pop("matches"), before.pop("matches"))
        for facts_then in (before, now[slug]):
            facts_then["standings"] = with_figures(facts_then["standings"])
        assert now[slug] == before, slug
        assert archive["version"] >= archive_before["version"]
        today = {key: archive[key] for key in ("version", "written_by") if key in archive}
        assert missing({**archive_before, **today}, archive) == []


def check_pages(kept: dict[str, Any]) -> None:
    for slug, before in kept.items():
        event = Event.objects.get(slug=slug)
        staff = event.staff.order_by("pk").first()
        browser = factories.client_of(None if staff is None else staff.user)
        for number, rows in before["standings"].items() if staff else []:
            page = _page(browser, f"/staff/e/{slug}/standings/{number}/")
            for _place, _number, points, record, figures in with_figures({number: rows})[number]:
                assert not figures or " ".join([str(points), record, *figures]) in page
        for number in before["matches"] if staff else []:
            _page(browser, f"/staff/e/{slug}/rounds/{number}/")
        for number, *_others in [one for one in before["published"] if not one[2]]:
            _page(Client(), f"/e/{slug}/standings/{number}/")


@pytest.mark.django_db
def test_the_events_that_are_kept_can_be_played_today() -> None:
    play_everything()
    for event in Event.objects.all():
        assert facts(event)["people"]


def with_figures(standings: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Leave out figures that are dashes alone: of a playoff alone it is said how far one came."""
    return {
        number: [[*row[:-1], [] if set(row[-1]) == {"–"} else row[-1]] for row in rows]
        for number, rows in standings.items()
    }


def check_matches(now: dict[str, list[Any]], before: dict[str, list[Any]]) -> None:
    """Check that every match has its table, its players and its result, and who reported it.

    Until version 0.2 whoever took a result back was named for the one that stood there again.
    """
    assert list(now) == list(before)
    for number, rows in before.items():
        for new, old in zip(now[number], rows, strict=True):
            *same, reporter, _then, taken_back = new
            # Version 0.1 did not record undone reports of a table.
            *match, who, _when = old if len(old) < len(new) else old[:-1]
            assert same == match
            assert taken_back or reporter == who, match


def without_words(archive: dict[str, Any]) -> dict[str, Any]:
    """Leave out the sentences of the journal, which each version writes in its own words."""
    for entry in archive.get("journal", []):
        del entry["en"], entry["ja"]
    return archive


def missing(before: Any, now: Any, place: str = "") -> list[str]:
    """List the entries of one archive that the other lacks; the other may hold more."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [
            line
            for key, value in before.items()
            for line in missing(value, now.get(key), f"{place}/{key}")
        ]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = enumerate(zip(before, now, strict=True))
        return [line for at, (one, other) in pairs for line in missing(one, other, f"{place}/{at}")]
    return [] if before == now else [f"{place}: {before!r} became {now!r}"]


def _page(browser: Client, address: str) -> str:
    """The words of a page that has to be there."""
    answer = browser.get(address)
    assert answer.status_code == HTTPStatus.OK, address
    return " ".join(without_tags(answer.content.decode()).split())
