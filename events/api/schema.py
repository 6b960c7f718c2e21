"""Describe the interface for programs in OpenAPI 3.1, derived from the types of the answers."""

import inspect
import json
from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.json import schema_components

from events.api.answer_values import Problem
from events.api.asked import QuestionsProblem
from events.api.bodies import WITH_BODY
from events.api.calls import WRITES
from events.api.declared import Query, Write
from events.api.property_words import PROPERTIES, Described
from events.api.reads import FORMAT, LISTEN, READS, Read
from events.api.schema_parts import (
    ETAG,
    KEY,
    LINK,
    RATE_HEADERS,
    READING_PROBLEMS,
    VERSION_SENT,
    Schema,
    header,
    links,
    plain,
    problems,
    with_example,
)
from events.api.stream import STREAM
from events.public_site.program_data import LINES
from events.web.problems import KINDS, PROBLEM, Code

JSON = "application/json"
VERSION = "1.0.0"
REFERENCE = "#/components/schemas/{name}"
_SLUG = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "maxLength": 60}
_KEY = {"type": "integer", "minimum": 1, "maximum": 2**53 - 1}
# Path values with description and schema.
PATH_VALUES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "organisation": ("The organisation, as its address has it", _SLUG),
    "event": ("The event, as its address has it", _SLUG),
    "number": ("The number of the round", {"type": "integer", "minimum": 1, "maximum": 9999}),
    "table": ("The number of the table", {"type": "integer", "minimum": 1, "maximum": 999999}),
    "player": (
        "The number of the player in the event",
        {"type": "integer", "minimum": 1, "maximum": 99999},
    ),
    "stage": ("The number of the stage", {"type": "integer", "minimum": 1, "maximum": 10}),
    "announcement": ("The key of the announcement", _KEY),
    "penalty": ("The key of the penalty", _KEY),
    "appeal": ("The key of the appeal", _KEY),
    "sign_up": ("The key of the sign-up", _KEY),
    "webhook": ("The key of the webhook", _KEY),
    "delivery": ("The key of the delivery", _KEY),
}
# Sections of the interface, in the order of the documentation.
TAGS: Mapping[str, Promise] = {
    "read": _("Everything that is public. No account is needed."),
    "event": _("Create an event, change its settings, finish it."),
    "stage": _("Stages, pods, and who advances."),
    "page": _("Pages of players: the fact sheet, their phones, their own page."),
    "sign_up": _("Sign-ups: how players sign up, and the waiting list."),
    "roster": _("Players: read, enroll, change, merge."),
    "enrolling": _("Lists of players: enroll one as it is pasted."),
    "attendance": _("Players who arrive or leave: check in, drop, reinstate, disqualify."),
    "round": _("Rounds: pair, change, post."),
    "result": _("Results of tables, published or not."),
    "step": _("The steps after a round: what they ask, complete, publish."),
    "clock": _("The clock of a round."),
    "floor": _("Extensions of tables, and decklists."),
    "judging": _("Penalties and appeals."),
    "announcement": _("Announcements to the players."),
    "venue": _("Venues and tables."),
    "webhook": _(
        "Programs that receive messages about an event or about all events of an organisation."
    ),
}


def schema_text() -> str:
    """Return the schema as stored in docs/openapi.json."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def schema() -> Schema:
    """Return the whole interface, in English."""
    types: list[type] = [Problem, QuestionsProblem, LISTEN.answer]
    for operation in READS:
        types += [operation.answer, operation.lines]
    for write in WRITES:
        types += [write.answer, write.body]
    kinds = list(dict.fromkeys(types))
    references, components = schema_components(kinds, ref_template=REFERENCE)
    components = _described(plain(components))
    by_type = dict(zip(kinds, references, strict=True))
    paths: dict[str, Schema] = {}
    with translation.override("en"):
        tags = [{"name": name, "description": str(words)} for name, words in TAGS.items()]
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
        "tags": tags,
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(components: Mapping[str, Schema]) -> dict[str, Schema]:
    """Add words and an example for each value to the types."""
    return {name: _with_words(name, component) for name, component in components.items()}


def _with_words(name: str, component: Schema) -> Schema:
    if "description" in component:
        component = {**component, "description": _paragraphs(component["description"])}
    if "properties" not in component:
        return component
    properties = {
        key: _property(PROPERTIES.get(f"{name}.{key}") or PROPERTIES[key], value)
        for key, value in component["properties"].items()
    }
    return {**component, "properties": properties}


def _property(described: Described, schema: Schema) -> Schema:
    words, example = described
    with_words = {"description": words, **schema}
    if example is not None and "examples" not in schema:
        with_words["examples"] = [example]
    return with_words


def _operation(operation: Read, by_type: Mapping[type, Schema]) -> Schema:
    content = {
        JSON: {"schema": by_type[operation.answer]},
        LINES: {"schema": {"type": "string", "description": "One JSON value on each line."}},
    }
    return {
        "operationId": f"read-{operation.name}",
        "summary": str(operation.summary),
        "description": _paragraphs(operation.answer.__doc__ or ""),
        "tags": ["read"],
        "parameters": [
            *(_in_path(name) for name in PATH_VALUES if f"{{{name}}}" in operation.path),
            *(_in_query(query) for query in (*operation.queries, FORMAT)),
            header("If-None-Match", "An ETag; 304 while nothing has changed."),
        ],
        "responses": {
            "200": {
                "description": "The answer",
                "headers": {
                    "ETag": ETAG,
                    **({"Link": LINK} if operation.name == "events" else {}),
                },
                "content": content,
            },
            "304": {
                "description": "Nothing has changed since the ETag in If-None-Match",
                "headers": {"ETag": ETAG},
            },
            **problems(by_type, *READING_PROBLEMS),
        },
    }


def _stream(by_type: Mapping[type, Schema]) -> Schema:
    described = "Server-sent events named “change”, each with the JSON of a News as its data."
    return {
        "operationId": f"read-{LISTEN.name}",
        "summary": str(LISTEN.summary),
        "description": described,
        "tags": ["read"],
        "parameters": [_in_path("event")],
        "responses": {
            "200": {
                "description": "A stream that goes on until the event is finished",
                "content": {
                    STREAM: {"schema": _event_of_stream(by_type)},
                },
            },
            "204": {"description": "The event is finished: nothing will change"},
            **problems(by_type, *READING_PROBLEMS),
        },
    }


def _event_of_stream(by_type: Mapping[type, Schema]) -> Schema:
    """Return the schema of one event of a stream, as stream parsers deliver it."""
    return {
        "type": "object",
        "description": "One event of the stream",
        "properties": {
            "event": {"type": "string", "const": "change"},
            "retry": {"type": "integer", "description": "Milliseconds until to ask again"},
            "data": {
                "type": "string",
                "description": "A News as JSON",
                "contentMediaType": JSON,
                "contentSchema": by_type[LISTEN.answer],
            },
        },
        "required": ["data"],
    }


def _write(write: Write, by_type: Mapping[type, Schema]) -> Schema:
    answer: Schema = {
        "description": "Done",
        "headers": {
            **({"ETag": ETAG} if write.has_version else {}),
            **({"Link": LINK} if write.has_pages else {}),
            **RATE_HEADERS,
        },
        "content": {JSON: {"schema": by_type[write.answer]}},
    }
    described: Schema = {
        "operationId": write.name,
        "summary": str(write.summary),
        "description": f"{_paragraphs(write.do.__doc__ or '')}\n\n"
        f"Needs a token with the scope “{write.scope.value}”{_needed_role(write)}.",
        "tags": [write.tag],
        "security": [{"token": []}],
        "parameters": [
            *(_in_path(name) for name in PATH_VALUES if f"{{{name}}}" in write.path),
            *(_in_query(query) for query in write.queries),
            *_headers_of(write),
        ],
        "responses": {
            str(int(write.status)): {**answer, **links(write, WRITES)},
            **problems(by_type, *_problems_of(write), counted=True),
        },
    }
    if write.is_asked:
        questions = {"anyOf": [by_type[QuestionsProblem], by_type[Problem]]}
        described["responses"]["409"]["content"][PROBLEM]["schema"] = questions
    if write.method in WITH_BODY:
        described["requestBody"] = {
            "required": _needs_body(write.body),
            "content": {JSON: _body_of(write, by_type)},
        }
    return described


def _paragraphs(docstring: str) -> str:
    """Join the lines of each paragraph of a docstring; indented lines would be code."""
    blocks = inspect.cleandoc(docstring).split("\n\n")
    return "\n\n".join(" ".join(block.split("\n")) for block in blocks)


def _needed_role(write: Write) -> str:
    if write.action is None:
        return ", made by an owner or organizer of the organisation"
    return f"; the person who made it needs the permission “{write.action.value}”"


def _needs_body(body: type[Struct]) -> bool:
    return len(body.__struct_fields__) > len(body.__struct_defaults__)


def _body_of(write: Write, by_type: Mapping[type, Schema]) -> Schema:
    schema: Schema = {"schema": by_type[write.body]}
    schema["example"] = {
        key: "2026-11-30T19:00:00+00:00" if value == "$UNTIL" else value
        for key, value in (write.sample or {}).items()
    }
    return schema


def _headers_of(write: Write) -> list[Schema]:
    headers = []
    if write.method != "GET":
        headers.append(
            header("Idempotency-Key", "The same call with the same key is done once.", KEY)
        )
    if write.takes_version:
        words = "The version that was read, from the ETag; * for any."
        headers.append(header("If-Match", words, VERSION_SENT, required=write.needs_version))
    return headers


def _problems_of(write: Write) -> list[Code]:
    """Return the kinds of errors that a call can return."""
    kinds: list[Code] = [code for code in KINDS if code is not Code.BAD_REQUEST]
    if not write.queries:
        kinds.remove(Code.BAD_QUERY)
    if not write.takes_version:
        kinds.remove(Code.CHANGED_MEANWHILE)
    if not write.needs_version:
        kinds.remove(Code.VERSION_NEEDED)
    if not write.is_asked:
        kinds.remove(Code.QUESTIONS)
        kinds.remove(Code.NOTHING_CHANGED)
    return kinds


def _in_path(name: str) -> Schema:
    words, schema = PATH_VALUES[name]
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": words,
        "schema": with_example(name, schema),
    }


def _in_query(query: Query) -> Schema:
    return {
        "name": query.name,
        "in": "query",
        "description": str(query.meaning),
        "allowEmptyValue": True,
        "schema": with_example(query.name, query.schema),
    }
