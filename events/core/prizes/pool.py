"""The prize pool: its income by entries, the payout of the list, the rest, and fitting amounts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.prize_arithmetic import By, Value, fitted, total, values_of_places
from events.core.adapters import profile_of
from events.core.prizes.amounts import digits_of
from events.core.prizes.lines import text_of
from events.core.prizes.prize_words import winners_words
from events.core.prizes.queries import rule_of
from events.core.progress.queries import stage_statuses
from events.models import Event, Prize, PrizeLabel, PrizeList

# Fitted amounts are multiples of this in a currency without minor units, else of one whole unit:
# a desk has the notes and coins for them.
STEP_WITHOUT_MINOR_UNITS = 100


@dataclass(frozen=True, slots=True)
class Pool:
    """The prize pool of an event in minor units, and the payout of its list.

    `planned` counts prizes by place and by label; prizes by record depend on the results
    (`by_record`). `fitting`: lines whose amounts use up the pool; empty where nothing is left over.
    """

    entries: int
    total: int
    planned: Value
    by_record: bool
    fitting: str = ""

    @property
    def left(self) -> int:
        """The rest of the pool; negative where the list pays more."""
        return self.total - self.planned.money


def entries_of(event: Event) -> int:
    """Return how many players take part in the event. One query."""
    return event.enrollments.took_part().count()


class Unreachable(NamedTuple):
    """A prize that no player can win, by its winners in words.

    `most`: how many players there are, or have its label; for a record or points the match points
    that the planned rounds give at most.
    """

    prize: Prize
    winners: str
    most: int


def unreachable_prizes(event: Event, prizes: Iterable[Prize]) -> list[Unreachable]:
    """Return the prizes that no player can win; places and points only once a round is paired.

    A fixed number of queries.
    """
    most = _most_by_kind(event) if event.rounds.exists() else {}
    labels = Counter(
        PrizeLabel.objects.filter(enrollment__event=event).values_list("label", flat=True)
    )
    unreachable = []
    for prize in prizes:
        rule = rule_of(prize, profile_of(event))
        can = labels[prize.label] if rule.by is By.LABEL else most.get(rule.by)
        needs = rule.least if rule.by is By.POINTS else rule.first
        if can is not None and needs > can:
            unreachable.append(Unreachable(prize, winners_words(prize), can))
    return unreachable


def _most_by_kind(event: Event) -> dict[By, int]:
    """Return the last place, and the most match points if the number of rounds is known."""
    most = {By.PLACE: entries_of(event)}
    counting = [status for status in stage_statuses(event) if not status.stage.is_elimination]
    planned = [status.planned for status in counting if status.planned is not None]
    if len(planned) == len(counting):
        rounds = sum(planned) + sum(status.stage.extra_round for status in counting)
        most[By.POINTS] = rounds * profile_of(event).most
    return most


def pool_of(event: Event, settings: PrizeList, prizes: Sequence[Prize], entries: int) -> Pool:
    """Return the prize pool of an event for a number of entries, with the payout of its list."""
    rules = [rule_of(prize, profile_of(event)) for prize in prizes]
    values = values_of_places(rules, entries)
    for rule in rules:
        if rule.by is By.LABEL:
            values += [rule.value] * (rule.last - rule.first + 1)
    pool = settings.per_entry * entries + settings.added
    planned = total(values)
    fitting = _fitting(settings, prizes, entries, pool) if pool != planned.money else ""
    return Pool(
        entries=entries,
        total=pool,
        planned=planned,
        by_record=any(rule.by is By.POINTS for rule in rules),
        fitting=fitting,
    )


def _fitting(settings: PrizeList, prizes: Sequence[Prize], entries: int, pool: int) -> str:
    """Return the lines with money by place changed so that everything adds up to the pool."""
    by_place = [prize for prize in prizes if prize.by == Prize.By.PLACE and prize.money]
    reached = [prize for prize in by_place if prize.first <= entries]
    labels = sum(
        prize.money * (prize.last - prize.first + 1)
        for prize in prizes
        if prize.by == Prize.By.LABEL
    )
    left = pool - labels
    if not reached or left <= 0:
        return ""
    lines = [(prize.money, min(prize.last, entries) - prize.first + 1) for prize in reached]
    digits = digits_of(settings.currency)
    new = fitted(left, lines, 10**digits if digits else STEP_WITHOUT_MINOR_UNITS)
    amounts = dict(zip((id(prize) for prize in reached), new, strict=True))
    before = [prize.money for prize in prizes]
    for prize in prizes:
        prize.money = amounts.get(id(prize), prize.money)
    text = text_of(prizes, settings.currency)
    for prize, money in zip(prizes, before, strict=True):
        prize.money = money
    return text
