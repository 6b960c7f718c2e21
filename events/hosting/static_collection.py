"""Collect static files for the server, only if something has changed.

Hashing and compressing them takes seconds of a start. Packages bring them collected.
"""

import hashlib
import shutil
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from events.core.private_files import hold

# Next to the collected files: a stamp of their sources and of themselves.
STAMP, LOCK = "collected.txt", "collecting.lock"
# Those of a package; they are current if its libraries are those that it was built with.
SHIPPED = Path(__file__).with_name("collected")


def collect_static_files() -> bool:
    """Collect the static files unless they are current; return whether it was needed.

    Simultaneous starts wait for the one that collects.
    """
    root = Path(settings.STATIC_ROOT)
    stamp = root / STAMP
    sources = _sources()
    if _is_current(stamp, sources):
        return False
    root.mkdir(parents=True, exist_ok=True)
    lock = hold(root / LOCK, alone=True, wait=True)
    assert lock is not None  # noqa: S101 - it waited
    with lock:
        if _is_current(stamp, sources):
            return False
        # A start killed half-way leaves no stamp.
        stamp.unlink(missing_ok=True)
        if _is_current(SHIPPED / STAMP, sources):
            ours = shutil.ignore_patterns(STAMP, LOCK)
            shutil.copytree(SHIPPED, root, ignore=ours, dirs_exist_ok=True)
        else:
            call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(f"{sources} {_collected(root)}\n", encoding="ascii")
    return True


def _is_current(stamp: Path, sources: str) -> bool:
    """Return whether these sources were collected, and every collected file is complete."""
    try:
        text = stamp.read_text(encoding="ascii")
        return text.split() == [sources, _collected(stamp.parent)]
    except FileNotFoundError:
        # Not collected yet, or another start is collecting right now.
        return False


def _sources() -> str:
    """Return a fingerprint of the files to collect and of the code that names and packs them."""
    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    known = hashlib.sha256(
        f"{backend} {django.get_version()} {version('whitenoise')} {version('brotli')}".encode()
    )
    ignored: list[str] = apps.get_app_config("staticfiles").ignore_patterns  # type: ignore[attr-defined]
    for finder in get_finders():
        for path, place in finder.list(ignored):
            with place.open(path) as file:
                known.update(path.encode() + b"\0" + file.read() + b"\0")
    return known.hexdigest()


def _collected(root: Path) -> str:
    """Return a fingerprint of the collected files: their names and sizes."""
    return hashlib.sha256("\n".join(sorted(_names_and_sizes(root))).encode()).hexdigest()


def _names_and_sizes(root: Path) -> Iterator[str]:
    for path in root.rglob("*"):
        if path.is_file() and path.name not in (STAMP, LOCK):
            yield f"{path.relative_to(root)} {path.stat().st_size}"
