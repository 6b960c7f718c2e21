"""Each call as a line for curl and as a few lines of Python, as the documentation shows it.

Both take the site, the event and a token from the environment. The tests run them as they stand.
"""

from dataclasses import dataclass

from events.api.operations import Operation


@dataclass(frozen=True, slots=True)
class Sample:
    """A call with its samples."""

    operation: Operation
    curl: str
    python: str

    @property
    def address(self) -> str:
        """What stands behind the site, with names in braces."""
        return self.operation.path


def sample_of(operation: Operation) -> Sample:
    """Return the samples of a call."""
    path = operation.path.replace("{number}", "1").replace("{table}", "1")
    shell = path.replace("{event}", "$EVENT")
    python = path.replace("{event}", "{environ['EVENT']}")
    return Sample(
        operation,
        curl=f'curl "$SITE{shell}"',
        python=(
            "import json\n"
            "from os import environ\n"
            "from urllib.request import urlopen\n\n"
            f"""with urlopen(f"{{environ['SITE']}}{python}") as answer:\n"""
            "    print(json.load(answer))"
        ),
    )
