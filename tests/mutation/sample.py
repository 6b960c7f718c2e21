"""python -m tests.mutation.sample SESSION COUNT: leave all mutants of a session but some out.

Of a session that `cosmic-ray init` made, COUNT mutants stay to be run, drawn from a fixed seed; the
others are marked as skipped. For modules with more mutants than there is time for.
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
