"""Messages to a player who joins late or returns: the rounds missed, the first one to play."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.progress.presence import missed_counts
from events.core.sentences import join_sentences
from events.core.words.earned_byes import earned_byes_words
from events.core.words.missed_rounds import missed_rounds_words
from events.models import Enrollment, Event, Match


def with_first_round(event: Event, made: Enrollment, words: str) -> str:
    """Return the words with what a late player missed, and in which round they begin."""
    if made.byes_series:
        earned = {"earned": made.awarded_byes, "series": made.byes_series, "place": made.byes_place}
        words = join_sentences((words, *earned_byes_words(earned)))
    losses, byes = _missed(made)
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


def missed_after(enrollment: Enrollment, number: int) -> list[str]:
    """Return the sentences about the rounds after round `number` without an opponent. One query."""
    return missed_rounds_words(*_missed(enrollment, number))


def _missed(enrollment: Enrollment, after: int = 0) -> tuple[int, int]:
    """Return how many losses and byes a player has for rounds after round `after`."""
    matches = Match.objects.filter(first=enrollment, second=None, round__number__gt=after)
    missed = missed_counts(matches.select_related("round").defer("round__posted_rows"))
    return missed.get("losses", 0), missed.get("byes", 0)
