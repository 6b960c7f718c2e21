"""Progress of a round's slip verification, without revealing any entry."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from events.models import Report, Round


@dataclass(frozen=True, slots=True)
class Verification:
    """A verification: `outstanding` of `total` tables; `own`: how many one person keyed."""

    total: int
    outstanding: tuple[int, ...]
    own: int

    @property
    def done(self) -> int:
        """How many tables were keyed a second time."""
        return self.total - len(self.outstanding)


def verification_of(round: Round, person: User) -> Verification:
    """Return the progress of a round's verification. Two queries."""
    tables = round.matches.at_tables().order_by("table").values_list("pk", "table")
    verified: dict[int, set[int | None]] = {}
    live = Report.objects.filter(
        match__round=round, source=Report.Source.VERIFICATION, undone_at__isnull=True
    )
    for match, account in live.values_list("match_id", "account_id"):
        verified.setdefault(match, set()).add(account)
    everything = list(tables)
    return Verification(
        total=len(everything),
        outstanding=tuple(table or 0 for pk, table in everything if pk not in verified),
        own=sum(person.pk in accounts for accounts in verified.values()),
    )
