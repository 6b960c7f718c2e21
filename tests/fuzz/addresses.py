"""Every address of the site, from the table of addresses, and the names that its view reads."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from django import forms
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

# Log out, log in, change the password: later requests would have no user.
LATER_IS_LOST = {"logout"}


@dataclass(frozen=True)
class Address:
    """One row of the table: its route as written, the parts to fill in, what its view reads."""

    route: str
    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    names: tuple[str, ...]

    def filled(self, parts: dict[str, str]) -> str:
        """The path with these in place of its parts."""
        path = self.route
        for name in (*self.numbers, *self.texts):
            path = re.sub(rf"<(?:\w+:)?{name}>", parts[name].replace("\\", r"\\"), path)
        assert "<" not in path, self
        return "/" + path


def addresses() -> list[Address]:
    """Every address, in the order of the table."""
    found = []
    for route, converters, pattern in _patterns(get_resolver().url_patterns, "", {}):
        if pattern.name in LATER_IS_LOST:
            continue
        numbers = [name for name, one in converters.items() if isinstance(one, IntConverter)]
        texts = [name for name in converters if name not in numbers]
        names = names_read(inspect.unwrap(pattern.callback))
        found.append(Address(route, tuple(numbers), tuple(texts), names))
    return found


def _patterns(
    entries: list[Any], before: str, above: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any], URLPattern]]:
    for entry in entries:
        route = before + str(entry.pattern)
        converters = {**above, **entry.pattern.converters}
        if isinstance(entry, URLResolver):
            yield from _patterns(entry.url_patterns, route, converters)
        elif ".*" not in route:
            yield route, converters, entry


def names_read(view: Callable[..., Any]) -> tuple[str, ...]:
    """Return every text that could be the name of a field that a view reads.

    These are the texts in its module that look like one, the fields of all forms that the module
    knows, and the beginnings of names that end in a number.
    """
    module = inspect.getmodule(view)
    assert module is not None
    return _names_in(module)


@cache
def _names_in(module: ModuleType) -> tuple[str, ...]:
    names = set(_texts_of(module))
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, (forms.Form, forms.ModelForm)):
            names.update(kind.base_fields)
            of_form = inspect.getmodule(kind)
            if of_form is not None and of_form.__name__.startswith("events."):
                names.update(_texts_of(of_form))
    return tuple(sorted(names))


def _texts_of(module: ModuleType) -> Iterator[str]:
    tree = ast.parse(inspect.getsource(module))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text.endswith(("-", "_")) and text[:-1].isidentifier():
                yield f"{text}1"
            elif text.replace("-", "_").isidentifier() and text.islower():
                yield text
