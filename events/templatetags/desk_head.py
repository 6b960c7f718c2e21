"""The head above the lists of the desk, built as text: every result at every desk includes it."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from html import escape
from typing import Protocol

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from events.core.refusals import RefusedError
from events.core.words.stage_words import complete_words
from events.models import Event, Round
from events.templatetags.clock import clock_mark, round_clock

register = template.Library()

# Addresses of rounds: a few of each event that is on.
MOST_ROUNDS = 512


class Counted(Protocol):
    """Counts of a round's tables."""

    @property
    def left(self) -> int:
        """How many are outstanding."""

    @property
    def total(self) -> int:
        """How many there are."""

    @property
    def reported(self) -> int:
        """How many have a result."""


@lru_cache(MOST_ROUNDS)
def address_of(slug: str, number: int) -> str:
    """Return where a round of an event is, as it stands in an attribute."""
    return escape(reverse("staff:round", args=[slug, number]))


@register.simple_tag(takes_context=True)
def desk_head(context: template.Context) -> SafeString:
    """The head of the desk. `context` has the desk, the round, the counts and what was refused."""
    return head_text(
        context["desk"].event,
        context["round"],
        context["page"],
        can=context["desk"].can,
        token=lambda: str(context["csrf_token"]),
        refused=context.get("refused"),
    )


@register.simple_tag(takes_context=True)
def clock_buttons(context: template.Context) -> SafeString:
    """Pause, go on, a minute more or less, on the page of the clock."""
    event, round = context["desk"].event, context["round"]
    # Every value in them is a word of ours, or escaped.
    return mark_safe(_buttons(event, round, _hidden(context["csrf_token"]), live=False))  # noqa: S308


def head_text(
    event: Event,
    round: Round,
    counts: Counted,
    *,
    can: dict[str, bool],
    token: Callable[[], str],
    refused: RefusedError | None = None,
    oob: bool = False,
) -> SafeString:
    """Return how many tables are outstanding, the clock, and the button that ends the round.

    `can`: what the reader may do, as Desk has it. `oob`: it takes the place of the one that is
    shown. `token` makes what goes into every form that may be sent without a script; those of the
    clock need none where a script put the head.
    """
    total, left = counts.total, counts.left
    told = ngettext("of %(total)s table playing", "of %(total)s tables playing", total) % {
        "total": total
    }
    error = ""
    if refused is not None and not refused.field:
        error = f'<p class="notice error" role="alert">{escape(str(refused))}</p>'
    check = ""
    if event.is_digital and left:
        words = escape(_("Check these tables"))
        check = f'<p><a href="{address_of(event.slug, round.number)}check/">{words}</a></p>'
    label = escape(_("Results entered"))
    clock_token = "" if oob else _hidden(token())
    complete = _complete(event, round, left, token) if can["complete"] else ""
    # Every value is a number, an address of our own, or escaped.
    return mark_safe(  # noqa: S308
        f'<div id="desk-head"{_oob(oob)}>'
        f'<input type="hidden" id="since" name="since" value="{event.revision}">'
        '<div class="counter spread">'
        f'<p><strong class="left" id="left">{left}</strong> <span>{escape(told)}</span></p>'
        f'<div class="clock-box">{_clock(event, round, can, clock_token)}</div>'
        f"{error}</div>{check}"
        f'<progress max="{total}" value="{counts.reported}" aria-label="{label}"></progress>'
        f"{complete}</div>"
    )


def gone_text(gone: Iterable[int], changed: Iterable[int]) -> str:
    """Return the tables that have a result now, and all at which something changed, for desk.js."""
    return (
        f'<div id="desk-gone" hidden data-gone="{" ".join(map(str, gone))}"'
        f' data-changed="{" ".join(map(str, changed))}" hx-swap-oob="true"></div>'
    )


@register.simple_tag
def round_state(round: Round, oob: bool = False) -> SafeString:
    """Say in which state a round is; `oob`: in the place of what is shown."""
    if round.is_unposted:
        kind, words = "warn", _("unposted")
    elif round.is_complete:
        kind, words = "ok", _("complete")
    elif round.started_at:
        kind, words = "info", pgettext("round", "playing")
    else:
        kind, words = "info", _("posted")
    return mark_safe(  # noqa: S308 - words of ours, escaped
        f'<span id="round-state"{_oob(oob)}>'
        f'<span class="badge {kind}">{escape(words)}</span></span>'
    )


def _oob(oob: bool) -> str:
    return ' hx-swap-oob="true"' if oob else ""


def _clock(event: Event, round: Round, can: dict[str, bool], token: str) -> str:
    """Return the clock of a round with its buttons, or the one that starts it."""
    if not round.minutes:
        unlimited = escape(_("no time limit"))
        return f'<span class="muted">{unlimited}</span>'
    if round.started_at is not None:
        address = f"{address_of(event.slug, round.number)}clock/"
        clock = f'<a class="plain" href="{address}">{round_clock(event, round)}</a>'
        return clock + (_buttons(event, round, token, live=True) if can["clock"] else "")
    if not can["clock"]:
        return ""
    start = escape(_("Start the clock"))
    button = f'<button class="small">{start}</button>'
    return _form(event, round, "inline", token, button, live=True)


def _buttons(event: Event, round: Round, token: str, *, live: bool) -> str:
    """Return what pauses the clock of a round, and what gives it a minute more or less.

    `live`: at the desk, which takes what changed.
    """
    seen = f'<input type="hidden" name="seen" value="{escape(clock_mark(round))}">'
    do, words = ("resume", _("Resume")) if round.paused_at else ("pause", _("Pause"))
    pause = f'{seen}<button class="small" name="do" value="{do}">{escape(words)}</button>'
    less, more = escape(_("−1 min")), escape(_("+1 min"))
    add = (
        f'<input type="hidden" name="do" value="add">{seen}'
        f'<button class="small" name="minutes" value="-1">{less}</button> '
        f'<button class="small" name="minutes" value="1">{more}</button>'
    )
    kind = "inline clock-buttons"
    forms = (_form(event, round, kind, token, inside, live=live) for inside in (pause, add))
    return " ".join(forms)


def _form(event: Event, round: Round, kind: str, token: str, inside: str, *, live: bool) -> str:
    address = f"{address_of(event.slug, round.number)}clock/"
    swap = f' hx-post="{address}" hx-swap="none"' if live else ""
    return f'<form class="{kind}" method="post" action="{address}"{swap}>{token}{inside}</form>'


def _complete(event: Event, round: Round, left: int, token: Callable[[], str]) -> str:
    """Return what ends the round: as long as tables are missing it says where to look."""
    address = f"{address_of(event.slug, round.number)}complete/"
    words = escape(complete_words(round))
    if left:
        missing = escape(_("Resolve missing results"))
        return (
            f'<form method="get" action="{address}">'
            f'<button class="primary" disabled>{words}</button> '
            f'<a href="{address}">{missing}</a></form>'
        )
    return (
        f'<form method="post" action="{address}">{_hidden(token())}'
        f'<button class="primary" data-once>{words}</button></form>'
    )


def _hidden(token: object) -> str:
    return f'<input type="hidden" name="csrfmiddlewaretoken" value="{escape(str(token))}">'
