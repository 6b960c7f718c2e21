"""Reading an event as an archive."""

from collections import deque
from collections.abc import Sequence

from django.conf import settings

from archive.decoding import shaped
from archive.document import Json
from archive.dumping import values_of
from archive.records import ArchivedChain, ArchivedEntry, Published
from archive.values import (
    Archive,
)
from events.core.adapters import members_by_number
from events.core.journal_chain import follows, seal_texts, sealed_entry, start_of
from events.models import Event
from events.transfer.parts.announcements import archived_announcements, archived_changes
from events.transfer.parts.certifications import archived_certifications
from events.transfer.parts.decks import archived_deck_checks, archived_decks
from events.transfer.parts.drawings import archived_drawings
from events.transfer.parts.event_columns import archived_event
from events.transfer.parts.fact_sheets import archived_facts, archived_marks
from events.transfer.parts.features import archived_features
from events.transfer.parts.judging import (
    archived_appeals,
    archived_areas,
    archived_calls,
    archived_penalties,
)
from events.transfer.parts.players import archived_drops, archived_player
from events.transfer.parts.pools import archived_pools
from events.transfer.parts.preflight_answers import archived_preflight_answers
from events.transfer.parts.prizes import archived_prizes
from events.transfer.parts.rounds import archived_rounds
from events.transfer.parts.sign_ups import archived_sign_up_settings, archived_sign_ups
from events.transfer.parts.stages import archived_stages
from events.transfer.parts.standings import archived_lines, published_rows


def export_archive(
    event: Event,
    *,
    emails: bool = True,
    journal: Sequence[ArchivedEntry] = (),
    chain: bool = False,
) -> Json:
    """Return the event as JSON values in a fixed number of queries.

    An imported event exports the content of its archive, except for the name of the program that
    wrote it. Content that an older version supports is written as that version. Accounts, withdrawn
    standings and the seed of an unpaired round are never exported. E-mail addresses and account
    names are exported unless `emails` is False, which also leaves out sign-ups with their traces
    and the `journal`. The `journal` is the output of `words.journal_told`; the `chain` over
    it makes a file of version 4 that nothing else needs.
    """
    rounds = archived_rounds(event, names=emails)
    began = next((round.completed_at for round in rounds), None)
    people = list(event.enrollments.select_related("player").order_by("pk"))
    members = members_by_number(event)
    elsewhere, published = event.published_elsewhere, published_rows(event)
    return values_of(
        Archive(
            written_by=f"Matchslip {settings.VERSION}",
            event=archived_event(event, max((player.number for player in people), default=0)),
            players=tuple(
                archived_player(
                    enrollment, members.get(enrollment.number, ()), began, emails=emails
                )
                for enrollment in people
            ),
            stages=archived_stages(event, rounds),
            rounds=rounds,
            drops=archived_drops(event, people),
            said_standings=tuple(published),
            standings_lines=archived_lines(event, published, people, names=emails),
            penalties=archived_penalties(event),
            appeals=archived_appeals(event, names=emails),
            facts=archived_facts(event),
            decks=archived_decks(event),
            deck_checks=archived_deck_checks(event),
            pools=archived_pools(event),
            prizes=archived_prizes(event, names=emails),
            features=archived_features(event),
            eligibility=archived_marks(event, emails=emails),
            calls=archived_calls(event),
            gate_answers=archived_preflight_answers(event, names=emails),
            announced_changes=archived_changes(event),
            announcements=archived_announcements(event, names=emails),
            areas=archived_areas(event) if emails else (),
            certifications=archived_certifications(event, names=emails),
            sign_up=archived_sign_up_settings(event),
            sign_ups=archived_sign_ups(event) if emails else (),
            said_drawings=archived_drawings(event),
            told=tuple(journal) if emails else (),
            chain=_chain(event) if chain else None,
            published=None if elsewhere is None else shaped(elsewhere, Published),
            extensions=(event.extensions or None) if emails else None,
        )
    )


def _chain(event: Event) -> ArchivedChain | None:
    """Return the chain of an event's journal; None while it has no link. Two queries.

    Entries are there as hashes alone, so that it may be shared: no name, no address, no account.
    """
    entries = list(event.journal.order_by("pk"))
    linked = [entry for entry in entries if entry.link is not None]
    if not linked or event.journal_link is None:
        return None
    seals = deque(event.seals.order_by("pk"))
    texts = []
    for entry in linked:
        texts.append(sealed_entry(entry))
        if seals and follows(seals[0], entry):
            texts += seal_texts(seals.popleft())
    return ArchivedChain(
        start=start_of(event).hex(),
        entries=tuple(texts),
        head=bytes(event.journal_link).hex(),
        since=None if entries[0].link is not None else linked[0].at,
    )
