"""What Django does for every query and page of the tests, with the same answers and less work."""

import copy
import html
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pytest
from django.db import connections
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX, SQLiteCursorWrapper
from django.db.models.expressions import BaseExpression, Col
from django.template import Context, Template
from django.test.signals import template_rendered
from django.urls import URLResolver
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString


@contextmanager
def quick_django() -> Generator[None]:
    """Take the quicker ways inside."""
    with pytest.MonkeyPatch.context() as patch:
        _keep_contexts_once(patch)
        _compare_columns_quickly(patch)
        _copy_expressions_quickly(patch)
        _convert_statements_once(patch)
        _find_connections_quickly(patch)
        _find_languages_quickly(patch)
        _escape_quickly(patch)
        _reverse_once(patch)
        yield


def _keep_contexts_once(patch: pytest.MonkeyPatch) -> None:
    """Keep the context of each template for `response.context` once a page.

    Django copies it each time a template is rendered: a table has three parts in every row.
    """
    kept: set[Template] = set()

    def rendered(template: Template, context: Context) -> str:
        if context.template is template:
            kept.clear()
        if template not in kept:
            kept.add(template)
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    patch.setattr(Template, "_render", rendered)


def _compare_columns_quickly(patch: pytest.MonkeyPatch) -> None:
    """Compare columns of a query by their table and field.

    Django binds the arguments of each to a signature, for every column of every query in an order:
    a twentieth of what the suite takes.
    """

    def identity(column: Col) -> tuple[object, ...]:
        return (Col, column.alias, column.target, column.output_field)

    patch.setattr(Col, "identity", property(identity))


def _copy_expressions_quickly(patch: pytest.MonkeyPatch) -> None:
    """Copy an expression by its attributes, without asking how it would be pickled."""
    state_of = BaseExpression.__getstate__

    def copied(expression: BaseExpression) -> BaseExpression:
        kind: Any = type(expression)
        if kind.__getstate__ is not state_of:
            return copy.copy(expression)
        new: BaseExpression = object.__new__(kind)
        new.__dict__.update(expression.__dict__)
        new.__dict__.pop("convert_value", None)
        return new

    patch.setattr(BaseExpression, "copy", copied)


def _convert_statements_once(patch: pytest.MonkeyPatch) -> None:
    """Write the question marks of SQLite into each statement once, not each time it is sent."""

    @lru_cache(maxsize=4_000)
    def marked(query: str) -> str:
        return FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")

    convert = SQLiteCursorWrapper.convert_query

    def converted(cursor: Any, query: str, *, param_names: Any = None) -> str:
        if param_names is None:
            return marked(query)
        named: str = convert(cursor, query, param_names=param_names)
        return named

    patch.setattr(SQLiteCursorWrapper, "convert_query", converted)


def _find_connections_quickly(patch: pytest.MonkeyPatch) -> None:
    """Find the connection of a thread without a look at contexts: no test runs coroutines."""
    found = threading.local()
    for connection in connections.all(initialized_only=True):
        setattr(found, connection.alias, connection)
    patch.setattr(connections, "_connections", found)


def _find_languages_quickly(patch: pytest.MonkeyPatch) -> None:
    """Find the language and time zone of a thread without a look at contexts, as connections."""
    for module in ("django.utils.translation.trans_real", "django.utils.timezone"):
        patch.setattr(f"{module}._active", threading.local())
    for name in ("_prefixes", "_urlconfs"):
        patch.setattr(f"django.urls.base.{name}", threading.local())


def _escape_quickly(patch: pytest.MonkeyPatch) -> None:
    """Escape what is text already without a search for lazy texts among the arguments."""

    def escaped(text: Any) -> SafeString:
        kind = type(text)
        if kind is str:
            return SafeString(html.escape(text))
        return text if kind is SafeString else conditional_escape(text)

    for module in ("django.utils.html", "django.template.base", "django.template.library"):
        patch.setattr(f"{module}.conditional_escape", escaped)


def _reverse_once(patch: pytest.MonkeyPatch) -> None:
    """Make each address once, not each time that a page shows it."""
    reverse: Any = vars(URLResolver)["_reverse_with_prefix"]

    @lru_cache(maxsize=20_000)
    def known(resolver: URLResolver, name: Any, prefix: str, args: Any, kwargs: Any) -> str:
        address: str = reverse(resolver, name, prefix, *args, **dict(kwargs))
        return address

    def reversed_once(
        resolver: URLResolver, name: Any, prefix: str, /, *args: Any, **kwargs: Any
    ) -> str:
        try:
            return known(resolver, name, prefix, args, tuple(kwargs.items()))
        except TypeError:  # unhashable values
            return str(reverse(resolver, name, prefix, *args, **kwargs))

    patch.setattr(URLResolver, "_reverse_with_prefix", reversed_once)
