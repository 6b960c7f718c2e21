"""Brackets for staff, players and the wall; playoff results; the player who plays first."""

from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.core.clock.actions import start_clock
from events.core.events.finishing_actions import finish_event
from events.core.players.shown_names import ShownNames
from events.core.rounds.actions import complete_round
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.bracket_values import Column, Picture
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import Event, Match, Role, Round
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import at_table, enter_slips, round_of, start_round
from tests.events.support.doors import (
    EVERYBODY,
    address,
    check_refusals,
    check_wrong_method,
)
from tests.events.support.entry_box import words_of
from tests.events.support.stages import (
    DOUBLE,
    best_seed,
    finish_round,
    playoff,
    report_by,
    seeds,
    staged,
)
from tests.markup import with_plain_names

pytestmark = pytest.mark.django_db


def picture_of(event: Event, *, public: bool = False) -> Picture:
    picture = bracket_picture(event.stages.get(number=2), names=ShownNames() if public else None)
    assert picture is not None
    return picture


def shape(picture: Picture) -> list[list[tuple[str, int]]]:
    """Count the matches in each column of each row."""
    return [[(column.part, len(column.boxes)) for column in row] for row in picture.rows]


def names(column: Column) -> list[list[str]]:
    return [[side.player.name if side.player else "" for side in box.sides] for box in column.boxes]


def text(browser: Client, url: str, **query: Any) -> str:
    answer = browser.get(url, query)
    assert answer.status_code == HTTPStatus.OK, url
    return with_plain_names(answer.content.decode())


@pytest.mark.parametrize(
    ("method", "name", "numbers", "allowed"),
    [
        ("get", "bracket", {"number": 2}, EVERYBODY),
        ("get", "pdf-bracket", {"number": 2}, EVERYBODY),
        ("post", "choose-play", {"number": 2, "table": 1}, EVERYBODY),
    ],
)
def test_who_may_do_what(
    method: str, name: str, numbers: dict[str, int], allowed: set[Role]
) -> None:
    event, _owner = playoff(8, 4)
    check_refusals(method, address(event, name, **numbers), allowed, event)
    check_wrong_method(method, address(event, name, **numbers), event)


@pytest.mark.parametrize(
    ("size", "columns"),
    [
        (2, [1]),
        (4, [2, 1]),
        (6, [4, 2, 1]),
        (8, [4, 2, 1]),
        (16, [8, 4, 2, 1]),
        (32, [16, 8, 4, 2, 1]),
    ],
)
def test_a_bracket_of_every_size_is_drawn(size: int, columns: list[int]) -> None:
    event, owner = playoff(2 * size, size)
    picture = picture_of(event)
    assert [[count for _part, count in row] for row in shape(picture)] == [columns]
    page = text(factories.client_of(owner), address(event, "bracket", number=2))
    for number in seeds(event).values():
        assert f"Player {number:03}" in page


def test_a_double_elimination_has_two_rows() -> None:
    event, owner = playoff(8, 4, kind=DOUBLE)
    assert shape(picture_of(event)) == [
        [("unbeaten", 2), ("unbeaten", 1), ("final", 1)],
        [("once-beaten", 1), ("once-beaten", 1)],
    ]
    for number in (2, 3, 4):
        finish_round(event, owner, number, best_seed(event))
    finish_round(event, owner, 5, best_seed(event, upset=2))
    assert shape(picture_of(event))[0][-1] == ("reset", 1)
    page = text(factories.client_of(), f"/e/{event.slug}/bracket/")
    assert "Second final" in page
    finish_round(event, owner, 6, best_seed(event))
    winner = picture_of(event).winner
    assert winner is not None
    assert winner.number == seeds(event)[1]
    with_bye = picture_of(playoff(7, 3, kind=DOUBLE)[0])
    assert [box.is_bye for box in with_bye.rows[0][0].boxes] == [True, False]


def test_players_see_who_went_on_when_the_round_is_complete() -> None:
    event, owner = playoff(8, 4)
    event.show_recorded = False
    event.save(update_fields=["show_recorded"])
    enter_slips(event, owner, 2, "1 20")
    staff, public = picture_of(event), picture_of(event, public=True)
    assert [side.games for side in staff.rows[0][0].boxes[0].sides] == [2, 0]
    assert [side.games for side in public.rows[0][0].boxes[0].sides] == [None, None]
    assert names(public.rows[0][1]) == [["", ""]]
    finish_round(event, owner, 2, best_seed(event))
    public = picture_of(event, public=True)
    assert [side.won for side in public.rows[0][0].boxes[0].sides] == [True, False]
    first, second = seeds(event)[1], seeds(event)[2]
    assert names(public.rows[0][1]) == [[f"Player {first:03}", f"Player {second:03}"]]
    loser = seeds(event)[4]
    page = text(factories.client_of(), f"/e/{event.slug}/players/{loser}/")
    assert "Lost" in page


def test_a_place_names_the_two_who_play_for_it() -> None:
    event, owner = playoff(8, 4)
    enter_slips(event, owner, 2, "1 20")
    first, final = picture_of(event, public=True).rows[0]
    assert (first.is_joined, final.is_joined) == (True, False)
    known, unknown = final.boxes[0].sides
    assert known.player is not None
    assert known.either == ()
    rivals = [f"Player {seeds(event)[seed]:03}" for seed in (2, 3)]
    assert [player.name for player in unknown.either] == rivals
    page = text(factories.client_of(), f"/e/{event.slug}/bracket/")
    assert " or ".join(rivals) in " ".join(page.split())
    link = f'<a href="/e/{event.slug}/players/{known.player.number}/">'
    assert page.count(link) == 2
    staff = text(factories.client_of(owner), address(event, "bracket", number=2))
    assert f"/players/{known.player.number}/" in staff


def test_a_bracket_that_is_a_draft_is_not_public() -> None:
    event, _owner = playoff(8, 4)
    Round.objects.filter(event=event, number=2).update(state=Round.State.UNPOSTED)
    answer = factories.client_of().get(f"/e/{event.slug}/bracket/")
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_the_public_bracket_has_seeds_tables_the_rule_and_no_cookie() -> None:
    event, _owner = playoff(8, 4, third_place=True)
    answer = factories.client_of().get(f"/e/{event.slug}/bracket/")
    assert not answer.cookies
    page = answer.content.decode()
    assert "Semifinals" in page
    assert "Third place" in page
    assert "table 1" in page
    assert "The higher seed chooses who plays first in game 1." in page


def test_the_pairings_say_who_chooses() -> None:
    event, _owner = playoff(8, 4)
    page = text(factories.client_of(), f"/e/{event.slug}/pairings/")
    assert page.count("chooses who plays first</span>") == 2
    best = page[page.index(f"players/{seeds(event)[1]}/>") :]
    assert best[: best.index("<tr>")].count("seed 1, chooses who plays first") == 1
    last = page[page.index(f"players/{seeds(event)[4]}/>") :]
    assert "seed 4</span>" in last[: last.index("<td>")]
    swiss = text(factories.client_of(), f"/e/{event.slug}/pairings/1/")
    assert "chooses who plays first</span>" not in swiss


def test_the_wall_shows_the_bracket_during_a_playoff() -> None:
    event, _owner = playoff(8, 4)
    page = text(factories.client_of(), f"/e/{event.slug}/projector/")
    assert 'class="bracket of-2"' in page
    assert "wall-rows" not in page


def test_who_plays_first_is_tapped_at_the_table_and_shown() -> None:
    event, owner = playoff(8, 4)
    browser = factories.client_of(owner)
    page = text(browser, address(event, "table", number=2, table=1))
    chooser = seeds(event)[1]
    assert f"<strong>Player {chooser:03}</strong> (seed 1) chooses." in page
    url = address(event, "choose-play", number=2, table=1)
    page = browser.post(url, {"first": "second"}, follow=True).content.decode()
    match = at_table(event, 2, 1)
    assert match.play_first == Match.PlayFirst.SECOND
    assert match.second is not None
    assert f"{match.second.name} plays first in game 1." in page
    assert "plays first" in text(factories.client_of(), f"/e/{event.slug}/bracket/")
    page = browser.post(url, {"first": "me"}, follow=True).content.decode()
    assert "Choose which player plays first." in page


def test_a_playoff_offers_no_draw_and_no_double_loss() -> None:
    event, owner = playoff(8, 4)
    browser = factories.client_of(owner)
    page = text(browser, address(event, "table", number=2, table=1))
    assert 'value="21"' in page
    for draw in ("11", "1-1", "0-0-3", "dl"):
        assert f'value="{draw}"' not in page
    page = text(browser, address(event, "complete", number=2))
    assert "double-loss" not in page
    assert "no-show-both" not in page
    assert "no-show-first" in page


@pytest.mark.parametrize("typed", ["1 d", "1 11", "1 dl"])
def test_the_entry_box_says_what_to_do_instead_of_a_draw(typed: str) -> None:
    event, owner = playoff(8, 4)
    browser = factories.client_of(owner)
    words = "A playoff match needs a winner. At time, the higher life total wins, then sudden death"
    assert words in text(browser, address(event, "echo", number=2), entry=typed)
    answer = browser.post(address(event, "enter", number=2), {"entry": typed})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert words in answer.content.decode()


def test_both_absent_is_no_answer_when_a_playoff_round_is_completed() -> None:
    event, owner = playoff(8, 4)
    fields = {"choice-1": "no-show-both", "choice-2": "no-show-second"}
    answer = factories.client_of(owner).post(address(event, "complete", number=2), fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert round_of(event, 2).state == Round.State.POSTED


def test_the_clock_has_the_time_of_the_stage() -> None:
    event, owner = playoff(8, 4, round_minutes=90)
    start_clock(event_id=event.pk, actor=owner, number=2)
    assert 'data-minutes="90"' in text(factories.client_of(owner), address(event, "desk"))
    for name in ("pairings", "bracket", "projector"):
        page = text(factories.client_of(), f"/e/{event.slug}/{name}/")
        assert 'data-minutes="90"' in page, name


def test_a_stage_without_time_limit_has_no_clock() -> None:
    event, owner = playoff(8, 4, round_minutes=0)
    page = text(factories.client_of(owner), address(event, "desk"))
    assert "no time limit" in page
    assert "Start the clock" not in page
    page = text(factories.client_of(), f"/e/{event.slug}/pairings/")
    assert "This round has no time limit." in page


def test_who_left_a_playoff_is_named_and_the_match_is_not_waited_for() -> None:
    event, owner = playoff(16, 8)
    report_by(event, owner, 2, best_seed(event))
    drop(event_id=event.pk, actor=owner, number=seeds(event)[4])
    complete_round(event_id=event.pk, actor=owner, number=2)
    browser = factories.client_of(owner)
    page = words_of(browser.get(address(event, "round", number=3)))
    won, left = (f"Player {seeds(event)[seed]:03}" for seed in (1, 4))
    assert "1 of 1 table playing" in page
    assert f"{won} wins without playing because {left} is no longer in the event." in page
    assert "Unpost round 3" in page, "no result has come in"
    page = words_of(browser.get(address(event, "bracket", number=2)))
    assert f"{left} dropped" in page
    assert "one player dropped" not in page


def test_final_standings_say_that_the_playoff_comes_first() -> None:
    event, owner = playoff(8, 4)
    words = "Playoff players rank first, by how far they advanced, then by Swiss rank."
    assert words not in text(factories.client_of(), f"/e/{event.slug}/standings/")
    finish_round(event, owner, 2, best_seed(event))
    finish_round(event, owner, 3, best_seed(event, upset=2))
    publish_standings(event_id=event.pk, actor=owner, number=3)
    finish_event(event_id=event.pk, actor=owner)
    page = text(factories.client_of(), f"/e/{event.slug}/standings/")
    assert words in page
    winner, loser = seeds(event)[2], seeds(event)[1]
    assert page.index(f"Player {winner:03}") < page.index(f"Player {loser:03}")
    assert "Winner" in text(factories.client_of(), f"/e/{event.slug}/bracket/")
    report = factories.client_of(owner).get(address(event, "report"))
    lines = report.context["report"].standings
    assert [line.row.player for line in lines][:2] == [winner, loser]
    assert [line.row.place for line in lines] == list(range(1, 9))
    assert words in report.content.decode()
    rules = text(factories.client_of(), f"/e/{event.slug}/rules/")
    assert (
        "Playoff players rank above all others, by how far they advanced, then by Swiss rank."
        in rules
    )


def test_a_playoff_alone_shows_no_records() -> None:
    event, owner = staged(4, StagePlan(kind=DOUBLE))
    start_round(event, owner, 1)
    phone = factories.client_of()
    assert "0-0-0" not in text(phone, f"/e/{event.slug}/pairings/")
    assert "0-0-0" not in text(phone, f"/e/{event.slug}/players/1/")
    for number in range(1, 6):
        if round_of(event, number).state != Round.State.COMPLETE:
            finish_round(event, owner, number)
        if not event.rounds.filter(number=number + 1).exists():
            break
    publish_standings(event_id=event.pk, actor=owner, number=number)
    page = text(phone, f"/e/{event.slug}/standings/")
    assert "Player 001" in page
    assert "0-0-0" not in page
    assert "Record" not in page
    own = text(phone, f"/e/{event.slug}/players/1/")
    assert "place after round" in own
    assert "0-0-0" not in own


def test_the_announced_condition_stands_on_the_public_pages() -> None:
    event, _owner = playoff(8, 4)
    event.stages.filter(number=1).update(extra_round=True)
    for name in ("about/", "rules/"):
        page = text(factories.client_of(), f"/e/{event.slug}/{name}")
        assert "One more round is played unless exactly one player is 1-0." in page
        assert "Decided: one more round will be played." in page, "four players are 1-0"


def test_pages_need_as_many_queries_for_many_players_as_for_few() -> None:
    counts: dict[str, set[int]] = {"staff": set(), "paper": set(), "public": set(), "wall": set()}
    for size in (4, 16):
        event, owner = playoff(2 * size, size)
        browser = factories.client_of(owner)
        addresses = {
            "staff": address(event, "bracket", number=2),
            "paper": address(event, "pdf-bracket", number=2),
            "public": f"/e/{event.slug}/bracket/",
            "wall": f"/e/{event.slug}/projector/",
        }
        for name, url in addresses.items():
            with CaptureQueriesContext(connection) as queries:
                browser.get(url)
            counts[name].add(len(queries))
    assert all(len(found) == 1 for found in counts.values()), counts
