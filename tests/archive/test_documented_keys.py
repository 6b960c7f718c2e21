"""The page of the format names every key in the section of the version that brought it."""

import re

import pytest

from archive.field_types import Part
from archive.versions import FIRST, VERSIONS, since_of
from tests.shared import ROOT

PAGE = ROOT / "docs" / "reference" / "archive-format.md"


@pytest.mark.parametrize("version", [number for number in VERSIONS if number != FIRST])
def test_a_section_names_the_keys_of_its_version(version: int) -> None:
    text = PAGE.read_text("utf-8")
    section = text.partition(f"## Additions of version {version}\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", section))))
    keys = {
        key
        for kind in Part.__subclasses__()
        for key, brought in since_of(kind).items()
        if brought == version
    }
    assert keys
    assert keys - named == set()
