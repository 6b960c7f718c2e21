"""Types of values shared by several calls."""

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from domain.limits import MOST_TABLE, NAME_LENGTH, NOTE_LENGTH, SHORT_LENGTH


def one_of(choices: Iterable[str]) -> Meta:
    """Return the schema of a text that is one of these choices."""
    values = [str(value) for value in choices]
    pattern = "|".join(map(re.escape, values))
    return Meta(pattern=f"^({pattern})$", extra_json_schema={"enum": values})


Text = Annotated[str, Meta(max_length=NOTE_LENGTH)]
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Code = Annotated[str, Meta(max_length=SHORT_LENGTH)]
MOST_PLAYER_NUMBER = 99_999
PlayerNumber = Annotated[int, Meta(ge=1, le=MOST_PLAYER_NUMBER)]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLE)]
Seat = Literal["", "A", "B", "C"]
Answers = Annotated[
    dict[Annotated[str, Meta(max_length=200)], Annotated[str, Meta(max_length=60)]],
    Meta(max_length=200),
]
