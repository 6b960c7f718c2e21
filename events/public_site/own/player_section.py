"""Each player's own page, by the thousand.

Only the name, the number and `content` differ between players.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from domain.written_names import name_html, names_html, written
from events.core.adapters.stored_rows import PairingRow, StandingRow
from events.core.phones.own_state import OwnState
from events.core.prizes.queries import players_of_playoff, prizes_of_places
from events.core.seats.table_numbering import room_of
from events.core.stages.stage_words import round_title
from events.core.words.ordinals import ordinal
from events.core.words.platforms import platform_setup
from events.models import Enrollment, Match
from events.public_site.addresses import ANY_NUMBER, numbered
from events.public_site.fragment_cache import in_frame, plain_event
from events.public_site.lists.escaping import Written
from events.public_site.lists.table_rows import is_a_record
from events.public_site.own import slip_parts as own_slips
from events.public_site.own.player_cards import public_status
from events.public_site.own.round_rows import RoundsTable
from events.public_site.own.slip_parts import filled, members_html, part, seats_html, with_places
from events.public_site.page import STAMP_PLACE
from events.public_site.pages import address_of, chances_of
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import PublicPlayer, PublicPlayers, newest_extensions
from events.public_site.reads.stages import advancing

# Placeholders for a player's parts: private-use letters, which no event name contains.
NAME_PLACE = "\ue000name\ue001"
CONTENT_PLACE = "\ue000content\ue001"
NUMBER_PLACE = str(ANY_NUMBER)
# Between the two columns of the content; private pages have the second one too.
LEFT, RIGHT, END = "<div class=two><div>", "</div><div>", "<div id=followed></div></div></div>"
# Container of static/js/phones/around.js; a player without a match waits for all other tables.
AROUND, AROUND_WAITING = "<div id=around></div>", "<div id=around data-waits></div>"
# The end of templates/public_site/own/next.html.
POSSIBLE_END = "</details>"
FIGURES = 3  # Table numbers with more digits are set smaller.

Texts = Mapping[int, str]


def shell(shown: PublicEvent) -> str:
    """Return the page around every player's content, with places for the player's own values."""
    context = {
        "shown": shown,
        "event": shown.event,
        "plain": plain_event(shown),
        "tab": "player",
        "path": address_of(shown, "player", ANY_NUMBER),
        "page_name": "",
        "stamp": STAMP_PLACE,
        "name": NAME_PLACE,
        "number": ANY_NUMBER,
        "content": CONTENT_PLACE,
    }
    return in_frame(shown, "public_site/pages/player.html", context, number=ANY_NUMBER)


def contents(shown: PublicEvent, players: PublicPlayers) -> tuple[Texts, Texts]:
    """Return players' names and the contents of their own pages, as HTML by number.

    They are in the language that is active now, even if rendered later.
    """
    words = _Words(shown, players)

    def name(number: int) -> str:
        return escape(written(players.player(number).name))

    def content(number: int) -> str:
        return _content(words, players.player(number))

    return Written(players.numbers, name), Written(players.numbers, content)


class Columns(NamedTuple):
    """A player's content in parts, as HTML: the slip, possible opponents, the rounds."""

    slip: str
    possible: str
    rounds: str


def columns_of(content: str) -> Columns:
    """Return the parts of a player's content; their links hold from any address."""
    left, _between, right = content.partition(RIGHT)
    slip = left.removeprefix(LEFT).replace(AROUND, "").replace(AROUND_WAITING, "")
    possible, end, rounds = right.removesuffix(END).rpartition(POSSIBLE_END)
    return Columns(slip, possible + end, rounds)


class _Words:
    """All words of players' own pages in the active language.

    A page may be rendered later, in a thread where another language is active.
    """

    def __init__(self, shown: PublicEvent, players: PublicPlayers) -> None:
        self.shown = shown
        slug = shown.event.slug  # Absolute addresses: a part is on the public and the private page.
        self.link = numbered("public:player", slug)
        self.recorded = numbered("public:recorded", slug)
        self.share = numbered("public:share-place", slug)
        self.records = shown.has_records
        self.special = room_of(shown.event).special
        newest = shown.round()
        self.history = players.history
        self.taken_back = _taken_back(shown)
        self.is_over = newest is not None and newest.complete and not shown.event.is_finished
        self.is_played = newest is not None and not newest.complete
        title = round_title(newest) if newest else ""
        label = _("%(round)s, table") % {"round": title}
        self.slip = with_places(
            *("table", "table", "table_name", "clock", "opponent", "record", "more"),
            label=label,
            recorded=shown.event.show_recorded and own_slips.place_of("recorded"),
        )
        self.table_slip, self.starts = own_slips.table_slip(shown, label), escape(_("starts"))
        self.alone = {
            kind.value: with_places("table", "clock", kind=kind.value, label=title, words=alone)
            for kind, alone in _alone().items()
        }
        self.seat = with_places("table", "table", "alone", label=_("Pod"))
        self.seats = escape(_("Seat %(seat)s"))
        self.chooses = escape(_("%(name)s chooses who plays first."))
        self.advancing = advancing(shown)
        self.without_table = {
            (advances, has_match): own_slips.without_table(
                shown, advances=advances, has_recorded=has_match and shown.event.show_recorded
            )
            for advances in (True, False)
            for has_match in (True, False)
        }
        self.needs = own_slips.needs(shown)
        self.rounds = RoundsTable(players, self.link, at_tables=shown.event.at_tables)
        self.possible = chances_of(shown) if self.needs else None
        self.states = {
            state.value: part(
                "words",
                label=shown.event.name,
                words=word,
                small=_("No later round is paired with this player. The results count."),
            )
            for state, word in (
                (Enrollment.State.DROPPED, _("dropped")),
                (Enrollment.State.DISQUALIFIED, _("disqualified")),
            )
        }
        # A place drawn by lot is marked.
        self.strips = {
            (is_placed, drawn): part(
                "strip",
                place=is_placed and own_slips.place_of("place"),
                players=shown.players,
                after=shown.results_through,
                drawn=drawn,
                record=self.records and own_slips.place_of("record"),
                points=own_slips.place_of("points"),
            )
            for is_placed in (True, False)
            for drawn in (True, False)
        }
        standings = shown.newest_standings.values()
        self.ordinals = {row.place: ordinal(row.place) for row in standings if row.place}
        self.final = own_slips.final_words(shown)
        self.details = own_slips.final_details(shown) if self.final else {}
        self.prizes = own_slips.prizes_won(shown)
        self.places = {
            has_prize: with_places(
                *("place", "place", "came", "detail", "share", *(("prize",) if has_prize else ())),
                label=_("%(event)s, final place") % {"event": written(shown.event.name)},
                players=shown.players,
                collect=shown.sheet.prizes_handed_out if shown.sheet else "",
                **own_slips.afterwards(shown),
            )
            for has_prize in (True, False)
        }
        # The prize of a place that is not final.
        self.place_prizes = {} if self.final else _place_prizes(shown, self.ordinals)
        self.in_playoff: frozenset[int] = frozenset()
        if self.place_prizes and newest is not None:
            self.in_playoff = players_of_playoff(newest.stage)
        self.next = own_slips.NextOpponents(shown, players.history, self.link)
        self.why = escape(_("How this place is decided"))
        copied, copy = escape(_("Copied")), escape(_("Copy"))
        self.copy = (
            f'<button type=button class="small copy" data-copied="{copied}" hidden>{copy}</button>'
        )
        self.setup = escape(
            _("Match settings: %(format)s")
            % {"format": platform_setup(shown.event, newest.stage if newest else None)}
        )
        self.explain = ""
        if shown.has_records and shown.results_through:
            self.explain = numbered("public:explain", slug, shown.results_through)
        self.moved_to = escape(_("You are now at table %(table)s"))
        self.moved_to_bye = escape(_("You now have the bye"))
        # By minutes of extension; there are few different values.
        longer = {0, *newest_extensions(shown).values()} if newest else ()
        self.clocks = own_slips.clocks(shown, longer)
        self.beaten = own_slips.beaten(shown)


def _alone() -> dict[Match.Kind, str]:
    return {Match.Kind.BYE: _("Bye"), Match.Kind.UNPAIRED: _("Assigned loss")}


def _place_prizes(shown: PublicEvent, places: Iterable[int]) -> dict[int, str]:
    by_place = prizes_of_places(shown.event, places)
    return {place: part("prize", prize=prize) for place, prize in by_place.items()}


def _content(words: _Words, player: PublicPlayer) -> str:
    line, standing = player.line, player.standings_row
    status = public_status(words.shown, words.history, words.advancing, player)
    head = [members_html(words.shown.event.seats, player.members), words.taken_back]
    advances = words.advancing is None or player.number in words.advancing
    if line is not None and not words.taken_back:
        if words.is_over:
            over = words.without_table[advances, bool(line.opponents)]
            head.append(filled(over, recorded=words.recorded % player.number))
        else:
            head += [_moved(words, line), _table_now(words, player, line)]
    if player.seat is not None:
        head.append(_seat(words, *player.seat))
    elif standing is not None and player.number in words.final:
        head.append(_end(words, standing))
    elif status.state is OwnState.BEATEN:
        head.append(words.beaten.get(own_slips.last_round_of(words.shown, player.number), ""))
    elif line is None:
        state = standing.state if standing else ""
        head.append(words.states.get(state, words.without_table[advances, False]))
    if standing is not None:
        head.append(_standing(words, standing))
    if line is not None and not words.taken_back:
        head.append(words.clocks[player.extension].lines[status.goes_on])
    elif line is None and 0 in words.clocks and not words.final:
        head.append(words.clocks[0].lines[status.goes_on])
    head.append(AROUND if not words.is_played or (line and line.opponents) else AROUND_WAITING)
    rounds = words.next.of(standing) if standing is not None else ""
    rounds += words.rounds.of(player)
    if words.explain and standing is not None:
        rounds += f"<p><a class=why href={words.explain % player.number}>{words.why}</a></p>"
    return f"{LEFT}{''.join(head)}{RIGHT}{rounds}{END}"


def _taken_back(shown: PublicEvent) -> str:
    context = {"number": shown.taken_back}
    return " ".join(render_to_string("public_site/taken_back.html", context).split())


def _moved(words: _Words, line: PairingRow) -> str:
    if not line.moved:
        return ""
    text = words.moved_to % {"table": line.table} if line.table else words.moved_to_bye
    return f'<p class="notice warning" role="status"><strong>{text}</strong></p>'


def _table_now(words: _Words, player: PublicPlayer, line: PairingRow) -> str:
    opponent, more = line.opponent, ""
    clock = words.clocks[player.extension].slip
    common = {
        "table_name": escape(words.special.get(line.table or 0, "")),
        "table": _table_number(line.table),
        "clock": clock,
        "recorded": words.recorded % player.number,
    }
    if line.seats:
        seats = seats_html(line, words.starts, records=words.records)
        return filled(words.table_slip, **common, own_seat=line.seat, seats=seats)
    if not opponent:
        return filled(words.alone[line.kind], clock=clock)
    shown = words.shown
    who = name_html(opponent["name"])
    if opponent.get("members"):
        who += f" <span class=members>{names_html(opponent['members'])}</span>"
    if shown.event.platform and opponent.get("platform_id"):
        more = (
            f"<div><p class=small>{escape(shown.event.platform)}: "
            f"<b class=platform>{escape(opponent['platform_id'])}</b> {words.copy}</p>"
            f"<p class=small>{words.setup}</p></div>"
        )
    return filled(
        words.slip,
        **common,
        opponent=who,
        record=opponent["record"] if words.records and is_a_record(opponent["record"]) else "",
        more=more + _chooser(words, player, opponent),
    )


def _chooser(words: _Words, player: PublicPlayer, opponent: Mapping[str, Any]) -> str:
    if player.chooser is None:
        return ""
    name = player.name if player.chooser == player.number else opponent["name"]
    return f'<p class="small first">{words.chooses % {"name": name_html(name)}}</p>'


def _table_number(table: int | None) -> str:
    if table is None:
        return "–"
    return f"<span class=long>{table}</span>" if len(str(table)) > FIGURES else str(table)


def _seat(words: _Words, pod: int, seat: int) -> str:
    return filled(words.seat, table=pod, alone=words.seats % {"seat": seat})


def _end(words: _Words, row: StandingRow) -> str:
    if not row.place:
        return ""
    prize = words.prizes.get(row.number, "")
    return filled(
        words.places[bool(prize)],
        place=words.ordinals[row.place],
        came=words.final[row.number],
        detail=words.details.get(row.number, ""),
        prize=prize,
        share=words.share % row.number,
    )


def _standing(words: _Words, row: StandingRow) -> str:
    # The slip above already shows the final place.
    if row.place and row.number in words.final:
        return ""
    strip = ""
    if row.place or words.records:
        strip = filled(
            words.strips[bool(row.place), row.drawn],
            place=words.ordinals.get(row.place or 0, ""),
            record=row.record,
            points=row.points,
        )
    if row.number not in words.in_playoff:
        strip += words.place_prizes.get(row.place or 0, "")
    possible = words.possible
    if possible is None:
        return strip
    return strip + words.needs.get(own_slips.known_of(possible, row.number), "")
