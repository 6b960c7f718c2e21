"""Read Scryfall's bulk files and MTGJSON's AtomicCards card by card, in little memory."""

import gzip
import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, TypeGuard, cast

_CHUNK = 1 << 18
# A longer value is not a card, so the file is of another kind and must not fill the memory.
_LONGEST = 1 << 24
_GZIP = b"\x1f\x8b"
# Card types that are never part of a deck.
_NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series", "vanguard", "scheme"})
_SPACE = " \t\r\n,"
Status = str


class CardFileError(Exception):
    """The file has none of the known formats, or is incomplete."""


@dataclass(frozen=True, slots=True)
class Card:
    """Card: its name, its other names, and its status by format.

    A status is `legal`, `banned` or `restricted`; a format that is missing does not have the card.
    """

    name: str
    also: tuple[str, ...]
    legalities: Mapping[str, Status]


def read_cards(path: Path) -> Iterator[Card]:
    """Yield the cards of a file, gzipped or not; CardFileError for a file that has none."""
    count = 0
    with closing(_open(path)) as file:
        values = _Values(cast("IO[str]", file))
        for value in _entries(values):
            card = _card(value)
            if card is not None:
                count += 1
                yield card
    if not count:
        raise CardFileError("it has no cards")


def _open(path: Path) -> TextIOWrapper:
    with path.open("rb") as start:
        packed = start.read(2) == _GZIP
    opened = gzip.GzipFile(path) if packed else path.open("rb")
    return TextIOWrapper(cast("IO[bytes]", opened), encoding="utf-8-sig", errors="replace")


class _Values:
    """The JSON values of a text, one after the other."""

    def __init__(self, file: IO[str]) -> None:
        self._file, self._text, self._at = file, "", 0
        self._decoder = json.JSONDecoder()

    def peek(self) -> str:
        """Return the next character that is no space or comma, "" at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def skip(self) -> None:
        """Skip the next character."""
        self._at += 1

    def next(self) -> Any:
        """Return the next value; CardFileError without one."""
        self.peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError as error:
                raise CardFileError("it is nested too deeply") from error
            except ValueError as error:
                if len(self._text) - self._at > _LONGEST or not self._more():
                    raise CardFileError("it is not JSON, or incomplete") from error
                continue
            if end == len(self._text) and not isinstance(value, str | dict | list) and self._more():
                continue
            self._at = end
            return value

    def _more(self) -> bool:
        chunk = self._file.read(max(_CHUNK, len(self._text) - self._at))
        self._text, self._at = self._text[self._at :] + chunk, 0
        return bool(chunk)


def _entries(values: _Values) -> Iterator[Any]:
    """Yield the description of one card at a time: an object, or MTGJSON's list of its faces."""
    first = values.peek()
    if first == "[":
        values.skip()
        while values.peek() not in ("]", ""):
            yield values.next()
        if values.peek() != "]":
            raise CardFileError("it is incomplete")
    elif first == "{":
        yield from _lines_or_atomic(values)
    else:
        raise CardFileError("it is not JSON")


def _lines_or_atomic(values: _Values) -> Iterator[Any]:
    """Yield JSON Lines, or the values of `data` in one object that is too large to load at once."""
    values.skip()
    whole: dict[str, Any] = {}
    while values.peek() not in ("}", ""):
        name = values.next()
        if values.peek() != ":" or not isinstance(name, str):
            raise CardFileError("it is not JSON")
        values.skip()
        if name == "data" and values.peek() == "{":
            values.skip()
            while values.peek() not in ("}", ""):
                values.next()
                values.peek()
                values.skip()
                yield values.next()
            if values.peek() != "}":
                raise CardFileError("it is incomplete")
            values.skip()
            continue
        whole[name] = values.next()
    values.skip()
    yield whole
    while values.peek():
        yield values.next()


def _card(value: Any) -> Card | None:
    if isinstance(value, list) and value and all(isinstance(face, dict) for face in value):
        return _atomic(value)
    if not isinstance(value, dict) or not _is_text(value.get("name")):
        return None
    if "legalities" not in value or value.get("layout") in _NO_CARDS:
        return None
    if value.get("set_type") in ("memorabilia", "token"):
        return None
    faces = _objects(value.get("card_faces"))
    also = [part.get(key) for part in (value, *faces) for key in ("printed_name", "flavor_name")]
    also += [face.get("name") for face in faces]
    printed = [face.get("printed_name") for face in faces]
    if printed and all(printed):
        also.append(" // ".join(map(str, printed)))
    return Card(value["name"], _texts(also), _legalities(value["legalities"]))


def _atomic(faces: list[dict[str, Any]]) -> Card | None:
    name = faces[0].get("name")
    if not _is_text(name):
        return None
    also = [face.get(key) for face in faces for key in ("faceName", "asciiName", "flavorName")]
    for face in faces:
        for foreign in _objects(face.get("foreignData")):
            also += [foreign.get("name"), foreign.get("faceName")]
    return Card(name, _texts(also), _legalities(faces[0].get("legalities") or {}))


def _objects(value: object) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _texts(names: list[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if _is_text(name)))


def _is_text(name: object) -> TypeGuard[str]:
    """Return whether a value is a text that can be stored: half a surrogate pair cannot."""
    return isinstance(name, str) and bool(name) and name.isprintable()


def _legalities(stored: Any) -> dict[str, Status]:
    if not isinstance(stored, dict):
        return {}
    statuses = {str(name).lower(): str(status).lower() for name, status in stored.items()}
    wanted = ("legal", "banned", "restricted")
    return {name: status for name, status in statuses.items() if status in wanted}
