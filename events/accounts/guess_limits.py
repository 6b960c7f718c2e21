"""Limit guesses of passwords and codes, counted in the database for all workers.

A guess is counted for its origin and, across all origins, for its user name. A device that logged
in before has its own count, so strangers cannot lock its owners out. The limits are listed in
docs/reference/security.md.
"""

import datetime
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from domain.networks import looseness_of, networks_of
from events.core.event_write import named_write
from events.models import AccountEntry, GuessCount
from events.web.login_backends import from_this_computer
from events.web.logins import DEVICE, accounts_of_device, address_of

Kind = GuessCount.Kind
DAY = 86_400.0
STEP = 10
# After this many wrong passwords in a row, the account's log reports them to its owner.
SLOWED_AFTER = 30


@dataclass(frozen=True, slots=True)
class Pauses:
    """After `free` wrong guesses in a row each further one waits `first` seconds.

    The wait doubles with each ten more, up to `longest`. After `locks` wrong ones (NIST SP 800-63B,
    5.2.2) no guess is accepted. The count is forgotten after `quiet` seconds; None: never.
    """

    free: int
    first: float
    longest: float
    quiet: float | None
    locks: int | None = None

    def wait(self, failures: int, passed: float) -> float:
        """Return the seconds to wait, given `passed` seconds since the last wrong guess."""
        if failures < self.free:
            return 0.0
        pause = self.first * 2.0 ** min((failures - self.free) // STEP, 30)
        return max(0.0, min(pause, self.longest) - passed)

    def is_locked(self, failures: int) -> bool:
        """Whether guesses are no longer accepted."""
        return self.locks is not None and failures >= self.locks


_NETWORK = Pauses(10, 300, 300, 300)
# A device cookie is not a credential: a stolen one does not make guessing faster.
_DEVICE = Pauses(10, 300, 900, DAY)
_NAME = Pauses(SLOWED_AFTER, 5, 900, DAY)
_CODES = Pauses(10, 300, 6 * 3600, None, locks=100)
_AGAIN = Pauses(10, 300, 3600, DAY)


@dataclass(frozen=True, slots=True)
class UnreadGuesses:
    """Wrong guesses not yet reported to the account's owner, and since when."""

    count: int = 0
    since: datetime.datetime | None = None


@dataclass(slots=True)
class Guess:
    """A guess being checked; while `wait` (seconds) is above 0 it must not be checked.

    `locked`: guesses of this kind are no longer accepted. `slowed`: the wait results from guesses
    of this name from anywhere, not from its own network or device.
    """

    kind: Kind
    name: str
    places: Sequence[tuple[str, Pauses]]
    wait: float = 0.0
    locked: bool = False
    slowed: bool = False

    def refused(self) -> bool:
        """Whether the guess must not be checked."""
        return self.locked or self.wait > 0


def begin_password(request: HttpRequest, username: str) -> Guess:
    """Count a guess of a password; its `wait` says whether it may be checked."""
    if from_this_computer(request):
        return Guess(Kind.PASSWORD, username, ())
    device = _device(request, username)
    places = [(device, _DEVICE)] if device else [*_networks(request), ("", _NAME)]
    guess = _begin(Guess(Kind.PASSWORD, username, places))
    if not guess.refused():
        _note_many(request, guess)
    return guess


def begin_code(request: HttpRequest, user: User) -> Guess:
    """Count a guess of an app's code in the second step of a login."""
    name = user.get_username()
    return _begin(Guess(Kind.CODE, name, [(_device(request, name), _CODES)]))


def begin_recovery(request: HttpRequest, user: User) -> Guess:
    """Count a guess of a recovery code or a passkey answer, limited per network only.

    Their 40 bits or more make guessing hopeless, so strangers cannot use up a limit of the account.
    """
    return _begin(Guess(Kind.RECOVERY, user.get_username(), _networks(request)))


def begin_again(user: User) -> Guess:
    """Count a guess of the password by a person who is already logged in."""
    return _begin(Guess(Kind.AGAIN, user.get_username(), [("", _AGAIN)]))


def was_right(guess: Guess) -> UnreadGuesses:
    """Forget the wrong guesses from the origin of a right one; return the unreported ones.

    If the right one came from a known device, guesses from elsewhere stay counted.
    """
    if not guess.places:
        return UnreadGuesses()
    own = [place for place, _pauses in guess.places]
    with named_write(_lock(guess)):
        everywhere = {"kind": guess.kind, "name": guess.name, "place__in": ["", *own]}
        rows = list(GuessCount.objects.filter(**everywhere))
        # The correct guess was counted like a wrong one, once in each of its own places.
        main = [row for row in rows if row.place in ("", own[-1])]
        unread = _unread_guesses(main, right={own[-1]})
        ours = [row.pk for row in rows if row.place in own]
        GuessCount.objects.filter(pk__in=ours).delete()
        GuessCount.objects.filter(pk__in=[row.pk for row in rows if row.pk not in ours]).update(
            told=F("failures")
        )
    return unread


def was_wrong(guess: Guess) -> Guess:
    """Return a wrong guess with the wait that it causes."""
    rows = _rows(guess)
    _judge(guess, rows, timezone.now())
    return guess


def forget_codes(user: User) -> UnreadGuesses:
    """Forget an account's wrong codes after another way in or a new key; return unreported ones."""
    rows = GuessCount.objects.filter(kind=Kind.CODE, name=user.get_username())
    unread = _unread_guesses(list(rows), right=set())
    rows.delete()
    return unread


def unlock(username: str) -> None:
    """Lift the login blocks of an account; guesses counted for its name everywhere remain."""
    rows = GuessCount.objects.filter(kind=Kind.PASSWORD, name=username)
    rows.exclude(place="").delete()


def locked_names(usernames: Iterable[str]) -> set[str]:
    """Return which of these names are blocked somewhere after wrong passwords. One query."""
    rows = GuessCount.objects.filter(
        kind=Kind.PASSWORD, name__in=list(usernames), failures__gte=_NETWORK.free
    ).exclude(place="")
    now = timezone.now()
    return {row.name for row in rows if _is_counted(row, now) and _wait(row, _pauses(row), now) > 0}


def _begin(guess: Guess) -> Guess:
    now = timezone.now()
    with named_write(_lock(guess)):
        GuessCount.objects.filter(expires_at__lt=now).delete()
        rows = _rows(guess)
        _judge(guess, rows, now)
        if not guess.refused():
            for place, pauses in guess.places:
                _count(guess, place, pauses, rows.get(place), now)
    return guess


def _lock(guess: Guess) -> str:
    return f"guesses/{guess.name}"


def _rows(guess: Guess) -> dict[str, GuessCount]:
    places = [place for place, _pauses in guess.places]
    rows = GuessCount.objects.filter(kind=guess.kind, name=guess.name, place__in=places)
    now = timezone.now()
    return {row.place: row for row in rows if _is_counted(row, now)}


def _is_counted(row: GuessCount, now: datetime.datetime) -> bool:
    """Whether a count is still valid; one dated ahead by a clock set back since is not."""
    ahead = row.last_at - now > datetime.timedelta(minutes=1)
    return not (ahead and row.expires_at is not None) and (
        row.expires_at is None or row.expires_at > now
    )


def _judge(guess: Guess, rows: dict[str, GuessCount], now: datetime.datetime) -> None:
    guess.wait, guess.locked, guess.slowed = 0.0, False, False
    for place, pauses in guess.places:
        row = rows.get(place)
        if row is None:
            continue
        if pauses.is_locked(row.failures):
            guess.locked = True
        wait = _wait(row, pauses, now)
        if wait > guess.wait:
            guess.wait, guess.slowed = wait, place == ""


def _wait(row: GuessCount, pauses: Pauses, now: datetime.datetime) -> float:
    return pauses.wait(row.failures, max(0.0, (now - row.last_at).total_seconds()))


def _count(
    guess: Guess, place: str, pauses: Pauses, row: GuessCount | None, now: datetime.datetime
) -> None:
    quiet = pauses.quiet
    expires = None if quiet is None else now + datetime.timedelta(seconds=quiet)
    if row is None:
        GuessCount.objects.update_or_create(
            kind=guess.kind,
            name=guess.name,
            place=place,
            defaults={
                "failures": 1, "told": 0, "since": now, "last_at": now, "expires_at": expires,
            },
        )  # fmt: skip
        return
    GuessCount.objects.filter(pk=row.pk).update(
        failures=F("failures") + 1, last_at=now, expires_at=expires
    )


def _unread_guesses(rows: Sequence[GuessCount], right: set[str]) -> UnreadGuesses:
    wrong = [(row.failures - row.told - (row.place in right), row.since) for row in rows]
    wrong = [(count, since) for count, since in wrong if count > 0]
    if not wrong:
        return UnreadGuesses()
    return UnreadGuesses(
        sum(count for count, _since in wrong), min(since for _count, since in wrong)
    )


def _networks(request: HttpRequest) -> list[tuple[str, Pauses]]:
    return [
        (network, _of_network(times)) for network, times in networks_of(address_of(request) or "?")
    ]


def _of_network(times: int) -> Pauses:
    return Pauses(_NETWORK.free * times, _NETWORK.first, _NETWORK.longest, _NETWORK.quiet)


def _pauses(row: GuessCount) -> Pauses:
    return _DEVICE if row.place.startswith(_MARK) else _of_network(looseness_of(row.place))


_MARK = "device "


def _device(request: HttpRequest, username: str) -> str:
    """Return the place key of a device that logged in to this name's account before, else ""."""
    accounts = accounts_of_device(request)
    if not accounts:
        return ""
    if not User.objects.filter(pk__in=accounts, username=username).exists():
        return ""
    return _MARK + hashlib.sha256(request.COOKIES[DEVICE].encode()).hexdigest()[:32]


def _note_many(request: HttpRequest, guess: Guess) -> None:
    """Record every further SLOWED_AFTER wrong passwords in the account's log."""
    row = _rows(guess).get("")
    if row is None or row.failures % SLOWED_AFTER:
        return
    user = User.objects.filter(username=guess.name).first()
    if user is not None:
        note_wrong(request, user, AccountEntry.Verb.WRONG_PASSWORDS, row.failures)


def note_wrong(
    request: HttpRequest, user: User, verb: AccountEntry.Verb, count: int | None = None
) -> None:
    """Record wrong guesses in the account's log; consecutive ones share a line.

    `count`: the new total, None to add one.
    """
    newest = AccountEntry.objects.filter(user=user).first()
    if newest is None or newest.verb != verb:
        AccountEntry.objects.create(
            user=user, verb=verb, note=f"{count or 1}×", address=address_of(request)
        )
        return
    before = newest.note.partition("×")[0]
    number = count or (int(before) + 1 if before.isdigit() else 1)
    AccountEntry.objects.filter(pk=newest.pk).update(
        note=f"{number}×", address=address_of(request), at=timezone.now()
    )
