"""Re-pairing options for a posted round with problems, for the head judge."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.core.adapters import RoundPlayer, players_by_key, repairing_field
from events.core.guards import find_round
from events.core.refusals import RefusedError
from events.core.repairing.options import Move, RepairingOption, Seat, repairing_options
from events.core.repairing.problems import RoundProblems, problems_of
from events.core.repairing.quality import Quality, quality_as_posted
from events.core.rounds.unpaired_players import matches_to_change, unpaired_players
from events.models import Event, GameReport, Match, Repairing, Report, Round, Stage

TABLES_ARE_NOT_RE_PAIRED = gettext_lazy(
    "Tables of three to five are not re-paired once the round is posted. Unpost the round to seat "
    "it again, or play it as it is."
)


@dataclass(frozen=True, slots=True)
class RepairingPage:
    """Data of the re-pairing page.

    `plans`: side by side, the fewest changes first. `unpaired`: active players with no match or an
    assigned loss; `joining`: those of them whom the plans include. `playing_on`: the number of
    tables that do not change. `last`: the newest re-pairing in effect; `can_undo`: its tables have
    no result since. `as_posted`: the quality of the round if it is left unchanged.
    `reported_games`: tables of which a player reported a game. `token`: of the re-pairings and
    decisions so far.
    """

    plans: tuple[RepairingOption, ...]
    unpaired: tuple[RoundPlayer, ...]
    joining: tuple[RoundPlayer, ...]
    playing_on: int
    last: Repairing | None
    can_undo: bool
    problems: RoundProblems
    as_posted: Quality
    reported_games: frozenset[int]
    token: str

    @property
    def changing(self) -> list[RepairingOption]:
        """The plans that change something, without those between that are no better."""
        return [
            plan
            for plan in self.plans
            if plan.changes and (plan.kind != Repairing.Plan.BETWEEN or self.gains(plan))
        ]

    def gains(self, plan: RepairingOption) -> bool:
        """Return whether a plan is better than to leave the round."""
        own, posted = plan.quality, self.as_posted
        if own.matches != posted.matches or (own.bye is None) != (posted.bye is None):
            return own.matches > posted.matches
        return own.cost < posted.cost

    @property
    def recommended(self) -> RepairingOption | None:
        """The best pairing with the fewest changes; None if the round needs none."""
        return self.plans[0] if self.plans[0].changes else None


def round_to_re_pair(event: Event, number: int) -> Round:
    """Return a round that is being played and can be re-paired; RefusedError otherwise."""
    round = find_round(event, number, "playing")
    stage = round.stage
    if stage.is_tables:
        raise RefusedError(TABLES_ARE_NOT_RE_PAIRED)
    if stage.kind != Stage.Kind.SWISS:
        raise RefusedError(_("Pairings in this stage are fixed by its schedule or its bracket."))
    if round.is_by_standings:
        raise RefusedError(_("This round was paired by standings, so no re-pairing is available."))
    return round


def repairing_page(
    event: Event, round: Round, joining: Collection[int], keep: Collection[int]
) -> RepairingPage:
    """Return the plans for a posted round, in a fixed number of queries.

    `joining`: numbers of players to pair as well; `keep`: tables that are being played.
    """
    matches = matches_to_change(round)
    out = unpaired_players(round)
    chosen = _chosen(out, joining)
    field = repairing_field(event, round, matches, chosen, reported_tables(round) | set(keep))
    history = list(round.repairings.select_related("account").order_by("id"))
    changes = [made for made in history if made.is_change and made.undone_at is None]
    last = changes[-1] if changes else None
    points_now = {
        player.number: points
        for player, points in zip(field.people, field.posted.state.points, strict=True)
    }
    return RepairingPage(
        plans=repairing_options(event, round, field, matches),
        unpaired=tuple(out),
        joining=chosen,
        playing_on=len(field.posted.locked),
        last=last,
        can_undo=last is not None and not has_result_since(last),
        problems=problems_of(event, round, matches, out, points_now, history),
        as_posted=quality_as_posted(field),
        reported_games=frozenset(
            table
            for table in GameReport.objects.filter(
                match__round=round, match__table__isnull=False, undone_at__isnull=True
            ).values_list("match__table", flat=True)
            if table is not None
        ),
        token=repairing_token(history),
    )


def repairing_token(history: Sequence[Repairing]) -> str:
    """Return the version token of a round's re-pairings and decisions."""
    undone = sum(made.undone_at is not None for made in history)
    return f"{history[-1].pk if history else 0}/{undone}"


def plans_of_round(
    event: Event, round: Round, joining: Collection[int], keep: Collection[int]
) -> tuple[RepairingOption, ...]:
    """Return only the plans of `repairing_page`."""
    matches = matches_to_change(round)
    chosen = _chosen(unpaired_players(round), joining)
    field = repairing_field(event, round, matches, chosen, reported_tables(round) | set(keep))
    return repairing_options(event, round, field, matches)


def _chosen(unpaired: Iterable[RoundPlayer], joining: Collection[int]) -> tuple[RoundPlayer, ...]:
    return tuple(player for player in unpaired if player.number in joining)


def has_result_since(repairing: Repairing) -> bool:
    """Return whether a table changed by a re-pairing has a result or a report, so that it stays."""
    here = Match.objects.filter(
        round=repairing.round_id, first__in=[row["first"] for row in repairing.after]
    )
    since = {"match__in": here, "at__gt": repairing.at, "undone_at__isnull": True}
    return Report.objects.filter(**since).exists() or GameReport.objects.filter(**since).exists()


def can_be_better(event: Event, number: int) -> bool:
    """Return whether a plan for a posted round is better than to leave it."""
    try:
        round = round_to_re_pair(event, number)
    except RefusedError:
        return False
    return plans_of_round(event, round, (), ())[0].changes


def reported_tables(round: Round, *, longer: bool = True) -> set[int]:
    """Return the tables with a report, which are being played.

    `longer`: those with a time extension too.
    """
    reports = Report.objects.filter(match__round=round, undone_at__isnull=True)
    tables = set(reports.values_list("match__table", flat=True))
    if longer:
        given = round.matches.filter(extension_minutes__gt=0)
        tables |= set(given.values_list("table", flat=True))
    return {table for table in tables if table}


def swap_at(match: Match) -> Repairing | None:
    """Return the newest change of a match's round if it is a swap that moved this match."""
    newest = match.round.repairings.all().newest_change()
    is_here = newest is not None and any(row["table"] == match.table for row in newest.after)
    return newest if newest and is_here and newest.plan == Repairing.Plan.SWAP else None


@dataclass(frozen=True, slots=True)
class RepairingSheet:
    """Changes of a re-pairing, for paper: the moved players, and the tables concerned."""

    repairing: Repairing
    moves: tuple[Move, ...]


def repairing_sheet(repairing: Repairing) -> RepairingSheet:
    """Return the changes of a re-pairing. One query."""
    people = players_by_key(repairing.enrollment_ids)

    def seats(rows: Iterable[dict[str, int | str | None]]) -> dict[int, Seat]:
        by_player: dict[int, Seat] = {}
        for row in rows:
            first, second = people[int(row["first"] or 0)], people.get(int(row["second"] or 0))
            table = None if row["table"] is None else int(row["table"])
            has_bye = row["kind"] == Match.Kind.BYE
            by_player[first.pk] = Seat(table, second, has_bye)
            if second is not None:
                by_player[second.pk] = Seat(table, first)
        return by_player

    before, after = seats(repairing.before), seats(repairing.after)
    nothing = Seat(None, None)
    moves = [Move(people[pk], before.get(pk, nothing), seat) for pk, seat in after.items()]
    return RepairingSheet(
        repairing, tuple(sorted(moves, key=lambda move: (move.player.name, move.player.number)))
    )
