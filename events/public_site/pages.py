"""The public pages of an event: what each is made of, as text in the language that is active."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from domain.event_pages import ScheduleEntry, schedule_entries
from domain.names import listed_name
from events.core.adapters.stored_rows import StandingRow, seats_by_table, shown_tiebreakers
from events.core.revision_cache import cached_snapshot
from events.core.search import Found, nearest
from events.core.stages.bracket_queries import bracket_picture
from events.core.stages.elimination_results import PlayoffFinish, playoff_finishes
from events.core.words.entry_nouns import nouns_of
from events.core.words.rule_profiles import profile_name
from events.models import Enrollment
from events.public_site.fragment_cache import in_frame, plain_event
from events.public_site.lists import table_rows as lists
from events.public_site.lists.list_parts import (
    MOST_FOUND,
    MOST_LINES,
    PartOfList,
    pairings_sought,
    part_of,
)
from events.public_site.page import STAMP_PLACE
from events.public_site.reads import events
from events.public_site.reads.chances import ShownChances, public_chances
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.leaders import final_leaders
from events.public_site.reads.player import newest_extensions
from events.public_site.reads.posted import PublicRound, PublicSnapshot
from events.public_site.reads.sign_up import sign_up_of
from events.public_site.reads.stages import pod_rows, public_stages, seeds_in
from events.public_site.reads.wall import (
    called_draft_of,
    on_the_wall,
    standings_title,
    wall_tables,
)
from events.public_site.reads.without_match import without_match

# More tiebreakers need the full screen width for the standings, more players for the pairings.
MOST_COLUMNS_OF_MEDIUM, MOST_PLAYERS_OF_NARROW = 3, 24


def address_of(shown: PublicEvent, name: str, *more: object) -> str:
    """Return the address of a page of the event, from the table of addresses."""
    return _address_of(shown.event.slug, name, *more)


@lru_cache(1000)
def _address_of(slug: str, name: str, *more: object) -> str:
    return reverse(f"public:{name}", args=[slug, *more])


def event_page(shown: PublicEvent) -> str | None:
    """Return the page of an event: before round 1 its facts, then its pairings, then its winner.

    While it is played, this is exactly the page of the pairings: a poster's code leads to a
    player's table in one step, and nothing is rendered, compressed or stored twice.
    """
    if shown.is_played:
        return pairings_page(shown)
    stages = shown.remember("stages", lambda: public_stages(shown))
    rounds = [
        (posted.number, posted.complete, posted.snapshot is not None)
        for posted in reversed(shown.rounds)
    ]
    more = final_leaders(shown) | sign_up_of(shown) | {"stages": stages, "rounds": rounds}
    if shown.event.is_finished and shown.bracket:
        more["picture"] = bracket_picture(shown.bracket, names=shown.names)
    return render(shown, "event", "event", schedule=schedule_of(shown), **more)


def schedule_of(shown: PublicEvent) -> tuple[ScheduleEntry, ...]:
    """Return the schedule that the fact sheet gives."""
    return schedule_entries(shown.sheet.schedule) if shown.sheet else ()


def pairings_page(
    shown: PublicEvent,
    number: int | None = None,
    search: str = "",
    *,
    part: int | None = None,
) -> str | None:
    """Return the posted pairings of a round, or of the newest one; `search` narrows them.

    None without such a posted round, or such a `part` of a long list.
    """
    round = shown.round(number)
    if round is None and number is not None:
        return None
    seeds = seeds_in(shown, round)
    # The newest ones are also the event's page, so their links are absolute.
    page = address_of(shown, "pairings", number) if number is not None else ""
    extensions = newest_extensions(shown) if round and round == shown.round() else {}

    matches = pairings_sought(shown, round, search)
    listed = PartOfList(matches.rows[:MOST_FOUND])
    if not search:
        whole = part_of(matches.rows, lambda row: listed_name(row.name, row.sort), part)
        if whole is None:
            return None
        listed = whole

    def written() -> str:
        return lists.pairing_rows_html(shown, listed.rows, seeds, extensions, page)

    # Words for seeds depend on the language.
    is_written_anew = seeds or search or part
    rows = written() if is_written_anew else shown.remember(f"rows {page}", written)
    return render(
        shown,
        "pairings",
        "pairings",
        number=number,
        round=round,
        rows=lists.in_words(rows),
        search=search,
        list=listed,
        by_table=[] if search or listed.parts else seats_by_table(listed.rows),
        is_long=shown.players > MOST_LINES,
        is_wide=round is not None and shown.players > MOST_PLAYERS_OF_NARROW,
        part=part,
        more_found=len(matches.rows) - len(listed.rows) if search else 0,
        near=matches.is_near,
        without=matches.without,
        numbers=_numbers(shown.rounds),
        extensions={more: clock_html(shown, more) for more in sorted({*extensions.values()})},
        **({} if shown.rounds else sign_up_of(shown)),
    )


def clock_html(shown: PublicEvent, extension: int) -> SafeString:
    """Return the newest round's clock for tables with the given number of minutes more."""
    context = {"shown": shown, "event": shown.event, "round": shown.round()}
    return render_to_string("public_site/clock.html", {**context, "extension": extension})


def without_match_page(shown: PublicEvent) -> str:
    """Return the part of a page with everyone public who has no match in the newest round."""
    context = {"event": shown.event, "players": without_match(shown)}
    return render_to_string("public_site/without_match.html", context)


def standings_page(
    shown: PublicEvent,
    number: int | None = None,
    search: str = "",
    *,
    part: int | None = None,
) -> str | None:
    """Return the standings as published after a round, or the newest ones.

    None without standings after that round, or such a `part` of a long list. `search` narrows them.
    """
    snapshot = shown.standings(number)
    if snapshot is None and number is not None:
        return None
    is_newest = snapshot == shown.standings()
    possible = chances_of(shown) if is_newest else None
    rows: tuple[StandingRow, ...] = ()
    if snapshot is not None and is_newest:
        rows = tuple(shown.newest_standings.values())
    elif snapshot is not None:
        rows = events.standing_rows(snapshot, shown.profile)
    page = address_of(shown, "standings", *(() if number is None else (number,)))
    finished = finishes_of(shown, snapshot)
    any_drawn = any(row.drawn for row in rows)
    matches = nearest(rows, search, lambda row: [(row.name, "")]) if search else Found(rows)
    listed = PartOfList(matches.rows[:MOST_FOUND])
    if not search:
        whole = part_of(rows, lambda row: str(row.place or "–"), part, first=1)
        if whole is None:
            return None
        listed = whole

    def written() -> str:
        return lists.standing_rows_html(shown, listed.rows, possible, page, finished)

    # Both are in the active language.
    in_language = possible is not None or finished is not None
    is_written_anew = in_language or not is_newest or search or part
    lines = written() if is_written_anew else _once_published(shown, snapshot, page, written)
    columns = shown_tiebreakers(shown.profile) if shown.has_records else ()
    return render(
        shown,
        "standings",
        "standings",
        number=number,
        snapshot=snapshot,
        after=shown.round(snapshot.round_number) if snapshot else None,
        newest_after=shown.round(shown.results_through),
        numbers=_numbers([round for round in shown.rounds if round.snapshot]),
        snapshot_is_playoff=_is_playoff(shown, snapshot),
        rows=lists.in_words(lines),
        columns=columns,
        is_wide=len(columns) > MOST_COLUMNS_OF_MEDIUM,
        has_figures=snapshot is not None and bool(columns),
        codes=tuple(str(column.value) for column in columns),
        any_drawn=any_drawn,
        search=search,
        list=listed,
        is_long=shown.players > MOST_LINES,
        part=part,
        more_found=len(matches.rows) - len(listed.rows) if search else 0,
        near=matches.is_near,
        chances=possible,
        rules=profile_name(shown.profile),
        **({} if shown.rounds else sign_up_of(shown)),
    )


def _numbers(rounds: Iterable[PublicRound]) -> tuple[int, ...]:
    """Return the numbers of the rounds to choose from; none while only one exists."""
    numbers = tuple(round.number for round in rounds)
    return numbers if len(numbers) > 1 else ()


def _once_published(
    shown: PublicEvent, snapshot: PublicSnapshot | None, where: str, write: Callable[[], str]
) -> str:
    """Return what `write` renders of published standings, cached until the next ones."""
    if snapshot is None:
        return ""
    key = ("written", where, shown.has_records, *snapshot.state_key)
    return cached_snapshot(key, write)


def chances_of(shown: PublicEvent) -> ShownChances | None:
    """Return the players' chances before a cut, computed once for everything that shows them."""
    return shown.remember("chances", lambda: public_chances(shown))


def finishes_of(
    shown: PublicEvent, snapshot: PublicSnapshot | None
) -> Mapping[int, PlayoffFinish] | None:
    """Return how everyone finished by published standings of a playoff; None for others."""
    if snapshot is None or not _is_playoff(shown, snapshot):
        return None
    through = snapshot.round_number
    return shown.remember(f"finishes-{through}", lambda: playoff_finishes(shown.event, through))


def _is_playoff(shown: PublicEvent, snapshot: PublicSnapshot | None) -> bool:
    round = shown.round(snapshot.round_number) if snapshot else None
    return round is not None and round.stage.is_elimination and shown.bracket is not None


def bracket_page(shown: PublicEvent) -> str | None:
    """Return the newest bracket; a result is shown when its round is complete. None without one."""
    picture = bracket_picture(shown.bracket, names=shown.names) if shown.bracket else None
    if picture is None:
        return None
    return render(shown, "bracket", "bracket", picture=picture, round=shown.round())


def pods_page(shown: PublicEvent, search: str = "") -> str | None:
    """Return the seats of the newest draft by name; `search` narrows them. None without a draft."""
    stage = shown.pods_stage
    if stage is None:
        return None
    matches = Found(pod_rows(stage, shown.names))
    if search:
        matches = nearest(matches.rows, search, lambda seat: [_spelling(seat.enrollment)])
    return render(
        shown, "pods", "pods", stage=stage, seats=matches.rows, search=search, near=matches.is_near
    )


def _spelling(player: Enrollment) -> tuple[str, str]:
    return player.name, player.reading


def projector_page(shown: PublicEvent) -> str:
    """Return everything that a big screen can show, and the choice for now.

    Pairings or seats while players look for them, a bracket with its tables, the standings once the
    newest round has some, and before round 1 the way to the pages on a phone.
    """
    round = shown.round()
    scenes: dict[str, Any] = {"called": called_draft_of(shown)}
    in_bracket = round is not None and shown.bracket == round.stage
    if shown.pods_to_play:
        scenes["seats"] = pod_rows(shown.pods_to_play, shown.names)
    elif round is not None and in_bracket:
        scenes["picture"] = bracket_picture(round.stage, names=shown.names)
        if not round.complete:
            scenes["tables"] = wall_tables(shown.newest_pairings.values())
    elif round is not None:
        pairings = shown.newest_pairings.values()
        rows = shown.remember(
            "wall rows",
            lambda: lists.wall_rows_html(pairings, teams=shown.event.is_for_teams),
        )
        scenes["rows"] = lists.in_words(rows)
    standings = shown.newest_standings.values()
    places = _once_published(
        shown, shown.standings(), "wall", lambda: lists.wall_standings_html(shown, standings)
    )
    scenes["standings"] = lists.in_words(places)
    scenes["standings_title"] = standings_title(shown)
    scenes |= {} if shown.rounds else sign_up_of(shown)
    return render(shown, "projector", "projector", round=round, now=on_the_wall(shown), **scenes)


# Built for every revision, by address. None: the event has no such page.
BUILT: dict[str, Callable[[PublicEvent], str | None]] = {
    "pairings": pairings_page,
    "standings": standings_page,
    "event": event_page,
    "projector": projector_page,
    "bracket": bracket_page,
    "pods": pods_page,
}


def render(
    shown: PublicEvent,
    name: str,
    tab: str,
    *,
    number: int | tuple[int, ...] | None = None,
    **more: Any,
) -> str:
    """Return the text of the page `name`; `tab` is the one it belongs to.

    `number`: the numbers in its address after the event.
    """
    numbers = () if number is None else (number,) if isinstance(number, int) else number
    path = address_of(shown, name, *numbers)
    # Rendered without a request, so that nothing of the first visitor gets into the page.
    context = {"shown": shown, "event": shown.event, "tab": tab, "path": path}
    context |= {"plain": plain_event(shown), "sheet": shown.sheet}
    # A stamp covers the built pages; phones on other pages poll those themselves.
    is_built = name in BUILT and number is None
    context["page_name"] = name if is_built else ""
    context |= {"stamp": STAMP_PLACE, **more}
    template = f"public_site/pages/{name}.html"
    with nouns_of(shown.event):
        if not is_built or more.get("search") or more.get("part"):
            return render_to_string(template, context)
        frame = {name: more.get(name, False) for name in ("is_wide", "is_long", "has_figures")}
        return in_frame(shown, template, context, **frame)
