"""Enroll, change, check in, remove."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.core.players.actions import change_enrollment, check_in, remove
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Player, Role, Round, Verb
from tests import factories
from tests.events.scenario import event_with_owner, start_round

pytestmark = pytest.mark.django_db


def add(event: Event, *entries: NewEnrollment) -> list[Enrollment]:
    return enroll(event_id=event.pk, actor=factories.user(), entries=entries)


def change(event: Event, number: int, **values: Any) -> Enrollment:
    one = event.enrollments.select_related("player").get(number=number)
    before: dict[str, Any] = {
        "name": one.name,
        "email": one.player.email,
        "platform_id": one.platform_id,
        "awarded_byes": one.awarded_byes,
        "fixed_table": one.fixed_table,
    }
    data = EnrollmentData(**{**before, **values})
    return change_enrollment(event_id=event.pk, actor=factories.user(), number=number, data=data)


def paired_round(event: Event, number: int, state: str) -> None:
    factories.RoundFactory.create(event=event, number=number, state=state)


def test_numbers_and_names_and_one_journal_entry_each() -> None:
    event = factories.event()
    made = add(event, NewEnrollment("  Ada \u200b  Falk\n"), NewEnrollment("Bo", "B@Example.org"))
    assert [(one.number, one.name, one.player.email) for one in made] == [
        (1, "Ada Falk", ""),
        (2, "Bo", "b@example.org"),
    ]
    told = list(event.journal.filter(verb=Verb.ENROLLED).order_by("id"))
    assert [(one.first_number, one.data["first"]) for one in told] == [(1, "Ada Falk"), (2, "Bo")]
    event.refresh_from_db()
    assert event.public_revision == 1


def test_a_number_is_never_given_twice() -> None:
    event = factories.event()
    add(event, NewEnrollment("Ada"), NewEnrollment("Bo"))
    assert remove(event_id=event.pk, actor=factories.user(), number=2) == "Bo"
    (made,) = add(event, NewEnrollment("Cy"))
    assert made.number == 3


def test_the_same_address_is_the_same_human_in_another_event() -> None:
    first, second = factories.event(), factories.event()
    (one,) = add(first, NewEnrollment("Ada Falk", "ada@example.org"))
    (two,) = add(second, NewEnrollment("Ada Moe", "ADA@example.org"))
    assert one.player == two.player
    assert Enrollment.objects.get(pk=one.pk).name == "Ada Falk"
    assert two.name == "Ada Moe"


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (NewEnrollment(" \u3000 "), "name"),
        (NewEnrollment("x" * 81), "name"),
        (NewEnrollment("Bo", awarded_byes=4), "awarded_byes"),
        (NewEnrollment("Bo", awarded_byes=-1), "awarded_byes"),
        (NewEnrollment("Bo", "ada@example.org"), "email"),
        (NewEnrollment("Bo", platform_id="Ada#1"), "platform_id"),
        (NewEnrollment("Bo", platform_id="x" * 81), "platform_id"),
        (NewEnrollment("Ｊudge JO"), "name"),
        (NewEnrollment("Somebody", "jo@example.org"), "name"),
    ],
)
def test_refusals_name_the_field_and_write_nothing(entry: NewEnrollment, field: str) -> None:
    event = factories.event()
    judge = factories.staff_member(event, Role.JUDGE)
    judge.first_name, judge.last_name, judge.email = "Judge", "Jo", "jo@example.org"
    judge.save()
    add(event, NewEnrollment("Ada", "ada@example.org", "Ada#1"))
    with pytest.raises(RefusedError) as refused:
        add(event, NewEnrollment("Fine"), entry)
    assert refused.value.field == field
    assert event.enrollments.count() == 1
    assert Player.objects.count() == 1


def test_two_lines_of_one_list_can_not_share_an_address() -> None:
    event = factories.event()
    with pytest.raises(RefusedError):
        add(event, NewEnrollment("Ada", "a@example.org"), NewEnrollment("Bo", "A@example.org"))
    assert not event.enrollments.exists()


@pytest.mark.parametrize(("late", "losses"), [(None, 2), ("losses", 2), ("nothing", 0)])
def test_late_players_get_what_was_chosen_for_missed_rounds(late: str | None, losses: int) -> None:
    event = factories.event()
    paired_round(event, 1, "complete")
    paired_round(event, 2, "posted")
    (made,) = add(event, NewEnrollment("Late", late=late))
    assert made.first_round == 3
    found = Match.objects.filter(first=made).order_by("round__number")
    assert [(one.round.number, one.kind, one.games, one.table) for one in found] == [
        (number, "unpaired", (0, 0, 0), None) for number in range(1, losses + 1)
    ]


def test_a_draft_is_missed_but_pairing_it_again_takes_the_player_in() -> None:
    event = factories.event(late_policy="nothing")
    paired_round(event, 1, "complete")
    paired_round(event, 2, Round.State.UNPOSTED)
    (one, two) = add(event, NewEnrollment("One"), NewEnrollment("Two", late="losses"))
    assert (one.first_round, two.first_round) == (2, 2)
    assert not Match.objects.filter(first=one).exists()
    assert Match.objects.filter(first=two).count() == 2


def test_awarded_byes_are_frozen_by_round_1() -> None:
    event = factories.event()
    add(event, NewEnrollment("Ada", awarded_byes=2), NewEnrollment("Bo"))
    change(event, 2, awarded_byes=1)
    paired_round(event, 1, Round.State.UNPOSTED)
    for write in (
        lambda: add(event, NewEnrollment("Late", awarded_byes=1)),
        lambda: change(event, 1, awarded_byes=0),
        lambda: change(event, 2, awarded_byes=3),
    ):
        with pytest.raises(RefusedError) as refused:
            write()
        assert refused.value.field == "awarded_byes"
    assert change(event, 1, name="Adah").awarded_byes == 2


def test_change_tells_the_journal_what_was_before_but_no_address() -> None:
    event = factories.event()
    add(event, NewEnrollment("Ada", "ada@example.org"))
    change(event, 1, name="Adah", email="new@example.org", fixed_table=7)
    entry = event.journal.get(verb=Verb.ENROLLMENT_CHANGED)
    assert entry.data["changed"] == {
        "name": ["Ada", "Adah"],
        "fixed_table": [None, 7],
        "email": [],
    }
    assert "example.org" not in str(entry.data)
    assert event.enrollments.get().player.email == "new@example.org"


def test_a_changed_address_leaves_other_events_alone() -> None:
    first, second = factories.event(), factories.event()
    add(first, NewEnrollment("Ada", "ada@example.org"))
    add(second, NewEnrollment("Ada", "ada@example.org"))
    change(second, 1, email="typo@example.org")
    assert first.enrollments.get().player.email == "ada@example.org"
    assert second.enrollments.get().player.email == "typo@example.org"
    change(second, 1, email="ada@example.org")
    assert first.enrollments.get().player == second.enrollments.get().player


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"fixed_table": 3}, "fixed_table"),
        ({"fixed_table": 0}, "fixed_table"),
        ({"email": "ada@example.org"}, "email"),
        ({"platform_id": "A#1"}, "platform_id"),
        ({"name": ""}, "name"),
    ],
)
def test_changes_that_clash_are_refused(values: dict[str, Any], field: str) -> None:
    event = factories.event()
    add(event, NewEnrollment("Ada", "ada@example.org", "A#1"), NewEnrollment("Bo"))
    change(event, 1, fixed_table=3)
    with pytest.raises(RefusedError) as refused:
        change(event, 2, **values)
    assert refused.value.field == field


def test_check_in_twice_is_written_once() -> None:
    event = factories.event_with_players(1)
    for _time in range(2):
        check_in(event_id=event.pk, actor=factories.user(), number=1)
    assert event.enrollments.get().checked_in
    assert event.journal.count() == 1
    check_in(event_id=event.pk, actor=factories.user(), number=1, present=False)
    assert not event.enrollments.get().checked_in


def test_remove_only_who_never_played() -> None:
    event, owner = event_with_owner(3)
    start_round(event, owner, 1)
    add(event, NewEnrollment("Late", late="losses"))
    for number in (1, 2, 3):
        with pytest.raises(RefusedError, match="was already paired and can now only be dropped"):
            remove(event_id=event.pk, actor=owner, number=number)
    assert remove(event_id=event.pk, actor=owner, number=4) == "Late"
    assert not Match.objects.assigned_losses().exists()
    assert event.enrollments.count() == 3


def test_remove_forgets_the_human_who_is_in_no_other_event() -> None:
    first, second = factories.event(), factories.event()
    add(first, NewEnrollment("Ada", "ada@example.org"), NewEnrollment("Bo", "bo@example.org"))
    add(second, NewEnrollment("Ada", "ada@example.org"))
    for number in (1, 2):
        remove(event_id=first.pk, actor=factories.user(), number=number)
    assert [player.name for player in Player.objects.all()] == ["Ada"]


def test_nothing_can_be_done_in_a_finished_event() -> None:
    event = factories.event_with_players(1, state="finished")
    with pytest.raises(RefusedError):
        add(event, NewEnrollment("Bo"))
    with pytest.raises(RefusedError):
        check_in(event_id=event.pk, actor=factories.user(), number=1)


def test_unknown_numbers_are_refused_in_words() -> None:
    event = factories.event()
    with pytest.raises(RefusedError, match="number 7"):
        check_in(event_id=event.pk, actor=factories.user(), number=7)


def test_queries_grow_by_batches_and_not_by_players() -> None:
    counts = []
    for size in (3, 300):
        event = factories.event()
        entries = [NewEnrollment(f"P {size} {n}", f"p{size}-{n}@example.org") for n in range(size)]
        with CaptureQueriesContext(connection) as queries:
            add(event, *entries)
        counts.append(len(queries))
    # SQLite takes a thousand values in one insert; a query for each player would be 300 more.
    assert counts[1] - counts[0] <= 10
