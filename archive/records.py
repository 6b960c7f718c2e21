"""Records of an event besides its rounds: announced values and their changes, penalties."""

import datetime
from typing import Annotated, Literal

from msgspec import Meta

from archive.field_types import CLEAN, LINES, SAID, Moment, Name, Number, Part, Share, Whole, since
from domain.kinds import (
    AnnouncedKind,
    AppealOutcome,
    CallKind,
    Deck,
    Lists,
    Mark,
    ShownLists,
    Tier,
)
from domain.limits import (
    ACCOUNT_LENGTH,
    ANNOUNCEMENT_LENGTH,
    AREA_NAME_LENGTH,
    DESCRIPTION_LENGTH,
    EMAIL_LENGTH,
    EVENT_NAME_LENGTH,
    MOST_LOGO_BYTES,
    MOST_PUBLISHED_POINTS,
    MOST_TOLD_GAMES,
    NOTE_LENGTH,
    SCHEDULE_LENGTH,
    SHORT_ADDRESS_LENGTH,
    SHORT_LENGTH,
)
from domain.penalties import Infraction, PenaltyKind

Note = Annotated[str, Meta(max_length=NOTE_LENGTH, pattern=CLEAN)]
Text = Annotated[str, Meta(max_length=DESCRIPTION_LENGTH, pattern=LINES)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Link = Annotated[str, Meta(pattern="^(seal(-details)?( [0-9]{1,4}){0,400} )?[0-9a-f]{64}$")]
Announced = Annotated[str, Meta(max_length=ANNOUNCEMENT_LENGTH, pattern=LINES)]
TimeOfDay = Annotated[datetime.time, Meta(tz=False)]
MOST_LOGO_LETTERS = (MOST_LOGO_BYTES + 2) // 3 * 4
Account = Annotated[str, Meta(max_length=ACCOUNT_LENGTH, pattern=CLEAN)]


class ArchivedChange(Part, frozen=True, kw_only=True):
    """A change of one number that was announced with round 1.

    `stage` None: of the whole event. `before`, `after`: rounds or minutes.
    """

    what: AnnouncedKind
    at: Moment
    stage: Number | None = None
    before: Whole | None = None
    after: Whole | None = None
    reason: Note = ""


class ArchivedPenalty(Part, frozen=True, kw_only=True):
    """Penalty of a player, in round `round` or outside the rounds."""

    player: Whole
    infraction: Infraction
    penalty: PenaltyKind
    given_at: Moment | None = None
    round: Number | None = None
    note: Note = ""


class ArchivedAppeal(Part, frozen=True, kw_only=True):
    """A ruling that a player appealed, with the user names of those who ruled and heard it."""

    player: Whole
    outcome: AppealOutcome
    at: Moment
    ruling: Note = ""
    round: Number | None = None
    ruled_by: Account = ""
    heard_by: Account = ""
    note: Note = ""


class ArchivedFacts(Part, frozen=True, kw_only=True):
    """Facts and conditions of an event that players can read before they enroll."""

    tier: Tier | None = None
    sanctioning_number: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN)] = ""
    description_en: Text = ""
    description_ja: Text = ""
    channel: Annotated[str, Meta(max_length=EVENT_NAME_LENGTH, pattern=CLEAN)] = ""
    prizes: Text = ""
    deck_rules: Text = ""
    decklists: Lists | None = None
    lists_during: Annotated[ShownLists | None, since(5)] = None
    lists_after: Annotated[ShownLists | None, since(5)] = None
    deck_deadline: Moment | None = None
    by_invitation: bool = False
    least_age: Annotated[int, Meta(ge=0, le=150)] = 0
    address: Annotated[Note, since(3)] = ""
    map_link: Annotated[Note, since(3)] = ""
    contact: Annotated[str, Meta(max_length=EVENT_NAME_LENGTH, pattern=CLEAN), since(3)] = ""
    schedule: Annotated[str, Meta(max_length=SCHEDULE_LENGTH, pattern=LINES), since(3)] = ""
    ends_at: Annotated[TimeOfDay | None, since(3)] = None
    desk_closes: Annotated[TimeOfDay | None, since(3)] = None
    prizes_handed_out: Annotated[
        str, Meta(max_length=EVENT_NAME_LENGTH, pattern=CLEAN), since(3)
    ] = ""
    organizer_word: Annotated[Text, since(3)] = ""
    short_address: Annotated[
        str, Meta(max_length=SHORT_ADDRESS_LENGTH, pattern=CLEAN), since(3)
    ] = ""
    logo: Annotated[str, Meta(max_length=MOST_LOGO_LETTERS, pattern=CLEAN), since(3)] = ""


class ArchivedDeck(Part, frozen=True, kw_only=True):
    """The state of a player's decklist, its text unless it is on paper, and its archetype."""

    player: Whole
    state: Deck | None = None
    text: Text = ""
    archetype: Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN)] = ""


class ArchivedDeckCheck(Part, frozen=True, kw_only=True):
    """A check of the decks at a table of a round."""

    round: Number
    table: Number
    started_at: Moment
    ended_at: Moment | None = None
    findings: Text = ""
    problems: Annotated[tuple[Whole, ...] | None, since(4)] = None


# A moment, and the games that both players had won then.
GamesAt = tuple[Moment, Whole, Whole]


class ArchivedFeature(Part, frozen=True, kw_only=True):
    """A match that was on camera, and the games that were counted there.

    `counts`: each count, with its moment.
    """

    round: Number
    table: Number
    chosen_at: Moment
    first_games: Whole = 0
    second_games: Whole = 0
    on_camera: bool = False
    shown_at: Annotated[Moment | None, since(5)] = None
    counts: Annotated[tuple[GamesAt, ...], Meta(max_length=MOST_TOLD_GAMES), since(5)] = ()


class ArchivedCall(Part, frozen=True, kw_only=True):
    """A player's call for staff; `seen` is the result that the player disputed."""

    round: Number
    player: Whole
    kind: CallKind
    at: Moment
    seen: Annotated[str, Meta(max_length=12, pattern=SAID)] = ""
    answered_at: Moment | None = None


class ArchivedAnnouncement(Part, frozen=True, kw_only=True):
    """Announcement to all players, shown until `until` or until it was taken down."""

    at: Moment
    until: Moment
    en: Announced = ""
    ja: Announced = ""
    by: Account = ""
    ended_at: Moment | None = None


class ArchivedArea(Part, frozen=True, kw_only=True):
    """The tables that a staff member covers, by user name."""

    judge: Annotated[str, Meta(max_length=ACCOUNT_LENGTH, pattern=SAID)]
    first_table: Number
    last_table: Number
    name: Annotated[str, Meta(max_length=AREA_NAME_LENGTH, pattern=LINES)] = ""


class ArchivedCertification(Part, frozen=True, kw_only=True):
    """Certification of the results of a round: `agreed` of `total` tables had two sources.

    `reason`: why staff certified although some tables had one source. It is valid until
    `withdrawn_at`; `withdrawn_table`: the table whose correction withdrew it, None if the round was
    reopened.
    """

    round: Number
    at: Moment
    agreed: Whole
    total: Whole
    by: Account = ""
    reason: Note = ""
    withdrawn_at: Moment | None = None
    withdrawn_by: Account = ""
    withdrawn_table: Number | None = None


class ArchivedEntry(Part, frozen=True, kw_only=True):
    """One line of the journal as it read in English and Japanese; `who` is a user name there.

    `first`, `second`: the players it is about, even if they are no longer on the roster.
    """

    at: Moment
    en: Text
    ja: Text = ""
    who: Account = ""
    round: Number | None = None
    table: Number | None = None
    first: Whole | None = None
    second: Whole | None = None


class ArchivedChain(Part, frozen=True, kw_only=True):
    """The chain over the journal: its first link, the hashes of entries, the last link.

    An entry is a hash, or a seal: "seal", round numbers, and the hash of their results;
    "seal-details" with the hash of their reports, slots and who plays first.

    `since`: the time of its first entry, if earlier entries are older than the chain.
    """

    start: Hash
    entries: tuple[Link, ...]
    head: Hash
    since: Moment | None = None


class ArchivedMark(Part, frozen=True, kw_only=True):
    """Mark of a suspended, under-age or invited player."""

    kind: Mark
    name: Name
    email: Annotated[str, Meta(max_length=EMAIL_LENGTH, pattern=CLEAN)] = ""
    note: Note = ""


class ArchivedLine(Part, frozen=True, kw_only=True):
    """A line of published standings where it differs from the one that the file gives.

    `place` 0: without a place. None for values that do not differ.
    """

    round: Number
    player: Whole
    name: Name | None = None
    state: Literal["active", "dropped", "disqualified"] | None = None
    place: Whole | None = None
    drawn: bool | None = None


class PublishedRow(Part, frozen=True, kw_only=True):
    """Values that another system printed for one player; None for an unprinted value."""

    rank: Number
    player: Whole
    omw: Share
    points: Annotated[int, Meta(ge=0, le=MOST_PUBLISHED_POINTS)] | None = None
    gw: Share | None = None
    ogw: Share | None = None


class Published(Part, frozen=True, kw_only=True):
    """Another system's standings after the last Swiss round, in the order of the file."""

    ranks_follow_tiebreakers: bool | None = None
    rows: tuple[PublishedRow, ...]
