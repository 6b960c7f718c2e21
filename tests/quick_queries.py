"""What Django works out anew for every column of every query, worked out once in the tests.

A test asks dozens of queries, and each takes longer to compose than SQLite takes to answer it. On
PostgreSQL, and on the next Django, queries are composed as Django does.
"""

from typing import Any

import django
import pytest
from django.db import connections
from django.db.models.expressions import Col
from django.db.models.sql.compiler import SQLCompiler

COMPARED = (5, 2)  # the Django whose code this repeats


def compose_quickly(patch: pytest.MonkeyPatch) -> None:
    """Compare columns quickly everywhere; compose them quickly on SQLite."""
    patch.setattr(Col, "identity", property(_identity))
    if connections["default"].vendor == "sqlite" and django.VERSION[:2] == COMPARED:
        patch.setattr(SQLCompiler, "compile", _compiling(SQLCompiler.compile))
        patch.setattr(SQLCompiler, "get_converters", _converting(SQLCompiler.get_converters))


def _identity(column: Col) -> tuple[object, ...]:
    """A column is its table and field.

    Django binds the arguments of each to a signature, for every column of every query in an order:
    a twentieth of what the suite takes.
    """
    return (Col, column.alias, column.target, column.output_field)


def _compiling(compile: Any) -> Any:
    """Write a column as `Col.as_sql` does, without asking what else it might be."""

    def compiled(compiler: SQLCompiler, node: Any) -> Any:
        if node.__class__ is not Col or not node.alias:
            return compile(compiler, node)
        quoted = compiler.quote_name_unless_alias
        return f"{quoted(node.alias)}.{quoted(node.target.column)}", []

    return compiled


def _converting(get_converters: Any) -> Any:
    """Look up once for each field how SQLite's form of it becomes Python's."""
    known: dict[tuple[object, object], list[Any]] = {}

    def converters(compiler: SQLCompiler, expressions: Any) -> Any:
        of: dict[int, tuple[list[Any], Any]] = {}
        for place, column in enumerate(expressions):
            if column.__class__ is not Col:
                return get_converters(compiler, expressions)
            key = (column.target, column.output_field)
            if key not in known:
                alone = get_converters(compiler, [column])
                known[key] = alone[0][0] if alone else []
            if known[key]:
                of[place] = (known[key], column)
        return of

    return converters
