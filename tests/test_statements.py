"""The choice of tests that another database repeats: no statement goes unsent there."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.core.rounds.actions import post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.models import Event
from tests import factories
from tests.statements import TIMES, Recorded, Recorder, left_out, main, read, record

STATEMENTS = st.lists(st.sampled_from("abcdefgh"), unique=True).map(tuple)
RUNS = st.lists(st.tuples(st.floats(0, 60), STATEMENTS), max_size=12)


@given(RUNS)
def test_those_that_stay_send_every_statement(run: list[tuple[float, tuple[str, ...]]]) -> None:
    recorded = [Recorded(f"test_{n}", seconds, sent) for n, (seconds, sent) in enumerate(run)]
    out = set(left_out(recorded))
    all_of_them = Counter(one for test in recorded for one in test.statements)
    stay = Counter(one for test in recorded if test.test not in out for one in test.statements)
    assert all(stay[one] >= min(TIMES, count) for one, count in all_of_them.items())


def test_the_cheap_test_stays_and_the_dear_one_goes() -> None:
    dear = Recorded("dear", 9.0, ("a", "b"))
    cheap = [Recorded(f"cheap {n}", 0.1, ("a", "b")) for n in range(TIMES)]
    assert left_out([dear, *cheap]) == ["dear"]
    assert left_out([dear, *cheap, Recorded("another", 9.0, ("c",))]) == ["dear"]


def test_a_test_goes_once_later_ones_send_all_of_it() -> None:
    first = [Recorded(f"first {n}", 2.0, ("a", "b", "c")) for n in range(TIMES)]
    others = [
        Recorded(f"{pair} {n}", 2.2, (*pair, more))
        for n in range(TIMES)
        for pair, more in (("ab", f"x{n}"), ("bc", f"y{n}"), ("ca", f"z{n}"))
    ]
    assert left_out([*first, *others]) == ["first 0", "first 1"]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Recorder]:
    with pytest.MonkeyPatch.context() as patch:
        yield record(tmp_path / "statements", patch)


def pair(players: int) -> None:
    event = factories.event_with_players(players)
    pair_next_round(event_id=event.pk, actor=factories.user(), number=1, seed=1)


@pytest.mark.django_db
def test_the_same_step_sends_the_same_statements_whatever_the_size(own: Recorder) -> None:
    for name, players in (("small", 8), ("large", 24)):
        with own.test(name, lambda: True):
            pair(players)
    small, large = read(own.path)
    assert len(small.statements) > 5
    assert small.statements == large.statements


@pytest.mark.django_db
def test_another_step_sends_others_and_a_failed_test_counts_for_nothing(
    own: Recorder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with own.test("pair", lambda: True):
        pair(8)
    event = Event.objects.get()
    with own.test("failed", lambda: False):
        Event.objects.count()
    with own.test("post", lambda: True):
        post_round(event_id=event.pk, actor=factories.user(), number=1)
    with own.test("nothing of the product", lambda: True):
        Event.objects.count()
    paired, posted, nothing = read(own.path)
    assert set(posted.statements) - set(paired.statements)
    assert nothing.statements == ()
    monkeypatch.setattr("sys.argv", ["statements", str(own.path)])
    main()
    out, said = capsys.readouterr()
    assert out == "nothing of the product\n"
    assert "2 of" in said
