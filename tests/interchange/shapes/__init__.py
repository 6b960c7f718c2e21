"""Shapes of tables that people copy, print and save: each writes one made-up event."""

from tests.interchange.shapes import chess_results as chess_results
from tests.interchange.shapes import copied as copied
from tests.interchange.shapes import drawn as drawn
from tests.interchange.shapes import eighth as eighth
from tests.interchange.shapes import found_languages as found_languages
from tests.interchange.shapes import found_last as found_last
from tests.interchange.shapes import found_more as found_more
from tests.interchange.shapes import found_pages as found_pages
from tests.interchange.shapes import found_sheets as found_sheets
from tests.interchange.shapes import found_texts as found_texts
from tests.interchange.shapes import fresh as fresh
from tests.interchange.shapes import pages as pages
from tests.interchange.shapes import printed as printed
from tests.interchange.shapes import seventh as seventh
from tests.interchange.shapes import sheets as sheets
from tests.interchange.shapes import tenth as tenth
from tests.interchange.shapes import tools as tools
from tests.interchange.shapes import wild as wild
from tests.interchange.shapes import wild_forms as wild_forms
from tests.interchange.shapes import wild_sheets as wild_sheets
from tests.interchange.shapes.cup import Cup, made_up
from tests.interchange.shapes.reading import Read, read
from tests.interchange.shapes.registry import SHAPES, Shape

__all__ = ["SHAPES", "Shape", "judged", "made_up"]


def judged(shape: Shape, cup: Cup) -> tuple[str, Read]:
    """Return how a file of a shape is read: "equal", "doubted", "refused" or "other"."""
    reading = read(shape.data(cup))
    if reading.refused:
        return "refused", reading
    expected = shape.facts(cup)
    wrong = (
        reading.facts.players != expected.players
        or (shape.rounds and reading.facts.results != expected.results)
        or (shape.points and reading.facts.points != expected.points)
    )
    if reading.doubts:
        return "doubted and other" if wrong else "doubted", reading
    return "other" if wrong else "equal", reading
