"""A cut at tables of four: confirmed, played, drawn, corrected, and what follows from it."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from domain.table_marks import winning_seat
from events.core.events.finishing_actions import finish_event
from events.core.results.round_rules import rules_of
from events.core.results.slips import parse_slip
from events.core.rounds.actions import complete_round, post_round, reopen_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.elimination_results import playoff_finishes
from events.core.standings.actions import publish_standings
from events.core.standings.correction_actions import correct_result
from events.models import Event, Match, Stage
from events.roster.drop_actions import drop
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.events.scenario import refused
from tests.events.tables_of_four.playing import (
    advance,
    enter,
    play_tables,
    report_tables,
    seated,
    table_event,
)
from tests.markup import with_plain_names, without_tags

pytestmark = pytest.mark.django_db


def _cut(players: int, size: int) -> tuple[Event, User]:
    """Play one round, confirm the cut and post the first round of it, round 2."""
    event, owner = table_event(players, rounds=1, cut=size)
    play_tables(event, owner, 1)
    advance(event, owner)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    post_round(event_id=event.pk, actor=owner, number=2)
    return event, owner


def _seeds(event: Event) -> dict[int, int]:
    """Return the seed of each player in the cut, by number."""
    seats = event.stages.get(number=2).bracket_seats.order_by("seed")
    return dict(seats.values_list("enrollment__number", "seed"))


def _player_of_seed(event: Event, seed: int) -> int:
    return next(player for player, its in _seeds(event).items() if its == seed)


def _seated_seeds(event: Event, number: int) -> list[tuple[int, ...]]:
    seeds = _seeds(event)
    return [tuple(seeds[player] for player in table) for table in seated(event, number).values()]


def test_who_is_out_reads_the_places_below_those_who_go_on() -> None:
    for size, places, final in ((7, "5th–7th", (1, 2, 3)), (16, "5th–16th", ())):
        event, owner = _cut(16, size)
        report_tables(event, owner, 2)
        complete_round(event_id=event.pk, actor=owner, number=2)
        left: set[int] = set(*seated(event, 3).values())
        out = {number for table in seated(event, 2).values() for number in table} - left
        assert len(out) == size - 4
        assert left >= {_player_of_seed(event, seed) for seed in final}
        for number in sorted(out)[:2]:
            page = Client().get(f"/e/{event.slug}/players/{number}/").content.decode()
            assert places in without_tags(page), size


def test_a_cut_of_forty_is_confirmed_and_seated() -> None:
    event, _owner = _cut(40, 40)
    assert len(seated(event, 2)) == 8


def test_a_night_of_fourteen_and_its_top_four() -> None:
    event, owner = _cut(14, 4)
    [final] = _seated_seeds(event, 2)
    assert final == (1, 2, 3, 4)
    assert event.rounds.get(number=2).is_final
    [table] = seated(event, 2)
    enter(event, owner, 2, f"{table} 3")
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert event.rounds.count() == 2
    publish_standings(event_id=event.pk, actor=owner, number=2)
    rows = event.rounds.get(number=2).snapshots.get().rows
    seeds = _seeds(event)
    assert [seeds[row["number"]] for row in rows[:4]] == [3, 1, 2, 4]
    finish_event(event_id=event.pk, actor=owner)


def test_who_waits_sits_with_the_winners() -> None:
    event, owner = _cut(16, 10)
    assert _seated_seeds(event, 2) == [(3, 6, 7, 10), (4, 5, 8, 9)]
    waiting = Match.objects.filter(round__event=event, round__number=2, kind=Match.Kind.BYE)
    seeds = _seeds(event)
    assert sorted(seeds[match.first.number] for match in waiting) == [1, 2]
    first, second = seated(event, 2)
    enter(event, owner, 2, f"{first} 4", f"{second} d")
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert _seated_seeds(event, 3) == [(1, 2, 4, 10)]
    assert event.rounds.get(number=3).is_posted


def test_the_cut_counts_for_no_standings_and_gives_final_places() -> None:
    event, owner = _cut(16, 7)
    [table] = seated(event, 2)
    enter(event, owner, 2, f"{table} 2")
    complete_round(event_id=event.pk, actor=owner, number=2)
    [table] = seated(event, 3)
    enter(event, owner, 3, f"{table} d13")
    complete_round(event_id=event.pk, actor=owner, number=3)
    finishes = playoff_finishes(event, 3)
    assert finishes is not None
    seeds = _seeds(event)
    by_seed = {seeds[number]: finish for number, finish in finishes.items() if number in seeds}
    champion = by_seed[1].result
    assert champion is not None
    assert champion.won_all
    lost = {
        seed: finish.result.lost_in.number
        for seed, finish in by_seed.items()
        if finish.result and finish.result.lost_in
    }
    assert lost == {2: 3, 3: 3, 5: 3, 4: 2, 6: 2, 7: 2}
    before = event.rounds.get(number=1).snapshots.get().rows
    publish_standings(event_id=event.pk, actor=owner, number=3)
    after = event.rounds.get(number=3).snapshots.get().rows
    points = {row["number"]: row["points"] for row in before}
    assert {row["number"]: row["points"] for row in after} == points


def test_nobody_goes_on_when_everybody_loses() -> None:
    event, owner = _cut(8, 4)
    [table] = seated(event, 2)
    words = (
        "One player of this table must go on: a seat wins, or a draw sends on the higher Swiss "
        "rank."
    )
    with refused(words, "score"):
        enter(event, owner, 2, f"{table} 0")


def test_other_numbers_of_players_are_no_cut() -> None:
    words = "A cut at tables of four takes 4, 7, 10, 13, 16 or 40 players, not 8."
    with refused(words, "1.cut_value"):
        table_event(16, cut=8)
    event, owner = table_event(6, rounds=1, cut=7)
    play_tables(event, owner, 1)
    with refused("A cut at tables of four takes 4, 7, 10, 13, 16 or 40 players, not 6."):
        advance(event, owner)


def test_another_winner_is_refused_while_the_final_is_posted_and_the_same_is_not() -> None:
    event, owner = _cut(8, 7)
    [table] = seated(event, 2)
    enter(event, owner, 2, f"{table} d12")
    complete_round(event_id=event.pk, actor=owner, number=2)
    rules = rules_of(event.rounds.select_related("stage", "event").get(number=2))

    def correct(text: str) -> None:
        slip = parse_slip(text.split(), rules, table)
        assert slip is not None
        correct_result(
            event_id=event.pk, actor=owner, number=2, table=table, slip=slip, reason="a slip"
        )

    words = (
        "A different winner would change the next bracket round, which is posted. Reopen round 2 "
        "instead."
    )
    with refused(words, "score"):
        correct("2")
    correct("1")
    reopen_round(event_id=event.pk, actor=owner, number=2)
    assert event.rounds.count() == 2


def test_a_player_who_left_keeps_the_seat_and_one_alone_goes_on() -> None:
    event, owner = table_event(8, rounds=1, cut=7)
    play_tables(event, owner, 1)
    advance(event, owner)
    order = [player.number for player in event.stages.get(number=1).advancing.all()]
    numbers = _by_rank(event, order)
    for number in numbers[4:7]:
        drop(event_id=event.pk, actor=owner, number=number)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    match = Match.objects.of_tables().get(round__event=event, round__number=2)
    assert match.table is None
    assert winning_seat(match.marks) == 1
    post_round(event_id=event.pk, actor=owner, number=2)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/rounds/2/").content.decode()
    left = ", ".join(f"P{number}" for number in numbers[4:7])
    words = f"P{numbers[3]} wins without playing because {left} are no longer in the event."
    assert words in " ".join(without_tags(page).split())
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert _seated_seeds(event, 3) == [(1, 2, 3, 4)]


def test_a_draw_sends_on_no_player_who_has_left() -> None:
    event, owner = _cut(16, 10)
    first, second = seated(event, 2)
    drop(event_id=event.pk, actor=owner, number=seated(event, 2)[first][0])
    words = (
        f"P{seated(event, 2)[first][0]} is no longer in the event and cannot advance by a draw. "
        "Enter the draw of the others: d c1."
    )
    for text in ("d", "d13"):
        with refused(words, "score"):
            enter(event, owner, 2, f"{first} {text}")
    answer = factories.client_of(owner).get(f"/staff/e/{event.slug}/rounds/2/echo/?entry={first}+d")
    assert "cannot advance by a draw" in answer.content.decode()
    enter(event, owner, 2, f"{first} d c1", f"{second} d x1")
    complete_round(event_id=event.pk, actor=owner, number=2)
    assert _seated_seeds(event, 3) == [(1, 2, 4, 6)]


def _by_rank(event: Event, numbers: list[int]) -> list[int]:
    rows = event.rounds.get(number=1).snapshots.get().rows
    return [row["number"] for row in rows if row["number"] in numbers]


def test_the_archive_of_a_cut_comes_back_as_it_was() -> None:
    event, owner = _cut(16, 10)
    first, second = seated(event, 2)
    enter(event, owner, 2, f"{first} 4", f"{second} d")
    complete_round(event_id=event.pk, actor=owner, number=2)
    event.refresh_from_db()
    written = export_archive(event)
    other = import_archive(actor=owner, archive=read_archive(json.dumps(written).encode()))
    assert _seated_seeds(other, 3) == [(1, 2, 4, 10)]
    assert other.stages.get(number=2).kind == Stage.Kind.TABLES_CUT
    assert other.rounds.get(number=3).is_final


def test_the_rules_page_says_once_what_tables_do_not_have() -> None:
    event, _owner = _cut(8, 4)
    page = Client().get(f"/e/{event.slug}/rules/").content.decode()
    assert page.count("Tables of four have no best of three") == 1
    assert "A bye counts as 3 opponents at the minimum." in " ".join(page.split())
    assert "the drawing player with the higher Swiss rank advances" in page
    assert "games already won" not in page


def test_the_report_counts_wins_by_seat_and_draws() -> None:
    event, owner = table_event(11, rounds=1)
    play_tables(event, owner, 1, {1: "3", 2: "d", 3: "1"})
    finish_event(event_id=event.pk, actor=owner)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/report/").content.decode()
    assert "seat 1 33 %, seat 2 0 %, seat 3 33 %, seat 4 0 %" in page
    assert page.count("1 of 3") == 2


def test_nobody_can_say_that_all_lose_in_a_cut() -> None:
    event, owner = _cut(8, 4)
    [table] = seated(event, 2)
    address = f"/staff/e/{event.slug}/rounds/2/tables/{table}/"
    page = factories.client_of(owner).get(address).content.decode()
    assert "Who won?" in page
    assert "All players lose" not in page
    assert "all lose" not in page
    first, *_others = seated(event, 2)[table]
    echo = factories.client_of(owner).get(f"/staff/e/{event.slug}/rounds/2/echo/?entry={table}+d")
    assert f"P{first} wins by Swiss rank" in with_plain_names(echo.content.decode())
    enter(event, owner, 2, f"{table} d")
    complete_round(event_id=event.pk, actor=owner, number=2)
    page = factories.client_of(owner).get(address).content.decode()
    assert "d13 for two seats" in page
    assert "all lose" not in page


def test_the_bracket_shows_who_waits_and_the_seats_to_come() -> None:
    event, _owner = _cut(16, 7)
    picture = bracket_picture(event.stages.get(number=2))
    assert picture is not None
    [[semifinals, final]] = picture.rows
    assert [box.waits for box in semifinals.boxes] == [False, True, True, True]
    known = [side.seed for side in final.boxes[0].sides]
    assert known == [1, 2, 3, None]
    page = Client().get(f"/e/{event.slug}/bracket/").content.decode()
    assert "waits for the next round" in page
    assert "The higher seed sits earlier, and seat 1 starts." in page
