"""Messages to a player who joins late: the rounds missed, and the first one to play."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Enrollment, Event, Match


def with_first_round(event: Event, made: Enrollment, words: str) -> str:
    """Return the words with what a late player missed, and in which round they begin."""
    kinds = list(Match.objects.filter(first=made, second=None).values_list("kind", flat=True))
    losses, byes = kinds.count(Match.Kind.UNPAIRED), kinds.count(Match.Kind.BYE)
    if byes:
        more = ngettext("%(count)d awarded bye.", "%(count)d awarded byes.", byes)
        words = f"{words} {more % {'count': byes}}"
    if losses:
        more = ngettext("%(count)d assigned loss.", "%(count)d assigned losses.", losses)
        words = f"{words} {more % {'count': losses}}"
    unposted = event.rounds.unposted().first()
    if unposted is not None:
        more = _("Unposted round %(number)d does not include them. Pair again to include them.")
        return f"{words} {more % {'number': unposted.number}}"
    if made.first_round > 1:
        more = _("First paired in round %(number)d.")
        return f"{words} {more % {'number': made.first_round}}"
    return words
