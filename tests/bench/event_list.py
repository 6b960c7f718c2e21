"""The cost of the first page, of older pages and of the search, with few and with many events.

`python -m tests.bench.event_list` prints processor milliseconds with 100, 10,000 and 100,000
events, in a database of its own, and how often as much as with 100.
"""

import os
import tempfile
import time
from collections.abc import Callable

AMOUNTS = (100, 10_000, 100_000)
RUNNING, TIMES = 50, 15


def add_events(amount: int) -> None:
    """Fill the database up to so many events: fifty are running, the others over."""
    import datetime

    from events.models import Event
    from tests import factories

    form = Event.objects.first() or factories.event(state=Event.State.RUNNING)
    day = datetime.date(2026, 11, 21)
    made = []
    for number in range(Event.objects.count(), amount):
        values = {field.attname: getattr(form, field.attname) for field in Event._meta.fields}
        values |= {"id": None, "slug": f"friday-{number}", "name": f"Friday night {number}"}
        if number >= RUNNING:
            values |= {"state": "finished", "date": day - datetime.timedelta(days=number // 40)}
        made.append(Event(**values))
    Event.objects.bulk_create(made, batch_size=500)


def least(job: Callable[[], object]) -> float:
    """Return the milliseconds of processor of the quickest of some turns."""
    job()
    times = []
    for _turn in range(TIMES):
        began = time.process_time()
        job()
        times.append(time.process_time() - began)
    return min(times) * 1000


def main() -> None:
    """Print a line for each amount of events."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from events.public_site.event_list import EventList, older_page
    from events.public_site.reads.listed_events import first_page

    jobs: dict[str, Callable[[], object]] = {
        "a look": first_page,
        "first page": lambda: EventList().first_page(),
        "older page": lambda: older_page("2026-11-19.100000", ""),
        "search": lambda: older_page("", "night 77"),
    }
    first: dict[str, float] = {}
    print(f"{'events':>8}" + "".join(f"{name + ', ms':>20}" for name in jobs))
    for amount in AMOUNTS:
        add_events(amount)
        costs = {name: least(job) for name, job in jobs.items()}
        first = first or costs
        cells = [f"{costs[name]:.1f} (x{costs[name] / first[name]:.1f})" for name in jobs]
        print(f"{amount:>8,}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["MATCHSLIP_DEBUG"] = "1"
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/events.sqlite3"
        main()
