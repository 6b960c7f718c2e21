"""The list of prizes that winners sign."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from domain.prize_arithmetic import total
from events.core.prizes.prize_words import value_words
from events.core.prizes.queries import Award
from events.core.sentences import join_sentences
from events.core.words.venue_times import venue_clock
from events.models import Event
from events.paper.document import Cell, Document, breakable
from events.paper.table_documents import Column, one_table


def prize_sheet(event: Event, awards: Sequence[Award]) -> Document:
    """Return every winner with the prize and a line to sign: 32 lines on a sheet."""
    won = [award for award in awards if not award.value.is_empty]
    shown = [
        Column(_("Place"), 14, 11, bold=True, right=True),
        Column(_("Name"), -4, 11),
        Column(_("Cash"), 24, 11, right=True),
        Column(_("Prize"), -4, 9.5),
        Column(_("Signature"), 52, 9),
    ]
    rows: list[list[Cell]] = [
        [
            str(award.place) if award.place else "–",
            breakable(award.name),
            award.money,
            breakable(award.other),
            _signed(event, award),
        ]
        for award in won
    ]
    title = _("Prizes") if event.is_finished else _("Prizes, not final")
    return one_table(
        event,
        "prizes",
        title,
        shown,
        rows,
        row=1.7,
        tail=join_sentences((_total(won), _("Sign when you receive your prize."))),
    )


def _signed(event: Event, award: Award) -> Cell:
    if award.handed is None:
        return ""
    values = {"time": venue_clock(event, award.handed.at), "name": award.handed.who}
    return _("handed out %(time)s, %(name)s") % values


def _total(won: Sequence[Award]) -> str:
    if not won:
        return ""
    together = total(award.value for award in won)._replace(things=())
    return _("Total: %(prizes)s.") % {"prizes": value_words(together, won[0].currency) or "–"}
