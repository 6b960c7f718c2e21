"""Rounds of an event: pair, change before posting, post."""

from http import HTTPStatus
from typing import Annotated, Any, Literal, cast

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType

from domain.limits import MOST_SEED
from events.api.answer_values import Games, Value
from events.api.declared import (
    ROUND,
    TABLE,
    Asked,
    Body,
    Call,
    PlainCall,
    Reason,
    Sent,
    call,
    version_of,
)
from events.api.value_types import PlayerNumber, TableNumber, Text
from events.core.guards import find_round
from events.core.progress.edited_tables import pairing_values
from events.core.rounds import actions as rounds
from events.core.rounds.pairing_actions import discard_round, pair_again
from events.core.steps.actions import pair_round
from events.desk.unposted_actions import (
    add_to_round,
    set_table,
    swap_players,
    take_out_of_round,
)
from events.models import Report, Round, TokenScope
from events.web.access import Action

RoundState = Literal["unposted", "posted", "complete"]
POST_ROUND = TokenScope.POST_ROUND


class PairAgainBody(Body, frozen=True, kw_only=True):
    """The reason to pair a round again, shown to the public. `seed` null: a new one."""

    reason: Text
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] | None = None


class SwapBody(Body, frozen=True, kw_only=True):
    """Two players to swap; one may have the bye."""

    first: PlayerNumber
    second: PlayerNumber


class MoveBody(Body, frozen=True, kw_only=True):
    """The table that a match moves to; a match there moves the other way."""

    to: TableNumber


class Pairing(Value, frozen=True, kw_only=True):
    """A match by player numbers; `second` null: a bye or an assigned loss.

    A table of three to five has its players by seat in `seats` and its result in `marks`.
    `disputed`: a report contradicts the result.
    """

    table: int | None
    kind: Literal["played", "table", "bye", "unpaired"]
    first: int
    second: int | None
    games: Games | None
    disputed: bool
    seats: tuple[int, ...] | UnsetType = UNSET
    marks: str | UnsetType = UNSET


class PairingsAnswer(Value, frozen=True, kw_only=True):
    """A round with its matches, posted or not, and the version that If-Match takes."""

    number: int
    stage: int
    state: RoundState
    matches: tuple[Pairing, ...]
    version: str


class RoundAnswer(Value, frozen=True, kw_only=True):
    """The state of a round."""

    number: int
    state: RoundState


class DiscardedAnswer(Value, frozen=True, kw_only=True):
    """A discarded round, which can be paired again."""

    number: int


@call(
    "pairings",
    f"GET {ROUND}/pairings",
    POST_ROUND,
    Action.SEE,
    _("Read the pairings of a round, posted or not"),
)
def read_pairings(call: PlainCall) -> PairingsAnswer:
    """Read the staff's view of a round, posted or not."""
    return _pairings(call)


def _pairings(call: Call[Sent]) -> PairingsAnswer:
    round = find_round(call.event, call.numbers["number"])
    matches = round.matches.select_related("first", "second").order_by("table", "first__number")
    if call.event.at_tables:
        matches = matches.prefetch_related("table_seats__enrollment")
    disputing = Report.objects.filter(match__round=round).disputing()
    disputed = set(disputing.values_list("match_id", flat=True))
    return PairingsAnswer(
        number=round.number,
        stage=round.stage.number,
        state=cast(Any, round.state),
        matches=tuple(
            Pairing(
                table=match.table,
                kind=cast(Any, match.kind),
                first=match.first.number,
                second=match.second.number if match.second else None,
                games=match.games,
                disputed=match.pk in disputed,
                seats=tuple(player.number for player in match.players) if match.is_table else UNSET,
                marks=match.marks or UNSET,
            )
            for match in matches
        ),
        version=version_of(pairing_values(round)),
    )


@call(
    "pair",
    f"POST {ROUND}/pair",
    POST_ROUND,
    Action.PAIR,
    _("Pair a round"),
    status=HTTPStatus.CREATED,
    makes={"number": "number"},
)
def pair(call: Call[Asked]) -> RoundAnswer:
    """Pair a round, unposted, after questions about absent players and open matters."""
    return round_answer(pair_round(**call.who, **call.numbers, given=call.given))


@call(
    "pair-again",
    f"POST {ROUND}/pair-again",
    POST_ROUND,
    Action.PAIR,
    _("Pair an unposted round again"),
    sample={"reason": "a player was missing"},
    takes_version=True,
)
def pair_once_more(call: Call[PairAgainBody]) -> PairingsAnswer:
    """Pair an unposted round again from another seed, with a public reason."""
    body = call.body
    pair_again(**call.who, **call.numbers, reason=body.reason, seed=body.seed, token=call.token)
    return _pairings(call)


@call(
    "discard",
    f"POST {ROUND}/discard",
    POST_ROUND,
    Action.PAIR,
    _("Discard an unposted round"),
    sample={"reason": "a player was missing"},
    takes_version=True,
)
def discard(call: Call[Reason]) -> DiscardedAnswer:
    """Discard an unposted round; the next pairing uses the same seed."""
    discard_round(**call.who, **call.numbers, reason=call.body.reason, token=call.token)
    return DiscardedAnswer(number=call.numbers["number"])


@call(
    "swap",
    f"POST {ROUND}/swap",
    POST_ROUND,
    Action.PAIR,
    _("Swap two players of an unposted round"),
    sample={"first": 1, "second": 2},
    needs_version=True,
)
def swap(call: Call[SwapBody]) -> PairingsAnswer:
    """Swap two players; swapping again would undo it, so a version is needed."""
    body = call.body
    swap_players(**call.who, **call.numbers, first=body.first, second=body.second, token=call.token)
    return _pairings(call)


@call(
    "move-table",
    f"POST {TABLE}/move",
    POST_ROUND,
    Action.PAIR,
    _("Move a match of an unposted round to another table"),
    sample={"to": 5},
    needs_version=True,
)
def move(call: Call[MoveBody]) -> PairingsAnswer:
    """Move a match to another table; a match there moves the other way."""
    set_table(**call.who, **call.numbers, to=call.body.to, token=call.token)
    return _pairings(call)


@call(
    "add-to-round",
    f"PUT {ROUND}/players/{{player}}",
    POST_ROUND,
    Action.PAIR,
    _("Add a player to an unposted round"),
)
def add_player(call: PlainCall) -> PairingsAnswer:
    """Add a player to an unposted round: against the bye, else with a bye."""
    add_to_round(**call.who, **call.numbers)
    return _pairings(call)


@call(
    "take-out-of-round",
    f"DELETE {ROUND}/players/{{player}}",
    POST_ROUND,
    Action.PAIR,
    _("Take a player out of an unposted round"),
)
def take_out(call: PlainCall) -> PairingsAnswer:
    """Remove a player from an unposted round; the opponent plays the bye, or gets it."""
    take_out_of_round(**call.who, **call.numbers)
    return _pairings(call)


@call("post", f"POST {ROUND}/post", POST_ROUND, Action.POST_ROUND, _("Post a round"))
def post(call: PlainCall) -> RoundAnswer:
    """Post an unposted round to the players."""
    return round_answer(rounds.post_round(**call.who, **call.numbers))


@call(
    "unpost",
    f"POST {ROUND}/unpost",
    POST_ROUND,
    Action.WITHDRAW,
    _("Unpost a round"),
    sample={"reason": "posted too early"},
)
def unpost(call: Call[Reason]) -> RoundAnswer:
    """Unpost a round that has no results yet."""
    return round_answer(rounds.unpost_round(**call.who, **call.numbers, reason=call.body.reason))


def round_answer(round: Round) -> RoundAnswer:
    """Return the state of a round."""
    return RoundAnswer(number=round.number, state=cast(Any, round.state))
