"""The inline styles of pages for players, and the policy that lets a browser apply them.

A style sheet costs one more round trip, which on a poor line takes longer than its content. The
policy names these styles by their hash: a browser applies no other inline style.
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

from django.conf import settings

# In static/css/, in this order.
FIRST = ("base.css", "public/event_header.css", "public/phone.css")
# The additional styles of a player's own page.
OWN = ("public/slip.css", "public/me.css")


def first_styles() -> str:
    """Return the styles of the first look, without what only people read."""
    return _styles(FIRST)


def own_styles() -> str:
    """Return the styles of a player's own page that come after those of the first look."""
    return _styles(OWN)


@cache
def _styles(names: tuple[str, ...]) -> str:
    folder = Path(settings.BASE_DIR) / "static" / "css"
    text = "".join((folder / name).read_text(encoding="utf-8") for name in names)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([{};,]) ?|(:) ", r"\1\2", text).strip()


@cache
def style_policy() -> str:
    """Return the directive of Content-Security-Policy for styles."""
    hashes = [hashlib.sha256(text.encode()) for text in (first_styles(), own_styles())]
    named = (f"'sha256-{base64.b64encode(digest.digest()).decode()}'" for digest in hashes)
    return f"style-src 'self' {' '.join(named)}"


# There is no inline script, no inline style except the one named by its hash, and nothing from
# other sites. Only asking another laptop whether it took over uses addresses known at run time:
# connect-src.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        style_policy(),
        "img-src 'self' data:",
        "connect-src 'self' http: https:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# For overlays only: the desk shows a preview.
OWN_FRAMES_POLICY = CONTENT_SECURITY_POLICY.replace("ancestors 'none'", "ancestors 'self'")
# For embeds only: any site may show them, and no script runs in them.
FRAMED_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors *"
# Browser features that no page uses; staff pages scan codes with the camera.
PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=()"
STAFF_PERMISSIONS_POLICY = "camera=(self), microphone=(), geolocation=()"
