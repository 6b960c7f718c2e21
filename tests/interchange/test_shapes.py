"""Each shape of table is read as it is known to be, for several made-up events."""

import pytest

from tests.interchange.shapes import SHAPES, judged, made_up


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_read_or_doubted_or_refused(name: str) -> None:
    shape = SHAPES[name]
    for seed in (1, 2, 3):
        verdict, reading = judged(shape, made_up(seed, shape.players))
        assert verdict == shape.verdict, (seed, reading)


def test_there_are_shapes_of_every_kind() -> None:
    assert len(SHAPES) >= 40
    assert len({shape.kind for shape in SHAPES.values()}) >= 5
