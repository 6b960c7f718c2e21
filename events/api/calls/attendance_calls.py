"""Players of an event who come and leave: check in, drop, reinstate, disqualify."""

from typing import Annotated

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from events.api.answer_values import Value
from events.api.calls.roster_calls import PlayerAnswer, player_answer
from events.api.declared import EVENT, PLAYER, Asked, Body, Call, PlainCall, call
from events.api.value_types import PlayerNumber, Seat, Text
from events.core.players.actions import check_in
from events.core.players.leaving_actions import drop_absent
from events.models import TokenScope
from events.roster.bye_actions import give_awarded_byes
from events.roster.drop_actions import disqualify, drop, reinstate
from events.roster.selection_actions import check_in_players, drop_players, undo_drop, undo_enroll
from events.roster.selection_actions import undo_check_in as undo_check_ins
from events.web.access import Action

ROSTER = TokenScope.ROSTER
Numbers = Annotated[tuple[PlayerNumber, ...], Meta(min_length=1, max_length=5_000)]


class DropBody(Asked, frozen=True, kw_only=True):
    """Why a player drops, and answers.

    `silently`: the player did not come and said nothing. `seat`: the member of a team who leaves,
    the whole team drops.
    """

    silently: bool = False
    seat: Seat = ""


class DisqualifyBody(Body, frozen=True, kw_only=True):
    """Why a player is disqualified; it is in the final report. `seat`: the member of a team."""

    reason: Text
    seat: Seat = ""


class ReinstateBody(Body, frozen=True, kw_only=True):
    """Why a player comes back."""

    reason: Text = ""


class PlayersBody(Body, frozen=True, kw_only=True):
    """Players by number."""

    players: Numbers


class DroppedPlayersBody(Asked, frozen=True, kw_only=True):
    """Players who drop, by number, and answers about each who leads or won the round."""

    players: Numbers


class NumbersAnswer(Value, frozen=True, kw_only=True):
    """The players who were changed, by number; those who were so already are not among them."""

    players: tuple[int, ...]


class ByesAnswer(Value, frozen=True, kw_only=True):
    """The rounds whose assigned loss of the player became the awarded bye."""

    number: int
    rounds: tuple[int, ...]


@call(
    "check-in-list",
    f"POST {EVENT}/check-in",
    ROSTER,
    Action.CHECK_IN,
    _("Check in a list of players"),
    sample={"players": [1, 2, 3]},
)
def check_in_list(call: Call[PlayersBody]) -> NumbersAnswer:
    """Mark these players as present: all of them, or none."""
    changed = check_in_players(**call.who, numbers=call.body.players)
    return NumbersAnswer(players=tuple(changed))


@call(
    "undo-check-in-list",
    f"POST {EVENT}/check-in/undo",
    ROSTER,
    Action.CHECK_IN,
    _("Undo the check-in of a list of players"),
    sample={"players": [3]},
)
def undo_check_in_list(call: Call[PlayersBody]) -> NumbersAnswer:
    """Mark these players as not present."""
    changed = undo_check_ins(**call.who, numbers=call.body.players)
    return NumbersAnswer(players=tuple(changed))


@call(
    "drop-absent",
    f"POST {EVENT}/drop-absent",
    ROSTER,
    Action.DROP,
    _("Drop the players who are not checked in"),
    sample={"players": [3]},
)
def drop_absent_players(call: Call[PlayersBody]) -> NumbersAnswer:
    """Drop players who did not come; one who checked in meanwhile is not dropped."""
    dropped = drop_absent(**call.who, numbers=call.body.players)
    return NumbersAnswer(players=tuple(dropped))


@call(
    "drop-list",
    f"POST {EVENT}/drop",
    ROSTER,
    Action.DROP,
    _("Drop a list of players"),
    sample={"players": [3]},
)
def drop_list(call: Call[DroppedPlayersBody]) -> NumbersAnswer:
    """Drop these players, after a question about each who leads: all of them, or none."""
    dropped = drop_players(**call.who, numbers=call.body.players, given=call.given)
    return NumbersAnswer(players=tuple(dropped))


@call(
    "undo-drop-list",
    f"POST {EVENT}/drop/undo",
    ROSTER,
    Action.DROP,
    _("Undo the drop of a list of players"),
    sample={"players": [1]},
)
def undo_drop_list(call: Call[PlayersBody]) -> NumbersAnswer:
    """Let these players play on, until a round is paired without them: then reinstate them."""
    changed = undo_drop(**call.who, numbers=call.body.players)
    return NumbersAnswer(players=tuple(changed))


@call(
    "undo-enroll-list",
    f"POST {EVENT}/enroll/undo",
    ROSTER,
    Action.EDIT_ROSTER,
    _("Undo the enrollment of a list of players"),
    sample={"players": [3, 4]},
)
def undo_enroll_list(call: Call[PlayersBody]) -> NumbersAnswer:
    """Remove these players from the roster, all of them or none, while none is paired.

    Players who are not on the roster any more are left out of the answer.
    """
    removed = undo_enroll(**call.who, numbers=call.body.players)
    return NumbersAnswer(players=tuple(removed))


@call("check-in", f"POST {PLAYER}/check-in", ROSTER, Action.CHECK_IN, _("Check in a player"))
def check_in_player(call: PlainCall) -> PlayerAnswer:
    """Mark a player as present."""
    return player_answer(call, check_in(**call.player))


@call("undo-check-in", f"DELETE {PLAYER}/check-in", ROSTER, Action.CHECK_IN, _("Undo a check-in"))
def undo_check_in(call: PlainCall) -> PlayerAnswer:
    """Mark a player as not present."""
    return player_answer(call, check_in(**call.player, present=False))


@call(
    "drop",
    f"POST {PLAYER}/drop",
    ROSTER,
    Action.DROP,
    _("Drop a player"),
    sample={"reason": "ill"},
)
def drop_player(call: Call[DropBody]) -> PlayerAnswer:
    """Drop a player, after a question about one who leads: not paired from the next pairing on."""
    body = call.body
    return player_answer(
        call,
        drop(
            **call.player,
            reason=body.reason,
            silently=body.silently,
            seat=body.seat,
            given=call.given,
        ),
    )


@call(
    "reinstate",
    f"POST {PLAYER}/reinstate",
    ROSTER,
    Action.REINSTATE,
    _("Reinstate a player"),
    sample={"reason": "dropped by mistake"},
)
def reinstate_player(call: Call[ReinstateBody]) -> PlayerAnswer:
    """Let a dropped player play on; missed rounds are losses, or the awarded byes."""
    return player_answer(call, reinstate(**call.player, reason=call.body.reason))


@call("give-byes", f"POST {PLAYER}/byes", ROSTER, Action.REINSTATE, _("Give the awarded byes"))
def give_byes(call: PlainCall) -> ByesAnswer:
    """Turn the assigned losses of a late player into the awarded byes of these rounds."""
    rounds = give_awarded_byes(**call.player)
    return ByesAnswer(number=call.numbers["player"], rounds=tuple(rounds))


@call(
    "disqualify",
    f"POST {PLAYER}/disqualify",
    ROSTER,
    Action.DISQUALIFY,
    _("Disqualify a player"),
    sample={"reason": "bribery"},
)
def disqualify_player(call: Call[DisqualifyBody]) -> PlayerAnswer:
    """Disqualify a player, with a reason that is in the final report."""
    return player_answer(
        call, disqualify(**call.player, reason=call.body.reason, seat=call.body.seat)
    )
