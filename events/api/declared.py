"""Calls that need a token: each is declared once, where it is written.

Address, permission, schema, documentation and tests follow from the declaration.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Generic, TypeVar, get_args

from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from msgspec import Struct

from events.api.answer_values import Value
from events.core.refusals import RefusedError
from events.models import Event, TokenScope
from events.web.access import Action, Desk

PREFIX = "api/v1/"
EVENT = f"/{PREFIX}events/{{event}}"
ROUND = f"{EVENT}/rounds/{{number}}"
TABLE = f"{ROUND}/tables/{{table}}"
PLAYER = f"{EVENT}/players/{{player}}"


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body of a request; an unknown key is refused."""


class Nothing(Body, frozen=True, kw_only=True):
    """A body without a key; it may be left out."""


Sent = TypeVar("Sent", bound=Body)


class StaleError(RefusedError):
    """The version that a program names in If-Match is not the current one."""

    def __init__(self) -> None:
        super().__init__(_("This has changed. Read it again, then send the new version."))


@dataclass(frozen=True, slots=True)
class Call(Generic[Sent]):
    """One call: the event, the person the program acts for, what it sent.

    `numbers`: the numbers in the address, by name. `version`: of If-Match, None where it was not
    sent.
    """

    desk: Desk
    numbers: Mapping[str, Any]
    body: Sent
    version: str | None

    @property
    def event(self) -> Event:
        """The event of the token."""
        return self.desk.event

    @property
    def actor(self) -> User:
        """The person who made the token."""
        return self.desk.actor

    def check_version(self, current: str) -> None:
        """Raise StaleError where the program read another version than the current one."""
        if self.version not in (None, "*", f'"{current}"', current):
            raise StaleError

    @property
    def who(self) -> dict[str, Any]:
        """The event and the actor, as actions take them."""
        return {"event_id": self.event.pk, "actor": self.actor}

    @property
    def player(self) -> dict[str, Any]:
        """The event, the actor and the player in the address, as actions take them."""
        return {**self.who, "number": self.numbers["player"]}


PlainCall = Call[Nothing]


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """The declaration of one call.

    `action` is the permission that the person needs who made the token. `sample` is a body that
    works. `status`: of an answer when all went well. `takes_version`: the call may name in If-Match
    what it read; `needs_version`: it has to.
    """

    name: str
    method: str
    path: str
    scope: TokenScope
    action: Action
    summary: str | Promise
    do: Callable[[Call[Any]], Value]
    body: type[Body]
    answer: type[Value]
    sample: Mapping[str, Any] | None
    status: HTTPStatus
    takes_version: bool
    needs_version: bool


def call(
    name: str,
    address: str,
    scope: TokenScope,
    action: Action,
    summary: str | Promise,
    *,
    sample: Mapping[str, Any] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    takes_version: bool = False,
    needs_version: bool = False,
) -> Callable[[Callable[[Call[Sent]], Value]], Write]:
    """Declare the function that follows as a call; `address`: method and path.

    The types of its body and its answer are those of the function.
    """
    method, path = address.split(" ")

    def declared(do: Callable[[Call[Sent]], Value]) -> Write:
        types = do.__annotations__
        [body] = get_args(types["call"])
        return Write(
            name=name,
            method=method,
            path=path,
            scope=scope,
            action=action,
            summary=summary,
            do=do,
            body=body,
            answer=types["return"],
            sample=sample,
            status=status,
            takes_version=takes_version or needs_version,
            needs_version=needs_version,
        )

    return declared


def by_path(writes: Iterable[Write]) -> dict[str, dict[str, Write]]:
    """Return the calls at each path by their method."""
    paths: dict[str, dict[str, Write]] = {}
    for write in writes:
        paths.setdefault(write.path, {})[write.method] = write
    return paths


def route(path: str) -> str:
    """Return an address of the documentation as Django takes it."""
    named = path.lstrip("/").replace("{event}", "<slug:slug>")
    return re.sub(r"\{(\w+)\}", r"<int:\1>", named)
