"""The registration of pools in a limited event."""

from collections.abc import Mapping

from archive.pools import ArchivedPool, ArchivedPools
from archive.values import Archive
from domain.limits import MOST_SMALL
from events.core.cards.pool_check import number_opened
from events.models import Enrollment, Event, Pool, PoolRegistration
from events.transfer.shared_fields import SharedFields

REGISTRATION = SharedFields(
    ArchivedPools,
    *("opened_at", "closed_at", "passes", "by_pod", "seats_on"),
    apart=("pools",),
)
POOL = SharedFields(
    ArchivedPool,
    *("table", "seat", "text", "registered_at", "confirmed_at"),
    apart=("player", "received_by"),
)


def archived_pools(event: Event) -> ArchivedPools | None:
    """Return the registration with its pools by seat; None where there is none. Two queries."""
    registration = PoolRegistration.objects.filter(event=event).first()
    pools = Pool.objects.filter(enrollment__event=event).select_related("enrollment", "received_by")
    if registration is None or not pools:
        return None
    return REGISTRATION.value_of(
        registration,
        pools=tuple(
            POOL.value_of(
                pool,
                player=pool.enrollment.number,
                received_by=pool.received_by.number if pool.received_by else None,
            )
            for pool in pools
        ),
    )


def create_pools(event: Event, archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the registration and its pools; players are written already."""
    registered = archive.pools
    if registered is None:
        return
    PoolRegistration.objects.create(event=event, **REGISTRATION.columns_of(registered))
    Pool.objects.bulk_create(
        Pool(
            enrollment=people[pool.player],
            received_by=None if pool.received_by is None else people[pool.received_by],
            cards=min(number_opened(pool.text), MOST_SMALL),
            **POOL.columns_of(pool),
        )
        for pool in registered.pools
    )
