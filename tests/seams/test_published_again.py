"""Published standings stay as they were published, also in a copy made of the archive."""

from typing import Any

import pytest

from events.core.refusals import RefusedError
from events.models import Event, StandingsSnapshot
from events.roster.drop_actions import disqualify, drop
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner, play_round

pytestmark = pytest.mark.django_db


def published(event: Event) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = StandingsSnapshot.objects.get(round__event=event).rows
    return rows


def after_a_round() -> tuple[Event, dict[str, Any]]:
    """Return an event whose standings are older than a name, a drop and a disqualification."""
    event, owner = event_with_owner(6)
    play_round(event, owner, 1)
    event.enrollments.filter(number=1).update(name="Another Name")
    drop(event_id=event.pk, actor=owner, number=2)
    disqualify(event_id=event.pk, actor=owner, number=published(event)[0]["number"], reason="theft")
    event.refresh_from_db()
    return event, {"actor": owner}


def test_a_copy_has_the_standings_as_they_were_published() -> None:
    event, who = after_a_round()
    archive = export_archive(event)
    copy = import_archive(archive=read_archive(as_bytes(archive)), **who)
    assert published(copy) == published(event)
    assert export_archive(copy)["standings_lines"] == archive["standings_lines"]


def test_without_names_no_earlier_name_is_told() -> None:
    event, _who = after_a_round()
    lines = export_archive(event, emails=False)["standings_lines"]
    assert lines
    assert not any("name" in line for line in lines)


def test_standings_that_follow_need_no_lines() -> None:
    event, owner = event_with_owner(6)
    play_round(event, owner, 1)
    event.refresh_from_db()
    archive = export_archive(event)
    assert "standings_lines" not in archive
    assert archive["version"] < 5


@pytest.mark.parametrize("line", [{"round": 1, "player": 99}, {"round": 7, "player": 1}])
def test_a_line_of_nothing_in_the_file_is_refused(line: dict[str, int]) -> None:
    event, _who = after_a_round()
    archive = export_archive(event) | {"standings_lines": [line | {"place": 1}]}
    with pytest.raises(RefusedError, match=r"standings_lines\[0\]"):
        read_archive(as_bytes(archive))
