"""Calls that need a token: each is declared once, where it is written.

Address, permission, schema, documentation and tests follow from the declaration.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Generic, TypeVar, get_args

from django.contrib.auth.models import User
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from msgspec import Struct

from events.api.answer_values import Value
from events.api.value_types import Answers, Text
from events.core.edit_conflicts import token_of_values
from events.core.guards import find_round_or_none
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
    """A body of a request; an unknown key is refused."""


class Nothing(Body, frozen=True, kw_only=True):
    """A body without a key; it may be left out."""


class Asked(Body, frozen=True, kw_only=True):
    """Answers to the questions of a call that was answered with 409 and `questions`.

    `answers`: the code of an answer by the `key` or the `code` of its question. `reason`: of the
    head judge who leaves a problem open.
    """

    answers: Answers = {}
    reason: Text = ""


class Reason(Body, frozen=True, kw_only=True):
    """Why something is done; the journal keeps it."""

    reason: Text = ""


Sent = TypeVar("Sent", bound=Body)


class StaleError(RefusedError):
    """The version that a program names in If-Match is not the current one."""

    def __init__(self) -> None:
        super().__init__(_("This has changed. Read it again, then send the new version."))


@dataclass(frozen=True, slots=True)
class Query:
    """A value behind the question mark."""

    name: str
    schema: Mapping[str, Any]
    meaning: str | Promise

    def number(self, sent: str) -> int:
        """Return a whole number within the bounds of the schema; RefusedError for any other."""
        least, most = self.schema["minimum"], self.schema["maximum"]
        if not (sent.isascii() and sent.isdigit()) or not least <= int(sent[:9]) <= most:
            words = _("Enter a whole number from %(least)d to %(most)d.")
            raise BadQueryError(words % {"least": least, "most": most}, self.name)
        return int(sent)


class BadQueryError(RefusedError):
    """A value behind the question mark that the call does not take."""


@dataclass(frozen=True, slots=True)
class AnyCall(Generic[Sent]):
    """One call: what was sent.

    `numbers`: the numbers in the address, by name. `version`: of If-Match, None where it was not
    sent. `queries`: the numbers behind the question mark that were sent.
    """

    numbers: Mapping[str, Any]
    body: Sent
    version: str | None
    queries: Mapping[str, int]

    @property
    def token(self) -> str:
        """The version in If-Match as actions check it; empty where any version will do."""
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
        """The round in the address; Http404 where it is not posted."""
        round = find_round_or_none(self.event, self.numbers["number"])
        if round is None or round.is_unposted:
            raise Http404
        return round

    @property
    def player(self) -> dict[str, Any]:
        """The event, the actor and the player in the address, as actions take them."""
        return {**self.who, "number": self.numbers["player"]}

    @property
    def given(self) -> Given:
        """The answers that came with the call."""
        body = self.body
        if not isinstance(body, Asked):
            return Given()
        over = may(self.desk.roles, Action.GO_OVER)
        return Given(dict(body.answers), body.reason, over)

    def check_version(self, current: str) -> None:
        """Raise StaleError where the program read another version than the current one."""
        if self.version not in (None, "*", f'"{current}"', current):
            raise StaleError


@dataclass(frozen=True, slots=True)
class OrganisationCall(AnyCall[Sent]):
    """One call in an organisation, for the person who made its token."""

    organisation: Organisation
    actor: User


PlainCall = Call[Nothing]


def version_of(values: Mapping[str, object]) -> str:
    """Return the version of values, as a program sends it back in If-Match."""
    return token_of_values(values).replace(" ", ",")


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """The declaration of one call.

    `action` is the permission that the person needs who made the token; None in an organisation,
    whose tokens are those of its owners and organizers. `sample` is a body that works. `status`: of
    an answer when all went well. `takes_version`: the call may name in If-Match what it read;
    `needs_version`: it has to. `fields`: fields of a refusal by their names in the call, where they
    differ. `makes`: what the call makes, as a value of addresses by the value of the answer that
    has it. `queries`: the numbers that it takes behind the question mark.
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
    queries: Sequence[Query]

    @property
    def has_version(self) -> bool:
        """Whether the answer has a version, which is its ETag."""
        return "version" in self.answer.__struct_fields__

    @property
    def has_pages(self) -> bool:
        """Whether the answer names the next page, which its Link leads to."""
        return "next" in self.answer.__struct_fields__

    @property
    def is_asked(self) -> bool:
        """Whether the call may be answered with questions."""
        return issubclass(self.body, Asked)

    @property
    def tag(self) -> str:
        """The topic, as the documentation groups the calls."""
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
    queries: Sequence[Query] = (),
) -> Callable[[Callable[..., Value]], Write]:
    """Declare the function that follows as a call; `address`: method and path.

    The types of its body and its answer are those of the function, its description the docstring.
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
            queries=queries,
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
    named = named.replace("{organisation}", "<slug:organisation>")
    return re.sub(r"\{(\w+)\}", r"<int:\1>", named)
