"""The fact sheet on paper: the words of its page, as headings, paragraphs and facts."""

from html.parser import HTMLParser

from events.models import Event
from events.paper.document import Document, document

# HTML block elements, with their style in print.
_KINDS = {"h2": "heading", "dt": "label", "dd": "fact", "p": "text", "li": "text"}


class _Pieces(HTMLParser):
    """The text of a page, piece by piece with the kind of its element; line breaks remain."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[tuple[str, str]] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag == "br":
            self.handle_data("\n")
        elif tag in _KINDS and "dd" not in self._within:
            self._within.append(tag)
            self.pieces.append((_KINDS[tag], ""))

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if self._within:
            kind, text = self.pieces[-1]
            # Line breaks of a template are not line breaks of the text; only <br> is.
            words = data if data == "\n" else " ".join(data.split())
            space = "" if not text or text.endswith("\n") or words == "\n" else " "
            self.pieces[-1] = kind, (text + space + words) if words else text


def fact_sheet(event: Event, page: str) -> Document:
    """Return the fact sheet as one document; `page` is the rendered fact_sheet.html."""
    reader = _Pieces()
    reader.feed(page)
    pieces = [[kind, text.strip()] for kind, text in reader.pieces if text.strip()]
    return document(event, "facts", "facts", event.name, pieces=pieces)
