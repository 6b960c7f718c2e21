"""Players' phones that all report at once, and the reports that were stored."""

import os
import time
from pathlib import Path
from urllib.parse import urlencode

from django.db.models import Count
from django.urls import reverse

from domain.report_sources import PHONE_SOURCES
from events.core.players.private_address import form_key, token_of
from events.hosting.rehearsal.load import Keeper
from events.hosting.rehearsal.own_server import request
from events.models import Enrollment, Event, Report, Round
from events.player_pages.player_tokens import cookie_of

# For one in so many phones the answer is lost, and the report is sent again.
SENT_TWICE = 10
# An idle server polls a few times a second.
AT_REST, QUIET_SECONDS, PATIENCE = 0.1, 3, 120.0


def phones_of(event: Event, round: Round, connections: int) -> list[Keeper]:
    """Return the phones of a round, shared among so many connections.

    At each table the first-named player reports 2-1 and loads the next page, and the second player
    reports the same from the other side. The two use different connections.
    """
    matches = round.matches.of_two().select_related("first", "second").order_by("table")
    people = [
        (player, opponent, score)
        for match in matches
        if match.second is not None
        for player, opponent, score in (
            (match.first, match.second, "21"),
            (match.second, match.first, "12"),
        )
    ]
    shared: list[list[bytes]] = [[] for _connection in range(connections)]
    for place, (player, opponent, score) in enumerate(people):
        sent = _requests(event, round, player, opponent, score)
        shared[place % connections] += [sent[0], *sent] if place % SENT_TWICE == 0 else sent
    return [Keeper(tuple(requests)) for requests in shared if requests]


def _requests(
    event: Event, round: Round, player: Enrollment, opponent: Enrollment, score: str
) -> list[bytes]:
    token = token_of(player.pk, player.address_nonce)
    cookie = cookie_of(event.slug, token)
    told = urlencode(
        {
            "form": form_key(token),
            "round": round.number,
            "opponent": opponent.number,
            "score": score,
            "key": f"bench-{player.pk}",
        }
    )
    return [
        request("POST", reverse("me:report", args=[event.slug]), told, Cookie=cookie),
        request("GET", reverse("me:page", args=[event.slug]), Cookie=cookie),
    ]


def kept_of(round: Round) -> str:
    """Describe the stored results of a round, the phones that reported, and duplicate reports."""
    told = Report.objects.filter(match__round=round, source__in=PHONE_SOURCES)
    twice = told.values("enrollment").annotate(count=Count("pk")).filter(count__gt=1).count()
    players = 2 * round.matches.of_two().count()
    heard = told.values("enrollment").distinct().count()
    return (
        f"{round.matches.of_two().reported().count()} of {round.matches.of_two().count()} tables "
        f"have a result, {heard} of {players} phones were heard, {twice} twice"
    )


def processor_seconds(processes: list[int]) -> float:
    """Return the processor seconds of some processes so far; 0 if the system has no record."""
    ticks = 0
    for pid in processes:
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists():
            ticks += sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def let_rest(processes: list[int]) -> None:
    """Wait until processes are nearly idle, after the work with which they start.

    That is importing, a second worker, the first backup. Raises TimeoutError if they stay busy.
    """
    end = time.monotonic() + PATIENCE
    quiet, spent = 0, processor_seconds(processes)
    while quiet < QUIET_SECONDS:
        if time.monotonic() > end:
            raise TimeoutError("the server does not come to rest")
        time.sleep(1)
        before, spent = spent, processor_seconds(processes)
        quiet = quiet + 1 if spent - before <= AT_REST else 0


def below(parent: int) -> list[int]:
    """Return all descendants of a process; empty if the system does not list them."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended in the meantime
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    descendants, looked = [], [parent]
    while looked:
        above = looked.pop()
        mine = [pid for pid, parent_of in parents.items() if parent_of == above]
        descendants += mine
        looked += mine
    return descendants
