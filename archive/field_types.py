"""Types of the fields of an archive, with their limits."""

import datetime
import re
from typing import Annotated

from msgspec import Meta, Struct, inspect

from domain.limits import MOST_POINTS, MOST_SEED, MOST_SMALL, MOST_WHOLE, NAME_LENGTH

# Control characters break pages and databases; a lone surrogate can't be stored at all.
BAD = r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]"
_CHARACTERS = BAD.replace("[", "[^") + "*"
CLEAN = rf"\A{_CHARACTERS}\Z"
SAID = rf"\A(?=.*\S){_CHARACTERS}\Z"
NOT_CLEAN = re.compile(BAD)
NOT_LINES = re.compile(BAD.replace(r"\x00-", r"\x00-\x09\x0b-"))
# Multi-line texts.
LINES = _CHARACTERS.replace(r"\x00-", r"\x00-\x09\x0b-").join((r"\A", r"\Z"))

Whole = Annotated[int, Meta(ge=0, le=MOST_WHOLE)]
# Match points are whole unless players share the points of their places.
SharedPoints = Whole | Annotated[float, Meta(ge=0, le=MOST_WHOLE)]
Number = Annotated[int, Meta(ge=1, le=MOST_WHOLE)]
Small = Annotated[int, Meta(ge=1, le=MOST_SMALL)]
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Count = Annotated[int, Meta(ge=0, le=99)]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
GamesToWin = Annotated[int, Meta(ge=1, le=3)]
Share = Annotated[int, Meta(ge=0, le=1)] | Annotated[float, Meta(ge=0, le=1)]
Name = Annotated[str, Meta(max_length=NAME_LENGTH, pattern=SAID)]
Moment = Annotated[datetime.datetime, Meta(tz=True)]
Ids = tuple[Whole, ...]


def since(version: int) -> Meta:
    """Mark a key that this later version of the format introduced."""
    return Meta(extra={"since": version})


def bare(described: inspect.Type) -> inspect.Type:
    """Return the type of a key without the metadata that names its version."""
    return described.type if isinstance(described, inspect.Metadata) else described


class Part(Struct, frozen=True, kw_only=True):
    """An object in the archive; the base class of all of them."""
