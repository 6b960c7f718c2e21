"""The first draw: documents of office programs, programs' values, and other containers."""

from __future__ import annotations

import io
import json
import zipfile

from tests.interchange.shapes.cup import Cup
from tests.interchange.shapes.drawn.first_lists import short
from tests.interchange.shapes.fresh.tools import counts, lines
from tests.interchange.shapes.registry import shape
from tests.interchange.shapes.seventh.pages import SEVENTH

Rows = list[tuple[object, ...]]


def ranked(cup: Cup) -> Rows:
    """Return standings as rows below headings."""
    return [("Rank", "Player", "Points"), *((x.rank, x.name, x.points) for x in cup.standings)]


def packed(parts: dict[str, str]) -> bytes:
    """Return a package of texts."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as package:
        for name, text in parts.items():
            package.writestr(name, text)
    return held.getvalue()


@shape("Seventh: an Excel workbook of 2003 in XML", SEVENTH, points=True, verdict="refused")
def spreadsheet_xml(cup: Cup) -> str:
    rows = ""
    for row in ranked(cup):
        cells = "".join(
            f'<Cell><Data ss:Type="{kind}">{cell}</Data></Cell>'
            for cell, kind in zip(row, ("Number", "String", "Number"), strict=True)
        )
        rows += f"<Row>{cells}</Row>"
    return (
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'
        '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" '
        'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'
        f'<Worksheet ss:Name="Standings"><Table>{rows}</Table></Worksheet></Workbook>'
    )


@shape("Seventh: a page that is named XLS", SEVENTH, points=True)
def page_xls(cup: Cup) -> str:
    rows = "".join(
        f"<tr>{''.join(f'<td x:num>{cell}</td>' for cell in row)}</tr>" for row in ranked(cup)
    )
    return (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office" '
        'xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv="Content-Type" '
        'content="text/html; charset=utf-8"></head><body><table border=1>'
        f"{rows}</table></body></html>"
    )


@shape("Seventh: an OpenDocument sheet", SEVENTH, points=True, verdict="refused")
def open_document(cup: Cup) -> bytes:
    rows = ""
    for row in ranked(cup):
        cells = "".join(
            '<table:table-cell office:value-type="string">'
            f"<text:p>{cell}</text:p></table:table-cell>"
            for cell in row
        )
        rows += f"<table:table-row>{cells}</table:table-row>"
    content = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
        f'<office:spreadsheet><table:table table:name="S">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return packed({"mimetype": kind, "content.xml": content})


@shape("Seventh: a document of a word processor", SEVENTH, points=True, verdict="refused")
def word_document(cup: Cup) -> bytes:
    rows = ""
    for row in ranked(cup):
        cells = "".join(f"<w:tc><w:p><w:r><w:t>{cell}</w:t></w:r></w:p></w:tc>" for cell in row)
        rows += f"<w:tr>{cells}</w:tr>"
    return packed(
        {
            "[Content_Types].xml": "<Types/>",
            "word/document.xml": '<w:document xmlns:w="urn:w"><w:body><w:tbl>'
            f"{rows}</w:tbl></w:body></w:document>",
        }
    )


@shape("Seventh: JSON, values of a sheet's interface", SEVENTH, points=True)
def sheet_values(cup: Cup) -> str:
    rows = [[str(cell) for cell in row] for row in ranked(cup)]
    return json.dumps({"range": "Standings!A1:C9", "majorDimension": "ROWS", "values": rows})


@shape("Seventh: JSON, scores as a sentence", SEVENTH, rounds="last")
def display_score(cup: Cup) -> str:
    sets = [
        {"id": t, "fullRoundText": "Round 3", "displayScore": f"{a} {s[0]} - {b} {s[2]}",
         "slots": [{"entrant": {"name": a}}, {"entrant": {"name": b}}]}
        for t, a, b, s in short(cup)
    ]  # fmt: skip
    return json.dumps({"data": {"event": {"name": "Cup", "sets": {"nodes": sets}}}})


@shape("Seventh: JSON, matches as arrays of two objects", SEVENTH, rounds="last")
def player_objects(cup: Cup) -> str:
    games = [
        {"table": g.table, "round": 3, "players": [
            {"name": g.first, "gameWins": counts(g)[0]},
            {"name": g.second, "gameWins": counts(g)[1]}]}
        for g in cup.last
    ]  # fmt: skip
    return json.dumps({"matches": games})


@shape("Seventh: lines of a log with names and results", SEVENTH, rounds="last", verdict="refused")
def log(cup: Cup) -> str:
    return lines(
        *(f"2026-11-28 14:0{t}:11 INFO result table={t} p1=\"{a}\" p2=\"{b}\" score={s}"
          for t, a, b, s in short(cup))
    )  # fmt: skip


@shape("Seventh: a calendar of matches", SEVENTH, verdict="refused")
def calendar(cup: Cup) -> str:
    text = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for g in cup.last:
        text += [
            "BEGIN:VEVENT",
            f"SUMMARY:{g.first} vs {g.second}",
            "DTSTART:20261128T140000Z",
            "END:VEVENT",
        ]
    return lines(*text, "END:VCALENDAR")


@shape("Seventh: an RTF document", SEVENTH, verdict="refused")
def rtf(cup: Cup) -> str:
    return r"{\rtf1\ansi " + r"\par ".join(f"{x.rank} {x.name}" for x in cup.standings) + "}"
