"""Everything the final report says of an event, in a fixed number of queries."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import F, prefetch_related_objects

import standings
from domain.results import result_of
from domain.written_names import marked
from events.core.adapters import members_by_number, profile_of, tournament_with, with_playoff
from events.core.adapters.match_results import KINDS, DecidedTable
from events.core.adapters.round_matches import seats_by_match
from events.core.cards.open_decks import shows_archetypes
from events.core.decks.archetypes import Archetypes, archetype_names, archetypes_of
from events.core.eligibility.queries import fact_sheet_of
from events.core.judging.appeal_queries import appeals_of
from events.core.players.shown_names import ShownNames
from events.core.prizes.queries import Award, Finishes, awards_of, in_public
from events.core.progress.recommended_rounds import announced_rounds
from events.core.report.report_values import (
    Correction,
    Person,
    Report,
    ReportLine,
    ReportMatch,
    ReportRound,
)
from events.core.results.result_audit import certified_rounds
from events.core.revision_cache import RevisionCache
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.bracket_values import Picture
from events.core.stages.elimination_results import (
    elimination_results,
    playoff_finishes,
    winners_of,
)
from events.models import (
    BracketSeat,
    Enrollment,
    Event,
    Game,
    Match,
    Penalty,
    TableSeat,
)
from events.models import Report as MatchReport
from standings.row import Row
from standings.types import Match as PlayedMatch
from standings.types import Tournament


@dataclass(frozen=True, slots=True)
class _Settled:
    """The complete rounds and their standings: no result of a round in progress changes them.

    A correction, a drop, another name: each moves the event's `public_revision`.
    """

    matches: Mapping[int, tuple[ReportMatch, ...]] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()


# The live page polls while results arrive. An event of 10,000 players takes some 20 MB, so only a
# few are cached.
_cache: RevisionCache[_Settled] = RevisionCache(most=2)


def event_report(event: Event, names: ShownNames | None = None) -> Report:
    """Read the report of an event as it is now; unposted rounds stay out.

    With `names` it is for everyone: players as they are called in public.
    """
    people = _people(event, names)
    # The standings, the facts and the bracket use them too.
    prefetch_related_objects([event], "stages")
    key = (event.pk, event.created_at, event.public_revision)
    # Public reports are built once per revision and stored as pages.
    settled = (_cache.get(key) if names is None else None) or _Settled()
    rounds = _rounds(event, people, settled.matches)
    complete = [round.number for round in rounds if round.complete]
    after = complete[-1] if complete else None
    profile = profile_of(event)
    rows = settled.rows
    if after is not None and not rows:
        rows = _standings(event, after, people, rounds)
        played = {round.number: round.matches for round in rounds if round.complete}
        if names is None:
            _cache.put(key, _Settled(played, rows))
    columns, digits = profile.ranked_by, profile.digits
    lines = tuple([ReportLine(row, people[row.player], columns, digits) for row in rows])
    finishes = None if after is None else playoff_finishes(event, after)
    eliminated = None if after is None else elimination_results(event, after)
    return Report(
        event=event,
        profile=profile,
        columns=columns,
        standings_after=after,
        standings=lines,
        rounds=rounds,
        drops=_drops(people),
        penalties=tuple(
            Penalty.objects.filter(enrollment__event=event).select_related("enrollment", "given_by")
        ),
        appeals=tuple(appeals_of(event)),
        staff=tuple(event.staff.select_related("user")),
        players=sum(person.dropped_after != 0 for person in people.values()),
        enrolled=len(people),
        announced=announced_rounds(list(event.stages.all()), len(rounds)),
        playoff=BracketSeat.objects.filter(stage__event=event).exists(),
        elimination_results=eliminated,
        finishes=finishes,
        certified=certified_rounds(event),
        public=names is not None,
        corrections=_corrections(event),
        prizes=_prizes(event, lines, Finishes(finishes, eliminated), public=names is not None),
        sheet=fact_sheet_of(event),
        archetypes=_archetypes(event, public=names is not None),
        table_endings=_table_endings(event),
        winners=_winners(event, lines, after),
    )


def _winners(
    event: Event, lines: Sequence[ReportLine], after: int | None
) -> tuple[ReportLine, ...]:
    places = {line.person.number: line.row.place for line in lines}
    first = frozenset[int]() if after is None else winners_of(event, places, after)
    return tuple(line for line in lines if line.person.number in first)


def _table_endings(event: Event) -> dict[str, int]:
    """Count the games at tables of three to five by how they ended, other than by play."""
    if not event.at_tables:
        return {}
    official = Match.objects.of_posted_rounds().of_tables().filter(round__event=event)
    games = Game.objects.filter(report__in=official.values("official_report"))
    return Counter(games.values_list("ending", flat=True))


def _corrections(event: Event) -> tuple[Correction, ...]:
    """Return the corrected results in one query; public pages show only their number."""
    corrected = Match.objects.of_posted_rounds().filter(
        round__event=event, official_report__source=MatchReport.Source.CORRECTION
    )
    report = "official_report"
    rows = corrected.select_related(
        *("round", "first", "second", report),
        *(f"{report}__account", f"{report}__enrollment", f"{report}__replaces"),
    )
    return tuple(
        _correction(match, match.official_report)
        for match in rows.order_by("round__number", "table", "pk")
        if match.official_report is not None
    )


def _correction(match: Match, made: MatchReport) -> Correction:
    before = made.replaces
    return Correction(
        round_number=match.round.number,
        table=match.table,
        players=" – ".join(filter(None, match.names)),
        before="" if before is None else before.result.figures,
        after=made.result.figures,
        reason=made.reason,
        by=made.who,
        at=made.at,
    )


def _archetypes(event: Event, *, public: bool) -> Archetypes | None:
    """Return the archetypes of a finished event, in one query where no deck has one."""
    if not event.is_finished or (public and not shows_archetypes(event)):
        return None
    if not archetype_names(event):
        return None
    return archetypes_of(event)


def _prizes(
    event: Event, lines: tuple[ReportLine, ...], finishes: Finishes, *, public: bool
) -> tuple[Award, ...]:
    """Return who wins which prize, as the players of the lines are called."""
    if not lines or (public and not event.shows_prizes):
        return ()
    names = {line.person.number: line.person.name for line in lines}
    won = awards_of(event, [line.row for line in lines], names, finishes)
    return in_public(won) if public else won


def newest_bracket(event: Event, names: ShownNames | None = None) -> Picture | None:
    """Return the bracket of the event's last playoff; None without one. Three queries at most.

    With `names` it is for everyone, as for `event_report`.
    """
    stages = [stage for stage in event.stages.all() if stage.is_elimination]
    return bracket_picture(stages[-1], names=names) if stages else None


def _people(event: Event, names: ShownNames | None) -> dict[int, Person]:
    columns = (
        "number",
        "name",
        "platform_id",
        "state",
        "first_round",
        "dropped_after",
        "dropped_silently",
        "dropped_by_report__source",
    )
    rows = Enrollment.objects.filter(event=event).order_by("number")
    people = {}
    for *row, namesake in rows.values_list(*columns, "namesake"):
        person = Person(*row)
        called = person.name if names else marked(person.name, person.number, namesake)
        people[person.number] = person._replace(name=called)
    for number, members in members_by_number(event).items():
        people[number] = people[number]._replace(members=tuple(members))
    if names is not None:
        people = {number: _as_called(person, names) for number, person in people.items()}
    return people


def _as_called(person: Person, names: ShownNames) -> Person:
    """Return a player with only what public pages show."""
    stored = {"number": person.number, "name": person.name, "members": [*person.members]}
    shown = names.person(stored)
    return person._replace(
        name=shown["name"], members=tuple(shown.get("members", ())), platform_id=""
    )


def _rounds(
    event: Event, people: dict[int, Person], settled: Mapping[int, tuple[ReportMatch, ...]]
) -> tuple[ReportRound, ...]:
    """Return the posted rounds; the matches of `settled` ones are not read again."""
    rows = (
        Match.objects.filter(round__event=event)
        .of_posted_rounds()
        .exclude(round__number__in=list(settled))
        .order_by("round__number", F("table").asc(nulls_last=True), "kind", "first__number")
        .values_list(
            "round__number",
            "table",
            "kind",
            "first__number",
            "second__number",
            "first_wins",
            "second_wins",
            "drawn_games",
            "double_loss",
            "seat_results",
            "marks",
            "pk",
        )
    )
    seated = _seated(event, people) if event.at_tables else {}
    matches: dict[int, list[ReportMatch]] = {}
    for number, table, kind, first, second, won, lost, drawn, double_loss, seats, marks, pk in rows:
        result = None
        if won is not None and lost is not None and drawn is not None:
            result = result_of(won, lost, drawn, double_loss, seats, marks)
        other = None if second is None else people[second]
        match = ReportMatch(table, kind, people[first], other, result, seated.get(pk, ()))
        matches.setdefault(number, []).append(match)
    shown = event.rounds.posted().select_related("stage")
    return tuple(
        ReportRound(
            number=round.number,
            stage_kind=round.stage.kind,
            playoff=round.stage.is_elimination,
            complete=round.is_complete,
            matches=settled.get(round.number) or tuple(matches.get(round.number, ())),
            bracket_players=round.bracket_players,
        )
        for round in shown.defer("posted_rows", "proof").order_by("number")
    )


def _seated(event: Event, people: dict[int, Person]) -> dict[int, tuple[Person, ...]]:
    """Return the players of tables of three to five by seat, by the key of the match. One query."""
    seats = TableSeat.objects.filter(match__round__event=event)
    numbers = seats_by_match(seats, "enrollment__number")
    return {match: tuple(people[number] for (number,) in rows) for match, rows in numbers.items()}


def _standings(
    event: Event, after: int, people: dict[int, Person], rounds: tuple[ReportRound, ...]
) -> tuple[Row, ...]:
    tournament = _tournament(event, people, rounds, after)
    return tuple(with_playoff(event, standings.compute(tournament, after), after))


def _tournament(
    event: Event, people: dict[int, Person], rounds: tuple[ReportRound, ...], after: int
) -> Tournament:
    """Return the value of `tournament_of` after a round, from players and results already read."""
    counted = [round for round in rounds if round.number <= after]
    entrants = [
        (person.number, person.state, person.first_round, person.dropped_after)
        for person in people.values()
    ]
    played = [
        PlayedMatch(
            round.number,
            match.first.number,
            None if match.second is None else match.second.number,
            match.result.counts,
            KINDS[match.kind, match.result.double_loss],
        )
        for round in counted
        for match in round.matches
        if match.result is not None and not match.is_table
    ]
    tables = [
        DecidedTable(round.number, match.numbers, match.result.marks)
        for round in counted
        for match in round.matches
        if match.result is not None and match.is_table
    ]
    return tournament_with(event, entrants, played, after, tables)


def _drops(people: dict[int, Person]) -> tuple[Person, ...]:
    """Return the players who dropped, in the order of the rounds, then of their numbers."""
    gone = [
        (person.dropped_after, person.number)
        for person in people.values()
        if person.dropped_after is not None
    ]
    return tuple(people[number] for _after, number in sorted(gone))
