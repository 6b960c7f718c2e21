"""Change the fact sheet of an event, and the marks that bar or invite players."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.event_pages import RESERVED, is_map_link, is_short_address
from domain.limits import DESCRIPTION_LENGTH, EMAIL_LENGTH, NAME_LENGTH
from domain.names import clean_email, clean_name
from domain.written_names import written, written_name
from events.core.edit_conflicts import check_token, columns_of, stage_formats
from events.core.eligibility.queries import (
    barred_of,
    events_of_marks,
    fact_sheet_of,
    suspended_of,
)
from events.core.eligibility.staff_players import refuse_owners_who_play
from events.core.event_write import Write, event_write
from events.core.refusals import RefusedError
from events.core.sentences import join_sentences
from events.core.typed_values import check_line, checked_reason, checked_text
from events.models import EligibilityMark, Event, FactSheet, StaffMember, Verb

# Single-line fields of the fact sheet.
LINE = frozenset(
    {
        *("sanctioning_number", "channel", "address", "map_link", "contact"),
        *("prizes_handed_out", "short_address"),
    }
)


REGULAR_IN_PREMIER = gettext_lazy(
    "A premier event is played at Competitive or Professional. Change the rules enforcement level "
    "in the settings, or the tier in the fact sheet."
)


def change_fact_sheet(
    *,
    event_id: int,
    actor: User,
    values: Mapping[str, Any],
    formats: Mapping[int, str],
    token: str = "",
) -> FactSheet:
    """Change the fact sheet of an event: `values` by field, `formats` the game format by stage.

    `token`: as check_token takes it.
    """
    with event_write(event_id, actor) as write:
        sheet = fact_sheet_of(write.event)
        check_token(token, columns_of(sheet, values) | stage_formats(write.event))
        values = {name: _checked(name, value) for name, value in values.items()}
        changed = [name for name, value in values.items() if getattr(sheet, name) != value]
        for name in changed:
            setattr(sheet, name, values[name])
        if sheet.is_premier and write.event.staff_may_play:
            raise RefusedError(
                _(
                    "This event allows staff to play, but premier events do not. Change this in "
                    "the settings."
                ),
                "tier",
            )
        if sheet.is_premier and write.event.enforcement is Event.Enforcement.REGULAR:
            raise RefusedError(REGULAR_IN_PREMIER, "tier")
        if sheet.is_premier and "tier" in changed:
            refuse_owners_who_play(write.event, _owners_of(write.event), "tier")
        _check_lists(sheet)
        others = FactSheet.objects.exclude(event=write.event)
        taken = sheet.short_address
        if taken and others.filter(short_address=taken).exists():
            words = _("Another event has this short address. Choose another word.")
            raise RefusedError(words, "short_address")
        sheet.save()
        for stage in write.event.stages.all():
            wanted = formats.get(stage.number, stage.game_format)
            check_line(wanted, f"format_{stage.number}")
            if wanted != stage.game_format:
                stage.game_format = wanted
                stage.save(update_fields=["game_format"])
                changed.append("game_format")
        if changed:
            write.journal(Verb.FACTS_CHANGED, fields=sorted(set(changed)))
        if not write.event.rounds.exists():
            forbid_premier_draws(write)
    return sheet


def _owners_of(event: Event) -> QuerySet[User]:
    return User.objects.filter(
        organisations__organisation=event.organisation_id, organisations__owner=True
    )


def show_lists(
    *, event_id: int, actor: User, during: str, after: str, token: str = ""
) -> FactSheet:
    """Set which decklists are public during the event and after it, even once it has ended.

    `token`: as check_token takes it. Raises RefusedError for another choice than those of the fact
    sheet, and for lists that are public during the event and closed afterwards.
    """
    values = {"lists_during": during, "lists_after": after}
    with event_write(event_id, actor, finished=True) as write:
        sheet = fact_sheet_of(write.event)
        check_token(token, columns_of(sheet, values))
        for name, value in values.items():
            if value not in FactSheet.ListsShown.values:
                raise RefusedError(_("Choose whose lists everyone can read."), name)
        changed = [name for name, value in values.items() if getattr(sheet, name) != value]
        for name in changed:
            setattr(sheet, name, values[name])
        _check_lists(sheet)
        if changed:
            sheet.save()
            write.journal(Verb.FACTS_CHANGED, fields=changed)
    return sheet


def _check_lists(sheet: FactSheet) -> None:
    if sheet.decklists == FactSheet.Decklists.CLOSED and sheet.shows_lists_during:
        raise RefusedError(
            _(
                "Closed lists are not public during the event. Make the decklists open, or show "
                "them after the event."
            ),
            "lists_during",
        )


def forbid_premier_draws(write: Write) -> None:
    """Forbid draws in a premier event (rules, 2.4), inside a write before round 1."""
    event = write.event
    if event.draws_allowed and fact_sheet_of(event).is_premier:
        event.draws_allowed = False
        event.save(update_fields=["draws_allowed"])
        write.journal(Verb.EVENT_CHANGED, fields=["draws_allowed"], old={"draws_allowed": True})


def _checked(name: str, value: Any) -> Any:
    """Return a checked text with plain ends of lines; any other value unchanged."""
    if not isinstance(value, str):
        return value
    if name in LINE:
        check_line(value, name)
    if name == "short_address":
        value = value.lower()
    most = getattr(FactSheet._meta.get_field(name), "max_length", None) or DESCRIPTION_LENGTH
    kept = checked_text(value, most, name)
    if name == "map_link" and kept and not is_map_link(kept):
        raise RefusedError(_("Enter the full address of the map. It starts with https://."), name)
    if name == "short_address" and kept:
        _check_short_address(kept)
    return kept


def _check_short_address(name: str) -> None:
    """Raise RefusedError for a short address that the site needs, or that is not one word."""
    if name in RESERVED:
        words = _("“%(name)s” is an address of this site. Choose another word.")
        raise RefusedError(words % {"name": written(name)}, "short_address")
    if not is_short_address(name):
        raise RefusedError(
            _("Use 2 to 20 letters from a to z, digits and hyphens, for example hco."),
            "short_address",
        )


def mark_people(
    *, event_id: int, actor: User, kind: str, people: Sequence[tuple[str, str]], note: str = ""
) -> int:
    """Give names and e-mail addresses a mark; return the number of new marks.

    Raises RefusedError at `people` for a name that is too long or an impossible address, and for a
    suspended person who judges this event or another one in which the mark counts.
    """
    note = checked_reason(note)
    with event_write(event_id, actor) as write:
        if kind not in tuple(EligibilityMark.Kind):
            raise RefusedError(_("Choose one of the options."), "kind")
        suspended_before = _suspended_judges(write.event)
        made = []
        for typed, address in people:
            name, email = clean_name(typed), clean_email(address)
            if not name or len(name) > NAME_LENGTH or len(email) > EMAIL_LENGTH:
                raise RefusedError(
                    _("“%(line)s” is not a name followed by an email address.")
                    % {"line": f"{typed} {address}".strip()[:60]},
                    "people",
                )
            _mark, new = EligibilityMark.objects.get_or_create(
                event=write.event,
                kind=kind,
                name=name,
                email=email,
                defaults={"note": note, "by": actor},
            )
            made += [name] if new else []
        if made and kind == EligibilityMark.Kind.SUSPENDED:
            _refuse_judges(write.event, suspended_before)
        if made:
            write.journal(Verb.MARKED, kind=kind, names=made, reason=note)
    return len(made)


def _suspended_judges(event: Event) -> list[StaffMember]:
    """Return the suspended judges of this event, and of the others in which its marks count."""
    judges = StaffMember.objects.filter(Q(judge=True) | Q(head_judge=True))
    there = Q(event=event) | Q(event__in=events_of_marks(event))
    members = list(judges.filter(there).select_related("user", "event").order_by("event_id"))
    suspended = set(suspended_of(event, {member.user for member in members}))
    return [member for member in members if member.user in suspended]


def _refuse_judges(event: Event, before: Collection[StaffMember]) -> None:
    """Raise RefusedError if a judge is newly marked as suspended (rules, 1.4)."""
    suspended = [member for member in _suspended_judges(event) if member not in before]
    if suspended:
        names = _(", ").join(_judge_words(event, member) for member in suspended)
        words = _(
            "%(names)s: a suspended person cannot judge. Change the roles under “Staff” first."
        )
        raise RefusedError(words % {"names": names}, "people")


def _judge_words(event: Event, member: StaffMember) -> str:
    name = written(member.user.get_username())
    if member.event_id == event.pk:
        return name
    return _("%(name)s in “%(event)s”") % {"name": name, "event": written(member.event.name)}


def unmark(*, event_id: int, actor: User, mark_id: int) -> EligibilityMark:
    """Remove a mark that was given in this event."""
    with event_write(event_id, actor) as write:
        mark = write.event.eligibility_marks.filter(pk=mark_id).first()
        if mark is None:
            raise RefusedError(
                _("This eligibility mark belongs to another event or was already removed.")
            )
        write.journal(Verb.MARKED, kind=mark.kind, names=[mark.name], gone=True)
        mark.delete()
    return mark


def check_eligible(event: Event, people: Sequence[tuple[str, str, str]]) -> None:
    """Raise RefusedError for an ineligible player without a recorded reason.

    `people` are names, e-mail addresses and reasons. Call it inside a write that enrolls them.
    """
    without = [(name, email) for name, email, reason in people if not reason.strip()]
    barred = barred_of(event, without)
    if barred:
        words = [_WHY[person.why]() % {"name": written_name(person)} for person in barred[:5]]
        more = f" (+{len(barred) - 5})" if len(barred) > 5 else ""
        raise RefusedError(
            _("%(who)s%(more)s To enroll anyway, give a reason. The reason is recorded.")
            % {"who": join_sentences(words), "more": more},
            "eligible_because",
        )


_WHY = {
    "suspended": lambda: _("%(name)s is suspended."),
    "under-age": lambda: _("%(name)s does not meet the minimum age."),
    "not-invited": lambda: _("%(name)s does not have an invitation."),
}
