"""The most likely meaning of a word is listed first: Enter in the palette opens it."""

import pytest
from django.utils import translation

from events.finder.queries import places_of, search
from events.models import Role
from events.web.access import Desk
from tests import factories
from tests.events.finder.test_everyday_words import playing

pytestmark = pytest.mark.django_db

FIRST = {
    "en": {
        "add someone who came late": "Add a late player",
        "standings on the tv": "Show on a screen",
        "judge call": "Floor",
        "deck check": "Deck checks",
        "slips": "Print slips",
        "stream": "Overlays and embeds",
        "typo": "Correct a result",
        "logo": "Logo",
        "scanner": "Check-in",
        "league": "Organisations",
        "badge": "Organisations",
        "late": "Add a late player",
        "give a bye": "Roster",
        "buzzer": "Set the clock",
        "swap two opponents": "Re-pair the round",
        "move to another table": "Re-pair the round",
        "wrong name": "Roster",
        "who won": "Report",
        "close event": "Complete round 1",
        "feedback": "Help",
        "check in everyone": "Check-in",
        "hide standings": "Standings",
        "rename event": "Settings",
        # A word with another ending than the one that is known.
        "swapping opponents": "Re-pair the round",
        "wifi password": "Fact sheet",
    },
    "ja": {
        "ペアリング": "組み合わせを修正",
        "ロゴ": "ロゴ",
        "ひな形": "新しいイベント",
        "スキャン": "チェックイン",
        "ドロップ取り消し": "プレイヤーの棄権を撤回する",
        "イベント名": "設定",
        "リーグ": "団体",
        "結果入力": "デスク",
        "ジャッジ": "フロア",
        "取り消し": "直前の結果を取り消す",
        "席": "テーブル配置",
        "バイ": "名簿",
        "罰則": "懲罰を記録する",
        "対戦相手交換": "組み合わせを修正",
        "マッチ結果": "デスク",
        "新規大会": "新しいイベント",
        "ラウンド延長": "時間を延長",
        "スイスラウンド": "ステージと進出ライン",
        "賞品一覧": "賞品",
        # Parts between particles, and a verb that is written in another form.
        "結果の修正": "結果を訂正する",
        "選手を外す": "プレイヤーを棄権させる",
        "やり直し": "直前の結果を取り消す",
    },
}


@pytest.mark.parametrize("language", FIRST)
def test_what_a_word_means_most_is_first(language: str) -> None:
    event, _browser = playing()
    desk = Desk(event, factories.user("somebody"), frozenset(Role))
    with translation.override(language):
        there = places_of(desk)
        found = {text: search(there, text)[0][0].names[0] for text in FIRST[language]}
    assert found == FIRST[language]


def test_a_name_of_two_words_is_that_of_one_player_and_not_of_a_table() -> None:
    event, _browser = playing()
    factories.enroll_players(event, ["Anna Rossi"])
    desk = Desk(event, factories.user("somebody"), frozenset(Role))
    there = places_of(desk)
    for text in ("anna rossi", "anan rossi", "where is anna rossi"):
        assert [place.names for place in search(there, text)[0]] == [("Anna Rossi",)], text


def test_a_short_word_with_a_wrong_letter_finds_players_alone() -> None:
    event, _browser = playing()
    factories.enroll_players(event, ["Bao Wu"])
    desk = Desk(event, factories.user("somebody"), frozenset(Role))
    found, is_near = search(places_of(desk), "bap")
    assert is_near
    assert {place.names for place in found} == {("Bao Wu",)}
