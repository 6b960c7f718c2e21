"""Values of an event archive; docs/reference/archive-format.md explains every key.

The fields are the keys of the file with the sizes they can have (msgspec checks them). Where an
absent key follows from the rest, a property gives its value, so that no reader decides that for
itself.
"""

import datetime
from typing import Annotated, Any

from msgspec import Meta, field

from archive.archived_players import ArchivedDrop, ArchivedPlayer
from archive.field_types import (
    CLEAN,
    SAID,
    GamesToWin,
    Ids,
    Moment,
    Number,
    Part,
    Points,
    Seed,
    Small,
    Whole,
    since,
)
from archive.implied_values import implied_seed
from archive.phone_parts import ArchivedPhones, ArchivedPreparation
from archive.pools import ArchivedPools
from archive.preflight import ArchivedPreflightAnswer
from archive.prizes import ArchivedPrizes
from archive.records import (
    ArchivedAnnouncement,
    ArchivedAppeal,
    ArchivedArea,
    ArchivedCall,
    ArchivedCertification,
    ArchivedChain,
    ArchivedChange,
    ArchivedDeck,
    ArchivedDeckCheck,
    ArchivedEntry,
    ArchivedFacts,
    ArchivedFeature,
    ArchivedLine,
    ArchivedMark,
    ArchivedPenalty,
    Note,
    Published,
)
from archive.rounds_and_matches import ArchivedRound
from archive.seed_drawings import (
    ArchivedBasis,
    ArchivedDrawing,
    ArchivedPodDrawing,
    implied_drawing,
)
from archive.sign_ups import ArchivedSignUp, ArchivedSignUpSettings
from domain.kinds import (
    CutBy,
    EnforcementLevel,
    EventState,
    LatePolicy,
    Leaver,
    Paper,
    PublicNames,
    ReEntry,
    RoundState,
    Seating,
    StageKind,
    TeamSize,
)
from domain.limits import (
    EVENT_NAME_LENGTH,
    MOST_CUT,
    MOST_ENTRANTS,
    MOST_FEATURE_DELAY,
    MOST_MINUTES,
    MOST_PLAYED_ROUNDS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_SMALL,
    MOST_STAGES_READ,
    NOTE_LENGTH,
    RESTRICTIONS_LENGTH,
    SHORT_LENGTH,
)
from domain.table_marks import WAITING_IN_CUT, OddGo, TableSizes

Line = Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN)]


class ArchivedRules(Part, frozen=True, kw_only=True):
    """Match points, the minimum percentage, and how many games win a match."""

    win: Points
    draw: Points
    loss: Points
    floor: Annotated[str, Meta(max_length=20, pattern=CLEAN)]
    games_to_win: GamesToWin


class ArchivedEvent(Part, frozen=True, kw_only=True):
    """The event itself; everything from `time_zone` on has a default in the file."""

    name: Annotated[str, Meta(max_length=EVENT_NAME_LENGTH, pattern=SAID)]
    date: datetime.date
    game_format: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN)]
    rules: ArchivedRules
    time_zone: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=SAID)] = "UTC"
    venue: Annotated[str, Meta(max_length=EVENT_NAME_LENGTH, pattern=CLEAN)] = ""
    draws_allowed: bool = True
    round_minutes: Annotated[int, Meta(ge=0, le=MOST_SMALL)] = 50
    platform: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN)] = ""
    platform_setup: Annotated[str, Meta(max_length=EVENT_NAME_LENGTH, pattern=CLEAN), since(3)] = ""
    late_policy: LatePolicy = LatePolicy.LOSSES
    re_entry: ReEntry = ReEntry.CUT
    first_table: Number = 1
    paper_size: Annotated[Paper, since(3)] = Paper.A4
    room: Annotated[tuple[Line, ...], since(3)] = ()
    blocked_tables: Annotated[Line, since(3)] = ""
    feature_tables: Annotated[tuple[Line, ...], since(3)] = ()
    shuffled_tables: Annotated[bool, since(3)] = False
    restrictions: Annotated[str, Meta(max_length=RESTRICTIONS_LENGTH, pattern=CLEAN)] = ""
    finished_at: Moment | None = None
    team_size: Annotated[TeamSize, since(2)] = TeamSize.ONE
    staff_may_play: Annotated[bool, since(3)] = False
    enforcement_level: Annotated[EnforcementLevel | None, since(5)] = None
    show_chances: Annotated[bool, since(2)] = False
    show_forecast: Annotated[bool, since(4)] = False
    feature_delay: Annotated[int, Meta(ge=0, le=MOST_FEATURE_DELAY), since(5)] = 0
    public_names: Annotated[PublicNames, since(3)] = PublicNames.FULL
    phones: Annotated[ArchivedPhones | None, since(4)] = None
    preparation: Annotated[ArchivedPreparation | None, since(4)] = None
    taken_back: Annotated[Small | None, since(4)] = None
    said_last_number: Annotated[Whole | None, since(4)] = field(default=None, name="last_number")
    profile: dict[str, Any] | None = None
    said_state: EventState | None = field(default=None, name="state")
    said_seed: Seed | None = field(default=None, name="seed")

    @property
    def seed(self) -> int:
        """The seed that orders players who are equal on everything."""
        return implied_seed(self.name, self.date) if self.said_seed is None else self.said_seed


class ArchivedCut(Part, frozen=True, kw_only=True):
    """The rule for advancing: a number of players by place, or all players with enough points."""

    by: CutBy
    value: Annotated[int, Meta(ge=1, le=MOST_CUT)]


class ArchivedWish(Part, frozen=True, kw_only=True):
    """A required pod, and possibly a required seat, for one player; both from 1."""

    player: Whole
    pod: Small
    seat: Small | None = None


class ArchivedStage(Part, frozen=True, kw_only=True):
    """One stage.

    - `rounds` None: the number follows from the field. `proposed`: a number not fixed yet.
    - `advance` None: everyone advances, or the cut is not confirmed.
    - `rounds_proposed`: `rounds` was recommended when round 1 was paired, and follows the roster
      again once it is discarded.
    - `pods`: the ids by pod and seat; empty while they are not drawn, None without a draft.
    - `table_sizes`, `odd_go`, `points_first`: how tables of four are seated.
    - `bracket`, `bracket_seats`: the ids of a playoff by seed and by seat; empty before.
    - `basis`: the standings behind its cut, pods and seeds; None if unknown.
    """

    kind: StageKind
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    advance: Ids | None = None
    cut: Annotated[ArchivedCut | None, since(2)] = None
    pods: Annotated[tuple[Ids, ...] | None, since(2)] = None
    wishes: Annotated[tuple[ArchivedWish, ...], since(2)] = ()
    said_seats: Annotated[Ids | None, since(2)] = field(default=None, name="bracket_seats")
    proposed: bool = False
    rounds_proposed: Annotated[bool, since(4)] = False
    extra_round: Annotated[bool, since(2)] = False
    last_by_standings: Annotated[bool, since(2)] = False
    pods_posted_at: Annotated[Moment | None, since(2)] = None
    table_sizes: Annotated[TableSizes, since(5)] = TableSizes.THREES
    odd_go: Annotated[OddGo, since(5)] = OddGo.LOW
    points_first: Annotated[bool, since(5)] = False
    seating: Annotated[Seating, since(2)] = Seating.RANK
    third_place: Annotated[bool, since(2)] = False
    leaver: Annotated[Leaver, since(2)] = Leaver.OPPONENT
    annuls_leavers: Annotated[bool, since(4)] = False
    games_to_win: Annotated[GamesToWin | None, since(2)] = None
    round_minutes: Annotated[Annotated[int, Meta(ge=0, le=MOST_MINUTES)] | None, since(2)] = None
    final_limited: Annotated[bool, since(3)] = False
    seed: Annotated[Seed | None, since(2)] = None
    bracket: Annotated[
        Ids, Meta(min_length=2, max_length=max(MOST_ENTRANTS, *WAITING_IN_CUT)), since(2)
    ] = ()
    said_pod_drawings: Annotated[tuple[ArchivedPodDrawing, ...], since(3)] = field(
        default=(), name="pod_drawings"
    )
    ended_by_agreement: Annotated[Note, since(3)] = ""
    game_format: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN), since(3)] = ""
    basis: Annotated[ArchivedBasis | None, since(4)] = None

    @property
    def bracket_seats(self) -> Ids:
        """The ids of a playoff by their seat in the bracket."""
        return self.bracket if self.said_seats is None else self.said_seats

    @property
    def pod_drawings(self) -> tuple[ArchivedPodDrawing, ...]:
        """Every drawing of the pods; a file that names only a seed means one from it."""
        if self.said_pod_drawings or not self.pods or self.seed is None:
            return self.said_pod_drawings
        return (ArchivedPodDrawing(seed=self.seed),)

    @property
    def rounds_are_said(self) -> bool:
        """Whether `rounds` decides; a bracket or round robin takes its rounds from the field."""
        follows = self.kind is StageKind.ROUND_ROBIN or bool(self.bracket)
        return self.rounds is not None and not follows

    @property
    def least_rounds(self) -> int:
        """The number of rounds to play before the next stage can begin."""
        return self.rounds or 1 if self.rounds_are_said else 1

    @property
    def most_rounds(self) -> int:
        """The maximum number of rounds in the stage."""
        most = (self.rounds or 0) + self.extra_round
        return most if self.rounds_are_said else MOST_PLAYED_ROUNDS


class Archive(Part, frozen=True, kw_only=True):
    """A whole event: the checked content of a file.

    `standings` are the rounds whose standings are published; `published` is what another system
    printed; `written_by` is the software that wrote the file, "" if unknown.
    `extensions` are keys of other programs, which are stored and written back unchanged.
    """

    written_by: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN), since(3)] = ""

    event: ArchivedEvent
    players: Annotated[tuple[ArchivedPlayer, ...], Meta(max_length=MOST_PLAYERS)]
    stages: Annotated[tuple[ArchivedStage, ...], Meta(min_length=1, max_length=MOST_STAGES_READ)]
    rounds: tuple[ArchivedRound, ...]
    drops: tuple[ArchivedDrop, ...]
    said_standings: tuple[Whole, ...] | None = field(default=None, name="standings")
    standings_lines: Annotated[tuple[ArchivedLine, ...], since(5)] = ()
    penalties: tuple[ArchivedPenalty, ...] = ()
    appeals: Annotated[tuple[ArchivedAppeal, ...], since(3)] = ()
    facts: Annotated[ArchivedFacts | None, since(3)] = None
    eligibility: Annotated[tuple[ArchivedMark, ...], since(3)] = ()
    decks: Annotated[tuple[ArchivedDeck, ...], since(3)] = ()
    deck_checks: Annotated[tuple[ArchivedDeckCheck, ...], since(3)] = ()
    pools: Annotated[ArchivedPools | None, since(5)] = None
    prizes: Annotated[ArchivedPrizes | None, since(3)] = None
    features: Annotated[tuple[ArchivedFeature, ...], since(3)] = ()
    calls: Annotated[tuple[ArchivedCall, ...], since(3)] = ()
    gate_answers: Annotated[tuple[ArchivedPreflightAnswer, ...], since(3)] = ()
    announced_changes: Annotated[tuple[ArchivedChange, ...], since(3)] = ()
    announcements: Annotated[tuple[ArchivedAnnouncement, ...], since(3)] = ()
    areas: Annotated[tuple[ArchivedArea, ...], since(3)] = ()
    certifications: Annotated[tuple[ArchivedCertification, ...], since(3)] = ()
    sign_up: Annotated[ArchivedSignUpSettings | None, since(3)] = None
    sign_ups: Annotated[tuple[ArchivedSignUp, ...], since(3)] = ()
    published: Published | None = None
    said_drawings: Annotated[tuple[ArchivedDrawing, ...], since(3)] = field(
        default=(), name="drawings"
    )
    told: Annotated[tuple[ArchivedEntry, ...], since(3)] = field(default=(), name="journal")
    chain: Annotated[ArchivedChain | None, since(4)] = None
    extensions: dict[str, Any] | None = None

    @property
    def last_number(self) -> int:
        """The highest number that a player ever had; no number is reused."""
        highest = max((player.number for player in self.players), default=0)
        return max(highest, self.event.said_last_number or 0)

    @property
    def implied_drawings(self) -> tuple[ArchivedDrawing, ...]:
        """A drawing for each round with a seed, and for each playoff whose seats were drawn."""
        drawings, begun = [], set()
        for round in self.rounds:
            stage = self.stages[round.stage - 1]
            by_lot = bool(stage.bracket) and (round.stage == 1 or stage.seating is Seating.DRAFT)
            seed = stage.seed if by_lot and round.stage not in begun else round.seed
            begun.add(round.stage)
            if seed is not None:
                drawings.append(implied_drawing(round.number, seed, round.again, of_bracket=by_lot))
        return tuple(drawings)

    @property
    def drawings(self) -> tuple[ArchivedDrawing, ...]:
        """All drawings of all rounds in order, including those that the file only implies."""
        stored_rounds = {drawing.round for drawing in self.said_drawings}
        implied = [
            drawing for drawing in self.implied_drawings if drawing.round not in stored_rounds
        ]
        return tuple(sorted((*self.said_drawings, *implied), key=lambda drawing: drawing.round))

    @property
    def implied_state(self) -> EventState:
        """The state that a file implies: set up without rounds, finished when all are complete.

        An event with an unknown number of rounds is running.
        """
        if not self.rounds:
            return EventState.SETUP
        if any(stage.rounds is None or stage.extra_round for stage in self.stages):
            return EventState.RUNNING
        planned = sum(stage.rounds or 0 for stage in self.stages)
        complete = sum(round.state is RoundState.COMPLETE for round in self.rounds)
        return EventState.FINISHED if complete == planned else EventState.RUNNING

    @property
    def state(self) -> EventState:
        """The state of the event, as the file says or implies."""
        return self.event.said_state or self.implied_state

    @property
    def implied_standings(self) -> tuple[int, ...]:
        """The last complete round of a stage with set rounds, and the last complete round."""
        complete = [round for round in self.rounds if round.state is RoundState.COMPLETE]
        swiss = [
            round.number for round in complete if self.stages[round.stage - 1].kind.has_set_rounds
        ]
        return tuple(sorted({*swiss[-1:], *(round.number for round in complete[-1:])}))

    @property
    def standings(self) -> tuple[int, ...]:
        """The numbers of the rounds after which standings are published, rising."""
        stored = self.said_standings
        return self.implied_standings if stored is None else tuple(sorted(set(stored)))
