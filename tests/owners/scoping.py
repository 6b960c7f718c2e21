"""A guard for tests: a page may not ask for rows of every event or every organisation.

While a page answers in a test, each statement that Django composes is looked at: SELECT, UPDATE
and DELETE. A table that belongs to events or organisations needs a condition that leads to one
owner: a key, a foreign key, or a value that only one row has, such as a slug or a token. What may
ask without one is in `ALLOWED`, each with its reason. `test_scoping.py` shows what fails.

Outside: statements written as text (locks and inserts), commands, and threads after a commit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import FrameType
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Field, ForeignKey, Model
from django.db.models.expressions import Col, ColPairs, Exists, Subquery
from django.db.models.sql import Query
from django.db.models.sql.compiler import (
    SQLAggregateCompiler,
    SQLCompiler,
    SQLDeleteCompiler,
    SQLUpdateCompiler,
)
from django.db.models.sql.where import AND, OR, NothingNode, WhereNode
from django.test.client import ClientHandler

from events.hosting.server.frames import with_room
from tests.shared import ROOT

PRODUCT = f"{ROOT}/events/"
COMPILERS = (SQLCompiler, SQLAggregateCompiler, SQLUpdateCompiler, SQLDeleteCompiler)
OWNERS = ("Event", "Organisation")
# A module below events/ with a function, and why it queries rows of several owners.
ALLOWED: Mapping[str, str] = {
    "public_site/reads/listed_events.py _lines": "the first page lists every public event",
    "public_site/reads/listed_events.py search_events": "the search finds every public event",
    "api/public_data/event_list.py events_page": "programs list every public event",
    "web/health.py metrics": "the operator's metrics count all events",
    "hosting/operator/views.py console": "the operator sees every organisation",
    "transfer/event_import.py forget_imports": "imports that broke off are removed",
    "core/events/actions.py free_slug": "an address is free among all events",
    "core/organisations/ownership.py create_organisation": "an address is free among all",
    "core/players/same_person.py players_by_email": "events without an organisation have no other",
    "core/event_write.py events_write": "the first account takes over the events without an owner",
}
# Values unique to one row, besides keys and unique columns.
ALONE = frozenset({"FactSheet.short_address"})

_address: ContextVar[str] = ContextVar("address", default="")
_depth: ContextVar[int] = ContextVar("depth", default=0)


class UnscopedQueryError(AssertionError):
    """A page asked for rows of every event or organisation."""


class Guard:
    """Looks at the statements of pages; `found` are those that no owner restricts."""

    def __init__(self) -> None:
        """Begin without anything found."""
        self.found: list[str] = []
        self.seen: set[str] = set()

    def answering(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """Return a handler of the test client that says which address it answers."""

        def answered(handler: ClientHandler, environ: dict[str, Any]) -> Any:
            before = _address.set(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
            try:
                return answer(handler, environ)
            finally:
                _address.reset(before)

        return answered

    def composing(self, compose: Callable[..., Any]) -> Callable[..., Any]:
        """Return what composes a statement, which also looks at it: not at those within it."""

        def composed(compiler: SQLCompiler, *args: Any, **options: Any) -> Any:
            address = _address.get()
            if not address or _depth.get():
                return compose(compiler, *args, **options)
            inside = _depth.set(1)
            try:
                sql, params = compose(compiler, *args, **options)
            finally:
                _depth.reset(inside)
            if sql not in self.seen:
                self._look(compiler.query, sql, address)
            return sql, params

        return composed

    def _look(self, query: Query, sql: str, address: str) -> None:
        if is_scoped(query):
            self.seen.add(sql)
            return
        callers = list(_callers(sys._getframe(2)))
        if ALLOWED.keys().isdisjoint(callers):
            where = ", ".join(callers[:3])
            self.found.append(f"{address} from {where}: {sql[:1000]}")
            raise UnscopedQueryError(self.found[-1])


def _callers(frame: FrameType | None) -> Iterator[str]:
    """Yield the functions of the product that lead to a statement, the innermost first."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(PRODUCT) and name != with_room.__code__.co_filename:
            yield f"{name.removeprefix(PRODUCT)} {frame.f_code.co_qualname}"
        frame = frame.f_back


@contextmanager
def guarded() -> Generator[Guard]:
    """Look at the statements of every page that a test client asks for."""
    guard = Guard()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "__call__", guard.answering(ClientHandler.__call__))
        for compiler in COMPILERS:
            patch.setattr(compiler, "as_sql", guard.composing(compiler.as_sql))
        yield guard


@cache
def is_owned(model: type[Model]) -> bool:
    """Return whether rows of a model belong to an event or an organisation."""
    return model in owned_models()


@cache
def owned_models() -> frozenset[type[Model]]:
    """Return events, organisations, and every model with a foreign key that leads to them."""
    models = list(apps.get_app_config("events").get_models(include_auto_created=True))
    owned = {model for model in models if model.__name__ in OWNERS}
    size = 0
    while len(owned) != size:
        size = len(owned)
        owned |= {model for model in models if any(to in owned for to in _leads_to(model))}
    return frozenset(owned)


def _leads_to(model: type[Model]) -> Iterator[type[Model]]:
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey) and isinstance(field.related_model, type):
            yield field.related_model


def is_scoped(query: Query) -> bool:
    """Return whether a statement asks for rows of one owner, or for no rows that have one."""
    inner = getattr(query, "inner_query", None)
    if inner is not None:
        return is_scoped(inner)
    if query.combined_queries:
        return all(map(is_scoped, query.combined_queries))
    if query.model is None or not is_owned(query.model):
        return True
    return _restricts(query.where)


def _restricts(condition: Any) -> bool:
    """Return whether a condition leads to one owner."""
    if isinstance(condition, NothingNode):
        return True
    if isinstance(condition, WhereNode):
        if condition.negated or condition.connector not in {AND, OR}:
            return False
        among: Callable[[Iterable[bool]], bool] = any if condition.connector == AND else all
        children = condition.children
        return bool(children) and among(_restricts(child) for child in children)
    if getattr(condition, "lookup_name", "") not in {"exact", "in"}:
        return False
    if isinstance(condition.lhs, Exists):
        return condition.rhs is True and _restricts(condition.lhs.query.where)
    return _is_of_one_owner(condition.lhs) and _is_given(condition.rhs)


def _is_of_one_owner(side: Any) -> bool:
    """Return whether rows with a value in this column have one owner, or are of one account."""
    if isinstance(side, ColPairs):
        return any(map(_is_alone, side.targets))
    return isinstance(side, Col) and _is_alone(side.target)


def _is_alone(field: Field[Any, Any]) -> bool:
    is_key = field.primary_key or field.unique or isinstance(field, ForeignKey)
    return is_key or f"{field.model.__name__}.{field.name}" in ALONE


def _is_given(side: Any) -> bool:
    """Return whether a value was given, or comes from rows of one owner."""
    if isinstance(side, Subquery):
        side = side.query
    if isinstance(side, Query):
        return _restricts(side.where)
    return not hasattr(side, "resolve_expression")
