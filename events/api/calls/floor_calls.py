"""The floor: extensions of tables, and decklists."""

from typing import Annotated, Any, Literal, cast

from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from domain.limits import DESCRIPTION_LENGTH, MOST_EXTENSION, SHORT_LENGTH
from events.api.answer_values import Value
from events.api.declared import (
    PLAYER,
    TABLE,
    Body,
    Call,
    PlainCall,
    call,
    version_of,
)
from events.api.value_types import Text
from events.core.cards.open_decks import deck_line, deck_values
from events.core.drops.drop_parts import find_player
from events.core.guards import table_of
from events.core.progress.edited_tables import table_values
from events.core.rounds.actions import extend_time
from events.decks.actions import save_decklist
from events.models import (
    Decklist,
    Match,
    TokenScope,
)
from events.web.access import Action

SCOPE = TokenScope.FLOOR
DECKLIST = f"{PLAYER}/decklist"


class ExtensionBody(Body, frozen=True, kw_only=True):
    """The table's total extension in minutes; 0 removes it."""

    minutes: Annotated[int, Meta(ge=0, le=MOST_EXTENSION)]
    reason: Literal["", "seating", "judge-call", "deck-check", "other"] = ""


class ExtensionAnswer(Value, frozen=True, kw_only=True):
    """The extension of a table, and the version that If-Match takes."""

    round: int
    table: int
    minutes: int
    reason: str
    version: str


class DecklistBody(Body, frozen=True, kw_only=True):
    """State of a player's decklist; null leaves its text or archetype unchanged.

    A changed text after the deadline needs a judge and a `reason`.
    """

    state: Literal["", "submitted", "received", "checked"] = "submitted"
    text: Annotated[str, Meta(max_length=DESCRIPTION_LENGTH)] | None = None
    archetype: Annotated[str, Meta(max_length=SHORT_LENGTH)] | None = None
    reason: Text = ""


class DecklistAnswer(Value, frozen=True, kw_only=True):
    """State of a player's decklist, and the version that If-Match takes."""

    player: int
    state: Literal["", "submitted", "received", "checked"]
    version: str


class DecklistValue(DecklistAnswer, frozen=True, kw_only=True):
    """A player's decklist with its text."""

    text: str
    archetype: str


@call(
    "extend",
    f"PUT {TABLE}/extension",
    SCOPE,
    Action.EXTEND,
    _("Set the extension of a table"),
    sample={"minutes": 5, "reason": "judge-call"},
    needs_version=True,
)
def extend(call: Call[ExtensionBody]) -> ExtensionAnswer:
    """Set a table's total time extension in minutes."""
    body = call.body
    match = extend_time(
        **call.who, **call.numbers, minutes=body.minutes, reason=body.reason, token=call.token
    )
    return _extension(match, call.numbers["number"])


@call("extension", f"GET {TABLE}/extension", SCOPE, Action.SEE, _("Read the extension of a table"))
def read_extension(call: PlainCall) -> ExtensionAnswer:
    """Read a table's time extension in minutes, with the version."""
    round = call.posted_round
    return _extension(table_of(round, call.numbers["table"]), round.number)


def _extension(match: Match, number: int) -> ExtensionAnswer:
    return ExtensionAnswer(
        round=number,
        table=match.table or 0,
        minutes=match.extension_minutes,
        reason=match.extension_reason,
        version=version_of(table_values(match, "minutes")),
    )


@call("decklist", f"GET {DECKLIST}", SCOPE, Action.SEE, _("Read the decklist of a player"))
def read_decklist(call: PlainCall) -> DecklistValue:
    """Read a player's decklist, public or not, with its version."""
    deck = deck_line(call.event, find_player(call.event, call.numbers["player"])).deck
    return DecklistValue(
        player=call.numbers["player"],
        state=cast(Any, deck.state),
        text=deck.text,
        archetype=deck.archetype,
        version=version_of(deck_values(deck)),
    )


@call(
    "save-decklist",
    f"PUT {DECKLIST}",
    SCOPE,
    Action.DECKS,
    _("Save the decklist of a player"),
    sample={"state": "received", "text": "60 Island", "archetype": "Islands"},
    needs_version=True,
)
def save(call: Call[DecklistBody]) -> DecklistAnswer:
    """Save the state, text and archetype of a player's decklist."""
    body = call.body
    deck: Decklist = save_decklist(
        **call.player,
        state=body.state,
        text=body.text,
        archetype=body.archetype,
        reason=body.reason,
        token=call.token,
    )
    return DecklistAnswer(
        player=call.numbers["player"],
        state=cast(Any, deck.state),
        version=version_of(deck_values(deck)),
    )
