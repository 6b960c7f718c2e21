"""Prepare the installation and serve the site; `make run` starts it."""

import argparse
import io
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections

from domain.operating_system import become
from domain.own_command import is_package, typed
from domain.site_addresses import site_address
from events.core.private_files import make_private_file
from events.hosting.backups import BackupError
from events.hosting.backups.retention import backups_folder, why_no_backups
from events.hosting.backups.sqlite import database_path
from events.hosting.certificate import fingerprint, own_certificate, why_not_usable
from events.hosting.parent_process import lock_as_server, serve_alone
from events.hosting.standby.challenges import begin_run
from events.hosting.standby.leadership import Registry, ask_peers
from events.hosting.standby.wire import own_token
from events.hosting.static_collection import collect_static_files
from events.hosting.updates import TooNewError, bring_up_to_date
from events.management.commands.compile_translations import compile_translations
from events.management.database import place_of_data
from events.models import Event
from events.web.demonstration import DemoLogin, settle_demo_password
from events.web.new_accounts import first_code
from events.web.site_address import (
    LOCAL_NAMES,
    is_loopback,
    network_addresses,
    port_number,
    resolve,
    web_address,
    why_no_offline_copy,
    why_not_free,
)

# The most workers, and threads of each.
MOST = 256
# The prefix of config/urls.py; asking Django would import every page of the site again.
DESK = "/staff/"


class Command(BaseCommand):
    """`manage.py serve`."""

    # They import every page of the site, as the server does in its own process.
    requires_system_checks: list[str] = []
    help = "Create or update the database, load the demonstration into an empty one, and serve."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the address, the number of workers and other options."""
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 serves the network")
        parser.add_argument("--port", type=port_number, default=settings.PORT)
        parser.add_argument(
            "--address", type=whole_site, default="", help="how people reach it, behind a proxy"
        )
        parser.add_argument("--tls", action="store_true", help="with a certificate of its own")
        parser.add_argument("--certificate", default="", help="serve TLS with this file")
        parser.add_argument("--key", default="", help="the certificate's private key")
        parser.add_argument(
            "--workers", type=at_least_1, help="default: 1 on SQLite, else one a CPU"
        )
        parser.add_argument("--threads", type=at_least_1, default=8, help="of each worker")
        parser.add_argument(
            "--take-back", action="store_true", help="be in charge although another took over"
        )
        parser.add_argument("--open", action="store_true", help="show the first page in a browser")
        parser.add_argument("--no-demo", action="store_true", help="start empty")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Prepare, print the address, and become the server."""
        port = options["port"]
        self.warn_of_unknown_settings()
        try:
            ip = resolve(options["host"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        problem = why_not_free(ip, port)
        if problem:
            raise CommandError(problem)
        held = lock_as_server(Path(settings.VAR_DIR))
        if held is None:
            raise CommandError("A backup is being restored here. Wait until that is done.")
        alone = connection.vendor != "sqlite" or serve_alone(Path(settings.VAR_DIR))
        if not alone:
            raise CommandError(
                f"Another Matchslip already serves the data in {settings.VAR_DIR}. Use that one, "
                "or stop it. For other data, name another folder with MATCHSLIP_VAR."
            )
        tls = self.tls(options)
        self.prepare(demo=not options["no_demo"])
        for warning in warnings_of_folders():
            self.stdout.write(self.style.WARNING(warning))
        network = serves_a_network(ip, options["address"])
        login = settle_demo_password(network=network, kept_in=settings.VAR_DIR / "demo_password")
        scheme = "https" if tls else "http"
        self.print_address(ip, port, options["address"], scheme)
        self.print_login(login, network=network)
        if connection.vendor == "sqlite":
            self.print_follow_command(port, scheme, network=network, take_back=options["take_back"])
        if not network:
            os.environ["MATCHSLIP_HOSTS"] = ",".join(LOCAL_NAMES)
        name_folders_in_full()
        begin_run()
        connections.close_all()
        sys.stdout.flush()
        sys.stderr.flush()
        if options["open"]:
            open_when_it_answers(port, web_address("127.0.0.1", port, scheme))
        become_server(ip, port, options["workers"], options["threads"], tls)

    def warn_of_unknown_settings(self) -> None:
        """Warn of environment variables that resemble settings but are not."""
        for name, meant in settings.UNKNOWN_SETTINGS.items():
            hint = f" Did you mean {meant}?" if meant else ""
            self.stderr.write(f"{name} is not a setting and has no effect.{hint}")

    def tls(self, options: dict[str, Any]) -> tuple[Path, Path] | None:
        """Return certificate and key if the server uses TLS, and configure it accordingly."""
        if options["certificate"] or options["key"]:
            if not (options["certificate"] and options["key"]):
                raise CommandError("CERT and KEY belong together: name both files, in PEM.")
            certificate, key = (
                Path(options["certificate"]).resolve(),
                Path(options["key"]).resolve(),
            )
            problem = why_not_usable(certificate, key)
            if problem:
                raise CommandError(f"{problem} CERT and KEY name the two files, in PEM.")
            os.environ["MATCHSLIP_TLS_HERE"] = "files"
            return certificate, key
        if not options["tls"]:
            return None
        certificate, key, is_new = own_certificate(settings.VAR_DIR / "tls")
        self.stdout.write(
            "A certificate was made for this computer. Browsers warn once, because nobody vouches "
            "for it; what they show has to be this:"
            if is_new
            else "The certificate of this computer, as browsers show it:"
        )
        self.stdout.write(f"  SHA-256 {fingerprint(certificate)}")
        os.environ["MATCHSLIP_TLS_HERE"] = "own"
        return certificate, key

    def prepare(self, *, demo: bool) -> None:
        """Bring database, translations and static files up to date; fill an empty database."""
        for path in settings.READABLE:
            self.stdout.write(
                self.style.WARNING(f"Others on this computer can read {path}: change its owner.")
            )
        if connection.vendor == "sqlite":
            make_private_file(database_path())
        # Compressing the files takes as long as creating the tables, mostly outside Python's lock.
        with ThreadPoolExecutor(1) as beside:
            collected = beside.submit(collect_static_files)
            self.prepare_database(demo=demo)
            collected.result()

    def prepare_database(self, *, demo: bool) -> None:
        """Bring the tables and translations up to date; fill an empty database."""
        try:
            bring_up_to_date(self.stdout.write)
        except TooNewError as error:
            raise CommandError(str(error)) from error
        except BackupError as error:
            raise CommandError(f"Not updated, because no backup could be made: {error}") from error
        compile_translations()
        empty = not Event.objects.exists() and not get_user_model().objects.exists()
        if demo and empty:
            self.stdout.write("Loading the demonstration (a few seconds) ...")
            self.stdout.flush()
            call_command("load_demo", stdout=io.StringIO())

    def print_address(self, ip: str, port: int, address: str, scheme: str = "http") -> None:
        """Print the addresses, and a QR code of the one that phones can reach."""
        everywhere = ip in ("0.0.0.0", "::")  # noqa: S104 - compared, not listened on
        local = web_address("127.0.0.1" if everywhere else ip, port, scheme)
        addresses = network_addresses() if everywhere else []
        others = [web_address(other, port, scheme) for other in addresses]
        phones = address or (others[0] if others else "" if is_loopback(ip) else local)
        self.stdout.write(f"\nMatchslip serves {address or local}")
        self.stdout.write(f"  the desk:  {(address or local).rstrip('/')}{DESK}")
        if everywhere and not address:
            for other in others:
                self.stdout.write(f"  phones:    {other}")
            if not others:
                self.stdout.write("  This computer is on no network: phones can not reach it.")
        if phones and not is_loopback(urlsplit(phones).hostname or ""):
            own = os.environ.get("MATCHSLIP_TLS_HERE") == "own"
            why = why_no_offline_copy(phones, own_certificate=own)
            if why:
                self.stdout.write(f"  offline:   {why}")
            self.show_qr_code(phones)

    def show_qr_code(self, address: str) -> None:
        """Print a QR code with light squares on black, for terminals of any colors."""
        wide = "utf" in (getattr(self.stdout, "encoding", None) or "").lower()
        picture = io.StringIO()
        segno.make(address, micro=False).terminal(picture, border=2, compact=wide)
        lines = picture.getvalue().splitlines()
        if wide and self.stdout.isatty():
            lines = [f"\x1b[97;40m{line}\x1b[0m" for line in lines]
        self.stdout.write("\n" + "\n".join(lines) + "\n")

    def print_follow_command(
        self, port: int, scheme: str, *, network: bool, take_back: bool
    ) -> None:
        """Print how another laptop can follow, or which one has taken over."""
        registry = Registry(Path(settings.VAR_DIR))
        if take_back:
            registry.claim()
        ask_peers(registry, own_token(), port)
        successor = registry.successor()
        if successor is not None:
            self.stdout.write(
                self.style.WARNING(
                    f"Another laptop took over: {successor.address} - this one shows what it has "
                    "and takes no entries. docs/how-to/serving.md says what to do."
                )
            )
            return
        addresses = network_addresses() if network else []
        if addresses:
            desk, token = web_address(addresses[0], port, scheme), own_token()
            # With =, because a token may begin with a dash.
            follow = (
                typed("follow", desk, f"--token={token}")
                if is_package()
                else f"make follow DESK={desk} TOKEN={token}"
            )
            self.stdout.write(f"  second laptop:  {follow}")

    def print_login(self, login: DemoLogin | None, *, network: bool) -> None:
        """Print instructions for logging in."""
        if login is None:
            if not get_user_model().objects.exists():
                self.stdout.write("No account yet: the first page makes the organizer's.")
                if network:
                    code = "-".join(textwrap.wrap(first_code(), 4))
                    self.stdout.write(f"On another computer it asks for this code: {code}")
        elif login.password is None:
            self.stdout.write(f"Demonstration login: {login.username}, with your own password")
        elif network:
            self.stdout.write(
                f"Demonstration login: {login.username} / {login.password} "
                "(made for this network; the well-known one does not work)"
            )
        else:
            self.stdout.write(
                f"Demonstration login: {login.username} / {login.password} (on this computer only)"
            )
        self.stdout.write(f"Ctrl+C stops it; the data stays in {place_of_data()}\n")


def whole_site(text: str) -> str:
    """Return an address of a whole site, as in `https://swiss.example/`, for ArgumentParser."""
    try:
        address = site_address(text.strip())
        if urlsplit(address).path.strip("/") or urlsplit(address).query:
            raise ValueError(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not the address of a site, such as https://swiss.example/"
        ) from error
    return f"{address}/" if address else ""


def at_least_1(text: str) -> int:
    """Return a whole number from 1 on, for ArgumentParser."""
    try:
        number = int(text)
        if not 1 <= number <= MOST:
            raise ValueError(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from 1 to {MOST}"
        ) from error
    return number


def warnings_of_folders() -> Iterator[str]:
    """Yield a warning for each folder of the settings that is not usable now."""
    if settings.BACKUP_SECONDS:
        yield from filter(None, [why_no_backups(backups_folder(), make=True)])
        if settings.BACKUPS_ALSO is not None:
            yield from filter(None, [why_no_backups(settings.BACKUPS_ALSO, make=False)])
    if settings.ARCHETYPE_RULES and not Path(settings.ARCHETYPE_RULES).is_dir():
        yield f"MATCHSLIP_ARCHETYPES: there is no folder {settings.ARCHETYPE_RULES}."


def name_folders_in_full() -> None:
    """Name folders in full for the server, which runs in the program's folder."""
    os.environ["MATCHSLIP_VAR"] = str(Path(settings.VAR_DIR).absolute())
    for name in ("MATCHSLIP_ARCHETYPES", "MATCHSLIP_BACKUPS_ALSO"):
        if os.environ.get(name, "").strip():
            os.environ[name] = str(Path(os.environ[name].strip()).absolute())
    if os.environ.get("DATABASE_URL") and connection.vendor == "sqlite":
        os.environ["DATABASE_URL"] = f"sqlite:///{quote(str(database_path().absolute()))}"


def serves_a_network(ip: str, address: str) -> bool:
    """Return whether other computers are meant to reach the site.

    A proxy on this computer also connects to the loopback address; configured host names, or an
    address given for people, reveal it.
    """
    named = {host for host in settings.ALLOWED_HOSTS if host != "*"} - set(LOCAL_NAMES)
    return not is_loopback(ip) or bool(address or named or settings.CSRF_TRUSTED_ORIGINS)


def open_when_it_answers(port: int, address: str) -> None:
    """Open a page in the browser once the server answers, from a separate process."""
    subprocess.Popen(  # noqa: S603 - its own arguments, no shell
        [sys.executable, "manage.py", "open_page", address, "--port", str(port)],
        cwd=settings.BASE_DIR,
    )


def become_server(
    ip: str, port: int, workers: int | None, threads: int, tls: tuple[Path, Path] | None = None
) -> None:
    """Replace this process by the server, so that signals reach it directly. Does not return."""
    if workers is None:
        workers = 1 if connection.vendor == "sqlite" else os.cpu_count() or 1
    command = [
        *(sys.executable, "-m", "events.hosting.server", "--host", ip, "--port", str(port)),
        *("--workers", str(workers), "--threads", str(threads)),
    ]
    if tls:
        command += ["--certificate", str(tls[0]), "--key", str(tls[1])]
    os.chdir(settings.BASE_DIR)
    become(command)
