"""`python -m tests.events.api.peers`: other people's tools read docs/openapi.json and use it.

openapi-python-client makes a client of it without a warning. schemathesis then sends generated
cases, following the links of the schema, to a server of a made-up event, and checks each answer
against the schema. It needs the packages of `requirements/api-peers.txt`. `--cases` bounds the
cases of each call, `--scenarios` those of calls that follow links, `--seed` repeats a run,
`--phases examples,coverage,fuzzing,stateful` adds limits of values.
"""

import argparse
import json
import logging
import os
import socketserver
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from tests.shared import ROOT

SCHEMA = ROOT / "docs" / "openapi.json"
# The number of objects that are made of each kind that a call may remove.
ENOUGH = 6
# Numbers that exist: rounds, tables, players, stages.
NUMBERS = (("number", 2), ("table", 4), ("player", 8), ("stage", 1))
# Calls whose scene creates an object, the prefix of its name in an address, and how often.
MADE = (
    ("take-down", "", ENOUGH),
    ("remove-penalty", "", ENOUGH),
    ("remove-appeal", "", 1),
    ("webhook", "", ENOUGH),
    ("organisation-webhook", "organisation-", ENOUGH),
)
FILES = "django.core.files.storage.FileSystemStorage"
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
# Acceptable refusals of generated values, which are often valid in another state only. A schema
# can't express which values an event accepts.
CHECKS = """
[checks]
positive_data_acceptance.enabled = false
missing_required_header.expected-statuses = [401, 404, 422, 428]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 409, 412, 422, 428]

[phases.stateful.generation]
max-examples = {scenarios}
"""


class _Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    answers: ClassVar[Counter[str]] = Counter()

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Count an answer by its status; say nothing of single calls."""
        self.answers[str(code)] += 1


def generate(folder: Path) -> int:
    """Make a client of the schema; a warning is a failure."""
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"]
    path = folder / "client"
    # It formats with the program of another package, which stands beside the Python that runs.
    beside = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        [*command, "--path", SCHEMA, "--output-path", path, "--meta", "none"],
        cwd=folder,
        env={**os.environ, "PATH": beside},
    ).returncode


def narrowed(there: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the schema with values of addresses that exist, so that calls do more than 404."""
    schema: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    for path, methods in schema["paths"].items():
        of_shop = "organisation-" if path.startswith("/api/v1/organisations/") else ""
        for operation in methods.values():
            for parameter in operation["parameters"]:
                # An example names an event of another server, or an old version.
                parameter["schema"].pop("examples", None)
                if parameter["in"] == "path":
                    name, kind = parameter["name"], parameter["schema"]["type"]
                    values = there.get(f"{of_shop}{name}") or there[name]
                    typed = [int(value) if kind == "integer" else value for value in values]
                    parameter["schema"] = {"type": kind, "enum": typed}
    return schema


def made_up() -> tuple[dict[str, list[str]], str]:
    """Make an event that is played; return what its addresses can name, and a token for it."""
    from events.core.players.waiting_list_actions import change_sign_up
    from events.core.sign_ups.actions import SignUpData, sign_up
    from tests.events.api.scenes import BY_NAME, STEPS, scene_for
    from tests.events.scenario import play_round, start_round
    from tests.factories import enroll_players

    scene = scene_for(BY_NAME["settings"])
    event, owner, who = scene.event, scene.owner, scene.who
    enroll_players(event, [f"Player {number}" for number in range(5, 9)])
    change_sign_up(**who, values={"is_open": True, "approval": True})
    there = {name: [str(number) for number in range(1, most + 1)] for name, most in NUMBERS}
    there |= {"event": [event.slug], "organisation": [scene.organisation.slug]}
    there["sign_up"] = [
        str(sign_up(event_id=event.pk, data=SignUpData(name=f"Zoe {one}", key=f"zoe-{one}")).pk)
        for one in range(ENOUGH)
    ]
    play_round(event, owner, 1)
    start_round(event, owner, 2)
    for name, prefix, times in MADE:
        for _time in range(times):
            scene.values = {}
            STEPS[name](scene)
            for key, value in scene.values.items():
                there.setdefault(f"{prefix}{key.lower()}", []).append(value)
    return there, scene.secret


def call_everything(folder: Path, chosen: argparse.Namespace, more: list[str]) -> int:
    """Serve the made-up event and let schemathesis call it; print how calls were answered."""
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from django.test import override_settings

    from events.web.rate_limits import RateLimit

    # This call configures logging, so it is made first.
    application = get_wsgi_application()
    call_command("migrate", verbosity=0)
    RateLimit.enforced = False
    # Refusals are expected; a server error is printed with its traceback.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    storages = {"staticfiles": {"BACKEND": PLAIN}, "default": {"BACKEND": FILES}}
    toml = CHECKS.format(scenarios=chosen.scenarios or chosen.cases)
    (folder / "schemathesis.toml").write_text(toml, "utf-8")
    code = 0
    with (
        override_settings(STORAGES=storages),
        make_server("127.0.0.1", 0, application, _Server, _Quiet) as server,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        # Each phase has its own event, because its calls drop players and end rounds.
        for phase in chosen.phases.split(","):
            there, token = made_up()
            schema = folder / "openapi.json"
            schema.write_text(json.dumps(narrowed(there)), "utf-8")
            before = Counter(_Quiet.answers)
            command = [
                *(sys.executable, "-m", "schemathesis.cli", "run", str(schema)),
                *("--url", f"http://127.0.0.1:{server.server_port}"),
                *("--header", f"Authorization: Bearer {token}"),
                *("--max-examples", str(chosen.cases), "--seed", str(chosen.seed)),
                *("--phases", phase, "--no-shrink", "--suppress-health-check=all"),
                *("--exclude-operation-id", "read-stream", "--exclude-operation-id", "finish"),
                *more,
            ]
            code = subprocess.run(command, cwd=folder).returncode or code
            print(f"{phase}: {_counted(_Quiet.answers - before)}", flush=True)
        server.shutdown()
    print(f"All phases: {_counted(_Quiet.answers)}")
    return code


def _counted(answers: Counter[str]) -> str:
    """Return how many calls were answered and refused, and with which status."""
    refused = sum(count for status, count in answers.items() if status >= "4")
    each = ", ".join(f"{status}: {count}" for status, count in sorted(answers.items()))
    return (
        f"{answers.total()} calls, {answers.total() - refused} answered, {refused} refused ({each})"
    )


def main() -> int:
    """Run both tools; return how the program ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2)
    parser.add_argument("--scenarios", type=int, help="Of calls that follow links.")
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--phases", default="examples,fuzzing,stateful")
    parser.add_argument("--only", choices=("client", "calls"))
    chosen, more = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'event.sqlite3'}"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        code = 0 if chosen.only == "calls" else generate(folder)
        if code or chosen.only == "client":
            return code
        import django

        django.setup()
        return call_everything(folder, chosen, more)


if __name__ == "__main__":
    sys.exit(main())
