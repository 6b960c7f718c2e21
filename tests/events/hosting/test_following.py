"""A copy of a database is kept page by page, and is whole whatever happens to its laptop."""

import contextlib
import json
import random
import sqlite3
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import override_settings

from events.hosting.standby.database_copy import CHANGES, Copy, CopyError
from events.hosting.standby.leadership import PEERS, Claim, Registry
from events.hosting.standby.page_changes import Change, ImageGoneError, Source
from events.hosting.standby.wire import WireError, own_token, seal, send, unseal
from tests.events.hosting.tokens import OTHER_TOKEN, TOKEN

ROUNDS = 40


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database as the desk has it: with a write-ahead log, open."""
    with contextlib.closing(sqlite3.connect(tmp_path / "desk.sqlite3")) as live:
        live.execute("PRAGMA journal_mode=WAL")
        live.execute("CREATE TABLE result (id INTEGER PRIMARY KEY, words TEXT)")
        live.execute("INSERT INTO result (words) VALUES ('the first')")
        live.commit()
        yield live


def source(tmp_path: Path) -> Source:
    return Source(tmp_path / "desk.sqlite3", rest=0)


def take(copy: Copy, told: Source, state: str | None = None) -> Change:
    """Bring a copy up to date, as the follower does; return what changed."""
    change = told.change_since(copy.about.state if state is None else state)
    assert copy.take(change, told.slices(change))
    return change


def rows(path: Path) -> list[tuple[int, str]]:
    with contextlib.closing(sqlite3.connect(path)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return copy.execute("SELECT * FROM result ORDER BY id").fetchall()


def scribble(live: sqlite3.Connection, dice: random.Random) -> None:
    """Write what a desk writes: a little mostly, sometimes much, sometimes less than before."""
    what = dice.random()
    if what < 0.6:
        live.execute("INSERT INTO result (words) VALUES (?)", ("x" * dice.randrange(9000),))
    elif what < 0.8:
        live.execute("UPDATE result SET words = ? WHERE id % 3 = 0", (str(dice.random()),))
    elif what < 0.9:
        live.execute("DELETE FROM result WHERE id % 5 = ?", (dice.randrange(5),))
    live.commit()
    if what > 0.9:
        live.execute("VACUUM")
    if dice.random() < 0.3:
        live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("seed", range(4))
def test_a_copy_is_the_same_database_after_every_change(
    seed: int, desk: sqlite3.Connection, tmp_path: Path
) -> None:
    dice = random.Random(seed)
    told = source(tmp_path)
    copy = Copy(tmp_path / "copy")
    sent = 0
    for _ in range(ROUNDS):
        scribble(desk, dice)
        sent += take(copy, told).length
        assert rows(copy.database) == rows(tmp_path / "desk.sqlite3")
        if dice.random() < 0.2:
            copy = Copy(tmp_path / "copy")
    copy.check()
    assert sent
    assert told.change_since(copy.about.state).length == 0


def test_a_small_change_is_sent_small(desk: sqlite3.Connection, tmp_path: Path) -> None:
    desk.executemany("INSERT INTO result (words) VALUES (?)", [("y" * 3000,)] * 500)
    desk.commit()
    told, copy = source(tmp_path), Copy(tmp_path / "copy")
    whole = take(copy, told, "")
    desk.execute("UPDATE result SET words = 'short' WHERE id = 250")
    desk.commit()
    change = told.change_since(copy.about.state)
    assert change.since == whole.state
    assert change.length < whole.length / 50


def test_nothing_that_is_half_written_reaches_a_copy(
    desk: sqlite3.Connection, tmp_path: Path
) -> None:
    told, copy = source(tmp_path), Copy(tmp_path / "copy")
    desk.execute("INSERT INTO result (words) VALUES ('not committed')")
    take(copy, told, "")
    assert [words for _id, words in rows(copy.database)] == ["the first"]
    desk.commit()
    take(copy, told)
    assert [words for _id, words in rows(copy.database)] == ["the first", "not committed"]


def test_a_copy_that_lost_power_while_it_wrote_is_whole_again(
    desk: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, copy = source(tmp_path), Copy(tmp_path / "copy")
    take(copy, told, "")
    desk.executemany("INSERT INTO result (words) VALUES (?)", [("z" * 3000,)] * 20)
    desk.commit()
    change = told.change_since(copy.about.state)
    data = b"".join(told.slices(change))
    assert len(change.pages) > 10

    def power_cut(_copy: Copy) -> None:
        pages = change.page_size
        with copy.database.open("r+b") as handle:
            for place, number in enumerate(change.pages[: len(change.pages) // 2]):
                handle.seek(number * pages)
                handle.write(data[place * pages : (place + 1) * pages])
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(Copy, "_finish", power_cut)
        with pytest.raises(KeyboardInterrupt):
            copy.take(change, [data])
    assert (copy.folder / CHANGES).exists()
    again = Copy(tmp_path / "copy")
    again.check()
    assert rows(again.database) == rows(tmp_path / "desk.sqlite3")
    take(again, told)
    assert again.about.state == change.state


def test_a_change_that_does_not_fit_is_not_taken(desk: sqlite3.Connection, tmp_path: Path) -> None:
    told, copy = source(tmp_path), Copy(tmp_path / "copy")
    take(copy, told, "")
    desk.execute("UPDATE result SET words = 'other'")
    desk.commit()
    change = told.change_since(copy.about.state)
    data = b"".join(told.slices(change))
    assert not copy.take(replace(change, since="another state"), [data])
    for wrong in (b"\0" * len(data), data[: -change.page_size], b""):
        assert not copy.take(change, [wrong])
        assert not copy.take(replace(change, since=""), [wrong])
        assert rows(copy.database) == [(1, "the first")]
    assert copy.take(change, [data])
    assert rows(copy.database) == [(1, "other")]


SMALL_SLICE = 256 * 1024


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices of which a small database has many."""
    monkeypatch.setattr("events.hosting.standby.page_changes.SLICE_BYTES", SMALL_SLICE)


@pytest.mark.usefixtures("small_slices")
def test_a_large_copy_takes_little_memory(desk: sqlite3.Connection, tmp_path: Path) -> None:
    """A desk and its standby hold a slice of the database at a time, never the whole of it."""
    pages = 24 * SMALL_SLICE // 4000
    desk.executemany("INSERT INTO result (words) VALUES (?)", (("y" * 3900,) for _ in range(pages)))
    desk.commit()
    told, copy = source(tmp_path), Copy(tmp_path / "copy")
    tracemalloc.start()
    try:
        change = take(copy, told, "")
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert change.length > 20 * SMALL_SLICE
    assert most < 6 * SMALL_SLICE
    desk.execute("UPDATE result SET words = 'z' || substr(words, 2)")
    desk.commit()
    assert take(copy, told).since
    assert rows(copy.database) == rows(tmp_path / "desk.sqlite3")


@pytest.mark.usefixtures("small_slices")
def test_a_slow_reader_gets_the_state_that_was_announced(
    desk: sqlite3.Connection, tmp_path: Path
) -> None:
    pages = 3 * SMALL_SLICE // 4000
    desk.executemany("INSERT INTO result (words) VALUES (?)", (("y" * 3900,) for _ in range(pages)))
    desk.commit()
    told, copy = source(tmp_path), Copy(tmp_path / "copy")
    change = told.change_since("")
    slices = told.slices(change)
    first = next(slices)
    desk.execute("UPDATE result SET words = 'other'")
    desk.commit()
    assert told.change_since("").state != change.state
    assert copy.take(change, [first, *slices])
    with pytest.raises(ImageGoneError):
        told.read("", "never was", 0)
    # Once read to its end, it is removed when a newer one arrives.
    desk.execute("DELETE FROM result WHERE id > 1")
    desk.commit()
    take(copy, told)
    with pytest.raises(ImageGoneError):
        told.read("", change.state, 0)
    assert rows(copy.database) == [(1, "other")]
    assert not list(tmp_path.glob(".image-*"))


def test_a_copy_that_never_was_complete_can_not_be_served(tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="never was complete"):
        Copy(tmp_path / "copy").check()


def test_only_the_token_reads_or_makes_a_message() -> None:
    message = seal(TOKEN, {"have": "abc"}, b"pages")
    assert unseal(TOKEN, message) == ({"have": "abc"}, b"pages")
    assert b"pages" not in message
    for token, sent in ((OTHER_TOKEN, message), (TOKEN, message[:-4]), (TOKEN, b""), (TOKEN, b"x")):
        with pytest.raises(WireError, match="not the other laptop's"):
            unseal(token, sent)
    with pytest.raises(WireError, match="no token"):
        seal("short", {})
    with pytest.raises(ValueError, match="begins with http"):
        send("file:///etc/hostname", TOKEN, {}, 1)
    with pytest.raises(ValueError, match="name is missing"):
        send("http:///", TOKEN, {}, 1)


def test_the_token_stays_and_is_private(tmp_path: Path) -> None:
    with override_settings(VAR_DIR=tmp_path):
        assert own_token() == own_token()
    assert (tmp_path / "follow_token").stat().st_mode & 0o077 == 0


class TestCharge:
    def test_whoever_took_over_last_is_in_charge(self, tmp_path: Path) -> None:
        first, second = Registry(tmp_path / "a"), Registry(tmp_path / "b")
        for one in (first, second):
            one.folder.mkdir()
        second.inherit(first.own())
        assert first.successor() is None
        claim = second.claim()
        first.hear("http://10.0.2.2:8000/", claim)
        assert first.successor() is not None
        assert first.successor().address == "http://10.0.2.2:8000/"  # type: ignore[union-attr]
        second.hear("http://10.0.2.1:8000/", first.own())
        assert second.successor() is None
        # Back on the first laptop, because a person decided so.
        back = first.claim()
        assert first.successor() is None
        second.hear("http://10.0.2.1:8000/", back)
        assert second.successor() is not None

    def test_of_two_that_took_over_at_once_one_gives_way(self, tmp_path: Path) -> None:
        chain = Claim(1, "f", "chain", 0.0)
        both = [Registry(tmp_path / name) for name in "bc"]
        for one in both:
            one.folder.mkdir()
            one.inherit(chain)
        claims = [one.claim() for one in both]
        both[0].hear("http://10.0.2.3:8000/", claims[1])
        both[1].hear("http://10.0.2.2:8000/", claims[0])
        assert [one.successor() is None for one in both].count(True) == 1

    def test_another_tournament_has_nothing_to_say(self, tmp_path: Path) -> None:
        here = Registry(tmp_path)
        here.own()
        here.hear("http://10.0.2.9:8000/", Claim(99, "x", "another", 0.0))
        assert here.successor() is None

    def test_peers_are_remembered(self, tmp_path: Path) -> None:
        here = Registry(tmp_path)
        here.note_peer("http://10.0.2.2:8000/")
        here.note_peer("http://10.0.2.2:8000/")
        assert here.peers() == ["http://10.0.2.2:8000/"]

    def test_peers_are_remembered_when_the_clock_is_set_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, tomorrow = Registry(tmp_path), time.time() + 86400
        with monkeypatch.context() as wrong:
            wrong.setattr("events.hosting.standby.leadership.time.time", lambda: tomorrow)
            here.note_peer("http://10.0.2.2:8000/")
        here.note_peer("http://10.0.2.2:8000/")
        [(_address, seen)] = json.loads((tmp_path / PEERS).read_text()).items()
        assert seen < tomorrow - 3600
