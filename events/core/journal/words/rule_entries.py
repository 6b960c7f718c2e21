"""Journal sentences about announced changes, checks, appeals, penalties, decks and sign-ups."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from domain.prize_arithmetic import Value
from events.core.prizes.prize_words import value_words
from events.core.words import preflight_words
from events.core.words.announced_changes import announced_changed
from events.models import Appeal, Decklist, EligibilityMark, Event, Match, Penalty, Verb

Values = Mapping[str, Any]


def table_checked(values: Values) -> str:
    """Describe the finding of a table check, or that its mark was removed."""
    mark = dict(Match.CHECK_WORDS).get(values["mark"])
    where = {"round": values["round"], "table": values["table"], "mark": mark}
    if mark is None:
        return _("Round %(round)s, table %(table)s: the mark was removed.") % where
    return _("Round %(round)s, table %(table)s: %(mark)s.") % where


def level_changed(values: Values) -> str:
    """Describe the change of the rules enforcement level; "" where another setting changed."""
    if "level" not in values:
        return ""
    words = dict(Event.ENFORCEMENT_WORDS)
    return _("Rules enforcement level: %(old)s → %(new)s.") % {
        "old": words.get(values.get("old", {}).get("enforcement_level", ""), ""),
        "new": words.get(values["level"], values["level"]),
    }


def appeal_recorded(values: Values) -> str:
    """Describe an appeal: who ruled, who heard it, and the outcome."""
    return _(
        "%(first)s appealed: ruling by %(ruled_by)s, appeal decided by %(heard_by)s, "
        "outcome: %(outcome)s."
    ) % {
        "first": values["first"],
        "ruled_by": values["ruled_by"],
        "heard_by": values["heard_by"],
        "outcome": dict(Appeal.OUTCOME_WORDS).get(values["outcome"], values["outcome"]),
    }


def penalty_changed(values: Values) -> str:
    """Name the old and the new penalty."""
    kinds = dict(Penalty.PENALTY_WORDS)
    return _("%(first)s: penalty for %(infraction)s changed from %(before)s to %(penalty)s.") % {
        "first": values["first"],
        "penalty": kinds.get(values["penalty"], values["penalty"]),
        "before": kinds.get(values["before"], values["before"]),
        "infraction": dict(Penalty.INFRACTION_WORDS).get(
            values["infraction"], values["infraction"]
        ),
    }


def marked(values: Values) -> str:
    """Name the people who got a mark, or lost it."""
    text = _("No longer %(mark)s: %(names)s.") if values.get("gone") else _("%(mark)s: %(names)s.")
    return text % {
        "mark": dict(EligibilityMark.KIND_WORDS).get(values["kind"], values["kind"]),
        "names": _(", ").join(values.get("names", [])),
    }


def decklist_changed(values: Values) -> str:
    """Describe the new state of a decklist."""
    state = dict(Decklist.State.choices).get(values.get("state", ""), values["state"])
    words = {"first": values["first"], "state": state}
    return _("The decklist of %(first)s was changed: %(state)s.") % words


def pools_changed(values: Values) -> str:
    """Describe the completed step of the pool registration."""
    texts = {
        "opened": _("Pool registration was opened. Seats: %(pools)s."),
        "seated": _("Late players joined pool registration: %(pools)s."),
        "passed": _("The registered pools were passed on. Seats: %(seats)s."),
        "closed": _("Pool registration was closed."),
        "reopened": _("Pool registration was reopened."),
        "discarded": _("Pool registration was discarded."),
    }
    done = texts.get(values["step"], _("Pool registration was changed."))
    return done % {"pools": values.get("pools", 0), "seats": values.get("seats") or 0}


def pool_registered(values: Values) -> str:
    """Name the player whose pool was registered or confirmed."""
    if values.get("confirmed"):
        return _("%(first)s confirmed the received pool.") % values
    if values.get("paper"):
        return _("%(first)s registered a pool on paper.") % values
    return _("%(first)s registered a pool.") % values


def decks_checked(values: Values) -> str:
    """Describe the start of a deck check, its end, or its finding."""
    where = {"round": values["round"], "table": values["table"]}
    findings = values.get("findings")
    if values.get("stopped"):
        return _("Round %(round)s, table %(table)s: the deck check was stopped.") % where
    if findings:
        words = {**where, "findings": str(findings).rstrip(".")}
        return _("Round %(round)s, table %(table)s: the deck check found: %(findings)s.") % words
    if values.get("problems"):
        return _("Round %(round)s, table %(table)s: the deck check found a problem.") % where
    if values.get("ended"):
        return _("Round %(round)s, table %(table)s: the deck check found no problems.") % where
    if values.get("judge"):
        words = {**where, "judge": values["judge"]}
        return _("Round %(round)s, table %(table)s: %(judge)s was assigned a deck check.") % words
    return _("Round %(round)s, table %(table)s: a deck check started.") % where


def signed_up(values: Values) -> str:
    """Name the player who signed up, or the team mate who took a seat."""
    if values.get("member"):
        return _("%(member)s joined the sign-up of %(first)s.") % values
    return _("%(first)s signed up.") % {"first": values["first"]}


def _handed(words: Promise) -> Callable[[Values], str]:
    """Return the function that words the prize of a player, handed out or not."""

    def say(values: Values) -> str:
        stored = values["prize"]
        if not isinstance(stored, Mapping):
            return str(words) % {"first": values["first"], "prize": stored}
        prize = Value(
            **{name: stored[name] for name in ("money", "credit", "packs", "points")},
            things=(stored["thing"],) if stored["thing"] else (),
        )
        named = value_words(prize, stored["currency"])
        return str(words) % {"first": values["first"], "prize": named}

    return say


PLAIN: dict[Verb, str | Promise] = {
    Verb.PRIZES_CHANGED: gettext_lazy("The prizes were changed."),
    Verb.DECKLIST_HANDED_IN: gettext_lazy("%(first)s handed in a decklist."),
    Verb.SIGN_UP_APPROVED: gettext_lazy("The sign-up of %(first)s was accepted."),
    Verb.SIGN_UP_HELD: gettext_lazy(
        "The sign-up of %(first)s is waiting for approval at the desk."
    ),
    Verb.SIGN_UP_REFUSED: gettext_lazy("The sign-up of %(first)s was refused."),
    Verb.SIGN_UP_CANCELLED: gettext_lazy("%(first)s canceled the sign-up."),
    Verb.SIGN_UP_MOVED: gettext_lazy("%(first)s moved up on the waiting list."),
    Verb.PLAYOFF_ENDED: gettext_lazy("The playoff of stage %(stage)s was ended by agreement."),
    Verb.PLAYOFF_RESUMED: gettext_lazy("The playoff of stage %(stage)s was resumed."),
    Verb.INVESTIGATION_NOTED: gettext_lazy("An investigation note was written."),
    Verb.INVESTIGATION_REMOVED: gettext_lazy("An investigation note was removed."),
    Verb.APPEAL_REMOVED: gettext_lazy("An appeal by %(first)s was removed."),
    Verb.NEXT_ANNOUNCED: gettext_lazy(
        "The start of the round after round %(round)s was announced for %(time)s."
    ),
}

SPECIAL: dict[Verb, Callable[[Any], str]] = {
    Verb.SIGNED_UP: signed_up,
    Verb.PRIZE_HANDED_OUT: _handed(gettext_lazy("%(first)s was handed a prize: %(prize)s.")),
    Verb.PRIZE_TAKEN_BACK: _handed(gettext_lazy("%(first)s was not handed this prize: %(prize)s.")),
    Verb.DECKLIST_CHANGED: decklist_changed,
    Verb.DECK_CHECKED: decks_checked,
    Verb.POOLS_CHANGED: pools_changed,
    Verb.POOL_REGISTERED: pool_registered,
    Verb.ANNOUNCED_CHANGED: announced_changed,
    Verb.MARKED: marked,
    Verb.APPEAL_RECORDED: appeal_recorded,
    Verb.PENALTY_CHANGED: penalty_changed,
    Verb.TABLE_CHECKED: table_checked,
    Verb.PREFLIGHT_ANSWERED: preflight_words.answered,
    Verb.PREFLIGHT_PASSED: preflight_words.passed,
}
