"""Sentences about rounds that a player missed: losses, and byes that were awarded for them."""

from django.utils.translation import ngettext


def missed_rounds_words(losses: int, byes: int) -> list[str]:
    """Return a sentence for each kind of missed round of a player; empty without one."""
    words = []
    if byes:
        text = ngettext(
            "%(count)d missed round counts as an awarded bye.",
            "%(count)d missed rounds count as awarded byes.",
            byes,
        )
        words.append(text % {"count": byes})
    if losses:
        text = ngettext(
            "%(count)d missed round counts as an assigned loss.",
            "%(count)d missed rounds count as assigned losses.",
            losses,
        )
        words.append(text % {"count": losses})
    return words
