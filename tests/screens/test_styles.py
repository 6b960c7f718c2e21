"""The styles and the templates name the same classes."""

import re

from tests.shared import ROOT

# Classes that a template or a script completes with a value.
COMPLETED = re.compile(r"(of|shade|colour|state)-\w+|c\d|htmx-\w+")


def text_of(*patterns: str) -> str:
    """Return the text of files of the product, one after the other."""
    files = [file for pattern in patterns for file in sorted(ROOT.glob(pattern))]
    return "\n".join(file.read_text("utf-8") for file in files)


def styled() -> set[str]:
    """Return the classes that a selector of a style sheet names."""
    styles = re.sub(r"/\*.*?\*/", "", text_of("static/css/**/*.css"), flags=re.S)
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"\{[^{}]*\}", "{}", styles)))


def test_every_class_with_a_style_is_written_somewhere() -> None:
    written = text_of("templates/**/*.html", "static/js/**/*.js", "events/**/*.py")
    words = set(re.findall(r"[\w-]+", written))
    assert {name for name in styled() if not COMPLETED.fullmatch(name)} - words == set()


def test_every_kind_of_badge_has_a_style() -> None:
    kinds = re.findall(r'class="badge ([a-z][a-z -]*)"', text_of("templates/**/*.html"))
    assert len(kinds) > 40
    assert {word for kind in kinds for word in kind.split()} - styled() == set()
