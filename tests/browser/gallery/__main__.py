"""`make gallery`: make the events, serve them, take every picture, write one page.

`--only floor` takes the pictures of some pages again and leaves the others as they are.
"""

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.shared import ROOT, SHARED

FOLDER = ROOT / "var" / "gallery"
MOCKUPS = SHARED / "mockups"


def prepare_site() -> Path:
    """Put an empty database into a folder of its own, and set up Django on it."""
    site = FOLDER / "site"
    site.mkdir(parents=True, exist_ok=True)
    database = site / "matchslip.sqlite3"
    os.environ["MATCHSLIP_VAR"] = str(site)
    os.environ["DATABASE_URL"] = f"sqlite:///{database}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from events.management.commands.compile_translations import compile_translations
    from tests.databases import migrated_file

    compile_translations()
    for ending in ("-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    migrated_file(database)
    return site


def _make_scenes(names: Iterable[str]) -> None:
    from django.test import override_settings

    from tests.screens.scenes import make_scene

    # No account logs in with its password here, and slow hashes would take half of the time.
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        for name in names:
            make_scene(name)


def main() -> None:
    """Take the requested pictures and write the page of all."""
    began = time.monotonic()
    parser = argparse.ArgumentParser(prog="make gallery", description=__doc__)
    parser.add_argument("--only", default="", help="pages or events whose name has this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="browsers at once")
    options = parser.parse_args()
    site = prepare_site()
    from django.db import connections

    from tests.browser.gallery.shot_list import every_shot
    from tests.browser.gallery.shots import take_mockups, take_shots, write_page
    from tests.events.hosting.server.test_serve_process import serving
    from tests.screens.scenes import visitor_of

    shots = [
        shot for shot in every_shot() if options.only in f"{shot.name} {shot.scene} {shot.path}"
    ]
    _make_scenes(sorted({shot.scene for shot in shots}))
    visitors = {who: visitor_of(*who) for who in {(shot.scene, shot.who) for shot in shots}}
    connections.close_all()
    made = time.monotonic()
    pictures = FOLDER / "pictures"
    pictures.mkdir(exist_ok=True)
    spawn = multiprocessing.get_context("spawn")
    with (
        serving(site, "--no-demo") as (port, _printed),
        ProcessPoolExecutor(options.jobs, mp_context=spawn) as pool,
    ):
        drawn = pool.submit(take_mockups, _mockups(shots), MOCKUPS, pictures)
        address = f"http://127.0.0.1:{port}"
        # Sorted by size and language, so that the browser changes as rarely as possible.
        pieces = [shots[place :: options.jobs] for place in range(options.jobs)]
        taken = [
            pool.submit(take_shots, address, piece, visitors, pictures) for piece in pieces if piece
        ]
        there = drawn.result()
        results = [row.plain() for piece in taken for row in piece.result()]
    for row in results:
        row["mockup"] = row["mockup"] if row["mockup"] in there else ""
    rows = _with_earlier(results)
    write_page(FOLDER / "index.html", rows)
    ended = time.monotonic()
    for row in results:
        if row["faults"]:
            print(
                f"{row['name']} in {row['scene']}, {row['size']} {row['language']}: {row['faults']}"
            )
    print(
        f"{len(results) * 2} pictures in {ended - made:.0f} s, after {made - began:.0f} s for the"
        f" events: {FOLDER.relative_to(ROOT)}/index.html"
    )


def _mockups(shots: Sequence[object]) -> list[str]:
    return sorted({name for shot in shots if (name := getattr(shot, "mockup", ""))})


def _with_earlier(results: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the new rows among those of earlier runs, in the order of the list of screens."""
    from tests.browser.gallery.shot_list import every_shot

    known = FOLDER / "pictures.json"
    rows = {_name(row): row for row in (json.loads(known.read_text()) if known.exists() else ())}
    rows |= {_name(row): row for row in results}
    order = [(shot.key, shot.size, shot.language) for shot in every_shot()]
    ordered = [rows[name] for name in order if name in rows]
    known.write_text(json.dumps(ordered, ensure_ascii=False))
    return ordered


def _name(row: dict[str, object]) -> tuple[object, object, object]:
    return (row["key"], row["size"], row["language"])


if __name__ == "__main__":
    main()
