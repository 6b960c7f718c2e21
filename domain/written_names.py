"""How names are written wherever people read them.

A name has the direction of its letters, whatever text surrounds it. Plain text isolates it with
Unicode characters; without them "2-1" next to a Hebrew or Arabic name is displayed backwards. HTML
uses `bdi`, marked so that browsers do not translate it. A name that several players of the event
share is followed by the player's number.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape

# First strong isolate, pop directional isolate (Unicode Annex 9).
_OPEN, _CLOSE = "\u2068", "\u2069"
# Right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam ...
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_MARK = re.compile(r" #\d+\Z")


def marked(name: str, number: int, namesake: bool = True) -> str:
    """Return a name with the player's number if another player shares it: "Ada Rossi #12"."""
    return f"{name} #{number}" if namesake else name


def without_mark(name: str) -> str:
    """Return a name without the number that `marked` appends."""
    return _MARK.sub("", name)


def written(name: str) -> str:
    """Return a name for a sentence, a list or a plain text file.

    Only names with right-to-left letters are isolated. The number of a namesake follows the
    isolated name.
    """
    if name.isascii() or name.startswith(_OPEN) or not _RIGHT_TO_LEFT.search(name):
        return name
    alone = without_mark(name)
    return f"{_OPEN}{alone}{_CLOSE}{name[len(alone) :]}"


def isolated(name: str, markup: str) -> str:
    """Return the markup of a name, isolated if `written` isolates the name."""
    return markup if written(name) == name else f"{_OPEN}{markup}{_CLOSE}"


def bare(name: str) -> str:
    """Return a name without the characters with which `written` isolates it."""
    if not name.startswith(_OPEN):
        return name
    return name.replace(_OPEN, "", 1).replace(_CLOSE, "", 1)


def called(person: object) -> str:
    """Return the name of a person: its `called`, `name` or `username`, or the text itself.

    Raises TypeError for anything without a name.
    """
    if person is None or isinstance(person, str):
        return person or ""
    if isinstance(person, Mapping):
        return str(person["name"])
    for naming in ("called", "name", "username"):
        name = getattr(person, naming, None)
        if isinstance(name, str):
            return name
    raise TypeError(f"{type(person).__name__} has no name.")


def written_name(person: object) -> str:
    """Return the name of a person for a sentence, a list or a plain text file."""
    return written(called(person))


@lru_cache(maxsize=50_000)
def name_html(name: str) -> str:
    """Return a name as HTML: escaped, isolated from its sentence, and never translated."""
    text = bare(name)
    alone = without_mark(text)
    mark = text[len(alone) :]
    # The space is inside the element, because a template may remove it between two elements, and
    # because a line must not break there.
    number = f'<span class="small nowrap"> {mark.strip()}</span>' if mark else ""
    return f'<bdi translate="no">{escape(alone)}</bdi>{number}'


def proper_name_html(name: str) -> str:
    """Return the name of an event, a venue or an organisation as HTML, as `name_html` does.

    It never has the number of a namesake: "Cup #3" is the whole name.
    """
    return f'<bdi translate="no">{escape(name)}</bdi>'


def names_html(names: Iterable[str]) -> str:
    """Return several names as HTML, in one line."""
    return ", ".join(map(name_html, names))
