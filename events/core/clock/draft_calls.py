"""Calls of a draft: the steps on the page, and the texts for the browser's voice."""

import datetime
from dataclasses import dataclass

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.draft_script import Script, Step, StepKind, construction_script
from events.core.clock.preparation_clock import Preparation, preparation_of
from events.core.clock.round_clock import clock_of
from events.models import DraftCall, Event

MINUTE = 60
# Browser voices that a page can request.
VOICES = ("en", "ja")


@dataclass(frozen=True, slots=True)
class ShownCall:
    """Words to call at a position of the script: a step, or how much time is left.

    `title` is empty where only the voice says something. `says`: by language.
    """

    at: int
    title: str
    text: str
    says: dict[str, str]
    end: int


@dataclass(frozen=True, slots=True)
class CalledDraft:
    """A draft that is called: its clock, and all its calls in order."""

    running: Preparation
    calls: list[ShownCall]


def step_title(step: Step) -> str:
    """Name a step in large letters: "Booster 1, 14 cards"."""
    titles = {
        StepKind.SEATS: _("Take your seats"),
        StepKind.OPEN: _("Booster %(pack)d: count"),
        StepKind.PICK: _("Booster %(pack)d: %(cards)d cards"),
        StepKind.HAND_ON: _("Pass to the left") if step.to_left else _("Pass to the right"),
        StepKind.REVIEW: _("Review period"),
        StepKind.DONE: _("The draft is over"),
        StepKind.BUILD: _("Deck construction"),
        StepKind.TABLES: _("Deck construction is over"),
    }
    return titles[step.kind] % {"pack": step.pack, "cards": step.cards}


def step_call(step: Step) -> str:
    """Return the words with which the caller of a draft announces a step."""
    if step.kind is StepKind.HAND_ON:
        return _hand_on(step)
    if step.kind is StepKind.BUILD:
        return _build(step)
    calls = {
        StepKind.SEATS: _("Please take your draft seats. Do not open the boosters yet."),
        StepKind.OPEN: _("Open booster %(pack)d. Count %(cards)d cards face down."),
        StepKind.PICK: _("%(cards)d cards. %(seconds)d seconds. Pick up."),
        StepKind.REVIEW: _("Review your cards. %(seconds)d seconds."),
        StepKind.DONE: _("The draft is over. Keep your cards face down and do not talk."),
        StepKind.TABLES: _("Deck construction is over. Hand in your list. Pairings follow."),
    }
    values = {"pack": step.pack, "cards": step.cards, "seconds": step.seconds}
    return calls[step.kind] % values


def _hand_on(step: Step) -> str:
    if step.cards == 1:
        left = _("Draft. Pass the last card to the left.")
        return left if step.to_left else _("Draft. Pass the last card to the right.")
    words = (
        _("Draft. Pass %(cards)d cards to the left.")
        if step.to_left
        else _("Draft. Pass %(cards)d cards to the right.")
    )
    return words % {"cards": step.cards}


def _build(step: Step) -> str:
    minutes = step.seconds // MINUTE
    words = ngettext(
        "Build your deck and register it. You have %(minutes)d minute.",
        "Build your deck and register it. You have %(minutes)d minutes.",
        minutes,
    )
    return words % {"minutes": minutes}


def left_call(seconds: int) -> str:
    """Say how much time is left."""
    if seconds < MINUTE:
        words = ngettext("%(count)d second left.", "%(count)d seconds left.", seconds)
        return words % {"count": seconds}
    minutes = seconds // MINUTE
    words = ngettext("%(count)d minute left.", "%(count)d minutes left.", minutes)
    return words % {"count": minutes}


def shown_step(step: Step) -> ShownCall:
    """Return a step with its words in every language of the voices."""
    says = {}
    for voice in VOICES:
        with translation.override(voice):
            says[voice] = step_call(step)
    return ShownCall(step.start, step_title(step), step_call(step), says, step.end)


def shown_calls(script: Script) -> list[ShownCall]:
    """Return all calls in order: each step, and the time left of long ones."""
    shown = []
    for step in script.steps:
        shown.append(shown_step(step))
        for left in step.warnings:
            says = {}
            for voice in VOICES:
                with translation.override(voice):
                    says[voice] = left_call(left)
            shown.append(ShownCall(step.end - left, "", left_call(left), says, step.end))
    return shown


def script_of(call: DraftCall, running: Preparation) -> Script:
    """Return the steps that are being called: those of the draft, or of deck construction."""
    return call.script if running.is_draft else construction_script(running.minutes)


def position_of(running: Preparation, now: datetime.datetime | None = None) -> float:
    """Return the position in the script, in seconds: from the clock alone, on every page."""
    if running.started_at is None:
        return 0.0
    moment = running.paused_at or now or timezone.now()
    return (moment - running.started_at).total_seconds() - running.added_seconds


def call_of(event: Event) -> DraftCall | None:
    """Return the call of an event's draft; None if nothing is called. One query."""
    return DraftCall.objects.filter(event=event).first() if event.preparation else None


def call_token(call: DraftCall, running: Preparation) -> str:
    """Return a token that changes with the clock and with every pod."""
    return f"{running.kind}/{clock_of(running).token}/{call.pods}"


def called_draft(event: Event) -> CalledDraft | None:
    """Return the called draft for screens; None if nothing is called. One query."""
    running, call = preparation_of(event), call_of(event)
    if running is None or call is None:
        return None
    return CalledDraft(running, shown_calls(script_of(call, running)))
