"""The prizes of an event in an archive: the list, the players' labels, the prizes handed out."""

from collections.abc import Collection
from typing import Annotated

from msgspec import Meta

from archive.errors import _, check_known, refuse
from archive.field_types import CLEAN, LINES, SAID, Moment, Part, Whole
from archive.records import Account, Note
from domain.kinds import PrizeBy
from domain.limits import DESCRIPTION_LENGTH, MOST_PLAYERS, MOST_POINTS, SHORT_LENGTH
from domain.prize_arithmetic import Ties

Currency = Annotated[str, Meta(min_length=3, max_length=3, pattern=r"\A[A-Z]{3}\Z")]
Place = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
ShortText = Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=CLEAN)]
Label = Annotated[str, Meta(max_length=SHORT_LENGTH, pattern=SAID)]
Record = Annotated[str, Meta(max_length=12, pattern=r"\A(\d{1,2}-\d{1,2}(-\d{1,2})?)?\Z")]
Things = Annotated[str, Meta(max_length=DESCRIPTION_LENGTH, pattern=LINES)]


class ArchivedPrize(Part, frozen=True, kw_only=True):
    """One line of the list; amounts in minor units of the currency."""

    by: PrizeBy
    first: Place = 1
    last: Place = 1
    least: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0
    record: Record = ""
    label: ShortText = ""
    group: ShortText = ""
    money: Whole = 0
    credit: Whole = 0
    packs: Whole = 0
    points: Whole = 0
    thing: Note = ""


class ArchivedPrizeLabel(Part, frozen=True, kw_only=True):
    """A label of a player that can qualify for a prize."""

    player: Whole
    label: Label


class ArchivedShare(Part, frozen=True, kw_only=True):
    """A player's amount of the agreed split of a playoff."""

    player: Whole
    amount: Whole


class ArchivedHandedPrize(Part, frozen=True, kw_only=True):
    """A prize that was handed to a player, with the time and the user name of the giver."""

    player: Whole
    at: Moment
    currency: Currency
    by: Account = ""
    money: Whole = 0
    credit: Whole = 0
    packs: Whole = 0
    points: Whole = 0
    thing: Things = ""


class ArchivedPrizes(Part, frozen=True, kw_only=True):
    """The prizes of an event: how they are shared, and everything about them."""

    currency: Currency
    ties: Ties = Ties.TIEBREAK
    one_each: bool = False
    per_entry: Whole = 0
    added: Whole = 0
    shown: bool = False
    lines: tuple[ArchivedPrize, ...] = ()
    labels: tuple[ArchivedPrizeLabel, ...] = ()
    agreed: tuple[ArchivedShare, ...] = ()
    handed: tuple[ArchivedHandedPrize, ...] = ()


def check_prizes(prizes: ArchivedPrizes | None, known: Collection[int]) -> None:
    """Refuse prizes of unknown players, places out of order, and a prize handed out twice."""
    if prizes is None:
        return
    for place, line in enumerate(prizes.lines):
        if line.last < line.first or (line.by is PrizeBy.RECORD) != bool(line.record):
            raise refuse(f"prizes.lines[{place}]", _("Write a prize such as “2 packs”."))
    for key, rows in (
        ("labels", [(row.player, row.label) for row in prizes.labels]),
        ("agreed", [(row.player, "") for row in prizes.agreed]),
        ("handed", [(row.player, "") for row in prizes.handed]),
    ):
        for place, (player, _label) in enumerate(rows):
            check_known(f"prizes.{key}[{place}].player", player, known)
            if rows.index(rows[place]) != place:
                words = _("Player %(number)d appears twice.")
                raise refuse(f"prizes.{key}[{place}]", words, number=player)
