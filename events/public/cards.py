"""Each player's own card, by the thousand: as data for a phone that watches, and as a page.

The page is the same for everybody but for the name, the number and what stands in `content`.
"""

import json
import posixpath
from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from archive.results import Outcome
from events.models import Enrollment, Match
from events.public.page import STAMP_PLACE
from events.public.pages import address_of, clock_html
from events.public.rows import ANY_NUMBER, escape, player_link, told_apart
from events.selectors.public import PublicEvent
from events.selectors.public_lines import PairingRow, StandingRow, namesakes_in
from events.selectors.public_player import (
    PlayedRow,
    PublicPlayer,
    PublicPlayers,
)
from events.words.platforms import platform_setup
from events.words.stages import round_title

# What stands where the parts of one player go: letters of private use, which no event is called by.
NAME_PLACE = "\ue000name\ue001"
CONTENT_PLACE = "\ue000content\ue001"
NUMBER_PLACE = str(ANY_NUMBER)

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def card_address(slug: str) -> str:
    """Return the address of a player's card with %d in the place of the number."""
    address = reverse("public:card", args=[slug, ANY_NUMBER])
    return address.replace(NUMBER_PLACE, "%d")


def cards(shown: PublicEvent, found: PublicPlayers) -> dict[int, str]:
    """Return every player's card as JSON, by number (docs/architecture.md says what stands in it).

    It holds no words, so it is the same in every language.
    """
    newest = shown.round()
    common: dict[str, Any] = {
        "event": shown.event.slug,
        "state": shown.event.state,
        "round": newest.number if newest else None,
        "complete": newest.complete if newest else None,
        "minutes": newest.minutes if newest else None,
        "posted_at": _moment(newest.posted_at if newest else None),
        "started_at": _moment(newest.started_at if newest else None),
        "paused_at": _moment(newest.paused_at if newest else None),
        "added_seconds": newest.added_seconds if newest else 0,
        "after": shown.results_through or None,
        "soon": shown.next_round_is_due,
    }
    if shown.announcements:
        common["announcements"] = announcements(shown)
    ending = "," + _write(common)[1:]
    return {
        number: _write(_card(shown, one))[:-1] + ending for number, one in found.players.items()
    }


def announcements(shown: PublicEvent) -> list[dict[str, str | None]]:
    """Return what is announced, as data: texts by language, and until when."""
    return [
        {"en": one.text_en, "ja": one.text_ja, "until": _moment(one.until)}
        for one in shown.announcements
    ]


def _moment(value: Any) -> str | None:
    return value.isoformat(timespec="seconds") if value else None


def _card(shown: PublicEvent, player: PublicPlayer) -> dict[str, Any]:
    card: dict[str, Any] = {"number": player.number, "name": player.name}
    line, standing = player.line, player.standing
    if line is not None:
        card["table"] = line.table
        card["kind"] = line.kind
        card["record"] = line.record
        if line.opponent:
            keys = ("number", "name", "record", "members")
            card["opponent"] = {key: line.opponent[key] for key in keys if key in line.opponent}
            if shown.event.platform and line.opponent.get("platform_id"):
                card["opponent"]["platform_id"] = line.opponent["platform_id"]
        if line.moved:
            card["moved"] = True
        if player.extension:
            card["extension"] = player.extension
    if player.seat is not None:
        card["pod"], card["seat"] = player.seat
    if standing is not None:
        card["standing"] = {
            "place": standing.place,
            "points": standing.points,
            "record": standing.record,
            "state": standing.state,
            "drawn": standing.drawn,
        }
    return card


def shell(shown: PublicEvent) -> str:
    """Return the text around every player's content, with the places of what is a player's own."""
    context = {
        "shown": shown,
        "event": shown.event,
        "tab": "player",
        "path": address_of(shown, "player", ANY_NUMBER),
        "stamp": STAMP_PLACE,
        "name": NAME_PLACE,
        "number": ANY_NUMBER,
        "content": CONTENT_PLACE,
    }
    return render_to_string("public/player.html", context)


def contents(shown: PublicEvent, found: PublicPlayers) -> tuple[dict[int, str], dict[int, str]]:
    """Return names and what only one player's page holds, as HTML, by number.

    In the language that is active.
    """
    words = _Words(shown, found)
    histories = _histories(words, found)
    names: dict[int, str] = {}
    made: dict[int, str] = {}
    for number, one in found.players.items():
        names[number] = escape(one.name)
        made[number] = _content(words, one, histories.get(number, ""))
    return names, made


class _Words:
    """What stands in many cards in the active language, looked up once."""

    def __init__(self, shown: PublicEvent, found: PublicPlayers) -> None:
        self.shown = shown
        lines = (one.line for one in found.players.values() if one.line)
        self.namesakes = namesakes_in(lines)
        page = address_of(shown, "player", ANY_NUMBER)
        self.link = player_link(shown.event.slug, page)
        self.records = shown.has_records
        newest = shown.round()
        self.now = escape(_("Table now"))
        self.table = escape(
            _("%(round)s, table") % {"round": round_title(newest) if newest else ""}
        )
        self.against = escape(_("against"))
        self.alone = {
            Match.Kind.BYE.value: escape(_("Bye")),
            Match.Kind.UNPAIRED.value: escape(_("Assigned loss")),
        }
        self.at_table = escape(_("table %(number)s"))
        recorded = escape(_("What was recorded of this match"))
        self.recorded = f"<p id=recorded><a href=recorded/>{recorded}</a></p>"
        self.hidden = f"<span class=muted>{escape(_('not published yet'))}</span>"
        self.outcomes = {
            None: self.hidden,
            Outcome.BYE: self.alone[Match.Kind.BYE],
            Outcome.UNPAIRED: self.alone[Match.Kind.UNPAIRED],
            Outcome.DOUBLE_LOSS: escape(_("Both lost")),
            Outcome.WON: f'<span class="badge ok">{escape(_("Won"))}</span>',
            Outcome.LOST: f'<span class="badge bad">{escape(_("Lost"))}</span>',
            Outcome.DRAWN: f'<span class="badge warn">{escape(_("Drawn"))}</span>',
        }
        self.states = {
            Enrollment.State.DROPPED.value: f" <span class=badge>{escape(_('dropped'))}</span>",
            Enrollment.State.DISQUALIFIED.value: (
                f' <span class="badge bad">{escape(_("disqualified"))}</span>'
            ),
        }
        place = _("place after round %(number)s") % {"number": shown.results_through}
        self.place, self.drawn = escape(place), escape(_("drawn by lot among equals"))
        self.why = escape(_("How this place comes about"))
        self.copy = (
            f'<button type=button class="small copy" data-copied="{escape(_("Copied"))}" hidden>'
            f"{escape(_('Copy'))}</button>"
        )
        self.setup = escape(
            _("Set: %(format)s")
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
            arithmetic = address_of(shown, "explain", shown.results_through, ANY_NUMBER)
            self.explain = posixpath.relpath(arithmetic, page).replace(NUMBER_PLACE, "%d") + "/"
        self._clocks: dict[int, str] = {}
        self._points: dict[int, str] = {}

    def points(self, points: int) -> str:
        """Say how many points; there are few different numbers of them."""
        if points not in self._points:
            words = ngettext("%(points)s point", "%(points)s points", points)
            self._points[points] = escape(words % {"points": points})
        return self._points[points]

    def clock(self, extension: int) -> str:
        """Return the round's clock for tables with so many minutes more."""
        if extension not in self._clocks:
            self._clocks[extension] = " ".join(clock_html(self.shown, extension).split())
        return self._clocks[extension]


def _histories(words: _Words, found: PublicPlayers) -> Mapping[int, str]:
    """Return the rows of the rounds whose results are public; written once a publication."""
    history, language = found.history, get_language() or ""
    if language not in history.html:
        history.html[language] = {
            number: "".join([_row(words, one) for one in rows])
            for number, rows in history.rows.items()
        }
    return history.html[language]


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


def _content(words: _Words, player: PublicPlayer, history: str) -> str:
    parts = [_members(words, player)]
    if player.line is not None:
        parts += [_moved(player.line), _table_now(words, player)]
    if player.seat is not None:
        parts.append(_seat(words, *player.seat))
    if player.standing is not None:
        parts.append(_place(words, player.standing))
    if player.coming or history:
        coming = "".join([_row(words, one) for one in player.coming])
        parts.append(f"{words.table_head}{coming}{history}</table></div>")
    return "".join(parts)


def _members(words: _Words, player: PublicPlayer) -> str:
    if not player.members:
        return ""
    seats = words.shown.event.seats
    people = (
        f"<span class=nowrap><span class=badge>{seat}</span> {escape(name)}</span> "
        for seat, name in zip(seats, player.members, strict=False)
    )
    return f"<p id=members>{''.join(people)}</p>"


def _moved(line: PairingRow) -> str:
    if not line.moved:
        return ""
    words = _("You have the bye now")
    if line.table:
        words = _("You moved to table %(table)s") % {"table": line.table}
    return f'<p class="notice warning" role="status"><strong>{escape(words)}</strong></p>'


def _table_now(words: _Words, player: PublicPlayer) -> str:
    line, shown = player.line, words.shown
    if line is None:
        return ""
    opponent, platform = line.opponent, ""
    if opponent:
        who = escape(opponent["name"])
        if opponent["name"] in words.namesakes:
            who += told_apart(opponent["number"])
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
    recorded = words.recorded if opponent and shown.event.show_recorded else ""
    return (
        f'<section class="mine card" aria-label="{words.now}"><div class=my-table>'
        f"<span class=label>{words.table}</span><span class=table-number>{table}</span></div>"
        f"<div class=my-match><p class=label>{escape(player.name)}{_record(words, line.record)}</p>"
        f"<p class=versus>{against}</p>{platform}{words.clock(player.extension)}</div></section>"
        f"{recorded}"
    )


def _record(words: _Words, record: str) -> str:
    return f" <span class=nowrap>{record}</span>" if words.records else ""


def _seat(words: _Words, pod: int, seat: int) -> str:
    where = escape(_("Seat %(seat)s") % {"seat": seat})
    return (
        f'<section class="mine card" aria-label="{words.your_seat}"><div class=my-table>'
        f"<span class=label>{words.pod}</span><span class=table-number>{pod}</span></div>"
        f'<div class=my-match><p class="versus big"><strong>{where}</strong></p></div></section>'
    )


def _place(words: _Words, standing: StandingRow) -> str:
    text = ""
    if standing.place:
        drawn = f", {words.drawn}" if standing.drawn else ""
        text = f"<span class=big>{standing.place}</span> <span>{words.place}{drawn}</span>"
        text += " · " if words.records else ""
    if words.records:
        text += f"{words.points(standing.points)} · {standing.record}"
    text = f"<p class=place-line>{text}{words.states.get(standing.state, '')}</p>"
    if words.records:
        text += f"<p><a class=why href={words.explain % standing.number}>{words.why}</a></p>"
    return text
