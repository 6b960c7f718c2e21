"""What logs must not say."""

import logging
import re

# The private address of a player: whoever reads it in a log is that player.
_PRIVATE = re.compile(r"/me/[^\s/'\"?]*\.[^\s/'\"?]*")


class HidePrivateAddresses(logging.Filter):
    """Write /me/... where a message would name a player's private address."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, without addresses that are secret."""
        text = record.getMessage()
        if "/me/" in text:
            record.msg, record.args = _PRIVATE.sub("/me/...", text), ()
        return True
