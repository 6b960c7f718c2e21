"""Taking over in three steps: sums, questions about names, and why points differ."""

from typing import Any

import pytest
from django.test import Client

from domain.kinds import MatchKind
from events.models import Event, Match
from tests import factories
from tests.markup import flat

pytestmark = pytest.mark.django_db
ADDRESS = "/staff/take-over/"
ROUNDS = (
    "Round,Table,Player 1,Player 2,Result\n"
    "1,1,Ada Quill,Ben Rook,2-0\n1,2,Cid Vane,Dot Hale,1-1-1\n"
    "2,1,Ada Quill,Cid Vane,2-0\n2,2,Ben Rook,Dot Hale,2-0\n"
)
ROUND = "1\tAda Quill\tDot Hale\n2\tBen Rook\tCid Vane\n"
STANDINGS = "Rank,Name,Points\n1,Ada Quill,6\n2,Dot Hale,3\n3,Ben Rook,3\n4,Cid Vane,0\n"
ALL = {"name": "Cup", "earlier": ROUNDS, "current": ROUND, "standings": STANDINGS}


@pytest.fixture
def client() -> Client:
    return factories.client_of(factories.user())


def page(client: Client, data: dict[str, Any], status: int = 200) -> str:
    answer = client.post(ADDRESS, data)
    assert answer.status_code == status
    return flat(answer.content.decode())


def test_each_step_says_what_it_read_and_leads_to_the_next(client: Client) -> None:
    first = flat(client.get(ADDRESS).content.decode())
    assert first.count('aria-current="step"') == 1
    assert 'name="earlier"' in first
    second = page(client, {"name": "Cup", "earlier": ROUNDS, "step": "rounds", "go": "round"})
    assert "4 players, 2 rounds, 4 results" in second
    assert "Next: standings" in second
    back = page(client, ALL | {"step": "round", "go": "rounds"})
    assert "Round 2" in back
    third = page(client, ALL | {"playing": "yes", "step": "round", "go": "standings"})
    assert "2 tables, 0 results" in third
    assert "Nothing is saved" in third
    assert not Event.objects.exists()


def test_standings_are_asked_for_until_they_are_given(client: Client) -> None:
    asked = ALL | {"standings": "", "step": "round", "go": "standings"}
    told = page(client, asked)
    assert "Change the standings" not in told
    assert "Compare standings" in told
    assert "Take over event" in told, "they may be missing"
    given = page(client, ALL | {"step": "standings", "go": "standings"})
    assert "Change the standings" in given


def test_a_difference_is_explained_by_its_match_and_settled_there(client: Client) -> None:
    told = page(client, ALL)
    assert "Round 1, table 2: a draw in the rounds, a loss in the standings." in told
    assert "Round 1, table 2: a draw in the rounds, a win in the standings." in told
    assert "Take the event over with 2 differences?" in told
    change = "1\tCid Vane\tDot Hale\tsecond"
    assert f'value="{change}"' in client.post(ADDRESS, ALL).content.decode()
    settled = ALL | {"change": [change]}
    assert "differences?" not in page(client, settled)
    assert client.post(ADDRESS, settled | {"confirm": "1"}).status_code == 302
    match = Match.objects.get(round__number=1, first__name="Cid Vane")
    assert match.official_report is not None
    assert (match.official_report.first_wins, match.official_report.second_wins) == (0, 2)


def test_a_player_without_a_match_may_have_had_a_bye(client: Client) -> None:
    rounds = ROUNDS.replace("2,1,Ada Quill,Cid Vane,2-0\n", "")
    table = "Rank,Name,Points\n1,Ada Quill,6\n2,Ben Rook,3\n3,Cid Vane,1\n4,Dot Hale,1\n"
    told = page(client, ALL | {"earlier": rounds, "standings": table})
    assert "Round 2 has no match of this player, the standings count a win." in told
    data = ALL | {"earlier": rounds, "standings": table, "confirm": "1"}
    client.post(ADDRESS, data | {"change": ["2\tAda Quill\t\tbye"]})
    bye = Match.objects.get(round__number=2, first__name="Ada Quill")
    assert bye.kind == MatchKind.BYE


def test_what_no_match_explains_is_said_so(client: Client) -> None:
    table = STANDINGS.replace("Cid Vane,0", "Cid Vane,5").replace("Dot Hale,3", "Dot Hale,1")
    assert "No single match explains this." in page(client, ALL | {"standings": table})


def test_two_ways_of_a_name_are_asked_about_where_they_come_up(client: Client) -> None:
    rounds = ROUNDS.replace("2,1,Ada Quill", "2,1,Ada Quil")
    asked = {"name": "Cup", "earlier": rounds, "step": "rounds", "go": "round"}
    told = page(client, asked)
    assert "one person?" in told
    assert "Next: this round" in told, "the question stays at its step"
    data = ALL | {"earlier": rounds, "standings": ""}
    above = page(client, data | {"confirm": "1"}, 409).partition('id="take-over"')[0]
    assert "one person?" in above
    assert not Event.objects.exists()
    answered = data | {"people": ["one\tAda Quil\tAda Quill"]}
    assert "one person?" not in page(client, answered)
    assert client.post(ADDRESS, answered | {"confirm": "1"}).status_code == 302
    assert Event.objects.get().enrollments.count() == 4
    [entry] = Event.objects.get().journal.filter(verb="event-imported")
    kept = {"code": "one-person", "answer": "one", "names": "Ada Quil, Ada Quill", "table": None}
    assert entry.data["answers"] == [kept]


def test_between_rounds_the_tables_of_a_round_are_left_out(client: Client) -> None:
    data = ALL | {"playing": "no", "standings": "", "confirm": "1"}
    assert client.post(ADDRESS, data).status_code == 302
    assert Event.objects.get().rounds.count() == 2


def test_standings_that_were_not_compared_yet_take_nothing_over(client: Client) -> None:
    told = page(client, ALL | {"step": "standings", "confirm": "0"})
    assert "Take the event over with 2 differences?" in told
    assert not Event.objects.exists()
    assert client.post(ADDRESS, ALL | {"step": "standings", "confirm": "2"}).status_code == 302


def test_the_round_being_played_has_its_number(client: Client) -> None:
    told = page(client, ALL | {"playing": "yes", "step": "round", "go": "round"})
    assert "round 3: 2 tables, 0 results" in told
    assert "Round 3" in told
    assert "Round 1" not in told


def test_results_of_the_round_being_played_are_not_in_the_standings_before_it(
    client: Client,
) -> None:
    playing = "1\tAda Quill\tDot Hale\t2-0\n2\tBen Rook\tCid Vane\n"
    table = STANDINGS.replace("Dot Hale,3", "Dot Hale,1").replace("Cid Vane,0", "Cid Vane,3")
    told = page(client, ALL | {"current": playing, "standings": table})
    assert "Take the event over with 1 difference?" in told
