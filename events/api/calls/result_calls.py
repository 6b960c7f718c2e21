"""Results of tables: read, enter, correct, confirm, undo."""

from typing import Annotated, Any, cast

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, UnsetType, structs

from domain.kinds import Source
from events.api.answer_values import Games, Value
from events.api.calls.sent_results import (
    ResultBody,
    TableResult,
    WhichSide,
    rules_for,
    slip_of,
    slips_of,
)
from events.api.declared import ROUND, TABLE, Asked, Body, Call, PlainCall, Sent, call, version_of
from events.core.basis.basis_words import departure_words
from events.core.basis.queries import open_departures
from events.core.edit_conflicts import check_token, token_of_values
from events.core.guards import table_of
from events.core.progress.edited_tables import table_values
from events.core.results.actions import enter_result, keep_result
from events.core.results.list_actions import enter_results
from events.core.results.report_actions import disputed, undo_result
from events.core.results.slips import Slip
from events.core.stages.playoff_actions import choose_play
from events.core.standings.correction_actions import correct_result
from events.models import Event, Match, Report, TokenScope
from events.web.access import Action

RESULT, RESULTS = f"{TABLE}/result", TokenScope.RESULTS
MOST_AT_ONCE = 200


class ResultsBody(Asked, frozen=True, kw_only=True):
    """Results of tables of a round, one per table, and answers as for a single result."""

    results: Annotated[tuple[TableResult, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class FirstBody(Body, frozen=True, kw_only=True):
    """The player who plays first in game 1."""

    first: WhichSide


class NoLongerFollows(Value, frozen=True, kw_only=True):
    """A confirmed decision that no longer follows from the standings it was based on.

    `what` and `number`: a cut, seeds or pods by their stage, all others by their round.
    `can_be_undone`: none of it has been played; the desk has the button.
    """

    what: str
    number: int
    text: str
    can_be_undone: bool


class DisputedReport(Value, frozen=True, kw_only=True):
    """A report that contradicts the official result; `source`: how it was submitted."""

    games: Games
    double_loss: bool
    source: Source
    marks: str | UnsetType = UNSET


class TableAnswer(Value, frozen=True, kw_only=True):
    """A table: player numbers, result, and the version that If-Match takes.

    `source`: how the result was submitted, null without one. `disputed`: reports that contradict
    it, until staff confirm or correct it. `kept`: staff decided for its report. `plays_first`: in
    game 1 of a playoff match, null until recorded. `marks`: the result of a table of three to five,
    one per seat. `no_longer_follows`: after a correction, decisions based on the old result.
    """

    round: int
    table: int
    players: tuple[int, ...]
    games: Games | None
    double_loss: bool
    source: Source | None
    kept: bool
    disputed: tuple[DisputedReport, ...]
    plays_first: WhichSide | None
    version: str
    marks: str | UnsetType = UNSET
    no_longer_follows: tuple[NoLongerFollows, ...] = ()


class ResultsAnswer(Value, frozen=True, kw_only=True):
    """The tables whose result was entered; tables that already had it are left out."""

    number: int
    tables: tuple[int, ...]


def _match(call: Call[Sent]) -> Match:
    return table_of(call.posted_round, call.numbers["table"])


def _result_values(match: Match) -> dict[str, Any]:
    return {"result": match.official_report_id}


def _check_version(call: Call[Sent], match: Match) -> None:
    check_token(call.token, _result_values(match))


@call(
    "enter",
    f"POST {RESULT}",
    RESULTS,
    Action.ENTER_RESULT,
    _("Enter a result"),
    sample={"games": [2, 1, 0]},
    takes_version=True,
)
def enter(call: Call[ResultBody]) -> TableAnswer:
    """Enter the result of a table; a different one is stored as a dispute, with a question."""
    _check_version(call, _match(call))
    enter_result(
        **call.who,
        **call.numbers,
        slip=_slip(call),
        source=Report.Source.PROGRAM,
        given=call.given,
    )
    return _table(call)


def _slip(call: Call[ResultBody]) -> Slip:
    return slip_of(call.body, call.numbers["table"], rules_for(call, [call.body]))


def _table(call: Call[Sent]) -> TableAnswer:
    match = _match(call)
    official = match.official_report
    return TableAnswer(
        round=match.round.number,
        table=match.table or 0,
        players=tuple(player.number for player in match.players),
        games=match.games,
        double_loss=match.double_loss,
        marks=match.marks or UNSET,
        source=Source(official.origin) if official else None,
        kept=bool(official and official.kept_source),
        disputed=tuple(
            DisputedReport(
                games=(report.result.first_wins, report.result.second_wins, report.result.drawn),
                double_loss=report.result.double_loss,
                marks=report.marks or UNSET,
                source=Source(report.origin),
            )
            for report in disputed(match)
        ),
        plays_first=cast("WhichSide | None", match.play_first or None),
        version=version_of({**_result_values(match), **table_values(match, "first")}),
    )


@call(
    "enter-results",
    f"POST {ROUND}/results",
    RESULTS,
    Action.ENTER_RESULT,
    _("Enter a list of results"),
    sample={"results": [{"table": 1, "games": [2, 1, 0]}, {"table": 2, "games": [0, 2, 0]}]},
)
def enter_list(call: Call[ResultsBody]) -> ResultsAnswer:
    """Enter the results of several tables, all or none.

    The questions of all tables are returned together; nothing is stored until they are answered.
    """
    tables = enter_results(
        **call.who,
        **call.numbers,
        results=slips_of(call, "results", call.body.results),
        source=Report.Source.PROGRAM,
        given=call.given,
    )
    return ResultsAnswer(number=call.numbers["number"], tables=tuple(tables))


@call(
    "table",
    f"GET {RESULT}",
    RESULTS,
    Action.SEE,
    _("Read a table, published or not"),
)
def read_table(call: PlainCall) -> TableAnswer:
    """Return a table of a posted round with its result, published or not."""
    return _table(call)


@call(
    "correct",
    f"PUT {RESULT}",
    RESULTS,
    Action.ENTER_RESULT,
    _("Correct a result"),
    sample={"games": [2, 0, 0], "reason": "slip misread"},
    needs_version=True,
)
def correct(call: Call[ResultBody]) -> TableAnswer:
    """Replace a result while the round is played; correct it afterwards, with a reason."""
    match = _match(call)
    _check_version(call, match)
    slip = _slip(call)
    if match.round.is_posted:
        seen = match.result.text if match.result else None
        enter_result(
            **call.who,
            **call.numbers,
            slip=slip,
            replace=seen,
            source=Report.Source.PROGRAM,
            given=call.given,
        )
        return _table(call)
    call.desk.check(Action.CORRECT)
    token = token_of_values(table_values(match, "score"))
    correct_result(**call.who, **call.numbers, slip=slip, reason=call.body.reason, token=token)
    return structs.replace(_table(call), no_longer_follows=_no_longer_follows(call.event.pk))


def _no_longer_follows(event_id: int) -> tuple[NoLongerFollows, ...]:
    """Return the decisions that no longer follow from the event's current standings."""
    return tuple(
        NoLongerFollows(
            what=departure.code.value,
            number=departure.number,
            text=departure_words(departure),
            can_be_undone=departure.is_taken_back,
        )
        for departure in open_departures(Event.objects.get(pk=event_id))
    )


@call(
    "undo",
    f"DELETE {RESULT}",
    RESULTS,
    Action.ENTER_RESULT,
    _("Undo a result"),
    takes_version=True,
)
def undo(call: PlainCall) -> TableAnswer:
    """Undo the newest result of a table."""
    match = _match(call)
    _check_version(call, match)
    undo_result(**call.who, **call.numbers, report=match.official_report_id or 0)
    return _table(call)


@call(
    "keep-result",
    f"POST {RESULT}/keep",
    RESULTS,
    Action.ENTER_RESULT,
    _("Keep a disputed result"),
    needs_version=True,
)
def keep(call: PlainCall) -> TableAnswer:
    """Confirm the official result of a table against contradicting reports."""
    match = _match(call)
    _check_version(call, match)
    keep_result(**call.who, **call.numbers, seen=match.result_text)
    return _table(call)


@call(
    "play-first",
    f"PUT {TABLE}/first",
    RESULTS,
    Action.ENTER_RESULT,
    _("Record who plays first in a playoff match"),
    sample={"first": "second"},
    needs_version=True,
)
def play_first(call: Call[FirstBody]) -> TableAnswer:
    """Record who plays first in game 1 of a playoff match: the better seed chooses."""
    choose_play(**call.who, **call.numbers, first=call.body.first, token=call.token)
    return _table(call)
