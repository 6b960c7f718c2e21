"""Badges for a player's chances before a cut."""

from collections.abc import Callable

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.public_site.fragment_cache import cached_fragment
from events.public_site.reads.chances import ShownChances
from standings.chance_plans import Plan
from standings.chances import Result


def chance_badge(chances: ShownChances | None, number: int) -> SafeString:
    """Return the badges of a player's chances, as HTML; may be empty."""
    return badges_of(chances)(number)


def badge_of(code: str) -> SafeString:
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


def estimate_words(tenths: int) -> str:
    """Say how likely a player is to advance, in tenths as `ShownChances.tenths` gives them."""
    if tenths <= 0:
        return _("less than 1 in 10")
    if tenths >= 10:
        return _("more than 9 in 10")
    return _("about %(tenths)d in 10") % {"tenths": tenths}


def plan_words(plan: Plan, round: int, places: int) -> str:
    """Say which own results are enough over two rounds; `round` is the next one to be paired."""
    values = {"number": round, "places": places}
    if not plan.is_enough:
        wins = plan.wins + (plan.now is not None)
        words = ngettext(
            "Only a win keeps the top %(places)d possible.",
            "Only %(wins)d wins keep the top %(places)d possible.",
            wins,
        )
        return words % {**values, "wins": wins}
    if plan.now is None and plan.wins + plan.draws == 2:
        return _both_words(plan)
    return _words_now()[plan.now, plan.wins > 0] % values


def _both_words(plan: Plan) -> str:
    if plan.wins == 2:
        return _("Two wins are enough.")
    return _("A win and a draw are enough.") if plan.wins else _("Two draws are enough.")


def _words_now() -> dict[tuple[Result | None, bool], str]:
    """Return what to say, by the result of this round and whether the next one has to be won."""
    return {
        (None, True): _("One win is enough."),
        (None, False): _("One draw is enough."),
        (Result.WIN, True): _("Win now and in round %(number)d."),
        (Result.WIN, False): _("Win now, and a draw in round %(number)d is enough."),
        (Result.DRAW, True): _("Draw now, and a win in round %(number)d is enough."),
        (Result.DRAW, False): _("Draw now and in round %(number)d."),
        (Result.LOSS, True): _("A win in round %(number)d is enough, whatever happens now."),
        (Result.LOSS, False): _("A draw in round %(number)d is enough, whatever happens now."),
    }


def estimate_badge(tenths: int) -> SafeString:
    """Return the badge of an estimate, as HTML."""
    why = _("Estimated chance of advancing, with even matches.")
    word = _short_estimate(tenths)
    return cached_fragment("public_site/chance_badge.html", {"kind": "", "word": word, "why": why})


def _short_estimate(tenths: int) -> str:
    """Say an estimate as short as it gets: it shares a phone's line with a name."""
    if tenths <= 0:
        return _("<1 in 10")
    if tenths >= 10:
        return _(">9 in 10")
    return _("%(tenths)d in 10") % {"tenths": tenths}


def badges_of(chances: ShownChances | None) -> Callable[[int], SafeString]:
    """Return a function that renders a player's badges: what is certain, else how likely it is."""

    written: dict[tuple[str, int | None], SafeString] = {}

    def write(code: str, tenths: int | None) -> SafeString:
        badges = [badge_of(code)] if code else []
        badges += [] if tenths is None else [estimate_badge(tenths)]
        # `strip` and `join` lose the mark that the template escaped the text.
        return mark_safe("".join(f" {badge.strip()}" for badge in badges))  # noqa: S308

    def of_player(number: int) -> SafeString:
        if chances is None:
            return SafeString()
        key = chances.badge(number), chances.tenths(number)
        if key not in written:
            written[key] = write(*key)
        return written[key]

    return of_player


def own_chance(chances: ShownChances | None, number: int) -> str:
    """Say a player's own chance in a few words; empty where nothing is known."""
    chance = chances.of(number) if chances else None
    tenths = chances.tenths(number) if chances else None
    if tenths is not None:
        return _("%(chance)s to advance") % {"chance": estimate_words(tenths)}
    certain = chance and chance.verdict.value in ("in", "out", "tiebreakers")
    return chance_words(chance.verdict.value, chance.tiebreakers) if chance and certain else ""


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
