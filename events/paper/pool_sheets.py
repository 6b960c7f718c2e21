"""The sheet on which a pool is registered: one for each seat of the registration."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from events.core.cards.pool_check import opened_cards
from events.core.cards.pool_seats import PoolLine
from events.models import Event, Pool
from events.paper.document import Document, breakable, document, name_on_paper

# A pool of six boosters has 84 to 96 cards, many of them twice.
_LINES, _COLUMNS = 90, 3


def pool_sheets(event: Event, lines: Sequence[PoolLine]) -> Document:
    """Return a sheet for each pool: its seat, both players, and lines for the cards.

    Once pools are passed, the sheet has the list that was typed on a phone, for deck building.
    """
    registration = lines[0].registration if lines else None
    by_pod = registration is not None and registration.by_pod
    return document(
        event,
        "pools",
        "pools",
        _("Pool registration"),
        columns=_COLUMNS,
        rows=_LINES // _COLUMNS,
        labels={
            "registered": _("Registered by"),
            "received": _("Received by"),
            "opened": pgettext("cards", "Pool"),
            "played": _("Deck"),
            "card": _("Card"),
            "total": _("Cards in the pool:"),
            "signature": _("Signature"),
        },
        empty=_("Pool registration has no seats yet."),
        sheets=[_sheet(line, by_pod=by_pod) for line in lines],
    )


def _sheet(line: PoolLine, *, by_pod: bool) -> dict[str, object]:
    received = line.pool.received_by
    cards = opened_cards(line.pool.text) if line.goes_on else []
    return {
        "seat": _seat(line.pool, by_pod=by_pod),
        "name": name_on_paper(line.player),
        "number": f"#{line.player.number}",
        "receiver": name_on_paper(received) if received and line.goes_on else "",
        "receiver_seat": (
            _seat(received.registered_pool, by_pod=by_pod) if received and line.goes_on else ""
        ),
        "cards": [[str(card.count), breakable(card.name)] for card in cards],
    }


def _seat(pool: Pool, *, by_pod: bool) -> str:
    place = {"table": pool.table, "seat": pool.seat}
    if by_pod:
        return _("Pod %(table)d, seat %(seat)d") % place
    return _("Table %(table)d, seat %(seat)d") % place
