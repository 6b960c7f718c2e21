"""The styles that pages for players have in themselves, and what allows a browser to use them.

A style sheet is one more way there and back, which on a poor line takes longer than what is in it.
The policy names these styles by their hash: nothing else that stands in a page is a style.
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

from django.conf import settings

# In static/css/, in this order.
FIRST = ("base.css", "phone.css")


@cache
def first_styles() -> str:
    """Return the styles of the first look, without what only people read."""
    folder = Path(settings.BASE_DIR) / "static" / "css"
    text = "".join((folder / name).read_text(encoding="utf-8") for name in FIRST)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([{};,]) ?|(:) ", r"\1\2", text).strip()


@cache
def style_policy() -> str:
    """Return what Content-Security-Policy says of styles."""
    digest = base64.b64encode(hashlib.sha256(first_styles().encode()).digest()).decode()
    return f"style-src 'self' 'sha256-{digest}'"


# There is no inline script, no inline style but the one that is named by its hash, and nothing
# comes from elsewhere. Only asking another laptop whether it took over goes to addresses that are
# known when it happens: connect-src.
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
