"""Posted rounds with their matches, for programs."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET

from domain.results import Outcome
from domain.table_marks import DREW, LOST, WON
from events.api.answer_values import MatchValue, OneRound, ResultWord, Rounds, RoundValue, Side
from events.core.adapters.stored_rows import players_in_row
from events.models import Match, Round
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import (
    WITHOUT_OPPONENT,
    Games,
    Result,
    Results,
    public_results,
)
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.recorded import shows_results

RESULTS: Mapping[Outcome, ResultWord] = {
    Outcome.WON: "first",
    Outcome.LOST: "second",
    Outcome.DRAWN: "draw",
    Outcome.DOUBLE_LOSS: "double-loss",
    Outcome.BYE: "bye",
    Outcome.UNPAIRED: "unpaired",
}

POSTED: Literal["posted"] = "posted"
COMPLETE: Literal["complete"] = "complete"


def rounds(shown: PublicEvent) -> Rounds:
    """Return every posted round, with results as far as they are public."""
    values = tuple([round_value(shown, posted) for posted in shown.rounds])
    return Rounds(event=shown.event.slug, rounds=values)


def one_round(shown: PublicEvent, number: int) -> OneRound | None:
    """Return a posted round; None if no posted round has this number."""
    posted = shown.round(number)
    if posted is None:
        return None
    value = round_value(shown, posted)
    fields = {name: getattr(value, name) for name in value.__struct_fields__}
    return OneRound(event=shown.event.slug, **fields)


def round_value(shown: PublicEvent, posted: PublicRound) -> RoundValue:
    """Return a posted round with its matches, by table."""
    knows = shows_results(shown, posted)
    games_to_win = posted.stage.games_to_win or shown.event.games_to_win
    results = shown.remember("results", lambda: public_results(shown)) if knows else {}
    matches = tuple(_matches(shown, posted, results, games_to_win))
    return RoundValue(
        number=posted.number,
        stage=posted.stage.number,
        state=COMPLETE if posted.complete else POSTED,
        results=knows,
        games_to_win=games_to_win,
        minutes=posted.minutes,
        posted_at=posted.posted_at,
        matches=matches,
    )


def _matches(
    shown: PublicEvent, posted: PublicRound, results: Results, games_to_win: int
) -> list[MatchValue]:
    matches = []
    seen: set[int] = set()
    for row in _posted_rows(shown).get(posted.id, ()):
        first, second = row["first"], row["second"]
        seen.update(side["number"] for side in players_in_row(row))
        if row.get("seats"):
            matches.append(_table(shown, posted, row, results))
            continue
        known = results.get((posted.number, first["number"]))
        result, games = _result(row["kind"], known, games_to_win)
        matches.append(
            MatchValue(
                table=row["table"],
                kind=row["kind"],
                first=_side(shown, first),
                second=None if second is None else _side(shown, second),
                result=result,
                games=games,
            )
        )
    alone = sorted(
        (player, outcome)
        for (number, player), (outcome, _games) in results.items()
        if number == posted.number and outcome in WITHOUT_OPPONENT and player not in seen
    )
    return matches + [_came_late(shown, number, outcome, games_to_win) for number, outcome in alone]


def _table(
    shown: PublicEvent, posted: PublicRound, row: Mapping[str, Any], results: Results
) -> MatchValue:
    """Return a table of three to five as posted, with its marks once they are public."""
    ended = [results.get((posted.number, player["number"])) for player in row["seats"]]
    marks = "".join(_MARKS[outcome] for outcome, _games in filter(None, ended) if outcome)
    return MatchValue(
        table=row["table"],
        kind="table",
        first=_side(shown, row["first"]),
        second=None,
        result=None,
        games=None,
        seats=tuple(_side(shown, player) for player in row["seats"]),
        marks=marks if len(marks) == len(row["seats"]) else UNSET,
    )


_MARKS = {Outcome.WON: WON, Outcome.DRAWN: DREW, Outcome.LOST: LOST}


def _posted_rows(shown: PublicEvent) -> Mapping[int, Sequence[Mapping[str, Any]]]:
    """Return the posted matches of every round by its key, in one query for all of them."""

    def read() -> dict[int, list[Mapping[str, Any]]]:
        known = {round.id: round.posted_at for round in shown.rounds}
        names = shown.names.without_marks
        rows = Round.objects.posted().filter(pk__in=known)
        # The round may have been unposted in the meantime.
        return {
            pk: [names.row(row) for row in posted or ()]
            for pk, posted_at, posted in rows.values_list("pk", "posted_at", "posted_rows")
            if known[pk] == posted_at
        }

    return shown.remember("posted rows", read)


def _side(shown: PublicEvent, person: Mapping[str, Any]) -> Side:
    # The platform name of a player in a digital event is as public as the player's card.
    platform_id = person.get("platform_id") if shown.event.platform else None
    return Side(
        number=person["number"],
        name=person["name"],
        members=tuple(person.get("members", ())) or UNSET,
        platform_id=platform_id or UNSET,
        points=person["points"],
        record=person["record"],
    )


def _came_late(shown: PublicEvent, number: int, outcome: Outcome, games_to_win: int) -> MatchValue:
    """Return the assigned loss or awarded bye of a late player, which no pairing showed."""
    kind: Literal["bye", "unpaired"] = "bye" if outcome is Outcome.BYE else "unpaired"
    result, games = _result(kind, None, games_to_win)
    row = shown.newest_standings.get(number)
    name = shown.names.unmarked(number, row.name) if row else shown.names.of(number, "")
    side = Side(number=number, name=name, points=0, record="0-0-0")
    return MatchValue(
        table=None,
        kind=kind,
        first=side,
        second=None,
        result=result,
        games=games,
    )


def _result(
    kind: str, known: Result | None, games_to_win: int
) -> tuple[ResultWord | None, Games | None]:
    """Return how a match ended and its games, once they are public."""
    if kind == Match.Kind.BYE:
        return "bye", (games_to_win, 0, 0)
    if kind == Match.Kind.UNPAIRED:
        return "unpaired", (0, 0, 0)
    outcome, games = known or (None, None)
    return (RESULTS[outcome] if outcome else None), games
