"""Rehearse the posting of a round with many phones and one desk, the evening before."""

from threading import Event as Flag
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.urls import reverse

from events.core.progress.outstanding import outstanding_matches
from events.hosting.rehearsal.desk_line import DeskLine
from events.hosting.rehearsal.own_server import served
from events.hosting.rehearsal.posting_drill import Drill, WatchedEvent
from events.hosting.rehearsal.watching_phones import PhonesError, PhoneTally, room_for, run
from events.hosting.static_collection import collect_static_files
from events.management.database import prepare_database
from events.management.whole_day import Day, Size, lines, make_events
from events.models import Event, Round

ENTRIES_A_SECOND = 2.0
MOST_SECONDS = 90.0
# Fewer results are too few to compare.
LEAST_PLAYERS = 8


class Command(BaseCommand):
    """`manage.py rehearse --event rehearsal --phones 500`, while a server runs."""

    help = (
        "Connect made-up phones to a running server of this data, pair and post the next round of "
        "the event named, enter results meanwhile, and say when the last phone had the round, what "
        "each waited, and what went wrong. Make an event for it: manage.py simulate_event --name "
        "Rehearsal --players 200 --rounds 3 --stop-in-round 2"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the event and the size of the rehearsal."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--event", metavar="SLUG", help="post the next round of this event")
        which.add_argument(
            "--events",
            type=int,
            metavar="NUMBER",
            help="make a main event and so many side events in a database that has none, serve it, "
            "post a round of each, and enter results in one event and in ten",
        )
        parser.add_argument("--phones", type=int, required=True)
        parser.add_argument("--main-players", type=int, default=1200, help="with --events")
        parser.add_argument("--side-players", type=int, default=48, help="with --events")
        parser.add_argument("--site", default="http://127.0.0.1:8000", help="default: %(default)s")
        parser.add_argument("--every", type=float, default=10.0, help="seconds between questions")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Run the rehearsal and print the findings."""
        if options["events"] is not None:
            self._play_day(options)
            return
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        number = next_round(event)
        self._ask(event, number, options["yes"])
        site = urlsplit(options["site"])
        host, port = site.hostname or "127.0.0.1", site.port or 80
        try:
            room_for(options["phones"], host)
        except PhonesError as error:
            raise CommandError(str(error)) from error
        players = list(event.enrollments.values_list("number", flat=True))
        watched = WatchedEvent(host, port, event.slug, players, options["phones"], options["every"])
        desk = DeskLine(f"http://{host}:{port}", organizer_of(event))
        connections.close_all()
        try:
            self._rehearse(watched, desk, number)
        except PhonesError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{options['site']} does not answer: {error}") from error
        finally:
            desk.close()

    def _play_day(self, options: dict[str, Any]) -> None:
        size = Size(
            events=options["events"],
            phones=options["phones"],
            main=options["main_players"],
            side=options["side_players"],
            every=options["every"],
        )
        if min(size.main, size.side) < LEAST_PLAYERS or size.events < 1:
            raise CommandError(f"An event needs {LEAST_PLAYERS} players, and a day a side event.")
        prepare_database(self)
        if Event.objects.exists():
            raise CommandError("This makes events: name a database that has none.")
        try:
            # Checked first: each phone needs a file descriptor, and a system may allow too few.
            room_for(size.phones, "127.0.0.1")
            collect_static_files()
            actor, events = make_events(size, self.stderr.write)
            with served() as port:
                findings = Day(port, size, actor, events).play()
        except PhonesError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("\n".join(lines(size, findings)))

    def _ask(self, event: Event, number: int, yes: bool) -> None:
        self.stdout.write(
            f"This pairs and posts round {number} of {event.name}, for its players too."
        )
        if not yes and input("Go on? [y/N] ").strip().lower() != "y":
            raise CommandError("Nothing was done.")

    def _rehearse(self, watched: WatchedEvent, desk: DeskLine, number: int) -> None:
        entered, over = PhoneTally(), Flag()
        posting: dict[str, float] = {}
        which = {"event__slug": watched.slug, "number": number}

        def address(button: str, of: int) -> str:
            return reverse(f"staff:{button}", args=[watched.slug, of])

        def post() -> None:
            if Round.objects.filter(event__slug=watched.slug, state=Round.State.POSTED).exists():
                desk.post(address("complete", number - 1))
            posting["paired"] = desk.act(address("pair", number))
            posting["posted"] = desk.act(address("post", number))
            if not Round.objects.filter(**which, state=Round.State.POSTED).exists():
                raise PhonesError("The round could not be posted; the desk says why.")
            entering.start()

        entering = Thread(
            target=enter_results,
            args=(desk, address("enter", number), which, entered, over),
            daemon=True,
        )
        drill = Drill(watched)
        run(drill.run(post, number, MOST_SECONDS))
        over.set()
        entering.join()
        self._tell(drill, posting, entered)

    def _tell(self, drill: Drill, posting: dict[str, float], entered: PhoneTally) -> None:
        for name, tally in (
            ("first page", drill.first),
            ("a question", drill.asked),
            ("the new round, after it was posted", drill.round),
            ("a result entered meanwhile", entered),
        ):
            self.stdout.write(
                f"{name}: {len(tally.seconds)}, median {_read(tally.median())}, "
                f"99 % within {_read(tally.at(0.99))}, slowest {_read(tally.at(1))}, "
                f"errors: {tally.faults()}"
            )
        self.stdout.write(
            f"pairing took {_read(posting['paired'])}, posting {_read(posting['posted'])}; a phone "
            f"asks every {drill.watched.every:g} s, which is most of what it waits for a round"
        )


def next_round(event: Event) -> int:
    """Return the number of the round to pair; CommandError while results are missing."""
    newest = event.rounds.order_by("number").last()
    if newest is None:
        return 1
    if newest.is_unposted or outstanding_matches(newest):
        raise CommandError(f"Round {newest.number} of {event.name} is still being played.")
    return newest.number + 1


def organizer_of(event: Event) -> User:
    """Return a member with the right to pair; CommandError without one."""
    member = event.staff.filter(organizer=True, user__is_active=True).first()
    if member is None:
        raise CommandError(f"{event.name} has no organizer.")
    return member.user


def enter_results(
    desk: DeskLine, path: str, which: dict[str, Any], tally: PhoneTally, over: Flag
) -> None:
    """Enter a 2-0 at one table after the other, until all have a result or `over` is set."""
    tables = [match.table for match in outstanding_matches(Round.objects.get(**which))]
    connections.close_all()
    for table in tables:
        if over.wait(1 / ENTRIES_A_SECOND):
            return
        try:
            tally.seconds.append(desk.post(path, entry=f"{table} 20"))
        except OSError as error:
            tally.wrong(str(error))


def _read(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"
