"""Reading JSON strictly: every value knows its place in the file, and every error says it."""

import datetime
import json
import math
import unicodedata
from collections.abc import Collection
from typing import Any

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from events.services.errors import RefusedError

MOST_BYTES = 20 * 1024 * 1024
MOST_WHOLE = 2**31 - 1
# Control characters break pages and databases; a lone surrogate can't be stored at all.
BAD_CATEGORIES = frozenset({"Cc", "Cs"})


class ArchiveError(RefusedError):
    """A file that is not a usable event archive.

    `place` says where: `rounds[3].matches[0].games (round 4, table 1)`, empty for the whole file.
    """

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message, "archive")
        self.place = place


class Node:
    """One JSON value, its path in the file and, inside a round, words for where that is."""

    __slots__ = ("path", "value", "where")

    def __init__(self, value: Any, path: str = "", where: str = "") -> None:
        self.value = value
        self.path = path
        self.where = where

    def error(self, message: str) -> ArchiveError:
        """Return the error to raise for this value."""
        return ArchiveError(f"{self.path} ({self.where})" if self.where else self.path, message)

    def fields(
        self, required: Collection[str], optional: Collection[str] = ()
    ) -> dict[str, "Node"]:
        """Return the members of an object; ArchiveError for a missing or an unknown one."""
        if not isinstance(self.value, dict):
            raise self._wrong(_("an object"))
        for key in required:
            if key not in self.value:
                raise self.error(_("“%(key)s” is missing.") % {"key": key})
        for key in self.value:
            if key not in required and key not in optional:
                raise self.error(
                    _("%(key)s is not a key that belongs here.") % {"key": _short(key)}
                )
        prefix = f"{self.path}." if self.path else ""
        return {key: Node(value, f"{prefix}{key}", self.where) for key, value in self.value.items()}

    def items(self, least: int = 0, most: int = MOST_WHOLE) -> list["Node"]:
        """Return the items of a list of `least` to `most` items."""
        if not isinstance(self.value, list):
            raise self._wrong(_("a list"))
        if not least <= len(self.value) <= most:
            expected = str(least) if least == most else f"{least}–{most}"
            raise self.error(
                _("%(expected)s items are expected, not %(count)d.")
                % {"expected": expected, "count": len(self.value)}
            )
        return [
            Node(value, f"{self.path}[{index}]", self.where)
            for index, value in enumerate(self.value)
        ]

    def whole(self, least: int = 0, most: int = MOST_WHOLE) -> int:
        """Return a whole number of `least` to `most`."""
        if type(self.value) is not int:
            raise self._wrong(_("a whole number"))
        if not least <= self.value <= most:
            raise self.error(
                _("must be %(least)d to %(most)d, not %(value)s.")
                % {"least": least, "most": most, "value": _short(self.value)}
            )
        return self.value

    def share(self) -> float:
        """Return a number of 0 to 1."""
        if type(self.value) not in (int, float):
            raise self._wrong(_("a number"))
        if not (math.isfinite(self.value) and 0 <= self.value <= 1):
            raise self.error(
                _("must be %(least)d to %(most)d, not %(value)s.")
                % {"least": 0, "most": 1, "value": _short(self.value)}
            )
        return float(self.value)

    def truth(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self._wrong(_("true or false"))
        return self.value

    def text(self, most: int, *, blank: bool = False) -> str:
        """Return a text of at most `most` characters, without control characters."""
        if not isinstance(self.value, str):
            raise self._wrong(_("a text"))
        if not blank and not self.value.strip():
            raise self.error(_("must not be empty."))
        if len(self.value) > most:
            raise self.error(
                _("has %(count)d characters; at most %(most)d are possible.")
                % {"count": len(self.value), "most": most}
            )
        if any(unicodedata.category(character) in BAD_CATEGORIES for character in self.value):
            raise self.error(_("contains a control character."))
        return self.value

    def choice(self, values: Collection[str]) -> str:
        """Return one of `values`."""
        if not isinstance(self.value, str) or self.value not in values:
            raise self._wrong(", ".join(sorted(f"“{value}”" for value in values)))
        return self.value

    def date(self) -> datetime.date:
        """Return an ISO date."""
        found = None
        if isinstance(self.value, str):
            try:
                found = parse_date(self.value)
            except ValueError:
                found = None
        if found is None or found.isoformat() != self.value:
            raise self._wrong(_("a date such as 2026-01-31"))
        return found

    def moment(self) -> datetime.datetime:
        """Return an ISO time with its offset from UTC."""
        found = None
        if isinstance(self.value, str):
            try:
                found = parse_datetime(self.value)
            except ValueError:
                found = None
        if found is None or found.tzinfo is None:
            raise self._wrong(_("a time such as 2026-01-31T18:30:00+00:00"))
        return found

    def _wrong(self, expected: str) -> ArchiveError:
        return self.error(
            _("%(expected)s is expected here, not %(value)s.")
            % {"expected": expected, "value": _short(self.value)}
        )


def name_table(match: Node, number: int) -> None:
    """Let errors of a match of round `number` name its table, where it has one."""
    if isinstance(match.value, dict) and type(match.value.get("table")) is int:
        match.where = _("round %(number)d, table %(table)d") % {
            "number": number,
            "table": match.value["table"],
        }


def parse(data: bytes) -> Node:
    """Turn the bytes of a file into its root; ArchiveError for what is not a JSON object."""
    if len(data) > MOST_BYTES:
        raise ArchiveError(
            "",
            _("The file is larger than %(most)d MB; no event archive is.")
            % {"most": MOST_BYTES // 1024**2},
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ArchiveError(
            "",
            _("Not an event archive: byte %(position)d is not UTF-8 text.")
            % {"position": error.start},
        ) from error
    if not text.lstrip().startswith("{"):
        raise ArchiveError("", _("Not an event archive: a JSON object, {…}, is expected."))
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        raise ArchiveError(
            _("line %(line)d, column %(column)d") % {"line": error.lineno, "column": error.colno},
            _("Not JSON from here on."),
        ) from error
    except RecursionError as error:
        raise ArchiveError("", _("Not an event archive: nested too deeply.")) from error
    return Node(value)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise ArchiveError(
                    "", _("An object has the key %(key)s twice.") % {"key": _short(key)}
                )
            seen.add(key)
    return found


def _no_constant(name: str) -> None:
    raise ArchiveError("", _("%(value)s is not a number that JSON has.") % {"value": name})


def _whole(digits: str) -> int:
    if len(digits) > 20:
        raise ArchiveError(
            "", _("A number of %(count)d digits does not belong here.") % {"count": len(digits)}
        )
    return int(digits)


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else f"“{value}”"
    text = "".join(c if unicodedata.category(c) not in BAD_CATEGORIES else "�" for c in text)
    return text if len(text) <= 40 else f"{text[:39]}…"
