"""Pages that are packed around their long lists are the pages that are packed whole."""

import gzip
from random import Random

import brotli
import pytest
from django.utils import translation

from events.core.adapters.stored_rows import PairingRow
from events.models import Enrollment, Event
from events.public_site.build import LANGUAGES, build
from events.public_site.compressed_pages import LongPart, gzip_of
from events.public_site.lists import compressed_lists as parts
from events.public_site.lists.compressed_lists import Parts
from events.public_site.lists.table_rows import BYE, DROPPED, in_words, pairing_rows_html
from events.public_site.page import STAMP_PLACE, pack, pack_quickly, repacked
from events.public_site.reads.events import PublicEvent, public_side, read_event
from events.simulation.names import make_names
from tests.events.support.public_events import Played


def shown_of(played: Played) -> PublicEvent:
    return read_event(played.event.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("long", [1, 200, parts.LONG])
def test_a_quick_build_says_what_a_small_build_says(
    monkeypatch: pytest.MonkeyPatch, long: int
) -> None:
    monkeypatch.setattr(parts, "LONG", long)
    played = Played([f"小林 <{number}>" for number in range(9)])
    played.play(1)
    Enrollment.objects.filter(event=played.event, number=3).update(state="dropped", dropped_after=1)
    played.publish(1)
    played.post(2)
    small, quick = build(shown_of(played)), build(shown_of(played), quickly=True)
    assert {name for name, _language in small.pages} >= {"pairings", "standings", "projector"}
    assert quick.pages.keys() == small.pages.keys()
    for key, page in small.pages.items():
        assert quick.pages[key].stamp == page.stamp
        assert quick.pages[key].body("") == page.body("")
    quick.make_small()
    for key, page in small.pages.items():
        assert bool(quick.pages[key].brotli) == bool(page.brotli)
        if page.brotli:
            assert brotli.decompress(quick.pages[key].brotli) == page.body("")
        assert gzip.decompress(quick.pages[key].gzip or b"") == gzip.decompress(page.gzip or b"")


@pytest.mark.django_db
def test_what_is_as_before_is_used_again() -> None:
    played = Played(["Anna", "Bob"])
    played.post(1)
    before = build(shown_of(played))
    again = build(shown_of(played), before, quickly=True)
    assert again.pages["pairings", "en"] is before.pages["pairings", "en"]


@pytest.mark.django_db
def test_an_event_is_read_by_its_key() -> None:
    played = Played(["Anna", "Bob"])
    played.post(1)
    event = Event.objects.get(pk=played.event.pk)
    assert read_event(event.pk) == public_side(event)
    with pytest.raises(type(played.event).DoesNotExist):
        read_event(played.event.pk + 1)


def test_pieces_are_packed_as_one_text() -> None:
    rows = "<tr><td>row" * 3000
    text = f"<p>é 小 {STAMP_PLACE}</p>{rows}<p>{STAMP_PLACE} behind</p>{rows}"
    head, tail = f"<p>é 小 {STAMP_PLACE}</p>".encode(), f"<p>{STAMP_PLACE} behind</p>".encode()
    long = LongPart(rows, 3)
    quick = pack_quickly([head, long, tail, long], None)
    whole = pack(text)
    assert (quick.stamp, quick.body("")) == (whole.stamp, whole.body(""))
    assert quick.quick
    small = repacked(quick)
    assert (small.stamp, small.gzip, small.quick) == (whole.stamp, whole.gzip, False)
    assert brotli.decompress(small.brotli) == whole.body("")
    assert pack_quickly([head, long, tail, long], whole) is whole
    assert gzip.decompress(gzip_of([b"", long, b"x"], 3)) == rows.encode() + b"x"


@pytest.mark.django_db
def test_pairings_of_1200_players_take_25_kilobytes() -> None:
    played = Played(["A Bell", "C Dunn"])
    played.post(1)
    shown, draw = shown_of(played), Random(1)
    people = list(enumerate(make_names(1200, draw), 1))
    draw.shuffle(people)
    pairs = list(zip(people[::2], people[1::2], strict=True))
    both = [(table, *pair) for table, pair in enumerate(pairs, 1)]
    both += [(table, second, first) for table, first, second in both]
    rows = [
        PairingRow(table, "played", *own, "0-0-0", {"number": other[0], "name": other[1]})
        for table, own, other in sorted(both, key=lambda row: row[1][1].rpartition(" ")[2])
    ]
    page = build(shown).pages["pairings", "en"].body("").decode()
    before, _row, after = page.partition("<tr><td")
    listed = pairing_rows_html(shown, rows, {}, {}, played.url("pairings"))
    packed = repacked(pack(before + listed + after))
    assert packed.brotli
    assert len(packed.brotli) <= 25_000


def test_the_longest_run_between_words_becomes_a_part() -> None:
    short, long = "<tr>short" * 9, "<tr>long" * parts.LONG
    for rows in (
        long,
        f"{long}<td>{BYE}",
        f"{short}<td>{BYE}{long}",
        f"{short}<td>{DROPPED}{long}<td>{BYE}{short}<td>{BYE}",
    ):
        for language in LANGUAGES:
            made = Parts()
            with translation.override(language):
                pieces = made.pieces(f"<b>{made.in_words(rows)}</b>")
                told = f"<b>{in_words(rows)}</b>"
            [part] = [piece for piece in pieces if isinstance(piece, LongPart)]
            assert len(part.plain) >= len(long)
            plain = (piece.plain if isinstance(piece, LongPart) else piece for piece in pieces)
            assert b"".join(plain).decode() == told
    assert Parts().in_words(short) == in_words(short)
