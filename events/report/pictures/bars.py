"""Pictures of bars: attendance, penalties, sources of results."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from domain.names import text_width
from events.core.report.report_values import Report
from events.core.words.penalty_words import infraction_words
from events.models import Match, PenaltyKind
from events.models import Report as MatchReport
from events.report.pictures.picture import Picture, in_lines

_END, _END_WITH_WORDS = 328, 256
_FIRST, _ROW, _BAR = 4, 28, 14
# Label widths in narrow letters, for labels next to long and short bars.
_LABEL_WIDTH, _SHORT_LABEL = 19, 9
_START, _SHORT_START = 140, 76
_HEAVY = (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS, PenaltyKind.DISQUALIFICATION)

_SOURCES: dict[str, str | Promise] = {
    MatchReport.Source.SLIP: gettext_lazy("Desk"),
    MatchReport.Source.TYPED: gettext_lazy("Slips"),
    MatchReport.Source.SCANNED: gettext_lazy("Scanned slips"),
    MatchReport.Source.CLICKED: gettext_lazy("Buttons at the desk"),
    MatchReport.Source.TOGETHER: gettext_lazy("Set together"),
    MatchReport.Source.PROGRAM: gettext_lazy("Programs"),
    MatchReport.Source.KEPT: gettext_lazy("Desk"),
    MatchReport.Source.NO_SHOW: gettext_lazy("No-shows"),
    MatchReport.Source.WALKOVER: gettext_lazy("Walkovers"),
    MatchReport.Source.JUDGE: gettext_lazy("Judges"),
    MatchReport.Source.FIRST: gettext_lazy("Phones"),
    MatchReport.Source.SECOND: gettext_lazy("Phones"),
    MatchReport.Source.SEAT: gettext_lazy("Phones"),
    MatchReport.Source.CORRECTION: gettext_lazy("Corrections"),
    MatchReport.Source.IMPORT: gettext_lazy("Imports"),
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A line of a picture: `hatched` of `value` are drawn otherwise; `words` follow the value."""

    label: str
    value: int
    hatched: int = 0
    words: str = ""


def attendance_picture(report: Report) -> Picture | None:
    """Draw how many players were paired in each round for points.

    None with a single round, and where no player joined or dropped: equal bars show nothing.
    """
    rounds = [round for round in report.rounds if not round.playoff]
    if len(rounds) <= 1:
        return None
    dropped = Counter(person.dropped_after for person in report.drops)
    bars = []
    for played in rounds:
        # A late player's assigned loss is not a pairing.
        paired = [match for match in played.matches if match.kind != Match.Kind.UNPAIRED]
        players = sum(len(match.numbers) for match in paired)
        left = dropped[played.number]
        words = ngettext("%(count)d dropped", "%(count)d dropped", left) % {"count": left}
        label = _("Round %(number)d") % {"number": played.number}
        bars.append(Bar(label, players, words=words if left else ""))
    if len({bar.value for bar in bars}) == 1 and not report.drops:
        return None
    title = _("%(last)d of %(first)d players played the last Swiss round") % {
        "last": bars[-1].value,
        "first": report.players,
    }
    if report.interim:
        title = _("Players by round")
    heads = [_("Round"), _("Players"), _("Drops after the round")]
    rows = [[bar.label, bar.value, bar.words] for bar in bars]
    return _picture("attendance", title, _("Players paired in each round."), bars, heads, rows)


def penalties_picture(report: Report) -> Picture | None:
    """Draw the penalties by infraction, game and match losses hatched; None without penalties."""
    if not report.penalties:
        return None
    given = Counter(penalty.infraction for penalty in report.penalties)
    heavy = Counter(penalty.infraction for penalty in report.penalties if penalty.penalty in _HEAVY)
    bars = [
        Bar(str(infraction_words(infraction)), count, heavy[infraction])
        for infraction, count in given.most_common()
    ]
    total = len(report.penalties)
    title = ngettext("%(count)d penalty", "%(count)d penalties", total) % {"count": total}
    note = _("By infraction. Hatched: game losses, match losses and disqualifications.")
    heads = [_("Infraction"), _("Penalties"), _("Losses and disqualifications")]
    rows = [[bar.label, bar.value, bar.hatched] for bar in bars]
    return _picture("penalties", title, note, bars, heads, rows)


def sources_picture(report: Report) -> Picture | None:
    """Draw where the official results came from; None with a single source. One query.

    A result that staff confirmed counts for the source that reported it first.
    """
    counted = (
        Match.objects.of_posted_rounds()
        .filter(round__event=report.event, official_report__isnull=False)
        .order_by()
        .values_list("official_report__source", "official_report__kept_source")
        .annotate(results=Count("pk"))
    )
    by_words: Counter[str] = Counter()
    for source, kept, results in counted:
        by_words[str(_SOURCES.get(kept or source, gettext_lazy("Other")))] += results
    if len(by_words) <= 1:
        return None
    bars = [Bar(label, results) for label, results in by_words.most_common()]
    # Shown as counts, because a share of 889 results would round the other three away.
    values = {"count": bars[0].value, "total": sum(by_words.values()), "source": bars[0].label}
    title = _("%(source)s: %(count)d of %(total)d results") % values
    heads = [_("Source"), _("Results")]
    rows = [[bar.label, bar.value] for bar in bars]
    note = _("How the official result of each match was reported.")
    return _picture("sources", title, note, bars, heads, rows)


def _picture(
    code: str,
    title: str,
    note: str,
    bars: Sequence[Bar],
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
) -> Picture:
    labels = [in_lines(bar.label, _LABEL_WIDTH) for bar in bars]
    is_short = all(text_width(line) <= _SHORT_LABEL for label in labels for line in label)
    start = _SHORT_START if is_short else _START
    end = _END_WITH_WORDS if any(bar.words for bar in bars) else _END
    unit = (end - start) / max(bar.value for bar in bars)
    drawn = [
        {
            "label": label,
            "y": _FIRST + at * _ROW,
            "x": start,
            "solid": round((bar.value - bar.hatched) * unit, 1),
            "hatched_x": round(start + (bar.value - bar.hatched) * unit, 1),
            "hatched": round(bar.hatched * unit, 1),
            "end": round(start + bar.value * unit + 6, 1),
            "value": bar.value,
            "words": bar.words,
        }
        for at, (bar, label) in enumerate(zip(bars, labels, strict=True))
    ]
    return Picture(
        code=code,
        title=title,
        note=note,
        height=_FIRST + len(bars) * _ROW,
        shapes={"bars": drawn, "thick": _BAR},
        heads=heads,
        rows=rows,
        drawing="bars",
    )
