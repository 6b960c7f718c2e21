"""Journal sentences about results."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from domain.results import Winner, result_of
from events.core.sentences import join_sentences
from events.core.words.result_words import seat_result_words
from events.models import Report, Verb

Values = Mapping[str, Any]

NOTHING = "–"


def how_it_ended(values: Values) -> list[str]:
    """Say how the match of an entry ended: "no-show: 田中", "Rossi concedes", "time was called"."""
    sides = {"1": values.get("first", ""), "2": values.get("second", "")}
    after = values.get("after")
    words = []
    if after and isinstance(after[0], str):
        together = values.get("source") == Report.Source.TOGETHER
        endings = {"t": _("Time was called."), "c": _("By concession."), "n": _("Not played.")}
        ended = endings.get(values.get("ended") or "")
        words = [ended] if ended else []
        return [*words, _("Set together with other tables.")] if together else words
    if after and after[0] is not None:
        source = values.get("source")
        if source == Report.Source.NO_SHOW:
            words += [_("no-show: %(name)s") % {"name": sides[side]} for side in _losers(after)]
        elif source == Report.Source.WALKOVER:
            words += [
                _("walkover: %(name)s dropped") % {"name": sides[side]} for side in _losers(after)
            ]
        elif source == Report.Source.TOGETHER:
            words.append(_("set together with other tables"))
    for mark, side in re.findall(r"([tcg])([12]?)", values.get("ended") or ""):
        if mark == "t":
            words.append(_("time was called"))
        elif side and mark == "c":
            words.append(_("%(name)s concedes") % {"name": sides[side]})
        elif side:
            words.append(_("game loss for %(name)s") % {"name": sides[side]})
    return words


def _losers(after: list[Any]) -> str:
    """Return which sides of a stored result lost, of "12"."""
    winner = result_of(*after).winner
    return {Winner.FIRST: "2", Winner.SECOND: "1", Winner.NOBODY: "12"}.get(winner, "")


def result_entered(values: Values) -> str:
    """Describe an entered result, how the match ended, and the result that it replaced."""
    if is_of_table(values):
        return _of_table(values, _("Round %(round)s, table %(table)s: %(after)s."))
    facts = {**_match(values), "score": _score(values.get("after"))}
    how = _(", ").join(how_it_ended(values))
    if how:
        words = _("Round %(round)s, table %(table)s: %(first)s %(score)s %(second)s (%(how)s).")
        text = words % {**facts, "how": how}
    else:
        text = _("Round %(round)s, table %(table)s: %(first)s %(score)s %(second)s.") % facts
    before = _score(values.get("before"))
    if before != NOTHING:
        more = _("Previous result: %(score)s.") % {"score": before}
        return join_sentences((text, more))
    return text


def result_undone(values: Values) -> str:
    """Name the result that was undone."""
    if is_of_table(values):
        return _of_table(
            values, _("Round %(round)s, table %(table)s: the result was undone (%(before)s).")
        )
    return _(
        "Round %(round)s, table %(table)s: the result %(score)s of %(first)s against %(second)s"
        " was undone."
    ) % {**_match(values), "score": _score(values.get("before"))}


def result_disputed(values: Values) -> str:
    """Name the differing result that was reported, and the official one."""
    if is_of_table(values):
        return _of_table(
            values,
            _(
                "Round %(round)s, table %(table)s: “%(after)s” was also reported; “%(before)s” "
                "remains the official report."
            ),
        )
    if values.get("before") == values.get("after"):
        return _(
            "Round %(round)s, table %(table)s: %(first)s %(score)s %(second)s was also "
            "reported, with a different drop: %(leaves)s."
        ) % {
            **_match(values),
            "score": _score(values.get("after")),
            "leaves": _(", ").join(values.get("leaves") or [_("no one")]),
        }
    return _(
        "Round %(round)s, table %(table)s: %(first)s %(score)s %(second)s was also reported; "
        "%(before)s remains the official report."
    ) % {
        **_match(values),
        "score": _score(values.get("after")),
        "before": _score(values.get("before")),
    }


def result_kept(values: Values) -> str:
    """Name the one of two results that was confirmed."""
    if is_of_table(values):
        return _of_table(
            values,
            _(
                "Round %(round)s, table %(table)s: “%(after)s” remains the official report; "
                "“%(before)s” does not count."
            ),
        )
    if values.get("before") == values.get("after"):
        return _(
            "Round %(round)s, table %(table)s: %(score)s remains the official report for "
            "%(first)s against %(second)s, with the same drops."
        ) % {**_match(values), "score": _score(values.get("after"))}
    return _(
        "Round %(round)s, table %(table)s: %(score)s remains the official report for %(first)s "
        "against %(second)s; %(before)s does not count."
    ) % {
        **_match(values),
        "score": _score(values.get("after")),
        "before": _score(values.get("before")),
    }


def result_corrected(values: Values) -> str:
    """Name the correct result, and the one that it replaced."""
    if is_of_table(values):
        return _of_table(
            values,
            _("Round %(round)s, table %(table)s: corrected from “%(before)s” to “%(after)s”."),
        )
    return _(
        "Round %(round)s, table %(table)s: the result of %(first)s against %(second)s was "
        "corrected from %(before)s to %(after)s."
    ) % {
        **_match(values),
        "before": _score(values.get("before")),
        "after": _score(values.get("after")),
    }


def is_of_table(values: Values) -> bool:
    """Return whether an entry is about a result of a table of three to five."""
    kept: list[Any] = values.get("after") or values.get("before") or []
    return bool(kept) and isinstance(kept[0], str)


def _of_table(values: Values, words: str) -> str:
    """Fill in a sentence about a table of three to five, whose seats have the players' numbers."""
    results = {
        key: seat_result_words(values[key][0]) if values.get(key) else NOTHING
        for key in ("before", "after")
    }
    text = words % {"round": values["round"], "table": values["table"], **results}
    numbers = _(", ").join(map(str, values.get("seats") or ()))
    sentences = [text]
    if numbers:
        sentences.append(_("Players by seat: %(numbers)s.") % {"numbers": numbers})
    sentences += how_it_ended(values)
    return join_sentences(sentences)


def _match(values: Values) -> dict[str, Any]:
    return {name: values[name] for name in ("round", "table", "first", "second")}


def _score(state: list[Any] | None) -> str:
    """Return a stored result (first, second, drawn, double loss) as text: "2-1", "0-0-3".

    The seats of teams of three follow it: "2-1 (wlw)".
    """
    if not state or state[0] is None:
        return NOTHING
    first, second, drawn, double_loss, *seats = state
    if double_loss:
        return _("double loss")
    text = f"{first}-{second}-{drawn}" if drawn else f"{first}-{second}"
    return f"{text} ({seats[0]})" if seats else text


SPECIAL: dict[Verb, Callable[[Any], str]] = {
    Verb.RESULT_ENTERED: result_entered,
    Verb.RESULT_UNDONE: result_undone,
    Verb.RESULT_DISPUTED: result_disputed,
    Verb.RESULT_KEPT: result_kept,
    Verb.RESULT_CORRECTED: result_corrected,
}
