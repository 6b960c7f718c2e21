"""The tenth collection: what people copied and sent, written before it was read."""

from tests.interchange.shapes.tenth import languages as languages
from tests.interchange.shapes.tenth import prints as prints
from tests.interchange.shapes.tenth import second as second
from tests.interchange.shapes.tenth import sheets as sheets
from tests.interchange.shapes.tenth import tools as tools
from tests.interchange.shapes.tenth import typed as typed
