"""How Chromium is started, and what window a phone is: without Django, for the pictures too."""

import shutil

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def chromium_program(*, whole: bool = False) -> str | None:
    """Return the path of Chromium's headless shell, or of the whole one where it is missing.

    Pages are drawn by the same code; without the surroundings of a window they take half of the
    processor. The whole one is for what the shell has not: messages that it shows.
    """
    names = ["chromium-headless-shell"] * (not whole) + ["chromium", "chromium-browser"]
    return next(filter(None, map(shutil.which, names)), None)


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
