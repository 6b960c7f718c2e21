"""Templates are read without indentation: the words of a page stay the same, and apart."""

import re

from django.template import engines
from django.template.loader import get_template

from tests.shared import ROOT

TEMPLATES = ROOT / "templates"
TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}")


def read(name: str) -> str:
    """Return the text of a template as pages are made of it."""
    return str(get_template(name).template.source)  # type: ignore[attr-defined]


def test_every_template_keeps_its_words_apart() -> None:
    names = [path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html")]
    assert len(names) > 200
    saved = 0
    for name in names:
        written, taken = (TEMPLATES / name).read_text("utf-8"), read(name)
        assert TAG.sub("", taken).split() == TAG.sub("", written).split(), name
        assert TAG.findall(taken) == TAG.findall(written), name
        saved += len(written) - len(taken)
    assert saved > 90_000


def test_no_template_lays_out_text_with_spaces() -> None:
    """Within these elements a browser shows each space."""
    for path in TEMPLATES.rglob("*.html"):
        for text in re.findall(r"<(?:pre|textarea)[^>]*>(.*?)</", path.read_text("utf-8"), re.S):
            assert not re.search(r"^[ \t]", text, re.M), path


def test_a_line_of_words_ends_and_a_line_of_tags_does_not() -> None:
    page = engines["django"].from_string
    assert page("one\n{% if 1 %}\n  two\n{% endif %}\nthree").render() == "one\n\n  two\n\nthree"
    assert "\n\n" not in read("staff/tabs.html")
