"""Rules in the documents' own words, and that the pages say them in both languages.

docs/reference/rules.md lists every rule with its page or setting.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import standings
from domain.results import Side
from events.core.adapters import tournament_of
from events.core.events.declared_settings import stored_data
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.stages.templates import template_of
from events.desk.tardiness_actions import match_loss_for_tardiness
from events.models import Event, Match, Penalty
from events.roster.drop_actions import reinstate
from events.stages.actions import lay_out_stages
from tests import factories
from tests.events.preflight.answers import drop
from tests.events.scenario import at_table, enter_slips, event_with_owner, play_round, start_round
from tests.events.support.doors import address
from tests.events.support.entry_box import playing, words_of
from tests.events.support.event_changes import change_event

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
    said = {
        "en": "A game still unfinished when time is called is a draw.",
        "ja": "引き分けのゲームと数えます",
    }[language]
    assert said in read(client, event, "rules", language)
    assert "1-1-1" in read(client, event, "rules", language)


@BOTH
def test_the_tables_page_has_a_button_for_an_unfinished_third_game(language: str) -> None:
    event, _owner, browser = playing(2)
    page = read(browser, event, "table", language, number=1, table=1)
    said = {"en": "draw 1-1-1, game 3 unfinished", "ja": "ゲーム3は時間切れ"}[language]
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
    said = {
        "en": "a match win without an opponent, counted as 2-0 in games (6 game points) for any",
        "ja": "ゲーム・ポイントは6点",
    }[language]
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
        "en": (
            "no-show",
            "left without notice",
            "did not show up",
            "No-shows in this organizer's events: 1. Left without notice: ",
        ),
        "ja": ("不参加", "無断で退席", "姿を見せなかった", "不参加：1回"),
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
    assert not silent.dropped_silently


@BOTH
def test_quarter_and_semifinals_90_minutes_the_final_without_limit(
    client: Client, language: str
) -> None:
    event, owner = event_with_owner(8)
    template = template_of("single")
    assert template is not None
    plans = [replace(plan, round_minutes=90) for plan in template.plans]
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    said = {"en": "The final has no time limit", "ja": "決勝には制限時間がありません"}[language]
    assert said in read(client, event, "rules", language)
    first_wins = {table: Slip.of(2, 0) for table in range(1, 5)}
    play_round(event, owner, 1, first_wins, publish=False)
    enter_slips(event, owner, 2, "1 20", "2 20")
    complete_round(event_id=event.pk, actor=owner, number=2)
    rounds = event.rounds.select_related("event", "stage").order_by("number")
    assert [one.minutes for one in rounds] == [90, 90, 0]
    event.stages.update(final_unlimited=False)
    assert rounds.get(number=3).minutes == 90
    assert said not in read(client, event, "rules", language)


def test_who_does_not_show_up_is_dropped_unless_they_ask_to_stay_before_the_round_ends() -> None:
    event, _owner, browser = playing(8)

    def absent(table: int, loss: str) -> None:
        url = address(event, "absent", number=1, table=table)
        assert browser.post(url, {"side": "second", "loss": loss}).status_code == 302

    absent(1, "warning")
    absent(1, "game")
    absent(1, "stays")
    absent(2, "match")
    fields = {"choice-3": "no-show-second-stays", "choice-4": "no-show-second"}
    browser.post(address(event, "complete", number=1), fields)
    late = [at_table(event, 1, table).second for table in (1, 2, 3, 4)]
    assert [one.state for one in late if one] == ["active", "dropped", "active", "dropped"]
    sources = {at_table(event, 1, table).official_report.source for table in (1, 2, 3, 4)}  # type: ignore[union-attr]
    assert sources == {"no-show"}
    given = Penalty.objects.filter(enrollment=late[0]).order_by("pk")
    assert [one.penalty for one in given] == ["warning", "game-loss", "match-loss"]


def test_premier_events_allow_no_draw_and_no_staff_who_play() -> None:
    event, owner = event_with_owner(4, staff_may_play=True)
    browser = factories.client_of(owner)
    facts = {"tier": "premier", "least_age": "0"}
    assert (
        "This event allows staff to play, but premier events do not. Change this in the settings."
        in words_of(browser.post(address(event, "settings-group", code="facts"), facts))
    )
    Event.objects.filter(pk=event.pk).update(staff_may_play=False)
    assert browser.post(address(event, "settings-group", code="facts"), facts).status_code == 302
    event.refresh_from_db()
    assert not event.draws_allowed
    data = replace(stored_data(event, None), draws_allowed=True)
    with pytest.raises(RefusedError, match="A premier event allows no draws") as no_draws:
        change_event(event_id=event.pk, actor=owner, data=data)
    assert no_draws.value.field == "draws_allowed"
    # An older or imported event stops allowing draws with its first pairing.
    Event.objects.filter(pk=event.pk).update(draws_allowed=True)
    start_round(event, owner, 1)
    with pytest.raises(RefusedError, match="draw"):
        enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(1, 1))
    enter_result(event_id=event.pk, actor=owner, number=1, table=1, slip=Slip.of(2, 1))


def test_a_time_limit_of_at_least_40_minutes() -> None:
    event, owner = event_with_owner(4, round_minutes=39)
    browser = factories.client_of(owner)
    assert "at least 40" in words_of(browser.post(address(event, "pair", number=1)))
    answer = {"answers.short-round": "continue"}
    browser.post(address(event, "pair", number=1), answer)
    assert event.rounds.exists()
