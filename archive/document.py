"""Parse a file into JSON values, and refuse what two parsers could read differently."""

import json
import re
from typing import Any

from archive.errors import ArchiveError, Message, _, refuse
from archive.field_types import BAD
from domain.limits import MOST_BYTES

Json = dict[str, Any]

_BAD = re.compile(BAD)
_MOST_DIGITS = 20


def parse(data: bytes) -> Json:
    """Return the JSON object in a file; raise ArchiveError for anything else.

    It also refuses what JSON leaves open: repeated keys and invalid numbers.
    """
    if len(data) > MOST_BYTES:
        raise refuse(
            "",
            _("Not an event archive: the file is larger than %(most)d MB."),
            most=MOST_BYTES // 1024**2,
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse(
            "",
            _("Not an event archive: byte %(position)d is not UTF-8 text."),
            position=error.start,
        ) from error
    if not text.lstrip().startswith("{"):
        raise refuse("", _("Not an event archive: expected a JSON object, {…}."))
    values: Json = any_json(text)
    return values


def any_json(text: str) -> Any:
    """Return the JSON values of a text; raise ArchiveError with line and column if invalid."""
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        near = Message(_("line %(line)d, column %(column)d"), line=error.lineno, column=error.colno)
        raise ArchiveError(
            Message(_("The text is not valid JSON from here on.")), near=near
        ) from error
    except RecursionError as error:
        raise refuse("", _("Not an event archive: nested too deeply.")) from error


def _object(pairs: list[tuple[str, Any]]) -> Json:
    values = dict(pairs)
    if len(values) != len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise refuse("", _("An object has the key %(key)s twice."), key=short(key))
            seen.add(key)
    return values


def _no_constant(name: str) -> None:
    raise refuse("", _("%(value)s is not a valid JSON number."), value=name)


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise refuse(
            "", _("A number with %(count)d digits is not allowed here."), count=len(digits)
        )
    return int(digits)


def short(value: object) -> str:
    """Format a JSON value for an error message, at most 40 characters long."""
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    text = f"“{value}”" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = _BAD.sub("�", text)
    return text if len(text) <= 40 else f"{text[:39]}…"


def at_path(values: object, path: str) -> list[tuple[str, Any]]:
    """Return each step of a path with the value at that step, up to the first missing one."""
    steps: list[tuple[str, Any]] = []
    value: Any = values
    for step in path.replace("[", ".[").strip(".").split(".") if path else []:
        try:
            value = value[int(step[1:-1])] if step.startswith("[") else value[step]
        except (KeyError, IndexError, TypeError, ValueError):
            break
        steps.append((step, value))
    return steps


def near_path(values: Json, path: str) -> Message | None:
    """Name the round and the table that a path points to; None outside the rounds."""
    steps = at_path(values, path)
    if len(steps) < 2 or steps[0][0] != "rounds":
        return None
    number = int(steps[1][0][1:-1]) + 1
    match = steps[3][1] if len(steps) > 3 and steps[2][0] == "matches" else None
    table = match.get("table") if isinstance(match, dict) else None
    if type(table) is int:
        return Message(_("round %(number)d, table %(table)d"), number=number, table=table)
    return Message(_("round %(number)d"), number=number)
