"""Read the winner of each prize, and the public list, in a fixed number of queries."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import standings
from domain import prize_arithmetic as arithmetic
from domain.prize_arithmetic import NOTHING, Contender, Value
from domain.written_names import marked
from events.core.adapters import profile_of, tournament_of, with_playoff
from events.core.prizes.prize_words import money_words, other_words, value_words, winners_words
from events.core.stages.elimination_results import (
    EliminationResult,
    PlayoffFinish,
    elimination_results,
    playoff_finishes,
)
from events.models import Event, HandedPrize, Prize, PrizeLabel, PrizeList, Stage
from standings.profile import Profile
from standings.row import Row

_SEMIFINAL = 4


@dataclass(frozen=True, slots=True)
class Award:
    """The prizes of one player, by number, with the place and any prize already handed out."""

    number: int
    name: str
    place: int
    value: Value
    currency: str
    handed: HandedPrize | None = None

    @property
    def money(self) -> str:
        """The money in words; empty without any."""
        return money_words(self.value, self.currency)

    @property
    def other(self) -> str:
        """Everything else in words; empty without any."""
        return other_words(self.value, self.currency)

    @property
    def differs(self) -> bool:
        """True if something else was handed out than the player wins now."""
        return self.handed is not None and handed_value(self.handed) != in_columns(self.value)

    @property
    def handed_words(self) -> str:
        """The prizes that were handed out, in words."""
        if self.handed is None:
            return ""
        return value_words(handed_value(self.handed), self.handed.currency)


class Finishes(NamedTuple):
    """How each player finished a playoff, as the report stores it: one of the two, or neither."""

    after_swiss: Mapping[int, PlayoffFinish] | None
    alone: Mapping[int, EliminationResult] | None

    def result_of(self, number: int) -> EliminationResult | None:
        """Return how far a player got in the playoff; None without a place in it."""
        if self.alone is not None:
            return self.alone.get(number)
        finish = None if self.after_swiss is None else self.after_swiss.get(number)
        return None if finish is None else finish.result


def prize_list_of(event: Event) -> PrizeList:
    """Return the prize settings; an unsaved row with the defaults where none are stored."""
    return PrizeList.objects.filter(event=event).first() or PrizeList(event=event)


def value_of(prize: Prize) -> Value:
    """Return the value of a line for each player who wins it."""
    things = (prize.thing,) if prize.thing else ()
    return Value(prize.money, prize.credit, prize.packs, prize.points, things)


def in_columns(value: Value) -> Value:
    """Return a value with its things in one text, as a handed-out prize is stored."""
    return value._replace(things=(", ".join(value.things),) if value.things else ())


def handed_value(handed: HandedPrize) -> Value:
    """Return the value of a prize that was handed out."""
    things = (handed.thing,) if handed.thing else ()
    return Value(handed.money, handed.credit, handed.packs, handed.points, things)


def rule_of(prize: Prize, profile: Profile) -> arithmetic.Prize:
    """Return a line for the arithmetic; a record becomes the match points that it earns."""
    least = prize.least
    if prize.by == Prize.By.RECORD:
        wins, losses, *draws = map(int, prize.record.split("-"))
        least = wins * profile.win + losses * profile.loss + sum(draws) * profile.draw
    by = {Prize.By.PLACE: arithmetic.By.PLACE, Prize.By.LABEL: arithmetic.By.LABEL}
    return arithmetic.Prize(
        by=by.get(Prize.By(prize.by), arithmetic.By.POINTS),
        value=value_of(prize),
        first=prize.first,
        last=prize.last,
        least=least,
        label=prize.label,
        group=prize.group,
    )


def current_awards(event: Event) -> tuple[Award, ...]:
    """Return the prizes won after the newest complete round, by place; empty without a list."""
    if not event.prizes_for:
        return ()
    complete = event.rounds.complete().order_by("-number").values_list("number", flat=True).first()
    if complete is None:
        return ()
    counted = standings.compute(tournament_of(event, complete))
    rows = with_playoff(event, counted, complete)
    finishes = Finishes(playoff_finishes(event, complete), elimination_results(event, complete))
    called = event.enrollments.values_list("number", "name", "namesake")
    names = {number: marked(name, number, namesake) for number, name, namesake in called}
    return awards_of(event, rows, names, finishes)


def awards_of(
    event: Event, rows: Sequence[Row], names: Mapping[int, str], finishes: Finishes
) -> tuple[Award, ...]:
    """Return the prizes won by these standings, by place; five queries, none without a list."""
    if not event.prizes_for:
        return ()
    settings, prizes = prize_list_of(event), list(event.prizes.all())
    contenders = _contenders(event, rows, finishes)
    won = arithmetic.awards(
        contenders,
        [rule_of(prize, profile_of(event)) for prize in prizes],
        arithmetic.Ties(settings.ties),
        one_each=settings.one_each,
    )
    won = _as_agreed(won, contenders, settings)
    handed = {
        made.enrollment.number: made
        for made in HandedPrize.objects.filter(enrollment__event=event).select_related(
            "enrollment", "by"
        )
    }
    places = {row.player: row.place or 0 for row in rows}
    numbers = [own.player for own in contenders if own.player in won or own.player in handed]
    # A player disqualified later may already have received a prize.
    numbers += [number for number in handed if number not in numbers]
    return tuple(
        Award(
            number=number,
            name=names[number],
            place=places.get(number, 0),
            value=won.get(number, NOTHING),
            currency=settings.currency,
            handed=handed.get(number),
        )
        for number in numbers
        if number in names
    )


def _contenders(event: Event, rows: Sequence[Row], finishes: Finishes) -> list[Contender]:
    labels: dict[int, set[str]] = {}
    for number, label in PrizeLabel.objects.filter(enrollment__event=event).values_list(
        "enrollment__number", "label"
    ):
        labels.setdefault(number, set()).add(label)
    playoffs = [stage for stage in event.stages.all() if stage.is_elimination]
    stage = playoffs[-1] if playoffs else None
    return [
        Contender(
            player=row.player,
            points=row.points,
            tie=_tie(row, finishes.result_of(row.player), stage),
            labels=frozenset(labels.get(row.player, ())),
            agreed=_agreed(finishes.result_of(row.player)),
        )
        for row in rows
        if row.place is not None
    ]


def _agreed(result: EliminationResult | None) -> bool:
    """Return whether a player was still in a playoff that the players ended by agreement."""
    return result is not None and result.shares


def _tie(row: Row, result: EliminationResult | None, stage: Stage | None) -> Hashable:
    """Return the key that players with shared places have in common: points, or the round lost."""
    if result is None:
        return "points", row.points
    if _agreed(result):
        return ("left",)
    lost = result.lost_in
    by_match = stage is not None and stage.third_place
    if lost is None or (by_match and lost.bracket_players == _SEMIFINAL):
        return "alone", row.player
    return "lost", lost.number


def left_in_playoff(event: Event, awards: Sequence[Award]) -> list[Award]:
    """Return the awards of the players who ended the playoff by agreement, by place."""
    stages = [stage for stage in event.stages.all() if stage.is_elimination]
    complete = event.rounds.complete().order_by("-number").values_list("number", flat=True).first()
    if not stages or not stages[-1].ended_by_agreement or complete is None:
        return []
    finishes = Finishes(playoff_finishes(event, complete), elimination_results(event, complete))
    return [award for award in awards if _agreed(finishes.result_of(award.number))]


def _as_agreed(
    won: dict[int, Value], contenders: Sequence[Contender], settings: PrizeList
) -> dict[int, Value]:
    """Replace equal shares by the amounts of an agreement, if they add up to the same."""
    amounts = {int(number): int(amount) for number, amount in settings.agreed}
    left = [contender.player for contender in contenders if contender.agreed]
    shared = sum(won.get(player, NOTHING).money for player in left)
    if set(amounts) != set(left) or sum(amounts.values()) != shared:
        return won
    return won | {
        player: won.get(player, NOTHING)._replace(money=amount)
        for player, amount in amounts.items()
    }


class ShownPrize(NamedTuple):
    """One line of the list as players read it; plain texts."""

    who: str
    money: str
    other: str
    group: str = ""


def shown_prizes(event: Event) -> tuple[ShownPrize, ...]:
    """Return the public prize list in the active language.

    Two queries. Empty, without a query, where players do not see prizes.
    """
    if not event.shows_prizes:
        return ()
    currency = prize_list_of(event).currency
    return tuple(shown_prize(prize, currency) for prize in event.prizes.all())


def shown_prize(prize: Prize, currency: str) -> ShownPrize:
    """Return one line of the list in words."""
    value = value_of(prize)
    return ShownPrize(
        winners_words(prize),
        money_words(value, currency),
        other_words(value, currency),
        prize.group,
    )


def prizes_of_place(event: Event, place: int) -> str:
    """Return in words the prize of a place before places are shared; empty without one.

    For players' pages: empty if they do not see prizes. Two queries, or none.
    """
    return prizes_of_places(event, [place]).get(place, "")


def players_of_playoff(stage: Stage) -> frozenset[int]:
    """Return the numbers of players whose place a playoff decides, so that none has a prize yet.

    These play in this playoff, or advance from this stage. `stage`: of the newest posted round. One
    query at most.
    """
    if stage.is_elimination:
        return frozenset(stage.bracket_seats.values_list("enrollment__number", flat=True))
    if stage.has_cut:
        return frozenset(stage.advancing.values_list("number", flat=True))
    return frozenset()


def prize_of_each(event: Event, places: Collection[int]) -> str:
    """Return in words the one prize that all these places bring; empty if they differ."""
    by_place = prizes_of_places(event, places) if places else {}
    prizes = {by_place.get(place, "") for place in places}
    return prizes.pop() if len(prizes) == 1 else ""


def prizes_of_places(event: Event, places: Iterable[int]) -> dict[int, str]:
    """Return the prize of each of these places, as prizes_of_place; two queries at most."""
    if not event.shows_prizes:
        return {}
    currency = prize_list_of(event).currency
    by_place: dict[int, Value] = {}
    wanted = set(places)
    for prize in event.prizes.filter(by=Prize.By.PLACE):
        for place in wanted.intersection(range(prize.first or 0, (prize.last or 0) + 1)):
            by_place[place] = by_place.get(place, NOTHING).plus(value_of(prize))
    return {place: value_words(value, currency) for place, value in by_place.items()}


def in_public(awards: Sequence[Award]) -> tuple[Award, ...]:
    """Return the awards for the public, without the record of what was handed out."""
    return tuple(replace(award, handed=None) for award in awards if not award.value.is_empty)
