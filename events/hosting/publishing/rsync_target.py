"""A folder on another computer, reached by rsync as a daemon or over SSH."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from events.hosting.publishing.files import PublicFile
from events.hosting.publishing.target import (
    LIST,
    PACKED,
    Folder,
    TargetError,
    contents,
    is_below,
)

# Seconds of silence before the transfer is aborted; it is retried a second later.
SECONDS = 3
# A transfer that makes progress may take longer on a slow line.
LONGEST = 600


class RsyncTarget:
    """Stores the files in a local folder and sends changes.

    `place` as for rsync: `rsync://host/module/path` or `user@host:path`. rsync writes each file
    next to its place and moves it there.
    """

    def __init__(self, place: str, folder: Path) -> None:
        self.place = place.rstrip("/") + "/"
        self.local = Folder(folder)

    def published(self) -> dict[str, str]:
        """Return the entity tags of sent files, as recorded in the local folder."""
        return self.local.published()

    def put(self, files: Sequence[PublicFile]) -> None:
        """Write the files locally and send them in one run."""
        if files:
            self.local.put(files)
            self._send(name for file in files for name, _content in contents(file))

    def remove(self, names: Sequence[str]) -> None:
        """Remove the files locally and remotely."""
        if outside := [name for name in names if not is_below(name)]:
            raise TargetError(f"{outside[0]} is outside {self.place}.")
        sent = [each for name in names for each in (name, f"{name}{PACKED}")]
        for each in sent:
            # rsync deletes files missing from an existing folder.
            (self.local.path / each).parent.mkdir(parents=True, exist_ok=True)
            (self.local.path / each).unlink(missing_ok=True)
        if sent:
            self._send(sent)
            self.local.remove(names)

    def keep_list(self, etags: Mapping[str, str]) -> None:
        """Write the list locally and remotely."""
        before = self.local.published()
        self.local.keep_list(etags)
        try:
            self._send([LIST])
        except TargetError:
            # The earlier list is restored, so that files that did not arrive are sent again.
            self.local.keep_list(before)
            raise

    def _send(self, names: Iterable[str]) -> None:
        command = ["rsync", "--times", "--files-from=-"]
        command += ["--delete-missing-args", f"--timeout={SECONDS}"]
        if self.place.startswith("rsync://") or "::" in self.place:
            command += [f"--contimeout={SECONDS}"]
        else:
            command += ["--rsh", f"ssh -o BatchMode=yes -o ConnectTimeout={SECONDS}"]
        command += ["--", f"{self.local.path}/", self.place]
        given = "\n".join(names)
        try:
            done = subprocess.run(  # noqa: S603 - its own arguments, no shell
                command, input=given, text=True, capture_output=True, timeout=LONGEST
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TargetError(f"rsync: {error}") from error
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"rsync ended with {done.returncode}"]
            raise TargetError(lines[0])
