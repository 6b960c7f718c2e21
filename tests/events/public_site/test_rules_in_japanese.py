"""The rules whose own tests read the pages in English: the same pages in Japanese."""

import datetime
import html
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone, translation

from events.core.eligibility.actions import mark_people
from events.core.words.rule_profiles import UNSUPPORTED
from events.models import Enrollment, FactSheet, Role
from standings import PROFILES
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, play_round, start_round
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of
from tests.events.test_words_of_the_documents import read, same_language_afterwards

__all__ = ["same_language_afterwards"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def japanese() -> Iterator[None]:
    """Errors and codes have their words in Japanese, too."""
    with translation.override("ja"):
        yield


def in_japanese(browser: Client) -> Client:
    browser.cookies["django_language"] = "ja"
    return browser


def test_unfinished_games_count_as_drawn_is_asked_at_the_desk() -> None:
    event, owner = event_with_owner(2)
    start_round(event, owner, 1)
    browser = in_japanese(factories.client_of(owner))
    echo = words_of(browser.get(address(event, "echo", number=1), {"entry": "1 11"}))
    assert "時間切れでゲーム3は引き分け？" in echo


def test_at_tables_and_at_a_platform_the_time_limit_is_as_announced() -> None:
    event, owner = event_with_owner(4, platform="Arena", round_minutes=0)
    browser = in_japanese(factories.client_of(owner))
    page = words_of(browser.post(address(event, "pair", number=1)))
    assert "プラットフォームIDのない4人を含めて組みますか？" in page
    browser.post(address(event, "pair", number=1), {"answers.without-id": "continue"})
    browser.post(address(event, "post", number=1))
    assert "このラウンドに制限時間はありません。" in read(Client(), event, "pairings", "ja")


def test_rounds_may_end_early_and_the_next_rounds_start_is_announced() -> None:
    event, owner = event_with_owner(4, platform="Arena")
    play_round(event, owner, 1)
    browser = in_japanese(factories.client_of(owner))
    browser.post(address(event, "announce-next", number=1), {"at": "15:10"})
    words = read(Client(), event, "pairings", "ja")
    assert "第2回戦は" in words
    assert "15:10 開始です。" in words


def test_a_no_show_at_the_end_of_a_match_clock_has_a_game_loss_then_a_match_loss() -> None:
    event, owner = event_with_owner(2)
    start_round(event, owner, 1)
    browser = in_japanese(factories.client_of(owner))
    url = address(event, "absent", number=1, table=1)
    loss = {"side": "second", "loss": "game"}
    assert browser.post(url, loss).status_code == HTTPStatus.FOUND
    assert "次はマッチの敗北です。" in words_of(browser.post(url, loss))
    done = words_of(browser.post(url, {**loss, "loss": "match"}, follow=True))
    assert "姿を見せなかったため棄権になりました。" in done


def test_reinstating_needs_the_head_judges_approval_and_an_organizer_is_told_whom_to_ask() -> None:
    event = factories.event_with_players(4)
    factories.staff_member(event, Role.HEAD_JUDGE, "hana")
    organizer = in_japanese(factories.client_of(factories.staff_member(event, Role.ORGANIZER)))
    answer = organizer.post(address(event, "player-reinstate", number=1))
    assert "これには別の役割が必要です：ヘッドジャッジ。hanaに頼んでください。" in words_of(answer)


def test_an_appeal_says_who_ruled_who_heard_it_and_the_outcome() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    for role, name in ((Role.HEAD_JUDGE, "hana"), (Role.JUDGE, "jo")):
        factories.staff_member(event, role, name)
    browser = in_japanese(factories.client_of(owner))
    typed = {"player": "Player 001", "ruling": "違反", "ruled_by": "jo"}
    typed |= {"heard_by": "hana", "outcome": "overturned"}
    page = words_of(browser.post(address(event, "appeals"), typed, follow=True))
    assert "裁定：jo、上訴を裁定した人：hana" in page
    assert "裁定を覆した" in page


def test_decklists_are_locked_at_the_deadline_and_changes_need_a_judge_and_a_reason() -> None:
    event, _owner = event_with_owner(2)
    before = timezone.now() - datetime.timedelta(minutes=1)
    FactSheet.objects.create(event=event, decklists="closed", deck_deadline=before)
    keeper = factories.staff_member(event, Role.SCOREKEEPER)
    browser = in_japanese(factories.client_of(keeper))
    form = {"state": "received", "text": "60 Island"}
    answer = browser.post(address(event, "deck", number=1), form, follow=True)
    words = "締め切り後のデッキリストは固定されています。変更できるのはジャッジで、理由が必要です。"
    assert words in words_of(answer)


def test_suspended_players_are_refused_with_the_reason() -> None:
    event, owner = event_with_owner(0)
    mark_people(
        event_id=event.pk, actor=owner, kind="suspended", people=[("Mario Rossi", "")], note="5月"
    )
    browser = in_japanese(factories.client_of(owner))
    asked = words_of(browser.post(address(event, "roster-add"), {"name": "Mario Rossi"}))
    assert "それでも参加できる理由" in asked
    assert "Mario Rossi は資格停止中です。" in asked


@pytest.mark.parametrize("name", [profile.name for profile in PROFILES.values()])
def test_what_a_profile_counts_and_leaves_out_is_named_on_the_rules_page(name: str) -> None:
    event = factories.event(profile=PROFILES[name].to_dict())
    words = html.unescape(read(Client(), event, "rules", "ja"))
    for line in UNSUPPORTED.get(name, ()):
        assert str(line) in words
        assert not str(line).isascii()
    assert ("3分の1（自分のGW%は除く）" in words) is (name == "one-third-raw")


def test_a_dropped_player_of_a_posted_round_is_still_paired() -> None:
    event, owner = event_with_owner(2)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20 x2")
    page = words_of(in_japanese(factories.client_of(owner)).get(address(event, "desk")))
    gone = event.enrollments.get(state=Enrollment.State.DROPPED)
    assert f"{gone.name} が棄権" in page
