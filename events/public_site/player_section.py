"""Each player's own page, by the thousand.

It is the same for everybody but for the name, the number and what stands in `content`.
"""

from collections.abc import Mapping

from django.template.loader import render_to_string
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from domain.results import Outcome
from events.core.seats.table_numbering import room_of
from events.core.standings.snapshot_rows import PairingRow, StandingRow, namesakes_in
from events.core.words.platforms import platform_setup
from events.core.words.stage_words import round_title
from events.models import Enrollment, Match
from events.public_site.addresses import ANY_NUMBER, numbered, shortest
from events.public_site.escaping import Written
from events.public_site.fragment_cache import in_frame, plain_event
from events.public_site.page import STAMP_PLACE
from events.public_site.pages import address_of, chances_of, clock_html
from events.public_site.reads.chance_words import own_chance
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import (
    PlayedRow,
    PublicPlayer,
    PublicPlayers,
    newest_extensions,
)
from events.public_site.table_rows import distinct_name, escape, player_link

# Placeholders for the parts of one player: letters of private use, which no event is called by.
NAME_PLACE = "\ue000name\ue001"
CONTENT_PLACE = "\ue000content\ue001"
NUMBER_PLACE = str(ANY_NUMBER)

Texts = Mapping[int, str]


def shell(shown: PublicEvent) -> str:
    """Return the text around every player's content, with the places of what is a player's own."""
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
    """Return names and what only one player's page holds, as HTML, by number.

    In the language that is active now, whenever somebody asks for one.
    """
    words = _Words(shown, players)

    def name(number: int) -> str:
        return escape(players.player(number).name)

    def content(number: int) -> str:
        return _content(words, players.player(number))

    return Written(players.numbers, name), Written(players.numbers, content)


class _Words:
    """All words of own pages in the active language: a page may be written later, in a thread
    where another one is active."""

    def __init__(self, shown: PublicEvent, players: PublicPlayers) -> None:
        self.shown = shown
        # Of the same lines in every language; no question, as `shown.namesakes` may be.
        self.namesakes = shown.remember(
            "namesakes at tables", lambda: namesakes_in(players.lines.values())
        )
        self.history = players.history
        self.histories = players.history.html.setdefault(get_language() or "", {})
        page = address_of(shown, "player", ANY_NUMBER)
        self.link = player_link(shown.event.slug, page)
        self.records = shown.has_records
        self.chances = chances_of(shown)
        self.special = room_of(shown.event).special
        newest = shown.round()
        self.taken_back = _taken_back(shown)
        self.now = escape(_("Current table"))
        self.table = escape(
            _("%(round)s, table") % {"round": round_title(newest) if newest else ""}
        )
        self.against = escape(_("against"))
        self.alone = {
            Match.Kind.BYE.value: escape(_("Bye")),
            Match.Kind.UNPAIRED.value: escape(_("Assigned loss")),
        }
        self.at_table = escape(_("table %(number)s"))
        recorded = escape(_("Recorded results of this match"))
        self.recorded = f"<p id=recorded><a href=recorded/>{recorded}</a></p>"
        hidden = escape(_("not published yet"))
        self.hidden = f"<span class=muted>{hidden}</span>"
        self.outcomes = {
            None: self.hidden,
            Outcome.BYE: self.alone[Match.Kind.BYE],
            Outcome.UNPAIRED: self.alone[Match.Kind.UNPAIRED],
            Outcome.DOUBLE_LOSS: escape(_("Double loss")),
            Outcome.WON: _badge("badge ok", _("Won")),
            Outcome.LOST: _badge("badge bad", _("Lost")),
            Outcome.DRAWN: _badge("badge warn", _("Drawn")),
        }
        left, disqualified = _badge("badge", _("dropped")), _badge("badge bad", _("disqualified"))
        self.states = {
            Enrollment.State.DROPPED.value: f" {left}",
            Enrollment.State.DISQUALIFIED.value: f" {disqualified}",
        }
        place = _("place after round %(number)s") % {"number": shown.results_through}
        self.place, self.drawn = escape(place), escape(_("drawn by lot among tied players"))
        self.why = escape(_("How this place is decided"))
        copied, copy = escape(_("Copied")), escape(_("Copy"))
        self.copy = (
            f'<button type=button class="small copy" data-copied="{copied}" hidden>{copy}</button>'
        )
        self.setup = escape(
            _("Match settings: %(format)s")
            % {"format": platform_setup(shown.event, newest.stage if newest else None)}
        )
        self.pod, self.your_seat = escape(_("Pod")), escape(_("Your seat"))
        head = "".join(
            f"<th scope=col{extra}>{escape(text)}"
            for text, extra in ((_("Round"), " class=num"), (_("Opponent"), ""), (_("Result"), ""))
        )
        caption = escape(_("Rounds of this player"))
        self.table_head = (
            "<div class=scroll><table class=data>"
            f'<caption class="visually-hidden">{caption}</caption>'
            f"<thead><tr>{head}</thead><tbody>"
        )
        self.explain = ""
        if shown.has_records and shown.results_through:
            arithmetic = numbered("public:explain", shown.event.slug, shown.results_through)
            self.explain = shortest(arithmetic, page)
        self.moved_to = escape(_("You are now at table %(table)s"))
        self.moved_to_bye = escape(_("You now have the bye"))
        self.seat = escape(_("Seat %(seat)s"))
        # By points and by minutes more; there are few different ones of either.
        self.points = {
            points: escape(ngettext("%(points)s point", "%(points)s points", points))
            % {"points": points}
            for points in {standing.points for standing in shown.newest_standings.values()}
        }
        longer = {0, *newest_extensions(shown).values()} if newest else ()
        self.clocks = {more: " ".join(clock_html(shown, more).split()) for more in longer}


def _badge(kind: str, words: str) -> str:
    return f'<span class="{kind}">{escape(words)}</span>'


def _history_of(words: _Words, number: int) -> str:
    """Return the rows of the rounds whose results are public; written once a publication."""
    written = words.histories.get(number)
    if written is None:
        rows = words.history.rows(number)
        written = words.histories[number] = "".join([_row(words, row) for row in rows])
    return written


def _row(words: _Words, row: PlayedRow) -> str:
    opponent = "–"
    if row.opponent:
        name = escape(row.opponent["name"])
        opponent = f"<a href={words.link % row.opponent['number']}>{name}</a>"
        if row.table:
            opponent += f" <span class=r>{words.at_table % {'number': row.table}}</span>"
    outcome = words.outcomes[row.outcome]
    if row.games and row.outcome is not None and row.outcome.has_score:
        own, other, drawn = row.games
        figures = f"{own}-{other}-{drawn}" if drawn else f"{own}-{other}"
        outcome += f" <span class=nowrap>{figures}</span>"
    return f"<tr><td class=num>{row.round_number}<th scope=row>{opponent}<td>{outcome}"


def _content(words: _Words, player: PublicPlayer) -> str:
    history = _history_of(words, player.number)
    parts = [_members(words, player), words.taken_back]
    if player.line is not None and not words.taken_back:
        parts += [_moved(words, player.line), _table_now(words, player)]
    if player.seat is not None:
        parts.append(_seat(words, *player.seat))
    if player.standings_row is not None:
        parts.append(_place(words, player.standings_row, plays=player.line is not None))
    if player.coming or history:
        coming = "".join([_row(words, row) for row in player.coming])
        parts.append(f"{words.table_head}{coming}{history}</table></div>")
    return "".join(parts)


def _taken_back(shown: PublicEvent) -> str:
    context = {"number": shown.taken_back}
    return " ".join(render_to_string("public_site/taken_back.html", context).split())


def _members(words: _Words, player: PublicPlayer) -> str:
    if not player.members:
        return ""
    seats = words.shown.event.seats
    people = (
        f"<span class=nowrap><span class=badge>{seat}</span> {escape(name)}</span> "
        for seat, name in zip(seats, player.members, strict=False)
    )
    return f"<p id=members>{''.join(people)}</p>"


def _moved(words: _Words, line: PairingRow) -> str:
    if not line.moved:
        return ""
    text = words.moved_to % {"table": line.table} if line.table else words.moved_to_bye
    return f'<p class="notice warning" role="status"><strong>{text}</strong></p>'


def _table_now(words: _Words, player: PublicPlayer) -> str:
    line, shown = player.line, words.shown
    if line is None:
        return ""
    opponent, platform = line.opponent, ""
    if opponent:
        who = escape(opponent["name"])
        if opponent["name"] in words.namesakes:
            who += distinct_name(opponent["number"])
        against = f'<span class="visually-hidden">{words.against}</span> '
        against += f"<strong>{who}{_record(words, opponent['record'])}</strong>"
        if opponent.get("members"):
            against += f" <span class=members>{escape(', '.join(opponent['members']))}</span>"
        if shown.event.platform and opponent.get("platform_id"):
            platform = (
                f"<p class=small>{escape(shown.event.platform)}: "
                f"<b class=platform>{escape(opponent['platform_id'])}</b> {words.copy}</p>"
                f"<p class=small>{words.setup}</p>"
            )
    else:
        against = f"<strong>{words.alone[line.kind]}</strong>"
    table = "–" if line.table is None else line.table
    special = words.special.get(line.table or 0, "")
    name = f"<span class=label>{escape(special)}</span>" if special else ""
    recorded = words.recorded if opponent and shown.event.show_recorded else ""
    return (
        f'<section class="mine card" aria-label="{words.now}"><div class=my-table>'
        f"<span class=label>{words.table}</span><span class=table-number>{table}</span>{name}</div>"
        f"<div class=my-match><p class=label>{escape(player.name)}{_record(words, line.record)}</p>"
        f"<p class=versus>{against}</p>{platform}{words.clocks[player.extension]}</div></section>"
        f"{recorded}"
    )


def _record(words: _Words, record: str) -> str:
    return f" <span class=nowrap>{record}</span>" if words.records else ""


def _seat(words: _Words, pod: int, seat: int) -> str:
    where = words.seat % {"seat": seat}
    return (
        f'<section class="mine card" aria-label="{words.your_seat}"><div class=my-table>'
        f"<span class=label>{words.pod}</span><span class=table-number>{pod}</span></div>"
        f'<div class=my-match><p class="versus big"><strong>{where}</strong></p></div></section>'
    )


def _place(words: _Words, row: StandingRow, *, plays: bool) -> str:
    text = ""
    if row.place:
        drawn = f", {words.drawn}" if row.drawn else ""
        text = f"<span class=big>{row.place}</span> <span>{words.place}{drawn}</span>"
        text += " · " if words.records else ""
    if words.records:
        text += f"{words.points[row.points]} · {row.record}"
    # A player who came back after the standings were published has a table above, so the drop is
    # not mentioned.
    left = "" if plays else words.states.get(row.state, "")
    text = f"<p class=place-line>{text}{left}</p>"
    if chance := own_chance(words.chances, row.number):
        text += f"<p class=chance>{escape(chance)}</p>"
    if words.records:
        text += f"<p><a class=why href={words.explain % row.number}>{words.why}</a></p>"
    return text
