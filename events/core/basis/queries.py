"""Find confirmed decisions that no longer follow from their basis.

Everything made from standings stores its basis, which `comparisons` compares with today. Prizes and
certificates have a basis of their own: what was handed out, what was withdrawn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from domain.kinds import PreflightCode
from domain.written_names import written_name
from events.core.basis.comparisons import differences, has_basis
from events.core.basis.departure import Departure, Difference
from events.core.guards import has_results
from events.core.prizes.queries import current_awards
from events.models import Certification, Event, HandedPrize, PreflightAnswer, Round, Stage


def departures(event: Event) -> tuple[Departure, ...]:
    """Return everything that no longer follows from its basis, answered or not; cuts first.

    One query if no basis can have changed.
    """
    may_differ = _may_differ(event)
    compared = [
        *(differences(event) if may_differ.made else ()),
        *(_prizes(event) if may_differ.handed else ()),
        *(_certificates(event) if may_differ.withdrawn else ()),
    ]
    if not compared:
        return ()
    wanted = {number for made in compared for number in (*made.into, *made.out)}
    people = event.enrollments.filter(number__in=wanted)
    names = {player.number: written_name(player) for player in people}
    rounds = list(event.rounds.select_related("stage").defer("posted_rows").order_by("number"))
    departed = [_departure(difference, names, rounds) for difference in compared]
    return tuple(departure for departure in departed if _still_matters(departure))


class _MayDiffer(NamedTuple):
    """Whether anything was made from standings, handed out, or has lost its certification."""

    made: bool
    handed: bool
    withdrawn: bool


def _may_differ(event: Event) -> _MayDiffer:
    """Return which comparisons an event needs. One query."""
    certificates = Certification.objects.filter(
        round__event=OuterRef("pk"), withdrawn_table__isnull=False
    )
    handed = HandedPrize.objects.filter(enrollment__event=OuterRef("pk"))
    asked = Event.every.filter(pk=event.pk).annotate(
        made=has_basis(), handed=Exists(handed), withdrawn=Exists(certificates)
    )
    return _MayDiffer._make(asked.values_list(*_MayDiffer._fields).get())


def open_departures(event: Event) -> tuple[Departure, ...]:
    """Return the departures without an answer. One query more if there are any.

    A finished event has none: it must be reopened first.
    """
    departed = () if event.is_finished else departures(event)
    if not departed:
        return ()
    keys = [departure.key for departure in departed]
    answers = PreflightAnswer.objects.filter(round__event=event, key__in=keys)
    answered = set(answers.values_list("key", flat=True))
    return tuple(departure for departure in departed if departure.key not in answered)


def _departure(difference: Difference, names: dict[int, str], rounds: Sequence[Round]) -> Departure:
    made = [round for round in rounds if round.number > difference.after]
    if difference.code in (PreflightCode.ORDER_DIFFERS, PreflightCode.LAST_ROUND_DIFFERS):
        made = [round for round in rounds if round.number >= difference.number]
    first = made[0] if made else None
    return Departure(
        code=difference.code,
        number=difference.number,
        after=difference.after,
        digest=difference.digest,
        into=tuple(names.get(number, str(number)) for number in difference.into),
        out=tuple(names.get(number, str(number)) for number in difference.out),
        round=first,
        is_played=first is not None and (len(made) > 1 or first.is_complete or has_results(first)),
        by_standings=difference.by_standings,
        is_recorded=difference.is_recorded,
    )


def _still_matters(departure: Departure) -> bool:
    """Return whether a decision is open: the pairing of a complete round is final (rules, 1.9)."""
    of_round = (PreflightCode.ORDER_DIFFERS, PreflightCode.LAST_ROUND_DIFFERS)
    round = departure.round
    return departure.code not in of_round or round is None or not round.is_complete


def _prizes(event: Event) -> list[Difference]:
    """Compare the prizes handed out with those that players win now."""
    differing = [award for award in current_awards(event) if award.differs]
    if not differing:
        return []
    about = tuple((award.number, award.handed_words, award.value) for award in differing)
    players = tuple(award.number for award in differing)
    return [Difference(PreflightCode.PRIZES_DIFFER, 0, 0, about, players)]


def _certificates(event: Event) -> list[Difference]:
    """Find rounds whose certification a correction withdrew. One query."""
    rows = Certification.objects.filter(round__event=event).order_by("round__number", "pk")
    newest: dict[int, Certification] = {}
    for certification in rows.select_related("round").defer("round__posted_rows"):
        newest[certification.round.number] = certification
    return [
        Difference(PreflightCode.NOT_CERTIFIED, number, number, (made.withdrawn_table, made.at))
        for number, made in newest.items()
        if not made.holds and made.withdrawn_table is not None
    ]


def departures_of_stage(stage: Stage) -> tuple[Departure, ...]:
    """Return the departures of a stage for its own pages, answered or not."""
    departed = departures_of_seats(stage)
    return tuple(made for made in departed if made.number == stage.number)


def departures_of_seats(stage: Stage) -> tuple[Departure, ...]:
    """Return the departures of a bracket or pods, and of the cuts that seat players there."""
    return tuple(
        made
        for made in departures(stage.event)
        if made.is_of_a_stage
        if made.number == stage.number or (made.is_cut and made.number < stage.number)
    )


def departure_of(event: Event, code: str, number: int) -> Departure | None:
    """Return the departure of this kind in a stage or round; None if it follows from its basis."""
    return next(
        (made for made in departures(event) if (made.code, made.number) == (code, number)), None
    )
