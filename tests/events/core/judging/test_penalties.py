"""Penalties."""

import re

import pytest

from events.core.judging.penalty_actions import (
    give_penalty,
    remove_penalty,
)
from events.core.judging.penalty_queries import BASE_PENALTIES
from events.core.refusals import RefusedError
from events.core.words.penalty_words import infraction_words
from events.models import Infraction, Penalty, PenaltyKind, Round, Verb
from tests import factories
from tests.shared import shared

pytestmark = pytest.mark.django_db

_SECTIONS = {
    "none": PenaltyKind.NONE,
    "Warning": PenaltyKind.WARNING,
    "Game loss": PenaltyKind.GAME_LOSS,
    "Match loss": PenaltyKind.MATCH_LOSS,
    "Disqualification": PenaltyKind.DISQUALIFICATION,
}


# Infractions of digital events, for which the sheet names no base penalty.
DIGITAL = {"Disconnection": PenaltyKind.WARNING, "Not Answering Staff": PenaltyKind.WARNING}


def test_base_penalties_are_those_of_the_rules() -> None:
    text = shared("rules", "RULES.md").read_text(encoding="utf-8")
    said = text.split("Base penalties [IPG]:")[1].split("\n")[0]
    expected = {}
    for part in said.rstrip(". ").split(". "):
        section, names = part.strip().split(": ")
        for name in re.split(r",\s*", names):
            expected[name] = _SECTIONS[section]
    expected |= DIGITAL
    assert {
        infraction_words(infraction): kind for infraction, kind in BASE_PENALTIES.items()
    } == expected
    assert set(BASE_PENALTIES) == set(Infraction)


@pytest.mark.parametrize(
    ("states", "number"), [([], None), ([Round.State.UNPOSTED], None), ([Round.State.POSTED], 1)]
)
def test_a_penalty_belongs_to_the_round_that_players_see(
    states: list[str], number: int | None
) -> None:
    event = factories.event_with_players(2)
    for state in states:
        factories.RoundFactory.create(event=event, state=state)
    made = give_penalty(
        event_id=event.pk,
        actor=factories.user(),
        number=2,
        infraction=Infraction.SLOW_PLAY,
        penalty=PenaltyKind.WARNING,
        note=" slow ",
    )
    assert (made.round_number, made.note, made.enrollment.number) == (number, "slow", 2)
    entry = event.journal.get()
    assert (entry.verb, entry.first_number) == (Verb.PENALTY_GIVEN, 2)


def test_removed_penalties_stay_in_the_journal() -> None:
    event, other = factories.event_with_players(1), factories.event_with_players(1)
    actor = factories.user()
    made = give_penalty(
        event_id=event.pk,
        actor=actor,
        number=1,
        infraction=Infraction.TARDINESS,
        penalty=PenaltyKind.GAME_LOSS,
    )
    with pytest.raises(RefusedError):
        remove_penalty(event_id=other.pk, actor=actor, penalty_id=made.pk)
    key = made.pk
    remove_penalty(event_id=event.pk, actor=actor, penalty_id=key)
    assert not Penalty.objects.exists()
    assert event.journal.filter(verb=Verb.PENALTY_REMOVED).count() == 1
    with pytest.raises(RefusedError):
        remove_penalty(event_id=event.pk, actor=actor, penalty_id=key)


def test_unknown_player() -> None:
    event = factories.event()
    with pytest.raises(RefusedError):
        give_penalty(
            event_id=event.pk,
            actor=factories.user(),
            number=1,
            infraction=Infraction.TARDINESS,
            penalty=PenaltyKind.GAME_LOSS,
        )
