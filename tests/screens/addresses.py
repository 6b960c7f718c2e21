"""The list of screens: every address that answers with a page, and the scenes that show it.

tests/screens/test_addresses.py fails for an address that is neither here nor among the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from events.api import urls as api
from tests.screens.badge_day import PLAYER
from tests.screens.busy_event import ENDPOINT, MANY_EVENTS_ENDPOINT, VENUE
from tests.screens.long_names import LONG_STATES
from tests.screens.own_event import OWN_STATES
from tests.screens.scenes import NEWCOMER, STATES

LONG = tuple(f"long-{state}" for state in LONG_STATES)
FRIDAY = tuple(f"friday-{state}" for state in STATES)
OPEN = tuple(f"open-{state}" for state in (*STATES, "cut", "bracket"))

OWN = tuple(f"own-{state}" for state in OWN_STATES)
# No player is public before round 1 is posted.
OWN_PUBLIC = tuple(scene for scene in OWN if scene != "own-check-in")


@dataclass(frozen=True)
class Screen:
    """One page: the name of its address, and the events in which it is shown.

    The first scene is a small one, for tests. `mockup`: its drawing in the shared folder. `who`
    looks at it: staff, judge, operator, player, waiting (signed up), badge, invited, or nobody.
    `after`: what is added to the address.
    """

    name: str
    scenes: Sequence[str] = ("busy",)
    mockup: str = ""
    who: str = "staff"
    status: HTTPStatus = HTTPStatus.OK
    arguments: Mapping[str, object] = field(default_factory=dict)
    after: str = ""

    @property
    def room(self) -> str:
        """Where it belongs: staff, public, me, or account."""
        return self.name.partition(":")[0] if ":" in self.name else "account"

    @property
    def is_of_staff(self) -> bool:
        """Whether only the staff sees it."""
        return self.room in ("staff", "account")

    def path(self, scene: str) -> str:
        """Return the address of this page in a scene."""
        if self.who in ("invited", "badge"):
            # Their visitor opens a private address, and that is the page.
            return ""
        arguments = dict(self.arguments)
        for name in arguments_of()[self.name]:
            if name == "slug":
                arguments[name] = scene
        address = reverse(self.name, kwargs=arguments)
        return address + self.after


def staff(
    name: str, *scenes: str, mockup: str = "", after: str = "", **arguments: object
) -> Screen:
    """Return a page of the staff; "busy" where no other scene is named."""
    return Screen(
        f"staff:{name}", scenes or ("busy",), mockup=mockup, arguments=arguments, after=after
    )


def public(name: str, *scenes: str, mockup: str = "", **arguments: object) -> Screen:
    """Return a page of players and spectators."""
    return Screen(f"public:{name}", scenes or ("busy",), mockup, "nobody", arguments=arguments)


SCREENS: Sequence[Screen] = (
    staff("events", "busy", "convention", "draft", "grand", NEWCOMER, mockup="day"),
    staff("new", mockup="event-new"),
    staff("organisation", mockup="organisation", organisation="busy"),
    staff("organisation-look", organisation="busy"),
    staff("organisation-tokens", organisation="busy"),
    staff("organisation-integrations", organisation="busy"),
    staff("organisation-integration", organisation="busy", endpoint=MANY_EVENTS_ENDPOINT),
    staff("badges", "stand", organisation="stand", after="?who=all"),
    staff("badge", "stand", organisation="stand", player_id=PLAYER),
    staff("series-list", "stand", organisation="stand"),
    staff("series-new", "stand", organisation="stand"),
    staff("series", "stand", organisation="stand", number=1),
    staff("series-change", "stand", organisation="stand", number=1),
    staff("on-demand", "stand", organisation="stand"),
    staff("on-demand-new", "stand", organisation="stand"),
    staff("on-demand-change", "stand", organisation="stand", number=1),
    staff("on-demand-add", "stand", after="?name=an", organisation="stand", number=1),
    staff("on-demand-stand", "stand", organisation="stand", number=1),
    staff("on-demand-tickets", "stand", organisation="stand", number=2, pod=1),
    staff("day-floor", "busy", "convention"),
    staff("staff-board", "convention", mockup="staff-board", organisation="staffconvention"),
    staff("staff-board-list", "convention", organisation="staffconvention"),
    staff("venues"),
    staff("venue", venue_id=VENUE),
    staff("venue-rooms", venue_id=VENUE),
    staff("find", "busy", after="?q=an"),
    staff("keys"),
    staff("guide", guide="scorekeeper"),
    staff("guide-outside", guide="convention"),
    staff("import"),
    staff("take-over"),
    staff(
        *("desk", "busy", *FRIDAY, *OPEN, "grand", "empty", "draft", "teams", "double", "online"),
        mockup="desk-states",
    ),
    staff("desk", *LONG, mockup="round-end"),
    staff("desk", "commander", "commander-cut", mockup="pod-desk"),
    staff("table", "commander", mockup="pod-table", number=2, table=3),
    public("pairings", "commander", mockup="pod-pairings"),
    public("bracket", "commander-cut"),
    Screen("me:page", ("commander", "commander-cut"), "pod-my-page", "player"),
    staff("check-tables", "online", number=1),
    staff("round", "friday-unposted", "open-unposted", number=2),
    staff("round", "friday-published", "open-published", number=2),
    staff("round", "busy", "grand", number=2),
    staff("complete", "busy", "open-clock", "grand", number=2),
    staff("table", "busy", "open-clock", mockup="table", number=2, table=7),
    staff("table", "busy", mockup="table", number=2, table=1),
    staff("table", "playoff", mockup="table", number=2, table=1),
    staff("table", "teams", mockup="table", number=1, table=1),
    staff("settings", "busy", "friday-setup", mockup="settings"),
    staff("settings-group", mockup="settings", code="rounds"),
    staff("settings-group", mockup="settings", code="shown"),
    staff("settings-group", "busy", "friday-setup", mockup="settings", code="players"),
    staff("logo"),
    staff("room"),
    staff("sign-ups", "busy", "empty", mockup="sign-up"),
    staff("decks", "busy", "empty"),
    staff("deck-checks", "busy", "empty"),
    staff("pools", "busy", "empty"),
    staff("pool", number=3),
    staff("deck", number=3),
    staff("archetypes", "busy", "empty"),
    staff("shown-lists", "busy", "empty"),
    staff("eligibility"),
    staff("staff", "busy", "empty", mockup="staff"),
    staff("delete-event"),
    staff("personal", number=3),
    staff("sources", "busy", "open-all-in", number=2),
    staff("reading", number=2),
    staff("journal", "busy", "grand", "empty"),
    staff("plans", "busy", "open-clock", mockup="repair", number=2),
    staff("preparation", "friday-setup"),
    staff("draft-call", "friday-setup"),
    staff("clock", "busy", "open-clock", number=2),
    staff("preflight", "friday-published", "open-complete", number=2),
    staff("standings", "busy", "friday-published", "open-published", "grand", "empty"),
    staff("standings", "friday-finished"),
    staff("standings-after", "friday-published", number=1),
    staff("explain", "busy", round=1, number=3),
    staff("export"),
    staff("roster", "busy", "friday-setup", "open-setup", "grand", "empty", mockup="roster"),
    staff("roster-paste", "busy", "empty", mockup="roster-paste"),
    staff("roster-check-in", "friday-setup", "open-setup", mockup="roster-checkin"),
    staff("roster-drop-absent", "friday-setup"),
    staff("player", "busy", "open-clock", mockup="player", number=3),
    staff("penalty-give", number=3),
    staff("penalties", "busy", "empty"),
    staff("investigations", "busy"),
    staff("penalty-find", after="?player=1"),
    staff("appeals", "busy", "empty"),
    staff("paper", "busy", "empty", "draft"),
    staff("stages", "busy", "empty", "draft", "double"),
    staff("cut", "busy", "open-cut", number=1),
    staff("pods", "draft", "draft-drawn", number=1),
    staff("bracket", "playoff", "open-bracket", number=2),
    staff("bracket", "double", number=1),
    staff("floor", "busy", "open-clock", "open-overtime", "grand", mockup="floor"),
    staff("floor", after="?table=2"),
    staff("floor-areas"),
    staff("hand-over", "busy", "open-clock", "empty"),
    staff("announcements", "busy", "empty"),
    staff("announced", "busy"),
    staff("integrations", "busy", "empty"),
    staff("integration", endpoint=ENDPOINT),
    staff("prizes", "busy", "empty", mockup="report"),
    staff("prize-list", "busy", "empty"),
    staff("feature", "busy", "empty"),
    staff("stream", "busy", "empty"),
    staff("stream-scene", scene="match"),
    staff("report-live", "busy", "open-clock", "empty", mockup="report"),
    staff("report", "friday-published", "friday-finished", "open-finished", mockup="report"),
    Screen("staff:nothing", status=HTTPStatus.NOT_FOUND, arguments={}, after="no-such-page/"),
    Screen("staff:settings", who="judge", status=HTTPStatus.FORBIDDEN),
    Screen("login", who="nobody"),
    Screen("join", who="invited"),
    Screen("join-staff", who="nobody", status=HTTPStatus.NOT_FOUND, arguments={"token": "1.over"}),
    Screen(
        "join-organisation",
        who="nobody",
        status=HTTPStatus.NOT_FOUND,
        arguments={"token": "1.over"},
    ),
    Screen("password"),
    Screen("account"),
    Screen("account-app"),
    Screen("operator", who="operator"),
    public("events", "busy", mockup="event-home"),
    public("organisation"),
    public("on-demand", "stand"),
    public("series", "stand", number=1),
    public("on-demand-queue", "stand", number=1),
    public("event", "busy", "friday-setup", "open-clock", "friday-finished", mockup="public-event"),
    public("event", "coming", "long-finished", mockup="public-event"),
    public("pairings", "busy", "open-clock", "grand", "coming", mockup="pairings"),
    public("standings", "busy", "open-published", "grand", "empty", mockup="standings"),
    public("standings", "friday-finished", mockup="standings"),
    public("explain", round=1, number=3),
    public("player", "busy", "open-clock", number=3),
    public("player", *OWN_PUBLIC, mockup="my-page", number=3),
    public("recorded", number=3),
    public("bracket", "playoff", "open-bracket", "double", *LONG[1:], mockup="top8-live"),
    public("pods", "draft"),
    public("decks"),
    public("about", "busy", "empty"),
    public("privacy"),
    public("rules"),
    public("report", "friday-finished", "open-finished", mockup="report"),
    public("seeds"),
    public("api-docs"),
    public("embed-standings", "busy", "empty"),
    public("embed-pairings", "busy", "empty"),
    staff("tokens", "busy", "empty"),
    public("projector", "busy", "open-clock", "open-published", mockup="projector"),
    Screen("me:page", ("busy", "open-clock"), "my-page", "player"),
    Screen("me:page", ("busy",), "my-page", "waiting"),
    Screen("me:page", (*OWN, *LONG), "my-page", "player"),
    Screen("me:deck", who="player"),
    Screen("me:pool", who="player"),
    Screen("me:drop", who="player"),
    Screen("me:sign-up", ("coming", "busy", "empty"), "sign-up", "nobody"),
    Screen("public:badge", ("stand",), "my-page", "badge"),
    Screen("me:lost", who="nobody", status=HTTPStatus.NOT_FOUND),
)
# They answer with a fragment, a file, or a redirect. First-organizer is a page while a site has no
# account.
NO_PAGES = frozenset(
    f"staff:{name}"
    for name in (
        *(
            "echo",
            "live",
            "day-live",
            "day-queues",
            "on-demand-live",
            "organisations",
            "missing",
            "table-say",
            "switch",
            "personal-export",
            # In a closed series of a deleted event: tests/events/series/test_removed_people.py.
            "series-person",
            "reading-echo",
            "forecast",
            "plan-seats",
        ),
        *("reading-count", "explain-json", "export-file", "report-csv", "report-xlsx"),
        "export-addresses",
        "export-other",
        "report-pdf",
        *("pdf-pairings", "pdf-slips", "pdf-standings", "pdf-changed-tables", "pdf-facts"),
        *("pdf-seats", "pdf-sign-in", "pdf-labels", "pdf-tables", "pdf-poster", "pdf-pods"),
        *("pdf-prizes", "pdf-pools"),
        "pdf-badges",
        *("pdf-bracket", "print-pairings", "print-slips", "print-standings", "print-seats"),
        *("print-pods", "print-bracket", "names", "phones", "sign-up-settings", "facts", "help"),
        "help-outside",
    )
) | {
    "second-step",
    *("public:series-csv", "public:series-xlsx", "staff:series-csv", "staff:series-xlsx"),
    *("first-organizer", "language", "now", "here", "private-worker", "me:open"),
    *("public:worker", "public:explain-json", "public:card", "public:stamp", "public:code"),
    "public:table-sign",
    *("public:around", "public:organisation-logo"),
    *("public:report-pdf", "public:logo", "public:calendar", "short", "short-slash"),
    *("public:share", "public:share-place", "favicon", "security-txt", "manifest", "api-missing"),
    *("public:api-openapi", "public:api-events", "public:api-event", "public:api-rounds"),
    *("public:api-round", "public:api-standings", "public:api-bracket", "public:api-pods"),
    *("public:api-decklists", "public:api-announcements", "public:api-clock"),
    *("public:api-report", "public:api-archive", "public:api-stream"),
    # The private address of a venue: see tests/events/venues/test_venues.py. It reloads itself,
    # unlike pages that people read.
    "clock-wall",
    # Only for a stream, with a token: see test_overlays.py, and the browser test of overlays.
    *("overlay:page", "overlay:part"),
    *(f"api:{pattern.name}" for pattern in api.urlpatterns),
}


def addresses(
    resolver: URLResolver | None = None, above: str = "", before: Sequence[str] = ()
) -> Iterator[tuple[str, URLPattern, Sequence[str]]]:
    """Return every address of the site: its name, its pattern, the names of its arguments."""
    for entry in (resolver or get_resolver()).url_patterns:
        names = (*before, *entry.pattern.converters)
        if isinstance(entry, URLPattern):
            yield f"{above}{entry.name}", entry, names
        else:
            inside = f"{above}{entry.namespace}:" if entry.namespace else above
            yield from addresses(entry, inside, names)


def arguments_of() -> Mapping[str, Sequence[str]]:
    """Return the arguments of each address; of two with one name, the shorter."""
    found: dict[str, Sequence[str]] = {}
    for name, _pattern, arguments in addresses():
        if name not in found or len(arguments) < len(found[name]):
            found[name] = arguments
    return found


def shown_in(scene: str) -> list[Screen]:
    """Return the screens whose first scene this is."""
    return [screen for screen in SCREENS if screen.scenes[0] == scene]
