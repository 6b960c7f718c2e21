"""Archives are imported and exported unchanged; standings published elsewhere equal ours."""

import json
from fractions import Fraction
from typing import Any

import pytest
from django.forms import CharField

from events.core.clock.actions import start_clock
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import (
    Enrollment,
    Event,
    JournalEntry,
    Match,
    Penalty,
    Player,
    Round,
    StandingsSnapshot,
    Verb,
)
from events.roster.drop_actions import disqualify
from events.settings.own_profile import OwnProfileForm
from events.simulation.simulate import Plan, simulate_event
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import Step, import_archive
from events.transfer.previews import summary_of
from standings import PROFILES
from tests import factories
from tests.archives import MADE_UP, as_bytes, small
from tests.events.preflight.answers import drop

pytestmark = pytest.mark.django_db


def _import(archive: dict[str, Any], **options: Any) -> Event:
    options.setdefault("actor", None)
    return import_archive(archive=read_archive(as_bytes(archive)), **options)


def _again(event: Event) -> dict[str, Any]:
    """The archive of the event that the archive of `event` makes."""
    archive = export_archive(event)
    return export_archive(_import(archive, actor=factories.user()))


def test_one_import_is_one_journal_entry_and_whatever_is_published() -> None:
    owner = factories.user()
    event = _import(small(), actor=owner)
    verbs = list(
        JournalEntry.objects.filter(event=event).order_by("id").values_list("verb", "actor")
    )
    assert verbs == [
        (Verb.EVENT_IMPORTED, owner.pk),
        (Verb.STANDINGS_PUBLISHED, owner.pk),
        (Verb.STANDINGS_PUBLISHED, owner.pk),
    ]
    member = event.staff.get()
    assert member.user == owner
    assert (member.organizer, member.head_judge, member.judge, member.scorekeeper) == (
        True, True, False, True,
    )  # fmt: skip
    assert export_archive(event) == small()


def test_who_left_is_named_in_the_order_of_the_file() -> None:
    archive = small()
    archive["drops"] = [{"player": 4, "after_round": 2}, {"player": 3, "after_round": 1}]
    assert export_archive(_import(archive)) == archive


def test_importing_twice_makes_two_events_with_addresses_of_their_own() -> None:
    assert [_import(small()).slug, _import(small()).slug] == ["test-cup", "test-cup-2"]


def test_nothing_is_left_of_an_import_that_fails_at_its_end() -> None:
    class StopError(Exception):
        pass

    def stop(step: Step, done: int, total: int) -> None:
        if step is Step.STANDINGS:
            raise StopError

    with pytest.raises(StopError):
        _import(small(), progress=stop)
    counts = [
        model.objects.count() for model in (Event, Player, Enrollment, Round, Match, JournalEntry)
    ]
    assert counts == [0] * 6


def test_progress_counts_every_round() -> None:
    seen: list[tuple[str, int, int]] = []
    _import(small(), progress=lambda step, done, total: seen.append((step, done, total)))
    assert [entry for entry in seen if entry[0] == "rounds"] == [
        ("rounds", 1, 3), ("rounds", 2, 3), ("rounds", 3, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("floor", "win", "name"),
    [("1/3", 3, "one-third"), ("0.33", 3, "mtr"), ("0.25", 3, "custom"), ("0", 1, "custom")],
)
def test_the_rules_of_the_file_choose_the_profile(floor: str, win: int, name: str) -> None:
    archive = small()
    archive["event"]["rules"].update(floor=floor, win=win, draw=1 if win == 3 else 0)
    event = _import(archive)
    assert event.profile["name"] == name
    assert Fraction(event.profile["floor"]) == Fraction(floor)
    assert export_archive(event) == archive


def test_everything_the_software_adds_to_the_format_survives() -> None:
    archive = small()
    archive["event"].update(
        time_zone="Asia/Tokyo", venue="Back room", draws_allowed=False, round_minutes=40,
        platform="Arena", late_policy="nothing", re_entry="pairing", first_table=101,
        restrictions="18 and older", finished_at="2026-03-14T20:00:00+00:00", seed=77,
    )  # fmt: skip
    archive["players"][0].update(
        email="one@example.org", platform_id="One#1", awarded_byes=2, checked_in=True, fixed_table=7
    )
    archive["players"][4].update(first_round=2)
    archive["rounds"][0].update(
        seed=2**62, changed_by_hand=True, paired_at="2026-03-14T10:00:00+00:00",
        posted_at="2026-03-14T10:01:00+00:00", started_at="2026-03-14T10:05:00+00:00",
        completed_at="2026-03-14T11:00:00.123456+00:00",
    )  # fmt: skip
    archive["rounds"][0]["matches"][0]["extension_minutes"] = 4
    archive["drops"][0]["disqualified"] = True
    archive["standings"] = [1, 3]
    archive["penalties"] = [
        {
            "player": 3,
            "infraction": "cheating",
            "penalty": "disqualification",
            "given_at": "2026-03-14T10:30:00+00:00",
            "round": 1,
            "note": "see the report",
        }
    ]
    event = _import(archive, actor=factories.user())
    assert export_archive(event) == archive
    published = StandingsSnapshot.objects.filter(round__event=event)
    assert sorted(published.values_list("round__number", flat=True)) == [1, 3]
    assert event.enrollments.get(number=3).state == Enrollment.State.DISQUALIFIED
    bare = export_archive(event, emails=False)
    assert "email" not in bare["players"][0]
    assert bare["players"][0]["platform_id"] == "One#1"


def test_a_profile_that_the_rules_cannot_say_travels_whole() -> None:
    archive = export_archive(factories.event(profile={"name": "dci-1999", "floor_own_gw": False}))
    assert archive["event"]["profile"]["name"] == "dci-1999"
    event = _import(archive)
    assert event.profile["floor_own_gw"] is False
    assert export_archive(event) == archive


def test_own_rules_travel_with_the_longest_name_that_their_form_takes() -> None:
    field = OwnProfileForm.base_fields["name"]
    assert isinstance(field, CharField)
    longest = field.max_length or 0
    assert longest == 100
    rules = {**PROFILES["mtr"].to_dict(), "name": "R" * longest}
    event = factories.event(profile=rules)
    assert _import(export_archive(event)).profile["name"] == "R" * longest


def test_penalties_need_somebody_to_belong_to() -> None:
    archive = small()
    archive["penalties"] = [{"player": 1, "infraction": "slow-play", "penalty": "warning"}]
    with pytest.raises(RefusedError):
        _import(archive)
    _import(archive, actor=factories.user())
    assert Penalty.objects.get().enrollment.number == 1


def test_a_player_known_by_the_address_stays_one_player() -> None:
    known = Player.objects.create(name="Known", email="one@example.org")
    archive = small()
    archive["players"][1]["email"] = "one@example.org"
    event = _import(archive)
    enrollment = event.enrollments.get(number=2)
    assert enrollment.player == known
    assert enrollment.name == "Player 2"
    known.refresh_from_db()
    assert known.name == "Known"


def test_an_event_moves_in_every_state_it_can_be_in() -> None:
    """From set-up to the third round and back out of the file at each step."""
    event = factories.event_with_players(9)
    actor = factories.staff_member(event, ["organizer", "scorekeeper"])
    ids: dict[str, Any] = {"event_id": event.pk, "actor": actor}
    states = []

    def move() -> None:
        event.refresh_from_db()
        archive = export_archive(event)
        copy = _import(archive, actor=actor)
        assert export_archive(copy) == archive
        last = copy.rounds.order_by("-number").first()
        states.append((copy.state, last.state if last else None))
        copy_rounds = copy.rounds.order_by("number")
        for ours, theirs in zip(event.rounds.order_by("number"), copy_rounds, strict=True):
            assert ours.posted_rows == theirs.posted_rows

    move()
    pair_next_round(**ids, number=1)
    move()
    post_round(**ids, number=1)
    start_clock(**ids, number=1)
    enter_result(**ids, number=1, table=1, slip=Slip.of(2, 1, drop_second=True))
    move()
    for table in (2, 3):
        enter_result(**ids, number=1, table=table, slip=Slip.of(0, 2))
    enter_result(**ids, number=1, table=4, slip=Slip.of(0, 0, double_loss=True))
    move()
    complete_round(**ids, number=1, resolutions={})
    disqualify(**ids, number=9, reason="Cheating")
    move()
    pair_next_round(**ids, number=2)
    gone = Match.objects.filter(round__event=event, round__number=2, table=1).get().first.number
    drop(**ids, number=gone)
    move()
    assert states == [
        ("setup", None),
        ("running", "unposted"),
        ("running", "posted"),
        ("running", "posted"),
        ("running", "complete"),
        ("running", "unposted"),
    ]


def test_a_moved_event_goes_on_as_it_would_have() -> None:
    """The copy pairs the next round from the same seed the same way."""
    actor = factories.user()
    plan = Plan(players=17, rounds=5, seed=3, name="Move", stop_in_round=3)
    event = simulate_event(actor=actor, plan=plan)
    complete_round(event_id=event.pk, actor=actor, number=3, resolutions={})
    copy = _import(export_archive(event), actor=actor)
    for one in (event, copy):
        pair_next_round(event_id=one.pk, actor=actor, number=4, seed=99)
    ours, theirs = (export_archive(one)["rounds"][3]["matches"] for one in (event, copy))
    assert ours == theirs


def test_a_finished_event_that_was_played_here_moves_too() -> None:
    actor = factories.user()
    plan = Plan(players=20, rounds=4, seed=11, name="Home", finish=True)
    event = simulate_event(actor=actor, plan=plan)
    assert _again(event) == export_archive(event)


def test_the_number_of_queries_of_an_export_does_not_grow(
    django_assert_max_num_queries: Any,
) -> None:
    # One query for each kind of row in an archive; all answers to the pre-flight check are one
    # kind.
    event = _import(small())
    with django_assert_max_num_queries(30):
        export_archive(event)
    large = _import(json.loads(MADE_UP.read_bytes()))
    with django_assert_max_num_queries(30):
        export_archive(large)


def test_the_summary_counts() -> None:
    summary = summary_of(read_archive(as_bytes(small())))
    assert (summary.dropped, summary.matches, summary.results, summary.byes) == (1, 4, 4, 2)
    assert [(stage.rounds, stage.played, stage.advancing) for stage in summary.stages] == [
        (2, 2, 2),
        (1, 1, None),
    ]


def test_keys_of_other_programs_are_kept_and_given_back() -> None:
    values = small() | {"extensions": {"league": {"season": 3, "tags": ["a", None]}}}
    event = import_archive(archive=read_archive(as_bytes(values)), actor=None)
    assert export_archive(event) == values
    assert "extensions" not in export_archive(event, emails=False), "nobody knows what is in them"
