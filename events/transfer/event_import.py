"""Making an event of an archive: everything of it, or nothing."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from enum import StrEnum
from functools import partial

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from archive.values import Archive
from events.core.event_write import import_journal, imported_event_write, lock_name, slice_write
from events.core.organisations.owner_actions import make_owner
from events.core.organisations.ownership import organisation_for
from events.core.players.inheritance import inherit_staff
from events.core.questions.question import Given, Settled, answers_for_journal, settle
from events.core.refusals import RefusedError
from events.core.standings.actions import standings_after
from events.models import Enrollment, Event, Player, Verb
from events.transfer.foreign_files import Candidate
from events.transfer.parts.announcements import create_announcements, create_changes
from events.transfer.parts.certifications import create_certifications
from events.transfer.parts.decks import create_decks
from events.transfer.parts.drawings import create_drawings
from events.transfer.parts.event_columns import create_event
from events.transfer.parts.fact_sheets import create_facts
from events.transfer.parts.features import create_features
from events.transfer.parts.judging import (
    create_appeals,
    create_areas,
    create_calls,
    create_penalties,
)
from events.transfer.parts.players import create_enrollments
from events.transfer.parts.pools import create_pools
from events.transfer.parts.preflight_answers import create_preflight_answers
from events.transfer.parts.prizes import create_prizes
from events.transfer.parts.rounds import create_rounds
from events.transfer.parts.sign_ups import create_sign_up_settings, create_sign_ups
from events.transfer.parts.stages import create_stages
from events.transfer.parts.standings import create_standings
from events.transfer.previews import ONE, TWO, question_of_names
from events.transfer.slices_import import in_slices
from interchange.near_names import MOST_ASKED, People


class Step(StrEnum):
    """The part of a long import that is running."""

    PLAYERS = "players"
    ROUNDS = "rounds"
    STANDINGS = "standings"


Progress = Callable[[Step, int, int], None]


def import_archive(
    *,
    archive: Archive,
    actor: User | None,
    progress: Progress | None = None,
    settled: Sequence[Settled] = (),
) -> Event:
    """Make a new event of a checked archive: everything of it, or nothing.

    It is written alongside the other events, a part at a time, and everyone can see it after the
    last part: a result that is entered elsewhere meanwhile waits for one part only.

    `actor` gets every role that runs it; None leaves it without staff, so that only the public
    pages show it (`adopt_events` gives it an owner later). `progress` is called with a step, how
    much of it is done and how much there is. `settled`: the questions answered before. Raises
    RefusedError for penalties without an actor.
    """
    if archive.penalties and actor is None:
        raise RefusedError(
            _("This archive contains penalties, which must belong to an account. Name an owner.")
        )
    forget_imports()
    with slice_write():
        event = create_event(archive, organisation_for(actor) if actor else None)
    try:
        _write(event, archive, actor, progress or _nobody_watches, settled)
    except BaseException:
        forget_import(event)
        raise
    event.refresh_from_db()
    return event


def take_event_over(*, candidate: Candidate, people: People, actor: User) -> Event:
    """Make an event that goes on here: everything of it, or nothing.

    `people`: the answers about names with which the archive was read; the journal keeps them.
    QuestionsError for names without an answer, RefusedError as `import_archive`.
    """
    pairs = {tuple(sorted(names)): same for names, same in people.items() if len(names) > 1}
    answered, answers = [], {}
    for (first, second), same in list(pairs.items())[:MOST_ASKED]:
        question = question_of_names(first, second)
        answered.append(question)
        answers[question.key] = ONE if same else TWO
    waiting = [question_of_names(pair.first, pair.second) for pair in candidate.near]
    settled = settle([*answered, *waiting], Given(answers))
    return import_archive(archive=candidate.archive, actor=actor, settled=settled)


def _write(
    event: Event,
    archive: Archive,
    actor: User | None,
    report: Progress,
    settled: Sequence[Settled],
) -> None:
    people: dict[int, Enrollment] = {}
    report(Step.PLAYERS, 0, len(archive.players))
    in_slices(archive.players, lambda some: people.update(create_enrollments(event, archive, some)))
    report(Step.PLAYERS, len(people), len(people))
    with slice_write():
        create_penalties(archive, people, actor)
        create_appeals(archive, people)
        create_changes(event, archive)
        create_facts(event, archive)
        create_sign_up_settings(event, archive)
        create_announcements(event, archive)
        create_areas(event, archive)
        create_drawings(event, archive)
        create_prizes(event, archive, people)
    in_slices(list(enumerate(archive.sign_ups, 1)), partial(create_sign_ups, event, people))
    with slice_write():
        stages = create_stages(event, archive, people)
    rounds = {}
    for made in create_rounds(event, archive, stages, people):
        rounds[made.number] = made
        report(Step.ROUNDS, made.number, len(archive.rounds))
    with slice_write():
        create_decks(event, archive, people)
        create_pools(event, archive, people)
        create_features(event, archive)
        create_certifications(archive, rounds)
        create_preflight_answers(event, archive, rounds, create_calls(event, archive, people))
    for done, number in enumerate(archive.standings, start=1):
        # Computed before locks are taken: no other writer knows this event yet.
        computed = standings_after(event, number)
        with slice_write():
            create_standings(archive, rounds[number], computed, actor)
        report(Step.STANDINGS, done, len(archive.standings))
    in_slices(archive.told, partial(import_journal, event))
    with imported_event_write(event.pk, actor) as write:
        if actor is not None:
            make_owner(write.event, actor)
            inherit_staff(write)
        write.journal(Verb.EVENT_IMPORTED, name=event.name, **answers_for_journal(settled))
        for number in archive.standings:
            write.journal(
                Verb.STANDINGS_PUBLISHED, round=rounds[number], revision=1, reason="", imported=True
            )


def _nobody_watches(step: Step, done: int, total: int) -> None:
    """Ignore the progress of an import that nobody watches."""


# No import takes this long, so an older one was killed.
STALE = timedelta(hours=1)


def forget_imports() -> None:
    """Delete the remains of imports that were killed."""
    for event in Event.every.filter(importing_since__lt=timezone.now() - STALE):
        forget_import(event)


def forget_import(event: Event) -> None:
    """Delete the parts of an unfinished import, which no page has shown."""
    for round in event.rounds.all():
        with slice_write():
            round.delete()
    with slice_write():
        for stage in event.stages.all():
            stage.pod_seats.all().delete()
            stage.bracket_seats.all().delete()
        lock_name("addresses")
        people = list(event.enrollments.values_list("player_id", flat=True))
        event.enrollments.all().delete()
        event.delete()
        Player.objects.filter(pk__in=people, enrollments__isnull=True).delete()
