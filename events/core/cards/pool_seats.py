"""The pools of an event as staff, a player's phone and paper show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from events.core.edit_conflicts import token_of_values
from events.core.progress.presence import expected_players
from events.models import Enrollment, Event, Pool, PoolRegistration

_JOINED = ("enrollment__event__pool_registration", "received_by__registered_pool")


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One player's seat at the pool registration, with the pool that the player gets.

    `gets`: the pool from which the player builds a deck, None before the pools are passed.
    """

    pool: Pool
    gets: Pool | None

    @property
    def player(self) -> Enrollment:
        """The player who registers this pool."""
        return self.pool.enrollment

    @property
    def registration(self) -> PoolRegistration:
        """The registration that the seat is in."""
        return self.pool.enrollment.event.pool_registration

    @property
    def task(self) -> str:
        """The next step of the player: "register" a pool, "confirm" another's, or nothing."""
        if not self.player.is_active:
            return ""
        if self.registration.is_open:
            return "" if self.is_registered else "register"
        is_open = self.comes_from is not None and self.comes_from.confirmed_at is None
        return "confirm" if is_open else ""

    @property
    def comes_from(self) -> Pool | None:
        """The pool that another player passed to this one; None for a player's own pool."""
        if self.gets is None or self.gets.enrollment_id == self.pool.enrollment_id:
            return None
        return self.gets

    @property
    def is_registered(self) -> bool:
        """Whether the pool is registered, as text or on paper."""
        return self.pool.registered_at is not None

    @property
    def is_on_paper(self) -> bool:
        """Whether the list of the pool is only on paper."""
        return self.is_registered and not self.pool.text

    @property
    def goes_on(self) -> bool:
        """Whether the pool is passed to another player."""
        return self.pool.received_by_id not in (None, self.pool.enrollment_id)


@dataclass(frozen=True, slots=True)
class PoolsPage:
    """The registration of an event's pools; `late`: active players without a seat in it."""

    registration: PoolRegistration | None
    lines: Sequence[PoolLine] = ()
    late: Sequence[Enrollment] = ()

    @property
    def registered(self) -> int:
        """Number of registered pools."""
        return sum(line.is_registered for line in self.lines)

    @property
    def missing(self) -> Sequence[PoolLine]:
        """The unregistered pools of active players."""
        return [line for line in self.lines if line.player.is_active and not line.is_registered]

    @property
    def confirmed(self) -> int:
        """Number of players who confirmed the pool that they got."""
        return sum(line.pool.confirmed_at is not None for line in self.lines)


def registration_of(event: Event) -> PoolRegistration | None:
    """Return the pool registration of an event; None without one. One query."""
    return PoolRegistration.objects.filter(event=event).first()


def pools_page(event: Event) -> PoolsPage:
    """Return every seat of the registration, by table. Three queries, one without any."""
    registration = registration_of(event)
    if registration is None:
        return PoolsPage(None)
    lines = pool_lines(event)
    seated = {line.pool.enrollment_id for line in lines}
    active = expected_players(event).order_by("number")
    return PoolsPage(registration, lines, [player for player in active if player.pk not in seated])


def pool_lines(event: Event) -> list[PoolLine]:
    """Return the seats of the registration by table. One query."""
    pools = list(
        Pool.objects.filter(enrollment__event=event)
        .select_related(*_JOINED)
        .order_by("table", "seat")
    )
    got = {pool.received_by_id: pool for pool in pools if pool.received_by_id is not None}
    return [PoolLine(pool, got.get(pool.enrollment_id)) for pool in pools]


def line_of(enrollment: Enrollment) -> PoolLine | None:
    """Return the seat of one player in the registration; None without one. One query."""
    pools = Pool.objects.filter(Q(enrollment=enrollment) | Q(received_by=enrollment))
    rows = list(pools.select_related(*_JOINED))
    own = next((pool for pool in rows if pool.enrollment_id == enrollment.pk), None)
    gets = next((pool for pool in rows if pool.received_by_id == enrollment.pk), None)
    return None if own is None else PoolLine(own, gets)


def pool_token(pool: Pool) -> str:
    """Return the version token of a pool for the forms that show its list."""
    return token_of_values({"text": pool.text})


def registration_values(registration: PoolRegistration) -> dict[str, object]:
    """Return the values that the buttons of a registration change, for its version token."""
    return {"closed_at": registration.closed_at, "passes": registration.passes}
