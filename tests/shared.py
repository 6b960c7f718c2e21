"""The folder of rules and real events next to the repository."""

from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
NOT_THERE = "is not beside the repository"


def shared(*parts: str) -> Path:
    """Return a path in the shared folder; the test is skipped where it is not there."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"shared/{'/'.join(parts)} {NOT_THERE}")
    return path


def shared_files(folder: str, pattern: str) -> list[Any]:
    """Return the names of files in the shared folder, to make a test of each.

    Where the folder is not there: one test, which is skipped and says why.
    """
    names = sorted(path.name for path in (SHARED / folder).glob(pattern))
    reason = f"shared/{folder} {NOT_THERE}"
    return names or [pytest.param("", marks=pytest.mark.skip(reason=reason))]
