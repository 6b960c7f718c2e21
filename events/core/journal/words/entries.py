"""Render a journal entry as a sentence in the reader's language, from its verb and data."""

from collections.abc import Callable
from typing import Any

from django.template.defaultfilters import capfirst
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from domain.written_names import written
from events.core.journal.words import floor_entries as journal_of_the_floor
from events.core.journal.words import imported_entries as journal_of_elsewhere
from events.core.journal.words import integration_entries as journal_of_integrations
from events.core.journal.words import phone_entries as journal_of_phones
from events.core.journal.words import result_entries as journal_of_results
from events.core.journal.words import rule_entries as journal_of_rules
from events.core.journal.words import stage_entries as journal_of_stages
from events.core.journal.words.result_entries import NOTHING
from events.core.repairing import repairing_words as repairing
from events.core.sentences import join_sentences, with_single_stops
from events.core.words import certification as certifying
from events.core.words.earned_byes import earned_byes_words
from events.core.words.missed_rounds import missed_rounds_words
from events.models import Enrollment, Event, JournalEntry, Penalty, Role, Verb

# Reasons that actions store as a code; all others are typed text.
_REASONS: dict[str, str | Promise] = {
    "slip": gettext_lazy("according to the result slip"),
    "no-show": gettext_lazy("did not show up"),
    "not-checked-in": gettext_lazy("not checked in"),
    "silent": gettext_lazy("left without notice"),
    "undo": gettext_lazy("drop undone"),
    "list-undone": gettext_lazy("enrollment of the list undone"),
    "result-undone": gettext_lazy("result undone"),
    "new-result": gettext_lazy("new result without the drop"),
    "kept-in": gettext_lazy("answer to the pre-flight check"),
    "phone": gettext_lazy("by phone"),
}
_FIELDS: dict[str, str | Promise] = {
    "rounds": gettext_lazy("number of rounds"),
    "profile": gettext_lazy("rule profile"),
    "email": gettext_lazy("email"),
    "members": gettext_lazy("members"),
    "shares_email": gettext_lazy("consent to enter the email address elsewhere"),
}


class _Values(dict[str, Any]):
    """Values of a journal sentence; a missing value is shown as a dash."""

    def __missing__(self, key: str) -> str:
        return NOTHING


def sentence(entry: JournalEntry) -> str:
    """Return the entry as a sentence, without actor and time: 'Table 12: Rossi 2-1 Tanaka.'"""
    numbers = {"first": entry.first_number, "second": entry.second_number}
    values = _Values(
        {
            **entry.data,
            **journal_of_phones.written_names(entry.data, numbers),
            "round": entry.round_number or NOTHING,
            "table": entry.table or NOTHING,
            "number": entry.first_number or NOTHING,
        }
    )
    verb = Verb(entry.verb)
    special = _SPECIAL.get(verb)
    if special is not None:
        text = special(values)
    elif verb in _PLAIN:
        text = str(_PLAIN[verb]) % values
    else:
        text = _("%(what)s.") % {"what": capfirst(str(verb.label))}
    if reason := entry.data.get("reason"):
        text = _("%(text)s Reason: %(reason)s.") % {
            "text": text,
            "reason": str(_REASONS.get(reason, reason)).rstrip("."),
        }
    return with_single_stops(journal_of_phones.with_teller(text, values), entry.data)


_PLAIN: dict[Verb, str | Promise] = {
    Verb.EVENT_CREATED: gettext_lazy("The event was created."),
    Verb.EVENT_REOPENED: gettext_lazy("The event was reopened."),
    Verb.EVENT_IMPORTED: gettext_lazy("The event was imported from an archive."),
    Verb.ENROLLMENT_REMOVED: gettext_lazy("%(first)s (number %(number)s) was removed."),
    Verb.PLAYER_PSEUDONYMIZED: gettext_lazy(
        "The personal data of player %(number)s was deleted, including from this journal."
    ),
    Verb.PASSWORD_LINK_MADE: gettext_lazy("A password reset link was created for %(user)s."),
    Verb.ENROLLMENTS_MERGED: gettext_lazy(
        "%(first)s (number %(number)s) was a duplicate and was merged into %(kept)s (number "
        "%(kept_number)s)."
    ),
    Verb.ROUND_PAIRED_AGAIN: gettext_lazy(
        "Round %(round)s was paired again with seed %(seed)s instead of %(before)s."
    ),
    Verb.ROUND_DISCARDED: gettext_lazy("Unposted round %(round)s was discarded."),
    Verb.RE_PAIRING_UNDONE: gettext_lazy(
        "The re-pairing of round %(round)s was undone. All players are back at their previous "
        "tables."
    ),
    Verb.ROUND_UNPOSTED: gettext_lazy("Posted round %(round)s was unposted."),
    **journal_of_the_floor.PLAIN,
    **journal_of_rules.PLAIN,
    Verb.ROUND_REOPENED: gettext_lazy("Round %(round)s was reopened."),
    Verb.STANDINGS_PUBLISHED: gettext_lazy(
        "The standings after round %(round)s were published, revision %(revision)s."
    ),
    Verb.TABLES_GIVEN: gettext_lazy("The event now has tables %(tables)s. Previously: %(before)s."),
    Verb.MATCH_MOVED: gettext_lazy(
        "Round %(round)s: the match at table %(came_from)s was moved to table %(went_to)s."
    ),
    Verb.CUT_TAKEN_BACK: gettext_lazy("The cut after stage %(stage)s was undone."),
    Verb.PODS_POSTED: gettext_lazy("The pods of stage %(stage)s were posted."),
    Verb.STANDINGS_WITHDRAWN: gettext_lazy("The standings after round %(round)s were withdrawn."),
}


def _finished(values: _Values) -> str:
    if values.get("early"):
        return _("The event was finished before all announced rounds were played.")
    return _("The event was finished.")


def _event_changed(values: _Values) -> str:
    names = [str(_field_name(Event, name)) for name in values.get("fields", [])]
    text = _("Settings changed: %(fields)s.") % {"fields": _list(names)}
    return join_sentences((text, journal_of_rules.level_changed(values)))


def _invitation_changed(values: _Values) -> str:
    role = {"role": Role(values["invitation"]).label}
    if values.get("withdrawn"):
        return _("The invitation link for %(role)s was withdrawn.") % role
    return ngettext(
        "An invitation link was created: %(role)s, %(count)d person.",
        "An invitation link was created: %(role)s, %(count)d people.",
        values["most"],
    ) % {**role, "count": values["most"]}


_WITHOUT_NEW_ROLES = {
    "withdrawn": gettext_lazy("The invitation of %(user)s was withdrawn."),
    "declined": gettext_lazy("%(user)s declined the invitation to the staff."),
    "unlocked": gettext_lazy("%(user)s was unlocked."),
}


def _staff_changed(values: _Values) -> str:
    if "invitation" in values:
        return _invitation_changed(values)
    names = _list([str(Role(role).label) for role in values.get("roles", [])])
    filled = {"user": values["user"], "roles": names}
    for key, words in _WITHOUT_NEW_ROLES.items():
        if values.get(key):
            return words % filled
    if not names:
        return _("%(user)s was removed from the staff.") % filled
    if values.get("invited"):
        return _("%(user)s was invited to the staff: %(roles)s.") % filled
    if not values.get("had"):
        return _("%(user)s joined the staff: %(roles)s.") % filled
    return _("%(user)s has new roles: %(roles)s.") % filled


def _enrolled(values: _Values) -> str:
    parts = [_("%(first)s was enrolled as number %(number)s.") % values]
    losses = values.get("losses")
    if losses:
        more = ngettext(
            "Arrived late: %(count)d assigned loss.",
            "Arrived late: %(count)d assigned losses.",
            losses,
        )
        parts.append(more % {"count": losses})
    return join_sentences((*parts, *earned_byes_words(values)))


def _enrollment_changed(values: _Values) -> str:
    if values.get("byes_used"):
        numbers = values["byes_used"]
        words = ngettext(
            "%(first)s has the awarded bye in round %(rounds)s instead of an assigned loss.",
            "%(first)s has the awarded byes in rounds %(rounds)s instead of assigned losses.",
            len(numbers),
        )
        return words % {"first": values["first"], "rounds": _list(list(map(str, numbers)))}
    parts = []
    for name, change in values.get("changed", {}).items():
        label = str(_field_name(Enrollment, name))
        if change:
            old, new = (_value_words(value) for value in change)
            label = _("%(field)s %(old)s → %(new)s") % {"field": label, "old": old, "new": new}
        parts.append(label)
    words = _("%(first)s was changed: %(changes)s.")
    text = words % {"first": values["first"], "changes": _list(parts)}
    return join_sentences((text, *earned_byes_words(values)))


def _value_words(value: object) -> object:
    """Return the value of a column as people read it."""
    if value in (None, ""):
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return written(value) if isinstance(value, str) else value


def _checked_in(values: _Values) -> str:
    if values.get("present", True):
        return _("%(first)s was checked in.") % values
    return _("The check-in of %(first)s was undone.") % values


def _disqualified(values: _Values) -> str:
    if values.get("member"):
        return _("Team %(first)s was disqualified because of %(member)s.") % values
    return _("%(first)s was disqualified.") % values


def _dropped(values: _Values) -> str:
    if values.get("member"):
        return _dropped_team(values)
    if values.get("after"):
        return _("%(first)s was dropped after round %(after)s.") % values
    return _("%(first)s was dropped and did not take part.") % values


def _dropped_team(values: _Values) -> str:
    if values.get("after"):
        return _("%(member)s dropped: team %(first)s was dropped after round %(after)s.") % values
    return _("%(member)s dropped: team %(first)s was dropped and did not take part.") % values


def _penalty(text: Promise) -> Callable[[_Values], str]:
    def write(values: _Values) -> str:
        labels = {
            "infraction": dict(Penalty.INFRACTION_WORDS).get(
                values["infraction"], values["infraction"]
            ),
            "penalty": dict(Penalty.PENALTY_WORDS).get(values["penalty"], values["penalty"]),
        }
        words = str(text) % {"first": values["first"], **labels}
        return join_sentences((words, values.get("note", "")))

    return write


def _pairing_changed(values: _Values) -> str:
    texts = {
        "swap": _("Unposted round %(round)s: %(first)s and %(second)s were swapped."),
        "table": _(
            "Unposted round %(round)s: %(first)s against %(second)s was moved from table "
            "%(before)s to table %(after)s."
        ),
        "add": _("Unposted round %(round)s: %(first)s was added."),
        "take-out": _("Unposted round %(round)s: %(first)s was removed."),
    }
    return texts.get(values["change"], _("Unposted round %(round)s was changed.")) % values


def _reinstated(values: _Values) -> str:
    if values.get("count"):
        words = ngettext(
            "%(count)d player left out of round %(round)s is now playing.",
            "%(count)d players left out of round %(round)s are now playing.",
            values["count"],
        )
        return words % values
    text = _("%(first)s is back in the event.") % values
    missed = missed_rounds_words(values.get("losses", 0), values.get("byes", 0))
    return join_sentences((text, *missed))


def _completed(values: _Values) -> str:
    text = _("Round %(round)s was completed.") % values
    resolved = values.get("resolved")
    if resolved:
        more = ngettext(
            "%(count)d missing result was resolved.",
            "%(count)d missing results were resolved.",
            resolved,
        )
        return join_sentences((text, more % {"count": resolved}))
    return text


def _field_name(model: type[Event] | type[Enrollment], name: str) -> str | Promise:
    if name not in _FIELDS:
        return str(getattr(model._meta.get_field(name), "verbose_name", name))
    return _FIELDS[name]


def _list(parts: list[str]) -> str:
    return _(", ").join(parts)


_SPECIAL: dict[Verb, Callable[[_Values], str]] = {
    Verb.TOLD_ELSEWHERE: journal_of_elsewhere.sentence,
    Verb.EVENT_FINISHED: _finished,
    Verb.EVENT_CHANGED: _event_changed,
    Verb.STAFF_CHANGED: _staff_changed,
    Verb.ENROLLED: _enrolled,
    Verb.ENROLLMENT_CHANGED: _enrollment_changed,
    Verb.CHECKED_IN: _checked_in,
    Verb.DROPPED: _dropped,
    Verb.DISQUALIFIED: _disqualified,
    Verb.PENALTY_GIVEN: _penalty(gettext_lazy("%(first)s: %(penalty)s for %(infraction)s.")),
    Verb.PENALTY_REMOVED: _penalty(
        gettext_lazy("%(first)s: the %(penalty)s for %(infraction)s was removed.")
    ),
    Verb.PAIRING_CHANGED: _pairing_changed,
    Verb.ROUND_RE_PAIRED: repairing.re_paired,
    Verb.REINSTATED: _reinstated,
    **journal_of_the_floor.SPECIAL,
    **journal_of_rules.SPECIAL,
    **journal_of_results.SPECIAL,
    Verb.ROUND_COMPLETED: _completed,
    Verb.ROUND_PAIRED: journal_of_stages.round_paired,
    Verb.ROUND_POSTED: journal_of_stages.round_posted,
    Verb.STAGES_CHANGED: journal_of_stages.stages_changed,
    Verb.CUT_CONFIRMED: journal_of_stages.cut_confirmed,
    Verb.PODS_DRAWN: journal_of_stages.pods_drawn,
    Verb.SEATS_CHANGED: journal_of_stages.seats_changed,
    Verb.PLAY_CHOSEN: journal_of_stages.play_chosen,
    **(journal_of_phones.SENTENCES | certifying.SENTENCES),
    **journal_of_integrations.SENTENCES,
}
