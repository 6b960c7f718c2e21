"""The reading of a Japanese name, from where it is typed to where it sorts and finds."""

import pytest

from events.core.players.actions import change_enrollment
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.players.queries import find_players, in_order
from events.core.refusals import RefusedError
from events.models import Enrollment
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests.archives import as_bytes
from tests.events.support.pasted_lists import read_lines
from tests.events.support.public_events import Played

pytestmark = pytest.mark.django_db

WATANABE, AOKI = ("渡邊 蓮", "ワタナベ レン"), ("青木 湊", "あおき みなと")


@pytest.fixture
def named() -> Played:
    made = Played([])
    enroll(
        event_id=made.event.pk,
        actor=made.organizer,
        entries=[NewEnrollment(name=name, reading=said) for name, said in (WATANABE, AOKI)],
    )
    return made


def test_readings_are_kept_in_hiragana_and_sort(named: Played) -> None:
    people = in_order(named.event.enrollments.all())
    assert [one.reading for one in people] == ["あおき みなと", "わたなべ れん"]


def test_a_reading_finds_at_the_desk(named: Played) -> None:
    found = find_players(named.event.enrollments.all(), "watanabe")
    assert [one.name for one in found] == ["渡邊 蓮"]


def test_a_reading_is_changed_and_told(named: Played) -> None:
    data = EnrollmentData(name="渡邊 蓮", reading="わたべ れん")
    change_enrollment(event_id=named.event.pk, actor=named.organizer, number=1, data=data)
    assert Enrollment.objects.get(number=1).reading == "わたべ れん"
    entry = named.event.journal.order_by("-pk")[0]
    assert entry.data["changed"] == {"reading": ["わたなべ れん", "わたべ れん"]}


def test_a_reading_that_is_too_long_is_refused(named: Played) -> None:
    entries = [NewEnrollment(name="X", reading="あ" * 200)]
    with pytest.raises(RefusedError) as refused:
        enroll(event_id=named.event.pk, actor=named.organizer, entries=entries)
    assert refused.value.field == "reading"


@pytest.mark.parametrize(
    ("text", "name", "reading"),
    [
        ("小林 美咲（こばやし みさき）", "小林 美咲", "こばやし みさき"),
        ("小林 美咲 (コバヤシ ミサキ) misaki@example.org", "小林 美咲", "コバヤシ ミサキ"),
        ("名前,ふりがな\n小林 美咲,こばやし みさき", "小林 美咲", "こばやし みさき"),
        ("Name;Reading\nMisaki;こばやし", "Misaki", "こばやし"),
        ("Anna Rossi (Roma)", "Anna Rossi (Roma)", ""),
    ],
)
def test_readings_are_read_from_lists(text: str, name: str, reading: str) -> None:
    (line,) = read_lines(text)
    assert (line.name, line.reading) == (name, reading)


def test_an_archive_has_the_readings_and_brings_them_back(named: Played) -> None:
    archive = export_archive(named.event)
    assert archive["version"] == 3
    event = import_archive(archive=read_archive(as_bytes(archive)), actor=named.organizer)
    assert {one.reading for one in event.enrollments.all()} == {"あおき みなと", "わたなべ れん"}


def test_posted_and_published_rows_have_the_reading(named: Played) -> None:
    named.play(1)
    named.publish(1)
    round = named.event.rounds.get()
    assert round.posted_rows is not None
    said = {one["reading"] for row in round.posted_rows for one in (row["first"], row["second"])}
    rows = round.snapshots.get().rows
    assert said == {one["reading"] for one in rows} == {"あおき みなと", "わたなべ れん"}
