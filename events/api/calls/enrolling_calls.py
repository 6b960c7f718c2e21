"""Enroll a pasted list of players."""

from typing import Annotated, Literal

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from domain.limits import LONGEST_LIGHT_LIST
from events.api.answer_values import Value
from events.api.declared import EVENT, Asked, Call, call
from events.api.value_types import Text
from events.core.players.same_person import highest_number
from events.models import TokenScope
from events.roster.list_actions import enroll_list, read_answered
from events.web.access import Action


class PlayerListBody(Asked, frozen=True, kw_only=True):
    """A list of players, one per line, with or without columns, and answers.

    A line that resembles a player on the roster asks whether it is the same person. `late`: whether
    the rounds that late players missed are losses; null: as set in the event. `eligible_because`:
    why players who are not eligible play.
    """

    list: Annotated[str, Meta(min_length=1, max_length=LONGEST_LIGHT_LIST)]
    late: Literal["losses", "nothing"] | None = None
    eligible_because: Text = ""


class WrongLine(Value, frozen=True, kw_only=True):
    """A line of a list that could not be enrolled, and the reason."""

    line: int
    text: str
    why: str


class EnrolledList(Value, frozen=True, kw_only=True):
    """Players of a list by number, and the lines to correct and send again.

    `updated`: players on the roster whose data the list completed. `left_out`: number of lines
    about players who are already enrolled.
    """

    players: tuple[int, ...]
    updated: tuple[int, ...]
    left_out: int
    wrong: tuple[WrongLine, ...]


@call(
    "enroll-list",
    f"POST {EVENT}/enroll",
    TokenScope.ROSTER,
    Action.EDIT_ROSTER,
    _("Enroll a list of players"),
    sample={"list": "Zoe New\nKim Lee, kim@mail.example"},
    fields={"text": "list"},
)
def enroll_players(call: Call[PlayerListBody]) -> EnrolledList:
    """Enroll a list of players, read as in the screen's preview.

    Lines with a mistake are returned, all others are enrolled.
    """
    since = highest_number(call.event)
    listed = read_answered(call.event, call.body.list, call.given, call.body.late)
    made = enroll_list(
        **call.who,
        listed=listed,
        since=since,
        because=call.body.eligible_because,
        given=call.given,
    )
    return EnrolledList(
        players=tuple(player.number for player in made),
        updated=tuple(number for number, _more in listed.additions),
        left_out=sum(listed.answer(item) == "leave" for item in listed.lines),
        wrong=tuple(
            WrongLine(line=item.line.number, text=item.line.text, why=str(item.why))
            for item in listed.errors
        ),
    )
