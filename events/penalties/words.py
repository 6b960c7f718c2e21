"""Infractions by chapter, and the search for them by a part of the name, in every site language."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.search import name_matches
from events.core.words.penalty_words import infraction_words, penalty_words
from events.models import Infraction, PenaltyKind

# Chapters of the Infraction Procedure Guide, and one for digital events.
_GROUPS: tuple[tuple[Promise | str, tuple[Infraction, ...]], ...] = (
    (
        _("Game play errors"),
        (
            Infraction.MISSED_TRIGGER,
            Infraction.LOOKING_AT_EXTRA_CARDS,
            Infraction.HIDDEN_CARD_ERROR,
            Infraction.MULLIGAN,
            Infraction.GAME_RULE_VIOLATION,
            Infraction.MAINTAIN_GAME_STATE,
        ),
    ),
    (
        _("Tournament errors"),
        (
            Infraction.TARDINESS,
            Infraction.OUTSIDE_ASSISTANCE,
            Infraction.SLOW_PLAY,
            Infraction.DECKLIST_PROBLEM,
            Infraction.DECK_PROBLEM,
            Infraction.LIMITED_PROCEDURE,
            Infraction.COMMUNICATION,
            Infraction.MARKED_CARDS,
            Infraction.INSUFFICIENT_SHUFFLING,
        ),
    ),
    (
        _("Unsporting conduct"),
        (
            Infraction.UNSPORTING_MINOR,
            Infraction.UNSPORTING_MAJOR,
            Infraction.IMPROPER_WINNER,
            Infraction.BRIBERY,
            Infraction.AGGRESSIVE,
            Infraction.THEFT,
            Infraction.STALLING,
            Infraction.CHEATING,
        ),
    ),
    (_("Digital events"), (Infraction.NOT_ANSWERING, Infraction.DISCONNECTION)),
)
_DIGITAL = {Infraction.NOT_ANSWERING, Infraction.DISCONNECTION}


@dataclass(frozen=True, slots=True)
class InfractionGroup:
    """Infractions of one chapter: the code of each, its name, and the recommended penalty."""

    title: Promise | str
    lines: tuple[tuple[Infraction, Promise | str, Promise | str], ...]


def infraction_groups(
    shown: Collection[Infraction], proposals: Mapping[Infraction, PenaltyKind], *, digital: bool
) -> list[InfractionGroup]:
    """Group the infractions of `shown` by chapter.

    A full list leaves out those of digital events, unless the event is `digital`.
    """
    if len(shown) == len(Infraction) and not digital:
        shown = [infraction for infraction in shown if infraction not in _DIGITAL]
    groups = [
        InfractionGroup(
            title,
            tuple(
                (line, infraction_words(line), penalty_words(proposals[line]))
                for line in chapter
                if line in shown
            ),
        )
        for title, chapter in _GROUPS
    ]
    return [group for group in groups if group.lines]


def infractions_like(text: str) -> list[Infraction]:
    """Return the infractions that match a text; all of them for an empty one.

    A full name or code matches only that infraction; otherwise every word begins a part of the
    name, in English or in Japanese.
    """
    wanted = " ".join(text.split())
    names = _names()
    for infraction, known in names.items():
        if wanted.casefold() in {infraction.value, *(name.casefold() for name in known)}:
            return [infraction]
    return [
        infraction
        for infraction, known in names.items()
        if not wanted or any(name_matches(name, wanted) for name in known)
    ]


def _names() -> dict[Infraction, set[str]]:
    names: dict[Infraction, set[str]] = {infraction: set() for infraction in Infraction}
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            for infraction in Infraction:
                names[infraction].add(str(infraction_words(infraction)))
    return names
