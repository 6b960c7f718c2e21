"""Events that a walk begins with: their kind, and their stages where the kind has others."""

from dataclasses import dataclass, field
from typing import Any

# Names that look like a score, a seat, a number or a list, or are written otherwise.
NAMES = (
    *("2-1", "12 21", "7", "A: Ada", "Ada / Bob", "Bye", "x2", "Table 3", "=1+1", "<b>Bo</b>"),
    *("\u05d3\u05d5\u05d3 \u05db\u05d4\u05df", "\u0645\u0631\u064a\u0645", "\U0001f409 Drake"),
    *("O'Neil, Pat", "Ann (2)", "Ann", "Ann", "dropped", "\u6797 \u685c", "a@b.example", "#4"),
)
GAMES = ([2, 0, 0], [2, 1, 0], [0, 2, 0], [1, 2, 0], [1, 1, 1], [0, 0, 3], [1, 0, 0])
ONE_ROUND = {"kind": "swiss", "rounds": 1}
BEST_FOUR = {"cut_by": "rank", "cut_value": 4}


@dataclass(frozen=True)
class Start:
    """One kind of event: the values of its call, its stages, how many players at most."""

    kind: str = "friday"
    stages: tuple[dict[str, Any], ...] = ()
    rounds: int | None = None
    players: int = 6
    values: dict[str, Any] = field(default_factory=dict)


# The first three are walked in every test run, the others by the setting MATCHSLIP_FAULTS.
STARTS = {
    "playoff": Start("playoff", rounds=2),
    "day-2": Start(stages=({**ONE_ROUND, **BEST_FOUR}, {"kind": "swiss", "rounds": 2})),
    "tables-cut": Start(
        "tables",
        stages=(
            {"kind": "tables", "rounds": 1, **BEST_FOUR},
            {"kind": "tables-cut", "round_minutes": 0},
        ),
        players=9,
    ),
    "swiss": Start(rounds=2),
    "double": Start(stages=({**ONE_ROUND, **BEST_FOUR}, {"kind": "double-elimination"})),
    "third": Start(
        stages=({**ONE_ROUND, **BEST_FOUR}, {"kind": "single-elimination", "third_place": True})
    ),
    "three-stages": Start(
        stages=(
            {**ONE_ROUND, "cut_by": "points", "cut_value": 1},
            {**ONE_ROUND, "cut_by": "rank", "cut_value": 2},
            {"kind": "single-elimination"},
        )
    ),
    "robin": Start(stages=({"kind": "round-robin"},), players=5),
    "tables": Start("tables", players=9),
    "teams": Start("teams", rounds=2),
    "draft": Start("draft", players=7),
    "byes": Start(rounds=3, values={"late_policy": "nothing", "re_entry": "pairing"}),
}
