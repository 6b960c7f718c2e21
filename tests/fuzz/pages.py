"""The forms that a page shows, as a browser would send them back."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = list[tuple[str, str]]


@dataclass
class Found:
    """One form: its target, its method, its values, and the other options of each choice."""

    action: str
    method: str
    fields: Fields = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)


class Reader(HTMLParser):
    """Reads the forms of a page; fields outside of forms belong to the form they name, or none."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Found] = []
        self.links: list[str] = []
        self.open: Found | None = None
        self.select = ""
        self.area: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        name = values.get("name", "")
        if tag == "a":
            self.links.append(values.get("href", "").partition("#")[0])
        elif tag == "form":
            self.open = Found(values.get("action", ""), values.get("method", "get").lower())
            self.forms.append(self.open)
        elif self.open is None:
            return
        elif tag in ("input", "button") and name:
            self._field(self.open, tag, name, values)
        elif tag == "select" and name:
            self.select = name
            self.open.options[name] = []
        elif tag == "option" and self.select:
            self.open.options[self.select].append(values.get("value", ""))
            if "selected" in values:
                self.open.fields.append((self.select, values.get("value", "")))
        elif tag == "textarea" and name:
            self.area = (name, [])

    def _field(self, form: Found, tag: str, name: str, values: dict[str, str]) -> None:
        kind = values.get("type", "")
        value = values.get("value", "on" if kind in ("checkbox", "radio") else "")
        if kind in ("checkbox", "radio", "submit") or tag == "button":
            form.options.setdefault(name, []).append(value)
            if "checked" not in values:
                return
        form.fields.append((name, value))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.area[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = ""
        elif tag == "textarea" and self.area and self.open:
            self.open.fields.append((self.area[0], "".join(self.area[1])))
            self.area = None


def read(page: str) -> Reader:
    """The forms of a page, and where it leads."""
    reader = Reader()
    reader.feed(page)
    return reader
