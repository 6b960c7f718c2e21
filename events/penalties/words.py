"""Infractions as people look for them: by a part of the name, in any language of the site."""

from django.conf import settings
from django.utils import translation

from events.core.players.search import name_matches
from events.models import Infraction


def infractions_like(text: str) -> list[Infraction]:
    """Return the infractions that a text means, all of them for an empty one.

    A name or a code in full means that one; otherwise every word begins a part of the name, in
    English or in Japanese.
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
                names[infraction].add(str(infraction.label))
    return names
