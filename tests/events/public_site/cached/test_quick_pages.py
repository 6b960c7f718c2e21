"""Pages that are packed quickly are the pages that are packed small."""

import gzip
from random import Random

import brotli
import pytest

from events.core.adapters.stored_rows import PairingRow
from events.models import Enrollment, Event
from events.public_site.build import build
from events.public_site.lists.table_rows import pairing_rows_html
from events.public_site.page import STAMP_PLACE, pack, repacked
from events.public_site.reads.events import PublicEvent, public_side, read_event
from events.simulation.names import make_names
from tests.events.support.public_events import Played


def shown_of(played: Played) -> PublicEvent:
    return read_event(played.event.pk)


@pytest.mark.django_db
def test_a_quick_build_says_what_a_small_build_says() -> None:
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


def test_a_quick_page_is_packed_again_as_the_small_one() -> None:
    text = f"<p>é 小 {STAMP_PLACE}</p>" + "<tr><td>row" * 3000
    quick, whole = pack(text, quick=True), pack(text)
    assert (quick.stamp, quick.body("")) == (whole.stamp, whole.body(""))
    assert quick.quick
    small = repacked(quick)
    assert (small.stamp, small.gzip, small.quick) == (whole.stamp, whole.gzip, False)
    assert brotli.decompress(small.brotli) == whole.body("")
    assert pack(text, quick=True, known=whole) is whole
    assert pack(text, quick=True, known=quick) is quick


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
