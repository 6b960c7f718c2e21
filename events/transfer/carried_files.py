"""A file that is passed from the import page into the boxes of a take-over."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.limits import MOST_BYTES
from events.web.forms.packed_files import unpacked
from events.web.heavy import TooMuchError, run
from interchange.importers.plain_tables import chosen_table
from interchange.importing import read_file, source_of
from interchange.tables.headings import heading_of
from interchange.tables.sheets import tabbed
from interchange.texts import decoded
from interchange.values import ForeignError, FoundEvent
from interchange.workbooks import all_rows

CARRIED = "carried"


def is_carried(data: Mapping[str, Any]) -> bool:
    """Whether a form was sent from the import page to take its file over."""
    return CARRIED in data


def boxes_of(packed: str, columns: Sequence[str]) -> dict[str, str]:
    """Return the fields of a take-over that a file fills: its name, rounds, tables, standings.

    `columns`: the meanings that a person chose for the columns of its table; the text then has
    those headings. Empty for a file that cannot be read, which its page reported.
    """
    try:
        data = unpacked(packed, MOST_BYTES + 1)
        event = run(read_file, data, columns=columns).events[0]
        text = _headed(data, columns) if columns else text_of(data)
    except (ForeignError, TooMuchError):
        return {}
    return {"name": event.name, **dict.fromkeys(_boxes(event), text)}


def text_of(data: bytes) -> str:
    """Return a file as text: a workbook's sheets as lines with tabs."""
    if len(data) > MOST_BYTES:
        raise ForeignError("The file is larger than %(most)d MB.", most=MOST_BYTES // 1024**2)
    if not data.startswith(b"PK"):
        return decoded(data)
    sheets = run(all_rows, data)
    return "\n\n".join("\n".join([name, *map(tabbed, rows)]) for name, rows in sheets)


def _headed(data: bytes, columns: Sequence[str]) -> str:
    table = chosen_table(source_of(data), columns)
    round = [f"Round {table.round}"] if table.round else []
    heads = tabbed([heading_of(meaning) for meaning in columns])
    return "\n".join([*round, heads, *(tabbed(row) for _line, row in table.rows)])


def _boxes(event: FoundEvent) -> list[str]:
    """Return the boxes that the lists of a file belong to.

    A single round with open results is the one being played.
    """
    open = any(
        pairing.games is None and not pairing.double_loss
        for round in event.rounds
        for pairing in round.pairings
    )
    boxes = ["current" if open and len(event.rounds) == 1 else "earlier"] if event.rounds else []
    # A file of names alone goes into the box for players.
    return [*boxes, "standings"] if event.printed or not boxes else boxes
