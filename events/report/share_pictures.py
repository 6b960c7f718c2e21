"""Pictures to share, 1200 x 630: one statement that is still read as a thumbnail.

The lines on the right become shorter round by round as the players without a loss become fewer:
each event draws its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from domain.names import text_width
from domain.results import Outcome
from events.core.report.report_values import Report, ReportRound
from events.core.stages.stage_words import elimination_words, result_of_player, round_title
from events.core.words.ordinals import ordinal
from events.models import Event
from events.paper.document import Document, breakable
from events.public_site.reads.events import PublicEvent
from events.report.highlights import Highlights

WON, LOST, DRAWN, NONE = "W", "L", "D", "-"
_HOW: Mapping[Outcome | None, str] = {
    Outcome.WON: WON,
    Outcome.BYE: WON,
    Outcome.LOST: LOST,
    Outcome.DOUBLE_LOSS: LOST,
    Outcome.UNPAIRED: LOST,
    Outcome.DRAWN: DRAWN,
    None: NONE,
}
# A path with more rounds is not readable.
MOST_OF_PATH = 20


def winner_picture(report: Report, head: Highlights) -> Document:
    """Return the picture of a finished event: winner, record, path."""
    first = [line.person.number for line in report.winners]
    return _picture(
        report.event,
        label=" · ".join([head.label, *_about(report.event, report.players)]),
        statement=head.name,
        line=head.line,
        path=_path(report, first[0]) if len(first) == 1 else [],
        unbeaten=unbeaten_by_round(report.rounds),
        corner=report.event.name,
    )


def finished_picture(report: Report) -> Document:
    """Return the picture of a finished event without anyone's name."""
    return _picture(
        report.event,
        label=" · ".join(_about(report.event, report.players)),
        statement=report.event.name,
        line=_("Final standings and report"),
        unbeaten=unbeaten_by_round(report.rounds),
    )


def place_picture(report: Report, number: int) -> Document | None:
    """Return the picture of one player's place; None without a place."""
    line = next((line for line in report.standings if line.person.number == number), None)
    if line is None or line.row.place is None:
        return None
    reached = line.record
    if report.elimination_results is not None:
        reached = result_of_player(report.elimination_results, number)
    elif report.finishes is not None and (finish := report.finishes.get(number)) is not None:
        came = elimination_words(finish.result) if finish.result is not None else ""
        if came:
            reached = _("%(first)s, %(second)s") % {"first": reached, "second": came}
    return _picture(
        report.event,
        label=line.person.name,
        statement=ordinal(line.row.place),
        beside=_("of %(count)d") % {"count": report.players},
        line=reached,
        path=_path(report, number),
        unbeaten=unbeaten_by_round(report.rounds),
        corner=report.event.name,
        light=True,
    )


def running_picture(shown: PublicEvent) -> Document:
    """Return the picture of an event that is not finished: newest posted round, or the event."""
    newest = shown.round()
    if newest is None:
        return _picture(
            shown.event,
            label=" · ".join(_about(shown.event, 0)),
            statement=shown.event.name,
            line="",
        )
    players = ngettext("%(count)d player", "%(count)d players", shown.players)
    return _picture(
        shown.event,
        label=shown.event.name,
        statement=_("%(round)s is posted") % {"round": round_title(newest)},
        line=_("Find your table on your phone."),
        unbeaten=[shown.players >> at for at in range(newest.number)],
        corner=players % {"count": shown.players},
    )


def unbeaten_by_round(rounds: Sequence[ReportRound]) -> list[int]:
    """Return how many players had no loss before the first round and after each round."""
    everybody = {number for round in rounds for match in round.matches for number in match.numbers}
    beaten: set[int] = set()
    counts = [len(everybody)]
    for round in rounds:
        beaten.update(
            number
            for match in round.matches
            for number, outcome in match.outcomes
            if _HOW[outcome] == LOST
        )
        counts.append(len(everybody - beaten))
    return counts


def _about(event: Event, players: int) -> Iterator[str]:
    if event.game_format:
        yield event.game_format
    if players:
        words = ngettext("%(count)d player", "%(count)d players", players)
        yield words % {"count": players}
    yield date_format(event.date, "DATE_FORMAT")
    if event.venue and not players:
        yield event.venue


def _path(report: Report, number: int) -> list[str]:
    """Return a player's rounds as W, L and D, with a gap before the playoff."""
    path: list[str] = []
    playoff = False
    for round in report.rounds:
        ended = [_HOW[match.outcome(number)] for match in round.matches if number in match.numbers]
        if not ended or ended[0] == NONE:
            continue
        if round.playoff and not playoff and path:
            path.append("")
        playoff = round.playoff
        path.append(ended[0])
    return path if len(path) <= MOST_OF_PATH else []


def _picture(
    event: Event,
    *,
    label: str,
    statement: str,
    line: str,
    beside: str = "",
    path: Sequence[str] = (),
    unbeaten: Sequence[int] = (),
    corner: str = "",
    light: bool = False,
) -> Document:
    most = max(unbeaten, default=0)
    site = urlsplit(settings.SITE).netloc
    data: dict[str, Any] = {
        "lang": (get_language() or "en").split("-")[0],
        "label": label,
        "statement": breakable(statement),
        "length": text_width(statement),
        "beside": beside,
        "line": line,
        "path": [[how, _letter(how)] for how in path],
        "lines": [
            round(log2(1 + count) / log2(1 + most), 3) if most else 0 for count in unbeaten if count
        ],
        "corner": corner,
        "address": f"{site}{reverse('public:event', args=[event.slug])}" if site else "",
        "light": light,
    }
    return Document("share", f"{event.slug}-share", data)


def _letter(how: str) -> str:
    return {WON: _("W"), LOST: _("L"), DRAWN: _("D")}.get(how, "")
