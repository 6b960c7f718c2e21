"""Shapes of the sixth collection: drawn, with the right reading, before a reader saw them."""

from tests.interchange.shapes.drawn import first_lists as first_lists
from tests.interchange.shapes.drawn import first_tables as first_tables
