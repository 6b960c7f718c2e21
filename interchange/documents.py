"""Reading documents safely: XML without entities, JSON, and limits for both."""

import io
import json
import re
from json import JSONDecodeError
from typing import Any
from xml.etree.ElementTree import Element, ParseError
from xml.parsers.expat import errors

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from archive.document import any_json
from archive.errors import ArchiveError, _
from domain.limits import MOST_BYTES
from interchange.values import ForeignError

MOST_DEPTH = 60
MOST_ELEMENTS = 600_000
CUT = _("The file ends in the middle of its data. Download it again.")
# The expat error for a document that ends before its elements do.
_ENDS_EARLY = {
    errors.codes[text] for text in (errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN)
}
_HEAD = re.compile(r"^\s*<\?xml[^>]*\?>")
_ROOT = re.compile(r"<\s*([A-Za-z_][\w.-]*)")


def check_size(data: bytes) -> None:
    """Refuse a file above the size limit."""
    if len(data) > MOST_BYTES:
        raise ForeignError(_("The file is larger than %(most)d MB."), most=MOST_BYTES // 1024**2)


def root_name(text: str) -> str:
    """Return the name of the first element of an XML text; "" without one."""
    start = _HEAD.sub("", text[:2000], count=1).lstrip()
    if not start.startswith("<"):
        return ""
    hit = _ROOT.search(re.sub(r"<!--.*?(-->|$)|<\?.*?\?>|<!DOCTYPE[^>]*>", "", start, flags=re.S))
    return hit[1] if hit else "?"


def xml_root(text: str) -> Element:
    """Return the root of an XML text; raise ForeignError if it is dangerous or not XML.

    Document types, entities and external references are refused, not resolved.
    """
    body = _HEAD.sub("", text, count=1).encode("utf-8", "replace")
    depth = count = 0
    root: Element | None = None
    try:
        for event, element in iterparse(io.BytesIO(body), events=("start", "end"), forbid_dtd=True):
            depth += 1 if event == "start" else -1
            count += event == "start"
            root = element if root is None else root
            if depth > MOST_DEPTH:
                raise ForeignError(_("The XML is nested too deeply."))
            if count > MOST_ELEMENTS:
                raise ForeignError(_("The XML has too many elements."))
    except DefusedXmlException as error:
        raise ForeignError(
            _("The XML defines a document type or entities. Such files are not imported.")
        ) from error
    except ParseError as error:
        if error.code in _ENDS_EARLY:
            raise ForeignError(CUT) from error
        line, column = error.position
        raise ForeignError(
            _("The XML is damaged at line %(line)d, column %(column)d."), line=line, column=column
        ) from error
    except (ValueError, LookupError) as error:
        if isinstance(error, ForeignError):
            raise
        raise ForeignError(_("The XML cannot be read.")) from error
    if root is None:
        raise ForeignError(_("The XML cannot be read."))
    return root


# The start of JSON; other texts start with a bracket too, such as a chat's "[29.11.26, 20:01]".
_JSON = re.compile(r"[\[{]\s*(?:[\"\[{\]}]|-?\d+(?:\.\d+)?\s*,\s*[-\d\"]|true\b|false\b|null\b|$)")


# A JSON value inside JavaScript: "const players = [ … ];".
_ASSIGNED = re.compile(
    r"(?:export\s+)?(?:const|let|var|default)?\s*[\w.$]*\s*(?::\s*[\w\[\]<>]+\s*)?=?\s*"
    r"(?P<value>[\[{].*[\]}])\s*;?\s*",
    re.S,
)
_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`$]*`)|(?P<last>,\s*(?=[\]})]))"""
    r"""|(?P<word>[A-Za-z_$][\w$]*)|(?P<open>\()|(?P<close>\))|(?P<aside>//[^\n]*|\#[^\n]*)"""
)
_WORDS = {"None": "null", "undefined": "null", "True": "true", "False": "false"}


def literal_values(text: str) -> Any:
    """Return the lists and objects in a literal of JavaScript or Python; None for other text.

    Keys may lack quotation marks, and texts may have single ones.
    """
    hit = _ASSIGNED.fullmatch(text)
    if hit is None:
        return None
    try:
        values = any_json(_TOKEN.sub(_as_json, hit["value"]))
    except ArchiveError:
        return None
    # Rows without keys are read as plain lines.
    rows = isinstance(values, list) and any(isinstance(item, list) for item in values)
    return None if rows else values


def _as_json(token: re.Match[str]) -> str:
    if text := token["text"]:
        inner = text[1:-1].replace(f"\\{text[0]}", text[0])
        return text if text[0] == '"' else json.dumps(inner, ensure_ascii=False)
    if word := token["word"]:
        word = _WORDS.get(word, word)
        return word if word in ("null", "true", "false") else json.dumps(word)
    return "[" if token["open"] else "]" if token["close"] else ""


def json_or_lines(text: str) -> Any:
    """Return the values of a JSON text, of JSON lines, or of a literal; None for other text."""
    if not _JSON.match(text):
        return literal_values(text)
    first, *others = text.splitlines()
    if first.rstrip().endswith("}") and others and others[0].lstrip().startswith("{"):
        return [json_values(line) for line in (first, *others) if line.strip()]
    return json_values(text)


def json_values(text: str) -> Any:
    """Return the values of a JSON text; raise ForeignError with the place of an error."""
    try:
        return any_json(text)
    except ArchiveError as error:
        decoding = isinstance(error.__cause__, JSONDecodeError)
        if decoding and text.rstrip()[-1:] not in "}]":
            raise ForeignError(CUT) from error
        refused = ForeignError(error.message.words, **error.message.params)
        refused.message = error.message
        raise refused from error
