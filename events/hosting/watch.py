"""What runs beside the server, in a process of its own: backups, and who is in charge."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection

from events.hosting import mail
from events.hosting.backups.keeper import LOOK_EVERY, Keeper
from events.hosting.following.charge import Registry, ask_peers
from events.hosting.following.wire import own_token

ASK_EVERY = 3.0


def keep_watch(until: Callable[[], bool], port: int) -> None:
    """Make backups, send e-mails, tell phones and other laptops, until told to end."""
    if connection.vendor == "sqlite":
        threading.Thread(target=_ask_peers, args=(until, port), daemon=True).start()
    if settings.SENDS_MAIL:
        threading.Thread(target=_keep_on, args=(mail.look, until), daemon=True).start()
    if settings.PUSH_PUBLIC_KEY:
        # Only where it is used: what it needs takes its time and its memory.
        from events.hosting import push

        threading.Thread(target=_keep_on, args=(push.look, until), daemon=True).start()
    keeper = Keeper(every=settings.BACKUP_SECONDS, second=settings.BACKUPS_ALSO)
    while not until():
        if settings.BACKUP_SECONDS:
            keeper.look()
        time.sleep(LOOK_EVERY)


def _keep_on(look: Callable[[], float], until: Callable[[], bool]) -> None:
    while not until():
        time.sleep(look())


def _ask_peers(until: Callable[[], bool], port: int) -> None:
    registry = Registry(Path(settings.VAR_DIR))
    while not until():
        if registry.peers():
            ask_peers(registry, own_token(), port)
        time.sleep(ASK_EVERY)
