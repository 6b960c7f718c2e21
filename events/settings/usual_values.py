"""The usual value of each setting, so that a page can mark the settings that differ."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from events.core.events.declared_settings import TEXTS
from events.core.events.kinds import KINDS, TEAMS, USUAL, Kind, kind_of
from events.core.phones.actions import PhoneData
from events.core.stages.plans import StagePlan
from events.models import Event, FactSheet, PublicNames, SignUpSettings

OF_ONE_DAY = frozenset({"check_in_from", "check_in_until"})
SIGN_UP = (
    *("is_open", "approval", "capacity"),
    *("ask_reading", "ask_email", "ask_platform_id", "ask_decklist"),
)
FACTS = ("tier", "decklists", "by_invitation", "least_age")


def kind_like(event: Event, plans: Sequence[StagePlan]) -> Kind | None:
    """Return the kind that an event has the stages of; None for stages of no kind.

    Nothing stores the kind that an event was created as: its stages may have changed since.
    """
    if event.is_for_teams:
        return kind_of(TEAMS)
    kinds = [_shape(plan) for plan in plans]
    return next(
        (kind for kind in KINDS if [_shape(plan) for plan in kind.plans] == kinds),
        None,
    )


def _shape(plan: StagePlan) -> tuple[str, bool]:
    return plan.kind, plan.pods


def usual_values(event: Event, kind: Kind | None) -> Mapping[str, Any]:
    """Return what the settings of an event of this kind usually are, by field."""
    values = {**USUAL, **(kind.values if kind else {})}
    values |= asdict(PhoneData()) | {"names": PublicNames.FULL.value}
    sign_up, sheet = SignUpSettings(), FactSheet()
    values |= {name: getattr(sign_up, name) for name in SIGN_UP}
    values |= {name: getattr(sheet, name) for name in FACTS}
    # An event from before this setting, or from a file, is not marked for a missing level.
    if not event.enforcement_level:
        values["enforcement_level"] = ""
    if event.is_strict:
        values["decklists"] = FactSheet.Decklists.CLOSED.value
    values["re_entry"] = Event.ReEntry.PAIRING if event.is_digital else Event.ReEntry.CUT
    # Both team sizes count as one kind, and the size determines the match length.
    if event.is_for_teams:
        values |= {"team_size": event.team_size, "games_to_win": event.games_to_win}
    return {
        name: value
        for name, value in values.items()
        # Texts describe a single event, so no kind has a usual value.
        if name not in TEXTS and name not in OF_ONE_DAY
    }
