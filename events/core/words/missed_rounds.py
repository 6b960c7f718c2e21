"""Rounds that a player missed, as sentences: losses, and byes that were awarded for them."""

from django.db.models import QuerySet
from django.utils.translation import ngettext

from events.models import Enrollment, Match


def missed_rounds_words(losses: int, byes: int) -> list[str]:
    """Return a sentence for each kind of missed round of a player; none without one."""
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


def missed_after(enrollment: Enrollment, number: int) -> list[str]:
    """Return the sentences about the rounds after round `number` without an opponent. One query."""
    alone: QuerySet[Match] = Match.objects.filter(first=enrollment, round__number__gt=number)
    without = alone.filter(kind__in=(Match.Kind.UNPAIRED, Match.Kind.BYE))
    kinds = list(without.values_list("kind", flat=True))
    return missed_rounds_words(kinds.count(Match.Kind.UNPAIRED), kinds.count(Match.Kind.BYE))
