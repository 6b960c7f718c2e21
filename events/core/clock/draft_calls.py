"""The calls of a draft: what the page shows, and what the browser says, in one language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.draft_script import Step, StepKind

MINUTE = 60


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
    """Say a step as the caller of a draft does."""
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
        "Deck construction. You have %(minutes)d minute.",
        "Deck construction. You have %(minutes)d minutes.",
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
