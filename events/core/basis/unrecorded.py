"""Cuts, seeds and pods without a recorded basis: imported, or made by an older version."""

from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy

from events.core.adapters import StandingsOrder
from events.models import BracketSeat, PodSeat, Stage

_WORDS = {
    "cut": gettext_lazy(
        "The standings that this cut was confirmed from are unknown: it was imported, or confirmed "
        "before this version. It is compared with today’s standings."
    ),
    "seeds": gettext_lazy(
        "The standings that these seeds follow from are unknown: the bracket was imported, or "
        "seated before this version. It is compared with today’s standings."
    ),
    "pods": gettext_lazy(
        "The standings that these pods follow from are unknown: they were imported, or drawn "
        "before this version. They are compared with today’s standings."
    ),
}


def is_seated_later() -> Q:
    """Return the condition for a stage with seated players that is not the first."""
    own = OuterRef("pk")
    in_bracket = Exists(BracketSeat.objects.filter(stage=own))
    in_pod = Exists(PodSeat.objects.filter(stage=own))
    return Q(in_bracket | in_pod, number__gt=1)


def seated_order(stage: Stage, made: str) -> StandingsOrder | None:
    """Return the order that the "seeds" or "pods" of a stage show; None if they show none.

    The first stage is drawn at random, and seats that staff swapped show no order. Three queries at
    most.
    """
    if stage.number == 1 or not (stage.is_elimination if made == "seeds" else stage.pods):
        return None
    after = stage.event.rounds.filter(stage__number__lt=stage.number).count()
    if made == "seeds":
        seeds = stage.bracket_seats.order_by("seed").values_list("enrollment__number", flat=True)
        order = list(seeds)
        sizes = [1] * len(order)
    else:
        seats = stage.pod_seats.order_by("pod", "seat").values_list("pod", "enrollment__number")
        rows = list(seats)
        order = [player for _pod, player in rows]
        sizes = [len(list(pod)) for _number, pod in groupby(rows, itemgetter(0))]
        drawing = stage.pod_drawings.last()
        if drawing is not None and drawing.by_hand:
            return None
    return StandingsOrder.of(after, order, sizes) if after and order else None


def not_recorded_words(stage: Stage, made: str) -> str:
    """Say that the standings behind a cut, seeds or pods are not known; "" if they are."""
    if stage.basis_of(made) is not None:
        return ""
    is_made = stage.has_cut if made == "cut" else seated_order(stage, made) is not None
    return str(_WORDS[made]) if is_made else ""
