import pytest

from events.core.players.shown_names import first_and_initial


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Mario Rossi", "Mario R."),
        ("Rossi, Mario", "Mario R."),
        ("Juan Carlos de la Cruz", "Juan C."),
        ("小林 美咲", "小. 美咲"),
        ("さくら はるか", "さ. はるか"),
        ("김 민준", "김. 민준"),
        ("小林美咲", "小."),
        ("Ōyama", "Ō."),
    ],
)
def test_first_name_and_initial(name: str, shown: str) -> None:
    assert first_and_initial(name) == shown
