"""Rules in the documents' own words, and that the pages say them in both languages.

docs/rules.md lists every rule with its page or setting.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import standings
from archive.results import Side
from events.adapters import tournament_of
from events.models import Event, Match
from events.rules.score import Slip
from events.services.departures import drop, reinstate
from events.services.tardiness import match_loss_for_tardiness
from tests import factories
from tests.events.scenario import at_table, enter_slips, event_with_owner, play_round, start_round
from tests.events.views.doors import address
from tests.events.views.entry_box import playing, words_of

pytestmark = pytest.mark.django_db

BOTH = pytest.mark.parametrize("language", ["en", "ja"])


@pytest.fixture(autouse=True)
def same_language_afterwards() -> Iterator[None]:
    """A page in Japanese leaves its language behind; the next test speaks what it spoke before."""
    with translation.override(translation.get_language()):
        yield


def read(client: Client, event: Event, page: str, language: str, **numbers: Any) -> str:
    """The words of a page in one language."""
    url = address(event, page, **numbers) if page == "table" else f"/e/{event.slug}/{page}/"
    client.cookies["django_language"] = language
    return words_of(client.get(url, headers={"accept-language": language}))


def game_points_and_games(event: Event, number: int) -> Fraction | None:
    """GW% without the floor: game points of those possible, of one player."""
    rows = standings.compute(tournament_of(event))
    [row] = [row for row in rows if row.player == number]
    return row.gw


@pytest.mark.parametrize(
    ("slip", "share"),
    [("1 11t", Fraction(4, 9)), ("1 10t", Fraction(2, 3)), ("1 20", Fraction(1))],
)
def test_unfinished_games_count_as_drawn(slip: str, share: Fraction) -> None:
    event, owner = event_with_owner(2)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, slip)
    event.rounds.update(state="complete")
    first = at_table(event, 1, 1).first.number
    assert game_points_and_games(event, first) == share


@BOTH
def test_the_players_rules_page_says_that_unfinished_games_count_as_drawn(
    client: Client, language: str
) -> None:
    event = factories.event_with_players(4)
    said = {"en": "is a drawn game", "ja": "引き分けのゲームと数えます"}[language]
    assert said in read(client, event, "rules", language)
    assert "1-1-1" in read(client, event, "rules", language)


@BOTH
def test_the_tables_page_has_a_button_for_an_unfinished_third_game(language: str) -> None:
    event, _owner, browser = playing(2)
    page = read(browser, event, "table", language, number=1, table=1)
    said = {"en": "draw 1-1-1, game 3 unfinished", "ja": "第3ゲームは時間切れ"}[language]
    assert said in page


@pytest.mark.parametrize("games_to_win", [1, 2, 3])
def test_a_bye_is_won_2_0_and_counts_six_game_points(games_to_win: int) -> None:
    event, owner = event_with_owner(3, games_to_win=games_to_win)
    play_round(event, owner, 1, {1: Slip.of(games_to_win, 0)}, publish=False)
    bye = Match.objects.get(round__event=event, kind=Match.Kind.BYE)
    assert bye.games == (2, 0, 0)


@BOTH
def test_the_rules_page_says_that_a_bye_is_six_game_points(client: Client, language: str) -> None:
    event = factories.event_with_players(3, games_to_win=3)
    said = {"en": "six game points", "ja": "ゲーム・ポイントは6点"}[language]
    assert said in read(client, event, "rules", language)


@BOTH
def test_who_concedes_keeps_the_games_won(language: str) -> None:
    event, owner, browser = playing(2)
    enter_slips(event, owner, 1, "1 01c2")
    match = at_table(event, 1, 1)
    assert match.result_text == "2-1"
    page = read(browser, event, "table", language, number=1, table=1)
    said = {"en": f"{match.names[1]} concedes", "ja": f"{match.names[1]} が投了"}[language]
    assert said in page


@BOTH
def test_a_no_show_is_a_reason_of_its_own_and_so_is_a_silent_drop(language: str) -> None:
    event, owner, browser = playing(4)
    match = at_table(event, 1, 1)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    match_loss_for_tardiness(**who, number=1, table=1, side=Side.FIRST)
    silent = at_table(event, 1, 2).first
    drop(**who, number=silent.number, silently=True)
    browser.cookies["django_language"] = language
    said = {
        "en": ("no-show", "left without a word", "did not show up", "no-shows 1, left without"),
        "ja": ("姿を見せない", "無断で退席", "姿を見せなかった", "姿を見せない 1回"),
    }[language]
    headers = {"accept-language": language}

    def shown(name: str, **numbers: int) -> str:
        return words_of(browser.get(address(event, name, **numbers), headers=headers))

    page = shown("player", number=match.first.number)
    assert said[0] in page
    assert said[3] in page
    assert said[1] in shown("player", number=silent.number)
    report = shown("report")
    assert said[0] in report
    assert said[1] in report
    assert said[2] in shown("journal")
    reinstate(**who, number=silent.number)
    silent.refresh_from_db()
    assert not silent.left_silently
