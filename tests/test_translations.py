"""Every string that a person sees has a Japanese translation that fits."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.test import override_settings

from events.finder.said import SAID
from events.management.commands.compile_translations import compile_translations
from tests import structure
from tests.shared import ROOT

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|%[sd]|\{\w*\}")
# A module without either needs no parsing.
F_STRING = re.compile(r"""\b(?:[fF][rR]?|[rR][fF])["']""")
MARKED = re.compile(r"\b_\(|gettext")
# The arguments of makemessages in the Makefile, so that both find the same strings. The Makefile
# omits locations, because their wrapping depends on the version of gettext.
ARGUMENTS = ["--locale", "ja", "--no-obsolete", "--no-wrap"]
CATALOG = Path("locale") / "ja" / "LC_MESSAGES" / "django.po"


@pytest.fixture(autouse=True, scope="module")
def trees_are_forgotten() -> Iterator[None]:
    """Keep no tree for the tests that follow."""
    yield
    structure.forget_trees()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of everything that has strings, in which collecting them changes nothing here."""
    if shutil.which("xgettext") is None:
        pytest.skip("GNU gettext, which collects the strings, is not installed")
    copy = tmp_path_factory.mktemp("messages")
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    for name in (
        "archive",
        "config",
        "domain",
        "events",
        "interchange",
        "pairings",
        "templates",
        "static",
        "locale",
    ):
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    (copy / "standings").symlink_to(ROOT / "standings")
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, copy)
    (copy / "locale").mkdir(exist_ok=True)
    return copy


def collect(copy: Path, *arguments: str) -> Path:
    """Collect the strings of the copy; return its catalog."""
    environment = {**os.environ, "MATCHSLIP_VAR": str(copy / "var")}
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", *ARGUMENTS, *arguments],
        cwd=copy,
        env=environment,
        check=True,
        capture_output=True,
    )
    return copy / CATALOG


@pytest.fixture(scope="module")
def collected_once(copy: Path) -> str:
    """The catalog after `make messages`, without the time of collecting."""
    return without_time(collect(copy, "--no-location"))


@pytest.fixture(scope="module")
def collected(copy: Path, collected_once: str) -> polib.POFile:
    """The translations as collecting the strings of today would leave them, with their files."""
    assert collected_once
    return polib.pofile(str(collect(copy, "--add-location", "file")))


def without_time(catalog: Path) -> str:
    return re.sub(r'"POT-Creation-Date: .*\n', "", catalog.read_text(encoding="utf-8"))


def key(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgctxt or "", entry.msgid


def sources(entry: polib.POEntry) -> list[str]:
    return [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_no_string_is_new_and_none_is_left_over(collected: polib.POFile) -> None:
    kept = polib.pofile(str(ROOT / CATALOG))
    now = {key(entry) for entry in collected if not entry.obsolete}
    then = {key(entry) for entry in kept if not entry.obsolete}
    assert len(now) > 100
    assert sorted(now - then) == [], "run `make messages` and translate"
    assert sorted(then - now) == [], "run `make messages`: these are no longer used"


def test_collecting_changes_nothing_on_a_clean_tree(collected_once: str) -> None:
    assert collected_once == without_time(ROOT / CATALOG)
    assert "#: " not in collected_once
    assert "--no-location" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_string_is_translated(collected: polib.POFile) -> None:
    missing = [
        entry.msgid
        for entry in collected
        if not entry.obsolete and (entry.fuzzy or not all(translations(entry)))
    ]
    assert missing == []


def test_placeholders_survive_translation(collected: polib.POFile) -> None:
    wrong = []
    for entry in collected:
        # Plural forms may use fewer of the placeholders, but no others.
        allowed = {found for text in sources(entry) for found in PLACEHOLDER.findall(text)}
        for text in translations(entry):
            used = set(PLACEHOLDER.findall(text))
            exact = not entry.msgid_plural
            if text and (used - allowed or (exact and used != allowed)):
                wrong.append(entry.msgid)
    assert wrong == []


def test_every_string_is_marked_by_a_name_that_is_collected() -> None:
    renamed = re.compile(r"^from django\.utils\.translation import .*\w as (?!_$).*", re.MULTILINE)
    found = {
        str(path.relative_to(ROOT)): renamed.findall(path.read_text(encoding="utf-8"))
        for path in (ROOT / "events").rglob("*.py")
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


def marked_in_text(source: str) -> list[int]:
    """The lines in which a string is marked between the braces of an f-string."""
    if not (F_STRING.search(source) and MARKED.search(source)):
        return []
    return [
        call.lineno
        for text in structure.nodes_of(source)
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id == "_" or "gettext" in call.func.id
    ]


def test_no_string_is_marked_where_it_is_not_collected() -> None:
    assert marked_in_text(
        """f'<b>{escape(_("Copy"))}</b>'; x = f"{gettext('Copy')}"; _("y")"""
    ) == [1, 1]
    found = {
        str(path.relative_to(ROOT)): marked_in_text(path.read_text(encoding="utf-8"))
        for folder in ("archive", "config", "domain", "events")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_each_thing_has_a_single_word(collected: polib.POFile) -> None:
    instead = {"スリップ": "結果記入用紙", "結果用紙": "結果記入用紙", "選手": "プレイヤー"}
    instead |= {
        "開催要項": "ファクト・シート",
        "イベント概要": "ファクト・シート",
        "下書き": "未掲示のラウンド",
    }
    instead |= {"ドロップ": "棄権", "罰則": "懲罰", "卓": "テーブル", "電話": "スマートフォン"}
    # 組み合わせ are pairings; a playoff's bracket is a トーナメント表.
    instead |= {"対戦表": "組み合わせ", "専用アドレス": "本人用リンク"}
    wrong = {
        text: instead[word]
        for entry in collected
        for text in translations(entry)
        for word in instead
        # As a tab, it is the list of pairings, in players' words.
        if re.search(word, text)
        and entry.msgctxt != "tab"
        # Search words are whatever people type.
        and entry.msgid not in SAID.values()
    }
    assert wrong == {}
    # An unposted round is visible to staff only, and the word draft is reserved for boosters.
    drafts = r"[Dd]raft (of round|again|without)|(as|to) a draft|discard(ed)? the draft|draft, not"
    assert [entry.msgid for entry in collected if re.search(drafts, entry.msgid)] == []


def test_sentences_of_templates_end_with_a_full_width_mark(collected: polib.POFile) -> None:
    # In Japanese templates no space follows them: see events/web/template_files.py.
    no_sentences = {
        "Device lost?",
        "First time at a tournament?",
        "First time here?",
        "Import “%(name)s”?",
        "No account, or forgot your password?",
        "No.",
    }
    found = {
        entry.msgid
        for entry in collected
        if any(place.endswith(".html") for place, _line in entry.occurrences)
        if re.search(r"[.?!:]\s*$", sources(entry)[-1])
        if not all(re.search(r"[。？！：）…]\s*$", text) for text in translations(entry))
    }
    assert found == no_sentences


def test_no_page_has_japanese_of_its_own() -> None:
    # All text of pages, scripts and printed sheets is in the catalog, where readers check it.
    japanese = re.compile(r"[ぁ-んァ-ヶ一-龠]")
    places = (("templates", "*.html"), ("static", "*.js"), ("events/paper", "*.typ"))
    own = {
        str(path.relative_to(ROOT))
        for folder, pattern in places
        for path in (ROOT / folder).rglob(pattern)
        if japanese.search(path.read_text(encoding="utf-8"))
    }
    # How names are written and pronounced.
    assert own == {"static/js/names.js"}


def test_compiling_writes_what_gettext_reads(tmp_path: Path) -> None:
    folder = tmp_path / "ja" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = polib.POFile()
    source.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    source.append(polib.POEntry(msgid="Pair round", msgstr="組み合わせ"))
    source.append(polib.POEntry(msgid="Unsure", msgstr="不明", flags=["fuzzy"]))
    source.save(str(folder / "django.po"))
    with override_settings(LOCALE_PATHS=[tmp_path]):
        assert compile_translations() == [folder / "django.mo"]
        assert compile_translations() == []
    compiled = {entry.msgid: entry.msgstr for entry in polib.mofile(str(folder / "django.mo"))}
    assert compiled == {"Pair round": "組み合わせ"}
    assert sorted(path.name for path in folder.iterdir()) == ["django.mo", "django.po"]
