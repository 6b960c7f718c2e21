"""Read .dek files of Magic Online: XML, of which only elements are accepted."""

from dataclasses import dataclass
from xml.parsers import expat

from django.utils.translation import gettext as _

from events.core.refusals import RefusedError

# Longer than any real deck; the resulting text still has to fit the limit of a list.
MOST_LETTERS = 200_000
MOST_CARDS = 1_000


@dataclass(frozen=True, slots=True)
class Card:
    """One line of a .dek file."""

    count: int
    name: str
    side: bool


def is_xml(text: str) -> bool:
    """Return True for a text that begins as an XML file does; no plain list does."""
    return text.lstrip("\ufeff \t\r\n").startswith(("<?xml", "<Deck", "<!"))


def list_of(text: str) -> str:
    """Return the text of a list: a .dek file as lines, any other text as typed.

    Raises RefusedError for a file that is no .dek file, or that declares a type or entities.
    """
    if not is_xml(text):
        return text
    cards = read_dek(text)
    lines = [f"{card.count} {card.name}" for card in cards if not card.side]
    side = [f"{card.count} {card.name}" for card in cards if card.side]
    return "\n".join([*lines, *(["", "Sideboard", *side] if side else [])])


def read_dek(text: str) -> list[Card]:
    """Return the cards of a .dek file; RefusedError as `list_of`."""
    if len(text) > MOST_LETTERS:
        raise _refused()
    cards: list[Card] = []

    def start(name: str, values: dict[str, str]) -> None:
        if name != "Cards":
            return
        count, called = values.get("Quantity", ""), " ".join(values.get("Name", "").split())
        if not (count.isascii() and count.isdigit() and 0 < int(count[:4]) <= 999) or not called:
            raise _refused()
        cards.append(Card(int(count[:4]), called, values.get("Sideboard", "").lower() == "true"))
        if len(cards) > MOST_CARDS:
            raise _refused()

    def forbidden(*_values: object) -> int:
        raise _refused()

    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = start
    # Entities can expand to gigabytes or read files, and no deck needs them.
    parser.StartDoctypeDeclHandler = forbidden
    parser.EntityDeclHandler = forbidden
    parser.ExternalEntityRefHandler = forbidden
    try:
        parser.Parse(text.strip().encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise _refused() from error
    if not cards:
        raise _refused()
    return cards


def _refused() -> RefusedError:
    return RefusedError(
        _("This file is not a readable Magic Online deck. Paste the list as text."), "text"
    )
