"""Rows and engine values: the only place that turns one into the other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

import pairings
from events.models import Enrollment, Event, Match, Round, Stage
from pairings.types import Pairing, PairingState
from standings.profile import Profile
from standings.types import Match as PlayedMatch
from standings.types import MatchKind, Row, Tiebreaker, Tournament
from standings.types import Stage as StageRounds

_KINDS = {
    (Match.Kind.PLAYED.value, False): MatchKind.PLAYED,
    (Match.Kind.PLAYED.value, True): MatchKind.DOUBLE_LOSS,
    (Match.Kind.BYE.value, False): MatchKind.BYE,
    (Match.Kind.UNPAIRED.value, False): MatchKind.UNPAIRED,
}


def profile_of(event: Event) -> Profile:
    """Return the rule profile that the event is played by."""
    return Profile.from_dict(event.profile)


class _Result(NamedTuple):
    """One match with a result; players by enrollment number."""

    round: int
    first: int
    second: int | None
    games: tuple[int, int, int]
    kind: str
    double_loss: bool


def _results(matches: QuerySet[Match]) -> Iterator[_Result]:
    """Read those of the matches that have a result and are not of a draft, in one query."""
    rows = (
        matches.filter(first_wins__isnull=False)
        .exclude(round__state=Round.State.DRAFT)
        .values_list(
            "round__number",
            "first__number",
            "second__number",
            "first_wins",
            "second_wins",
            "drawn_games",
            "kind",
            "double_loss",
        )
    )
    for number, first, second, won, lost, drawn, kind, double_loss in rows.iterator(2000):
        yield _Result(number, first, second, (won or 0, lost or 0, drawn or 0), kind, double_loss)


def tournament_of(event: Event) -> Tournament:
    """Read everything that standings depend on, in four queries; players by enrollment number.

    Rounds that are drafts and matches without a result stay out. Somebody who left before taking
    part in any round ("did not take part", rules 2.9) is no player of the tournament.
    """
    matches = [
        PlayedMatch(one.round, one.first, one.second, one.games, _KINDS[one.kind, one.double_loss])
        for one in _results(Match.objects.filter(round__event=event))
    ]
    seen = {match.first for match in matches} | {match.second for match in matches}
    people = list(
        Enrollment.objects.filter(event=event).values_list("number", "state").order_by("number")
    )
    return Tournament(
        profile=profile_of(event),
        players=tuple(
            number for number, state in people if number in seen or state == Enrollment.State.ACTIVE
        ),
        stages=_stages_of(event),
        matches=matches,
        disqualified=frozenset(
            number for number, state in people if state == Enrollment.State.DISQUALIFIED
        ),
        seed=event.seed,
    )


def _stages_of(event: Event) -> tuple[StageRounds, ...]:
    rounds: dict[int, list[int]] = {}
    for stage_id, number in Round.objects.filter(event=event).values_list("stage_id", "number"):
        rounds.setdefault(stage_id, []).append(number)
    advancing: dict[int, set[int]] = {}
    through = Stage.advancing.through
    for stage_id, number in through.objects.filter(stage__event=event).values_list(
        "stage_id", "enrollment__number"
    ):
        advancing.setdefault(stage_id, set()).add(number)
    return tuple(
        StageRounds(
            first_round=min(rounds[stage.pk]),
            last_round=max(rounds[stage.pk]),
            swiss=stage.kind == Stage.Kind.SWISS,
            advancing=frozenset(advancing.get(stage.pk, ())) if stage.has_cut else None,
        )
        for stage in Stage.objects.filter(event=event).order_by("number")
        if stage.pk in rounds
    )


def snapshot_rows(event: Event, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Turn computed standings into what a snapshot keeps: JSON, percentages exact as "num/den"."""
    people = {
        number: (name, state)
        for number, name, state in Enrollment.objects.filter(event=event).values_list(
            "number", "name", "state"
        )
    }
    return [_snapshot_row(row, *people[row.player]) for row in rows]


def _snapshot_row(row: Row, name: str, state: str) -> dict[str, Any]:
    main = (Tiebreaker.OMW, Tiebreaker.GW, Tiebreaker.OGW)
    shown = {code.value: _text(row.shown(code)) for code in main}
    return {
        "place": row.place,
        "number": row.player,
        "name": name,
        "state": state,
        "points": row.points,
        "wins": row.wins,
        "losses": row.losses,
        "draws": row.draws,
        "byes": row.byes,
        "rounds": row.rounds,
        **shown,
        "other": {
            code.value: _text(row.shown(code)) for code in row.scales.names if code not in main
        },
        "drawn": row.drawn,
    }


def _text(value: object) -> str | None:
    return None if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be paired: enrollment ids in a stable order, and the state the engine takes."""

    ids: tuple[int, ...]
    state: PairingState


def field_of(event: Event, enrollments: Iterable[Enrollment]) -> Field:
    """Read the state that these enrollments are to be paired from, in one query.

    Match points are those of all Swiss rounds, opponents those of Swiss rounds. The order is the
    enrollment number's, so that a stored seed gives the same pairing again.
    """
    ordered = sorted(enrollments, key=lambda one: one.number)
    index = {one.number: position for position, one in enumerate(ordered)}
    points = [0] * len(ordered)
    byes = [0] * len(ordered)
    opponents: list[set[int]] = [set() for _ in ordered]
    profile = profile_of(event)
    for result in _results(_swiss_matches(event)):
        one = index.get(result.first, -1)
        two = -1 if result.second is None else index.get(result.second, -1)
        if one >= 0 and two >= 0:
            opponents[one].add(two)
            opponents[two].add(one)
        earned = _match_points(profile, result)
        if one >= 0:
            points[one] += earned[0]
            byes[one] += result.kind == Match.Kind.BYE
        if two >= 0:
            points[two] += earned[1]
    return Field(
        tuple(one.pk for one in ordered),
        PairingState(
            points=tuple(points),
            opponents=tuple(frozenset(met) for met in opponents),
            byes=tuple(byes),
        ),
    )


def _swiss_matches(event: Event) -> QuerySet[Match]:
    return Match.objects.filter(round__event=event, round__stage__kind=Stage.Kind.SWISS)


def _match_points(profile: Profile, result: _Result) -> tuple[int, int]:
    """Return the match points of both sides (MTR Appendix C)."""
    won, lost, _drawn = result.games
    if result.double_loss or result.kind == Match.Kind.UNPAIRED:
        return 0, 0
    if won == lost:
        return profile.draw, profile.draw
    return (profile.win, profile.loss) if won > lost else (profile.loss, profile.win)


def proof_of(pairing: Pairing) -> dict[str, Any]:
    """Turn what the engine says of its pairing into JSON for the round."""
    return {
        "cost": asdict(pairing.cost),
        "bound": asdict(pairing.bound),
        "proven": pairing.proven,
        "method": pairing.method,
    }


def awarded_bye(match: Match, number: int) -> bool:
    """Return whether a bye in round `number` was awarded before the event, not drawn."""
    return match.kind == Match.Kind.BYE and match.first.awarded_byes >= number


def cost_by_hand(event: Event, round: Round) -> dict[str, Any]:
    """Return what a draft costs as it stands, as JSON; awarded byes and assigned losses aside."""
    matches = [
        match
        for match in round.matches.select_related("first", "second")
        if match.kind != Match.Kind.UNPAIRED and not awarded_bye(match, round.number)
    ]
    people = [match.first for match in matches] + [m.second for m in matches if m.second]
    field = field_of(event, people)
    index = {pk: position for position, pk in enumerate(field.ids)}
    pairs = [
        (index[match.first_id], index[match.second_id])
        for match in matches
        if match.second_id is not None
    ]
    byes = [index[match.first_id] for match in matches if match.second_id is None]
    return asdict(pairings.cost_of(field.state, pairs, byes[0] if byes else None))


def posted_rows(round: Round) -> list[dict[str, Any]]:
    """Return what players see of a round's pairings: JSON in the order of the tables.

    Points and records are those before the round.
    """
    records = records_before(round)
    return [
        {
            "table": match.table,
            "kind": match.kind,
            "first": _person(match.first, records),
            "second": _person(match.second, records) if match.second else None,
        }
        for match in round.matches.select_related("first", "second").order_by(
            F("table").asc(nulls_last=True), "first__name"
        )
    ]


def _person(one: Enrollment, records: dict[int, tuple[int, str]]) -> dict[str, Any]:
    points, record = records.get(one.number, (0, "0-0-0"))
    return {
        "number": one.number,
        "name": one.name,
        "points": points,
        "record": record,
        "platform_id": one.platform_id,
    }


def records_before(round: Round) -> dict[int, tuple[int, str]]:
    """Return match points and record ("2-1-0") before a round, by enrollment number."""
    profile = profile_of(round.event)
    points: dict[int, int] = {}
    record: dict[int, list[int]] = {}
    earlier = _swiss_matches(round.event).filter(round__number__lt=round.number)
    for result in _results(earlier):
        earned = _match_points(profile, result)
        won, lost, _drawn = result.games
        lost_by_all = result.double_loss or result.kind == Match.Kind.UNPAIRED
        sides = ((result.first, won - lost, earned[0]), (result.second, lost - won, earned[1]))
        for number, ahead, got in sides:
            if number is None:
                continue
            points[number] = points.get(number, 0) + got
            place = 1 if lost_by_all or ahead < 0 else 0 if ahead > 0 else 2
            record.setdefault(number, [0, 0, 0])[place] += 1
    return {number: (points[number], "-".join(map(str, record[number]))) for number in record}
