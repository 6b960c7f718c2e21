"""Types of values that several calls take."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.limits import MOST_TABLE, NAME_LENGTH, NOTE_LENGTH, SHORT_LENGTH

Text = Annotated[str, Meta(max_length=NOTE_LENGTH)]
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Code = Annotated[str, Meta(max_length=SHORT_LENGTH)]
PlayerNumber = Annotated[int, Meta(ge=1, le=99_999)]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLE)]
Seat = Literal["", "A", "B", "C"]
Answers = Annotated[
    dict[Annotated[str, Meta(max_length=200)], Annotated[str, Meta(max_length=60)]],
    Meta(max_length=200),
]
