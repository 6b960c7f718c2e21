"""Standings that another system printed, in an archive."""

from typing import Annotated

from msgspec import Meta

from archive.field_types import Number, Part, Share, Whole
from domain.limits import MOST_PUBLISHED_POINTS


class PublishedRow(Part, frozen=True, kw_only=True):
    """Values that another system printed for one player; None where it printed nothing."""

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
