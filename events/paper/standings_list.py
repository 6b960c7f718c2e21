"""The printed standings of an event."""

from django.utils.translation import gettext as _

from events.core.sentences import join_sentences
from events.core.stages.stage_words import finish_words, result_of_player, swiss_rank
from events.core.standings.queries import StandingsPage
from events.core.words.rule_profiles import profile_name
from events.core.words.tiebreakers import tiebreaker_short
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
    title = _("Standings after round %(number)d") % {"number": page.round.number}
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
