"""Names of a pasted list are changed where they are shown, put back, and left out."""

from typing import Any

import pytest
from django.test import Client

from events.models import Event
from tests import factories
from tests.events.support.doors import address
from tests.markup import flat

pytestmark = pytest.mark.django_db
LIST = "1. Ada Quill\nZoë Hale (near the door)\nBen Rook\nBen Rok\n"


class Review:
    """The preview of a list, sent again as a browser sends it."""

    def __init__(self, text: str = LIST) -> None:
        self.event = factories.event()
        self.client: Client = factories.client_of(factories.staff_member(self.event))
        self.address = address(self.event, "roster-paste")
        self.answer: Any = self.client.post(self.address, {"text": text, "check": "1"})

    @property
    def fields(self) -> dict[str, Any]:
        listed = self.answer.context["preview"]
        names = {f"name-{item.line.number}": item.entry.name for item in listed.lines}
        return {
            "text": self.answer.context["text"],
            "shape": listed.shape,
            "new": str(listed.new),
            "read": listed.names_read,
            "digest": listed.digest,
            "leave-out": [str(number) for number in self.answer.context["left_out"]],
            **names,
        }

    def send(self, **changed: Any) -> "Review":
        self.answer = self.client.post(self.address, {**self.fields, **changed})
        return self

    @property
    def names(self) -> list[str]:
        return [item.entry.name for item in self.answer.context["preview"].lines]


def test_a_name_is_changed_in_its_row_and_enrolled_so() -> None:
    review = Review()
    assert review.names == ["Ada Quill", "Zoë Hale", "Ben Rook", "Ben Rok"]
    review.send(**{"name-4": "Bert Oak", "check": "1"})
    assert review.names == ["Ada Quill", "Zoë Hale", "Ben Rook", "Bert Oak"]
    assert not review.answer.context["preview"].questions
    assert review.names == review.send(check="1").names, "what was typed stays"
    review.send(confirm="1")
    assert set(Event.objects.get().enrollments.values_list("name", flat=True)) == {
        "Ada Quill",
        "Zoë Hale",
        "Ben Rook",
        "Bert Oak",
    }


def test_a_part_that_was_taken_off_is_put_back() -> None:
    review = Review()
    page = flat(review.answer.content.decode())
    assert "Part of the name?" in page
    assert "left out: near the door" in page
    assert "1. Ada Quill" in page, "the line as it was pasted"
    review.send(**{"put-back": "2"})
    assert "Zoë Hale near the door" in review.names
    assert "Zoë Hale near the door" in review.send(check="1").names
    assert "Part of the name?" not in flat(review.answer.content.decode())


def test_a_line_is_left_out_and_taken_back() -> None:
    review = Review().send(**{"leave-out": ["4"]})
    assert review.names == ["Ada Quill", "Zoë Hale", "Ben Rook"]
    assert [line.number for line in review.answer.context["preview"].not_players] == [4]
    assert review.send(check="1").names == ["Ada Quill", "Zoë Hale", "Ben Rook"]
    assert len(review.send(keep="4").names) == 4


def test_another_list_keeps_nothing_of_the_review_before() -> None:
    review = Review().send(**{"name-3": "Ben Oak", "leave-out": ["1"]})
    review.send(text="Cid Vane\nDot Elm\nEva Moor\n")
    assert review.names == ["Cid Vane", "Dot Elm", "Eva Moor"]


def test_a_typed_name_is_not_turned() -> None:
    review = Review("Quill, Ada\nRook, Ben\nHale, Dot\n")
    assert review.names == ["Ada Quill", "Ben Rook", "Dot Hale"]
    review.send(**{"name-2": "Rook, Ben", "turned": "on"})
    assert review.names == ["Ada Quill", "Rook, Ben", "Dot Hale"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Ada Quill\nBen Rook\nWaiting list\nCid Vane", ["Cid Vane"]),
        ("✅ Ada Quill\n❌ Ben Rook", ["Ben Rook"]),
        ("Ada Quill\nBen Rook (abgemeldet)", ["Ben Rook"]),
        ("Amos Low\tBettina Ray\nCosmo Orr\tDelia Poe\nEwan Ash", ["Amos Low", "Cosmo Orr"]),
        ("Warteliste\nAda Quill\nBen Rook", []),
    ],
    ids=["waiting", "cross", "cancelled", "two-names", "all-waiting"],
)
def test_a_player_who_perhaps_does_not_play_is_asked_about(text: str, asked: list[str]) -> None:
    lines = Review(text).answer.context["preview"].lines
    assert [item.entry.name for item in lines if item.is_doubtful] == asked
