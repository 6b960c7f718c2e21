"""python -m tests.mutation.sample SESSION COUNT: leave all mutants of a session but some out.

Of a session that `cosmic-ray init` made, COUNT mutants stay to be run, drawn from a fixed seed; the
others are marked as skipped. For modules with more mutants than there is time for.

cosmic-ray changes files, so work in a copy:

    git worktree add ../mutants && cd ../mutants
    python3 -m venv /tmp/mutants && /tmp/mutants/bin/pip install -r requirements/dev.txt
    /tmp/mutants/bin/pip install cosmic-ray
    export PATH=/tmp/mutants/bin:$PATH
    cosmic-ray init tests/mutation/results.toml results.sqlite
    cr-filter-operators results.sqlite tests/mutation/results.toml
    python -m tests.mutation.sample results.sqlite 160
    nice cosmic-ray exec tests/mutation/results.toml results.sqlite
    cr-report --surviving-only results.sqlite

A run that is stopped may leave a mutant in the file: `git checkout .`.
"""

from __future__ import annotations

import random
import sqlite3
import sys

SEED = 7
OPEN = """
    select job_id from mutation_specs
    where job_id not in (select job_id from work_results)
    order by module_path, operator_name, occurrence
"""


def keep(session: str, count: int) -> int:
    """Mark all open mutants of a session but `count` as skipped; return how many were open."""
    with sqlite3.connect(session) as database:
        jobs = [job for (job,) in database.execute(OPEN)]
        kept = set(random.Random(SEED).sample(jobs, min(count, len(jobs))))
        database.executemany(
            "insert into work_results (job_id, worker_outcome) values (?, 'SKIPPED')",
            [(job,) for job in jobs if job not in kept],
        )
    return len(jobs)


if __name__ == "__main__":
    most = int(sys.argv[2])
    print(f"{keep(sys.argv[1], most)} mutants, of which {most} are run")
