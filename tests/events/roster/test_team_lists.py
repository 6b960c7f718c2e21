"""Lists of teams: read, shown before, enrolled."""

import pytest

from events.core.eligibility.staff_players import StaffNames
from events.core.players.enrollment_actions import (
    enroll,
)
from events.core.players.teams import TeamsOfEvent, members_of
from events.models import Event
from events.roster.parsing.listed_players import Answers, Fate
from events.roster.preview import preview
from tests import factories
from tests.events.support.pasted_lists import read_lines
from tests.events.support.teams import TEAMS, team_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "text",
    [
        "Red,Anna,Bruno,Chiara\nBlue,Dora,Emil,Fay",
        "Red;Anna;Bruno;Chiara\nBlue;Dora;Emil;Fay",
        "1. Red\tAnna\tBruno\tChiara\n2. Blue\tDora\tEmil\tFay",
        "Team name,A member,B member,C member\nRed,Anna,Bruno,Chiara\nBlue,Dora,Emil,Fay",
        "C,B,A,Team\nChiara,Bruno,Anna,Red\nFay,Emil,Dora,Blue",
        "チーム名,プレイヤー1,プレイヤー2,プレイヤー3\nRed,Anna,Bruno,Chiara\nBlue,Dora,Emil,Fay",
    ],
)
def test_a_list_of_teams_is_read(text: str) -> None:
    lines = read_lines(text, 3)
    assert [(line.name, line.members) for line in lines] == list(TEAMS.items())[:2]


def test_what_follows_the_members_is_known_by_its_look() -> None:
    (line,) = read_lines("Red, Anna, Bruno, Chiara, red@example.org, Red#1, 2", 3)
    assert (line.members, line.email, line.platform_id, line.awarded_byes) == (
        TEAMS["Red"],
        "red@example.org",
        "Red#1",
        "2",
    )
    (line,) = read_lines("Red, Anna, Bruno, 2, red@example.org", 2)
    assert (line.members, line.awarded_byes, line.email) == (
        ("Anna", "Bruno"),
        "2",
        "red@example.org",
    )


def test_a_list_of_single_players_has_no_members() -> None:
    (line,) = read_lines("Rossi, rossi@example.org, Rossi#1, 1")
    assert (line.name, line.members, line.awarded_byes) == ("Rossi", (), "1")
    assert [line.name for line in read_lines("Team\nRossi")] == ["Team", "Rossi"]


def fates(event: Event, text: str) -> list[tuple[Fate, str]]:
    return [(item.fate, str(item.why)) for item in preview(event, text).lines]


def test_the_preview_says_what_happens_to_each_team() -> None:
    event, owner = team_event(1)
    found = fates(
        event,
        "Blue,Dora,Emil,Fay\n"  # new
        "Green,Gus,Hana\n"  # a member is missing
        "red,anna,bruno,chiara\n"  # enrolled already
        "White,Jin,Kei,Emil\n"  # a member is in a line above
        f"Black,Mia,Nils,{owner.username}\n"  # staff
        "Red,Xeno,Yuri,Zoe\n"  # another team of the same name
        "Blue,Dora,Emil,Fay\n",  # twice in the list
    )
    assert [fate for fate, _why in found] == [
        Fate.NEW,
        Fate.ERROR,
        Fate.DUPLICATE,
        Fate.ERROR,
        Fate.ERROR,
        Fate.NAMESAKE,
        Fate.DUPLICATE,
    ]
    assert "The name for seat C is missing" in found[1][1]
    assert "Already on the roster as number 1, Red" in found[2][1]
    assert "Emil is already in the team Blue" in found[3][1]
    assert "is on the staff" in found[4][1]
    assert "Same as line 1" in found[6][1]


def test_what_the_preview_shows_can_be_enrolled() -> None:
    event, owner = team_event(1)
    found = preview(
        event,
        "Team,A,B,C,Byes\nBlue,Dora,Emil,Fay,1\nRed,Xeno,Yuri,Zoe,\n",
        answers=Answers(anyway=frozenset({3})),
    )
    assert found.count == 2
    made = enroll(event_id=event.pk, actor=owner, entries=found.entries)
    assert [members_of(one) for one in made] == [TEAMS["Blue"], ("Xeno", "Yuri", "Zoe")]
    assert [one.awarded_byes for one in made] == [1, 0]


@pytest.mark.parametrize("teams", [1, 5])
def test_previews_take_the_same_number_of_queries(
    teams: int, django_assert_num_queries: object
) -> None:
    event, _owner = team_event(teams)
    with django_assert_num_queries(4):  # type: ignore[operator]
        preview(event, "New,Xeno,Yuri,Zoe")


def test_teams_are_asked_in_no_query_where_single_players_play(
    django_assert_num_queries: object,
) -> None:
    event = factories.event_with_players(3)
    staff = StaffNames(event.pk)
    with django_assert_num_queries(0):  # type: ignore[operator]
        TeamsOfEvent(event, staff).refuse(())
