"""The table of a round with the sources of each result."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from domain.kinds import Source
from events.core.results.actions import enter_result
from events.core.results.result_audit import audit_round
from events.core.results.result_questions import ResultConflictError
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.models import Report, Role
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import at_table, enter_slips, round_of
from tests.events.support.doors import DESK, EVERYBODY, address, check_refusals, check_wrong_method
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_who_may_look() -> None:
    event, _owner = event_of_phones()
    url = address(event, "sources", number=1)
    check_refusals("get", url, EVERYBODY, event)
    check_wrong_method("get", url, event)
    browser = factories.client_of(factories.staff_member(event))
    assert browser.get(address(event, "sources", number=9)).status_code == 404


def test_differences_come_first_and_two_that_agree_last() -> None:
    event, owner = event_of_phones(8)
    scorekeeper = factories.staff_member(event, Role.SCOREKEEPER)
    who: dict[str, Any] = {"event_id": event.pk, "number": 1}
    phones = {table: tuple(map(Phone, pair_at(event, table))) for table in (1, 2, 3)}
    one, other = phones[1]
    one.tell("2-1", other.enrollment)
    other.tell("1-2", one.enrollment)
    enter_result(**who, actor=owner, table=2, slip=Slip.of(2, 0))
    one, other = phones[3]
    one.tell("2-0", other.enrollment)
    other.tell("2-0", one.enrollment)
    tables = audit_round(round_of(event, 1)).tables
    told = [(line.match.table, line.agreement.value) for line in tables]
    assert told == [(3, "differ"), (4, "none"), (2, "one"), (1, "agreed")]
    with pytest.raises(ResultConflictError):
        enter_result(**who, actor=scorekeeper, table=2, slip=Slip.of(1, 2))
    page = flat(factories.client_of(owner).get(address(event, "sources", number=1)))
    assert "Two sources agree at 1 of 4 tables." in page
    assert "Sources differ at 2 tables." in page
    assert page.index("tables/2/") < page.index("tables/3/") < page.index("tables/4/")


def test_one_person_who_says_it_twice_is_one_source() -> None:
    event, owner = event_of_phones()
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner, "number": 1, "table": 1}
    enter_result(**who, slip=Slip.of(2, 0))
    enter_result(**who, slip=Slip.of(2, 1), replace="2-0")
    [line] = [one for one in audit_round(round_of(event, 1)).tables if one.match.table == 1]
    assert line.agreement == "one"
    one, other = map(Phone, pair_at(event))
    other.tell("1-2", one.enrollment)
    [line] = [one for one in audit_round(round_of(event, 1)).tables if one.match.table == 1]
    assert line.agreement == "agreed"


def test_a_slip_whose_code_was_scanned_is_told_from_a_typed_one() -> None:
    event, owner = event_of_phones()
    judge = factories.staff_member(event, Role.JUDGE)
    enter = address(event, "enter", number=1)
    assert factories.client_of(owner).post(enter, {"entry": "T1R1 21"}).status_code == 200
    assert factories.client_of(judge).post(enter, {"entry": "T2R1 20"}).status_code == 200
    sources = [getattr(at_table(event, 1, table).official_report, "source", "") for table in (1, 2)]
    assert sources == ["scanned", "judge"]
    browser = factories.client_of(owner)
    page = flat(browser.get(address(event, "sources", number=1)))
    assert "desk, from a scanned slip" in page
    browser.cookies["django_language"] = "ja"
    page = flat(browser.get(address(event, "sources", number=1)))
    assert "デスク（コードを読み取った結果記入用紙より）" in page
    event.refresh_from_db()
    archive = read_archive(as_bytes(export_archive(event)))
    told = [one.source for match in archive.rounds[0].matches for one in match.reports]
    assert told == [Source.SCANNED, Source.JUDGE]


def test_every_source_has_its_word_in_an_archive() -> None:
    assert {one.value for one in Source} == set(Report.Source)


def test_few_and_many_tables_ask_the_same_number_of_queries() -> None:
    counts = []
    for players in (4, 40):
        event, owner = event_of_phones(players)
        one, other = map(Phone, pair_at(event))
        one.tell("2-1", other.enrollment)
        browser = factories.client_of(owner)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address(event, "sources", number=1)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_who_may_keep_take_and_certify() -> None:
    event, _owner = event_of_phones()
    for name, allowed in (
        ("sources-keep", EVERYBODY),
        ("sources-take", EVERYBODY),
        ("certify", DESK),
        ("reading-enter", EVERYBODY),
        ("reading-undo", EVERYBODY),
    ):
        check_refusals("post", address(event, name, number=1), allowed, event)
        check_wrong_method("post", address(event, name, number=1), event)
    for name in ("reading", "reading-echo", "reading-count"):
        check_refusals("get", address(event, name, number=1), EVERYBODY, event)


def test_a_slip_is_read_blind_and_what_differs_is_settled_by_one_button() -> None:
    event, owner = event_of_phones()
    enter_slips(event, owner, 1, "1 20", "2 20")
    reader = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    page = flat(reader.get(address(event, "reading", number=1)))
    assert "of 2 slips still to verify" in page
    assert "2-0" not in page.partition('id="shortcuts"')[0].replace("<kbd>", "")
    echo = flat(reader.get(address(event, "reading-echo", number=1), {"entry": "1 12"}))
    assert "Already entered:" not in echo
    enter = address(event, "reading-enter", number=1)
    answer = flat(reader.post(enter, {"entry": "1 12"}, headers={"hx-request": "true"}))
    assert "beats" in answer
    assert "2-0" not in answer
    assert "of 2 slips still to verify" in answer
    assert reader.post(enter, {"entry": "1 33"}).status_code == 422
    assert reader.post(enter, {"entry": "2 12"}).status_code == 200
    page = flat(reader.get(address(event, "sources", number=1)))
    assert page.index("differ-1") < page.index("differ-2") < page.index('id="sources"')
    [one, other] = [at_table(event, 1, table).reports.get(source="reading") for table in (1, 2)]
    keep, take = (address(event, f"sources-{what}", number=1) for what in ("keep", "take"))
    seen = {"seen": "2-0"}
    assert reader.post(keep, {"table": 1, **seen}).status_code == 302
    assert reader.post(take, {"table": 1, **seen, "report": one.pk}).status_code == 422
    assert reader.post(take, {"table": 2, **seen, "report": other.pk}).status_code == 302
    assert [at_table(event, 1, table).result_text for table in (1, 2)] == ["2-0", "1-2"]
    page = flat(reader.get(address(event, "sources", number=1)))
    assert "Two sources agree at 2 of 2 tables." in page
    assert ">resolved</span>" in page


def test_in_a_complete_round_the_other_result_is_a_correction_with_a_reason() -> None:
    event, owner = event_of_phones()
    enter_slips(event, owner, 1, "1 20", "2 20")
    complete_round(event_id=event.pk, actor=owner, number=1)
    head, reader = factories.client_of(owner), factories.staff_member(event, Role.SCOREKEEPER)
    scorekeeper = factories.client_of(reader)
    scorekeeper.post(address(event, "reading-enter", number=1), {"entry": "1 12"})
    [said] = at_table(event, 1, 1).reports.filter(source="reading")
    check_page = flat(head.get(address(event, "preflight", number=1)))
    assert "The verification of the slip has a different result." in check_page
    assert address(event, "sources", number=1) in check_page
    take = address(event, "sources-take", number=1)
    form = {"table": 1, "seen": "2-0", "report": said.pk}
    assert scorekeeper.post(take, {**form, "reason": "misread"}).status_code == 403
    assert head.post(take, form).status_code == 422
    assert head.post(take, {**form, "reason": "misread"}).status_code == 302
    assert at_table(event, 1, 1).result_text == "1-2"
    assert "The verification of the slip" not in flat(
        head.get(address(event, "preflight", number=1))
    )
    certify = address(event, "certify", number=1)
    assert scorekeeper.post(certify).status_code == 422
    assert head.post(certify).status_code == 422
    assert head.post(certify, {"reason": "I watched both"}).status_code == 302
    words = f"certified by {owner.username}, although two sources agree at only 1 of 2 tables"
    assert words in flat(head.get(address(event, "round", number=1)))
    assert words in flat(head.get(address(event, "report")))
