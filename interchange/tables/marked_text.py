"""Tables in the markup of forums and wikis, and texts within mails and saved pages."""

import re
from email import message_from_bytes, policy
from html import escape

from domain.limits import MOST_BYTES
from interchange.texts import clean

_TAG = re.compile(r"\[(/?)(\w+)[^\]\n]{0,200}\]")
_KEPT = {"table", "tr", "td", "th"}
# "[[Ada Quill]]", "[[User:Ada|Ada Quill]]", "'''Ada'''", "{{flag|de}}"
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_STYLE = re.compile(r"'{2,5}|\{\{[^{}]*\}\}|<[^<>]*>")
_VALUE = r"[\w-]+\s*=\s*(?:\"[^\"]*\"|[^\s|\"]+)"
_ATTRIBUTES = re.compile(rf"^\s*{_VALUE}(?:\s+{_VALUE})*\s*\|(?!\|)")


def as_page(text: str) -> str | None:
    """Return a forum's text with a table as a web page; None for any other text."""
    folded = text.casefold()
    if not all(sign in folded for sign in ("[table", "[tr]", "[/tr]")):
        return None
    body = _TAG.sub(
        lambda hit: f"<{hit[1]}{hit[2].lower()}>" if hit[2].lower() in _KEPT else "", text
    )
    return f"<html>{body}</html>"


def wiki_page(text: str) -> str | None:
    """Return a text with MediaWiki's tables as a web page; None for one without."""
    if not re.search(r"^\s*\{\|", text, re.M):
        return None
    parts: list[str] = []
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("{|"):
            inside = True
            parts.append("<table><tr>")
        elif line.startswith("|}"):
            inside = False
            parts.append("</table>")
        elif line.startswith("|-"):
            parts.append("<tr>")
        elif line.startswith("|+") or not inside:
            parts.append(f"<h4>{_plain(line.lstrip('|+=- ').rstrip('= '))}</h4>")
        elif line[:1] in "|!" and line:
            parts += map(_cell, re.split(r"\|\||!!", line[1:]))
        else:
            parts.append(f" {_plain(line)}")
    return f"<html>{''.join(parts)}</html>"


def _cell(text: str) -> str:
    attributes = _ATTRIBUTES.match(text)
    inner = attributes[0].strip(" |") if attributes else ""
    return f"<td {inner}>{_plain(text)}"


def _plain(cell: str) -> str:
    return escape(clean(_STYLE.sub(" ", _LINK.sub(r"\1", _ATTRIBUTES.sub("", cell)))))


# The start of such a file: a header field, then further ones.
_HEADER = re.compile(
    rb"(?:from|to|date|subject|received|return-path|mime-version|delivered-to|message-id"
    rb"|content-type|snapshot-content-location):[ \t]*\S[^\r\n]*\r?\n"
    rb"(?:[ \t][^\r\n]*\r?\n)*[\w-]{2,40}:[ \t]",
    re.I,
)
_KINDS = ("text/html", "text/plain")


def letter_part(data: bytes) -> bytes | None:
    """Return the HTML of an email or a saved page, else its plain text; None for other files."""
    if not _HEADER.match(data[:4000].lstrip()) or b"content-type:" not in data[:8000].lower():
        return None
    message = message_from_bytes(data.lstrip(), policy=policy.default)
    parts = [part for part in message.walk() if part.get_content_type() in _KINDS]
    parts.sort(key=lambda part: _KINDS.index(part.get_content_type()))
    for part in parts:
        try:
            text = part.get_content()
        except (LookupError, ValueError, KeyError):
            continue
        if isinstance(text, str) and text.strip():
            return text.encode("utf-8", "replace")[:MOST_BYTES]
    return None
