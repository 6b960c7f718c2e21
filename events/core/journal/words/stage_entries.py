"""Journal sentences about stages: set-up, cuts, pods, brackets."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.sentences import join_sentences
from events.models import Match, Stage

Values = Mapping[str, Any]


def stages_changed(values: Values) -> str:
    """Describe a change of the stages, or the wish for a seat that was noted."""
    if "wish" in values:
        return _wish(values)
    if "pods_back" in values:
        return _("The pods of stage %(stage)s were withdrawn.") % values
    if "removed" in values:
        return _("Stage %(removed)s was removed.") % values
    kinds = _(", ").join(_kind(plan) for plan in values.get("stages", []))
    if values.get("added"):
        return _("A stage was added: %(kinds)s.") % {"kinds": kinds}
    return _("The stages were set up: %(kinds)s.") % {"kinds": kinds}


def cut_confirmed(values: Values) -> str:
    """Describe a confirmed cut: how many players advance, and their numbers."""
    numbers = values.get("advancing", [])
    text = ngettext(
        "%(count)d player advances from stage %(stage)s: player %(numbers)s.",
        "%(count)d players advance from stage %(stage)s: players %(numbers)s.",
        len(numbers),
    )
    listed = _(", ").join(map(str, numbers))
    advance = text % {"count": len(numbers), "stage": values["stage"], "numbers": listed}
    if values.get("held"):
        held = {"numbers": _(", ").join(map(str, values["held"]))}
        return join_sentences((advance, _("Nobody moved up for player %(numbers)s.") % held))
    if values.get("moved_up"):
        return join_sentences((advance, _("The rules of the event let a player move up.")))
    return advance


def pods_drawn(values: Values) -> str:
    """Describe drawn pods: their sizes, and the seed."""
    sizes = _(", ").join(map(str, values.get("sizes", [])))
    return _("The pods of stage %(stage)s were drawn: %(sizes)s players, seed %(seed)s.") % {
        "stage": values["stage"],
        "sizes": sizes,
        "seed": values["seed"],
    }


def play_chosen(values: Values) -> str:
    """Name the player who plays first, and the table."""
    first = values.get("play_first") == Match.PlayFirst.FIRST
    return _("Round %(round)s, table %(table)s: %(name)s plays first in game 1.") % {
        "round": values["round"],
        "table": values["table"],
        "name": values["first" if first else "second"],
    }


def round_posted(values: Values) -> str:
    """Describe a posted round: drawn from a seed, or following from a bracket's results."""
    if values.get("follows"):
        return _("Round %(round)s of the bracket was filled in from the results.") % values
    if values.get("seed") is None:
        return _("Round %(round)s was posted.") % values
    return _("Round %(round)s was posted, seed %(seed)s.") % values


def round_paired(values: Values) -> str:
    """Describe a paired round: its seed or its bracket, and the players left out."""
    if values.get("seed") is None:
        text = _("Round %(round)s was created from the bracket. It is not posted yet.") % values
    else:
        text = _("Round %(round)s was paired with seed %(seed)s. It is not posted yet.") % values
    count = values.get("left_out")
    if not count:
        return text
    names = [*values.get("names", ())]
    more = [f"+{count - len(names)}"] if count > len(names) else []
    words = ngettext(
        "%(count)d player who was not ready was left out: %(names)s.",
        "%(count)d players who were not ready were left out: %(names)s.",
        count,
    )
    listed = _(", ").join([*names, *more])
    return join_sentences((text, words % {"count": count, "names": listed}))


def seats_changed(values: Values) -> str:
    """Name the two players who swapped seats in a draft."""
    # Entries of earlier versions have the names without the players.
    player, other = ("first", "second") if "first" in values else ("one", "other")
    return _("Draft of stage %(stage)s: %(one)s and %(other)s swapped seats.") % {
        "stage": values["stage"],
        "one": values[player],
        "other": values[other],
    }


def _wish(values: Values) -> str:
    player, pod, seat = values["wish"]
    names = {"stage": values["stage"], "player": player, "pod": pod, "seat": seat}
    if pod is None:
        return _("Draft of stage %(stage)s: player %(player)s has no assigned seat.") % names
    if seat is None:
        return _("Draft of stage %(stage)s: player %(player)s is assigned to pod %(pod)s.") % names
    return (
        _("Draft of stage %(stage)s: player %(player)s is assigned to pod %(pod)s, seat %(seat)s.")
        % names
    )


def _kind(plan: Mapping[str, Any]) -> str:
    kind = _("a draft") if plan.get("pods") else str(dict(Stage.KIND_WORDS)[plan["kind"]])
    rounds = plan.get("rounds")
    if rounds is None:
        return kind
    text = ngettext("%(kind)s, %(rounds)d round", "%(kind)s, %(rounds)d rounds", rounds)
    return text % {"kind": kind, "rounds": rounds}
