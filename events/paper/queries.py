"""Printed pages of a round: pairings by table or by name, and slips."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from domain.names import by_family_name, by_name
from events.core.adapters import members_by_number, records_before
from events.core.progress.presence import expected_players
from events.core.results.assigned_losses import recorded_losses
from events.core.rounds.queries import matches_of, sides
from events.models import Enrollment, Event, Match, PenaltyKind, Round, Stage

SEATS = "ABC"


@dataclass(frozen=True, slots=True)
class Side:
    """A player on paper, with the record before the round; `members` are those of a team.

    `losses`: recorded game and match losses that have not been applied yet.
    """

    player: Enrollment
    record: str
    members: Sequence[str] = ()
    losses: Sequence[PenaltyKind] = ()


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match on paper; `second` is None for a bye or an assigned loss.

    `at_table`: the players of a table of three to five by seat, of whom `first` is the first.
    """

    match: Match
    first: Side
    second: Side | None
    at_table: tuple[Side, ...] = ()

    @property
    def seats(self) -> list[tuple[str, str, str]]:
        """The seats of two teams of three: seat, who plays there, against whom."""
        if self.second is None or not self.match.round.by_seats:
            return []
        names = zip_longest(self.first.members, self.second.members, fillvalue="")
        return [(seat, own, other) for seat, (own, other) in zip(SEATS, names, strict=False)]


@dataclass(frozen=True, slots=True)
class NameLine:
    """One player's line in the list by name; `seat`: at a table of three to five, else 0."""

    table: int | None
    kind: str
    own: Side
    other: Side | None
    seat: int = 0


def paper_matches(round: Round) -> list[PaperMatch]:
    """Return the matches of a round in the order of the tables."""
    records = records_before(round)
    members = members_by_number(round.event)
    recorded = recorded_losses(round)
    papers = []
    for match in matches_of(round):
        losses = recorded.get(match.pk, ())
        people = [
            Side(
                player,
                record,
                members.get(player.number, ()),
                [loss.penalty for loss in losses if loss.enrollment == player],
            )
            for player, record in sides(match, records)
        ]
        if match.is_table:
            papers.append(PaperMatch(match, people[0], None, tuple(people)))
        else:
            papers.append(PaperMatch(match, people[0], people[1] if len(people) > 1 else None))
    return papers


def _place(player: Enrollment, *, is_team: bool) -> tuple[str, str, int]:
    """Return the sort key of a player in a list: by family name; a team by its name."""
    if is_team:
        name, number = by_name(player.name, player.number, player.reading)
        return name, "", number
    return by_family_name(player.name, player.number, player.reading, player.sort_name)


def lines_by_name(matches: Iterable[PaperMatch]) -> list[NameLine]:
    """Return a line for each player, by family name; for each team, by its name."""
    lines, is_team = [], False
    for paper in matches:
        is_team = paper.match.round.event.is_for_teams
        table, kind = paper.match.table, paper.match.kind
        if paper.at_table:
            lines += [
                NameLine(table, kind, side, None, seat)
                for seat, side in enumerate(paper.at_table, 1)
            ]
            continue
        lines.append(NameLine(table, kind, paper.first, paper.second))
        if paper.second is not None:
            lines.append(NameLine(table, kind, paper.second, paper.first))
    return sorted(lines, key=lambda line: _place(line.own.player, is_team=is_team))


@dataclass(frozen=True, slots=True)
class PaperPage:
    """Printable parts of an event: its rounds, drafts with drawn seats, seated playoffs."""

    rounds: list[Round]
    drafts: list[Stage]
    playoffs: list[Stage]
    players: int


def paper_page(event: Event) -> PaperPage:
    """Return what can be printed, in four queries."""
    stages = event.stages.order_by("number")
    return PaperPage(
        rounds=list(event.rounds.order_by("number")),
        drafts=list(stages.filter(pod_seats__isnull=False).distinct()),
        playoffs=list(stages.filter(bracket_seats__isnull=False).distinct()),
        players=expected_players(event).count(),
    )


def players_by_name(event: Event) -> list[Enrollment]:
    """Return everyone who plays, by family name; after a cut those who advanced. Three queries.

    Teams are sorted by their names.
    """
    is_team = event.is_for_teams
    return sorted(expected_players(event), key=lambda player: _place(player, is_team=is_team))


def at_tables(
    matches: Iterable[PaperMatch], *, tables: Collection[int] = (), outstanding: bool = False
) -> list[PaperMatch]:
    """Return the matches at tables: of `tables` where any are named, or without a result only."""
    return [
        paper
        for paper in matches
        if paper.match.table is not None
        and (not tables or paper.match.table in tables)
        and not (outstanding and paper.match.has_result)
    ]


def in_cutting_order(matches: Iterable[PaperMatch], a_page: int) -> list[list[PaperMatch]]:
    """Return the matches at tables as pages of slips, for one cut through the whole stack.

    The first slip of every page gives the first stack, the second slip the next one, so that the
    cut stacks laid on each other are in the order of the tables.
    """
    played = [paper for paper in matches if paper.match.table is not None]
    pages = -(-len(played) // a_page)
    return [played[page::pages] for page in range(pages)]
