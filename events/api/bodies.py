"""Parse the body of a call by its type; errors name the place of the wrong value."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.web.problems import Code, problem

MOST_BYTES = 1_000_000
WITH_BODY = ("POST", "PUT", "PATCH")
_NO_SUCH_VALUE = re.compile(r"Expected `str` matching regex |Invalid enum value ")
# A step of a place: the name of a value, or an index of a list.
_STEP = re.compile(r"([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]")
_OTHER = "This is not one of the values of the schema."
_WHERE = re.compile(r" - at `\$?\.?([^`]*)`$")


class ProblemError(Exception):
    """An error that ends a call, with its answer."""

    def __init__(
        self,
        code: Code,
        detail: str | Promise = "",
        field: str = "",
        *,
        headers: dict[str, str] | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(code)
        self.code, self.detail, self.field = code, detail, field
        self.headers = headers or {}
        self.more = more

    def answer(self, language: str) -> HttpResponse:
        """Return the answer, with a title in the active language."""
        answer = problem(
            self.code, self.detail, field=self.field, language=language, more=self.more
        )
        for name, value in self.headers.items():
            answer[name] = value
        return answer


def body_of(request: HttpRequest, kind: type[msgspec.Struct]) -> Any:
    """Parse the body of a request as this type; ProblemError if it does not fit."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        raise ProblemError(Code.TOO_LARGE, _("The body can be at most 1 MB."))
    content = request.body if request.method in WITH_BODY else b""
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except msgspec.ValidationError as error:
        _refuse(str(error), error, kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ProblemError(Code.NOT_JSON, _("The body is not JSON.")) from error


def _refuse(text: str, error: Exception, kind: type[msgspec.Struct]) -> NoReturn:
    """Raise ProblemError with the place of a wrong value, and this project's words for it."""
    where = _WHERE.search(text)
    place, text = (where[1] if where else ""), _WHERE.sub("", text)
    if _NO_SUCH_VALUE.match(text):
        raise ProblemError(Code.WRONG_VALUE, _wanted(kind, place), place) from error
    for pattern, words in _WRONG:
        match = pattern.fullmatch(text)
        if match is not None:
            detail, inner = words(match)
            field = ".".join(filter(None, (place, inner)))
            raise ProblemError(Code.WRONG_VALUE, detail, field) from error
    raise ProblemError(Code.WRONG_VALUE, _("This value is not allowed here."), place) from error


def _wanted(kind: type[msgspec.Struct], place: str) -> str:
    """Describe the values that the schema allows at a place: a list, or a pattern."""
    (root,), parts = msgspec.json.schema_components([kind], ref_template="{name}")
    node = _resolved(root, parts)
    for name, index in _STEP.findall(place):
        inner = node.get("properties", {}).get(name) if name else _item(node, index)
        node = _resolved(inner or {}, parts)
    if "enum" in node:
        values = ", ".join(json.dumps(value) for value in node["enum"] if value is not None)
        return f"Send one of {values}."
    return f"Send a text that matches {node['pattern']}." if "pattern" in node else _OTHER


def _item(node: Mapping[str, Any], index: str) -> Any:
    first = node.get("prefixItems", [])
    return first[int(index)] if index.isdecimal() and int(index) < len(first) else node.get("items")


def _resolved(node: Mapping[str, Any], parts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema behind a reference; of alternatives, the one that restricts its values."""
    while "$ref" in node:
        node = parts[node["$ref"]]
    ways = [_resolved(way, parts) for way in node.get("anyOf", ())]
    return next((way for way in ways if way.keys() - {"type"}), node)


Words = Callable[[re.Match[str]], tuple[str, str]]
# The JSON names of types.
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
    "datetime": "a moment such as 2026-11-30T19:00:00Z",
    "date": "a date such as 2026-11-30",
}


def _expected(match: re.Match[str]) -> tuple[str, str]:
    wanted = " or ".join(_TYPES.get(name, "another value") for name in match[1].split(" | "))
    return f"Send {wanted}.", ""


def _bound(before: str, noun: str = "") -> Words:
    """Return a function that words an error with its limit; `noun`: the counted thing, plural."""

    def words(match: re.Match[str]) -> tuple[str, str]:
        counted = noun.removesuffix("s") if match[1] == "1" else noun
        return f"{before} {match[1]} {counted}".rstrip() + ".", ""

    return words


_WRONG: Sequence[tuple[re.Pattern[str], Words]] = (
    (
        re.compile(r"Object missing required field `(.+)`"),
        lambda match: ("This value is missing.", match[1]),
    ),
    (
        re.compile(r"Object contains unknown field `(.+)`"),
        lambda match: ("This call takes no such value.", match[1]),
    ),
    (re.compile(r"Expected `(?:int|float)` >= (\S+)"), _bound("Send a number of at least")),
    (re.compile(r"Expected `(?:int|float)` <= (\S+)"), _bound("Send a number of at most")),
    (re.compile(r"Expected `str` of length <= (\d+)"), _bound("Use at most", "characters")),
    (re.compile(r"Expected `str` of length >= (\d+)"), _bound("Use at least", "characters")),
    (re.compile(r"Expected `array` of length (\d+).*"), _bound("Send a list of", "values")),
    (re.compile(r"Expected `array` of length <= (\d+)"), _bound("Send at most", "values")),
    (re.compile(r"Expected `array` of length >= (\d+)"), _bound("Send at least", "values")),
    (
        re.compile(r"Expected `datetime` with a timezone component"),
        lambda _match: ("Send a moment with its time zone, such as 2026-11-30T19:00:00Z.", ""),
    ),
    (
        re.compile(r"Invalid (?:RFC3339 encoded datetime)"),
        lambda _match: ("Send a moment such as 2026-11-30T19:00:00Z.", ""),
    ),
    (
        re.compile(r"Invalid RFC3339 encoded date"),
        lambda _match: ("Send a date such as 2026-11-30.", ""),
    ),
    (re.compile(r"Expected `([^`]+)`(?:, got `[^`]+`)?"), _expected),
)
