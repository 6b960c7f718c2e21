"""Compare cuts, seeds, pods and last rounds with the standings of today.

Each stores the order from which it was made. Nothing here is computed from today's settings. Those
that are imported, or made by an older version, have no recorded basis.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy

from domain.kinds import PreflightCode
from events.core.adapters import StandingsOrder, ranked
from events.core.adapters.stored_rows import same_rows
from events.core.basis.departure import Difference
from events.core.revision_cache import RevisionCache
from events.core.stages.cuts import cut_line, line_in
from events.core.standings.actions import standings_after
from events.models import (
    BracketSeat,
    Enrollment,
    Event,
    PodSeat,
    Report,
    Round,
    Stage,
    StandingsSnapshot,
)

_cache: RevisionCache[tuple[Difference, ...]] = RevisionCache()

_SEATED = {"seeds": PreflightCode.SEEDS_DIFFER, "pods": PreflightCode.PODS_DIFFER}


def has_basis() -> Q:
    """Return the condition for an event in which a basis may have changed."""
    event = OuterRef("pk")
    stages = Stage.objects.filter(_made_from_standings(), event=event)
    rounds = Round.objects.filter(event=event).exclude(state=Round.State.COMPLETE)
    last = rounds.filter(Q(stage__last_by_standings=True) | Q(proof__has_key="order"))
    before = rounds.unposted().filter(
        Exists(
            _corrections(OuterRef("event")).filter(
                match__round__number__lt=OuterRef("number"), at__gt=OuterRef("paired_at")
            )
        )
    )
    out = Enrollment.objects.filter(event=event, state=Enrollment.State.DISQUALIFIED)
    return Q(Exists(stages)) | Q(Exists(last)) | Q(Exists(before)) | Q(Exists(out))


def _made_from_standings() -> Q:
    """Return the condition for a stage with a basis, or with a cut or seats made without one."""
    return Q(basis__isnull=False) | Q(has_cut=True) | is_seated_later()


def _corrections(event: Any) -> QuerySet[Report]:
    """Return the corrections of an event that are official."""
    return Report.objects.official().filter(
        match__round__event=event, source=Report.Source.CORRECTION
    )


def differences(event: Event) -> tuple[Difference, ...]:
    """Compare everything made from standings, cached by the event's whole revision."""
    key = event.pk, event.whole_revision
    kept = _cache.get(key)
    if kept is None:
        kept = tuple(difference for find in _FINDERS for difference in find(event))
        _cache.put(key, kept)
    return kept


def _of_stages(event: Event) -> list[Difference]:
    """Compare cuts, seeds and pods. One query, and at most eight for each of them."""
    departed: list[Difference] = []
    for stage in event.stages.filter(_made_from_standings()).order_by("number"):
        stage.event = event
        if stage.has_cut and stage.basis_of("cut") is None:
            departed += _cut_without_basis(stage)
        # A wrong cut gives wrong seeds and pods, so only the cut is reported.
        if any(_is_cut_before(kept, stage) for kept in departed):
            continue
        for name, code in _SEATED.items():
            departed += _seats(code, stage, name)
        cut = StandingsOrder.stored(stage.basis_of("cut"))
        if cut is not None:
            departed += _cut(stage, cut)
    return departed


def _is_cut_before(difference: Difference, stage: Stage) -> bool:
    return difference.code is PreflightCode.CUT_DIFFERS and difference.number < stage.number


def _cut(stage: Stage, basis: StandingsOrder) -> list[Difference]:
    if not stage.has_cut:
        return []
    rows = ranked(stage.event, basis.order, basis.after)
    inside = line_in(stage, rows)
    order = tuple(row.player for row in rows)
    above, before = order[:inside], frozenset(basis.order[: _above(basis)])
    if frozenset(above) == before:
        return []
    into = tuple(player for player in above if player not in before)
    out = tuple(player for player in basis.order if player in before.difference(above))
    about = tuple(sorted(above))
    code = PreflightCode.CUT_DIFFERS
    return [Difference(code, stage.number, basis.after, about, into, out)]


def _cut_without_basis(stage: Stage) -> list[Difference]:
    """Compare an imported cut, or one of an older version, with today's cut line."""
    line = cut_line(stage)
    advanced = frozenset(stage.advancing.values_list("number", flat=True))
    above = frozenset(line.numbers)
    if not line.rows or above == advanced:
        return []
    order = [row.player for row in line.rows]
    into = tuple(player for player in line.numbers if player not in advanced)
    out = tuple(player for player in order if player in advanced.difference(above))
    about = ("not recorded", *sorted(above))
    code = PreflightCode.CUT_DIFFERS
    return [Difference(code, stage.number, line.after, about, into, out, is_recorded=False)]


def _above(basis: StandingsOrder) -> int:
    """Return how many players were above a cut line."""
    return basis.groups[0] if basis.groups else 0


def _seats(code: PreflightCode, stage: Stage, made: str) -> list[Difference]:
    """Compare seeds or pods with their basis, or with their seats where none is recorded."""
    stored = StandingsOrder.stored(stage.basis_of(made))
    basis = stored or seated_order(stage, made)
    if basis is None:
        return []
    today = _today(stage.event, basis)
    moved = basis.moved(today)
    if not moved:
        return []
    about = today.order if stored else ("not recorded", *today.order)
    is_recorded = stored is not None
    number, after = stage.number, basis.after
    return [Difference(code, number, after, about, moved, is_recorded=is_recorded)]


def _today(event: Event, basis: StandingsOrder) -> StandingsOrder:
    """Return today's order of the same players after the same round."""
    order = [row.player for row in ranked(event, basis.order, basis.after)]
    return StandingsOrder(basis.after, tuple(order), basis.groups)


def _of_last_rounds(event: Event) -> list[Difference]:
    """Compare incomplete rounds with the order by which they were paired. One query."""
    departed: list[Difference] = []
    rounds = event.rounds.exclude(state=Round.State.COMPLETE)
    set_by_hand = [kind for kind in Stage.Kind if kind.has_set_rounds]
    rounds = rounds.filter(stage__kind__in=set_by_hand)
    for round in rounds.select_related("stage").defer("posted_rows"):
        round.event = round.stage.event = event
        if (round.stage.last_by_standings or round.is_by_standings) and not round.stage.pods:
            departed += _of_last_round(event, round)
        if not departed and round.is_unposted:
            departed += _paired_before(event, round)
    return departed


def _of_last_round(event: Event, round: Round) -> list[Difference]:
    after = round.number - 1
    if round.seed is None:
        # An imported round has no stored order.
        return []
    if round.stage.pairs_by_standings(round.place_in_stage) is not round.is_by_standings:
        about: tuple[object, ...] = (round.is_by_standings,)
        code = PreflightCode.LAST_ROUND_DIFFERS
        by_standings = round.is_by_standings
        return [Difference(code, round.number, after, about, by_standings=by_standings)]
    if not round.proof.get("order"):
        return []
    order = tuple(round.proof["order"])
    basis = StandingsOrder.of(after, order, _tables(order, round.proof.get("bye")))
    today = _today(event, basis)
    moved = basis.moved(today)
    if not moved:
        return []
    return [Difference(PreflightCode.ORDER_DIFFERS, round.number, after, today.order, moved)]


def _tables(order: Sequence[int], bye: int | None) -> list[int]:
    """Return the sizes of the groups in an order: two at a table, and one player for the bye."""
    if bye not in order:
        return [2] * (len(order) // 2) + [1] * (len(order) % 2)
    above = order.index(bye)
    if above % 2:
        # An odd number of players ranks above the bye: one of them meets a player below it.
        return [1] * len(order)
    return [2] * (above // 2) + [1] + [2] * ((len(order) - above - 1) // 2)


def _paired_before(event: Event, round: Round) -> list[Difference]:
    """Find corrections since an unposted round was paired. One query."""
    if round.paired_at is None or round.seed is None or round.is_by_standings:
        return []
    corrected = _corrections(event).filter(
        match__round__number__lt=round.number, at__gt=round.paired_at
    )
    made = tuple(corrected.order_by("pk").values_list("pk", flat=True))
    if not made:
        return []
    return [Difference(PreflightCode.PAIRED_BEFORE, round.number, round.number - 1, made)]


def _of_standings(event: Event) -> list[Difference]:
    """Compare the newest published standings if a disqualification was recorded or undone since.

    Every correction publishes a revision of its own. Two queries without such a change.
    """
    snapshots = StandingsSnapshot.objects.filter(round__event=event, withdrawn=False)
    newest = snapshots.select_related("round").defer("basis", "round__posted_rows")
    published = newest.order_by("-round__number", "-revision").first()
    if published is None:
        return []
    without_place = {row["number"] for row in published.rows if row["place"] is None}
    state = Enrollment.State.DISQUALIFIED
    out = set(event.enrollments.filter(state=state).values_list("number", flat=True))
    if without_place == out:
        return []
    number = published.round.number
    rows, _basis = standings_after(event, number)
    if same_rows(published.rows, rows):
        return []
    about = tuple((row["place"], row["number"], row["points"]) for row in rows)
    return [Difference(PreflightCode.STANDINGS_DIFFER, number, number, about)]


_FINDERS: Sequence[Callable[[Event], Iterable[Difference]]] = (
    _of_stages,
    _of_last_rounds,
    _of_standings,
)


_WORDS = {
    "cut": gettext_lazy(
        "The standings that this cut was confirmed from are unknown: it was imported, or confirmed "
        "before this version. It is compared with today’s standings."
    ),
    "seeds": gettext_lazy(
        "The standings that these seeds follow from are unknown: the bracket was imported, or "
        "seated before this version. It is compared with today’s standings."
    ),
    "pods": gettext_lazy(
        "The standings that these pods follow from are unknown: they were imported, or drawn "
        "before this version. They are compared with today’s standings."
    ),
}


def is_seated_later() -> Q:
    """Return the condition for a stage with seated players that is not the first."""
    own = OuterRef("pk")
    in_bracket = Exists(BracketSeat.objects.filter(stage=own))
    in_pod = Exists(PodSeat.objects.filter(stage=own))
    return Q(in_bracket | in_pod, number__gt=1)


def seated_order(stage: Stage, made: str) -> StandingsOrder | None:
    """Return the order that the "seeds" or "pods" of a stage show; None if they show none.

    The first stage is drawn at random, and seats that staff swapped show no order. Three queries at
    most.
    """
    if stage.number == 1 or not (stage.is_elimination if made == "seeds" else stage.pods):
        return None
    after = stage.event.rounds.filter(stage__number__lt=stage.number).count()
    if made == "seeds":
        seeds = stage.bracket_seats.order_by("seed").values_list("enrollment__number", flat=True)
        order = list(seeds)
        sizes = [1] * len(order)
    else:
        seats = stage.pod_seats.order_by("pod", "seat").values_list("pod", "enrollment__number")
        rows = list(seats)
        order = [player for _pod, player in rows]
        sizes = [len(list(pod)) for _number, pod in groupby(rows, itemgetter(0))]
        drawing = stage.pod_drawings.last()
        if drawing is not None and drawing.by_hand:
            return None
    return StandingsOrder.of(after, order, sizes) if after and order else None


def not_recorded_words(stage: Stage, made: str) -> str:
    """Say that the standings behind a cut, seeds or pods are not known; "" if they are."""
    if stage.basis_of(made) is not None:
        return ""
    is_made = stage.has_cut if made == "cut" else seated_order(stage, made) is not None
    return str(_WORDS[made]) if is_made else ""
