"""Results sent by programs: games of a match of two, marks of a table of three to five."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType

from domain.table_marks import LARGEST_TABLE
from events.api.declared import Asked, Body, Call
from events.api.value_types import TableNumber
from events.core.refusals import RefusedError
from events.core.results.match_rules import MatchRules
from events.core.results.round_rules import rules_of
from events.core.results.slips import Slip, parse_slip
from events.models.report import flags_as_seats

Count = Annotated[int, Meta(ge=0, le=99)]
WhichSide = Literal["first", "second"]
SentGames = tuple[Count, Count, Count]
SentDrops = Annotated[tuple[WhichSide, ...], Meta(max_length=2)]
SentMarks = Annotated[str, Meta(pattern="^([wdl]{3,5}|[1-5]{3,5})$")]
SeatDrops = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=LARGEST_TABLE)], ...], Meta(max_length=LARGEST_TABLE)
]
Ended = Literal["", "time", "conceded", "not-played"]
ENDINGS = {"": "", "time": "t", "conceded": "c", "not-played": "n"}


class ResultBody(Asked, frozen=True, kw_only=True):
    """A result: games won by the first, by the second, and drawn; players who drop after it.

    Of a table of three to five: `marks`, `ended` and `seat_drops`. A correction of a complete round
    needs a reason. If the table has a different result, answer the question `result-differs` with
    `replace` or `keep`. If both players drop, answer the question `both-drop` with `both`, `first`,
    `second` or `neither`.
    """

    games: SentGames | UnsetType = UNSET
    double_loss: bool = False
    drops: SentDrops = ()
    marks: SentMarks | UnsetType = UNSET
    ended: Ended = ""
    seat_drops: SeatDrops = ()


class TableResult(Body, frozen=True, kw_only=True):
    """The result of a table in a list: games as in a single result; players who drop.

    Of a table of three to five: `marks`, one per seat, `ended` if the game did not end normally,
    and `seat_drops`.
    """

    table: TableNumber
    games: SentGames | UnsetType = UNSET
    double_loss: bool = False
    drops: SentDrops = ()
    marks: SentMarks | UnsetType = UNSET
    ended: Ended = ""
    seat_drops: SeatDrops = ()


SentResult = ResultBody | TableResult


def slip_of(sent: SentResult, table: int, rules: MatchRules) -> Slip:
    """Return a result as a slip; RefusedError for impossible marks."""
    if sent.marks is not UNSET:
        return _slip_of_table(sent, sent.marks, table, rules)
    if rules.of_tables:
        raise RefusedError(_seats_words(table, rules), "games")
    if sent.games is UNSET:
        words = _("A result needs games, or marks of a table of three to five.")
        raise RefusedError(words, "games")
    first, second = (side in sent.drops for side in ("first", "second"))
    return Slip.of(*sent.games, sent.double_loss, drop_first=first, drop_second=second)


def _slip_of_table(sent: SentResult, marks: str, table: int, rules: MatchRules) -> Slip:
    """Parse the marks like the entry box does, where a letter precedes places."""
    if not rules.of_tables:
        raise RefusedError(_("This match has two players: send its games."), "marks")
    if len(marks) != rules.seats_at(table):
        raise RefusedError(_seats_words(table, rules), "marks")
    typed = f"p{marks}" if marks.isdecimal() else marks
    words = [typed, ENDINGS[sent.ended]]
    if sent.seat_drops:
        leaves = (seat in sent.seat_drops for seat in range(1, LARGEST_TABLE + 1))
        words.append(f"x{flags_as_seats(leaves)}")
    try:
        return parse_slip([word for word in words if word], rules, table)
    except RefusedError as refused:
        raise RefusedError(refused.message, "marks") from refused


def _seats_words(table: int, rules: MatchRules) -> str:
    words = _("Table %(table)d has %(seats)d seats: send a mark for each seat.")
    return words % {"table": table, "seats": rules.seats_at(table)}


def rules_for(call: Call[Any], sent: Iterable[SentResult]) -> MatchRules:
    """Return the rules to parse results with; games of matches of two need none."""
    if not call.event.at_tables and all(each.marks is UNSET for each in sent):
        return MatchRules()
    return rules_of(call.posted_round)


def slips_of(call: Call[Any], name: str, results: Sequence[TableResult]) -> list[tuple[int, Slip]]:
    """Return the slips of a list by table; a refusal names its place in the list `name`."""
    rules = rules_for(call, results)
    slips = []
    for place, sent in enumerate(results):
        try:
            slips.append((sent.table, slip_of(sent, sent.table, rules)))
        except RefusedError as refused:
            raise RefusedError(refused.message, f"{name}[{place}].{refused.field}") from refused
    return slips
