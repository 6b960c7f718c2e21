"""Declare the calls that need a token, each next to the function that carries it out.

Address, permission, schema, documentation and tests are derived from the declaration.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Generic, TypeVar, get_args

from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from msgspec import Struct

from events.api.answer_values import Value
from events.api.value_types import Answers, Text
from events.core.edit_conflicts import token_of_values
from events.core.guards import find_round
from events.core.questions.question import Given
from events.core.refusals import RefusedError
from events.models import Event, Organisation, Round, TokenScope
from events.web.access import Action, Desk, EventActor, may

PREFIX = "api/v1/"
EVENT = f"/{PREFIX}events/{{event}}"
ROUND = f"{EVENT}/rounds/{{number}}"
TABLE = f"{ROUND}/tables/{{table}}"
PLAYER = f"{EVENT}/players/{{player}}"
ORGANISATION = f"/{PREFIX}organisations/{{organisation}}"


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of request bodies; an unknown key is refused."""


class Nothing(Body, frozen=True, kw_only=True):
    """A body without keys; it may be omitted."""


class Asked(Body, frozen=True, kw_only=True):
    """Answers to the questions of a call that returned 409 and `questions`.

    `answers`: the code of an answer by the `key` or the `code` of its question. `reason`: the head
    judge's, for leaving a problem open.
    """

    answers: Answers = {}
    reason: Text = ""


class Reason(Body, frozen=True, kw_only=True):
    """The reason for an act; the journal records it."""

    reason: Text = ""


Sent = TypeVar("Sent", bound=Body)


class StaleError(RefusedError):
    """The version that a program names in If-Match is not the current one."""

    def __init__(self) -> None:
        super().__init__(_("This has changed. Read it again, then send the new version."))


@dataclass(frozen=True, slots=True)
class Query:
    """A query parameter with a whole number."""

    name: str
    schema: Mapping[str, Any]
    meaning: str | Promise

    def number(self, sent: str) -> int:
        """Return a whole number within the schema's bounds; BadQueryError for anything else."""
        least, most = self.schema["minimum"], self.schema["maximum"]
        if not (sent.isascii() and sent.isdigit()) or not least <= int(sent[:9]) <= most:
            words = _("Enter a whole number from %(least)d to %(most)d.")
            raise BadQueryError(words % {"least": least, "most": most}, self.name)
        return int(sent)


class BadQueryError(RefusedError):
    """A query parameter that the call does not take."""


@dataclass(frozen=True, slots=True)
class AnyCall(Generic[Sent]):
    """The data sent with one call.

    `numbers`: the numbers in the address, by name. `version`: from If-Match, None without it.
    `queries`: the query parameters that were sent.
    """

    numbers: Mapping[str, Any]
    body: Sent
    version: str | None
    queries: Mapping[str, int]

    @property
    def token(self) -> str:
        """The version in If-Match as actions check it; empty if any version is accepted."""
        version = (self.version or "").strip('"')
        return "" if version == "*" else version.replace(",", " ")


@dataclass(frozen=True, slots=True)
class Call(AnyCall[Sent]):
    """One call in an event: the event, and the person the program acts for."""

    desk: Desk

    @property
    def event(self) -> Event:
        """The event of the call."""
        return self.desk.event

    @property
    def actor(self) -> User:
        """The person who made the token."""
        return self.desk.actor

    @property
    def who(self) -> EventActor:
        """The event and the actor, as actions take them."""
        return self.desk.who

    @property
    def posted_round(self) -> Round:
        """The round in the address; RefusedError unless it is posted."""
        return find_round(self.event, self.numbers["number"], "posted")

    @property
    def player(self) -> dict[str, Any]:
        """The event, the actor and the player in the address, as actions take them."""
        return {**self.who, "number": self.numbers["player"]}

    @property
    def given(self) -> Given:
        """The answers sent with the call."""
        body = self.body
        if not isinstance(body, Asked):
            return Given()
        over = may(self.desk.roles, Action.GO_OVER)
        return Given(dict(body.answers), body.reason, over)

    def check_version(self, current: str) -> None:
        """Raise StaleError if the program read another version than the current one."""
        if self.version not in (None, "*", f'"{current}"', current):
            raise StaleError


@dataclass(frozen=True, slots=True)
class OrganisationCall(AnyCall[Sent]):
    """One call in an organisation on behalf of the maker of its token."""

    organisation: Organisation
    actor: User


PlainCall = Call[Nothing]


def version_of(values: Mapping[str, object]) -> str:
    """Return the version of values, in the form that If-Match takes."""
    return token_of_values(values).replace(" ", ",")


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """The declaration of one call.

    `action`: the permission that the maker of the token needs; None in an organisation, whose
    tokens belong to its owners and organizers. `sample`: a body that works. `status`: of a
    successful answer. `takes_version`: the call may name in If-Match the version that was read;
    `needs_version`: it must. `fields`: fields of a refusal by their names in the call, where they
    differ. `makes`: values of addresses that the call creates, each with the value of the answer
    that holds it. `absent`: names in the address of what need not exist. `queries`: the query
    parameters that it takes.
    """

    name: str
    method: str
    path: str
    scope: TokenScope
    action: Action | None
    summary: str | Promise
    do: Callable[..., Value]
    body: type[Body]
    answer: type[Value]
    sample: Mapping[str, Any] | None
    status: HTTPStatus
    takes_version: bool
    needs_version: bool
    fields: Mapping[str, str]
    makes: Mapping[str, str]
    absent: Collection[str]
    queries: Sequence[Query]

    @property
    def subjects(self) -> list[str]:
        """Names in the address, in order, of what must exist in the event or organisation."""
        names = re.findall(r"{(\w+)}", self.path)[1:]
        return [name for name in names if name not in (*self.makes, *self.absent)]

    @property
    def has_version(self) -> bool:
        """Whether the answer has a version, sent as its ETag."""
        return "version" in self.answer.__struct_fields__

    @property
    def has_pages(self) -> bool:
        """Whether the answer names the next page, sent as its Link."""
        return "next" in self.answer.__struct_fields__

    @property
    def is_asked(self) -> bool:
        """Whether the call may return questions."""
        return issubclass(self.body, Asked)

    @property
    def tag(self) -> str:
        """The topic by which the documentation groups calls."""
        return self.do.__module__.rpartition(".")[2].removesuffix("_calls")


def call(
    name: str,
    address: str,
    scope: TokenScope,
    action: Action | None,
    summary: str | Promise,
    *,
    sample: Mapping[str, Any] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    takes_version: bool = False,
    needs_version: bool = False,
    fields: Mapping[str, str] | None = None,
    makes: Mapping[str, str] | None = None,
    absent: Collection[str] = (),
    queries: Sequence[Query] = (),
) -> Callable[[Callable[..., Value]], Write]:
    """Declare the decorated function as a call; `address`: method and path.

    The types of body and answer are taken from the function, the description from its docstring.
    """
    method, path = address.split(" ")

    def declared(do: Callable[..., Value]) -> Write:
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
            fields=fields or {},
            makes=makes or {},
            absent=absent,
            queries=queries,
        )

    return declared


def by_path(writes: Iterable[Write]) -> dict[str, dict[str, Write]]:
    """Return the calls of each path by method."""
    paths: dict[str, dict[str, Write]] = {}
    for write in writes:
        paths.setdefault(write.path, {})[write.method] = write
    return paths


def route(path: str) -> str:
    """Return a documented address as a Django route."""
    named = path.lstrip("/").replace("{event}", "<slug:slug>")
    named = named.replace("{organisation}", "<slug:organisation>")
    return re.sub(r"\{(\w+)\}", r"<int:\1>", named)
