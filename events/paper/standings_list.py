"""The printed standings of an event, and the list of prizes that winners sign."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from domain.prize_arithmetic import total
from events.core.prizes.prize_words import value_words
from events.core.prizes.queries import Award
from events.core.sentences import join_sentences
from events.core.stages.stage_words import (
    finish_words,
    result_of_player,
    standings_after_words,
    swiss_rank,
)
from events.core.standings.queries import StandingsPage
from events.core.words.rule_profiles import profile_name
from events.core.words.tiebreakers import tiebreaker_short
from events.core.words.venue_times import venue_clock
from events.models import Event
from events.paper.document import (
    Cell,
    Document,
    breakable,
    with_small,
)
from events.paper.table_documents import Column, one_table


def standings(page: StandingsPage) -> Document:
    """Return the standings with their tiebreakers, and the rules at the end."""
    event = page.round.event
    labels = [str(tiebreaker_short(code.value)) for code in page.columns]
    shown = [
        Column(_("Place"), 14, 12, bold=True, right=True),
        Column(_("Player"), -1, 12, 8.5),
        *(
            (Column(_("Finish"), 32), Column(_("Swiss rank"), 16, right=True))
            if page.finishes is not None
            else ()
        ),
        *(
            (Column(_("Finish"), 50),)
            if page.elimination_results is not None
            else (
                Column(_("Points"), 16, 12, bold=True, right=True),
                Column(_("Record"), 22, right=True),
            )
        ),
        *(Column(label, 17, right=True) for label in labels),
    ]
    states = {"dropped": _("dropped"), "disqualified": _("disqualified")}
    rows: list[list[Cell]] = [
        [
            f"{row.place}{'*' if row.drawn else ''}" if row.place is not None else "–",
            with_small(
                breakable(row.name),
                ", ".join([*row.members, *filter(None, [states.get(row.state)])]),
            ),
            *(
                (finish_words(page.finishes, row.number), swiss_rank(page.finishes, row.number))
                if page.finishes is not None
                else ()
            ),
            *(
                (result_of_player(page.elimination_results, row.number),)
                if page.elimination_results is not None
                else (str(row.points), row.record)
            ),
            *row.figures,
        ]
        for row in page.rows
    ]
    order = _(", ").join([str(_("points")), *labels])
    counted = [_("Rules: %(name)s.") % {"name": profile_name(page.profile)}]
    counted.append(_("Ranked by: %(order)s.") % {"order": order})
    words = [
        *(counted if page.elimination_results is None else []),
        *([_("* drawn by lot from the stored seed.")] if _drawn(page) else []),
    ]
    title = standings_after_words(page.round)
    note = _("differs from what players see") if page.differs else ""
    return one_table(
        event,
        f"standings-{page.round.number}",
        title,
        shown,
        rows,
        note=note,
        row=0.9,
        tail=join_sentences(words),
    )


def _drawn(page: StandingsPage) -> bool:
    return any(row["drawn"] for row in page.stored)


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
