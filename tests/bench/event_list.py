"""The cost of the first page, of older pages and of the search, with few and with many events.

`python -m tests.bench.event_list` prints processor milliseconds with 100, 10,000 and 100,000
events, in a separate database, and the ratio to 100 events. "Elsewhere" is the cost of a change of
one event in a process that caches twenty others: a check after the change, minus one without it.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable

AMOUNTS = (100, 10_000, 100_000)
RUNNING, TIMES = 50, 15
# Cached events of the process whose events do not change.
HELD = 20


def add_events(amount: int) -> None:
    """Fill the database up to so many events: fifty are running, the others are over."""
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


class Elsewhere:
    """A process that caches events other than the one that changes."""

    def __init__(self) -> None:
        from events.models import Event
        from events.public_site.event_list import event_list
        from events.public_site.page_cache import page_cache

        running = Event.objects.filter(state=Event.State.RUNNING).order_by("pk")
        self.changing, *held = running.values_list("slug", flat=True)[: HELD + 1]
        page_cache.watched = True
        for slug in held:
            page_cache.open(slug)
        event_list.first_page()
        page_cache.save()

    def extra(self, **change: str) -> float:
        """Return the median milliseconds that a change adds to the next check for changes."""
        return statistics.median(
            self._look(turn, change) - self._look(turn, {}) for turn in range(TIMES)
        )

    def _look(self, turn: int, change: dict[str, str]) -> float:
        from django.db.models import F

        from events.models import Event
        from events.public_site.event_list import event_list
        from events.public_site.refresher import look

        if change:
            values = {name: f"{value} {turn}" for name, value in change.items()}
            changed = Event.objects.filter(slug=self.changing)
            changed.update(**values, public_revision=F("public_revision") + 1)
        # The list is polled once a second; here at every poll.
        assert event_list._known is not None
        event_list._known.checked = 0
        began = time.process_time()
        look()
        return (time.process_time() - began) * 1000


def least(job: Callable[[], object]) -> float:
    """Return the least processor milliseconds of several runs."""
    job()
    times = []
    for _turn in range(TIMES):
        began = time.process_time()
        job()
        times.append(time.process_time() - began)
    return min(times) * 1000


def main() -> None:
    """Print a line for each number of events."""
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
    names = [*jobs, "elsewhere", "list changes"]
    print(f"{'events':>8}" + "".join(f"{name + ', ms':>20}" for name in names))
    for amount in AMOUNTS:
        add_events(amount)
        costs = {name: least(job) for name, job in jobs.items()}
        elsewhere = Elsewhere()
        costs["elsewhere"] = elsewhere.extra(blocked_tables="")
        costs["list changes"] = elsewhere.extra(name="Renamed")
        first = first or costs
        cells = [f"{cost:.2f} (x{cost / first[name]:.1f})" for name, cost in costs.items()]
        print(f"{amount:>8,}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["MATCHSLIP_DEBUG"] = "1"
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/events.sqlite3"
        main()
