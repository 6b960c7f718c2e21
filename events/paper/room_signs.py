"""Prints for the room: the poster, table numbers, labels for decklists, badges."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import segno
from django.utils.translation import gettext as _

from events.models import Enrollment, Event, Organisation
from events.paper.document import Document, breakable, document, organisation_document
from events.paper.slips import qr_code

# Label sheets that shops sell, 3 x 8 of 70 x 37 mm and 3 x 10 of 2 5/8 x 1 inch: columns and rows,
# label size, top and left margins, and gap, in millimetres.
_LABELS: dict[str, dict[str, float]] = {
    Event.PaperSize.A4: {
        "columns": 3,
        "rows": 8,
        "width": 70,
        "height": 37,
        "top": 0.5,
        "left": 0,
        "gap": 0,
    },
    Event.PaperSize.LETTER: {
        "columns": 3,
        "rows": 10,
        "width": 66.7,
        "height": 25.4,
        "top": 12.7,
        "left": 4.8,
        "gap": 3.1,
    },
}


def poster(event: Event, address: str) -> Document:
    """Return one sheet with the address of the event's page as a code and in letters."""
    code = segno.make(address, micro=False, error="m")
    return document(
        event,
        "poster",
        "poster",
        event.name,
        address=address,
        venue=breakable(event.venue),
        lead=_("Pairings, standings and the clock on your phone"),
        rows=[_runs(row) for row in code.matrix],
    )


def _runs(row: Sequence[int]) -> list[int]:
    """Return a row of dark and light as the lengths of its runs, beginning with a light one."""
    runs = [(dark, len(list(run))) for dark, run in groupby(row, key=bool)]
    lengths = [length for _dark, length in runs]
    return [0, *lengths] if runs[0][0] else lengths


def table_numbers(
    event: Event, tables: Sequence[int], a_page: int, address_of: Callable[[int], str]
) -> Document:
    """Return a large number for each table, `a_page` (1, 2, 4 or 8) on a sheet.

    `address_of` gives the address of a table, which is on its sign as a code.
    """
    columns = 1 if a_page <= 2 else 2
    return document(
        event,
        "tables",
        "tables",
        _("Table numbers"),
        columns=columns,
        rows=-(-a_page // columns),
        label=_("Table"),
        tables=[{"number": table, "code": qr_code(address_of(table))} for table in tables],
    )


def labels(event: Event, players: Iterable[Enrollment]) -> Document:
    """Return a label for each player's decklist: name, number, event."""
    return document(
        event,
        "labels",
        "labels",
        _("Decklist labels"),
        grid=_LABELS[event.paper_size],
        labels=[
            {"name": breakable(player.name), "number": f"#{player.number}"} for player in players
        ],
    )


@dataclass(frozen=True, slots=True)
class BadgeCard:
    """A badge with the shown name and the private address of its player.

    `event`: the event in which a namesake's number counts.
    """

    name: str
    address: str
    event: str = ""


def badges(
    organisation: Organisation, cards: Iterable[BadgeCard], size: Event.PaperSize
) -> Document:
    """Return the badges of these players, eight on a sheet to cut.

    The address is printed only as a code: people would copy its letters wrongly.
    """
    return organisation_document(
        organisation,
        size,
        "badges",
        "badges",
        _("Badges"),
        lead=_("All your events of the day"),
        warning=_("Private: the code opens your own pages."),
        cards=[
            {"name": breakable(card.name), "code": qr_code(card.address), "event": card.event}
            for card in cards
        ],
    )
