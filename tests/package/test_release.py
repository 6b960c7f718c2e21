"""`make release`: what it refuses, what it writes, what it takes back."""

import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.shared import ROOT

CHANGELOG = """# Changelog

## 0.3.0, not released yet

- Tables of four.

## 0.2.0, 2026-05-04

- Teams.
"""


def script(name: str) -> ModuleType:
    """Load a file of deploy/release, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "deploy/release" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


RELEASE = script("release")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of its own with a changelog, a version and a kept database."""
    monkeypatch.setattr(RELEASE, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "matchslip"\nversion = "0.2.0"\n')
    kept = tmp_path / "tests/upgrades/kept/0.3.0.sqlite3.xz"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "A maintainer")
    git(tmp_path, "config", "user.email", "maintainer@example.test")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return tmp_path


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_notes_are_the_changes_of_the_version() -> None:
    assert RELEASE.notes_of(CHANGELOG, "0.3.0") == "- Tables of four."
    assert "## 0.3.0, 2026-11-29\n" in RELEASE.dated(CHANGELOG, "0.3.0", "2026-11-29")


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("three", "Name the version"),
        ("", "Name the version"),
        ("0.4.0", "No database of 0.4.0 is kept"),
    ],
)
def test_what_is_no_version_or_not_kept_is_refused(
    version: str, words: str, repository: Path
) -> None:
    with pytest.raises(RELEASE.ReleaseError, match=words):
        RELEASE.check(version)


def test_a_version_without_changes_is_refused() -> None:
    with pytest.raises(RELEASE.ReleaseError, match=r"begins with 0\.3\.0"):
        RELEASE.notes_of(CHANGELOG, "0.2.0")
    with pytest.raises(RELEASE.ReleaseError, match="says nothing"):
        RELEASE.notes_of("## 0.3.0, not released yet\n\n## 0.2.0, 2026-05-04\n", "0.3.0")


def test_a_changed_tree_and_a_used_tag_are_refused(repository: Path) -> None:
    RELEASE.check("0.3.0")
    git(repository, "tag", "v0.3.0")
    with pytest.raises(RELEASE.ReleaseError, match=r"v0\.3\.0 exists"):
        RELEASE.check("0.3.0")
    (repository / "new.txt").write_text("new")
    with pytest.raises(RELEASE.ReleaseError, match="has changes"):
        RELEASE.check("0.3.0")


def test_a_build_that_fails_leaves_no_commit_and_no_tag(repository: Path) -> None:
    """There is no Makefile, so the wheel can not be built."""
    before = git(repository, "rev-parse", "HEAD")
    with pytest.raises(RELEASE.ReleaseError, match="make"):
        RELEASE.release("0.3.0")
    assert git(repository, "rev-parse", "HEAD") == before
    assert git(repository, "tag", "--list") == ""
    assert (repository / "CHANGELOG.md").read_text() == CHANGELOG


def test_the_checksums_are_what_sha256sum_reads(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"wheel")
    (tmp_path / "SHA256SUMS").write_text("old")
    assert RELEASE.checksums(tmp_path) == f"{hashlib.sha256(b'wheel').hexdigest()}  a.whl\n"
