"""What an event archive says, as values; docs/archive-format.md explains every key."""

import datetime
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from events.models import Event, Round, Stage
from standings.profile import PROFILES, Profile

# No stage has more; Swiss rounds say how many they have.
MOST_ROUNDS = 99


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
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ArchivedWish:
    """In which pod, perhaps on which seat of it, a player has to sit; both from 1."""

    player: int
    pod: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class ArchivedStage:
    """One stage; what is not said here is as in models.Stage.

    - `rounds` None: the number follows from who plays. `proposed`: a number not fixed yet.
    - `advance` None: everybody goes on, or who does is not confirmed.
    - `pods`: the ids by pod and seat; empty while they are not drawn, None without a draft.
    - `bracket`, `bracket_seats`: the ids of a playoff by seed and by seat; empty before.
    """

    kind: str
    rounds: int | None
    advance: tuple[int, ...] | None = None
    proposed: bool = False
    extra_round: bool = False
    last_by_standings: bool = False
    pods: tuple[tuple[int, ...], ...] | None = None
    pods_posted_at: datetime.datetime | None = None
    wishes: tuple[ArchivedWish, ...] = ()
    cut_by: str = Stage.Cut.NONE.value
    cut_value: int | None = None
    seating: str = Stage.Seating.RANK.value
    third_place: bool = False
    leaver: str = Stage.Leaver.OPPONENT.value
    games_to_win: int | None = None
    round_minutes: int | None = None
    seed: int | None = None
    bracket: tuple[int, ...] = ()
    bracket_seats: tuple[int, ...] = ()

    @property
    def rounds_are_said(self) -> bool:
        """True where `rounds` decides; a bracket and a round robin follow from who plays."""
        return self.rounds is not None and self.kind != Stage.Kind.ROUND_ROBIN and not self.bracket

    @property
    def least_rounds(self) -> int:
        """How many rounds have to be played before the next stage can begin."""
        return self.rounds or 1 if self.rounds_are_said else 1

    @property
    def most_rounds(self) -> int:
        """How many rounds the stage can have."""
        return (self.rounds or 0) + self.extra_round if self.rounds_are_said else MOST_ROUNDS


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
    slot: str = ""
    play_first: str = ""
    seats: str = ""


@dataclass(frozen=True, slots=True)
class ArchivedBefore:
    """What a player had before a round when it was posted: match points and "2-0-1"."""

    player: int
    points: int
    record: str


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """One round with its matches in the order of the file.

    `order`: the standings it was paired by, where it was; `again`: how often it was paired again;
    `before`: who stood otherwise when it was posted, because a result was corrected since.
    """

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
    order: tuple[int, ...] = ()
    again: int = 0
    before: tuple[ArchivedBefore, ...] = ()


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
    team_size: int = Event.TeamSize.ONE.value
    show_chances: bool = False


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
    """An event without rounds is being set up; one with all its rounds complete is finished.

    Where it is not known how many rounds there will be, it is running.
    """
    if not rounds:
        return Event.State.SETUP.value
    if any(stage.rounds is None or stage.extra_round for stage in stages):
        return Event.State.RUNNING.value
    planned = sum(stage.rounds or 0 for stage in stages)
    complete = sum(round.state == Round.State.COMPLETE for round in rounds)
    return (Event.State.FINISHED if complete == planned else Event.State.RUNNING).value


def implied_standings(
    stages: tuple[ArchivedStage, ...], rounds: tuple[ArchivedRound, ...]
) -> tuple[int, ...]:
    """Published where the file does not say: after the last complete Swiss round and the last."""
    complete = [round for round in rounds if round.state == Round.State.COMPLETE]
    swiss = [round.number for round in complete if stages[round.stage - 1].kind == Stage.Kind.SWISS]
    return tuple(sorted({*swiss[-1:], *(round.number for round in complete[-1:])}))
