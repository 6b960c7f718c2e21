"""Teams: their members, their names on pages, and that they drop as a whole."""

import datetime
from dataclasses import replace

import pytest

from events.core.adapters import posted_rows, profile_of
from events.core.events.actions import create_event
from events.core.events.declared_settings import EventData
from events.core.journal.words.entries import sentence
from events.core.players.actions import change_enrollment, remove
from events.core.players.enrollment_actions import enroll
from events.core.players.listed_players import absent_players
from events.core.players.player_entries import EnrollmentData, NewEnrollment
from events.core.players.queries import find_players
from events.core.players.teams import members_of
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Role, TeamMember, Verb
from events.roster.drop_actions import disqualify
from standings.profile import PROFILES
from standings.rule_values import Tiebreaker
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import journaled, player, start_round
from tests.events.support.event_changes import change_event
from tests.events.support.staffing import add_staff
from tests.events.support.teams import TEAMS, new_team, team_event

pytestmark = pytest.mark.django_db


# The event


@pytest.mark.parametrize(
    ("size", "typed", "games_to_win"), [(1, 3, 3), (2, 3, 1), (2, 2, 1), (3, 1, 2), (3, 3, 2)]
)
def test_the_size_of_the_teams_decides_the_length_of_a_match(
    size: int, typed: int, games_to_win: int
) -> None:
    event, _owner = team_event(0, size, games_to_win=typed)
    assert (event.team_size, event.games_to_win) == (size, games_to_win)


@pytest.mark.parametrize(("size", "uses_games"), [(1, True), (2, False), (3, False)])
def test_games_of_teams_are_not_used(size: int, uses_games: bool) -> None:
    event, _owner = team_event(0, size)
    profile = profile_of(event)
    assert profile.use_games is uses_games
    assert (Tiebreaker.GW in profile.ranked_by) is uses_games


def data_of(event: Event, **changes: object) -> EventData:
    data = EventData(name=event.name, date=event.date, team_size=event.team_size)
    return replace(data, **changes)  # type: ignore[arg-type]


def test_single_players_become_teams_only_while_nobody_is_enrolled() -> None:
    event, owner = team_event(0, 1)
    change_event(event_id=event.pk, actor=owner, data=data_of(event, team_size=3))
    event.refresh_from_db()
    assert (event.team_size, event.games_to_win, event.seats) == (3, 2, "ABC")
    enroll(event_id=event.pk, actor=owner, entries=[new_team("Red")])
    with pytest.raises(
        RefusedError,
        match=r"Players are already enrolled\. Remove all players from the roster first",
    ) as refusal:
        change_event(event_id=event.pk, actor=owner, data=data_of(event, team_size=1))
    assert refusal.value.field == "team_size"


def test_the_size_is_frozen_once_round_1_is_paired() -> None:
    event, owner = team_event(2)
    start_round(event, owner, 1)
    with pytest.raises(
        RefusedError, match="The team size can't change after round 1 is paired"
    ) as refusal:
        change_event(event_id=event.pk, actor=owner, data=data_of(event, team_size=2))
    assert refusal.value.field == "team_size"
    rounds = event.stages.get().rounds
    change_event(event_id=event.pk, actor=owner, data=data_of(event, venue="Hall", rounds=rounds))
    event.refresh_from_db()
    assert (event.venue, event.team_size) == ("Hall", 3)


# Enrolling


def test_a_team_is_enrolled_with_its_members_in_their_seats() -> None:
    event, owner = team_event(0)
    entry = NewEnrollment(name="Red", members=(" Anna ", "Bruno", "Chiara\u200b"))
    (team,) = enroll(event_id=event.pk, actor=owner, entries=[entry])
    assert members_of(team) == ("Anna", "Bruno", "Chiara")
    assert list(team.members.values_list("seat", flat=True)) == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("members", "words", "field"),
    [
        (("Xeno", "Yuri"), "The name for seat C is missing.", "seat_c"),
        (("Xeno", "", "Yuri"), "The name for seat B is missing.", "seat_b"),
        ((), "The name for seat A is missing.", "seat_a"),
        (("Xeno", "Yuri", "Zoe", "Abe"), "has 3 members, not 4", "members"),
        (("Xeno", "Yuri", "X" * 81), "longer than 80 characters", "seat_c"),
        (("Xeno", "Yuri", "ＸＥＮＯ"), "is in this team twice.", "seat_c"),
        (("Xeno", "anna", "Yuri"), "anna is already in the team Red", "seat_b"),
        (("Xeno", "Yuri", "The Judge"), "is on the staff", "seat_c"),
    ],
)
def test_who_can_not_be_a_team(members: tuple[str, ...], words: str, field: str) -> None:
    event, owner = team_event(1)
    owner.first_name, owner.last_name = "The", "Judge"
    owner.save()
    entries = [new_team("Blue"), NewEnrollment(name="New", members=members)]
    with pytest.raises(RefusedError, match=words) as refusal:
        enroll(event_id=event.pk, actor=owner, entries=entries)
    assert refusal.value.field == field
    assert list(event.enrollments.values_list("name", flat=True)) == ["Red"]
    assert TeamMember.objects.count() == 3


def test_nobody_stands_in_two_teams_of_one_list() -> None:
    event, owner = team_event(0)
    entries = [new_team("Red"), NewEnrollment(name="New", members=("Xeno", "Yuri", "Chiara"))]
    with pytest.raises(RefusedError, match="Chiara is already in the team Red"):
        enroll(event_id=event.pk, actor=owner, entries=entries)
    assert not event.enrollments.exists()


def test_the_same_person_may_stand_in_teams_of_two_events() -> None:
    first, _owner = team_event(1)
    second, _other = team_event(1)
    assert first != second
    assert TeamMember.objects.filter(name="Anna").count() == 2


def test_single_players_have_no_members() -> None:
    event, owner = team_event(0, 1)
    entry = NewEnrollment(name="Rossi", members=("Anna",))
    with pytest.raises(
        RefusedError, match=r"Only teams have members\. This is a single-player event"
    ):
        enroll(event_id=event.pk, actor=owner, entries=[entry])


def test_a_member_changes_and_the_journal_keeps_both() -> None:
    event, owner = team_event(2)
    data = EnrollmentData(name="Red", members=("Anna", "Zoe", "Chiara"))
    change_enrollment(event_id=event.pk, actor=owner, number=1, data=data)
    assert members_of(player(event, 1)) == ("Anna", "Zoe", "Chiara")
    assert members_of(player(event, 2)) == TEAMS["Blue"]
    (entry,) = journaled(event, Verb.ENROLLMENT_CHANGED)
    assert entry.data["changed"] == {"members": ["Anna, Bruno, Chiara", "Anna, Zoe, Chiara"]}
    assert "members Anna, Bruno, Chiara → Anna, Zoe, Chiara" in sentence(entry)


def test_a_member_can_not_change_to_somebody_of_another_team() -> None:
    event, owner = team_event(2)
    data = EnrollmentData(name="Red", members=("Anna", "Emil", "Chiara"))
    with pytest.raises(RefusedError, match="Emil is already in the team Blue"):
        change_enrollment(event_id=event.pk, actor=owner, number=1, data=data)
    assert members_of(player(event, 1)) == TEAMS["Red"]


def test_members_that_are_not_named_stay() -> None:
    event, owner = team_event(1)
    change_enrollment(event_id=event.pk, actor=owner, number=1, data=EnrollmentData(name="Rosso"))
    assert members_of(player(event, 1)) == TEAMS["Red"]
    (entry,) = journaled(event, Verb.ENROLLMENT_CHANGED)
    assert entry.data["changed"] == {"name": ["Red", "Rosso"]}


def test_a_team_that_is_removed_frees_its_members() -> None:
    event, owner = team_event(1)
    remove(event_id=event.pk, actor=owner, number=1)
    enroll(event_id=event.pk, actor=owner, entries=[new_team("Red")])
    assert TeamMember.objects.filter(enrollment__event=event).count() == 3


def test_a_member_of_a_team_can_not_join_the_staff() -> None:
    event, owner = team_event(1)
    factories.user("bruno")
    with pytest.raises(RefusedError, match="bruno is enrolled as Red"):
        add_staff(event_id=event.pk, actor=owner, username="bruno", roles={Role.JUDGE})


# Finding


@pytest.mark.parametrize(
    ("search", "found"), [("chi", ["Red"]), ("red", ["Red"]), ("e", ["Blue"]), ("3", ["Green"])]
)
def test_a_team_is_found_by_a_member(search: str, found: list[str]) -> None:
    event, _owner = team_event(3)
    teams = find_players(absent_players(event), search, teams=True)
    assert [one.name for one in teams] == found


# Leaving


def test_the_drop_of_one_member_drops_the_team_and_names_them() -> None:
    event, owner = team_event(3)
    start_round(event, owner, 1)
    team = drop(event_id=event.pk, actor=owner, number=1, seat="B", reason="ill")
    assert (team.state, team.dropped_after) == (Enrollment.State.DROPPED, 1)
    (entry,) = journaled(event, Verb.DROPPED)
    assert sentence(entry) == ("Bruno dropped: team Red was dropped after round 1. Reason: ill.")


def test_before_round_1_the_team_did_not_take_part() -> None:
    event, owner = team_event(3)
    drop(event_id=event.pk, actor=owner, number=1, seat="A")
    (entry,) = journaled(event, Verb.DROPPED)
    assert sentence(entry) == "Anna dropped: team Red was dropped and did not take part."


def test_the_disqualification_of_one_member_is_that_of_the_team() -> None:
    event, owner = team_event(3)
    team = disqualify(event_id=event.pk, actor=owner, number=2, seat="C", reason="Cheating")
    assert team.state == Enrollment.State.DISQUALIFIED
    (entry,) = journaled(event, Verb.DISQUALIFIED)
    assert sentence(entry) == ("Team Blue was disqualified because of Fay. Reason: Cheating.")


def test_a_whole_team_leaves_without_naming_anybody() -> None:
    event, owner = team_event(2)
    drop(event_id=event.pk, actor=owner, number=1)
    (entry,) = journaled(event, Verb.DROPPED)
    assert "member" not in entry.data
    assert sentence(entry) == "Red was dropped and did not take part."


@pytest.mark.parametrize("seat", ["C", "X", "AB"])
def test_a_seat_that_the_team_does_not_have_is_refused(seat: str) -> None:
    event, owner = team_event(2, 2)
    with pytest.raises(RefusedError, match="Red has no player in seat"):
        drop(event_id=event.pk, actor=owner, number=1, seat=seat)
    assert player(event, 1).state == Enrollment.State.ACTIVE


def test_posted_pairings_name_the_members() -> None:
    event, owner = team_event(3)
    round = start_round(event, owner, 1)
    people = [row[side] for row in posted_rows(round) for side in ("first", "second") if row[side]]
    assert {one["name"]: tuple(one["members"]) for one in people} == {
        name: TEAMS[name] for name in ("Red", "Blue", "Green")
    }


def test_posted_pairings_of_single_players_say_nothing_of_members() -> None:
    event = factories.event_with_players(2)
    owner = factories.staff_member(event)
    round = start_round(event, owner, 1)
    assert "members" not in posted_rows(round)[0]["first"]


def test_a_new_event_is_for_single_players() -> None:
    data = EventData(name="Single", date=datetime.date(2026, 5, 9))
    event = create_event(actor=factories.user(), data=data)
    assert (event.team_size, event.is_for_teams, event.seats) == (1, False, "")
    assert profile_of(event) == PROFILES["mtr"]
