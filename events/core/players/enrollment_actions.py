"""Enroll players in an event, before it starts or late."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from domain.results import SEATS
from events.core.eligibility.actions import check_eligible
from events.core.event_write import Write, event_write, lock_name
from events.core.organisations.quotas import check_players_of_event
from events.core.players.bye_changes import bye_columns, earlier_names, earned_for_journal
from events.core.players.enrollment_questions import (
    AWARD,
    BYES_BY_ADDRESS,
    questions_before_enrolling,
)
from events.core.players.joining import check_joining
from events.core.players.player_entries import NewEnrollment, cleaned_entry
from events.core.players.same_person import (
    check_entries,
    enrolled_words,
    highest_number,
    players_by_email,
)
from events.core.players.scanned_codes import player_of_code
from events.core.progress.presence import matches_of_missed, missed_counts
from events.core.questions.question import (
    NO_ANSWERS,
    Given,
    Settled,
    answers_for_journal,
    settle,
)
from events.core.refusals import RefusedError
from events.core.series.bye_rewards import Earned, earned_byes
from events.models import Enrollment, Event, Match, Player, Round, TeamMember, Verb


def enroll(*, event_id: int, actor: User, entries: Sequence[NewEnrollment]) -> list[Enrollment]:
    """Enroll everyone in `entries`, or nobody; return the enrollments in the same order.

    It asks no question about namesakes. Raises RefusedError as `enroll_in` does.
    """
    with event_write(event_id, actor) as write:
        return enroll_in(write, entries, Enrollment.Source.DESK)


def enroll_player(
    *, event_id: int, actor: User, entry: NewEnrollment, given: Given = NO_ANSWERS
) -> Enrollment:
    """Enroll one player, after the question whether a namesake is another person.

    The name may be a scanned link or badge of the organisation's player. Raises QuestionsError for
    questions that `given` does not answer, and RefusedError as enroll_in.
    """
    with event_write(event_id, actor) as write:
        entry = _scanned(write.event, entry)
        settled = settle(questions_before_enrolling(write.event, entry), given)
        (enrollment,) = enroll_in(write, [entry], Enrollment.Source.DESK, [settled])
        return enrollment


def _scanned(event: Event, entry: NewEnrollment) -> NewEnrollment:
    """Return the entry with the player whose code is in its name; other entries as they are."""
    player = player_of_code(entry.name, event.organisation_id)
    if player is None:
        return entry
    known = event.enrollments.filter(player=player).first()
    if known is not None:
        words = enrolled_words(known.name, known.number, known.state, known.dropped_after)
        raise RefusedError(words, "name")
    return replace(entry, name=player.name, player=player.pk)


def enroll_in(
    write: Write,
    entries: Sequence[NewEnrollment],
    source: Enrollment.Source,
    settled: Sequence[Sequence[Settled]] = (),
) -> list[Enrollment]:
    """Enroll everyone in `entries` as a part of a write, or nobody.

    `settled`: the questions about each of them that were answered before, in the same order.

    Byes that a series earned are awarded, to late players too; those that the address earned under
    another name only if `settled` says so. Once a round is paired, new players are late. A missed
    round with an awarded bye is that bye; under the policy "losses" each other one becomes an
    assigned loss. Raises RefusedError naming the player for an empty or long name, an e-mail
    address or platform ID that is taken, a member of the staff, awarded byes other than 0 to 3 or
    given after round 1 was paired, members who can't be a team of this event, and an ineligible
    player without a reason.
    """
    event = write.event
    rounds = list(event.rounds.select_related("stage").defer("posted_rows").order_by("number"))
    check_joining(event)
    cleaned = [cleaned_entry(entry) for entry in entries]
    check_players_of_event(event, len(cleaned))
    check_entries(event, cleaned, late=bool(rounds))
    check_eligible(event, [(entry.name, entry.email, entry.eligible_because) for entry in cleaned])
    players = _players_behind(event, cleaned)
    asked = settled or [()] * len(cleaned)
    earned = _undoubted_byes(event, cleaned, players, asked)
    number = max(event.last_number, highest_number(event))
    enrollments = Enrollment.objects.bulk_create(
        [
            Enrollment(
                event=event,
                player=player,
                number=number + offset,
                name=entry.name,
                reading=entry.reading,
                sort_name=entry.sort_name,
                platform_id=entry.platform_id,
                first_round=first_round(rounds),
                source=source,
                eligible_because=entry.eligible_because,
                paid=entry.paid,
                **bye_columns(entry.awarded_byes, earned.get(player.pk)),
            )
            for offset, (entry, player) in enumerate(zip(cleaned, players, strict=True), 1)
        ]
    )
    write_members((team, entry.members) for team, entry in zip(enrollments, cleaned, strict=True))
    journaled = []
    missed: list[Match] = []
    for enrollment, entry, answers in zip(enrollments, cleaned, asked, strict=True):
        policy = entry.late or event.late_policy
        losses = policy == Event.LatePolicy.LOSSES
        own = matches_of_missed(rounds, enrollment, losses=losses)
        missed += own
        data: dict[str, Any] = {"first_round": enrollment.first_round, "losses": 0}
        data |= missed_counts(own) | earned_for_journal(enrollment)
        if entry.eligible_because:
            data["reason"] = entry.eligible_because
        journaled.append((enrollment, data | answers_for_journal(answers)))
    Match.objects.bulk_create(missed)
    event.last_number = number + len(enrollments)
    event.save(update_fields=["last_number"])
    write.journal_of_players(Verb.ENROLLED, journaled)

    return enrollments


def _undoubted_byes(
    event: Event,
    entries: Sequence[NewEnrollment],
    players: Sequence[Player],
    settled: Sequence[Sequence[Settled]],
) -> dict[int, Earned]:
    """Return the byes that these people earned by player key, without the doubtful ones."""
    earned = dict(earned_byes(event))
    people = zip(entries, players, strict=True)
    doubted = earlier_names(event, earned, {player.pk: entry.name for entry, player in people})
    for player, answers in zip(players, settled, strict=True):
        given = any(
            each.question.code == BYES_BY_ADDRESS and each.answer.code == AWARD for each in answers
        )
        if player.pk in doubted and not given:
            del earned[player.pk]
    return earned


def first_round(rounds: Sequence[Round]) -> int:
    """Return the first round in which a player who enters now can be paired.

    An unposted round counts as missed, with an assigned loss; pairing it again includes the player.
    """
    if not rounds:
        return 1
    last = rounds[-1]
    return last.number if last.is_unposted else last.number + 1


def _players_behind(event: Event, entries: Sequence[NewEnrollment]) -> list[Player]:
    """Return the player of each entry: the named one, else as players_of finds it."""
    keys = {entry.player for entry in entries if entry.player is not None}
    named = Player.objects.filter(organisation=event.organisation_id).in_bulk(keys) if keys else {}
    others = [(entry.name, entry.email) for entry in entries if entry.player not in named]
    rest = iter(players_of(event, others) if others else [])
    return [named.get(entry.player or 0) or next(rest) for entry in entries]


def players_of(event: Event, people: Sequence[tuple[str, str]]) -> list[Player]:
    """Return the organisation's player for each name and e-mail address.

    The player with the address, else a new one.
    """
    ours = event.organisation_id
    if any(email for _name, email in people):
        lock_name(f"addresses/{ours}")
    known = players_by_email(event, (email for _name, email in people))
    addressed = {email: name for name, email in people if email and email not in known}
    Player.objects.bulk_create(
        Player(name=name, email=email, organisation_id=ours) for email, name in addressed.items()
    )
    known |= players_by_email(event, addressed)
    without = [Player(name=name, organisation_id=ours) for name, email in people if not email]
    made = iter(Player.objects.bulk_create(without))
    return [known[email] if email else next(made) for _name, email in people]


def write_members(teams: Iterable[tuple[Enrollment, Sequence[str]]]) -> None:
    """Write the members of new teams, seat A first, in the caller's transaction."""
    TeamMember.objects.bulk_create(
        TeamMember(enrollment=team, seat=seat, name=name)
        for team, members in teams
        for seat, name in zip(SEATS, members, strict=False)
    )
