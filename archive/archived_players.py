"""Players of an archive, and the players who dropped."""

from typing import Annotated

from msgspec import Meta, field

from archive.field_types import CLEAN, SAID, Moment, Name, Number, Part, Whole, since
from archive.records import Note
from domain.kinds import CameFrom, LeftOut
from domain.limits import (
    EMAIL_LENGTH,
    EVENT_NAME_LENGTH,
    LAST_FIRST_ROUND,
    MOST_AWARDED_BYES,
    MOST_SMALL,
)


class ArchivedPlayer(Part, frozen=True, kw_only=True):
    """One player or team; `number` is the id in the file and the enrollment's number."""

    number: Whole = field(name="id")
    name: Name
    email: Annotated[str, Meta(max_length=EMAIL_LENGTH, pattern=SAID)] = ""
    reading: Annotated[Name, since(3)] = ""
    sort_name: Annotated[Name, since(3)] = ""
    platform_id: Name = ""
    awarded_byes: Annotated[int, Meta(ge=0, le=MOST_AWARDED_BYES)] = 0
    byes_series: Annotated[str, Meta(max_length=EVENT_NAME_LENGTH, pattern=CLEAN), since(5)] = ""
    byes_place: Annotated[int, Meta(ge=0, le=MOST_SMALL), since(5)] = 0
    first_round: Annotated[int, Meta(ge=1, le=LAST_FIRST_ROUND)] = 1
    checked_in: bool = False
    checked_in_at: Annotated[Moment | None, since(3)] = None
    fixed_table: Number | None = None
    eligible_because: Annotated[Note, since(3)] = ""
    alias: Annotated[Name, since(3)] = ""
    came_from: Annotated[CameFrom | None, since(3)] = None
    paid: Annotated[bool, since(3)] = False
    members: Annotated[tuple[Name, ...], since(2)] = ()


class ArchivedDrop(Part, frozen=True, kw_only=True):
    """A player who dropped after round `after_round`; 0 means before round 1.

    `with_report`: the drop was reported with the official report of that round's match, or with
    one it replaces: undoing the report undoes the drop. `silently`: the player never came and gave
    no notice. `left_out`: the reason why round 1 was paired without the player.
    """

    player: Whole
    after_round: Whole
    disqualified: bool = False
    with_report: Annotated[bool, since(3)] = False
    silently: Annotated[bool, since(3)] = False
    left_out: Annotated[LeftOut | None, since(4)] = None
