"""Rounds of an event: pair, post, complete, publish."""

from http import HTTPStatus
from typing import Any, Literal, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.api.answer_values import Value
from events.api.declared import ROUND, Body, Call, PlainCall, call
from events.api.value_types import Text
from events.core.guards import find_round
from events.core.players.before_round_1 import before_round_1
from events.core.preflight.queries import preflight_check
from events.core.refusals import RefusedError
from events.core.rounds import actions as rounds
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.core.words.preflight_words import NAMES
from events.models import Event, Round, TokenScope
from events.web.access import Action

POST_ROUND = TokenScope.POST_ROUND


class PublishBody(Body, frozen=True, kw_only=True):
    """Why standings are published again."""

    reason: Text = ""


class RoundAnswer(Value, frozen=True, kw_only=True):
    """How far a round is."""

    number: int
    state: Literal["unposted", "posted", "complete"]


class PublishedAnswer(Value, frozen=True, kw_only=True):
    """The standings that were published."""

    round: int
    revision: int


@call(
    "pair",
    f"POST {ROUND}/pair",
    POST_ROUND,
    Action.PAIR,
    gettext_lazy("Pair a round"),
    status=HTTPStatus.CREATED,
)
def pair(call: PlainCall) -> RoundAnswer:
    """Pair a round, unposted."""
    number = call.numbers["number"]
    if number == 1 and before_round_1(call.event).any:
        raise RefusedError(_("Some players are not checked in. Pair round 1 at the desk."))
    _check_before_going_on(call.event, number - 1)
    return _round(pair_next_round(**call.who, number=number))


@call("post", f"POST {ROUND}/post", POST_ROUND, Action.POST_ROUND, gettext_lazy("Post a round"))
def post(call: PlainCall) -> RoundAnswer:
    """Post an unposted round."""
    return _round(rounds.post_round(**call.who, **call.numbers))


@call(
    "complete",
    f"POST {ROUND}/complete",
    POST_ROUND,
    Action.COMPLETE,
    gettext_lazy("Complete a round"),
)
def complete(call: PlainCall) -> RoundAnswer:
    """Complete a round of which every result is in."""
    return _round(rounds.complete_round(**call.who, **call.numbers))


@call(
    "publish",
    f"POST {ROUND}/publish",
    POST_ROUND,
    Action.PUBLISH,
    gettext_lazy("Publish standings"),
)
def publish(call: Call[PublishBody]) -> PublishedAnswer:
    """Publish the standings after a complete round."""
    _check_before_going_on(call.event, call.numbers["number"])
    snapshot = publish_standings(**call.who, **call.numbers, reason=call.body.reason)
    return PublishedAnswer(round=call.numbers["number"], revision=snapshot.revision)


def _round(round: Round) -> RoundAnswer:
    return RoundAnswer(number=round.number, state=cast(Any, round.state))


def _check_before_going_on(event: Event, number: int) -> None:
    """Refuse what the pre-flight check asks a person: a program confirms nothing."""
    if number == 0:
        return
    round = find_round(event, number)
    if not round.is_complete:
        return
    asked = [line for line in preflight_check(round).lines if line.is_asked or line.is_to_settle]
    if asked:
        names = ", ".join(str(NAMES.get(line.code, line.code)) for line in asked)
        words = _("Answer the pre-flight check of round %(number)d at the desk first: %(checks)s.")
        raise RefusedError(words % {"number": number, "checks": names})
