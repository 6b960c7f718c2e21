"""Parts of the schema shared by several calls: headers, and error answers."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from events.api.answer_values import Problem
from events.api.declared import Write
from events.web.problems import KINDS, PROBLEM, Code

Schema = dict[str, Any]
READING_PROBLEMS = (
    *(Code.BAD_QUERY, Code.NOT_FOUND, Code.METHOD_NOT_ALLOWED),
    *(Code.SERVER_ERROR, Code.UNAVAILABLE),
)
KEY = {"type": "string", "pattern": "^[!-~]{1,100}$"}
VERSION_SENT = {"type": "string", "pattern": "^[!-~]{1,2000}$"}
ETAG = {
    "description": "The version of the answer, for If-None-Match or If-Match",
    "schema": {"type": "string"},
}
LINK = {
    "description": "The address of the next page, with rel=next; none on the last one",
    "schema": {"type": "string"},
}
# An example of each parameter by name; where a name has two types, the type follows.
EXAMPLES: Mapping[str, str | int] = {
    "organisation": "shop",
    "event": "friday",
    "number": 1,
    "table": 12,
    "player": 7,
    "stage": 1,
    **dict.fromkeys(("announcement", "penalty", "appeal", "sign_up", "webhook", "delivery"), 12),
    "state": "running",
    "from": "2026-11-27",
    "to": "2026-12-24",
    "q": "draft",
    "limit": 20,
    "after.string": "2026-11-27.12",
    "after.integer": 7,
    "format": "ndjson",
    "round": 3,
    "revision": 1,
    "If-None-Match": 'W/"096a"',
    "If-Match": '"pairing:0a1b2c3d"',
    "Idempotency-Key": "round-1-table-12",
}
_COUNT = {"type": "integer", "minimum": 0}
RATE_HEADERS = {
    "RateLimit-Limit": {"description": "Calls in a minute", "schema": _COUNT},
    "RateLimit-Remaining": {"description": "Calls that are left", "schema": _COUNT},
    "RateLimit-Reset": {"description": "Seconds until there is one more", "schema": _COUNT},
}
RETRY_AFTER = {"description": "Seconds to wait", "schema": {"type": "integer"}}
# Answers without rate-limit headers: the program is not known yet, or the server failed or was
# too busy.
_UNCOUNTED = frozenset(("401", "405", "500", "503"))
# Response headers by status.
_HEADERS: Mapping[str, Schema] = {
    "401": {
        "WWW-Authenticate": {
            "description": "Bearer: send an access token",
            "schema": {"type": "string"},
        }
    },
    "405": {
        "Allow": {
            "description": "The methods that the address takes",
            "schema": {"type": "string"},
        }
    },
    "429": {"Retry-After": RETRY_AFTER},
    "503": {"Retry-After": RETRY_AFTER},
}


def plain(value: Any) -> Any:
    """Rewrite a schema into an equivalent that more tools understand.

    A tuple of equal values becomes an array of fixed length: some tools read `prefixItems` as older
    drafts do. A simple value or null becomes one schema with two types: for a choice of two,
    datamodel-code-generator makes a class of its own, whose default null no type checker accepts.
    """
    if isinstance(value, list):
        return [plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    same = {key: plain(each) for key, each in value.items()}
    first, *others = same.get("prefixItems") or [None]
    if first is not None and all(each == first for each in others):
        del same["prefixItems"]
        same["items"] = first
    match same.get("anyOf"):
        case [{"type": str(name)} as kind, {"type": "null"}]:
            del same["anyOf"]
            same |= kind | {"type": [name, "null"]}
            same |= {"enum": [*kind["enum"], None]} if "enum" in kind else {}
    return same


def problems(by_type: Mapping[type, Schema], *kinds: Code, counted: bool = False) -> Schema:
    """Return the error answers by status, each listing its codes.

    `counted`: for a call with a token, whose answers report how many more it may send.
    """
    by_status: dict[str, list[str]] = {}
    for code in kinds:
        status, title = KINDS[code]
        by_status.setdefault(str(int(status)), []).append(f"`{code}`: {title}")
    return {
        status: {
            "description": "; ".join(lines),
            **_headers(status, counted=counted),
            "content": {PROBLEM: {"schema": by_type[Problem]}},
        }
        for status, lines in sorted(by_status.items())
    }


def _headers(status: str, *, counted: bool) -> Schema:
    headers = dict(_HEADERS.get(status, {}))
    if counted and status not in _UNCOUNTED:
        headers |= RATE_HEADERS
    return {"headers": headers} if headers else {}


def header(
    name: str, words: str, schema: Schema | None = None, *, required: bool = False
) -> Schema:
    """Return a request header."""
    return {
        "name": name,
        "in": "header",
        "required": required,
        "description": words,
        "schema": with_example(name, schema or {"type": "string"}),
    }


def with_example(name: str, schema: Mapping[str, Any]) -> Schema:
    """Return the schema of a parameter with an example."""
    typed = f"{name}.{schema['type']}"
    return {**schema, "examples": [EXAMPLES[typed if typed in EXAMPLES else name]]}


def links(write: Write, writes: Sequence[Write]) -> Schema:
    """Return the calls that can follow one, with the values that they take from its answer.

    What is read leads to its change, with the version that was read.
    """
    known = {name: f"$request.path.{name}" for name in _values_of(write)}
    known |= {name: f"$response.body#/{value}" for name, value in write.makes.items()}
    going_on = {
        other.name: {
            "operationId": other.name,
            "parameters": {name: known[name] for name in values},
        }
        for other in writes
        if write.makes.keys() <= set(values := _values_of(other)) <= known.keys()
    }
    made = going_on if write.makes else {}
    changes = {
        other.name: {
            "operationId": other.name,
            "parameters": {
                **{name: f"$request.path.{name}" for name in _values_of(other)},
                "header.If-Match": "$response.header.ETag",
            },
        }
        for other in writes
        if write.method == "GET" and other.path == write.path and other.needs_version
    }
    return {"links": made | changes} if made or changes else {}


def _values_of(write: Write) -> list[str]:
    """Return the names of the values in a call's address."""
    return re.findall(r"{(\w+)}", write.path)
