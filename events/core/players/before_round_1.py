"""Pre-flight check before round 1, when no round exists yet."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from events.core.eligibility.queries import Barred, barred_players, fact_sheet_of
from events.core.players.bye_changes import ByeChange, bye_changes
from events.core.players.queries import in_order, without_platform_id
from events.core.progress.presence import DueRound, Presence, due_round
from events.core.questions.question import digest_of_players
from events.core.seats.table_numbering import tables_value
from events.models import Decklist, Enrollment, Event, FactSheet

# A longer list has a page of its own with a search.
MOST_NAMES = 100
# The minimum time limit of a round at tables (MTR Appendix B).
LEAST_MINUTES = 40

Excluded = Enrollment.Excluded


@dataclass(frozen=True, slots=True)
class Group:
    """Players who may be left out of round 1 for one reason, by name; `why`: of marked ones."""

    code: Excluded
    people: tuple[Enrollment, ...]
    why: tuple[Barred, ...] = ()

    @property
    def key(self) -> str:
        """The key of the question about them."""
        return f"{self.code.value}:{digest_of_players(self.people)}"

    @property
    def lines(self) -> list[tuple[Enrollment, Barred | None]]:
        """The first players, each with the mark that bars them."""
        return [
            (player, self.why[place] if self.why else None)
            for place, player in enumerate(self.people[:MOST_NAMES])
        ]

    @property
    def more(self) -> int:
        """Number of players that the lines leave out."""
        return max(0, len(self.people) - MOST_NAMES)


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to pair round 1: without the groups `codes`; `count` players are paired."""

    codes: tuple[Excluded, ...]
    count: int

    @property
    def value(self) -> str:
        """The codes as the value of a button."""
        return " ".join(self.codes)

    @property
    def code(self) -> str:
        """The code of the only group, or "several"."""
        return self.codes[0].value if len(self.codes) == 1 else "several"


@dataclass(frozen=True)
class BeforeRound1:
    """Open checks before round 1; `short_minutes`: a time limit below the minimum, else 0.

    `due`: round 1. `players`: the active players on the roster, by name. `bye_changes`: players
    whose byes do not follow from today's series standings.
    """

    without_id: tuple[Enrollment, ...]
    short_minutes: int
    due: DueRound
    groups: tuple[Group, ...] = ()
    players: tuple[Enrollment, ...] = ()
    bye_changes: tuple[ByeChange, ...] = ()

    @cached_property
    def byes(self) -> list[Enrollment]:
        """The players with an awarded bye in round 1: they play later and are not absent."""
        return self.due.bye_holders(self.players)

    @property
    def playing(self) -> int:
        """Number of players to pair: the active ones without an awarded bye."""
        return len(self.players) - len(self.byes)

    @property
    def any(self) -> bool:
        """Whether any check is open."""
        return bool(self.without_id or self.short_minutes or self.groups or self.bye_changes)

    @cached_property
    def choices(self) -> list[Choice]:
        """The ways to pair without some players: without each group, and without all of them."""
        codes = [group.code for group in self.groups]
        ways = [(code,) for code in codes]
        if len(codes) > 1:
            ways.append(tuple(codes))  # type: ignore[arg-type]
        choices = [Choice(way, self._paired_without(way)) for way in ways]
        return [choice for choice in choices if choice.count > 1]

    def _paired_without(self, codes: Collection[str]) -> int:
        """Return how many players are paired if the groups `codes` are left out."""
        excluded = self.excluded(codes)
        return self.playing - sum(not self.due.has_bye(player) for player in excluded)

    @property
    def without_absent(self) -> Choice | None:
        """The way to pair without absent players, if no other check is open."""
        if self.without_id or self.short_minutes or self.bye_changes or len(self.groups) != 1:
            return None
        is_absence = self.groups[0].code == Excluded.ABSENT
        return self.choices[0] if is_absence and self.choices else None

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of all players whom a group names."""
        return frozenset(player.number for group in self.groups for player in group.people)

    @property
    def carried(self) -> str:
        """The same numbers as text for one field: thousands of fields would be as many bytes."""
        return tables_value(sorted(self.numbers))

    def excluded(self, codes: Collection[str]) -> dict[Enrollment, Excluded]:
        """Return the players whom these groups leave out, each with the first reason."""
        reasons: dict[Enrollment, Excluded] = {}
        for group in self.groups:
            for player in group.people if group.code in codes else ():
                reasons.setdefault(player, group.code)
        return reasons


def before_round_1(event: Event) -> BeforeRound1:
    """Return the open checks, in a fixed number of queries.

    They list players who are not checked in, if the event has a check-in; players without a
    required decklist (rules, 2.7); players with a mark added after enrollment that bars them (1.4);
    players without an ID on a platform (2.3). A player with a bye is due later, and is in neither
    of the first two groups. A time limit below the minimum is listed, except on a platform, where
    clocks decide; no limit at all is fine.
    """
    short = not event.is_digital and 0 < event.round_minutes < LEAST_MINUTES
    sheet = fact_sheet_of(event)
    players = in_order(event.enrollments.active().select_related("decklist"))
    due = due_round(event)
    return BeforeRound1(
        due=due,
        without_id=tuple(without_platform_id(event)),
        short_minutes=event.round_minutes if short else 0,
        groups=tuple(_groups(event, sheet, due, players)),
        players=tuple(players),
        bye_changes=tuple(bye_changes(event, players)),
    )


def _groups(
    event: Event, sheet: FactSheet, due: DueRound, players: list[Enrollment]
) -> list[Group]:
    # If no player is checked in, the event does not use check-in.
    checks_in = any(player.checked_in for player in players)
    absent = due.those(players, Presence.NOT_HERE) if checks_in else []
    expected = due.those(players, Presence.HERE, Presence.NOT_HERE) if sheet.decklists else []
    without_list = [player for player in expected if _misses_list(player)]
    barred = barred_players(event, players)
    groups = [
        Group(Excluded.ABSENT, tuple(absent)),
        Group(Excluded.DECKLIST, tuple(without_list)),
        Group(Excluded.NOT_ELIGIBLE, tuple(barred), tuple(barred.values())),
    ]
    return [group for group in groups if group.people]


def _misses_list(player: Enrollment) -> bool:
    deck: Decklist | None = getattr(player, "decklist", None)
    return deck is None or not (deck.state or deck.text)
