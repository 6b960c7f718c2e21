"""Decklists and deck checks."""

from collections.abc import Mapping

from archive.records import ArchivedDeck, ArchivedDeckCheck
from archive.values import Archive
from events.models import DeckCheck, Decklist, Enrollment, Event, Match
from events.transfer.shared_fields import SharedFields

DECK = SharedFields(ArchivedDeck, "state", "text", "archetype", apart=("player",))
CHECK = SharedFields(
    ArchivedDeckCheck, "started_at", "ended_at", "findings", apart=("round", "table", "problems")
)


def archived_decks(event: Event) -> tuple[ArchivedDeck, ...]:
    """Return the decklists by the players' numbers."""
    decks = Decklist.objects.filter(enrollment__event=event).select_related("enrollment")
    return tuple(
        DECK.value_of(deck, player=deck.enrollment.number)
        for deck in decks.order_by("enrollment__number")
    )


def archived_deck_checks(event: Event) -> tuple[ArchivedDeckCheck, ...]:
    """Return the checks of decks at tables, the oldest first."""
    checks = DeckCheck.objects.filter(match__round__event=event).select_related("match__round")
    return tuple(
        CHECK.value_of(
            check,
            round=check.match.round.number,
            table=check.match.table,
            problems=None if check.problems is None else tuple(check.problems),
        )
        for check in checks
        if check.match.table is not None
    )


def create_decks(event: Event, archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the decklists and the checks of decks; rounds and players are written already."""
    Decklist.objects.bulk_create(
        Decklist(enrollment=people[deck.player], **DECK.columns_of(deck)) for deck in archive.decks
    )
    if not archive.deck_checks:
        return
    matches = Match.objects.filter(round__event=event).select_related("round")
    by_table = {(match.round.number, match.table): match for match in matches}
    DeckCheck.objects.bulk_create(
        DeckCheck(
            match=by_table[check.round, check.table],
            problems=None if check.problems is None else list(check.problems),
            **CHECK.columns_of(check),
        )
        for check in archive.deck_checks
    )
