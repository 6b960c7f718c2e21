"""Card pools of a limited event, with the players who registered and received each one."""

from collections.abc import Collection
from typing import Annotated

from msgspec import Meta

from archive.errors import _, check_known, refuse
from archive.field_types import Moment, Number, Part, Small, Whole
from archive.records import Text


class ArchivedPool(Part, frozen=True, kw_only=True):
    """The pool that a player registered at a seat; the player `received_by` builds a deck from it.

    `registered_at` without `text`: registered on paper. `confirmed_at`: found as listed.
    """

    player: Whole
    table: Number
    seat: Small
    text: Text = ""
    registered_at: Moment | None = None
    received_by: Whole | None = None
    confirmed_at: Moment | None = None


class ArchivedPools(Part, frozen=True, kw_only=True):
    """The registration of pools; `seats_on`: by how many seats the pools were passed.

    `by_pod`: the tables are pods of a draft.
    """

    opened_at: Moment
    closed_at: Moment | None = None
    passes: bool = False
    by_pod: bool = False
    seats_on: Small | None = None
    pools: Annotated[tuple[ArchivedPool, ...], Meta(min_length=1)]


def check_pools(registered: ArchivedPools | None, known: Collection[int]) -> None:
    """Check that each player registers one pool and receives at most one."""
    registering, receiving = set[int](), set[int]()
    for place, pool in enumerate(registered.pools if registered else ()):
        path = f"pools.pools[{place}]"
        for key, player, before in (
            ("player", pool.player, registering),
            ("received_by", pool.received_by, receiving),
        ):
            if player is None:
                continue
            check_known(f"{path}.{key}", player, known)
            if player in before:
                raise refuse(path, _("%(value)s appears twice."), value=player)
            before.add(player)
