"""Make a release: version, tag, notes, wheel, source archive, list of parts and checksums.

    make release VERSION=0.3.0

Writes dist/release/ and a commit with a tag, and sends nothing anywhere: it prints what sends it,
and what takes it back.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSION = re.compile(r"\d+\.\d+\.\d+")
HEADING = re.compile(r"^## (?P<version>\d+\.\d+\.\d+)(?P<rest>.*)$", re.MULTILINE)
NOT_RELEASED = "not released yet"


class ReleaseError(Exception):
    """A sentence that says why there is no release, and what to do."""


def notes_of(changelog: str, version: str) -> str:
    """Return the changes of a version, the text below its heading.

    Raises:
        ReleaseError: The newest heading is of another version, or nothing is below it.
    """
    headings = list(HEADING.finditer(changelog))
    if not headings or headings[0]["version"] != version:
        newest = headings[0]["version"] if headings else "nothing"
        raise ReleaseError(
            f"CHANGELOG.md begins with {newest}. Write the changes of {version} first."
        )
    end = headings[1].start() if len(headings) > 1 else len(changelog)
    notes = changelog[headings[0].end() : end].strip()
    if not notes:
        raise ReleaseError(f"CHANGELOG.md says nothing of {version}.")
    return notes


def dated(changelog: str, version: str, day: str) -> str:
    """Return the changelog with the day of the release in the version's heading."""
    heading = f"## {version}, {NOT_RELEASED}"
    if heading not in changelog:
        raise ReleaseError(
            f"CHANGELOG.md has no heading {heading!r}. Is {version} released already?"
        )
    return changelog.replace(heading, f"## {version}, {day}", 1)


def with_version(pyproject: str, version: str) -> str:
    """Return pyproject.toml with the version."""
    return re.sub(
        r'^version = ".*"$', f'version = "{version}"', pyproject, count=1, flags=re.MULTILINE
    )


def checksums(folder: Path) -> str:
    """Return a line for each file of a folder, as `sha256sum --check` reads them."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files)
    return "".join(f"{line}\n" for line in lines)


def run(*command: str) -> str:
    """Run a command in the repository; return what it printed."""
    # These are fixed arguments, without a shell.
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ReleaseError(
            f"{' '.join(command[:3])} failed:\n{(done.stderr or done.stdout).strip()}"
        )
    return done.stdout.strip()


def check(version: str) -> None:
    """Refuse what can not become a release.

    Raises:
        ReleaseError: The version, the work tree, the tag or the kept database is not as it must be.
    """
    if not VERSION.fullmatch(version):
        raise ReleaseError("Name the version: make release VERSION=0.3.0")
    if run("git", "status", "--porcelain"):
        raise ReleaseError("The work tree has changes. Commit them first.")
    if run("git", "tag", "--list", f"v{version}"):
        raise ReleaseError(f"The tag v{version} exists. Choose the next version.")
    if not (ROOT / "tests/upgrades/kept" / f"{version}.sqlite3.xz").exists():
        raise ReleaseError(
            f"No database of {version} is kept for the tests of later versions. Run "
            f".venv/bin/python -m tests.upgrades.make {version} and commit what it writes."
        )


def build(version: str, notes: str) -> Path:
    """Build everything that is given away, into dist/release; return the folder."""
    folder = ROOT / "dist" / "release"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("make", "--no-print-directory", "package")
    wheel = ROOT / "dist" / f"matchslip-{version}-py3-none-any.whl"
    shutil.copy(wheel, folder)
    archive = folder / f"matchslip-{version}.tar.gz"
    run("git", "archive", f"--prefix=matchslip-{version}/", f"--output={archive}", "HEAD")
    write_parts(folder / f"matchslip-{version}.cdx.json")
    (folder / "NOTES.md").write_text(f"# Matchslip {version}\n\n{notes}\n", "utf-8")
    (folder / "SHA256SUMS").write_text(checksums(folder), "utf-8")
    return folder


def write_parts(path: Path) -> None:
    """Write the list of all parts with their versions and hashes (SBOM, CycloneDX)."""
    parts = ["requirements", "--pyproject", "pyproject.toml", "--output-reproducible"]
    run(sys.executable, "-m", "cyclonedx_py", *parts, "-o", str(path), "requirements/base.txt")


def release(version: str) -> None:
    """Check, commit, build, tag.

    Raises:
        ReleaseError: Something is not ready; the work tree is then as it was.
    """
    check(version)
    changelog, pyproject = ROOT / "CHANGELOG.md", ROOT / "pyproject.toml"
    notes = notes_of(changelog.read_text("utf-8"), version)
    # A reproducible build contains the same dates.
    os.environ["SOURCE_DATE_EPOCH"] = run("git", "log", "-1", "--format=%ct")
    before = run("git", "rev-parse", "HEAD")
    day = datetime.now(UTC).date().isoformat()
    changelog.write_text(dated(changelog.read_text("utf-8"), version, day), "utf-8")
    pyproject.write_text(with_version(pyproject.read_text("utf-8"), version), "utf-8")
    try:
        run("git", "commit", "--all", "--message", f"Release version {version}")
        folder = build(version, notes)
        run(
            "git",
            "tag",
            "--annotate",
            f"v{version}",
            "--message",
            f"Matchslip {version}\n\n{notes}",
        )
    except ReleaseError:
        run("git", "reset", "--hard", before)
        raise
    print(f"Matchslip {version} is in {folder.relative_to(ROOT)}:")
    for path in sorted(folder.iterdir()):
        print(f"  {path.name}, {path.stat().st_size:,} bytes")
    print(
        "It is on this computer only. To send it: git push --follow-tags, then publish the folder."
    )
    print(f"To take it back: git tag --delete v{version} && git reset --hard {before[:9]}")


def main() -> int:
    """Make the release that the command line names."""
    try:
        release(sys.argv[1] if len(sys.argv) > 1 else "")
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
