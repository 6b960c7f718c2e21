"""The noun for an entry in an event: its pages say "team" where teams play.

Sentences are written for players. In an event for teams, the active translation says team instead,
in every language; a sentence that names both teams and members does not change.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, trans_real

from events.models import Event

# Sentences that name both, or something with the same name in every event.
_STAYS = re.compile(r"\bteam|\bmember|player links?\b|player view|player meeting", re.IGNORECASE)
# Placeholders such as %(players)d are not among the words.
_ENGLISH = re.compile(r"(?<!\()\b(player)(s?)\b(?!\))( who\b)?", re.IGNORECASE)
_PEOPLE = re.compile(r"(?<=[\ds\)d])人(?!数)")
_WORDS: Mapping[str, Callable[[str], str]] = {
    "en": lambda text: _ENGLISH.sub(lambda word: _team(*word.groups()), text),
    "ja": lambda text: _PEOPLE.sub("チーム", text.replace("プレイヤー", "チーム")),
}
_MOST = 10_000


def _here() -> Any:
    """Return the active translation of this thread, as Django stores it."""
    return trans_real._active  # type: ignore[attr-defined]


def _team(player: str, plural: str, who: str | None) -> str:
    noun = "Team" if player[0].isupper() else "team"
    return f"{noun}{plural} that" if who else f"{noun}{plural}"


class _OfTeams:
    """A translation that says team; all other attributes are those of the language."""

    def __init__(self, language: Any, words: Callable[[str], str]) -> None:
        self._language = language
        self._words = words

    def __getattr__(self, name: str) -> Any:
        return getattr(self._language, name)

    def gettext(self, message: str) -> str:
        """Return the translation of a sentence."""
        return self._of_teams(message, self._language.gettext(message))

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the translation of a sentence with a count."""
        return self._of_teams(plural, self._language.ngettext(singular, plural, count))

    def _of_teams(self, message: str, text: str) -> str:
        return text if _STAYS.search(message) else _replaced(self._words, text)


@lru_cache(_MOST)
def _replaced(words: Callable[[str], str], text: str) -> str:
    return words(text)


@contextmanager
def nouns_of(event: Event) -> Iterator[None]:
    """Translate player as team until the end of the block, in an event for teams."""
    words = _WORDS.get((get_language() or "").partition("-")[0])
    language = getattr(_here(), "value", None)
    if not event.is_for_teams or words is None or language is None or says_team():
        yield
        return
    _here().value = _OfTeams(language, words)
    try:
        yield
    finally:
        _here().value = language


def says_team() -> bool:
    """Return whether the active translation says team; a part of the keys of cached templates."""
    return isinstance(getattr(_here(), "value", None), _OfTeams)
