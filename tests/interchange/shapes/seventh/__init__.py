"""Shapes of the seventh collection: drawn, with the right reading, before a reader saw them."""

from tests.interchange.shapes.seventh import documents as documents
from tests.interchange.shapes.seventh import pages as pages
from tests.interchange.shapes.seventh import second as second
from tests.interchange.shapes.seventh import sheets as sheets
from tests.interchange.shapes.seventh import typed as typed
