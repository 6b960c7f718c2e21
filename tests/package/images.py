"""The image of the Dockerfile, built by buildah and run as compose runs it: read-only, not root.

Its base is Debian with Debian's Python instead of the one that the Dockerfile names: a registry of
images is not available everywhere, Debian's packages are.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from events.hosting.rehearsal.own_server import free_port
from matchslip.__main__ import SHORT
from tests.faults.running import Server
from tests.faults.waiting import starts
from tests.shared import ROOT

CAN_BUILD = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root changes the root of a process"),
    pytest.mark.skipif(
        not all(map(shutil.which, ("buildah", "mmdebstrap"))),
        reason="buildah and mmdebstrap build the image, and are not installed",
    ),
]
BASE, IMAGE = "localhost/matchslip-base", "localhost/matchslip-test"
DEBIAN = ("--variant=minbase", "--include=python3,python3-venv,ca-certificates")
# Certificates that this computer trusts: those of the registries, or of a proxy.
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
BUILDAH = {**os.environ, "BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}
# With separate mounts: everything except the volume and /tmp is read-only.
RUN = """
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs tmpfs "$1/tmp" &&
mount --bind "$2" "$1/app/var" && mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" &&
root=$1 user=$3 && shift 3 && exec chroot --userspec="$user" "$root" "$@"
"""


class Image:
    """An image that was built, laid out in a folder; `volume` is what compose mounts on it."""

    def __init__(self, root: Path, volume: Path, settings: dict[str, Any]) -> None:
        self.root = root
        self.volume = volume
        self.settings = settings

    def command(self, *words: str, **more: str) -> list[str]:
        """The words of a command in a container, with the image's user, folder and environment."""
        environment = [*self.settings["Env"], *(f"{name}={value}" for name, value in more.items())]
        inside = f'cd {self.settings["WorkingDir"]} && exec "$@"'
        start = ("env", "-i", "HOME=/", *environment, "sh", "-c", inside, "sh", *words)
        place = (str(self.root), str(self.volume), self.settings["User"])
        return ["unshare", "--mount", "sh", "-c", RUN, "sh", *place, *start]

    def run(self, *words: str, **more: str) -> bytes:
        """Call a command of manage.py, as `docker compose exec web` does; what it prints."""
        full = SHORT.get(words[0], words[0])
        asked = self.command("python", "manage.py", full, *words[1:], **more)
        return subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout

    @contextmanager
    def served(self, *words: str, **more: str) -> Generator[Server]:
        """Start the container's own command, until the image's own check says that it is ready.

        `words` follow the command, as compose gives them.
        """
        more["PORT"] = str(free_port())
        command = (*self.settings["Entrypoint"], *(words or ("--no-demo", "--workers=2")))
        process = subprocess.Popen(self.command(*command, **more), stdout=subprocess.DEVNULL)
        server = Server(self.volume, int(more["PORT"]), process)
        check = self.command(*self.settings["Healthcheck"]["Test"][1:], **more)
        try:
            assert starts(process, lambda: _succeeds(check))
            yield server
        finally:
            server.stop()


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def buildah(*words: str) -> str:
    done = subprocess.run(
        ["buildah", *words], cwd=ROOT, env=BUILDAH, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def make_base(folder: Path) -> None:
    """Make the image that the Dockerfile starts from."""
    root = folder / "debian"
    subprocess.run(["mmdebstrap", "--quiet", *DEBIAN, "trixie", str(root)], check=True)
    shutil.copy(TRUSTED, root / TRUSTED.lstrip("/"))
    (root / "usr/bin/python").symlink_to("python3")
    made = buildah("from", "scratch")
    buildah("add", "--quiet", made, str(root), "/")
    buildah("config", "--env", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", made)
    buildah("commit", "--quiet", "--rm", made, BASE)


@contextmanager
def built_image(folder: Path) -> Generator[Image]:
    """Build the image and lay it out; `volume` is still missing."""
    make_base(folder)
    base = ("--build-arg", f"PYTHON_IMAGE={BASE}")
    buildah("bud", "--quiet", "--format=docker", "--network=host", *base, "--tag", IMAGE, ".")
    about = json.loads(buildah("inspect", "--type", "image", IMAGE))
    container = buildah("from", IMAGE)
    yield Image(Path(buildah("mount", container)), folder / "none", about["Docker"]["config"])
    buildah("rm", container)
    buildah("rmi", IMAGE, BASE)


def own(volume: Path, like: Path) -> None:
    owner = like.stat()
    for path in (volume, *volume.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid)
