"""Pages of an event at tables of four speak of seats, and never of two players."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from domain.kinds import PreflightCode
from events.core.basis.comparisons import differences
from events.core.events.finishing_actions import finish_event
from events.core.journal.queries import JournalFilter, entries_of, journal_page, newest_about
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment
from events.core.players.queries import tables_to_check
from events.core.repairing.queries import TABLES_ARE_NOT_RE_PAIRED, round_to_re_pair
from events.core.results.round_rules import rules_of
from events.core.results.slips import parse_slip
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.correction_actions import correct_result
from events.desk.unposted_actions import add_to_round
from events.hosting.personal_data.queries import personal_data
from events.models import Event, Match
from events.roster.drop_actions import drop, reinstate
from tests import factories
from tests.events.scenario import refused, start_round
from tests.events.tables_of_four.playing import (
    enter,
    play_tables,
    report_tables,
    seated,
    table_event,
)
from tests.markup import flat, with_plain_names, without_tags

pytestmark = pytest.mark.django_db


def _words(event: Event, owner: User, page: str) -> str:
    answer = factories.client_of(owner).get(f"/staff/e/{event.slug}/{page}")
    return " ".join(without_tags(answer.content.decode()).split())


@pytest.fixture
def playing() -> tuple[Event, User]:
    """Return an event of two tables of four, both playing."""
    event, owner = table_event(8)
    start_round(event, owner, 1)
    return event, owner


def test_every_seat_is_named_where_sources_and_platforms_are_looked_at(
    playing: tuple[Event, User],
) -> None:
    event, owner = playing
    names = [f"P{number}" for number in seated(event, 1)[1]]
    assert ", ".join(names) in _words(event, owner, "rounds/1/sources/")
    assert " ".join(names) in _words(event, owner, "rounds/1/check/")
    [table, _other] = tables_to_check(event.rounds.get(number=1))
    assert [player.name for player in table.players] == names


def test_a_posted_round_says_what_can_be_done_with_it(playing: tuple[Event, User]) -> None:
    event, _owner = playing
    with refused(str(TABLES_ARE_NOT_RE_PAIRED)):
        round_to_re_pair(event, 1)


def test_nothing_speaks_of_matches_of_two(playing: tuple[Event, User]) -> None:
    event, owner = playing
    pair_page = _words(event, owner, "roster/players/1/penalties/")
    assert "a loss for this player alone" in pair_page
    before, other = table_event(8, name="Tomorrow")
    assert "Recommended at tables of four: 80." in _words(before, other, "settings/")
    assert "first-named player" not in _words(before, other, "keys/")
    settings = _words(event, owner, "settings/")
    assert "GW%" not in settings
    assert "double-sided" not in settings
    assert "game by game" not in settings
    facts = Client().get(f"/e/{event.slug}/about/").content.decode()
    assert "best of one" not in facts
    assert "tables of four" in facts
    report = with_plain_names(_words(event, owner, "report/"))
    assert "Games won by the first-named player" not in report
    assert "Played as tables of four, one game each" in report
    complete = _words(event, owner, "rounds/1/complete/")
    assert "A draw of some seats, a concession" in complete
    assert "Games in detail" not in complete


def test_the_unposted_round_says_what_happens_to_a_table() -> None:
    event, owner = table_event(8)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    page = _words(event, owner, "rounds/1/")
    assert "The others move up by a seat." in page
    assert "gets the bye" not in page


def test_a_late_player_gets_the_free_seat_or_plays_from_the_next_round() -> None:
    event, owner = table_event(7)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Late")])
    add_to_round(event_id=event.pk, actor=owner, number=1, player=8)
    assert sorted(map(len, seated(event, 1).values())) == [4, 4]
    post_round(event_id=event.pk, actor=owner, number=1)
    enroll(event_id=event.pk, actor=owner, entries=[NewEnrollment(name="Later")])
    report_tables(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    start_round(event, owner, 2)
    here = [player for table in seated(event, 2).values() for player in table]
    assert sorted(here) == list(range(1, 10))


def test_a_player_who_missed_a_round_can_come_back() -> None:
    event, owner = table_event(8)
    drop(event_id=event.pk, actor=owner, number=3)
    play_tables(event, owner, 1)
    reinstate(event_id=event.pk, actor=owner, number=3)
    start_round(event, owner, 2)
    assert 3 in {player for table in seated(event, 2).values() for player in table}


def test_a_night_that_ends_early_has_no_round_left() -> None:
    event, owner = table_event(8, rounds=3)
    play_tables(event, owner, 1)
    finish_event(event_id=event.pk, actor=owner, early=True, reason="The store closes.")
    assert event.stages.get().rounds == 1


def test_an_unposted_round_says_that_a_result_was_corrected_since() -> None:
    event, owner = table_event(8)
    play_tables(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    slip = parse_slip(["2"], rules_of(event.rounds.get(number=1)), 1)
    correct_result(event_id=event.pk, actor=owner, number=1, table=1, slip=slip, reason="a slip")
    [difference] = [found for found in differences(event) if found.number == 2]
    assert difference.code == PreflightCode.PAIRED_BEFORE


def test_the_journal_of_every_seat_has_the_results_of_its_table() -> None:
    event, owner = table_event(14, rounds=1)
    play_tables(event, owner, 1, {1: "3"})
    for player in event.enrollments.all():
        [table] = [table for table, seats in seated(event, 1).items() if player.number in seats]
        entered = [(entry.table, entry.verb) for entry in entries_of(player) if entry.table]
        assert entered == [(table, "result-entered")], player.number
        assert newest_about(player).entries[0].table == table
        found = journal_page(event, JournalFilter(player=str(player.number))).entries
        assert [entry.table for entry in found if entry.table] == [table]


def test_personal_data_of_a_seat_has_no_name_of_the_others() -> None:
    event, owner = table_event(4, rounds=1)
    play_tables(event, owner, 1, {1: "2"})
    [_first, second, *_more] = seated(event, 1)[1]
    entries = personal_data(event.enrollments.get(number=second))["journal_entries"]
    [entered] = [entry for entry in entries if entry["verb"] == "result-entered"]
    assert "first" not in entered
    assert entered["seats"] == list(seated(event, 1)[1])


def test_a_concession_is_typed_at_the_desk(playing: tuple[Event, User]) -> None:
    event, owner = playing
    enter(event, owner, 1, "1 c124", "2 d c2 x2")
    matches = event.rounds.get(number=1).matches.order_by("table")
    assert [match.marks for match in matches] == ["llwl", "dldd"]


def test_a_result_is_said_in_words_wherever_it_is_written(playing: tuple[Event, User]) -> None:
    event, owner = playing
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/rounds/1/tables/1/"
    winner, other = seated(event, 1)[1][:2]

    def said(page: str, **fields: str) -> str:
        answer = client.post(address + page, fields, follow=True)
        return with_plain_names(answer.content.decode())

    assert f"Table 1: “P{winner} wins (seat 1)” was recorded." in said("enter/", result="1")
    report_tables(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    page = said("correct/", score="2", reason="misread")
    assert f"table 1 was corrected to “P{other} wins (seat 2)”" in page


def test_the_first_seating_is_drawn_and_says_so() -> None:
    event, owner = table_event(8)
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    page = _words(event, owner, "rounds/1/")
    assert "Tables and seats are drawn at random." in page
    assert "meet again" not in page


def test_what_can_be_added_speaks_of_tables() -> None:
    event, owner = table_event(8)
    page = _words(event, owner, "")
    assert "the best 4 play the final at one table" in page
    for wrong in ("bracket", "quarterfinals", "Both players", "2-1", "Draft or second day"):
        assert wrong not in page


def test_the_desk_names_and_filters_tables_of_three() -> None:
    event, owner = table_event(7)
    start_round(event, owner, 1)
    page = _words(event, owner, "rounds/1/")
    assert "3 or 5 players 1" in page
    assert page.count("3 players") == 1


def test_the_desk_shows_points_beside_the_names_at_a_table() -> None:
    event, owner = table_event(8)
    play_tables(event, owner, 1, {1: "3", 2: "d"})
    start_round(event, owner, 2)
    page = _words(event, owner, "rounds/2/")
    tables = seated(event, 1)
    assert f"P{tables[1][2]} 5" in page
    assert f"P{tables[2][0]} 1" in page


def test_players_find_the_round_by_table_too(playing: tuple[Event, User]) -> None:
    event, _owner = playing
    page = Client().get(f"/e/{event.slug}/pairings/").content.decode()
    [tables] = [part for part in page.split("<details") if 'id="by-table"' in part]
    words = " ".join(without_tags(with_plain_names(tables)).split())
    for table, players in seated(event, 1).items():
        names = " ".join(f"P{player}" for player in players)
        assert f"Table {table} {names}" in words


def test_the_search_finds_the_table_of_a_player(playing: tuple[Event, User]) -> None:
    event, owner = playing
    player = seated(event, 1)[2][3]
    found = factories.client_of(owner).get(f"/staff/e/{event.slug}/find/?q=P{player}")
    assert "Table 2" in found.content.decode()


def test_the_pad_takes_a_draw_of_some_seats(playing: tuple[Event, User]) -> None:
    event, owner = playing
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/rounds/1/tables/1/"
    assert 'name="drew"' in client.get(address).content.decode()
    refused_page = client.post(f"{address}enter/", {"drew": ["3"]})
    assert "A draw needs two different seats" in refused_page.content.decode()
    client.post(f"{address}enter/", {"result": "1", "drew": ["3", "1"]})
    [marks] = Match.objects.of_tables().filter(table=1).values_list("marks", flat=True)
    assert marks == "dldl"


def test_the_pad_has_a_switch_for_a_concession_and_one_for_time() -> None:
    event, owner = table_event(8, rounds=2)
    start_round(event, owner, 1)
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/rounds/1/tables/1/"
    page = flat(client.get(address))
    assert "By concession" in page
    assert "Time was called" in page
    said = flat(client.get(f"{address}say/", {"result": "3", "ended": "c"}))
    assert "wins (seat 3), by concession" in said
    refused = client.post(f"{address}enter/", {"result": "d", "ended": "c"})
    assert "A game that ends by concession has a winner." in refused.content.decode()
    both = client.post(f"{address}enter/", {"result": "3", "ended": ["t", "c"]})
    assert "Choose one way in which the game ended." in both.content.decode()
    client.post(f"{address}enter/", {"result": "3", "ended": "c"})
    assert "by concession" in flat(client.get(address))
