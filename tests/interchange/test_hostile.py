"""Files that want to do harm, and files of nonsense: a clear error each, and quickly."""

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.limits import MOST_BYTES
from interchange.values import ForeignError
from tests.interchange.reading import read
from tests.interchange.test_formats import CACHE, KTS, MELEE, TABLE, TOM, TOPDECK, TRF, WER

LAUGHS = """<?xml version="1.0"?><!DOCTYPE event [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<event title="&b;"><participation/></event>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE event [<!ENTITY a SYSTEM "file:///etc/hostname">]>
<event title="x"><participation/><matches>&a;</matches></event>"""
DTD = '<!DOCTYPE event SYSTEM "http://127.0.0.1/a.dtd"><event><participation/></event>'


def packed(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (LAUGHS.encode(), "document type or entities"),
        (OUTSIDE.encode(), "document type or entities"),
        (DTD.encode(), "document type or entities"),
        (b"<event><participation>" + b"<a>" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"<event><participation><person", "ends in the middle"),
        (b'{"Tournament": {"Name": "Cu', "ends in the middle"),
        (b"<event><participation></person></event>", "damaged at line 1"),
        (b'{"tournament": {"tournament_type": "swiss", "state": "x"}}', "a file of Challonge"),
        (b"<svg><g/></svg>", "“svg”"),
        (b"<html><body>no</body></html>", "web page has no table"),
        (b"%PDF-1.7 table", "This is a PDF"),
        (b"https://example.org/t/12\n", "address of a page"),
        (b'{"error": "Unauthorized", "message": "Token expired"}', "error instead of data"),
        (b"Rank,Name,Points\n", "no rows below these headings"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "workbook has an old format"),
        (b"Table,Player 1,Player 2,Player 3\n1,A,B,C\n", "line 2: More than two players"),
        (lambda: b"a" * (MOST_BYTES + 1), "larger than 20 MB"),
        (lambda: packed({"xl/workbook.xml": b"\0" * 250_000_000}), "too large when it is unpacked"),
        (packed({"a.txt": b"x"}), "not a workbook"),
        (packed({"xl/workbook.xml": b"<a/>"}), "workbook is damaged"),
        (b"PK\x03\x04nothing", "workbook is damaged"),
        (b"", "empty"),
        (bytes(range(256)) * 9, "not text"),
        (b"hello\nworld\n", "No row of headings"),
        (b"[1, 2, 3]", "not supported"),
        (b'{"Tournament": {}, "Rounds": []}', "contains no players"),
    ],
)
def test_a_hostile_file_gets_a_clear_error(data: bytes | Callable[[], bytes], reason: str) -> None:
    file = data if isinstance(data, bytes) else data()
    with pytest.raises(ForeignError, match=reason):
        read(file)


TEXTS = [json.dumps(value) for value in (CACHE, TOPDECK, MELEE)]
TEXTS += [WER, TOM, KTS.format(players=""), TRF, TABLE]
KEYS = (
    *("Tournament", "Rounds", "Matches", "Standings", "Player", "Player1", "Player2", "data"),
    *("Competitors", "Team", "Players", "RoundNumber", "rounds", "tables", "players", "name"),
    *("standings", "standing", "winner", "Result", "Rank", "Points", "OMWP", "TID"),
)
JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "Tournament",
                    "Rounds",
                    "Matches",
                    "Standings",
                    "Player",
                    "Player1",
                    "Player2",
                    "data",
                    "Competitors",
                    "Team",
                    "Players",
                    "RoundNumber",
                    "rounds",
                    "tables",
                    "players",
                    "name",
                    "standings",
                    "standing",
                    "winner",
                    "Result",
                    "Rank",
                    "Points",
                    "OMWP",
                    "TID",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(ForeignError):
        read(data)


@given(JSONS)
def test_any_json_is_read_or_refused(value: object) -> None:
    with suppress(ForeignError):
        read(json.dumps({"Tournament": value, "Rounds": value, "Standings": value, "data": value}))
        read(json.dumps({"rounds": [{"tables": value}], "standings": value}))
    with suppress(ForeignError):
        read(json.dumps(value))


@given(st.sampled_from(TEXTS), st.data())
def test_a_damaged_file_is_read_or_refused(text: str, data: st.DataObject) -> None:
    """Cut a piece out of a good file, or put some of it into another place."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    piece = data.draw(st.sampled_from(["", text[start:end] * 2, "0", "-1", "½", "\x00", "９９"]))
    with suppress(ForeignError):
        read(text[:start] + piece + text[end:])
