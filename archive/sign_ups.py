"""The sign-ups of an archive: the questions that the form asks, and the players who signed up."""

import datetime
from collections.abc import Collection, Sequence
from typing import Annotated

from msgspec import Meta, field

from archive.errors import _, check_known, refuse
from archive.field_types import CLEAN, Moment, Name, Part, Whole, since
from archive.records import Note, Text
from domain.kinds import Asked, SignUpState
from domain.limits import EMAIL_LENGTH, NAME_LENGTH, SHORT_LENGTH

Open = Annotated[str, Meta(max_length=NAME_LENGTH, pattern=CLEAN)]


class ArchivedSignUpSettings(Part, frozen=True, kw_only=True):
    """The settings for sign-ups; `begins` is the time of day at the venue.

    `held_since`: the start of the desk's review of sign-ups after a sudden rush; `released_at`: the
    last end of such a review.
    """

    is_open: bool = field(default=False, name="open")
    deadline: Moment | None = None
    capacity: Whole | None = None
    approval: bool = False
    held_since: Annotated[Moment | None, since(4)] = None
    released_at: Annotated[Moment | None, since(4)] = None
    begins: Annotated[datetime.time, Meta(tz=False)] | None = None
    fee: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN)] = ""
    ask_reading: Asked | None = None
    ask_email: Asked | None = None
    ask_platform_id: Asked | None = None
    ask_decklist: Asked | None = None


class ArchivedSignUp(Part, frozen=True, kw_only=True):
    """One player or team that signed up, in the order of the waiting list.

    - `player`: the id of the player it became.
    - `members`: the names by seat, "" for an open seat.
    - `merged_into`: the player that the desk merged it into, who signed up separately.
    - `approved`, `because`: the desk approved it, for this reason if one was required.
    - `reason`: why the desk declined it.
    - `shares_email`: the organizer may type name and address into another system.
    - `mailed`: the state that the last email reported.
    """

    name: Name
    at: Moment
    state: SignUpState = SignUpState.ASKED
    player: Whole | None = None
    merged_into: Whole | None = None
    reading: Open = ""
    email: Annotated[str, Meta(max_length=EMAIL_LENGTH, pattern=CLEAN)] = ""
    platform_id: Open = ""
    members: tuple[Open, ...] = ()
    shares_email: Annotated[bool, since(5)] = False
    deck: Text = ""
    approved: bool = False
    because: Note = ""
    reason: Note = ""
    language: Annotated[str, Meta(max_length=8, pattern=CLEAN)] = ""
    mailed: SignUpState | None = None


def check_sign_ups(
    sign_ups: Sequence[ArchivedSignUp], known: Collection[int], team_size: int
) -> None:
    """Refuse a sign-up whose player is unknown or belongs to another sign-up too."""
    seats = team_size if team_size > 1 else 0
    became: set[int] = set()
    for place, sign_up in enumerate(sign_ups):
        path = f"sign_ups[{place}]"
        if len(sign_up.members) != seats:
            raise refuse(
                f"{path}.members",
                _("Expected number of items: %(expected)s. Found: %(count)d."),
                expected=seats,
                count=len(sign_up.members),
            )
        _check_merged(path, sign_up, known)
        if sign_up.player is None:
            continue
        check_known(f"{path}.player", sign_up.player, known)
        if sign_up.player in became:
            raise refuse(path, _("Player %(number)d appears twice."), number=sign_up.player)
        became.add(sign_up.player)


def _check_merged(path: str, sign_up: ArchivedSignUp, known: Collection[int]) -> None:
    """Refuse a merged sign-up that is a player itself, or waits."""
    if sign_up.merged_into is None:
        return
    check_known(f"{path}.merged_into", sign_up.merged_into, known)
    if sign_up.player is not None or sign_up.state is not SignUpState.ENROLLED:
        raise refuse(
            f"{path}.merged_into",
            _("A merged sign-up must be enrolled and cannot be a player itself."),
        )
