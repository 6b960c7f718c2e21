"""Secrets in addresses: known to their route, hidden wherever an address is written.

A route names its secret part with the converter `secret`: `path("join/<secret:token>/", …)`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, register_converter
from django.urls.converters import StringConverter

HIDDEN = "..."
# A slash, also percent-encoded once or twice inside another address.
_SLASH = r"(?:/|%(?:25)*2F)"
# Characters of a part of an address, up to its end.
_PART = r"(?:(?!%(?:25)*2F)[^/\s'\"?&#<>])+"
_CONVERTED = re.compile(r"<(?:(?P<converter>\w+):)?\w+>")


class SecretConverter(StringConverter):
    """Match the secret part of an address, a token that gives its holder a right."""


# Registered here, so that every module of addresses knows it, whichever is imported first.
register_converter(SecretConverter, "secret")


def hide_secrets(text: str) -> str:
    """Return a text in which no address names what a `secret` of a route matched.

    It hides too much rather than too little: also what only looks like such an address.
    """
    for pattern in _patterns(get_resolver()):
        text = pattern.sub(rf"\g<before>{HIDDEN}", text)
    return text


def for_one_phone(response: HttpResponse) -> HttpResponse:
    """Set headers against caching this answer and against leaking its address."""
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def secret_routes() -> list[str]:
    """Return every route of the site with a secret part, as it is written."""
    return _routes_of(get_resolver())


@cache
def _patterns(site: URLResolver) -> Sequence[re.Pattern[str]]:
    """Return a pattern of the address up to each secret of each route, the longest first."""
    befores: set[str] = set()
    for route in _routes_of(site):
        before = ""
        at = 0
        for part in _CONVERTED.finditer(route):
            before += re.escape(route[at : part.start()]).replace("/", _SLASH)
            if part["converter"] == "secret":
                befores.add(before)
            before += _PART
            at = part.end()
    longest = sorted(befores, key=len, reverse=True)
    # A route's address begins at a slash, whatever the prefix of the site.
    return [
        re.compile(rf"(?P<before>{_SLASH}{before})(?!{re.escape(HIDDEN)}){_PART}", re.IGNORECASE)
        for before in longest
    ]


def _routes_of(site: URLResolver) -> list[str]:
    return sorted(set(_routes(site.url_patterns, "")))


def _routes(patterns: Sequence[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        elif "<secret:" in route:
            yield route
