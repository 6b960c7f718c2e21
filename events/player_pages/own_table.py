"""The part of a player's own page that is about a table of three to five."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.results import Result
from events.core.results.phone_report_queries import confirms
from events.core.results.round_rules import seat_that_gains
from events.models import Enrollment, Match, Report
from events.public_site.requests_of_pages import PublicFacts


@dataclass(frozen=True, slots=True)
class SeatMark:
    """The report by phone of a seat of a table of three to five; None: nothing yet."""

    seat: int
    player: Enrollment
    result: Result | None


class OwnTable:
    """The players at a table, and the reports of the others; `others`: their newest reports."""

    enrollment: Enrollment
    match: Match | None
    own: Report | None
    others: Sequence[Report]
    public: PublicFacts | None

    @property
    def opponents(self) -> Sequence[Enrollment]:
        """The other players of the match, by seat."""
        return self.match.opponents_of(self.enrollment) if self.match else ()

    @property
    def own_seat(self) -> int:
        """The seat at a table of three to five; 0 in a match of two."""
        if self.match is None or not self.match.is_table:
            return 0
        return self.match.seat_of(self.enrollment)

    @property
    def seats(self) -> list[tuple[int, Enrollment, str]]:
        """The players at a table of three to five by seat, with their records before it."""
        card = self.public.card if self.public else {}
        records = {other["number"]: other["record"] for other in card.get("opponents", ())}
        players = self.match.players if self.match else ()
        return [
            (seat, player, records.get(player.number, "")) for seat, player in enumerate(players, 1)
        ]

    @property
    def places(self) -> list[str]:
        """The places that a player of the table can finish in."""
        return [str(place) for place in range(1, len(self.seats) + 1)]

    @property
    def agreeing(self) -> int:
        """How many at a table of three to five reported what the player did, with the player."""
        own, others = self.own, self.others
        return 0 if own is None else 1 + sum(other.result.equals(own.result) for other in others)

    @property
    def gaining_seat(self) -> int | None:
        """The seat, from 1, that gains by what the player reported and cannot confirm it."""
        if self.own is None or self.match is None:
            return None
        return seat_that_gains(self.match.round, self.own.result.marks)

    @property
    def is_confirmed(self) -> bool:
        """Whether a second player has confirmed what the player reported."""
        own = self.own
        if own is None or self.match is None:
            return False
        same = [own, *(other for other in self.others if other.result.equals(own.result))]
        in_order = sorted(same, key=lambda report: report.pk)
        return confirms(self.match, own.result, [report.enrollment_id for report in in_order])

    @property
    def seat_marks(self) -> list[SeatMark]:
        """The report of each seat, in order; empty before the first report."""
        sent = [report for report in (self.own, *self.others) if report is not None]
        reported = {report.enrollment_id: report.result for report in sent}
        if not reported:
            return []
        return [
            SeatMark(seat, player, reported.get(player.pk)) for seat, player, _record in self.seats
        ]
