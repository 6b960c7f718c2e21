"""Say what is known of the pinned dependencies: weaknesses, or where none can be looked up, ages.

    make pins

Fails on a known weakness. Where the database of weaknesses can not be reached, as behind a mirror
of the package index, it says so and lists the oldest pins instead.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.version import Version
from pypi_simple import NoSuchProjectError, PyPISimple
from requests import RequestException

ROOT = Path(__file__).parents[2]
PINS = ROOT / "requirements" / "base.txt"
SHOWN = 15


@dataclass(frozen=True, slots=True, order=True)
class Age:
    """How old a pin is: days since its release, and the newest release there is."""

    days: int
    name: str
    version: str
    newest: str

    def __str__(self) -> str:
        """Return the line of the list."""
        newer = "" if self.newest == self.version else f", the newest is {self.newest}"
        return f"{self.name} {self.version}: {self.days} days old{newer}"


def pinned(text: str) -> dict[str, str]:
    """Return the version of each name in a requirements file with hashes."""
    lines = (line.removesuffix("\\").strip() for line in text.splitlines() if "==" in line)
    pins = (Requirement(line) for line in lines if not line.startswith(("#", "--")))
    return {pin.name: next(iter(pin.specifier)).version for pin in pins}


def weaknesses(pins: Path) -> list[str] | None:
    """Return a line for each known weakness of a pin; None where no database answers."""
    asked = [sys.executable, "-m", "pip_audit", "--requirement", str(pins), "--format", "json"]
    asked += ["--disable-pip", "--no-deps", "--progress-spinner", "off"]
    # These are fixed arguments, without a shell.
    done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603
    try:
        audited: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (json.JSONDecodeError, KeyError):
        return None
    if all("skip_reason" in dependency for dependency in audited):
        return None
    return [
        f"{dependency['name']} {dependency['version']}: {weakness['id']}, mended in "
        f"{', '.join(weakness['fix_versions']) or 'no release yet'}"
        for dependency in audited
        for weakness in dependency.get("vulns", ())
    ]


def ages(pins: dict[str, str], now: datetime) -> Iterable[Age]:
    """Return the age of each pin that the package index knows."""
    with PyPISimple() as index:
        for name, version in pins.items():
            try:
                page = index.get_project_page(name)
            except (NoSuchProjectError, RequestException):
                # A pin without a date has no age; `main` reports how many pins have one.
                continue
            times: dict[Version, datetime] = {}
            for package in page.packages:
                if package.version and package.upload_time and not package.is_yanked:
                    times.setdefault(Version(package.version), package.upload_time)
            released = times.get(Version(version))
            if released:
                newest = max(known for known in times if not known.is_prerelease)
                yield Age((now - released).days, name, version, str(newest))


def main() -> int:
    """Print what is known; 1 if a pin has a known weakness."""
    known = weaknesses(PINS)
    pins = pinned(PINS.read_text("utf-8"))
    if known is not None:
        print(*known, sep="\n", end="\n" if known else "")
        print(f"{len(known)} known weaknesses in {len(pins)} pinned dependencies.")
        return bool(known)
    print("No database of known weaknesses can be reached from here. The ages of the pins instead:")
    listed = sorted(ages(pins, datetime.now(UTC)), reverse=True)
    print(*listed[:SHOWN], sep="\n")
    behind = sum(age.newest != age.version for age in listed)
    print(f"{len(listed)} of {len(pins)} pins have a date; {behind} have a newer release.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
