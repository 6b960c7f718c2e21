"""What an event archive says, as values; docs/archive-format.md explains every key."""

import datetime
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from events.models import Event, Round, Stage
from standings.profile import PROFILES, Profile

FORMAT = "event-archive"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ArchivedPlayer:
    """One player; `number` is the id in the file and the enrollment's number."""

    number: int
    name: str
    email: str = ""
    platform_id: str = ""
    awarded_byes: int = 0
    first_round: int = 1
    checked_in: bool = False
    fixed_table: int | None = None


@dataclass(frozen=True, slots=True)
class ArchivedStage:
    """One stage; `advance` None means that everybody goes on, `proposed` a number not fixed."""

    kind: str
    rounds: int
    advance: tuple[int, ...] | None = None
    proposed: bool = False


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """One match; `games` None means that its result is not in yet."""

    kind: str
    first: int
    second: int | None
    table: int | None
    games: tuple[int, int, int] | None
    double_loss: bool = False
    extension_minutes: int = 0


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """One round with its matches in the order of the file."""

    number: int
    stage: int
    matches: tuple[ArchivedMatch, ...]
    state: str
    seed: int | None = None
    changed_by_hand: bool = False
    paired_at: datetime.datetime | None = None
    posted_at: datetime.datetime | None = None
    started_at: datetime.datetime | None = None
    completed_at: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class ArchivedDrop:
    """A player who left after round `after_round`; 0 means before round 1."""

    player: int
    after_round: int
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class ArchivedPenalty:
    """What was applied to a player, in round `round` or outside the rounds."""

    player: int
    infraction: str
    penalty: str
    round: int | None = None
    note: str = ""
    given_at: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
    """The event itself; everything from `time_zone` on has a default in the file."""

    name: str
    date: datetime.date
    game_format: str
    games_to_win: int
    profile: Profile
    state: str
    seed: int
    time_zone: str = "UTC"
    venue: str = ""
    draws_allowed: bool = True
    round_minutes: int = 50
    platform: str = ""
    late_policy: str = Event.LatePolicy.LOSSES.value
    first_table: int = 1
    restrictions: str = ""
    finished_at: datetime.datetime | None = None


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole event, checked: every player is known, every round is possible.

    `standings` are the rounds whose standings are published; `published` is what another system
    printed, as it stands in the file.
    """

    event: ArchivedEvent
    players: tuple[ArchivedPlayer, ...]
    stages: tuple[ArchivedStage, ...]
    rounds: tuple[ArchivedRound, ...]
    drops: tuple[ArchivedDrop, ...]
    standings: tuple[int, ...]
    penalties: tuple[ArchivedPenalty, ...] = ()
    published: dict[str, Any] | None = None


def implied_profile(win: int, draw: int, loss: int, floor: Fraction, games_to_win: int) -> Profile:
    """The rule profile that the five `rules` of an archive stand for.

    Raises ProfileError, a ValueError, for points or a floor that can't be.
    """
    use_games = games_to_win > 1  # One-game matches: GW% and OGW% are not used (rules, 3.1).
    name = "custom"
    for base in (PROFILES["mtr"], PROFILES["one-third"]):
        if (win, draw, loss, floor) == (base.win, base.draw, base.loss, base.floor):
            name = base.name
    shown_floored = name != PROFILES["one-third"].name
    return Profile(
        name,
        win=win,
        draw=draw,
        loss=loss,
        floor=floor,
        show_own_gw_floored=shown_floored,
        use_games=use_games,
    )


def floor_text(floor: Fraction) -> str:
    """The floor as the format writes it: "0.33" where that is exact, else "1/3"."""
    for digits in range(7):
        scaled = floor * 10**digits
        if scaled.denominator == 1:
            whole, rest = divmod(scaled.numerator, 10**digits)
            return f"{whole}.{rest:0{digits}d}" if digits else str(whole)
    return f"{floor.numerator}/{floor.denominator}"


def implied_seed(name: str, date: datetime.date) -> int:
    """The seed of an event whose archive brings none: the same on every machine."""
    digest = sha256(f"{name}\n{date.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def implied_round_state(matches: tuple[ArchivedMatch, ...]) -> str:
    """A round with every result is complete, any other is being played."""
    done = all(match.games is not None for match in matches)
    return Round.State.COMPLETE.value if done else Round.State.POSTED.value


def implied_state(stages: tuple[ArchivedStage, ...], rounds: tuple[ArchivedRound, ...]) -> str:
    """An event without rounds is being set up; one with all its rounds complete is finished."""
    if not rounds:
        return Event.State.SETUP.value
    planned = sum(stage.rounds for stage in stages)
    complete = sum(round.state == Round.State.COMPLETE for round in rounds)
    return (Event.State.FINISHED if complete == planned else Event.State.RUNNING).value


def implied_standings(
    stages: tuple[ArchivedStage, ...], rounds: tuple[ArchivedRound, ...]
) -> tuple[int, ...]:
    """Published where the file does not say: after the last complete Swiss round and the last."""
    complete = [round for round in rounds if round.state == Round.State.COMPLETE]
    swiss = [round.number for round in complete if stages[round.stage - 1].kind == Stage.Kind.SWISS]
    return tuple(sorted({*swiss[-1:], *(round.number for round in complete[-1:])}))
