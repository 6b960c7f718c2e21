"""Result slips, ordered so that the cut stacks follow the order of the tables."""

import io
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import segno
from barcode.codex import Code128
from django.utils.translation import gettext as _

from events.core.results.round_rules import rules_of
from events.core.results.slips import scan_code
from events.core.rounds.table_marks import table_mark
from events.core.seats.table_numbering import room_of
from events.core.stages.stage_words import round_title
from events.core.words.penalty_words import penalty_words
from events.models import Enrollment, Round
from events.paper.document import Document, breakable, document, name_on_paper
from events.paper.queries import PaperMatch, Side


def slips(
    round: Round,
    pages: Sequence[Sequence[PaperMatch]],
    a_page: int,
    address_of: Callable[[Enrollment], str] | None = None,
) -> Document:
    """Return the slips of matches at tables; `pages` as `in_cutting_order` gives them.

    `a_page` slips (4, 6 or 8) share a sheet without margins, so that the cuts halve the paper.
    `address_of` gives the private address of a player, shown next to the name as a code; slips of
    teams of three have no room for it.
    """
    if round.stage.is_tables:
        return _table_slips(round, pages, a_page, address_of)
    return document(
        round.event,
        "slips",
        f"round-{round.number}-slips",
        round_title(round),
        note=_("unposted") if round.is_unposted else "",
        rows=a_page // 2,
        pages=[[_slip(round, paper, address_of) for paper in page] for page in pages],
        words=_words(round),
    )


def _table_slips(
    round: Round,
    pages: Sequence[Sequence[PaperMatch]],
    a_page: int,
    address_of: Callable[[Enrollment], str] | None,
) -> Document:
    """Return the slips of tables of three to five: as wide as the sheet, a line for each seat."""
    by_place = rules_of(round).by_place
    return document(
        round.event,
        "table_slips",
        f"round-{round.number}-slips",
        round_title(round),
        note=_("unposted") if round.is_unposted else "",
        rows=a_page,
        pages=[[_table_slip(round, paper, address_of) for paper in page] for page in pages],
        words={
            "seat": _("Seat"),
            "player": _("Player"),
            "won": _("Place") if by_place else _("Won"),
            "drop": _("Drop"),
            "signed": _("Signed"),
            "draw": _("Draw") if round.draws_allowed and not by_place else "",
            "time": _("Time was called"),
            "extension": _("Extension"),
            "judge": _("Judge"),
            "cross": _(
                "Write the place of each player, 1 for the winner. Equal places are possible."
            )
            if by_place
            else _("One cross: in “Won” next to the winner, or in “Draw”."),
        },
    )


def _table_slip(
    round: Round, paper: PaperMatch, address_of: Callable[[Enrollment], str] | None
) -> dict[str, Any]:
    table = paper.match.table or 0
    code = scan_code(round.number, table)
    return {
        "table": table,
        "mark": table_mark(room_of(round.event).special, paper.match),
        "code": code,
        "bars": bars(code),
        "sides": [_side(side, address_of) for side in paper.at_table],
    }


def _words(round: Round) -> dict[str, Any]:
    team, seats = round.event.is_for_teams, round.by_seats
    drawn = _("Drawn seats") if seats else _("Drawn games")
    tick = (
        _("Mark the winner of each seat, or both for a draw.")
        if round.draws_allowed
        else _("Mark the winner of each seat.")
    )
    return {
        "player": _("Team") if team else _("Player"),
        "won": _("Seats won") if seats else _("Games won"),
        "drop": _("Drop"),
        "drawn": drawn if _has_drawn_box(round) else "",
        "unfinished": _unfinished_words(round),
        "tick": tick,
        "signed": _("Signed"),
    }


def _has_drawn_box(round: Round) -> bool:
    """Whether a slip asks for drawn games: a game can be drawn even where no match can."""
    return round.draws_allowed or not (round.by_seats or round.stage.is_elimination)


def _unfinished_words(round: Round) -> str:
    """Return the words of the box for a match that time has ended.

    An unfinished game is a drawn game (MTR Appendix C), and players rarely note one unless the slip
    asks.
    """
    if round.by_seats:
        return _("Time called: a seat is unfinished")
    if round.games_to_win == 1:
        return _("Time called: game unfinished")
    return _("Time called: last game unfinished")


def _slip(
    round: Round, paper: PaperMatch, address_of: Callable[[Enrollment], str] | None
) -> dict[str, Any]:
    table = paper.match.table
    if table is None or paper.second is None:
        raise ValueError("only a match at a table has a slip")
    code = scan_code(round.number, table)
    teams = (paper.first.player.called, paper.second.player.called)
    return {
        "table": table,
        "mark": table_mark(room_of(round.event).special, paper.match),
        "code": code,
        "bars": bars(code),
        "sides": [_side(paper.first, address_of), _side(paper.second, address_of)],
        "seats": [
            [seat, *(breakable(name or team) for name, team in zip(names, teams, strict=True))]
            for seat, *names in paper.seats
        ],
    }


def _side(side: Side, address_of: Callable[[Enrollment], str] | None) -> dict[str, str]:
    return {
        "name": name_on_paper(side.player),
        "record": " · ".join((side.record, *(str(penalty_words(loss)) for loss in side.losses))),
        "members": breakable(", ".join(side.members)),
        "code": "" if address_of is None else qr_code(address_of(side.player)),
    }


def qr_code(address: str) -> str:
    """Return an address as a code to scan, as SVG."""
    made = io.BytesIO()
    segno.make(address, micro=False, error="l").save(made, kind="svg", border=0, omitsize=True)
    return made.getvalue().decode()


def bars(code: str) -> list[int]:
    """Return a Code 128 as widths in modules: a bar, a space, a bar ..."""
    modules = Code128(code).build()[0]
    return [len(list(run)) for _mark, run in groupby(modules)]
