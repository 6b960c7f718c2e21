"""Files that are not read: which tool wrote them, and how its event gets here all the same."""

from __future__ import annotations

from archive.errors import _
from interchange.values import ForeignError, Source

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
# How files begin that are no text, and what to do with them.
_SIGNATURES = (
    (b"%PDF-", _("This is a PDF. Copy its table and paste it, or export CSV.")),
    (
        OLD_WORKBOOK,
        _("This is a workbook of an old kind. Save it as XLSX or CSV."),
    ),
    (b"\x89PNG", _("This is a picture. Paste the list as text instead.")),
    (b"\xff\xd8\xff", _("This is a picture. Paste the list as text instead.")),
    (b"GIF8", _("This is a picture. Paste the list as text instead.")),
    (b"RIFF", _("This is a picture. Paste the list as text instead.")),
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
# Tools whose files are known by their keys.
_TOOLS = {
    "Challonge": {"tournament_type", "state"},
    "start.gg": {"data"},
    "AetherHub": {"tourneyId"},
    "SwissSys": {"swissSysVersion"},
    "Battlefy": {"stageIDs"},
    "Toornament": {"participant_type", "discipline"},
    "Carde.io": {"tournament_phases"},
}
_WORDS = _(
    "This is a file of %(label)s, which is not read here. Copy its pairings and results from the "
    "page, or export them as CSV."
)


def refuse_by_signature(data: bytes) -> None:
    """Raise ForeignError for a file whose first bytes show that it is no text, and which kind."""
    for sign, words in _SIGNATURES:
        if data.startswith(sign):
            raise ForeignError(words)


def refusal_of(source: Source) -> ForeignError:
    """Return the error for a document that no importer reads: it names the tool and a way out."""
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
    """Return the tool whose files have such keys; None where none is known."""
    if source.root:
        return None
    values = source.json[0] if isinstance(source.json, list) and source.json else source.json
    if not isinstance(values, dict):
        return None
    keys = {*values, *(values["tournament"] if isinstance(values.get("tournament"), dict) else ())}
    return next((label for label, signs in _TOOLS.items() if signs <= keys), None)
