"""The head of a player's own page: the slip, rendered once per language with places for one player.

Templates are rendered when the words of a build are assembled. Values of one player are put into
their places later, in a thread where another language may be active.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from domain.written_names import name_html
from events.core.adapters.stored_rows import PairingRow, StandingRow
from events.core.phones.next_round import after_cut, beaten_words, coming_words
from events.core.prizes.prize_words import value_words
from events.core.prizes.queries import current_awards, prize_of_each
from events.core.stages.stage_words import finish_line, round_title
from events.core.words.pairing_reasons import plural_count
from events.public_site.lists.table_rows import is_a_record
from events.public_site.pages import chances_of, finishes_of
from events.public_site.reads.chance_words import estimate_words, plan_words
from events.public_site.reads.chances import ShownChances
from events.public_site.reads.events import PublicEvent, posted_lines
from events.public_site.reads.player import History
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.stages import advancing
from standings.chance_plans import Plan
from standings.chances import Result

# A longer list says nothing: early in an event every opponent is possible.
MOST_OPPONENTS = 12
# A code of `ShownChances.badge`; an estimate in tenths; results of this round and the next.
Known = tuple[str, int | None, Plan | None]


def place_of(name: str) -> SafeString:
    """Return the place of a value in a part: letters of private use, which no name has."""
    return mark_safe(f"\ue000own {name}\ue001")  # noqa: S308 - no text of anybody


def part(template: str, **values: object) -> SafeString:
    """Render a template of players' own pages with these values, on one line."""
    text = render_to_string(f"public_site/own/{template}.html", values)
    return mark_safe(" ".join(text.split()))  # noqa: S308 - a template escaped it


def with_places(template: str, *places: str, **values: object) -> str:
    """Render a part with places for these values of one player."""
    return part(template, **{place: place_of(place) for place in places}, **values)


def filled(text: str, **values: object) -> str:
    """Fill the places of a part with one player's values, which are escaped already."""
    for name, value in values.items():
        text = text.replace(place_of(name), str(value))
    return text


class Clock(NamedTuple):
    """The clock of the newest round, and the lines below the slip by whether a player goes on."""

    slip: str
    lines: Mapping[bool, str]


def clocks(shown: PublicEvent, extensions: Iterable[int]) -> dict[int, Clock]:
    """Return the clock of the newest round, by time extension in minutes."""
    values: dict[str, Any] = {"shown": shown, "event": shown.event, "round": shown.round()}
    return {
        minutes: Clock(
            part("slip_clock", **values, extension=minutes),
            {
                goes_on: part("lines", **values, extension=minutes, goes_on=goes_on)
                for goes_on in (True, False)
            },
        )
        for minutes in extensions
    }


def beaten(shown: PublicEvent) -> dict[int | None, str]:
    """Return the slips of players who are out of a playoff, by the number of the round they lost.

    Under None: for a player outside the bracket. Empty outside of a playoff.
    """
    newest = shown.round()
    if newest is None or not newest.stage.is_elimination:
        return {}
    lost = [round for round in shown.rounds if round.stage == newest.stage]
    bracket = reverse("public:bracket", args=[shown.event.slug])
    slips: dict[int | None, str] = {}
    for round in (*lost, None):
        words = beaten_words(shown.event.name, newest.stage, round)
        prize = prize_of_each(shown.event, words.places)
        label, large, _places = words
        slip = part("beaten", label=label, words=large, prize=prize, bracket=bracket)
        slips[round.number if round else None] = slip
    return slips


def last_round_of(shown: PublicEvent, number: int) -> int | None:
    """Return the last round of the newest stage with a match of a player; None without one."""
    newest = shown.round()
    stage = newest.stage if newest else None
    rounds = (round for round in shown.rounds if round.stage == stage)
    played = [round.number for round in rounds if number in posted_lines(round)]
    return max(played, default=None)


def without_table(shown: PublicEvent, *, advances: bool, has_recorded: bool) -> str:
    """Return the slip of a player who has no table now: what comes next.

    `advances`: False after a cut that left the player out. `has_recorded`: with a place for the
    address of the recorded result.
    """
    newest = shown.round()
    if shown.taken_back or newest is None or shown.ahead is None or shown.event.is_finished:
        return ""
    recorded = has_recorded and place_of("recorded")
    if advances and not newest.complete:
        return part("words", label=round_title(newest), words=_("Not paired in this round"))
    if not advances or newest.stage.has_cut:
        decided = after_cut(shown.event.name, advances=advances, own=False)
        return part("words", **decided._asdict(), recorded=recorded)
    coming = coming_words(
        newest, shown.event.name, ahead=shown.ahead, planned=shown.planned_rounds, own=False
    )
    return part("words", **coming._asdict(), recorded=recorded)


class NextOpponents:
    """Players whom each player could play in the next round, by published standings alone.

    Those with the same points whom the player has not played; nothing while results of the newest
    round are not public, and where they are too many to name.
    """

    def __init__(self, shown: PublicEvent, history: History, link: str) -> None:
        newest = shown.round()
        self._history = history
        self._by_points: dict[float, list[tuple[int, str]]] = {}
        if newest is None or not _is_followed(shown, newest):
            return
        self._around = with_places("next", "count", "names", number=newest.number + 1)
        inside = advancing(shown)
        for row in shown.newest_standings.values():
            if row.is_active and (inside is None or row.number in inside):
                name = f"<a href={link % row.number}>{name_html(row.name)}</a>"
                line = f"<li>{name}<span class=nowrap>{row.record}</span>"
                self._by_points.setdefault(row.points, []).append((row.number, line))

    def of(self, player: StandingRow) -> str:
        """Return the part of one player."""
        group = self._by_points.get(player.points, ())
        if not any(other == player.number for other, _line in group):
            return ""
        played = self._history.rows(player.number)
        met = {row.opponent["number"] for row in played if row.opponent}
        met |= {other["number"] for row in played for other in row.opponents}
        lines = [line for other, line in group if other != player.number and other not in met]
        if not 0 < len(lines) <= MOST_OPPONENTS:
            return ""
        return filled(self._around, count=len(lines), names="".join(lines))


def _is_followed(shown: PublicEvent, newest: PublicRound) -> bool:
    """Whether another Swiss round of the same stage follows published standings."""
    more = shown.ahead is not None and shown.ahead.left != 0 and not shown.ahead.is_conditional
    known = shown.results_through == newest.number and not shown.event.is_finished
    return newest.stage.is_swiss and more and known and not shown.taken_back


def known_of(possible: ShownChances, number: int) -> Known:
    """Return a player's badge, estimate in tenths and plan for the cut."""
    return possible.badge(number), possible.tenths(number), possible.plans.get(number)


def plan_values(plan: Plan) -> dict[str, Any]:
    """Return a plan as a player's card has it."""
    now = plan.now.value if plan.now is not None else None
    return {"now": now, "wins": plan.wins, "draws": plan.draws, "enough": plan.is_enough}


def plan_in(card: Mapping[str, Any]) -> Plan | None:
    """Return the plan of a card; None without one."""
    values = card.get("plan")
    if not values:
        return None
    now = None if values["now"] is None else Result(values["now"])
    return Plan(now, values["wins"], values["draws"], values["enough"])


def needs(shown: PublicEvent) -> dict[Known, str]:
    """Return the words for what the cut needs of a player, by the values of `known_of`."""
    possible = chances_of(shown)
    if possible is None:
        return {}
    cut = cut_of(shown, possible)
    known = {known_of(possible, number) for number in possible.by_player}
    return {key: need_part(key, cut) for key in known}


def cut_of(shown: PublicEvent, possible: ShownChances) -> dict[str, int | None]:
    """Return the cut as a player's card has it."""
    left = possible.rounds_after + (possible.playing is not None)
    coming = (possible.playing or shown.results_through) + 1
    return {"places": possible.places, "rounds_left": left, "next_round": coming}


def need_part(known: Known, cut: Mapping[str, int | None]) -> str:
    """Say what the cut needs of a player; empty where nothing is known."""
    code, tenths, plan = known
    if not code and plan is None and tenths is None:
        return ""
    chance = "" if tenths is None else estimate_words(tenths)
    values = {"code": code, "places": cut["places"], "left": cut["rounds_left"], "chance": chance}
    if not code and plan is not None:
        values["plan"] = plan_words(plan, cut["next_round"] or 0, cut["places"] or 0)
    return part("need", **values)


def afterwards(shown: PublicEvent) -> dict[str, str]:
    """Return the links of a finished event: its report and its organisation's page.

    A player's page itself never says which event is next.
    """
    if not shown.event.is_finished:
        return {}
    report = reverse("public:report", args=[shown.event.slug])
    organisation = shown.event.organisation
    if organisation is None:
        return {"report": report}
    following = reverse("public:organisation", args=[organisation.slug])
    return {"report": report, "next": following, "organisation": organisation.name}


def final_words(shown: PublicEvent) -> dict[int, str]:
    """Return how everyone finished, by number, in words; empty while the event goes on."""
    if not shown.event.is_finished or not shown.results_through:
        return {}
    finishes = finishes_of(shown, shown.standings()) or {}
    return {
        number: escape(finish_line(finishes[number])) if number in finishes else row.record
        for number, row in shown.newest_standings.items()
    }


def final_details(shown: PublicEvent) -> dict[int, str]:
    """Return the small print of every final place, by number: points, and a place by lot."""
    if not shown.has_records:
        return {}
    finishes = finishes_of(shown, shown.standings()) or {}
    return {
        number: escape(_final_detail(row, after_playoff=number in finishes))
        for number, row in shown.newest_standings.items()
    }


def _final_detail(row: StandingRow, *, after_playoff: bool) -> str:
    # Without a playoff the record is above, in large letters.
    words = [row.record] if after_playoff else []
    points = {"points": row.points}
    words.append(
        ngettext("%(points)s match point", "%(points)s match points", plural_count(row.points))
        % points
    )
    if row.drawn:
        words.append(pgettext("a place", "by lot"))
    return " · ".join(words)


def prizes_won(shown: PublicEvent) -> dict[int, str]:
    """Return what each player won, by number, in words.

    Empty before the final standings are public, and where players see no prizes.
    """
    newest = shown.round()
    is_over = newest is not None and shown.results_through >= newest.number
    if not shown.event.is_finished or not shown.event.shows_prizes or not is_over:
        return {}
    awards = shown.remember("prizes won", lambda: current_awards(shown.event))
    return {
        award.number: escape(value_words(award.value, award.currency))
        for award in awards
        if not award.value.is_empty
    }


def table_slip(shown: PublicEvent, label: str) -> str:
    """Return the slip of a table of three to five with the places of one player."""
    return with_places(
        *("table", "table", "table_name", "clock", "seats", "own_seat"),
        label=label,
        recorded=shown.event.show_recorded and place_of("recorded"),
    )


def seats_html(line: PairingRow, starts: str, *, records: bool) -> str:
    """Return the seats of a table of three to five in playing order, the own one marked."""
    rows = []
    for seat, other in enumerate(line.seats, 1):
        own = " class=own" if other["number"] == line.number else ""
        parts = [other["record"]] if records and is_a_record(other["record"]) else []
        more = " · ".join([*parts, *([starts] if seat == 1 else [])])
        name = f"<strong>{name_html(other['name'])}</strong>"
        rows.append(
            f"<li{own}><span class=seat-no>{seat}</span> {name} <span class=label>{more}</span>"
        )
    return "".join(rows)


def members_html(seats: str, members: Sequence[str]) -> str:
    """Return the members of a team with their seats; empty for a player."""
    if not members:
        return ""
    people = (
        f"<span class=nowrap><span class=badge>{seat}</span> {name_html(name)}</span> "
        for seat, name in zip(seats, members, strict=False)
    )
    return f"<p id=members>{''.join(people)}</p>"
