"""Every public address of an event, taken from the table of addresses."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import product
from subprocess import CompletedProcess
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.test import Client
from django.urls import URLPattern, reverse

from events import urls_public
from events.badges import urls_public as badges
from events.floor import urls_public as floor
from events.models import Event
from events.on_demand import urls_public as on_demand
from events.public_site.reads.events import load_event
from events.series import urls_public as series

# They belong to no event, or only redirect.
OTHERS = (
    *on_demand.of_everybody,
    *series.of_everybody,
    *badges.of_everybody,
    *floor.of_everybody,
)
# Numbers tried for each part of an address: more than exist of anything.
TRIED = {"number": range(7), "round": range(4)}


def there(event: Event) -> dict[str, range]:
    """Return the numbers of players and rounds to try that the database has, posted or not.

    No other address can show anything of the event; one test checks that they lead nowhere.
    """
    rounds = event.rounds.count()
    players = event.enrollments.order_by("-number").values_list("number", flat=True).first()
    most = {"number": max(players or 0, rounds), "round": rounds}
    return {name: range(1, min(TRIED[name].stop, count + 1)) for name, count in most.items()}


def route_of(pattern: URLPattern) -> str:
    """Return the name of an address in the tests: its name and the numbers that it takes."""
    return " ".join([str(pattern.name), *sorted(numbers_in(pattern))])


def numbers_in(pattern: URLPattern) -> list[str]:
    """Return the parts of an address that are numbers: not the event's slug or a picture's name."""
    return [name for name in pattern.pattern.converters if name not in ("slug", "name")]


@cache
def patterns() -> Mapping[str, URLPattern]:
    """Return every public address of events by `route_of`, without queues, series and badges."""
    found = [entry for entry in urls_public.urlpatterns if isinstance(entry, URLPattern)]
    assert len(found) == len(urls_public.urlpatterns), "an address below another"
    return {route_of(pattern): pattern for pattern in found if pattern not in OTHERS}


def address_of(event: Event, route: str, **numbers: int) -> str:
    """Return one address of the event."""
    pattern = patterns()[route]
    told = {"slug": event.slug, "name": "logo.png"}
    words = {name: told[name] for name in pattern.pattern.converters if name in told}
    return reverse(f"public:{pattern.name}", kwargs={**words, **numbers})


def addresses_of(event: Event, tried: Mapping[str, Iterable[int]] | None = None) -> Iterator[str]:
    """Return every address of the event with these numbers, or else with those from `there`."""
    tried = there(event) if tried is None else tried
    for route, pattern in patterns().items():
        names = numbers_in(pattern)
        for numbers in product(*(tried[name] for name in names)):
            yield address_of(event, route, **dict(zip(names, numbers, strict=True)))


# Recorded results follow at once: see tests/events/public_site/test_recorded.py.
AT_ONCE = ("/recorded/", "/around/")
# The event's picture contains no names before its end; tests/events/report covers both.
NO_TEXT = ("image/png", "application/pdf")


@contextmanager
def unset() -> Iterator[None]:
    """Replace pictures and PDF files by the JSON from which they are set: all that they can show.

    A process that typesets one takes as long as ten pages.
    """

    def run(command: list[str], *, input: bytes, **_more: Any) -> CompletedProcess[bytes]:
        return CompletedProcess(command, 0, input)

    with patch("events.paper.typst_process.subprocess", SimpleNamespace(run=run)):
        yield


@contextmanager
def read_once() -> Iterator[None]:
    """Let all answers use one reading of the event, as a server's answers within a second do."""
    with patch("events.public_site.reads.events.load_event", cache(load_event)):
        yield


def everything(
    client: Client,
    event: Event,
    kind: str = "",
    tried: Mapping[str, Iterable[int]] | None = None,
) -> str:
    """Return the answers of the event's public addresses, without the phone's own match.

    Addresses that lead nowhere are left out.

    `kind` limits them to a content type, such as "text/html".
    """
    built = [address for address in addresses_of(event, tried) if not address.endswith(AT_ONCE)]
    with read_once(), unset():
        answers = [client.get(address) for address in built]
    statuses = {answer.status_code for answer in answers}
    assert statuses <= {200, 204, 302, 404}, statuses
    found = [
        answer
        for answer in answers
        if answer.status_code == 200 and answer["Content-Type"] not in NO_TEXT
    ]
    return "".join(
        answer.content.decode() for answer in found if answer["Content-Type"].startswith(kind)
    )
