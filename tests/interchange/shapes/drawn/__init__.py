"""Shapes of the sixth collection: drawn, with the right reading, before a reader saw them."""

from tests.interchange.shapes.drawn import first_lists as first_lists
from tests.interchange.shapes.drawn import first_tables as first_tables
from tests.interchange.shapes.drawn import second_lists as second_lists
from tests.interchange.shapes.drawn import second_tables as second_tables
from tests.interchange.shapes.drawn import third as third
