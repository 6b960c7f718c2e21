"""Games that players report one by one from their phones, while a match is played."""

import secrets
from collections.abc import Sequence

from archive.phone_parts import ArchivedGameReport
from events.models import Event
from events.models.phones import GameReport
from events.transfer.parts.reports import People, Told
from events.transfer.shared_fields import SharedFields

KEY_BYTES = 16

GAME_REPORT = SharedFields(
    ArchivedGameReport, "number", "winner", "at", "play_first", "undone_at", apart=("player",)
)


def archived_game_reports(event: Event) -> dict[int, tuple[ArchivedGameReport, ...]]:
    """Return the reported games by the key of their match, in their order. One query."""
    reports: dict[int, list[ArchivedGameReport]] = {}
    rows = GameReport.objects.filter(match__round__event=event).order_by("pk")
    for row in rows.select_related("enrollment"):
        value = GAME_REPORT.value_of(row, player=row.enrollment.number)
        reports.setdefault(row.match_id, []).append(value)
    return {match: tuple(values) for match, values in reports.items()}


def create_game_reports(some: Sequence[Told], people: People) -> None:
    """Write the reported games of some matches; the keys of the phones are new ones."""
    GameReport.objects.bulk_create(
        GameReport(
            match=told.match,
            enrollment_id=people[report.player].pk,
            key=secrets.token_hex(KEY_BYTES),
            **GAME_REPORT.columns_of(report),
        )
        for told in some
        for report in told.source.game_reports
    )
