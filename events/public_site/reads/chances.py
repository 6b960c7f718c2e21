"""Chances before a cut: for the desk from all results, for players from the public ones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import standings
from events.core.adapters import profile_of, tournament_of
from events.core.stages.queries import entrants_of
from events.models import Enrollment, Event, Match, Round, Stage
from events.public_site.reads.events import PublicEvent, PublicRound
from standings.chances import Chance, Prospect, Result, Situation, Verdict, chances
from standings.profile import Profile


@dataclass(frozen=True, slots=True)
class ShownChances:
    """Chances of the players in a stage that ends with a cut.

    The first `places` players advance, or all players with `threshold` points. `playing`: the round
    whose pairings are known, or None. `rounds_after`: the number of rounds after it. `one_more`: an
    announced condition may add another round; certain outcomes hold either way. `exact`: every
    combination of results was counted.
    """

    by_player: Mapping[int, Chance]
    places: int | None
    threshold: int | None
    playing: int | None
    rounds_after: int
    one_more: bool
    exact: bool

    def of(self, number: int) -> Chance | None:
        """The chance of a player; None for somebody who can't advance."""
        return self.by_player.get(number)

    def badge(self, number: int) -> str:
        """Return the badge of a player: in, out, tiebreakers, draw, win, or nothing."""
        chance = self.by_player.get(number)
        if chance is None:
            return ""
        if chance.verdict is not Verdict.OPEN:
            return chance.verdict.value
        return chance.needs.value if chance.needs in (Result.DRAW, Result.WIN) else ""

    @property
    def decided(self) -> bool:
        """True when there is something to say of anybody."""
        return any(self.badge(number) for number in self.by_player)


@dataclass(frozen=True, slots=True)
class _Known:
    """Knowledge of one audience: points from known results, pairs in progress, eligible players.

    `paired`: the number of rounds of the stage included. `playing`: the round in progress.
    """

    points: dict[int, int]
    pending: tuple[tuple[int, int], ...]
    eligible: frozenset[int]
    paired: int
    playing: int | None


def live_chances(event: Event, after: int) -> ShownChances | None:
    """Return what is possible from everything that is known now, in a fixed number of queries.

    None unless round `after` is the newest complete one of a stage that has a cut to come.
    """
    profile = profile_of(event)
    posted = event.rounds.posted().select_related("stage").defer("posted_rows")
    rounds = list(posted.order_by("number"))
    complete = [round for round in rounds if round.state == Round.State.COMPLETE]
    if not complete or complete[-1].number != after:
        return None
    open_rounds = [round for round in rounds if round.state == Round.State.POSTED]
    stage = rounds[-1].stage
    if len(open_rounds) > 1 or not _has_cut_to_come(stage, profile):
        return None
    playing = open_rounds[0] if open_rounds else None
    rows = standings.compute(tournament_of(event))
    known = _Known(
        points={row.player: row.points for row in rows},
        pending=() if playing is None else _without_result(playing),
        eligible=frozenset(entrant.number for entrant in entrants_of(stage)),
        paired=sum(round.stage_id == stage.pk for round in rounds),
        playing=playing.number if playing else None,
    )
    return _decide(event, profile, stage, known)


def public_chances(shown: PublicEvent) -> ShownChances | None:
    """Return what is possible from published standings and posted pairings only.

    None where the event does not show it to players, or no stage has a cut to come.
    """
    event, newest = shown.event, shown.standings()
    if not event.show_chances or newest is None:
        return None
    stage = Stage.objects.filter(round_set__number=newest.round_number, event=event).first()
    if stage is None or not _has_cut_to_come(stage, shown.profile):
        return None
    in_stage = set(stage.round_set.values_list("number", flat=True))
    posted = [round for round in shown.rounds if round.number > newest.round_number]
    if any(round.number not in in_stage for round in posted):
        return None
    paired = sum(number <= newest.round_number for number in in_stage)
    # With more rounds than one unpublished their pairings tell nothing certain of the last.
    known = _published(shown, stage, paired, posted[0] if len(posted) == 1 else None)
    return _decide(event, shown.profile, stage, known)


def _has_cut_to_come(stage: Stage, profile: Profile) -> bool:
    return (
        stage.kind == Stage.Kind.SWISS
        and stage.cut_by != Stage.Cut.NONE
        and not stage.has_cut
        and stage.rounds is not None
        # A double-sided match has more outcomes than a win, a draw and a loss.
        and not profile.points_per_game
    )


def _without_result(playing: Round) -> tuple[tuple[int, int], ...]:
    waiting = playing.matches.played().outstanding()
    return tuple(waiting.values_list("first__number", "second__number"))


def _published(
    shown: PublicEvent, stage: Stage, paired: int, playing: PublicRound | None
) -> _Known:
    rows = shown.newest_standings.values()
    points = {row.number: row.points for row in rows}
    eligible = {row.number for row in rows if row.state == Enrollment.State.ACTIVE}
    before = stage.event.stages.filter(number__lt=stage.number, has_cut=True).last()
    if before is not None:
        eligible &= set(before.advancing.values_list("number", flat=True))
    if playing is None:
        return _Known(points, (), frozenset(eligible), paired, None)
    posted = Round.objects.filter(pk=playing.id).values_list("posted_rows", flat=True).first()
    pending, paired_players = [], set()
    for row in posted or []:
        pair = [side["number"] for side in (row["first"], row["second"]) if side]
        paired_players.update(pair)
        for number in pair:
            points.setdefault(number, 0)
        if len(pair) == 2:
            pending.append((pair[0], pair[1]))
        elif row["kind"] == Match.Kind.BYE:
            points[pair[0]] += shown.profile.win
    # A player without a match has left.
    still_here = frozenset(eligible & paired_players)
    return _Known(points, tuple(pending), still_here, paired + 1, playing.number)


def _decide(event: Event, profile: Profile, stage: Stage, known: _Known) -> ShownChances | None:
    planned = stage.rounds or 0
    one_more = stage.extra_round and known.paired <= planned
    rounds_after = planned - known.paired + (stage.extra_round and known.paired > planned)
    if rounds_after < 0 or not known.eligible:
        return None
    if rounds_after == 0 and known.playing is None and not one_more:
        return None
    situation = Situation(
        points=known.points,
        pending=known.pending,
        rounds_after=rounds_after,
        places=stage.cut_value if stage.cut_by == Stage.Cut.RANK else None,
        threshold=stage.cut_value if stage.cut_by == Stage.Cut.POINTS else None,
        win=profile.win,
        draw=profile.draw if event.draws_allowed else None,
        loss=profile.loss,
        eligible=known.eligible,
    )
    by_player = chances(situation)
    if one_more:
        longer = chances(replace(situation, rounds_after=rounds_after + 1))
        by_player = {number: _either(by_player[number], longer[number]) for number in by_player}
    return ShownChances(
        by_player=by_player,
        places=situation.places,
        threshold=situation.threshold,
        playing=known.playing,
        rounds_after=rounds_after,
        one_more=one_more,
        exact=all(chance.exact for chance in by_player.values()),
    )


def _either(chance: Chance, other: Chance) -> Chance:
    """Return the outcome that is certain for a player in both possible courses of the event."""
    after = {result: _both(chance.after[result], other.after[result]) for result in chance.after}
    whole = _both(
        Prospect(chance.verdict, chance.tiebreakers), Prospect(other.verdict, other.tiebreakers)
    )
    return Chance(chance.player, whole.verdict, whole.tiebreakers, exact=False, after=after)


def _both(prospect: Prospect, other: Prospect) -> Prospect:
    return prospect if prospect.verdict is other.verdict else Prospect(Verdict.OPEN, None)
