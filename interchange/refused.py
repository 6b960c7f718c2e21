"""Refuse files that can't be read: name the tool and another way to import the event."""

import re
from typing import Any

from archive.errors import _
from interchange.values import ForeignError, Source

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
# First bytes of files that are not text, and what to do with them.
_SIGNATURES = (
    (b"%PDF-", _("This is a PDF. Copy its table and paste it, or export CSV.")),
    (
        OLD_WORKBOOK,
        _("This workbook has an old format. Save it as XLSX or CSV."),
    ),
    (b"\x89PNG", _("This is a picture. Paste the list as text instead.")),
    (b"\xff\xd8\xff", _("This is a picture. Paste the list as text instead.")),
    (b"GIF8", _("This is a picture. Paste the list as text instead.")),
    (b"RIFF", _("This is a picture. Paste the list as text instead.")),
    (b"II*\x00", _("This is a picture. Paste the list as text instead.")),
    (b"MM\x00*", _("This is a picture. Paste the list as text instead.")),
    (b"\x00\x00\x00\x18ftyp", _("This is a picture. Paste the list as text instead.")),
    (b"%!PS", _("This is a print file. Copy its table and paste it, or export CSV.")),
    (
        b"BEGIN:VCALENDAR",
        _("This is a calendar. Copy the pairings from their page and paste them."),
    ),
    (b"{\\rtf", _("This is an RTF document. Copy its table and paste it.")),
    (b"\x1f\x8b", _("This file is packed. Unpack it and import the file in it.")),
    (b"7z\xbc\xaf", _("This file is packed. Unpack it and import the file in it.")),
    (b"Rar!", _("This file is packed. Unpack it and import the file in it.")),
    (
        b"SQLite format 3",
        _("This is a database of another program. Export its event as TRF, CSV or XLSX there."),
    ),
    (
        b"\x00\x01\x00\x00Standard ",
        _("This is a database of PAPI or Access. Export the event as TRF there."),
    ),
    (
        b"\x93\xff\x89\x44",
        _("This is a tournament of Swiss-Manager. Export it there as a FIDE report (TRF)."),
    ),
)
_ADDRESS = re.compile(r"\s*(?:\[InternetShortcut\]\s*URL=)?https?://\S+\s*")
MOST_SHOWN = 80
# Tools that are recognized by their keys.
_TOOLS = {
    "Challonge": {"tournament_type", "state"},
    "AetherHub": {"tourneyId"},
    "SwissSys": {"swissSysVersion"},
    "Battlefy": {"stageIDs"},
    "Toornament": {"participant_type", "discipline"},
    "Carde.io": {"tournament_phases"},
}
# Tools whose XML is known by its first element.
_ROOTS = {"Workbook": "Excel 2003"}
CARDS = _(
    "These are cards of an app such as Best Coast Pairings, with more on them than names and "
    "games. Export its pairings as CSV."
)
_WORDS = _(
    "This is a file of %(label)s, which is not read here. Copy its pairings and results from the "
    "page, or export them as CSV."
)


def refuse_by_signature(data: bytes) -> None:
    """Raise ForeignError for a file whose first bytes show a kind that is not text."""
    for sign, words in _SIGNATURES:
        if data.startswith(sign):
            raise ForeignError(words)


def refuse_address(text: str) -> None:
    """Raise ForeignError for a text that is only the address of a page."""
    if _ADDRESS.fullmatch(text):
        raise ForeignError(
            _("This is the address of a page. Open it there, and save the page or copy its table.")
        )


def _error_in(values: Any) -> str | None:
    """Return the error that a site sent instead of data; None if it sent data."""
    if not isinstance(values, dict) or not {"error", "errors"} & values.keys():
        return None
    if any(isinstance(value, list) and key != "errors" for key, value in values.items()):
        return None
    reason = values.get("message") or values.get("error") or values["errors"]
    return str(reason)[:MOST_SHOWN]


def refusal_of(source: Source) -> ForeignError:
    """Return the error for a document without an importer: it names the tool and a way out."""
    if (reason := _error_in(source.json)) is not None:
        return ForeignError(
            _(
                "A site answered with an error instead of data: “%(text)s”. Download the file "
                "again."
            ),
            text=reason,
        )
    label = known_tool(source)
    if label is not None:
        return ForeignError(_WORDS, label=label)
    if source.root:
        return ForeignError(
            _(
                "This XML format is not supported. The file starts with “%(root)s”. Export the "
                "pairings and results as CSV or XLSX."
            ),
            root=source.root[:40],
        )
    return ForeignError(
        _("This file format is not supported. Export the pairings and results as CSV or XLSX.")
    )


def known_tool(source: Source) -> str | None:
    """Return the tool that writes such keys; None if it is unknown."""
    if source.root:
        return _ROOTS.get(source.root)
    values = source.json[0] if isinstance(source.json, list) and source.json else source.json
    if not isinstance(values, dict):
        return None
    held = values.get("data")
    if isinstance(held, dict) and {"event", "events", "tournament", "phase"} & held.keys():
        return "start.gg"
    keys = {*values, *(values["tournament"] if isinstance(values.get("tournament"), dict) else ())}
    return next((label for label, signs in _TOOLS.items() if signs <= keys), None)
