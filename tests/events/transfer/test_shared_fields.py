"""One list of fields for both ways: nothing is forgotten, and values come back as they were."""

import datetime
from types import SimpleNamespace

import pytest

from archive.records import ArchivedDeck
from archive.sign_ups import ArchivedSignUp
from domain.kinds import Deck, SignUpState
from events.transfer.parts.sign_ups import SIGN_UP
from events.transfer.shared_fields import SharedFields

NOW = datetime.datetime(2026, 5, 9, 12, tzinfo=datetime.UTC)


def test_a_field_that_is_forgotten_or_unknown_is_named() -> None:
    with pytest.raises(TypeError, match="ArchivedDeck: text"):
        SharedFields(ArchivedDeck, "state", apart=("player", "archetype"))
    with pytest.raises(TypeError, match="ArchivedDeck: colour"):
        SharedFields(ArchivedDeck, "state", "text", "colour", apart=("player", "archetype"))


@pytest.mark.parametrize(("state", "column"), [(Deck.RECEIVED, "received"), (None, "")])
def test_an_enumeration_is_held_by_its_value_and_none_as_an_empty_text(
    state: Deck | None, column: str
) -> None:
    fields = SharedFields(ArchivedDeck, "state", text="words", apart=("player", "archetype"))
    deck = ArchivedDeck(player=3, state=state, text="60 Island")
    row = SimpleNamespace(state=column, words="60 Island")
    assert fields.columns_of(deck) == {"state": column, "words": "60 Island"}
    assert fields.value_of(row, player=3, archetype="") == deck


def test_a_tuple_is_held_as_a_list() -> None:
    sign_up = ArchivedSignUp(name="Red", at=NOW, state=SignUpState.WAITING, members=("Ann", "Bo"))
    columns = SIGN_UP.columns_of(sign_up)
    assert columns["members"] == ["Ann", "Bo"]
    assert columns["mailed"] == ""
    assert SIGN_UP.value_of(SimpleNamespace(**columns), player=None, merged_into=None) == sign_up
