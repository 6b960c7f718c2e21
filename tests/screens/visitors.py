"""Who looks at a screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Visitor:
    """Cookies by name, and the private address that a phone opens first."""

    cookies: Mapping[str, str] = field(default_factory=dict)
    phone: str = ""
