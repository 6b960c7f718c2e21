"""Where templates print a name, and in what kind of place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"
_TOKEN = re.compile(r"{{.*?}}|{%.*?%}|{#.*?#}|<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)|>")
_WITHOUT_MARKUP = frozenset({"title", "option", "textarea", "script"})
_WITH = re.compile(r"(\w+)=([\w.]+(?:\|[\w.:\"'–-]+)*)")


@dataclass(frozen=True, slots=True)
class Place:
    """A value that a template prints, with its filters; `in_markup`: tags may stand there.

    `binds`: what it is called in a sentence that it is passed to.
    """

    file: str
    line: int
    value: str
    in_markup: bool
    binds: str = ""

    @property
    def expression(self) -> str:
        """The value without its filters."""
        return self.value.partition("|")[0]

    @property
    def filters(self) -> list[str]:
        """The names of its filters."""
        return [part.partition(":")[0] for part in self.value.split("|")[1:]]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.value}"


def all_places() -> Iterator[Place]:
    """Return every value that a template prints or passes into a sentence."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        yield from places_in(path.read_text(), str(path.relative_to(TEMPLATES)))


def places_in(text: str, file: str) -> Iterator[Place]:
    """Return the values in the text of one template."""
    state, at = _State(), 0
    for token in _TOKEN.finditer(text):
        state.read(text[at : token.start()])
        at = token.end()
        line = text.count("\n", 0, token.start()) + 1
        inside = token[0][2:-2].strip()
        if token[0].startswith("{{") and not state.sentence:
            yield Place(file, line, inside, state.is_markup)
        elif token[0].startswith("{%"):
            state.read_tag(inside)
            if inside.startswith("blocktranslate"):
                # This test can't see where a sentence in a variable is printed.
                is_markup = state.is_markup and " asvar " not in inside
                for name, value in _WITH.findall(inside):
                    yield Place(file, line, value, is_markup, name)


class _State:
    """What the text so far stands in: a tag, an element without markup, a sentence."""

    def __init__(self) -> None:
        self._in_tag = self._in_title = False
        self._element = ""
        self.sentence = False

    @property
    def is_markup(self) -> bool:
        return not (self._in_tag or self._element or self._in_title)

    def read(self, text: str) -> None:
        for part in _TAG.finditer(text):
            if part[0] == ">":
                self._in_tag = False
                continue
            self._in_tag = True
            name = part[2].lower()
            if name in _WITHOUT_MARKUP:
                self._element = "" if part[1] else name

    def read_tag(self, inside: str) -> None:
        if inside.startswith("blocktranslate"):
            self.sentence = True
        elif inside.startswith("endblocktranslate"):
            self.sentence = False
        elif re.match(r"block \w*title\b", inside):
            self._in_title = True
        elif re.match(r"endblock\b", inside):
            self._in_title = False
