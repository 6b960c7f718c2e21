"""The state of a server's worker before it listens."""

import os
import subprocess
import sys

from django.conf import settings

from events.hosting.server.garbage import NEW_OBJECTS

# The code alone consists of some 300,000 objects.
MANY = 100_000
SUPERVISOR = "import events.hosting.server.__main__, sys; print(*sys.modules)"
LOOK = "import events.hosting.server.worker, gc; print(gc.get_freeze_count(), *gc.get_threshold())"


def test_the_collector_of_garbage_passes_by_what_stays(tmp_path: object) -> None:
    looked = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=settings.BASE_DIR,
        env={**os.environ, "MATCHSLIP_VAR": str(tmp_path), "MATCHSLIP_PUBLIC_SECONDS": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    stays, new_objects, *_others = map(int, looked.stdout.split())
    assert stays > MANY
    assert new_objects == NEW_OBJECTS


def test_the_supervisor_imports_no_library_that_only_workers_need() -> None:
    imported = subprocess.run(
        [sys.executable, "-c", SUPERVISOR],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {"django", "prometheus_client"} & set(imported.stdout.split())
