"""Attendance of players: check in, drop, reinstate, disqualify, late byes."""

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
    """The reason why a player drops, and answers.

    `silently`: the player did not come and gave no notice. `seat`: the member of a team who drops;
    the whole team drops.
    """

    silently: bool = False
    seat: Seat = ""


class DisqualifyBody(Body, frozen=True, kw_only=True):
    """The reason for a disqualification, for the final report. `seat`: the member of a team."""

    reason: Text
    seat: Seat = ""


class ReinstateBody(Body, frozen=True, kw_only=True):
    """The reason for a reinstatement."""

    reason: Text = ""


class PlayersBody(Body, frozen=True, kw_only=True):
    """Players by number."""

    players: Numbers


class DroppedPlayersBody(Asked, frozen=True, kw_only=True):
    """Numbers of players to drop, and answers about those who lead or won the round."""

    players: Numbers


class NumbersAnswer(Value, frozen=True, kw_only=True):
    """Numbers of the players that were changed; players already in that state are left out."""

    players: tuple[int, ...]


class ByesAnswer(Value, frozen=True, kw_only=True):
    """The rounds whose assigned loss was turned into an awarded bye."""

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
    """Mark these players as present, all or none."""
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
    """Drop players who did not come, except those who have checked in meanwhile."""
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
    """Drop these players, all or none, after a question about each one who leads."""
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
    """Undo the drop of these players; once a round is paired without them, reinstate them."""
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
    """Remove these players from the roster, all or none, while none has been paired.

    Players who are no longer on the roster are left out of the answer.
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
    """Drop a player from the next pairing on, after a question about one who leads."""
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
    """Let a dropped player play on; missed rounds count as losses or awarded byes."""
    return player_answer(call, reinstate(**call.player, reason=call.body.reason))


@call("give-byes", f"POST {PLAYER}/byes", ROSTER, Action.REINSTATE, _("Give the awarded byes"))
def give_byes(call: PlainCall) -> ByesAnswer:
    """Turn a late player's assigned losses into the player's awarded byes."""
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
    """Disqualify a player; the reason is shown in the final report."""
    return player_answer(
        call, disqualify(**call.player, reason=call.body.reason, seat=call.body.seat)
    )
