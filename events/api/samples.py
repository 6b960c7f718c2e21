"""Samples of each call for curl and Python, as shown in the documentation.

Both take the site, the event, a token and an end from the environment. The tests run them
unchanged.
"""

import json
import re
from dataclasses import dataclass

from events.api.declared import Write
from events.api.reads import Read

READ = """\
import json
from os import environ
from urllib.request import urlopen

with urlopen(f"{{environ['SITE']}}{path}") as answer:
    print(json.load(answer))"""
LISTEN = """\
import json
from os import environ
from urllib.request import urlopen

with urlopen(f"{{environ['SITE']}}{path}") as answer:
    for line in answer:
        if line.startswith(b"data: "):
            print(json.loads(line[6:]))"""
WRITE = """\
import json
from os import environ
from urllib.request import Request, urlopen

headers = {{"Authorization": f"Bearer {{environ['TOKEN']}}", "Content-Type": "application/json"}}
{more}\
address = f"{{environ['SITE']}}{path}"
request = Request(address, {body}, headers, method="{method}")
with urlopen(request) as answer:
    print(json.load(answer))"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A call with its samples for curl and Python."""

    operation: Read | Write
    curl: str
    python: str

    @property
    def address(self) -> str:
        """The path on the site, with names in braces."""
        return self.operation.path


def sample_of(operation: Read) -> Sample:
    """Return the samples of a reading call."""
    path = _numbered(operation.path)
    return Sample(
        operation,
        curl=f'curl "$SITE{_in_shell(path)}"',
        python=READ.format(path=_in_python(path)),
    )


def sample_of_stream(operation: Read) -> Sample:
    """Return the samples of the stream."""
    return Sample(
        operation,
        curl=f'curl --no-buffer "$SITE{_in_shell(operation.path)}"',
        python=LISTEN.format(path=_in_python(operation.path)),
    )


def sample_of_write(write: Write) -> Sample:
    """Return the samples of a writing call."""
    path = _numbered(write.path)
    lines = [f'curl -X {write.method} "$SITE{_in_shell(path)}"']
    lines.append('-H "Authorization: Bearer $TOKEN"')
    more, body = "", "None"
    if write.needs_version:
        lines.append('-H "If-Match: $VERSION"')
        more = 'headers["If-Match"] = environ["VERSION"]\n'
    if write.sample is not None:
        text = json.dumps(write.sample, ensure_ascii=False)
        lines.append('-H "Content-Type: application/json"')
        in_shell = text.replace("$UNTIL", "'\"$UNTIL\"'")
        lines.append(f"-d '{in_shell}'")
        value = repr(dict(write.sample)).replace("'$UNTIL'", 'environ["UNTIL"]')
        more += f"body = {value}\n"
        body = "json.dumps(body).encode()"
    python = WRITE.format(path=_in_python(path), more=more, body=body, method=write.method)
    return Sample(write, curl=" \\\n  ".join(lines), python=python)


def _numbered(path: str) -> str:
    for name in ("{number}", "{table}", "{player}", "{stage}"):
        path = path.replace(name, "1")
    return path


# Row keys are not known in advance; they have the names of the path's values.
_KEY = re.compile(r"{(\w+)}")


def _in_shell(path: str) -> str:
    return _KEY.sub(lambda name: f"${name[1].upper()}", path)


def _in_python(path: str) -> str:
    return _KEY.sub(lambda name: f"{{environ['{name[1].upper()}']}}", path)
