"""Set a document as a PDF, in a process of its own."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from events.paper.document import Document
from events.paper.stand_ins import printable
from events.web.heavy import slot

# Documents of 10,000 players take 3 to 8 seconds of processor time. If the machine is too busy to
# finish in a minute, the page says so (web/write_failures.py).
SECONDS = 60
_TYPESET = Path(__file__).with_name("typst_worker.py")


class PressError(RuntimeError):
    """An error in a template; the message is Typst's."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The first sheet as a PNG in base64, and how many sheets the document has."""

    picture: str
    sheets: int


def preview(document: Document) -> Preview:
    """Return the preview of a document; raises the errors of `press`."""
    return Preview(**json.loads(press(document, "preview")))


def press(document: Document, kind: Literal["pdf", "png", "preview"] = "pdf") -> bytes:
    """Return the document as a PDF, or its only page as a PNG of one pixel a point.

    A "preview" is JSON with the values of Preview.

    Typst holds its results in memory, several hundred megabytes after some rounds of slips; a
    process that ends frees them, and costs a tenth of a second. Raises PressError for a wrong
    template, TimeoutExpired after SECONDS, CalledProcessError for a process that a signal ended,
    which also happens when memory runs out, BusyError while other heavy work runs.
    """
    data = printable(document.data)
    order = {"template": document.template, "data": data, "kind": kind}
    # No part of the command is user input: it is this Python and a file next to this one.
    with slot():
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-I", str(_TYPESET)],
            input=json.dumps(order).encode(),
            capture_output=True,
            check=False,
            timeout=SECONDS,
        )
    # The system kills a process that takes too much memory; its exit code is the negative signal
    # number.
    if done.returncode < 0:
        done.check_returncode()
    if done.returncode:
        raise PressError(done.stderr.decode(errors="replace"))
    return done.stdout


def sheets_of(pdf: bytes) -> int:
    """Return the number of pages of a file made by `press`; 0 if it is not a PDF."""
    count = re.search(rb"/Type\s*/Pages\b[^>]*?/Count\s+(\d+)", pdf)
    return int(count[1]) if count else 0
