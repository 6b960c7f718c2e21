"""The head of the report in a few words: winner, six figures, a summary of sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from domain.results import Outcome
from domain.written_names import written, written_name
from events.core.report.report_values import Person, Report, ReportMatch
from events.core.words.venue_times import venue_moment
from events.report.round_times import RoundTime, median_break, median_round

_FINAL = 2
_NOT_BEATEN = (Outcome.WON, Outcome.BYE, Outcome.DRAWN)


@dataclass(frozen=True, slots=True)
class Figure:
    """One large number and the words below it."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Highlights:
    """The opening of the report.

    `label` is "Winner", or says why there is none. `names` are one, or several who share the first
    place; none before a round is complete. `line` is the record. A sentence without its fact is
    left out of `sentences`.
    """

    label: str
    names: tuple[str, ...]
    line: str
    figures: tuple[Figure, ...]
    sentences: tuple[str, ...]

    @property
    def name(self) -> str:
        """The names, joined."""
        return _(", ").join(self.names)


def highlights_of(report: Report, times: Sequence[RoundTime]) -> Highlights:
    """Return the head of the report."""
    first = report.winners
    names = tuple(line.person.name for line in first)
    line = ""
    if len(first) == 1:
        line = _record(report, first[0].person)
    return Highlights(
        label=_label(report, len(first)),
        names=names,
        line=line,
        figures=tuple(_figures(report, times)),
        sentences=tuple(_sentences(report, times)),
    )


def _label(report: Report, first: int) -> str:
    if report.interim:
        return ngettext("Leader", "Leaders", first)
    return _("Winner") if first <= 1 else _("First place, shared")


def _playoff_wins(report: Report, number: int) -> int:
    played = (match for round in report.rounds if round.playoff for match in round.matches)
    return sum(_won(match, number) for match in played)


def _won(match: ReportMatch, number: int) -> bool:
    return number in match.numbers and match.outcome(number) in (Outcome.WON, Outcome.BYE)


def _record(report: Report, person: Person) -> str:
    """Say the winner's record: "7-0-1 and 3 playoff wins, first of 226 players"."""
    line = next(line for line in report.standings if line.person.number == person.number)
    players = ngettext(
        "first of %(count)d player", "first of %(count)d players", report.players
    ) % {"count": report.players}
    won = _playoff_wins(report, person.number)
    wins = ngettext("%(count)d playoff win", "%(count)d playoff wins", won) % {"count": won}
    if report.elimination_results is not None:
        return _("%(first)s, %(second)s") % {"first": wins, "second": players}
    if not won:
        return _("%(first)s, %(second)s") % {"first": line.record, "second": players}
    record = _("%(record)s and %(wins)s") % {"record": line.record, "wins": wins}
    return _("%(first)s, %(second)s") % {"first": record, "second": players}


def _figures(report: Report, times: Sequence[RoundTime]) -> Iterator[Figure]:
    players = report.players
    yield Figure(_figure(players), npgettext("figure", "player", "players", players))
    playoff = sum(round.playoff for round in report.rounds)
    counted = len(report.rounds) - playoff
    both = f"{counted} + {playoff}" if playoff and counted else str(counted or playoff)
    yield Figure(both, npgettext("figure", "round", "rounds", counted + playoff))
    matches = sum(match.is_contested for round in report.rounds for match in round.matches)
    yield Figure(_figure(matches), npgettext("figure", "match", "matches", matches))
    minutes = median_round(tuple(times))
    if minutes is not None:
        yield Figure(_("%(minutes)d min") % {"minutes": minutes}, _("a round, median"))
    pause = median_break(tuple(times))
    if pause is not None:
        words = _("last result to next pairings")
        yield Figure(_("%(minutes)d min") % {"minutes": pause}, words)
    penalties = len(report.penalties)
    yield Figure(_figure(penalties), npgettext("figure", "penalty", "penalties", penalties))


def _figure(count: int) -> str:
    """Write a count as the reader's language does: "10,548"."""
    return number_format(count, force_grouping=True)


def _sentences(report: Report, times: Sequence[RoundTime]) -> Iterator[str]:
    if not report.interim:
        yield from _victory(report)
    minutes, pause = median_round(tuple(times)), median_break(tuple(times))
    if minutes is not None:
        words = ngettext(
            "A round took %(count)d minute from start to last result (median).",
            "A round took %(count)d minutes from start to last result (median).",
            minutes,
        )
        yield words % {"count": minutes}
    if pause is not None:
        words = ngettext(
            "The next pairings were posted %(count)d minute later.",
            "The next pairings were posted %(count)d minutes later.",
            pause,
        )
        yield words % {"count": pause}
    # A round typed in afterwards has no meaningful time.
    if times and times[-1].number == report.rounds[-1].number and not report.interim:
        last = venue_moment(report.event, times[-1].last_result)
        yield _("The last result was recorded at %(time)s.") % {"time": last}
    if len(report.rounds) > 1 and not report.drops and not report.interim:
        yield _("No player dropped.")
    corrected = len(report.corrections)
    if corrected:
        words = ngettext(
            "%(count)d result was corrected after it was recorded.",
            "%(count)d results were corrected after they were recorded.",
            corrected,
        )
        yield words % {"count": corrected}


def _victory(report: Report) -> Iterator[str]:
    first = report.winners
    if len(first) != 1:
        return
    winner = first[0].person
    values = {"name": written_name(winner), "event": written(report.event.name)}
    if _is_unbeaten(report, winner.number):
        yield _("%(name)s won %(event)s without losing a match.") % values
    else:
        yield _("%(name)s won %(event)s.") % values
    final = _final_of(report, winner.number)
    if final is not None:
        other = final.second if final.first.number == winner.number else final.first
        if other is not None and final.games is not None:
            score = "-".join(str(games) for games in sorted(final.games[:2], reverse=True))
            yield _("The final against %(name)s ended %(score)s.") % {
                "name": written_name(other),
                "score": score,
            }


def _is_unbeaten(report: Report, number: int) -> bool:
    own = (match for round in report.rounds for match in round.matches if number in match.numbers)
    return all(match.outcome(number) in _NOT_BEATEN for match in own)


def _final_of(report: Report, number: int) -> ReportMatch | None:
    """Return the match that decided a playoff for its winner."""
    finals = (round for round in report.rounds if round.bracket_players == _FINAL)
    matches = (match for round in finals for match in round.matches if match.is_played)
    return next((match for match in matches if _won(match, number)), None)
