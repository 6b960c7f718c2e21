"""Templates are read without indentation: the words of a page stay the same, and apart."""

import re

from django.template import engines
from django.template.loader import get_template, render_to_string
from django.utils import translation

from tests.shared import ROOT

TEMPLATES = ROOT / "templates"
SPACE = "{% sentence_space %}"
TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}")


# A page shows no space after the opening tag of a phrase.
OPENED = re.compile(r"(<(?:b|code|em|small|span|strong)(?: [^<>{}]*)?>)\s+")


def words_of(text: str) -> list[str]:
    """Return what a template shows, apart from its tags and from who writes a space."""
    return OPENED.sub(r"\1", TAG.sub("", text.replace(SPACE, " "))).split()


def read(name: str) -> str:
    """Return the text of a template as pages are made of it."""
    return str(get_template(name).template.source)  # type: ignore[attr-defined]


def test_every_template_keeps_its_words_apart() -> None:
    names = [path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html")]
    assert len(names) > 200
    saved = 0
    for name in names:
        written, taken = (TEMPLATES / name).read_text("utf-8"), read(name)
        assert words_of(taken) == words_of(written), name
        tags = [TAG.findall(text.replace(SPACE, "")) for text in (taken, written)]
        assert tags[0] == tags[1], name
        saved += len(written) - len(taken)
    assert saved > 90_000


def test_no_template_lays_out_text_with_spaces() -> None:
    """Within these elements a browser shows each space."""
    for path in TEMPLATES.rglob("*.html"):
        for text in re.findall(r"<(?:pre|textarea)[^>]*>(.*?)</", path.read_text("utf-8"), re.S):
            assert not re.search(r"^[ \t]", text, re.M), path


def test_japanese_has_no_space_between_sentences() -> None:
    need = {"plan": "", "code": "out", "places": 8, "left": 2, "chance": ""}
    read_in = {}
    for language in ("en", "ja"):
        with translation.override(language):
            page = render_to_string("public_site/own/need.html", need)
        read_in[language] = re.sub(r"</?\w+>|\n", "", re.sub(r"<[^>]+>", "", page))
    assert "By match points alone. 2 rounds to play." in read_in["en"].replace("\n", " ")
    assert "マッチ・ポイントだけで判定しています。残り2ラウンド。" in read_in["ja"]


def test_the_space_of_sentences_is_written_where_words_follow() -> None:
    page = read("public_site/taken_back.html")
    assert f"{{% endblocktranslate %}}</strong>{SPACE}{{% translate" in page
    assert 'pairings." %}\n</p>' in page, "no words follow"
    for path in TEMPLATES.rglob("*.html"):
        inside = re.findall(r"<(?:pre|textarea|script)[^>]*>(.*?)</", read(str(path)), re.S)
        assert not any(SPACE in text for text in inside), path


def test_a_line_of_words_ends_and_a_line_of_tags_does_not() -> None:
    page = engines["django"].from_string
    assert page("one\n{% if 1 %}\n  two\n{% endif %}\nthree").render() == "one\n\n  two\n\nthree"
    assert "\n\n" not in read("staff/tabs.html")
