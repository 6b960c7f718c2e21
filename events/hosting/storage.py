"""Where static files are: the address of each, with the hash of its content in its name."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Works an address out once a process: every page that is built has ten of them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str, str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the address of a file; ValueError for one that was not collected."""
        if name is None or force:
            return str(super().url(name, force))
        known = self._addresses.get(name)
        if known is None:
            known = self._addresses[name] = str(super().url(name))
        return known

    def save_manifest(self) -> None:
        """Forget the addresses that were before."""
        super().save_manifest()
        self._addresses.clear()
