"""Every picture of the gallery, from the list of screens."""

import re

from tests.browser.gallery.shots import LANGUAGES, SIZES, Shot
from tests.screens.addresses import SCREENS


def every_shot() -> list[Shot]:
    """Return each screen in each of its events, in both sizes and languages."""
    return [
        Shot(
            key=_key(screen.name, scene, screen.path(scene), screen.who),
            name=screen.name,
            room=screen.room,
            scene=scene,
            path=screen.path(scene),
            who=screen.who,
            status=screen.status,
            mockup=screen.mockup,
            size=size,
            language=language,
        )
        for screen in SCREENS
        for scene in screen.scenes
        for language in LANGUAGES
        for size in SIZES
    ]


def _key(name: str, scene: str, path: str, who: str) -> str:
    """Return a name for a file; the event is in most addresses already."""
    text = f"{name} {scene} {path.replace(scene, '')} {who}"
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
