"""The closed sets of an archive: the possible values of stages, rounds and matches."""

from enum import IntEnum, StrEnum


class EventState(StrEnum):
    """State of an event."""

    SETUP = "setup"
    RUNNING = "running"
    FINISHED = "finished"


class LatePolicy(StrEnum):
    """How the rounds that a late player missed count."""

    LOSSES = "losses"
    NOTHING = "nothing"


class Paper(StrEnum):
    """Paper size for printing the event."""

    A4 = "a4"
    LETTER = "letter"


class ReEntry(StrEnum):
    """How long a dropped player can be reinstated."""

    CUT = "cut"
    PAIRING = "pairing"


class TeamSize(IntEnum):
    """Number of people behind one player of the file."""

    ONE = 1
    TWO = 2
    THREE = 3


class StageKind(StrEnum):
    """How the rounds of a stage are paired."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    SINGLE_ELIMINATION = "single-elimination"
    DOUBLE_ELIMINATION = "double-elimination"
    TABLES = "tables"
    TABLES_CUT = "tables-cut"

    @property
    def at_tables(self) -> bool:
        """Whether three to five players sit at a table."""
        return self in (StageKind.TABLES, StageKind.TABLES_CUT)

    @property
    def counts(self) -> bool:
        """Whether matches count for standings; a playoff never does (MTR Appendix C)."""
        return self in (StageKind.SWISS, StageKind.ROUND_ROBIN, StageKind.TABLES)

    @property
    def has_set_rounds(self) -> bool:
        """Whether the organizer sets the number of rounds; otherwise it follows from the field."""
        return self in (StageKind.SWISS, StageKind.TABLES)

    @classmethod
    def counting(cls) -> "tuple[StageKind, ...]":
        """Return the kinds whose matches count for standings."""
        return tuple(kind for kind in cls if kind.counts)

    @classmethod
    def playoffs(cls) -> "tuple[StageKind, ...]":
        """Return the kinds in which losers are eliminated; none of them counts for standings."""
        return tuple(kind for kind in cls if not kind.counts)


class CutBy(StrEnum):
    """Criterion for advancing."""

    RANK = "rank"
    POINTS = "points"


class Seating(StrEnum):
    """How the seats of a playoff are given."""

    RANK = "rank"
    DRAFT = "draft"


class Leaver(StrEnum):
    """The player who benefits when another player drops from a playoff."""

    OPPONENT = "opponent"
    HIGHEST = "highest"


class RoundState(StrEnum):
    """The state of a round; a file calls a round that only staff see a draft."""

    UNPOSTED = "draft"
    POSTED = "posted"
    COMPLETE = "complete"


class MatchKind(StrEnum):
    """A match of two, a table of three to five, a bye, or an assigned loss."""

    PLAYED = "played"
    TABLE = "table"
    BYE = "bye"
    UNPAIRED = "unpaired"


class Seat(StrEnum):
    """A seat of a team of three."""

    A = "A"
    B = "B"
    C = "C"


class ExtensionReason(StrEnum):
    """Reason for the time extension of a table."""

    SEATING = "seating"
    JUDGE_CALL = "judge-call"
    DECK_CHECK = "deck-check"
    OTHER = "other"


class Check(StrEnum):
    """Finding of the staff at a table of a digital event."""

    CONTACTED = "contacted"
    PLAYING = "playing"
    NO_ANSWER = "no-answer"


class Source(StrEnum):
    """Source of a report about a match: the reporter, and the way it was reported.

    SLIP: the desk, in a way that is not recorded. TOGETHER: chosen for several tables at once.
    SEAT: a player of a table of three to five, by phone. KEPT: staff decided for a report of
    another source, which the report stores with it.
    """

    SLIP = "slip"
    TYPED = "typed"
    SCANNED = "scanned"
    CLICKED = "clicked"
    TOGETHER = "together"
    PROGRAM = "program"
    KEPT = "kept"
    JUDGE = "judge"
    FIRST = "first"
    SECOND = "second"
    SEAT = "seat"
    VERIFICATION = "reading"
    CORRECTION = "correction"
    NO_SHOW = "no-show"
    PENALTY = "penalty"
    WALKOVER = "walkover"
    IMPORT = "import"


class PublicNames(StrEnum):
    """How public pages name players."""

    FULL = "full"
    INITIAL = "initial"
    ALIAS = "alias"
    NUMBER = "number"


class PhoneReports(StrEnum):
    """How results that players report by phone are used."""

    OFF = "off"
    DESK = "desk"
    COUNT = "count"


class Preparation(StrEnum):
    """Step that players take before a round."""

    DRAFT = "draft"
    CONSTRUCTION = "construction"


class LeftOut(StrEnum):
    """Why round 1 was paired without a player of the roster."""

    ABSENT = "absent"
    DECKLIST = "decklist"
    NOT_ELIGIBLE = "not-eligible"


class CameFrom(StrEnum):
    """How a player joined the roster."""

    DESK = "desk"
    LIST = "list"
    SIGN_UP = "sign-up"


class Asked(StrEnum):
    """Whether a sign-up form asks for something."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class SignUpState(StrEnum):
    """State of a sign-up."""

    ASKED = "asked"
    WAITING = "waiting"
    ENROLLED = "enrolled"
    REFUSED = "refused"
    CANCELLED = "cancelled"


class Tier(StrEnum):
    """How an event is sanctioned."""

    REGULAR = "regular"
    PREMIER = "premier"


class EnforcementLevel(StrEnum):
    """Rules enforcement level of an event (MTR 1.12)."""

    REGULAR = "regular"
    COMPETITIVE = "competitive"
    PROFESSIONAL = "professional"

    @property
    def is_strict(self) -> bool:
        """Whether decklists and deck checks are required (MTR 2.7 and 2.8)."""
        return self is not EnforcementLevel.REGULAR


class Lists(StrEnum):
    """Visibility of required decklists."""

    CLOSED = "closed"
    OPEN = "open"


class CallKind(StrEnum):
    """Reason for a player's call: a judge is needed, or a recorded result is wrong."""

    JUDGE = "judge"
    WRONG = "wrong"


class PreflightCode(StrEnum):
    """Line of the pre-flight check before pairing and publishing."""

    TOGETHER = "together"
    DROPS = "drops"
    WINNER_DROPS = "winner-drops"
    LEADER_DROPS = "leader-drops"
    EARLY_RESULT = "early-result"
    PRESENT_NO_SHOW = "present-no-show"
    CONTRADICTION = "contradiction"
    SOURCES_DIFFER = "sources-differ"
    CALLED_WRONG = "called-wrong"
    LOSS_NOT_SHOWN = "loss-not-shown"
    TO_DISQUALIFY = "to-disqualify"
    DISQUALIFIED_PLAYS = "disqualified-plays"
    WITHOUT_ID = "without-id"
    NOT_ELIGIBLE = "not-eligible"
    WITHOUT_MATCH = "without-match"
    UNPLANNED_BYE = "unplanned-bye"
    CORRECTION = "correction"
    CUT_DIFFERS = "cut-differs"
    SEEDS_DIFFER = "seeds-differ"
    PODS_DIFFER = "pods-differ"
    ORDER_DIFFERS = "order-differs"
    LAST_ROUND_DIFFERS = "last-round-differs"
    PAIRED_BEFORE = "paired-before"
    STANDINGS_DIFFER = "standings-differ"
    PRIZES_DIFFER = "prizes-differ"
    NOT_CERTIFIED = "not-certified"


class Deck(StrEnum):
    """The state of a player's decklist."""

    SUBMITTED = "submitted"
    RECEIVED = "received"
    CHECKED = "checked"


class Mark(StrEnum):
    """Eligibility mark, recorded before a player is enrolled."""

    SUSPENDED = "suspended"
    UNDER_AGE = "under-age"
    INVITED = "invited"


class AppealOutcome(StrEnum):
    """Outcome of an appeal."""

    UPHELD = "upheld"
    CHANGED = "changed"
    OVERTURNED = "overturned"


class AnnouncedKind(StrEnum):
    """Value that was announced with round 1 and can be changed after it."""

    ROUNDS = "rounds"
    MINUTES = "minutes"
    STAGE_ADDED = "stage-added"
    STAGE_REMOVED = "stage-removed"


class PrizeBy(StrEnum):
    """How a line of a prize list is won."""

    PLACE = "place"
    RECORD = "record"
    POINTS = "points"
    LABEL = "label"


class Origin(StrEnum):
    """Origin of the seed of a drawing."""

    ANNOUNCED = "announced"
    FRESH = "fresh"
    CHOSEN = "chosen"
    UNKNOWN = "unknown"


class ShownLists(StrEnum):
    """The players whose decklists everyone can read."""

    NOBODY = "nobody"
    ADVANCED = "advanced"
    ALL = "all"
