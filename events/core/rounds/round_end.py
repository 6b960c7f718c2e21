"""The end of a round on one page: sources of its results, the standings, the rounds to come."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from domain.report_sources import DESK_SOURCES, PHONE_SOURCES
from events.core.adapters.stored_rows import StandingRow
from events.core.progress.queries import StageStatus, stage_statuses
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.bracket_values import Box
from events.core.stages.cuts import CutLine, cut_line, last_above_line
from events.core.stages.elimination_results import winners_of
from events.core.stages.stage_words import bracket_round
from events.core.standings.actions import standings_after
from events.core.standings.queries import StandingsPage, live_standings
from events.models import Event, Report, Round

# The first lines of the standings; a separate page has all.
SHOWN = 12

_GROUPS: Mapping[str, str] = {
    **{source.value: "desk" for source in DESK_SOURCES},
    Report.Source.TOGETHER: "together",
    **{source.value: "phones" for source in PHONE_SOURCES},
    Report.Source.JUDGE: "judges",
    Report.Source.PROGRAM: "programs",
    Report.Source.NO_SHOW: "no-shows",
}
_WORDS = {
    "desk": ngettext_lazy("%(count)d from the desk", "%(count)d from the desk", "count"),
    "phones": ngettext_lazy("%(count)d from a phone", "%(count)d from phones", "count"),
    "judges": ngettext_lazy("%(count)d from a judge", "%(count)d from judges", "count"),
    "programs": ngettext_lazy("%(count)d from a program", "%(count)d from programs", "count"),
    "no-shows": ngettext_lazy("%(count)d no-show", "%(count)d no-shows", "count"),
    "other": ngettext_lazy("%(count)d from elsewhere", "%(count)d from elsewhere", "count"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the standings; `moved`: places gained since the round before, None if unknown."""

    row: StandingRow
    moved: int | None

    @property
    def up(self) -> int:
        """Number of places gained."""
        return max(self.moved or 0, 0)

    @property
    def down(self) -> int:
        """Number of places lost."""
        return max(-(self.moved or 0), 0)


# A line of a laptop's bar has room for so many rounds.
MOST_STEPS = 8


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round that is not paired yet: its number, or the name of a whole bracket.

    `after_cut`: only the advancing players play it. `stage`: the number of its stage.
    """

    label: str
    after_cut: bool = False
    stage: int = 0


@dataclass(frozen=True)
class RoundEnd:
    """All content of a round's end page except its questions.

    - `sources`: the sources of the results, in words; `together`: how many were set together.
    - `places`: the first lines of the standings; `cut_after`: the place of the cut line, else 0.
    - `cut`: the cut line of a stage that is over, until the cut is confirmed.
    - `champion`: the name of the winner once all rounds are complete; empty before. `final`: the
      match that decided the bracket.
    """

    results: int
    sources: tuple[str, ...]
    together: int
    standings: StandingsPage | None
    places: tuple[Place, ...]
    cut_after: int
    cut: CutLine | None
    champion: str
    final: Box | None

    @property
    def total(self) -> int:
        """Number of lines of the standings."""
        return len(self.standings.stored) if self.standings else 0

    @property
    def has_movement(self) -> bool:
        """Whether an earlier round can be compared; a playoff shows how far players got instead."""
        if self.standings is None or self.standings.round.stage.is_elimination:
            return False
        return any(place.moved is not None for place in self.places)


def round_end(event: Event, round: Round, *, is_over: bool) -> RoundEnd:
    """Return the end of a complete round, in a fixed number of queries for each stage.

    `is_over`: all rounds of the event are complete.
    """
    sources = _sources(round)
    statuses = stage_statuses(event)
    page = live_standings(event, round.number)
    places = _places(event, round, page) if page else ()
    needs_cut = any(status.needs_cut for status in statuses if status.stage == round.stage)
    picture = bracket_picture(round.stage) if is_over and round.stage.is_elimination else None
    return RoundEnd(
        results=sum(sources.values()),
        sources=tuple(
            str(_WORDS[group] % {"count": sources[group]}) for group in _WORDS if sources[group]
        ),
        together=sources["together"],
        standings=page,
        places=places,
        cut_after=_cut_after(round, page),
        cut=cut_line(round.stage) if needs_cut else None,
        champion=_champion(event, page) if page and is_over else "",
        final=picture.final if picture else None,
    )


def _sources(round: Round) -> Counter[str]:
    """Count the results of a round by their source. One query."""
    official = Report.objects.official().filter(match__round=round)
    counted: Counter[str] = Counter()
    for source, kept in official.values_list("source", "kept_source"):
        counted[_GROUPS.get(kept or source, "other")] += 1
    return counted


def _places(event: Event, round: Round, page: StandingsPage) -> tuple[Place, ...]:
    before = _places_before(event, round.number) if round.number > 1 else {}
    return tuple(
        Place(row, _moved(before.get(row.number), row.place))
        for row in page.lines(page.stored[:SHOWN])
    )


def _moved(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def _places_before(event: Event, number: int) -> dict[int, int]:
    """Return the places after the previous round: as published, else as they are now."""
    earlier = event.rounds.filter(number=number - 1).first()
    if earlier is None:
        return {}
    shown = earlier.snapshots.filter(withdrawn=False)
    published = shown.order_by("-revision").defer("basis").first()
    rows: Sequence[dict[str, Any]] = (
        published.rows if published else standings_after(event, number - 1)[0]
    )
    return {row["number"]: row["place"] for row in rows if row["place"]}


def _cut_after(round: Round, page: StandingsPage | None) -> int:
    """Return the place above the open cut line of a stage that cuts by rank; 0 without one."""
    last = last_above_line(round.stage, page.stored) if page else None
    return last["place"] or 0 if last else 0


def coming_rounds(statuses: Sequence[StageStatus], last: int) -> list[ComingRound]:
    """Return the rounds that are still to be paired, a bracket that is not paired yet as one."""
    coming, after_cut, size = [], False, 0
    for status in statuses:
        stage = status.stage
        if stage.is_elimination and not status.played:
            label = _("Top %(count)d") % {"count": size} if size else _("Bracket")
            coming.append(ComingRound(label, after_cut, stage.number))
        elif stage.is_single_elimination and not status.over:
            left = max((status.planned or 0) - status.played, 0)
            titles = [bracket_round(2**later) for later in reversed(range(left))]
            coming += [ComingRound(title, stage=stage.number) for title in titles]
        elif not stage.is_elimination:
            left = max((status.planned or 0) - status.played, 0)
            for place in range(left):
                last += 1
                coming.append(ComingRound(f"{last}", after_cut and not place, stage.number))
        after_cut = stage.cut_by != stage.Cut.NONE
        size = (stage.cut_value or 0) if stage.cuts_by_rank else 0
    return coming


def next_of(coming: Sequence[ComingRound], played: int) -> list[ComingRound]:
    """Return the coming rounds that fit behind so many paired ones, and always the last one."""
    if played + len(coming) <= MOST_STEPS:
        return list(coming)
    shown = list(coming[: max(MOST_STEPS - played - 1, 0)])
    return [*shown, replace(coming[-1], label=f"… {coming[-1].label}")]


def _champion(event: Event, page: StandingsPage) -> str:
    """Return the name of the winner; empty if several share the first place."""
    places = {row["number"]: row["place"] for row in page.stored}
    winners = winners_of(event, places, page.round.number)
    first = [row for row in page.stored if row["number"] in winners]
    return page.lines(first)[0].name if len(first) == 1 else ""
