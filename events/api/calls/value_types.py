"""Types of values that several calls take."""

from typing import Annotated

from msgspec import Meta

from domain.limits import NOTE_LENGTH

Text = Annotated[str, Meta(max_length=NOTE_LENGTH)]
