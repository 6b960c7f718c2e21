"""The head of the final report: the event, the way it is reported, its rules."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.limits import LEAST_PLAYERS, LEAST_ROUNDS
from domain.results import Ending
from domain.table_marks import SMALLEST_TABLE
from domain.written_names import written
from events.core.report.report_values import Report
from events.core.stages.stage_words import round_title
from events.core.words.announced_changes import announced_words
from events.core.words.certification import certified_words
from events.core.words.rule_profiles import profile_name
from events.core.words.tiebreakers import tiebreaker_name, tiebreaker_short
from events.core.words.venue_times import venue_time
from events.models import Certification, Event, FactSheet, Role, Stage
from standings.display import exact
from standings.rule_values import Tiebreaker


def facts_of(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the head of the report below the event's name: names and values.

    A fact that is not set is left out.
    """
    event = report.event
    if not report.public:
        yield _("Report"), _kind(report)
    if not (report.public and report.occurred):
        yield _("Reported as"), reported_as(report)
    yield from _when_and_where(report)
    if event.game_format:
        yield _("Game format"), event.game_format
    if event.platform:
        yield _("Digital platform"), event.platform
    if event.at_tables:
        yield _("Played as"), _joined(_("tables of four, one game each"), _draws(event))
    elif event.is_for_teams:
        yield _("Played as"), _joined(Event.TeamSize(event.team_size).label, _draws(event))
    else:
        yield _("Match length"), _joined(Event.GamesToWin(event.games_to_win).label, _draws(event))
    if event.enforcement_level:
        yield _("Rules enforcement level"), event.get_enforcement_level_display()
    yield from _sheet(event, report.sheet)
    yield _("Round time"), _minutes(event)
    yield from _announced(event)
    yield _("Teams") if event.is_for_teams else _("Players"), _players(report)
    yield _("Rounds"), _rounds(report)
    yield from _at_tables(report)
    for made in () if report.public else report.certified:
        yield round_title(made.round), _certified(event, made)
    for stage in event.stages.all():
        if stage.ended_by_agreement:
            yield _("Playoff"), _ended(stage)
    yield from _rules(report)
    if not report.public:
        yield _("Staff"), _(", ").join(_staff(report))


def _at_tables(report: Report) -> Iterator[tuple[str, str]]:
    """Yield how often each seat of a table of three to five won, draws, and tables of three."""
    tables = [match for round in report.rounds for match in round.matches if match.is_table]
    ended = [match for match in tables if match.result is not None]
    if not ended:
        return
    won = Counter(match.winning_seat for match in ended)
    seats = range(1, max(len(match.numbers) for match in ended) + 1)
    yield (
        _("Wins by seat"),
        _joined(
            *(
                _("seat %(seat)d %(percent)d %%")
                % {"seat": seat, "percent": round(100 * Fraction(won[seat], len(ended)))}
                for seat in seats
            )
        ),
    )
    drawn = sum(match.result.is_draw for match in ended if match.result is not None)
    words = _("%(count)d of %(total)d")
    yield _("Drawn tables"), words % {"count": drawn, "total": len(ended)}
    for ending, title in (
        (Ending.UNFINISHED, _("Tables ended by time")),
        (Ending.CONCEDED, _("Tables ended by concession")),
        (Ending.NOT_PLAYED, _("Tables not played")),
    ):
        if count := report.table_endings.get(ending, 0):
            yield title, words % {"count": count, "total": len(ended)}
    threes = sum(len(match.numbers) == SMALLEST_TABLE for match in tables)
    yield _("Tables of three"), words % {"count": threes, "total": len(tables)}


def short_facts(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the facts of a cover, the ones that a reader looks for first."""
    event = report.event
    if not report.occurred:
        yield _("Reported as"), reported_as(report)
    yield from _when_and_where(report)
    if event.game_format:
        yield _("Game format"), event.game_format
    yield _("Round time"), _minutes(event)


def _when_and_where(report: Report) -> Iterator[tuple[str, str]]:
    yield _("Date"), date_format(report.event.date, "DATE_FORMAT")
    if place := _(", ").join(filter(None, (report.event.venue, report.sheet.address))):
        yield _("Venue"), place


def _minutes(event: Event) -> str:
    if not event.round_minutes:
        return _("no time limit")
    words = ngettext("%(minutes)d minute", "%(minutes)d minutes", event.round_minutes)
    return words % {"minutes": event.round_minutes}


def _sheet(event: Event, sheet: FactSheet) -> Iterator[tuple[str, str]]:
    """Yield the final report's facts from the fact sheet: tier, number, eligibility."""
    if sheet.tier:
        yield _("Tier"), str(sheet.get_tier_display())
    if sheet.sanctioning_number:
        yield _("Sanctioning number"), sheet.sanctioning_number
    conditions = [event.restrictions]
    if sheet.least_age:
        conditions.insert(0, _("at least %(age)d years old") % {"age": sheet.least_age})
    if sheet.by_invitation:
        conditions.insert(0, _("invited players only"))
    if any(conditions):
        yield _("Eligibility"), _joined(*filter(None, conditions))


def _certified(event: Event, made: Certification) -> str:
    when = made.at if made.withdrawn_at is None else made.withdrawn_at
    return _("%(words)s (%(time)s)") % {
        "words": certified_words(made),
        "time": venue_time(event, when),
    }


def _ended(stage: Stage) -> str:
    return _(
        "Ended by agreement (%(reason)s). The remaining players share a place and are listed in"
        " Swiss order."
    ) % {"reason": stage.ended_by_agreement}


def _announced(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the changes to the values announced with round 1, with their reasons."""
    for change in event.announced_changes.all():
        words = _("%(time)s: %(words)s. Reason: %(reason)s") % {
            "time": venue_time(event, change.at),
            "words": announced_words(change),
            "reason": change.reason,
        }
        yield _("Changed after the announcement"), words


def _kind(report: Report) -> str:
    made = venue_time(report.event, timezone.now())
    if report.interim:
        return _("interim report, created %(time)s; the event is not finished") % {"time": made}
    if report.event.finished_at is None:
        return _("final report, created %(time)s") % {"time": made}
    return _("final report, created %(time)s; event finished %(finished)s") % {
        "time": made,
        "finished": venue_time(report.event, report.event.finished_at),
    }


def reported_as(report: Report) -> str:
    """Say how the event is reported, and why when it did not occur (rules, 4.1 and 4.2)."""
    if report.occurred:
        return _("not finished") if report.interim else _("played")
    reasons = []
    if report.few_players:
        reasons.append(
            ngettext(
                "%(count)d player took part (minimum %(least)d)",
                "%(count)d players took part (minimum %(least)d)",
                report.players,
            )
            % {"count": report.players, "least": LEAST_PLAYERS}
        )
    if report.few_rounds:
        reasons.append(
            ngettext(
                "%(count)d round completed (minimum %(least)d)",
                "%(count)d rounds completed (minimum %(least)d)",
                report.completed,
            )
            % {"count": report.completed, "least": LEAST_ROUNDS}
        )
    why = {"reasons": _(", ").join(reasons)}
    if report.interim:
        return _("not finished; currently would count as “did not occur”: %(reasons)s") % why
    return _("did not occur: %(reasons)s") % why


def _joined(*parts: str | Promise) -> str:
    return _(", ").join(str(part) for part in parts)


def _draws(event: Event) -> str:
    return _("draws allowed") if event.draws_allowed else _("no draws")


def _players(report: Report) -> str:
    values = {"players": report.players, "enrolled": report.enrolled}
    if report.players == report.enrolled:
        return str(report.players)
    return _("%(players)d took part, %(enrolled)d enrolled") % values


def _rounds(report: Report) -> str:
    if report.announced is None:
        return str(report.completed)
    values = {"completed": report.completed, "announced": report.announced}
    return _("%(completed)d of %(announced)d complete") % values


def _rules(report: Report) -> Iterator[tuple[str, str]]:
    profile = report.profile
    points = {"win": profile.win, "draw": profile.draw, "loss": profile.loss}
    yield _("Rules"), str(profile_name(report.profile))
    yield _("Match points"), _("win %(win)d, draw %(draw)d, loss %(loss)d") % points
    named = (
        _("%(short)s (%(name)s)")
        % {"short": tiebreaker_short(code.value), "name": tiebreaker_name(code.value)}
        for code in report.columns
    )
    yield _("Tiebreakers, in order"), _(", ").join([*named, _("lot")])
    if profile.floor:
        yield _("Minimum opponent percentage"), exact(profile.floor)
    if profile.floor_own_gw and not profile.show_own_gw_floored and Tiebreaker.GW in report.columns:
        yield (
            _("Own game-win percentage"),
            _("shown unadjusted, ranked with the minimum percentage"),
        )


def _staff(report: Report) -> Iterator[str]:
    for member in report.staff:
        name = member.user.get_full_name() or member.user.get_username()
        roles = (str(role.label) for role in sorted(member.roles, key=list(Role).index))
        listed = _(", ").join(roles)
        yield _("%(name)s (%(roles)s)") % {"name": written(name), "roles": listed}


def checks_of(report: Report) -> Iterator[str]:
    """Yield sentences that say what was certified and how every figure can be recomputed."""
    certified = sum(made.withdrawn_at is None for made in report.certified)
    if certified:
        words = ngettext(
            "The results of %(count)d of %(rounds)d rounds are certified.",
            "The results of %(count)d of %(rounds)d rounds are certified.",
            certified,
        )
        yield words % {"count": certified, "rounds": len(report.rounds)}
        yield from _sources(report)
    yield _(
        "The event archive has every result, report and journal entry. Import it into "
        "any copy of Matchslip to recalculate the standings."
    )
    yield _("Seed of the event: %(seed)s. It decides ties that remain after every tiebreaker.") % {
        "seed": report.event.seed
    }


def _sources(report: Report) -> Iterator[str]:
    """Say at how many tables two sources agreed, and how many rounds the head judge decided."""
    held = [made for made in report.certified if made.withdrawn_at is None]
    total = sum(made.total for made in held)
    if not total:
        return
    words = ngettext(
        "At %(agreed)d of %(count)d table, two sources agree.",
        "At %(agreed)d of %(count)d tables, two sources agree.",
        total,
    )
    yield words % {"agreed": sum(made.agreed for made in held), "count": total}
    alone = sum(bool(made.reason) for made in held)
    if alone:
        words = ngettext(
            "The head judge certified %(count)d round in which some tables have only one source.",
            "The head judge certified %(count)d rounds in which some tables have only one source.",
            alone,
        )
        yield words % {"count": alone}
