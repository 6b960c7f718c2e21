"""Import event archives and files of other tools."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from domain.limits import MOST_BYTES
from events.core.organisations.owner_actions import default_owner
from events.core.refusals import RefusedError
from events.management.database import prepare_database
from events.transfer.event_import import Step, import_archive
from events.transfer.foreign_files import Candidate, read_candidates
from events.transfer.words import REASONS
from interchange.result_words import MEANINGS as RESULT_WORDS
from interchange.tables.headings import MEANINGS

QUIET_SECONDS = 1.0
NO_ACCOUNT = (
    "There is no account yet, so the public pages show what was imported, but no desk does. "
    "The first organizer's account that is made in the browser gets it."
)


class Command(BaseCommand):
    """`manage.py import_event FILE...`."""

    # System checks load the addresses of the site, which this command does not need.
    requires_system_checks: list[str] = []

    help = (
        "Import event archives and files of other tools, all or nothing per event. Prints a line "
        "per event that ends with its address part (slug), what could not be read, and whether the "
        "standings in the file are equal to ours."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the files, and the account that will run the events."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="file, - for standard input")
        parser.add_argument(
            "--columns",
            metavar="MEANINGS",
            help="what the columns of a table mean, in order, separated by commas, - for one to "
            f"leave out: {', '.join(MEANINGS)}. A table that is in doubt is imported only so.",
        )
        parser.add_argument(
            "--word",
            action="append",
            default=[],
            metavar="TEXT=MEANING",
            help="what a text in place of a result means: "
            f"{', '.join(RESULT_WORDS)}. May be given several times.",
        )
        for option, what in (("--one-person", "one person"), ("--two-people", "two people")):
            parser.add_argument(
                option,
                action="append",
                default=[],
                metavar="NAME=NAME",
                help=f"two names in the file are {what}. May be given several times.",
            )
        parser.add_argument(
            "--owner",
            metavar="USERNAME",
            help="account that gets the event on its desk (default: the first superuser, else the "
            "first organizer, else the first account)",
        )

    def handle(
        self,
        *_args: Any,
        files: list[str],
        owner: str | None,
        columns: str | None = None,
        word: Sequence[str] = (),
        one_person: Sequence[str] = (),
        two_people: Sequence[str] = (),
        **_options: Any,
    ) -> None:
        """Import every file possible; exit with an error if any failed."""
        chosen, words = _meanings(columns or ""), _result_words(word)
        people = {_two_names(text): True for text in one_person}
        people |= {_two_names(text): False for text in two_people}
        prepare_database(self)
        actor = find_owner(owner)
        failed = 0
        for name in files:
            try:
                candidates = read_candidates(
                    _read(name), timezone.localdate(), chosen, words=words, people=people
                )
                _check_doubts(candidates)
                for candidate in candidates:
                    self._import(name, candidate, actor)
            except (RefusedError, OSError) as error:
                failed += 1
                reason = error.strerror if isinstance(error, OSError) else error
                self.stderr.write(self.style.ERROR(f"{name}: {reason}"))
        if actor is None and failed < len(files):
            self.stderr.write(NO_ACCOUNT)
        if failed:
            raise CommandError(f"{failed} of {len(files)} files not imported.")

    def _import(self, name: str, candidate: Candidate, actor: User | None) -> None:
        ticker = _Ticker(self, name, time.monotonic())
        event = import_archive(archive=candidate.archive, actor=actor, progress=ticker)
        players, rounds = event.enrollments.count(), event.rounds.count()
        self.stdout.write(
            f"{name}: {players} player{_s(players)}, {rounds} round{_s(rounds)}: {event.slug}"
        )
        for line in (*candidate.unread, *candidate.remarks):
            self.stderr.write(f"{name}: {line}")
        compared = candidate.comparison
        if compared is None or not compared.rows:
            return
        self.stdout.write(
            f"{name}: {candidate.label}, {compared.equal} of {compared.rows} rows of its standings "
            "are equal to ours"
        )
        for reason, count in compared.reasons.most_common():
            self.stdout.write(f"{name}: {count} different: {REASONS[reason]}")


def _meanings(columns: str) -> list[str]:
    """Parse the meanings of columns; CommandError for an unknown word."""
    words = [word.strip().lower() for word in columns.split(",")] if columns else []
    for word in words:
        if word not in MEANINGS and word not in ("", "-"):
            known = ", ".join(MEANINGS)
            raise CommandError(f"{word!r} is no meaning of a column. These are: {known}, -.")
    return ["" if word == "-" else word for word in words]


def _result_words(words: Sequence[str]) -> dict[str, str]:
    """Parse the meanings of texts used as results; CommandError for an unknown meaning."""
    pairs = [text.rpartition("=")[::2] for text in words]
    for text, meaning in pairs:
        if not text or meaning not in RESULT_WORDS:
            known = ", ".join(RESULT_WORDS)
            raise CommandError(f"{meaning!r} is no meaning of a result. These are: {known}.")
    return dict(pairs)


def _two_names(text: str) -> frozenset[str]:
    """Parse two names separated by an equals sign; CommandError for anything else."""
    first, sign, second = text.partition("=")
    if not sign or not first.strip() or not second.strip():
        raise CommandError(f"{text!r} is not two names. Write them as NAME=NAME.")
    return frozenset((first.strip(), second.strip()))


def _check_doubts(candidates: list[Candidate]) -> None:
    """Raise RefusedError for an ambiguous file, because nobody has confirmed its meaning."""
    doubts = [doubt for candidate in candidates for doubt in candidate.doubts]
    near = [pair for candidate in candidates for pair in candidate.near]
    objections = [*doubts]
    if doubts and (columns := candidates[0].columns):
        heads = " | ".join(column.heading or "?" for column in columns)
        taken = ",".join(column.meaning or "-" for column in columns)
        objections.append(f"Columns: {heads}, read as --columns {taken!r}. Say what they mean so.")
    for pair in near:
        names = f"{pair.first}={pair.second}"
        objections.append(
            f"“{pair.first}” and “{pair.second}” never play in the same round. Say --one-person "
            f"{names!r} or --two-people {names!r}."
        )
    if objections:
        words = " ".join(objections)
        raise RefusedError(f"{words} Nothing was imported. Or import it in the browser.")


def _s(count: int) -> str:
    return "" if count == 1 else "s"


class _Ticker:
    """Reports an import's progress on standard error once it takes long."""

    def __init__(self, command: BaseCommand, name: str, started: float) -> None:
        self.command = command
        self.name = name
        self.told_at = started

    def __call__(self, step: Step, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.told_at >= QUIET_SECONDS:
            self.told_at = now
            self.command.stderr.write(f"{self.name}: {step.value} {done} of {total}")


def find_owner(username: str | None) -> User | None:
    """Return the account of this name, or the default one; CommandError if it does not exist."""
    if username is None:
        return default_owner()
    owner = User.objects.filter(username=username).first()
    if owner is None:
        raise CommandError(f"There is no account {username!r}.")
    return owner


def _read(name: str) -> bytes:
    """Read a file or standard input, up to just above the largest size of an archive."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as handle:
        return handle.read(MOST_BYTES + 1)
