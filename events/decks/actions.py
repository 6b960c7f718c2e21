"""Decklists and deck checks (digital event rules, 2.6 and 2.7; MTR)."""

from collections.abc import Collection, Mapping
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.limits import DESCRIPTION_LENGTH, MOST_EXTENSION, SHORT_LENGTH
from events.core.cards.open_decks import deck_line, deck_values, is_locked, locked_for_players
from events.core.decks.deck_xml import list_of
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token
from events.core.eligibility.queries import fact_sheet_of
from events.core.event_write import Write, event_write
from events.core.guards import find_round, table_of
from events.core.phones.queries import own_enrollment
from events.core.refusals import RefusedError
from events.core.results.report_actions import touched
from events.core.typed_values import checked_reason, checked_text, needed_reason
from events.models import DeckCheck, Decklist, Event, Match, Verb

# Minutes a table gets on top of the duration of the deck check (MTR, time extensions).
MORE_MINUTES = 3


def save_decklist(
    *,
    event_id: int,
    actor: User,
    number: int,
    state: str,
    text: str | None,
    archetype: str | None = None,
    reason: str = "",
    token: str = "",
) -> Decklist:
    """Save the state, text and archetype of a player's list; None leaves either unchanged.

    `token`: as for check_token. Raises RefusedError for a changed text after the deadline, unless a
    judge changes it with a reason.
    """
    reason = checked_reason(reason)
    with event_write(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        deck = deck_line(write.event, enrollment).deck
        if state not in Decklist.State.values:
            raise RefusedError(_("This decklist status does not exist."), "state")
        check_token(token, deck_values(deck))
        wanted = deck.text if text is None else _checked_list(text)
        if wanted != deck.text and is_locked(fact_sheet_of(write.event)):
            _check_judge(write)
            reason = needed_reason(reason)
        deck.state, deck.text = state, wanted
        if archetype is not None:
            deck.archetype = _checked_archetype(archetype)
        if wanted and not state:
            deck.state = Decklist.State.SUBMITTED
        deck.save()
        write.journal(Verb.DECKLIST_CHANGED, enrollment=enrollment, state=deck.state, reason=reason)
    return deck


def name_archetypes(
    *, event_id: int, actor: User, archetypes: Mapping[int, tuple[str, str]]
) -> tuple[int, list[int]]:
    """Save archetypes of players' lists by player number, also after the event.

    `archetypes`: the shown and the new value of each. Return how many changed, and the numbers of
    players whose archetype another person changed meanwhile, which are left unchanged.
    """
    wanted = {
        number: (before, _checked_archetype(name))
        for number, (before, name) in archetypes.items()
        if before != name
    }
    with event_write(event_id, actor, finished=True) as write:
        decks = Decklist.objects.filter(
            enrollment__event=write.event, enrollment__number__in=wanted
        )
        changed, kept = [], []
        for deck in decks.select_related("enrollment"):
            before, name = wanted[deck.enrollment.number]
            if deck.archetype not in (before, name):
                kept.append(deck.enrollment.number)
            elif deck.archetype != name:
                deck.archetype = name
                changed.append(deck)
        Decklist.objects.bulk_update(changed, ["archetype"])
        write.journal_of_players(
            Verb.DECKLIST_CHANGED,
            [(deck.enrollment, {"state": deck.state, "reason": ""}) for deck in changed],
        )
    return len(changed), kept


def hand_in_deck(
    *, event_id: int, enrollment_id: int, text: str, archetype: str | None = None, token: str = ""
) -> Decklist:
    """Save the list that a player types on a phone; an empty one withdraws it.

    `token`: as for check_token. Raises RefusedError if the event takes no lists by phone, and once
    lists are locked. If the staff had received or checked the list, a new text resets it to
    submitted.
    """
    with event_write(event_id, None) as write:
        event = write.event
        enrollment = own_enrollment(event, enrollment_id)
        if not (event.private_pages and event.phone_decks):
            raise RefusedError(_("In this event, hand in decklists at the desk."))
        if not enrollment.is_active:
            raise RefusedError(_("You are no longer playing in this event. Ask at the desk."))
        if locked_for_players(event, fact_sheet_of(event)):
            raise RefusedError(_("Decklists are locked. Ask a judge to change yours."), "text")
        deck = deck_line(event, enrollment).deck
        wanted = _checked_list(text)
        named = deck.archetype if archetype is None else _checked_archetype(archetype)
        if (wanted, named) != (deck.text, deck.archetype):
            check_token(token, deck_values(deck))
            if wanted != deck.text:
                deck.state = Decklist.State.SUBMITTED if wanted else Decklist.State.MISSING
            deck.text, deck.archetype = wanted, named
            deck.save()
            write.journal(Verb.DECKLIST_HANDED_IN, enrollment=enrollment, phone=True)
    return deck


def start_deck_check(
    *, event_id: int, actor: User, number: int, table: int, judge: str = ""
) -> DeckCheck:
    """Start checking the decks of a table in the posted round.

    `judge`: the user name of the staff member who takes the decks, and who counts as the judge at
    the table unless there is one; "" for the actor, whose place does not change.
    """
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number, "playing")
        match = table_of(round, table)
        if match.deck_checks.filter(ended_at=None).exists():
            raise RefusedError(
                _("A deck check is in progress at table %(table)d.") % {"table": table}
            )
        checking = _staff_member(write.event, judge) if judge else actor
        if judge and match.judge_id is None:
            match.judge = checking
            match.save(update_fields=["judge", *touched(match)])
        made = DeckCheck.objects.create(match=match, by=checking)
        write.journal(
            Verb.DECK_CHECKED,
            round=round,
            match=match,
            judge="" if checking == actor else checking.get_username(),
        )
    return made


def _staff_member(event: Event, username: str) -> User:
    member = event.staff.select_related("user").filter(user__username=username).first()
    if member is None:
        raise RefusedError(_("Choose a staff member."), "judge")
    return member.user


def stop_deck_check(*, event_id: int, actor: User, check_id: int) -> Match:
    """Cancel a running check: it does not count, and its table gets no time."""
    with event_write(event_id, actor) as write:
        check = _running(write.event, check_id)
        match = check.match
        match.round.event = write.event
        if match.judge_id == check.by_id:
            match.judge = None
            match.save(update_fields=["judge", *touched(match)])
        check.delete()
        write.journal(Verb.DECK_CHECKED, round=match.round, match=match, stopped=True)
    return match


def _running(event: Event, check_id: int) -> DeckCheck:
    checks = DeckCheck.objects.select_related("match__round", "match__first", "match__second")
    check = checks.filter(pk=check_id, match__round__event=event).first()
    if check is None or check.ended_at is not None:
        raise RefusedError(_("This deck check is already over."))
    return check


def end_deck_check(
    *, event_id: int, actor: User, check_id: int, findings: str, problems: Collection[int] = ()
) -> DeckCheck:
    """End a check with its findings; the table gets its time back and three minutes more.

    `problems`: numbers of the players whose deck had one. The lists of all players of the table
    count as checked.
    """
    with event_write(event_id, actor) as write:
        check = _running(write.event, check_id)
        match, round = check.match, check.match.round
        check.ended_at = timezone.now()
        check.findings = checked_text(findings, DESCRIPTION_LENGTH, "findings")
        check.problems = sorted({player.number for player in match.players} & set(problems))
        check.save(update_fields=["ended_at", "findings", "problems"])
        for player in match.players:
            Decklist.objects.update_or_create(
                enrollment=player, defaults={"state": Decklist.State.CHECKED}
            )
        round.event = write.event
        took = -(-(check.ended_at - check.started_at) // timedelta(minutes=1))
        minutes = min(match.extension_minutes + took + MORE_MINUTES, MOST_EXTENSION)
        match.extension_minutes = minutes
        match.extension_reason = Match.ExtensionReason.DECK_CHECK
        match.save(update_fields=["extension_minutes", "extension_reason", *touched(match)])
        found_out = check.findings
        write.journal(
            Verb.DECK_CHECKED,
            round=round,
            match=match,
            ended=True,
            findings=found_out,
            problems=check.problems,
        )
        write.journal(
            Verb.EXTENSION_GIVEN,
            round=round,
            match=match,
            minutes=minutes,
            reason=match.extension_reason,
        )
    return check


def _checked_list(text: str) -> str:
    """Return a list for storage; convert a .dek file of Magic Online to lines of text.

    Raises RefusedError if it cannot be read or is too long.
    """
    return checked_text(list_of(text), DESCRIPTION_LENGTH, "text")


def _checked_archetype(archetype: str) -> str:
    return checked_text(" ".join(archetype.split()), SHORT_LENGTH, "archetype")


def _check_judge(write: Write) -> None:
    judges = write.event.staff.filter(Q(judge=True) | Q(head_judge=True))
    if not judges.filter(user=write.actor).exists():
        raise RefusedError(
            _(
                "Decklists are locked after the deadline. Only a judge can change them, with a "
                "reason."
            ),
            "text",
        )
