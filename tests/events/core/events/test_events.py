"""Create an event, change it, lock its number of rounds."""

import datetime
from typing import Any

import pytest
from django.test import Client

from events.core.events.actions import change_settings, create_event, lock_number_of_rounds
from events.core.events.declared_settings import EventData
from events.core.progress.queries import stage_statuses
from events.core.progress.recommended_rounds import number_of_rounds
from events.core.refusals import RefusedError
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.plans import StagePlan
from events.models import Event, JournalEntry, Role, Stage, Verb
from events.stages.actions import lay_out_stages
from standings import PROFILES
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.event_changes import change_event
from tests.markup import flat

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 5, 9)


def start(event: Event) -> None:
    factories.RoundFactory.create(event=event)


def test_create_makes_a_stage_a_staff_and_a_journal_entry() -> None:
    actor = factories.user()
    event = create_event(actor=actor, data=EventData(name="Friday Night", date=DAY))
    assert event.slug == "friday-night"
    assert [(stage.number, stage.kind, stage.rounds) for stage in event.stages.all()] == [
        (1, "swiss", None)
    ]
    member = event.staff.get()
    assert member.user == actor
    assert member.roles == {Role.ORGANIZER, Role.HEAD_JUDGE, Role.SCOREKEEPER}
    assert event.profile == PROFILES["mtr"].to_dict()
    assert event.journal.get().verb == Verb.EVENT_CREATED
    assert 0 <= event.seed < 2**63


def test_addresses_are_distinct_also_for_names_without_latin_letters() -> None:
    actor = factories.user()
    slugs = [
        create_event(actor=actor, data=EventData(name=name, date=DAY)).slug
        for name in ("金曜の大会", "土曜の大会", "Cup", "Cup", "Cup 2", "x" * 120)
    ]
    assert slugs == ["event", "event-2", "cup", "cup-2", "cup-2-2", "x" * 50]


def test_best_of_one_uses_no_games_for_tiebreakers() -> None:
    event = create_event(
        actor=factories.user(), data=EventData(name="Cup", date=DAY, games_to_win=1)
    )
    assert event.profile["use_games"] is False
    data = EventData(name="Cup", date=DAY, games_to_win=2)
    change_event(event_id=event.pk, actor=factories.user(), data=data)
    event.refresh_from_db()
    assert event.profile["use_games"] is True


def test_single_game_stages_use_no_games_for_tiebreakers(client: Client) -> None:
    event, owner = event_with_owner(4)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    playoff = StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION, games_to_win=2)
    cut: dict[str, Any] = {"cut_by": Stage.Cut.RANK, "cut_value": 2}

    def uses_games() -> bool:
        event.refresh_from_db()
        return bool(event.profile["use_games"])

    words = "Matches that count for the standings have one game, so GW% and OGW% are not used."
    lay_out_stages(**who, plans=[StagePlan(rounds=2, games_to_win=1, **cut), playoff])
    assert not uses_games()
    assert words in flat(client.get(f"/e/{event.slug}/rules/"))
    # Other settings leave it so, before round 1 and after it.
    change_settings(**who, changes={"venue": "Hall"})
    assert not uses_games()
    lay_out_stages(**who, plans=[StagePlan(rounds=2, **cut), playoff])
    assert uses_games()
    assert words not in flat(client.get(f"/e/{event.slug}/rules/"))
    lay_out_stages(**who, plans=[StagePlan(rounds=1, games_to_win=1, **cut), StagePlan(rounds=1)])
    assert uses_games(), "a stage with more games counts them"
    lay_out_stages(**who, plans=[StagePlan(rounds=2, games_to_win=1, **cut), playoff])
    start_round(event, owner, 1)
    change_settings(**who, changes={"venue": "Room 2"})
    assert not uses_games()


def test_change_names_the_fields_in_the_journal() -> None:
    actor = factories.user()
    event = create_event(actor=actor, data=EventData(name="Cup", date=DAY))
    data = EventData(name="Big Cup", date=DAY, venue="Hall", rounds=4)
    change_event(event_id=event.pk, actor=actor, data=data)
    event.refresh_from_db()
    assert (event.name, event.venue, event.stages.get().rounds) == ("Big Cup", "Hall", 4)
    entry = event.journal.get(verb=Verb.EVENT_CHANGED)
    assert entry.data == {
        "fields": ["name", "rounds", "venue"],
        "old": {"name": "Cup", "venue": ""},
    }


def test_a_change_of_nothing_leaves_no_trace() -> None:
    actor = factories.user()
    data = EventData(name="Cup", date=DAY)
    event = create_event(actor=actor, data=data)
    change_event(event_id=event.pk, actor=actor, data=data)
    assert JournalEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("profile", PROFILES["one-third"]),
        ("games_to_win", 3),
        ("draws_allowed", False),
        ("rounds", 7),
        ("late_policy", "nothing"),
    ],
)
def test_what_decides_results_is_frozen_once_round_1_is_paired(field: str, value: object) -> None:
    actor = factories.user()
    event = create_event(actor=actor, data=EventData(name="Cup", date=DAY))
    values: dict[str, Any] = {field: value}
    changed = EventData(name="Other", date=DAY, **values)
    start(event)
    with pytest.raises(RefusedError) as refused:
        change_event(event_id=event.pk, actor=actor, data=changed)
    assert refused.value.field == field
    event.refresh_from_db()
    assert event.name == "Cup"
    event.rounds.all().delete()
    change_event(event_id=event.pk, actor=actor, data=changed)
    event.refresh_from_db()
    assert event.name == "Other"


def test_the_rest_can_change_while_it_runs_but_not_after() -> None:
    actor = factories.user()
    event = create_event(actor=actor, data=EventData(name="Cup", date=DAY))
    start(event)
    change_event(event_id=event.pk, actor=actor, data=EventData(name="Cap", date=DAY))
    Event.objects.filter(pk=event.pk).update(state="finished")
    with pytest.raises(RefusedError):
        change_event(event_id=event.pk, actor=actor, data=EventData(name="Cop", date=DAY))
    event.refresh_from_db()
    assert event.name == "Cap"


@pytest.mark.parametrize("rounds", [0, 41, -1])
def test_impossible_numbers_of_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(RefusedError) as refused:
        create_event(actor=factories.user(), data=EventData(name="Cup", date=DAY, rounds=rounds))
    assert refused.value.field == "rounds"
    assert not Event.objects.exists()


def test_the_proposal_follows_the_roster_until_it_is_locked() -> None:
    event = factories.event_with_players(8)
    assert number_of_rounds(event).rounds == 3
    factories.enroll_players(event, ["Late One"])
    assert number_of_rounds(event).rounds == 4
    event.enrollments.filter(number=1).update(state="dropped", dropped_after=0)
    assert number_of_rounds(event).rounds == 3
    event.enrollments.filter(number=2).update(awarded_byes=3)
    found = number_of_rounds(event)
    assert (found.proposal.players, found.proposal.counted, found.rounds) == (8, 15, 4)
    assert lock_number_of_rounds(event.stages.get()) == 4
    factories.enroll_players(event, [f"More {number}" for number in range(60)])
    assert number_of_rounds(event).rounds == 4
    assert lock_number_of_rounds(event.stages.get()) == 4


@pytest.mark.parametrize(
    ("playoff", "rounds"),
    [
        (None, 4),
        (StagePlan(kind="single-elimination"), 5),
        (StagePlan(kind="double-elimination"), 5),
        (StagePlan(kind="single-elimination", seating="draft"), 4),
    ],
)
def test_the_recommended_rounds_depend_on_whether_a_playoff_follows(
    playoff: StagePlan | None, rounds: int
) -> None:
    event = factories.event_with_players(11)
    owner = factories.staff_member(event, list(Role))
    if playoff is not None:
        swiss = StagePlan(cut_by="rank", cut_value=4)
        lay_out_stages(event_id=event.pk, actor=owner, plans=[swiss, playoff])
    assert number_of_rounds(event).rounds == rounds, "the roster"
    assert stage_statuses(event)[0].planned == rounds, "the desk"
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert event.stages.get(number=1).rounds == rounds, "what is locked"
    assert number_of_rounds(event).rounds == rounds


def test_a_number_that_was_set_is_kept() -> None:
    event = factories.event_with_players(40, rounds=4)
    assert lock_number_of_rounds(event.stages.get()) == 4
