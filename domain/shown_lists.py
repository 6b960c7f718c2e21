"""The decklists that everybody can read."""

from enum import StrEnum


class ShownLists(StrEnum):
    """The players whose decklists everybody can read."""

    NOBODY = "nobody"
    ADVANCED = "advanced"
    ALL = "all"
