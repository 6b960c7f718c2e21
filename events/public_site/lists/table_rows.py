"""The rows of the long lists of public pages, built as text: one renderer each.

The pairings of 1,200 players take 2.1 ms of processor so and 66 as a template's loop; `python -m
tests.bench.lists` measures it.

Every name is escaped. Optional end tags are left out, and so is what is the same in every row
(classes of cells, links to the arithmetic) or already in it (the player's number):
static/css/public/public.css finds the cells by their place, and the scripts my-match.js and
explain.js add what they need.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from domain.names import around_family_name, listed_name
from domain.written_names import isolated, without_mark, written
from events.core.adapters.stored_rows import PairingRow, StandingRow
from events.core.seats.table_numbering import room_of
from events.core.stages.elimination_results import PlayoffFinish
from events.core.stages.stage_words import finish_line, seed_words
from events.models import Enrollment, Match
from events.public_site.addresses import numbered, shortest
from events.public_site.reads.chance_words import badges_of
from events.public_site.reads.chances import ShownChances
from events.public_site.reads.events import PublicEvent

# Placeholder for a translated word, so that rows are rendered once and not once per language. No
# escaped name contains it.
WORD = "<word "
BYE, UNPAIRED = "<word bye>", "<word unpaired>"
DROPPED, DISQUALIFIED = "<word dropped>", "<word disqualified>"
SEAT = "<word seat>"

# No line breaks here: on a narrow screen a record wraps with the end of its name, so that it is
# never read with the name below.
GLUE = "\N{NO-BREAK SPACE}"

# Rows per block of pairings: about as many as a wide window shows.
BLOCK = 60


@lru_cache(maxsize=50_000)
def with_family_name(name: str, sort_name: str = "") -> str:
    """Return a name as written, as HTML, with the part that sorts it in bold."""
    before, family, after = map(escape, around_family_name(without_mark(name), sort_name))
    mark = name[len(without_mark(name)) :]
    return isolated(name, f"{before}<b>{family}</b>{after}" if family else before) + mark


def player_link(slug: str, page: str) -> str:
    """Return the shortest link from a page to a player's, with %d in place of the number.

    Without a page it is the whole address, which works on every page.
    """
    address = numbered("public:player", slug)
    return shortest(address, page) if page else address


def in_words(rows: str) -> SafeString:
    """Return rows with their few words in the active language."""
    if WORD not in rows:
        return mark_safe(rows)  # noqa: S308 - the renderer escaped every name
    for place, word in (
        (BYE, _("Bye")),
        (UNPAIRED, _("Assigned loss")),
        (DROPPED, _("dropped")),
        (DISQUALIFIED, _("disqualified")),
        (SEAT, _("Seat")),
    ):
        rows = rows.replace(place, escape(word))
    return mark_safe(rows)  # noqa: S308 - the renderer escaped every name


def pairing_rows_html(
    shown: PublicEvent,
    rows: Sequence[PairingRow],
    seeds: Mapping[int, int],
    extensions: Mapping[int, int],
    page: str,
) -> str:
    """Return the rows of the list of pairings, for `in_words`, in blocks of a window's height.

    The table marks the names of all its rows as not to be translated. A block is read column by
    column before the next one. By player's number: `seeds` in a playoff (their words are of the
    active language), `extensions` in minutes. `page` is the address of the page with the list.
    """
    link = player_link(shown.event.slug, page)
    records = shown.has_records and any(is_a_record(row.record) for row in rows)
    special = room_of(shown.event).special
    teams = shown.event.is_for_teams
    names = ' class="p w"' if teams else " class=p"
    alone = {Match.Kind.BYE.value: BYE, Match.Kind.UNPAIRED.value: UNPAIRED}
    sorts = {} if teams else {row.number: row.sort for row in rows}
    made = []
    # Unpacked once: with thousands of rows every attribute access counts.
    for row in rows:
        table, kind, number, name, record, opponent, members, _moved, reading, sort, *seat = row
        called = escape(written(name)) if teams else with_family_name(name, sort)
        own = f"<a{names} href={link % number}>{called}</a>"
        if records:
            own += f"{GLUE}<span class=r>{record}</span>"
        if members:
            own = f"<span class=w>{own}{_members(members)}</span>"
        if seeds:
            own += _seed(seeds, row)
        if opponent:
            other = _opponent(shown, opponent, sorts, records)
        elif seat[0]:
            other = _others(row)
        else:
            other = f"<span class=o translate=yes>{alone[kind]}</span>"
        if table is not None and table in special:
            own += f' <span class="r t">{escape(special[table])}</span>'
        more = f" data-x={extensions[number]}" if number in extensions else ""
        if reading:
            more += _reading(reading)
        place = "–" if table is None else table
        made.append(f"<tr{more}><td class=figure>{place}<th scope=row>{own}<td>{other}")
    blocks = ("\n".join(made[start : start + BLOCK]) for start in range(0, len(made), BLOCK))
    return "\n<tbody>\n".join(blocks)


def is_a_record(record: object) -> bool:
    """Whether a record has more than zeros: before round 1 every record is the same."""
    return bool(str(record).strip("0-"))


def _opponent(
    shown: PublicEvent, opponent: Mapping[str, Any], sorts: Mapping[int, str], records: bool
) -> str:
    """Return the opponent for a cell, as HTML.

    The name has the same markup as in the player's own row: compression then finds it whole, which
    saves 1 KB of 27 in a list of 1,200 players. `sorts` is empty for teams.
    """
    name = str(opponent["name"])
    if sorts:
        called = with_family_name(name, sorts.get(opponent["number"], ""))
    else:
        called = escape(written(name))
    text = f"<span class=o>{called}</span>"
    if records:
        text += f"{GLUE}<span class=r>{opponent['record']}</span>"
    members = opponent.get("members")
    if isinstance(members, list):
        text += _members(members)
    if shown.event.platform and opponent.get("platform_id"):
        text += f" <span class=i>{escape(str(opponent['platform_id']))}</span>"
    return text


def _others(row: PairingRow) -> str:
    """Return the seat of a player at a table of three to five, and the other players there."""
    names = ", ".join(written(str(other["name"])) for other in row.opponents)
    return f"<span class=r>{SEAT}{GLUE}{row.seat}</span> · <span class=o>{escape(names)}</span>"


def _reading(reading: str) -> str:
    """Return the attribute by which a search finds a row, besides the shown name."""
    return f' data-r="{escape(reading)}"' if reading else ""


def _members(names: Sequence[str]) -> str:
    members = escape(", ".join(map(written, names)))
    return f" <span class=members translate=no>{members}</span>"


def _seed(seeds: Mapping[int, int], row: PairingRow) -> str:
    words = seed_words(seeds, row)
    return f' <span class="s muted small" translate=yes>{escape(words)}</span>' if words else ""


def standing_rows_html(
    shown: PublicEvent,
    rows: Iterable[StandingRow],
    chances: ShownChances | None,
    page: str,
    finishes: Mapping[int, PlayoffFinish] | None = None,
) -> str:
    """Return the rows of the standings, for `in_words`.

    `chances`: what is still possible, where it is shown, in the active language. `page` is the
    address of the page with the list. `finishes`: how everyone finished after a playoff, in the
    active language too.
    """
    link = player_link(shown.event.slug, page)
    records = shown.has_records
    gone = {
        Enrollment.State.DROPPED.value: f" <span class=r>{DROPPED}</span>",
        Enrollment.State.DISQUALIFIED.value: f" <span class=r>{DISQUALIFIED}</span>",
    }
    badges = badges_of(chances)
    made = []
    for row in rows:
        place = "–" if row.place is None else f"{row.place}*" if row.drawn else row.place
        name = escape(written(row.name))
        own = f"<a class=p translate=no href={link % row.number}>{name}</a>"
        if row.members:
            own += _members(row.members)
        own += gone.get(row.state, "")
        own += badges(row.number)
        if finishes is not None and row.number in finishes:
            own += f" <small class=finish>{escape(finish_line(finishes[row.number]))}</small>"
        figures = ""
        if records:
            figures = f"<td>{row.points}<td>{row.record}" + "".join(
                f"<td>{figure}" for figure in row.figures
            )
        made.append(f"<tr{_reading(row.reading)}><td>{place}<th>{own}{figures}")
    return "\n".join(made)


def wall_rows_html(rows: Iterable[PairingRow], *, teams: bool) -> str:
    """Return a line with name and table for each of `rows` on the big screen, for `in_words`."""
    bye = Match.Kind.BYE.value
    made = []
    for row in rows:
        table, kind, reading = row.table, row.kind, row.reading
        name = row.name if teams or reading else listed_name(row.name, row.sort)
        place = table if table is not None else BYE if kind == bye else "–"
        found_by = _reading(reading) if reading else ""
        who = escape(written(name))
        made.append(
            f"<li{found_by}><span class=n translate=no>{who}</span><span class=t>{place}</span>"
        )
    return "\n".join(made)


def wall_standings_html(shown: PublicEvent, rows: Iterable[StandingRow]) -> str:
    """Return the standings for the big screen: place, name, record, points."""
    made = []
    for row in rows:
        if row.place is None:
            continue
        figures = ""
        if shown.has_records:
            figures = f"<span class=r>{row.record}</span><span class=t>{row.points}</span>"
        name = f"<span class=n translate=no>{escape(written(row.name))}</span>"
        made.append(f"<li><span class=s>{row.place}</span>{name}{figures}")
    return "\n".join(made)
