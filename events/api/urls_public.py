"""Addresses of public calls; programs with a token also write to some of them."""

from collections.abc import Callable
from typing import Any

from django.urls import path

from events.api import documentation
from events.api.calls import WRITES
from events.api.declared import by_path, route
from events.api.reads import LISTEN, READS, Read, begin
from events.api.writing import with_writing

_WRITES = by_path(WRITES)


def _view(read: Read) -> Callable[..., Any]:
    writes = _WRITES.get(read.path)
    return read.view if writes is None else with_writing(read.view, writes)


# Only a process that serves these addresses imports this, and only it builds data in advance.
begin()
of_everybody = [
    path("api/v1/openapi.json", documentation.openapi, name="api-openapi"),
    path("api/v1/docs", documentation.docs, name="api-docs"),
    *(path(route(read.path), _view(read), name=f"api-{read.name}") for read in (*READS, LISTEN)),
]
