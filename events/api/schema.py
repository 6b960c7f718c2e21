"""The description of the interface for programs: OpenAPI 3.1, made of the types of the answers."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils import translation
from msgspec.json import schema_components

from events.api.answer_values import Problem
from events.api.calls import WRITES
from events.api.declared import Nothing, Write
from events.api.reads import FORMAT, LISTEN, READS, Query, Read
from events.api.stream import STREAM
from events.public_site.program_data import LINES
from events.web.problems import PROBLEM

JSON = "application/json"
VERSION = "1.0.0"
REFERENCE = "#/components/schemas/{name}"
PATH_VALUES: Mapping[str, Mapping[str, Any]] = {
    "event": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "maxLength": 60},
    "number": {"type": "integer", "minimum": 1, "maximum": 9999},
    "table": {"type": "integer", "minimum": 1, "maximum": 99999},
    "player": {"type": "integer", "minimum": 1, "maximum": 99999},
}
REFUSALS = {
    "400": "The body is not JSON, or a header is wrong",
    "401": "No valid access token",
    "403": "The token or the person who made it may not do that",
    "404": "There is nothing at this address",
    "409": "Not possible in this state, or the key was used for another call",
    "412": "The version in If-Match is not the current one",
    "413": "The body is larger than 1 MB",
    "422": "A value is wrong; the answer names the field",
    "429": "Too many calls",
}
Schema = dict[str, Any]


def schema_text() -> str:
    """Return the schema as it is checked in: docs/openapi.json."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def schema() -> Schema:
    """Return the whole interface, in English."""
    types: list[type] = [Problem, LISTEN.answer]
    for operation in READS:
        types += [operation.answer, operation.lines]
    for write in WRITES:
        types += [write.answer, write.body]
    kinds = list(dict.fromkeys(types))
    references, components = schema_components(kinds, ref_template=REFERENCE)
    components = _plain_arrays(components)
    by_type = dict(zip(kinds, references, strict=True))
    paths: dict[str, Schema] = {}
    with translation.override("en"):
        for operation in READS:
            described = _operation(operation, by_type)
            paths.setdefault(operation.path, {})[operation.method.lower()] = described
        paths[LISTEN.path] = {"get": _stream(by_type)}
        for write in WRITES:
            described = _write(write, by_type)
            paths.setdefault(write.path, {})[write.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Matchslip",
            "version": VERSION,
            "description": "Read what is public of events without an account. Write with a token.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _plain_arrays(value: Any) -> Any:
    """Return a schema in which a tuple of equal values is an array of fixed length.

    It means the same, and tools that read `prefixItems` as older drafts do understand it.
    """
    if isinstance(value, list):
        return [_plain_arrays(each) for each in value]
    if not isinstance(value, dict):
        return value
    plain = {key: _plain_arrays(each) for key, each in value.items()}
    first, *others = plain.get("prefixItems") or [None]
    if first is not None and all(each == first for each in others):
        del plain["prefixItems"]
        plain["items"] = first
    return plain


def _operation(operation: Read, by_type: Mapping[type, Schema]) -> Schema:
    content = {
        JSON: {"schema": by_type[operation.answer]},
        LINES: {"schema": {"type": "string", "description": "One JSON value on each line."}},
    }
    return {
        "operationId": f"read-{operation.name}",
        "summary": str(operation.summary),
        "parameters": [
            *(_in_path(name) for name in PATH_VALUES if f"{{{name}}}" in operation.path),
            *(_in_query(query) for query in (*operation.queries, FORMAT)),
        ],
        "responses": {
            "200": {"description": "The answer, with an ETag", "content": content},
            "304": {"description": "Nothing has changed since the ETag in If-None-Match"},
            "400": _problem("A value behind the question mark is wrong", by_type),
            "404": _problem("There is nothing public at this address", by_type),
        },
    }


def _stream(by_type: Mapping[type, Schema]) -> Schema:
    described = "Server-sent events named “change”, each with the JSON of a News as its data."
    return {
        "operationId": f"read-{LISTEN.name}",
        "summary": str(LISTEN.summary),
        "parameters": [_in_path("event")],
        "responses": {
            "200": {
                "description": described,
                "content": {STREAM: {"schema": {"type": "string"}}},
            },
            "204": {"description": "The event is finished: nothing will change"},
            "404": _problem("There is nothing public at this address", by_type),
        },
    }


def _write(write: Write, by_type: Mapping[type, Schema]) -> Schema:
    answer = {JSON: {"schema": by_type[write.answer]}}
    headers = [] if write.method == "GET" else [_header("Idempotency-Key", required=False)]
    if write.takes_version:
        headers.append(_header("If-Match", required=write.needs_version))
    described = {
        "operationId": write.name,
        "summary": str(write.summary),
        "description": f"Needs a token with the scope “{write.scope.value}”.",
        "security": [{"token": []}],
        "parameters": [
            *(_in_path(name) for name in PATH_VALUES if f"{{{name}}}" in write.path),
            *headers,
        ],
        "responses": {
            str(int(write.status)): {"description": "Done", "content": answer},
            **{status: _problem(words, by_type) for status, words in REFUSALS.items()},
        },
    }
    if write.method in ("POST", "PUT"):
        described["requestBody"] = {
            "required": write.body is not Nothing and write.sample is not None,
            "content": {JSON: {"schema": by_type[write.body]}},
        }
    return described


def _header(name: str, *, required: bool) -> Schema:
    schema = {"type": "string", "pattern": "^[!-~]{1,100}$"}
    return {"name": name, "in": "header", "required": required, "schema": schema}


def _in_path(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": dict(PATH_VALUES[name])}


def _in_query(query: Query) -> Schema:
    return {
        "name": query.name,
        "in": "query",
        "description": str(query.meaning),
        "allowEmptyValue": True,
        "schema": dict(query.schema),
    }


def _problem(words: str, by_type: Mapping[type, Schema]) -> Schema:
    return {"description": words, "content": {PROBLEM: {"schema": by_type[Problem]}}}
