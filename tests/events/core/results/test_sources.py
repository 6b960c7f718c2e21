"""Each way in which a result comes in is a source of its own, and stays it when staff keep it."""

import json

import pytest
from django.contrib.auth.models import User

from archive.versions import FOURTH
from events.api.token_actions import make_token
from events.core.preflight.queries import preflight_check
from events.core.results.actions import keep_result
from events.core.words.preflight_words import check_words
from events.models import Event, Report, Role, TokenScope
from events.report.pictures.bars import sources_picture
from events.report.queries import event_report
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import at_table, round_of
from tests.events.support.doors import address
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.markup import flat

pytestmark = pytest.mark.django_db
Source = Report.Source


def official(event: Event, table: int) -> tuple[str, str]:
    """The source of the official report of a table, and that of the report that it keeps."""
    report = at_table(event, 1, table).official_report
    assert report is not None
    return report.source, report.kept_source


def entered(event: Event, by: User, entry: str, **fields: object) -> None:
    answer = factories.client_of(by).post(
        address(event, "enter", number=1), {"entry": entry, **fields}
    )
    assert answer.status_code in (200, 409)


def test_each_way_is_a_source() -> None:
    event, owner = event_of_phones(12)
    judge = factories.staff_member(event, Role.JUDGE)
    entered(event, owner, "1 21")
    entered(event, owner, "T2R1 20")
    entered(event, judge, "3 20")
    factories.client_of(owner).post(
        address(event, "table-enter", number=1, table=4), {"score": "2-0"}
    )
    _token, secret = make_token(
        event_id=event.pk,
        actor=owner,
        name="ScorePad",
        scopes=[scope.value for scope in TokenScope],
    )
    answer = factories.client_of(owner).post(
        f"/api/v1/events/{event.slug}/rounds/1/tables/5/result",
        json.dumps({"games": [2, 1, 0]}),
        "application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert (answer.json()["source"], answer.json()["kept"]) == ("program", False)
    one, other = map(Phone, pair_at(event, 6))
    one.tell("2-1", other.enrollment)
    other.tell("1-2", one.enrollment)
    assert [official(event, table) for table in range(1, 7)] == [
        (source, "")
        for source in (
            *(Source.TYPED, Source.SCANNED, Source.JUDGE, Source.CLICKED, Source.PROGRAM),
            Source.SECOND,
        )
    ]


def completed(event: Event, owner: User, **fields: str) -> None:
    answer = factories.client_of(owner).post(address(event, "complete", number=1), fields)
    assert answer.status_code == 302


def test_completing_a_round_tells_the_tables_set_together_from_the_others() -> None:
    event, owner = event_of_phones(10)
    entered(event, owner, "1 21")
    completed(
        event,
        owner,
        **{"choice-2": "20", "other": "3 12", "choice-rest": "20", "tables": "2-5"},
    )
    assert [official(event, table)[0] for table in range(1, 6)] == [
        *(Source.TYPED, Source.CLICKED, Source.TYPED, Source.TOGETHER, Source.TOGETHER)
    ]
    [line] = preflight_check(round_of(event, 1)).lines
    words = "2 results were set together, without a slip or a report of their own."
    assert check_words(line) == words
    page = factories.client_of(owner).get(address(event, "sources", number=1))
    assert "set together with other tables" in flat(page)
    page = factories.client_of(owner).get(address(event, "journal"))
    assert "set together with other tables" in flat(page)


def test_a_kept_report_keeps_its_source() -> None:
    event, owner = event_of_phones(8)
    judge = factories.staff_member(event, Role.JUDGE)
    entered(event, judge, "1 21")
    entered(event, owner, "1 20")
    for _again in range(2):
        keep_result(event_id=event.pk, actor=owner, number=1, table=1, seen="2-1")
        assert official(event, 1) == (Source.KEPT, Source.JUDGE)
        entered(event, judge, "1 20")
    page = flat(factories.client_of(owner).get(address(event, "sources", number=1)))
    assert "judge at the table, kept by staff" in page
    # A phone's report that the desk decides for, against another phone and against a slip.
    one, other = map(Phone, pair_at(event, 2))
    one.tell("2-1", other.enrollment)
    other.tell("2-0", one.enrollment)
    report = Report.objects.get(enrollment=one.enrollment)
    entered(event, owner, "2 2-1", taken=report.pk)
    assert official(event, 2) == (Source.KEPT, Source.FIRST)
    entered(event, owner, "3 20")
    entered(event, judge, "3 21")
    disputing = Report.objects.get(match=at_table(event, 1, 3), source=Source.JUDGE)
    fields = {"table": 3, "report": disputing.pk, "seen": "2-0"}
    factories.client_of(owner).post(address(event, "sources-take", number=1), fields)
    assert official(event, 3) == (Source.KEPT, Source.JUDGE)
    # A slip that differs from the report on the page counts as typed, not as taken over.
    entered(event, owner, "4 20", taken=report.pk)
    assert official(event, 4) == (Source.TYPED, "")


def test_the_final_report_counts_each_result_where_it_came_from() -> None:
    event, owner = event_of_phones(10)
    judge = factories.staff_member(event, Role.JUDGE)
    entered(event, judge, "1 21")
    entered(event, owner, "1 20")
    keep_result(event_id=event.pk, actor=owner, number=1, table=1, seen="2-1")
    completed(event, owner, **{"choice-rest": "20", "tables": "2-5"})
    picture = sources_picture(event_report(event))
    assert picture is not None
    assert picture.title == "Set together: 4 of 5 results"
    assert picture.rows == [["Set together", 4], ["Judges", 1]]


def test_sources_move_with_the_event() -> None:
    event, owner = event_of_phones(4)
    judge = factories.staff_member(event, Role.JUDGE)
    entered(event, judge, "1 21")
    entered(event, owner, "1 20")
    keep_result(event_id=event.pk, actor=owner, number=1, table=1, seen="2-1")
    completed(event, owner, **{"choice-rest": "20", "tables": "2"})
    event.refresh_from_db()
    written = as_bytes(export_archive(event))
    assert json.loads(written)["version"] == FOURTH
    copy = import_archive(archive=read_archive(written), actor=owner)
    assert official(copy, 1) == (Source.KEPT, Source.JUDGE)
    assert official(copy, 2) == (Source.TOGETHER, "")


def test_a_result_from_before_the_ways_were_told_apart_is_the_desks() -> None:
    event, owner = event_of_phones(4)
    entered(event, owner, "1 21")
    Report.objects.update(source=Source.SLIP)
    event.refresh_from_db()
    written = json.loads(as_bytes(export_archive(event)))
    [match] = [match for match in written["rounds"][0]["matches"] if "games" in match]
    assert not {"source", "kept"} & match["reports"][0].keys()
    report = at_table(event, 1, 1).official_report
    assert report is not None
    assert report.source_words == "desk"
