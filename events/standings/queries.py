"""Arithmetic behind one player's figures, worked out from the standings as they are shown."""

from dataclasses import dataclass, replace
from typing import Any

from events.core.adapters import Basis as Frozen
from events.core.adapters import playoff_numbers, snapshot_rows, tournament_from, tournament_of
from events.core.players.shown_names import ShownNames, staff_names
from events.models import Event, StandingsSnapshot
from events.standings.shown_parts import ShownPart, shown_parts
from standings.explain import Explainer
from standings.explained import Average, Explanation, OwnGames, Pooled, Separation, to_dict
from standings.profile import Profile

# Figures that must agree in two states of the same standings for one to explain the other.
FIGURES = ("points", "wins", "losses", "draws", "byes", "rounds", "omw", "gw", "ogw", "other")
PLAYOFF = "playoff"

Stored = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Basis:
    """Standings after a round, with the data that explains them.

    `rows` are those that are shown, in order, by player's number, as `snapshot_rows` makes them;
    `computed` those that the results give now. `playoff`: players whose place a playoff decided.
    """

    event: Event
    round: int
    rows: dict[int, Stored]
    computed: dict[int, Stored]
    explainer: Explainer
    playoff: frozenset[int]

    @property
    def profile(self) -> Profile:
        """The rules of the event."""
        return self.explainer.tournament.profile

    def agrees(self, number: int) -> bool:
        """True when the figures of a player are shown as the results give them now."""
        shown, now = self.rows.get(number), self.computed.get(number)
        return shown is not None and now is not None and all(shown[k] == now[k] for k in FIGURES)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The player next above or below who has as many points, and what separates the two.

    `by` is as in `Separation.by`, or "playoff"; the separation is then None.
    """

    row: Stored
    by: str
    ahead: str
    behind: str
    separation: Separation | None

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        compared = self.separation.to_dict()["compared"] if self.separation else []
        return {
            "number": self.row["number"],
            "name": self.row["name"],
            "place": self.row["place"],
            "by": self.by,
            "compared": compared,
        }


@dataclass(frozen=True, slots=True)
class ExplainedPlayer:
    """Everything behind one player's line of the standings after round `round`.

    `explanation` is None where a result was changed since these standings were published, so that
    the current data do not give the shown figures.
    """

    event: Event
    round: int
    row: Stored
    names: dict[int, str]
    profile: Profile
    explanation: Explanation | None
    parts: tuple[ShownPart, ...]
    above: Neighbour | None
    below: Neighbour | None

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values with stable keys (docs/background/standings.md); fractions as text."""
        keys = ("number", "name", "state", "place", "points", "wins", "losses", "draws", "byes")
        return {
            "event": self.event.slug,
            "after_round": self.round,
            "profile": self.profile.to_dict(),
            "player": {key: self.row[key] for key in keys} | {"rounds": self.row["rounds"]},
            "explanation": None if self.explanation is None else to_dict(self.explanation),
            "names": {str(number): name for number, name in sorted(self.names.items())},
            "above": None if self.above is None else self.above.to_dict(),
            "below": None if self.below is None else self.below.to_dict(),
        }


def live_basis(event: Event, number: int) -> Basis | None:
    """Return the basis of the standings as they are now; None unless the round is complete."""
    if not event.rounds.complete().filter(number=number).exists():
        return None
    explainer = Explainer(tournament_of(event, number))
    names = staff_names(event)
    rows = snapshot_rows(event, explainer.rows, number)
    computed = _by_number([names.person(row) for row in rows])
    playoff = frozenset(playoff_numbers(event, number))
    return Basis(event, number, computed, computed, explainer, playoff)


def published_basis(event: Event, number: int, snapshot_id: int, names: ShownNames) -> Basis | None:
    """Return the basis of published standings; None when they were withdrawn meanwhile.

    `names`: how players are called there.
    """
    published = StandingsSnapshot.objects.filter(pk=snapshot_id, withdrawn=False)
    snapshot = published.values_list("rows", "basis").first()
    if snapshot is None:
        return None
    rows, frozen = _by_number([names.person(row) for row in snapshot[0]]), snapshot[1]
    if frozen is None:
        # Standings published before the basis was stored: figures that agree with today's results
        # are explained.
        now = live_basis(event, number)
        return replace(now, rows=rows) if now else None
    return _from_frozen(event, number, rows, frozen)


def _from_frozen(event: Event, number: int, rows: dict[int, Stored], frozen: Frozen) -> Basis:
    explainer = Explainer(tournament_from(frozen))
    return Basis(event, number, rows, rows, explainer, frozenset(frozen["playoff"]))


def _by_number(rows: list[Stored]) -> dict[int, Stored]:
    return {row["number"]: row for row in rows}


def explained_player(basis: Basis, number: int) -> ExplainedPlayer | None:
    """Explain one player's line; None for a player who is not in these standings."""
    row = basis.rows.get(number)
    if row is None:
        return None
    explanation: Explanation | None = None
    names: dict[int, str] = {}
    if basis.agrees(number):
        explanation = basis.explainer.explain(number)
        names = {met: basis.rows[met]["name"] for met in _met(explanation) if met in basis.rows}
        if not all(basis.agrees(met) for met in _met(explanation)):
            explanation, names = None, {}
    order = list(basis.rows)
    at = order.index(number)
    above = order[at - 1] if at else None
    below = order[at + 1] if at + 1 < len(order) else None
    return ExplainedPlayer(
        event=basis.event,
        round=basis.round,
        row=row,
        names=names,
        profile=basis.profile,
        explanation=explanation,
        parts=() if explanation is None else tuple(shown_parts(basis.profile, explanation, names)),
        above=_neighbour(basis, number, above, is_above=True),
        below=_neighbour(basis, number, below, is_above=False),
    )


def _met(explanation: Explanation) -> set[int]:
    """Return every opponent in an explanation."""
    met: set[int] = set()
    for part in explanation.parts:
        if isinstance(part, Average | Pooled):
            met.update(line.player for line in part.lines)
        elif isinstance(part, OwnGames):
            met.update(line.player for line in part.lines if line.player is not None)
    return met


def _neighbour(basis: Basis, number: int, other: int | None, *, is_above: bool) -> Neighbour | None:
    row = basis.rows[number]
    beside = basis.rows[other] if other is not None else None
    if beside is None or other is None or beside["points"] != row["points"]:
        return None
    if row["place"] is None or beside["place"] is None:
        return None
    ahead, behind = (beside, row) if is_above else (row, beside)
    if {number, other} & basis.playoff:
        return Neighbour(beside, PLAYOFF, ahead["name"], behind["name"], None)
    if not (basis.agrees(number) and basis.agrees(other)):
        return None
    separation = basis.explainer.separate(number, other)
    if separation.ahead != ahead["number"]:
        # The order that is shown is older than the known results.
        return None
    return Neighbour(beside, separation.by, ahead["name"], behind["name"], separation)
