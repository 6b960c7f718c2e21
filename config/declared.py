"""One declaration for each setting of the environment: its name, its values, and its purpose.

Values are checked when the settings are read, so that no misspelled one is silently off.
docs/reference/server.md has their table: `python -m tests.documentation.settings_table`.
"""

import difflib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.exceptions import ImproperlyConfigured

from config import setting_readers as read
from domain.site_addresses import site_address

T = TypeVar("T")
BEGINNING = "MATCHSLIP_"
# Between this program's processes, and for its tests.
INTERNAL = frozenset(
    f"{BEGINNING}{name}"
    for name in (
        *("ONLY", "PACKAGE", "RUN", "SERVER", "STATIC", "THREADS", "TLS_HERE", "WORKERS"),
        *("FAILED", "FAULTS", "LEFT_OUT", "NO_SKIP", "SEED", "SEEDS", "SKIPPED", "STATEMENTS"),
        *("FOLDER", "LISTEN", "MIME", "TAKE_OVERS", "UPSTREAM"),
    )
)
# Kubernetes sets these addresses for a service named "matchslip".
_OF_A_SERVICE = re.compile(rf"{BEGINNING}(SERVICE_(HOST|PORT)|PORT)(_\w+)?")


@dataclass(frozen=True, slots=True)
class Declared(Generic[T]):
    """A setting; `read` parses its text and raises ValueError for one that is not `allowed`.

    An empty value counts as not set. `default`: the text used then; `shown`: its form in the table.
    `protects`: a misspelled name would leave open what the setting closes. `secret`: no message
    repeats its value.
    """

    name: str
    read: Callable[[str], T]
    allowed: str
    meaning: str
    default: str = ""
    shown: str = "none"
    protects: bool = False
    secret: bool = False

    @property
    def value(self) -> T:
        """The parsed value from the environment; ImproperlyConfigured if it is not allowed."""
        text = os.environ.get(self.name, "").strip() or self.default
        try:
            return self.read(text)
        except ValueError as error:
            written = "The value" if self.secret else f"“{text[:80]}”"
            raise ImproperlyConfigured(
                f"{self.name}: {written} is not allowed. Allowed is {self.allowed}."
            ) from error


_ON = "1 or 0"
DATABASE = Declared(
    "DATABASE_URL",
    read.database,
    "an address such as postgres://user@host/name or sqlite:///path",
    "`postgres://...` or `sqlite:///path`",
    shown="SQLite in `var/`",
    secret=True,
)
PORT = Declared(
    "PORT",
    read.whole(1, 65_535),
    "a port from 1 to 65535",
    "port to serve where the command names none; hosts of programs give it",
    "8000",
    "8000",
)
SECRET_KEY = Declared(
    "MATCHSLIP_SECRET_KEY",
    read.key,
    f"a text of at least {read.LEAST_KEY} characters",
    "signing key, the same for all nodes of a site",
    shown="generated once, stored in `var/`",
    protects=True,
    secret=True,
)
HOSTS = Declared(
    "MATCHSLIP_HOSTS",
    read.hosts,
    "host names, comma separated, without https://",
    "host names served, comma separated",
    "*",
    "any; on the loopback address only local ones",
    protects=True,
)
ORIGINS = Declared(
    "MATCHSLIP_ORIGINS",
    read.origins,
    "addresses such as https://swiss.example, comma separated",
    "trusted origins behind a TLS proxy, comma separated",
)
HTTPS = Declared(
    "MATCHSLIP_HTTPS",
    read.switch,
    _ON,
    "1: served over TLS, cookies are secure",
    "0",
    "0",
    protects=True,
)
DEBUG = Declared("MATCHSLIP_DEBUG", read.switch, _ON, "1: Django's debug pages", "0", "0")
VAR = Declared(
    "MATCHSLIP_VAR",
    read.text,
    "a folder",
    "folder for everything that the application writes",
    shown="`var/`",
)
ARCHETYPES = Declared(
    "MATCHSLIP_ARCHETYPES",
    read.text,
    "a folder",
    "folder of public archetype definitions (`Archetypes/*.json`, `Fallbacks/*.json`, or below a "
    "folder named like the format), for suggestions",
)
BACKUP_MINUTES = Declared(
    "MATCHSLIP_BACKUP_MINUTES",
    read.number(0, 10_000),
    "a number of minutes from 0 to 10000",
    "minutes between backups while something changes; 0: none",
    "3",
    "3",
    protects=True,
)
BACKUPS_ALSO = Declared(
    "MATCHSLIP_BACKUPS_ALSO",
    read.text,
    "a folder",
    "a second folder for backups, such as a USB stick's",
    protects=True,
)
PAGES_MB = Declared(
    "MATCHSLIP_PAGES_MB",
    read.whole(1, 100_000),
    "a whole number of MB from 1 to 100000",
    "memory for built pages of events in each worker, in MB",
    "192",
    "192",
)
PUBLIC_SECONDS = Declared(
    "MATCHSLIP_PUBLIC_SECONDS",
    read.number(0, 3600),
    "a number of seconds from 0 to 3600",
    "seconds for which a worker behind another server trusts its cached pages; 0: no cache",
    "1",
    "1",
)
CONNECTIONS = Declared(
    "MATCHSLIP_CONNECTIONS",
    read.whole(0, 1_000_000),
    "a whole number from 0 to 1000000",
    "connections per network (IPv4 address, /64 of IPv6); 0: any number",
    "512",
    "512",
    protects=True,
)
PROXIES = Declared(
    "MATCHSLIP_PROXIES",
    read.proxies,
    "IP addresses or networks such as 10.0.0.0/8, comma separated",
    "addresses or networks of proxies, comma separated",
    protects=True,
)
MAIL = Declared(
    "MATCHSLIP_MAIL",
    read.mail_server,
    "an address such as smtp+tls://user:password@host:587",
    "mail server for [sign-ups](../how-to/players.md#sign-up), such as "
    "`smtp+tls://user:password@host:587`; also `smtp` and `smtps`",
    shown="none: no emails",
    secret=True,
)
MAIL_FROM = Declared(
    "MATCHSLIP_MAIL_FROM",
    read.sender,
    "an email address",
    "sender of the emails; required with a mail server",
)
SITE = Declared(
    "MATCHSLIP_SITE",
    site_address,
    "an address such as https://swiss.example",
    "address of the site for players, such as `https://swiss.example`; required with a mail server",
)
PUSH_KEY = Declared(
    "MATCHSLIP_PUSH_KEY",
    read.text,
    "a key that manage.py push_key printed",
    "key for messages to [phones whose page is closed]"
    "(../how-to/serving.md#phones-whose-page-is-closed); "
    "`manage.py push_key` prints one",
    shown="none: no messages",
    secret=True,
)
PUSH_CONTACT = Declared(
    "MATCHSLIP_PUSH_CONTACT",
    read.contact,
    "an address that begins with mailto: or https://",
    "contact for the push services, such as `mailto:desk@swiss.example`; required with a key",
)
SECURITY_CONTACT = Declared(
    "MATCHSLIP_SECURITY_CONTACT",
    read.contact,
    "an address that begins with mailto: or https://",
    "contact for reports of weaknesses, shown at `/.well-known/security.txt`",
)
SECOND_FACTOR = Declared(
    "MATCHSLIP_SECOND_FACTOR",
    read.one_of("required", "optional"),
    "required or optional",
    "`required`: every account needs a [second factor](security.md#second-factor)",
    "optional",
    "optional",
    protects=True,
)
HOOK_NETWORKS = Declared(
    "MATCHSLIP_HOOK_NETWORKS",
    read.networks,
    "networks such as 192.168.1.0/24, comma separated",
    "local networks that [webhooks](webhooks.md#addresses) may go to, such as `192.168.1.0/24`",
    protects=True,
)
METRICS = Declared(
    "MATCHSLIP_METRICS", read.switch, _ON, "1: this computer may read `/metrics`", "0", "0"
)
METRICS_TOKEN = Declared(
    "MATCHSLIP_METRICS_TOKEN",
    read.text,
    "a text",
    "token with which any client may read `/metrics`",
    secret=True,
    protects=True,
)
LOG = Declared(
    "MATCHSLIP_LOG",
    read.one_of("text", "json"),
    "text or json",
    "`json`: one line of JSON for each log entry",
    "text",
    "text",
    protects=True,
)

ALL: tuple[Declared[Any], ...] = (
    *(DATABASE, PORT, SECRET_KEY, HOSTS, ORIGINS, HTTPS, DEBUG, VAR, ARCHETYPES, BACKUP_MINUTES),
    *(BACKUPS_ALSO, PAGES_MB, PUBLIC_SECONDS, CONNECTIONS, PROXIES, MAIL, MAIL_FROM, SITE),
    *(
        PUSH_KEY,
        PUSH_CONTACT,
        SECURITY_CONTACT,
        SECOND_FACTOR,
        HOOK_NETWORKS,
        METRICS,
        METRICS_TOKEN,
        LOG,
    ),
)
NEEDS = ((MAIL, MAIL_FROM), (MAIL, SITE), (PUSH_KEY, PUSH_CONTACT))


def check() -> None:
    """Raise ImproperlyConfigured with a line for each wrong setting.

    A name that nearly matches a setting that protects is an error too: it would protect nothing.
    """
    problems = list(_problems())
    if problems:
        raise ImproperlyConfigured("\n".join(problems))


def _problems() -> Iterator[str]:
    for declared in ALL:
        try:
            _value = declared.value
        except ImproperlyConfigured as error:
            yield str(error)
    for declared, other in NEEDS:
        if os.environ.get(declared.name, "").strip() and not os.environ.get(other.name, ""):
            yield f"{declared.name} needs {other.name}: {other.allowed}."
    protecting = {declared.name for declared in ALL if declared.protects}
    for name, meant in unknown_names(os.environ).items():
        if meant in protecting:
            yield f"{name} is not a setting. Did you mean {meant}?"


def unknown_names(environment: Mapping[str, str]) -> dict[str, str]:
    """Return undeclared names with the prefix of our settings, each with the likely name or ""."""
    ends = {declared.name.removeprefix(BEGINNING): declared.name for declared in ALL}
    unknown = sorted(
        name
        for name in environment
        if name.upper().startswith(BEGINNING)
        and name not in ends.values()
        and name not in INTERNAL
        and not _OF_A_SERVICE.fullmatch(name)
    )
    return {name: _meant(name.upper().removeprefix(BEGINNING), ends) for name in unknown}


def _meant(end: str, ends: Mapping[str, str]) -> str:
    near = difflib.get_close_matches(end, ends, 1, 0.75)
    return ends[near[0]] if near else ""
