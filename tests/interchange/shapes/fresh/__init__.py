"""Shapes of the fifth collection: written down before any reader had seen them."""

from tests.interchange.shapes.fresh import documents as documents
from tests.interchange.shapes.fresh import languages as languages
from tests.interchange.shapes.fresh import more_tools as more_tools
from tests.interchange.shapes.fresh import second as second
from tests.interchange.shapes.fresh import sheets as sheets
from tests.interchange.shapes.fresh import texts as texts
from tests.interchange.shapes.fresh import tools as tools
