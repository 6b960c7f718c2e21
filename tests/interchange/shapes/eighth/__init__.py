"""The eighth collection: written before the readers were looked at, and read at first sight."""

from tests.interchange.shapes.eighth import documents as documents
from tests.interchange.shapes.eighth import pages as pages
from tests.interchange.shapes.eighth import second as second
from tests.interchange.shapes.eighth import sheets as sheets
from tests.interchange.shapes.eighth import tools as tools
from tests.interchange.shapes.eighth import typed as typed
