"""Badges for a player's chances before a cut."""

from django.utils.translation import gettext as _

from events.public_site.fragment_cache import cached_fragment
from events.public_site.reads.chances import ShownChances


def chance_badge(chances: ShownChances | None, number: int) -> str:
    """Say in a word what is certain of a player; nothing where nothing is."""
    code = chances.badge(number) if chances else ""
    return badge_of(code) if code else ""


def badge_of(code: str) -> str:
    """Return the badge of a code of `ShownChances.badge`, as HTML."""
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
    return cached_fragment(
        "public_site/chance_badge.html", {"kind": kind, "word": word, "why": why}
    )


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
