"""The voice of the screens, as far as a pattern holds it: openings, and the glossary."""

import re
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
CATALOG = ROOT / "locale" / "ja" / "LC_MESSAGES" / "django.po"

# A sentence starts with the thing or with the action. A question may ask who or what.
OPENING = re.compile(r"(?:^|[.:!?] )(?:Who|What|Whose|Whoever)\b(?![^.]*\?)")
# Words that a scorekeeper does not use, and words that the glossary replaces.
NOT_SAID = re.compile(
    r"\b(?:anew|beside|somebody|whoever|meant|stands|told|tells|comes|e-mail|user name"
    r"|private address|second reading|own rules|taken back)\b",
    re.IGNORECASE,
)


# Phrases that are understood only at the second reading.
FOREIGN = re.compile(
    r"The old one ended|loses the right|events and players stay|The draft is on\b|No judge here"
    r"|prize that can be won|Players advancing from stage|Announced values|above the cut line on"
    r"|Players dropping|Last result expected$|^Find me$|^Get a message$"
)
# The same in Japanese, with the native wording.
FOREIGN_IN_JAPANESE = {
    "スタンド": "受付",
    "プレイオフ": "決勝ラウンド",
    r"上位(?:%\(\w+\)[sd]|\d+)名": "トップ8",
    "ブラウザ(?!ー)": "ブラウザー",
    r"第(?:%\(\w+\)[sd]|\d)ゲーム": "ゲーム1",
    "足切り": "進出ライン",
    "これは自分": "自分です",
    "引き分けゲーム": "引き分け",
    "時計はまだ動いて": "まだ開始していません",
    "先に書かれた": "左のプレイヤー",
    "ジャッジはいない": "ジャッジ不在",
    "テーブルの数に足り": "テーブルが足りません",
}
# Japanese says "you" only to contrast the reader with another person.
YOU_IN_JAPANESE = 8


# Column heads of exported files, which stay equal between versions.
COLUMNS = {"What", "left without a word"}


def said() -> list[str]:
    """Every string of the screens, plurals too."""
    texts = []
    for entry in polib.pofile(str(CATALOG)):
        texts += [entry.msgid, entry.msgid_plural]
    return [text for text in texts if text not in COLUMNS]


def test_the_patterns_find_what_they_are_for() -> None:
    assert OPENING.search("Who finds none waits.")
    assert OPENING.search("Saved. What came in is below.")
    assert not OPENING.search("What happened?")
    assert NOT_SAID.search("The result stands.")
    assert not NOT_SAID.search("Standings after round 3")


def test_sentences_start_with_the_thing_or_the_action() -> None:
    assert [text for text in said() if OPENING.search(text)] == []


def test_times_are_written_as_the_clocks_of_the_venue() -> None:
    # "3:05 p.m." would end a sentence with two periods.
    usual = re.compile(r"\|time\s*(?:%}|}})|\|(?:time|date):\"(?:TIME_FORMAT|DATETIME_FORMAT|P)\"")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (ROOT / "templates").rglob("*.html")
        for line in path.read_text(encoding="utf-8").splitlines()
        if usual.search(line)
    ]
    assert found == []


def test_screens_use_the_words_of_the_glossary() -> None:
    assert [text for text in said() if NOT_SAID.search(text)] == []


def said_in_japanese() -> list[str]:
    """Every translation, plurals too."""
    texts = []
    for entry in polib.pofile(str(CATALOG)):
        texts += [entry.msgstr, *entry.msgstr_plural.values()]
    return texts


def test_nothing_is_understood_at_the_second_reading_only() -> None:
    assert [text for text in said() if FOREIGN.search(text)] == []


def test_japanese_has_one_word_for_a_thing() -> None:
    found = {
        text: native
        for text in said_in_japanese()
        for foreign, native in FOREIGN_IN_JAPANESE.items()
        if re.search(foreign, text)
    }
    assert found == {}


def test_japanese_names_the_subject_of_another_report() -> None:
    # "2-0で負け" after a name reads as that player's loss; a native leaves out "you".
    reported = {
        entry.msgid: entry.msgstr
        for entry in polib.pofile(str(CATALOG))
        if entry.msgid in ("%(name)s won %(score)s", "%(name)s won")
    }
    assert set(reported.values()) == {"%(name)sの勝ち（%(score)s）", "%(name)sの勝ち"}
    assert sum("あなた" in text for text in said_in_japanese()) <= YOU_IN_JAPANESE
