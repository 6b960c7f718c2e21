"""Latest results are read once for ten desks, and shown to each as they are now."""

import re
from typing import Any

import pytest

from events.core.compiled.queries import AT_ONCE
from events.core.results.report_actions import undo_last
from events.core.results.result_feed import recent_at
from events.core.results.result_questions import ResultConflictError
from events.core.revision_cache import RevisionCache, clear_revision_caches
from events.desk.queries import DeskChanges, desk_changes
from events.models import Event, Role, Verb
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import at_table, enter_slips, journaled, round_of
from tests.events.support.entry_box import enter, live, playing
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def since_of(event: Event) -> int:
    return Event.objects.get(pk=event.pk).revision


def changes(event: Event, since: int) -> DeskChanges:
    now = Event.objects.get(pk=event.pk)
    changed = desk_changes(now, round_of(now, 1), since)
    assert changed is not None
    return changed


def told(event: Event, since: int) -> list[str]:
    return [line.report.result.text for line in changes(event, since).recent]


def test_the_second_desk_is_told_the_same_without_reading_it() -> None:
    event, owner, browser = playing()
    since = since_of(event)
    enter_slips(event, owner, 1, "1 20", "2 21")
    colleague = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    first = queries_of(lambda: live(browser, event, since))
    assert queries_of(lambda: live(colleague, event, since), after_others=True) == first - 1
    own, other = (live(desk, event, since).content.decode() for desk in (browser, colleague))
    assert "data-own" in own
    assert "data-own" not in other
    assert (
        own.replace(" data-own", "").partition("afterbegin:#recent")[2]
        == (other.partition("afterbegin:#recent")[2])
    )


def test_every_reader_is_told_in_the_own_language() -> None:
    event, owner, browser = playing()
    since = since_of(event)
    enter_slips(event, owner, 1, "1 20")
    assert "Undo result at table 1" in live(browser, event, since).content.decode()
    browser.cookies["django_language"] = "ja"
    assert "Undo result at table 1" not in live(browser, event, since).content.decode()
    browser.cookies["django_language"] = "en"
    assert "Undo result at table 1" in live(browser, event, since).content.decode()


def test_what_is_undone_or_replaced_is_told_as_it_is_now() -> None:
    event, owner, _browser = playing()
    since = since_of(event)
    enter_slips(event, owner, 1, "1 20", "2 21")
    assert told(event, since) == ["2-1", "2-0"]
    undo_last(event_id=event.pk, actor=owner, number=1)
    assert [bool(line.report.undone_at) for line in changes(event, since).recent] == [True, False]
    enter_slips(event, owner, 1, "2 02")
    newest = changes(event, since).recent[0]
    assert newest.is_official
    assert newest.report.result.text == "0-2"


def test_what_contradicts_is_told_to_every_desk() -> None:
    event, owner, _browser = playing()
    since = since_of(event)
    enter_slips(event, owner, 1, "1 20", "2 20")
    assert told(event, since) == ["2-0", "2-0"]
    with pytest.raises(ResultConflictError):
        enter_slips(event, owner, 1, "2 02")
    for _desk in range(2):
        [dispute] = changes(event, since).disputes
        assert dispute.match.table == 2
        assert [report.result.text for report in dispute.against] == ["0-2"]


def test_a_player_who_is_called_otherwise_now_is_called_so() -> None:
    event, owner, _browser = playing()
    since = since_of(event)
    enter_slips(event, owner, 1, "1 20")
    [line] = changes(event, since).recent
    first = line.report.match.first
    drop(event_id=event.pk, actor=owner, number=first.number)
    assert changes(event, since).recent == [line], "a drop is no other line"
    type(first).objects.filter(pk=first.pk).update(name="Bianchi")
    Event.objects.filter(pk=event.pk).update(whole_revision=since - 1)
    [line] = changes(event, since).recent
    assert line.report.match.first.name == "Bianchi"


def test_many_tables_are_read_a_few_at_a_time() -> None:
    event, owner, _browser = playing(2 * (2 * AT_ONCE + 2))
    since = since_of(event)
    slips = [f"{table} 20" for table in range(1, 2 * AT_ONCE + 2)]
    enter_slips(event, owner, 1, *slips)
    lines = changes(event, since).recent
    assert [line.report.match.table for line in lines] == list(range(2 * AT_ONCE + 1, 0, -1))
    assert len(journaled(event, Verb.RESULT_ENTERED)) == len(slips)


def as_shown(answer: Any) -> str:
    """Return a desk's answer without the part that differs every time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


@pytest.mark.parametrize(
    "typed",
    [["1 20"], ["1 20 x2", "2 11t"], ["1 20", "1 02!"], ["1 11t", "2 21 c2"]],
    ids=["plain", "drop", "replaced", "games"],
)
def test_what_was_kept_when_it_was_entered_says_what_reading_it_says(typed: list[str]) -> None:
    event, _owner, browser = playing()
    since = since_of(event)
    for text in typed:
        shown = at_table(event, 1, 1).result_text
        enter(browser, event, text, since=str(since), seen=shown)
    colleague = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    kept = as_shown(live(colleague, event, since))
    kept_by_who_entered = as_shown(live(browser, event, since))
    clear_revision_caches()
    assert as_shown(live(colleague, event, since)) == kept
    assert as_shown(live(browser, event, since)) == kept_by_who_entered
    assert "data-own" in kept_by_who_entered


def test_what_a_desk_entered_is_not_read_by_any_other() -> None:
    event, _owner, browser = playing()
    since = since_of(event)
    colleague = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    enter(browser, event, "1 20", since=str(since))
    kept = queries_of(lambda: live(colleague, event, since), after_others=True)
    assert queries_of(lambda: live(colleague, event, since)) == kept + 1


def test_a_table_that_was_undone_before_is_read() -> None:
    event, owner, browser = playing()
    since = since_of(event)
    enter_slips(event, owner, 1, "1 20")
    undo_last(event_id=event.pk, actor=owner, number=1)
    enter(browser, event, "1 02", since=str(since))
    lines = changes(event, since).recent
    assert [bool(line.report.undone_at) for line in lines] == [False, True]


def test_nothing_is_told_of_a_table_that_nothing_came_in_of() -> None:
    event, _owner, _browser = playing()
    match = at_table(event, 1, 1)
    assert recent_at(round_of(event, 1), {match.pk: (match.revision, None)}) == ([], [])
    assert recent_at(round_of(event, 1), {}) == ([], [])


def test_the_oldest_is_let_go_of() -> None:
    cache: RevisionCache[str] = RevisionCache(most=2)
    for number in range(3):
        cache.put(number, f"{number}")
    assert [cache.get(number) for number in range(3)] == [None, "1", "2"]
    cache.clear()
    assert cache.get(2) is None
