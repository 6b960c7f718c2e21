"""Badges for a player's chances before a cut."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from events.public_site.reads.chances import ShownChances


def chance_badge(chances: ShownChances | None, number: int) -> str | SafeString:
    """Say in a word what is certain of a player; nothing where nothing is."""
    code = chances.badge(number) if chances else ""
    if not code:
        return ""
    words = {
        "in": ("ok", _("in"), _("Certain to advance, regardless of other results.")),
        "out": ("bad", _("out"), _("Can no longer advance, regardless of other results.")),
        "tiebreakers": (
            "warn",
            _("on tiebreakers"),
            _("Tied at the cut line, regardless of other results. Tiebreakers decide."),
        ),
        "draw": ("info", _("in with a draw"), _("A draw in this round is enough to advance.")),
        "win": ("info", _("in with a win"), _("A win in this round is enough to advance.")),
    }
    kind, word, why = words[code]
    return format_html('<span class="badge {}" title="{}">{}</span>', kind, why, word)


def chance_words(verdict: str, tiebreakers: bool | None) -> str:
    """Say a verdict in words; `tiebreakers` as in `standings.chances.Prospect`."""
    if verdict == "open":
        if tiebreakers:
            return _("undecided; may depend on tiebreakers")
        return _("undecided; depends on other results")
    return {
        "in": _("certain to advance"),
        "out": _("can no longer advance"),
        "tiebreakers": _("tied at the cut line; tiebreakers decide"),
    }[verdict]
