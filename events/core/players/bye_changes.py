"""Byes that a series earned: awarded at enrollment, and compared until round 1 is paired."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.core.event_write import Write
from events.core.search import likely_key
from events.core.series.bye_rewards import Earned, earned_byes
from events.models import Enrollment, Event, Verb

COLUMNS = ["awarded_byes", "byes_series", "byes_place"]


@dataclass(frozen=True, slots=True)
class ByeChange:
    """A player whose byes differ from today's series standings; `earned` None: no byes there.

    `by_name`: the place belongs to another player of the organisation with the same name.
    `earlier`: the address is the same, but the place was earned under this other name.
    """

    player: Enrollment
    earned: Earned | None
    by_name: bool = False
    earlier: str = ""

    @property
    def byes(self) -> int:
        """Number of byes that the series gives today."""
        return self.earned.byes if self.earned else 0

    @property
    def is_certain(self) -> bool:
        """Whether address and name both identify the player as the person who earned the byes."""
        return not self.by_name and not self.earlier


def bye_columns(byes: int, earned: Earned | None) -> dict[str, Any]:
    """Return an enrollment's columns for `byes` given by staff or earned, whichever are more."""
    if earned is None or earned.byes < byes:
        return {"awarded_byes": byes}
    return {
        "awarded_byes": earned.byes,
        "byes_series": earned.series,
        "byes_place": earned.place,
    }


def earned_for_journal(player: Enrollment) -> dict[str, Any]:
    """Return the journal data of earned byes; empty for byes that staff gave."""
    if not player.byes_series:
        return {}
    return {
        "earned": player.awarded_byes,
        "series": player.byes_series,
        "place": player.byes_place,
    }


def bye_changes(event: Event, players: Collection[Enrollment]) -> list[ByeChange]:
    """Return the players whose byes do not follow from today's series. One query without a series.

    Staff may have given more byes; these stay. A player known only by the same name is proposed
    once per name, and only if no second player has it. For a player known only by the address, the
    earlier name is returned; byes that such a player already has are not asked about again.
    """
    earned = earned_byes(event)
    earlier = earlier_names(event, earned, {each.player_id: each.name for each in players})
    changes: list[ByeChange] = []
    rest: list[Enrollment] = []
    for player in players:
        own = earned.get(player.player_id)
        if own is not None:
            differs = player.awarded_byes != own.byes
            if differs and (player.byes_series or player.awarded_byes < own.byes):
                doubted = "" if player.byes_series else earlier.get(player.player_id, "")
                changes.append(ByeChange(player, own, earlier=doubted))
        else:
            rest.append(player)
    names = _earned_by_name(earned, players) if rest and earned else {}
    return changes + _of_others(rest, names)


def earlier_names(
    event: Event, earned: Mapping[int, Earned], names: Mapping[int, str]
) -> dict[int, str]:
    """Return the newest earlier name of the people who earned byes and had none of these names.

    `names`: by player key. An address that another person types must not bring that person's byes.
    One query, none if no player in `names` earned any.
    """
    ours = earned.keys() & names.keys()
    if not ours:
        return {}
    before = Enrollment.objects.filter(player__in=ours).exclude(event=event)
    known: dict[int, list[str]] = defaultdict(list)
    for player, name in before.order_by("event__date", "pk").values_list("player", "name"):
        known[player].append(name)
    return {
        player: theirs[-1]
        for player, theirs in known.items()
        if likely_key(names[player]) not in map(likely_key, theirs)
    }


def _of_others(
    players: Iterable[Enrollment], names: Mapping[str, Earned | None]
) -> list[ByeChange]:
    """Return the bye changes of players whom no series has by their key."""
    changes = []
    for player in players:
        own = names.get(likely_key(player.name))
        if own is not None and player.awarded_byes < own.byes:
            changes.append(ByeChange(player, own, by_name=True))
        elif player.byes_series and (own is None or player.awarded_byes != own.byes):
            changes.append(ByeChange(player, own))
    return changes


def _earned_by_name(
    earned: Mapping[int, Earned], players: Collection[Enrollment]
) -> dict[str, Earned | None]:
    """Return the byes that players who are not enrolled earned, by name. One query.

    None for a name that two of them share.
    """
    enrolled = {player.player_id for player in players}
    here: dict[str, int] = {}
    for player in players:
        key = likely_key(player.name)
        here[key] = here.get(key, 0) + 1
    names: dict[str, Earned | None] = {}
    absent = [key for key in earned if key not in enrolled]
    known = Enrollment.objects.filter(player__in=absent).order_by("event__date", "pk")
    newest = dict(known.values_list("player", "name"))
    for player_key, name in newest.items():
        key = likely_key(name)
        if here.get(key) == 1:
            names[key] = None if key in names else earned[player_key]
    return names


def award_earned_byes(write: Write, changes: Iterable[ByeChange]) -> int:
    """Award the players the byes of the series, as a part of a write; return how many changed."""
    changed = list(changes)
    entries = []
    for change in changed:
        player, before = change.player, change.player.awarded_byes
        player.byes_series, player.byes_place = "", 0
        for name, value in bye_columns(0, change.earned).items():
            setattr(player, name, value)
        data = {"changed": {"awarded_byes": [before, player.awarded_byes]}}
        entries.append((player, data | earned_for_journal(player)))
    Enrollment.objects.bulk_update([change.player for change in changed], COLUMNS, batch_size=500)
    if entries:
        write.journal_of_players(Verb.ENROLLMENT_CHANGED, entries)
    return len(changed)


def bring_byes_up_to_date(write: Write) -> int:
    """Update earned byes of the players of an event that has not started; return how many changed.

    A player known only by the name or the address is left to the question before round 1.
    """
    active = write.event.enrollments.filter(state=Enrollment.State.ACTIVE)
    changes = bye_changes(write.event, list(active.order_by("number")))
    return award_earned_byes(write, [change for change in changes if change.is_certain])
