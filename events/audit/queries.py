"""How far the second reading of a round's slips is, without telling what anybody read."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from events.core.rounds.queries import matches_at_tables
from events.models import Report, Round


@dataclass(frozen=True, slots=True)
class SecondReading:
    """Of `total` tables `left` were read a second time by nobody; `own`: how many by the asker."""

    total: int
    left: tuple[int, ...]
    own: int

    @property
    def done(self) -> int:
        """How many tables were read."""
        return self.total - len(self.left)


def second_reading(round: Round, person: User) -> SecondReading:
    """Return how far the second reading of a round is. Two queries."""
    tables = matches_at_tables(round).order_by("table").values_list("pk", "table")
    read: dict[int, set[int | None]] = {}
    live = Report.objects.filter(
        match__round=round, source=Report.Source.READING, undone_at__isnull=True
    )
    for match, account in live.values_list("match_id", "account_id"):
        read.setdefault(match, set()).add(account)
    everything = list(tables)
    return SecondReading(
        total=len(everything),
        left=tuple(table or 0 for pk, table in everything if pk not in read),
        own=sum(person.pk in accounts for accounts in read.values()),
    )
