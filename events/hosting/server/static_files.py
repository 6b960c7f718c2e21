"""Answer static files with a hash in their name from memory, as WhiteNoise does.

The files, their addresses and their answers are from WhiteNoise's own table and code; only the
bytes are read once, instead of from the disk for each phone.
"""

from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from events.public_site.responses import added_headers

# Files that browsers cache forever; larger pictures stay on disk.
LARGEST = 512 * 1024
IMMUTABLE = "immutable"

Answer = tuple[int, dict[str, str], bytes]


def _no_page(_request: HttpRequest) -> HttpResponseBase:
    return HttpResponse()


class Files:
    """The static files that this process has in memory."""

    def __init__(self) -> None:
        self._files: dict[str, StaticFile] = {}
        self._bytes: dict[str, bytes] = {}

    def hold(self) -> None:
        """Read every immutable file up to LARGEST bytes into memory."""
        for address, file in WhiteNoiseMiddleware(_no_page).files.items():
            if not isinstance(file, StaticFile):
                continue
            kept = dict(file.not_modified_response.headers).get("Cache-Control", "")
            paths = [path for _encoding, path, _headers in file.alternatives]
            if IMMUTABLE in kept and all(Path(path).stat().st_size <= LARGEST for path in paths):
                self._files[address] = file
                self._bytes.update((path, Path(path).read_bytes()) for path in paths)

    def forget(self) -> None:
        """Clear the files from memory."""
        self._files.clear()
        self._bytes.clear()

    def addresses(self) -> list[str]:
        """Return the addresses of the files in memory."""
        return list(self._files)

    def answer(self, path: str, asked: dict[bytes, bytes]) -> Answer | None:
        """Return status, headers without date, and body; None to let Django answer.

        `asked` are the request's headers, with lower-case names.
        """
        file = self._files.get(path)
        if file is None or b"range" in asked:
            return None
        request = {
            "HTTP_" + name.decode("latin-1").upper().replace("-", "_"): value.decode("latin-1")
            for name, value in asked.items()
        }
        if file.is_not_modified(request):
            headers = dict(file.not_modified_response.headers)
            return 304, {**headers, **added_headers()}, b""
        name, headers = file.get_path_and_headers(request)
        return 200, {**dict(headers), **added_headers()}, self._bytes[name]


files = Files()
