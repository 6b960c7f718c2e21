"""The chain over an event's journal: each link is a hash of the one before and of an entry.

Seals are links as well: a hash of the results of all complete rounds, and one of their details. An
archive with its chain therefore shows every change of a result, of a report, of an entry, or of
their order (`static/verify/verify.html`). An entry enters by a hash of its words, so that a
person's words can be removed later. An entry also names the acting program.
"""

import datetime
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from events.core.sealed_details import NOTHING, details_now
from events.models import Event, JournalEntry, Match, ResultSeal, Round, Verb

# Actions that change results of complete rounds, or which rounds are complete.
_SEALING_VERBS = frozenset(
    {
        Verb.ROUND_COMPLETED,
        Verb.ROUND_REOPENED,
        Verb.RESULT_CORRECTED,
        Verb.STANDINGS_PUBLISHED,
        Verb.EVENT_FINISHED,
        Verb.EVENT_IMPORTED,
        Verb.ENROLLMENTS_MERGED,
        Verb.ENROLLMENT_CHANGED,
        Verb.ENROLLMENT_REMOVED,
    }
)
# Players who come late, or back: rounds they missed become losses and byes.
_JOINING_VERBS = frozenset({Verb.ENROLLED, Verb.REINSTATED})


def changes_results(entry: JournalEntry, round: Round | None = None) -> bool:
    """Return whether an act may have changed the set of complete rounds, or what is sealed of them.

    `round`: of the entry. A verification or a late report changes one that is complete.
    """
    if round is not None and round.state == Round.State.COMPLETE:
        return True
    missed = entry.data.get("losses") or entry.data.get("byes")
    return entry.verb in _SEALING_VERBS or (entry.verb in _JOINING_VERBS and bool(missed))


def chain_entries(event: Event, entries: Iterable[JournalEntry]) -> None:
    """Give new entries their place in the chain of a locked event, before they are inserted."""
    link = start_of(event) if event.journal_link is None else bytes(event.journal_link)
    for entry in entries:
        entry.digest = sha256(_canonical(entry.data)).digest()
        link = entry.link = _linked(link, sealed_entry(entry))
    event.journal_link = link


def sealed_entry(entry: JournalEntry) -> str:
    """Return the hash of an entry: when, verb, round, table, players, and the hash of its words."""
    numbers = (entry.round_number, entry.table, entry.first_number, entry.second_number)
    parts = [
        moment_text(entry.at),
        str(entry.verb),
        *(NOTHING if number is None else str(number) for number in numbers),
        bytes(entry.digest or b"").hex(),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()


def seal_results(event: Event, after: Sequence[JournalEntry]) -> None:
    """Seal the results of complete rounds at the end of a write, unless they are sealed already.

    `after`: entries of the write that may have changed them; without one it does nothing.
    """
    if not after:
        return
    rounds, results = results_now(event)
    details = details_now(event, rounds)
    last = event.seals.order_by("-pk").first()
    if last is None:
        if not rounds:
            return
    elif (last.rounds, bytes(last.results), bytes(last.details or b"")) == (
        rounds,
        results,
        details,
    ):
        return
    seal = ResultSeal(event=event, entry=after[-1], rounds=rounds, results=results, details=details)
    seal.link = event.journal_link = _link_of(seal, bytes(event.journal_link or b""))
    seal.save()
    Event.objects.filter(pk=event.pk).update(journal_link=seal.link)


def seal_texts(seal: ResultSeal) -> list[str]:
    """Return a seal as the chain writes it, one link each: of the results, then of the details.

    Each has its word, the rounds, and the hash. A seal older than the second one lacks it.
    """
    rounds = [str(number) for number in seal.rounds]
    texts = [" ".join(["seal", *rounds, bytes(seal.results).hex()])]
    if seal.details is not None:
        texts.append(" ".join(["seal-details", *rounds, bytes(seal.details).hex()]))
    return texts


def follows(seal: ResultSeal, entry: JournalEntry) -> bool:
    """Return whether a seal is the link after an entry.

    That is the last entry of its write, not always the entry that it seals for: a complete round of
    a playoff posts the next one.
    """
    return bytes(seal.link) == _link_of(seal, bytes(entry.link or b""))


def _link_of(seal: ResultSeal, link: bytes) -> bytes:
    for text in seal_texts(seal):
        link = _linked(link, text)
    return link


def results_now(event: Event) -> tuple[list[int], bytes]:
    """Return the complete rounds, and the hash of their results. Two queries."""
    complete = event.rounds.complete()
    rounds = sorted(complete.values_list("number", flat=True))
    if not rounds:
        return rounds, sha256(b"").digest()
    columns = ("round__number", "table", "first__number", "second__number", "kind", "double_loss")
    games = ("first_wins", "second_wins", "drawn_games", "seat_results")
    matches = Match.objects.filter(round__event=event, round__number__in=rounds)
    rows = matches.exclude(kind=Match.Kind.TABLE).values_list(*columns, *games)
    lines = [_line(row) for row in rows]
    if event.at_tables:
        tables = matches.of_tables().select_related("round")
        lines += [
            _table_line(match) for match in tables.prefetch_related("table_seats__enrollment")
        ]
    return rounds, sha256("\n".join(sorted(lines)).encode()).digest()


def _line(row: Sequence[Any]) -> str:
    """Return one result as a line: round, table, players, games, seats, kind."""
    round, table, first, second, kind, double_loss, *games, seats = row
    players = f"{first}" if second is None else f"{first} {second}"
    score = "" if games[0] is None else "-".join(str(count) for count in games)
    ended = "double-loss" if double_loss else kind
    return f"{round} {NOTHING if table is None else table} {players} {score} {seats or '-'} {ended}"


def _table_line(match: Match) -> str:
    """Return the result of a table of three to five: its players by seat, its marks."""
    players = " ".join(str(seat.enrollment.number) for seat in match.table_seats.all())
    return f"{match.round.number} {match.table} {players} {match.marks} - {match.kind}"


def start_of(event: Event) -> bytes:
    """Return the link before the first one: a hash of the event's secret seed."""
    return sha256(f"journal {event.seed}".encode()).digest()


def moment_text(moment: datetime.datetime) -> str:
    """Return a moment in UTC as the chain writes it, with all digits of the second."""
    return moment.astimezone(datetime.UTC).isoformat(timespec="microseconds")


def _linked(before: bytes, text: str) -> bytes:
    return sha256(f"{before.hex()}\n{text}".encode()).digest()


def _canonical(data: dict[str, Any]) -> bytes:
    words = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return words.encode("utf-8", "surrogatepass")


_program: ContextVar[str] = ContextVar("program", default="")


@contextmanager
def as_program(name: str) -> Iterator[None]:
    """Name a program in the journal entries of this block, next to the person for whom it acts."""
    before = _program.set(name)
    try:
        yield
    finally:
        _program.reset(before)


def with_program(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry's data with the name of the acting program, if any."""
    program = _program.get()
    return {**data, "program": program} if program else data
