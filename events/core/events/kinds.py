"""The usual kinds of events: the settings and stages with which each fills a new event's form."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.events.declared_settings import SETTINGS, EventData
from events.core.stages.plans import StagePlan
from events.core.stages.templates import template_of
from events.models import Event

# Store programs are Regular; a championship is best run at Competitive (MTR Appendix F).
REGULAR: Mapping[str, object] = {"enforcement_level": Event.Enforcement.REGULAR}
LAST, PLAYOFF, TEAMS, TABLES = "last", "playoff", "teams", "tables"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of event: a card with its name, one sentence, and the values that it sets.

    `template`: the stages, by the code of their template. `values`: by field, where they differ
    from `USUAL`.
    """

    code: str
    name: str | Promise
    hint: str | Promise
    template: str = "swiss"
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def plans(self) -> Sequence[StagePlan]:
        """The stages."""
        template = template_of(self.template)
        return template.plans if template else (StagePlan(),)


# Every field that a kind sets, with the form's values: rules by name, "" for "as the rules say".
USUAL: Mapping[str, object] = {
    known.name: known.default
    for known in fields(EventData)
    if known.default is not MISSING and not SETTINGS[known.name].of_place
} | {"profile": "mtr", "re_entry": ""}
KINDS: Sequence[Kind] = (
    Kind(
        "friday",
        _("Friday night"),
        _("Swiss rounds, best of three, 50 minutes. Staff may play."),
        values={"staff_may_play": True, **REGULAR},
    ),
    Kind(
        PLAYOFF,
        _("Swiss and playoff"),
        _("Swiss rounds, then the best play on until one is left."),
        template="top-8",
        values={"show_chances": True, "enforcement_level": Event.Enforcement.COMPETITIVE},
    ),
    Kind(
        "draft",
        _("Draft"),
        _("Pods of 8 draft together and play three rounds."),
        template="draft",
        values={
            "game_format": "Booster Draft",
            "rounds": 3,
            "staff_may_play": True,
            **REGULAR,
        },
    ),
    Kind(
        TABLES,
        _("Commander"),
        _("Tables of four play one game in 80 minutes. One player wins, or it is a draw."),
        template="tables",
        values={
            "game_format": "Commander",
            "games_to_win": Event.GamesToWin.ONE,
            "round_minutes": 80,
            "profile": "five-one",
            "staff_may_play": True,
            **REGULAR,
        },
    ),
    Kind(
        TEAMS,
        _("Teams"),
        _("Teams of three or Two-Headed Giant."),
        values={"team_size": Event.TeamSize.THREE, **REGULAR},
    ),
)


def kind_of(code: str) -> Kind | None:
    """Return the kind with that code; None without one."""
    return next((kind for kind in KINDS if kind.code == code), None)


# Words in an event's name that indicate its format, in both languages.
FORMAT_WORDS: Mapping[str, tuple[str, ...]] = {
    "Standard": ("standard", "スタンダード"),
    "Pioneer": ("pioneer", "パイオニア"),
    "Modern": ("modern", "モダン"),
    "Legacy": ("legacy", "レガシー"),
    "Vintage": ("vintage", "ヴィンテージ", "ビンテージ"),
    "Pauper": ("pauper", "パウパー"),
    "Commander": ("commander", "統率者"),
    "Booster Draft": ("draft", "ドラフト"),
    "Sealed Deck": ("sealed", "シールド"),
}


def format_named_in(name: str) -> str:
    """Return the game format that an event's name contains; "" without one."""
    words = name.casefold()
    return next(
        (
            known
            for known, named in FORMAT_WORDS.items()
            if any(word.casefold() in words for word in named)
        ),
        "",
    )
