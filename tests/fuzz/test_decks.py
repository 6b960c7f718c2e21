"""Decklists of any shape: counted, or refused in words, and in no time."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from events.core.decks.deck_xml import list_of
from events.core.decks.decklists import counted
from events.core.refusals import RefusedError
from tests.fuzz import values
from tests.fuzz.bounds import examples, in_time

PIECES = (
    "4", "x4", "4x", "56枚", "Lightning Bolt", "稲妻", "(UND) 97", "*F*", "[SET]", "^Have,#37d67a^",
    "//", "SB:", "Deck", "Sideboard", "サイドボード", "About", "Name", "Commander", "Companion",
    "|2XM", "★", "\t", "=" * 50, " " * 60, "-" * 99, "[" * 40, "(" * 40, "#" * 40, "<Deck>",
    "<?xml version='1.0'?>", "<!DOCTYPE Deck [", '<!ENTITY a "b">', "]>", "</Deck>",
    '<Cards Quantity="4" Name="&a;"/>', "\ufeff", "\x00",
)  # fmt: skip
pieces = st.one_of(st.sampled_from(PIECES), st.sampled_from(values.TEXTS), values.nasty)
texts = st.lists(
    st.lists(pieces, max_size=6).map(lambda row: " ".join(map(str, row))), max_size=12
).map("\n".join)


@examples(200, 0.2)
@given(texts | st.text(), st.sampled_from(["Modern", "Sealed Deck", "Commander", ""]))
def test_a_decklist(text: str, game_format: str) -> None:
    with in_time(text):
        with suppress(RefusedError):
            list_of(text)
        found = counted(text, game_format, 2)
    assert found.main >= 0
    assert found.side >= 0
