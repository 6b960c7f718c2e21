"""The palette takes words as people type them: 320 of a tournament day find where to go."""

import re
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch
from django.utils import translation

from events.core.events.additions import ADDITIONS
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.finder.queries import places_of, search
from events.models import Event, Prize, Role, Stage
from events.stages.actions import add_playoff
from events.web.access import Desk
from tests import factories
from tests.events.finder import collected_words, further_words
from tests.events.finder.test_find import places
from tests.events.scenario import event_with_owner, play_round, report, start_round
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of
from tests.screens.addresses import SCREENS

pytestmark = pytest.mark.django_db

ENGLISH = {
    "prize": "Prizes",
    "drop": "Drop a player",
    "late": "Add a late player",
    "round time": "Set the clock",
    "swap": "Re-pair the round",
    "undo": "Undo the last result",
    "pause": "Pause the clock",
    "extension": "Give a time extension",
    "venue": "Room",
    "top 8": "Stages and cut",
    "password": "Change your password",
    "wifi": "Fact sheet",
    "help": "Help",
    "add player": "Add players",
    "bye": "Roster",
    "penalty": "Penalties and appeals",
    "warning": "Penalties and appeals",
    "judge": "Floor",
    "deck check": "Decklists",
    "ranking": "Standings",
    "slips": "Print slips",
    "pairings": "Print pairings",
    "announce": "Announce",
    "reinstate": "Reinstate a player",
    "correct": "Correct a result",
    "no-show": "Report a no-show",
    "timer": "Set the clock",
    "webhook": "Integrations",
    "backup": "Export",
    "overlay": "Overlays and embeds",
    "swap seats": "Re-pair the round",
    "break": "Pause the clock",
    "tiebreakers": "Standings",
    "match slips": "Print slips",
    "dq": "Penalties and appeals",
    "bracket": "Stages and cut",
    "next round": "Complete round 1",
    "publish standings": "Standings",
    "import": "Import a file",
    "helpers": "Staff",
    "invite judge": "Staff",
    "japanese": "Language",
    "walk-in": "Add a late player",
    "attendance": "Check-in",
    "waitlist": "Sign-up",
    "paid": "Roster",
    "rename player": "Roster",
    "table numbers": "Room",
    "fixed seat": "Roster",
    "projector": "Show on a screen",
    "name tags": "Print",
    "final report": "Report",
    "delete event": "Settings",
    "copy event": "New event",
    "log out": "Second factor and logins",
    "email addresses": "Export",
    "double loss": "Desk",
    "time zone": "Settings",
    "round robin": "Stages and cut",
    "prize pool": "Prizes",
}
JAPANESE = {
    "賞品": "賞品",
    "棄権": "プレイヤーを棄権させる",
    "遅刻": "遅れてきたプレイヤーを追加",
    "制限時間": "時計を設定",
    "入れ替え": "組み合わせを修正",
    "取り消し": "直前の結果を取り消す",
    "一時停止": "時計を一時停止",
    "延長": "時間を延長",
    "会場": "テーブル配置",
    "トップ8": "ステージと進出ライン",
    "パスワード": "パスワードの変更",
    "Wi-Fi": "ファクト・シート",
    "ヘルプ": "ヘルプ",
    "参加者": "プレイヤーを追加",
    "不戦勝": "名簿",
    "懲罰": "懲罰と上訴",
    "警告": "懲罰と上訴",
    "ジャッジ": "フロア",
    "デッキチェック": "デッキリスト",
    "順位": "順位表",
    "結果記入用紙": "結果記入用紙を印刷",
    "組み合わせ": "組み合わせを印刷",
    "お知らせ": "お知らせする",
    "復帰": "プレイヤーの棄権を撤回する",
    "訂正": "結果を訂正",
    "不参加": "不参加を報告",
    "タイマー": "時計を設定",
    "決勝": "ステージと進出ライン",
    "バックアップ": "書き出し",
    "配信": "配信画面と埋め込み",
    "席替え": "組み合わせを修正",
    "休憩": "時計を一時停止",
    "タイブレーク": "順位表",
    "スリップ": "結果記入用紙を印刷",
    "ゲームロス": "懲罰と上訴",
    "トーナメント表": "ステージと進出ライン",
    "次のラウンド": "第1回戦を完了",
    "公開": "順位表",
    "取り込み": "ファイルを取り込む",
    "運営": "スタッフ",
    "招待": "スタッフ",
    "英語": "言語",
    "当日参加": "遅れてきたプレイヤーを追加",
    "出席": "チェックイン",
    "キャンセル待ち": "申し込み",
    "支払い": "名簿",
    "重複": "名簿",
    "テーブル番号": "テーブル配置",
    "固定席": "名簿",
    "大画面": "画面に表示",
    "名札": "印刷",
    "残り時間": "時計を設定",
    "削除": "設定",
    "コピー": "新しいイベント",
    "ドロップ": "プレイヤーを棄権させる",
    "メール": "書き出し",
    "両者敗北": "デスク",
    "元に戻す": "直前の結果を取り消す",
    "総当たり": "ステージと進出ライン",
    "ジャッジコール": "フロア",
}


def playing() -> tuple[Event, Client]:
    event, owner = event_with_owner(8, prizes_for=Event.PrizesFor.PLAYERS, round_minutes=50)
    Prize.objects.create(event=event, by=Prize.By.PLACE, last=4, packs=3)
    start_round(event, owner, 1)
    return event, factories.client_of(owner)


def found(browser: Client, event: Event, text: str, language: str) -> str:
    answer = browser.get(address(event, "find"), {"q": text}, headers={"accept-language": language})
    return words_of(answer.content.decode().partition("<main")[2])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ENGLISH),
        ("en", collected_words.ENGLISH),
        ("ja", JAPANESE),
        ("ja", collected_words.JAPANESE),
        ("en", further_words.ENGLISH),
        ("ja", further_words.JAPANESE),
    ],
)
def test_everyday_words_find_where_to_go(language: str, words: dict[str, str]) -> None:
    event, _browser = playing()
    desk = Desk(event, factories.user("somebody"), frozenset(Role))
    lost = {}
    with translation.override(language):
        there = places_of(desk)
        for text, wanted in words.items():
            names = [" ".join(place.names) for place in search(there, text)[0]]
            if not any(wanted in name for name in names):
                lost[text] = names
    assert lost == {}
    assert len(words) >= 40


def test_words_that_nothing_has_together_find_the_most_of_them_and_no_player() -> None:
    event, browser = playing()
    factories.enroll_players(event, ["Rename Smith"])
    page = found(browser, event, "rename somebody", "en")
    assert "Roster" in page
    assert "Rename Smith" not in page
    assert "No exact match" not in page
    assert "Roster" not in found(browser, event, "zebra", "en")


def test_english_words_find_on_japanese_pages_too() -> None:
    event, browser = playing()
    browser.cookies["django_language"] = "ja"
    assert "時間を延長" in found(browser, event, "extension", "ja")


def test_words_inside_a_japanese_text_find_where_to_go() -> None:
    """It has no spaces: the words of a page are looked for in the text."""
    event, browser = playing()
    for text, wanted in (
        ("フォーマット変更", "設定"),
        ("棄権取り消し", "プレイヤーの棄権を撤回する"),
        ("会場図", "テーブル配置"),
        ("大会コピー", "新しいイベント"),
    ):
        assert wanted in found(browser, event, text, "ja"), text
    assert "設定" not in found(browser, event, "縞馬", "ja")


def test_a_round_is_reopened_where_its_button_is() -> None:
    event, owner = event_with_owner(4, rounds=2)
    browser = factories.client_of(owner)
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    reopen = "Actions Reopen round 1"
    start_round(event, owner, 1)
    assert reopen not in found(browser, event, "reopen", "en")
    report(event, owner, 1)
    complete_round(event_id=event.pk, actor=owner, number=1)
    assert reopen in found(browser, event, "reopen", "en")
    assert reopen not in found(judge, event, "reopen", "en")
    assert "第1回戦を再開" in found(browser, event, "再開", "ja")
    listed = {place[1][0]: place[2] for place in places(browser, event)}
    button = address(event, "reopen-round", number=1)
    assert button in browser.get(listed["Reopen round 1"]).content.decode()
    publish_standings(event_id=event.pk, actor=owner, number=1)
    withdraw = "Withdraw the standings after round 1"
    listed = {place[1][0]: place[2] for place in places(browser, event)}
    assert withdraw in found(browser, event, "reopen", "en")
    assert "Reopen round 1" not in listed
    assert address(event, "withdraw", number=1) in browser.get(listed[withdraw]).content.decode()


def test_a_playoff_round_is_reopened_while_the_next_one_is_posted() -> None:
    event, owner = event_with_owner(4)
    event.stages.update(kind=Stage.Kind.SINGLE_ELIMINATION, rounds=None)
    browser = factories.client_of(owner)
    play_round(event, owner, 1, publish=False)
    listed = {place[1][0]: place[2] for place in places(browser, event)}
    page = browser.get(listed["Reopen semifinals"]).content.decode()
    assert address(event, "reopen-round", number=1) in page


def test_each_state_of_a_round_has_its_actions() -> None:
    event, owner = event_with_owner(8, rounds=1)
    add_playoff(event_id=event.pk, actor=owner)
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    browser = factories.client_of(owner)

    def names() -> set[str]:
        return {place[1][0] for place in places(browser, event)}

    assert {"Record a penalty", "Record an appeal", "Merge two players"} <= names()
    pair_next_round(event_id=event.pk, actor=owner, number=1)
    assert {"Pair an unposted round again", "Discard an unposted round"} <= names()
    post_round(event_id=event.pk, actor=owner, number=1)
    assert "Unpost a round" in names()
    assert "Unpost a round" not in {place[1][0] for place in places(judge, event)}
    report(event, owner, 1)
    assert "Unpost a round" not in names()
    complete_round(event_id=event.pk, actor=owner, number=1)
    listed = {place[1][0]: place[2] for place in places(browser, event)}
    assert listed["Confirm who advances"] == address(event, "cut", number=1)
    of_judge = {place[1][0] for place in places(judge, event)}
    assert "Record a penalty" in of_judge
    assert not {"Disqualify a player", "Confirm who advances", "Merge two players"} & of_judge


def test_every_addition_is_in_it_with_its_button() -> None:
    event, owner = event_with_owner(8)
    names = {place[1][0] for place in places(factories.client_of(owner), event)}
    listed = {str(addition.button) for addition in ADDITIONS if addition.code != "chances"}
    assert listed <= names


# Parts of a page that is listed, and pages that a state or a search leads to.
NOT_LISTED = {
    *("announced", "find", "nothing", "penalty-find", "report-live", "roster-drop-absent"),
}


def test_every_page_of_an_event_is_in_it() -> None:
    event, browser = playing()
    listed = {place[2] for place in places(browser, event)}
    missing = set()
    for screen in SCREENS:
        name = screen.name.removeprefix("staff:")
        if screen.name == name or screen.arguments:
            continue
        with suppress(NoReverseMatch):
            if address(event, name) not in listed:
                missing.add(name)
    assert missing == NOT_LISTED


def test_the_palette_gets_the_same_words_and_keys() -> None:
    event, browser = playing()
    listed: dict[str, list[Any]] = {place[1][0]: place for place in places(browser, event)}
    assert "extension" in listed["Give a time extension"][5]
    assert listed["Undo the last result"][6] == "Ctrl Z"
    assert re.search(r"Ctrl", listed["Complete round 1"][6])
